"""The count rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from listbuilder.quantity import Quantity, Thing
from listbuilder.record import changed, record
from listbuilder.rules.base import Rule, Words, parts
from listbuilder.selectors import Selector
from listbuilder.values import tidied
from listbuilder.wording import counted, listed

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

    from listbuilder.finding import Finding
    from listbuilder.force import Force, Node, Owner

FORBIDDEN = Words("", "{who} may not have {named_only}.", "Take {named_only} out.")
WHICH = ("where", "from", "inner", "part", "printed")


@record
class Count(Rule):
    """Say how many there may be, at least and at most: of models, rows, picks, groups, or of anything added up.

    Use for "5 to 10 models", "at most two lancers in the whole list", "a quarter of the band, rounded up",
    "one heavy for every 100 points", "at most 25 % of the points on heroes", "at most 8 in a stack". `of`, `min` and
    `max` are quantities. `over` is the list unless it says `model` or `group`; `in` narrows which of these are judged;
    `by` counts separately for each value: `entry`, a slot, a field or `group`. An entry's `counts` is taken into
    account.

        kind: count
        id: few-shooters
        source: Weapons
        of: models
        where: {slot: weapon}
        max: {share: 1/4, of: models, round: up}
    """

    kind: Literal["count"] = "count"
    of: Quantity = Quantity(count="models")
    over: Literal["list", "model", "group"] = "list"
    in_: Selector | None = None
    by: str | None = None
    min: Quantity | None = None
    max: Quantity | None = None
    also: ClassVar[tuple[str, ...]] = WHICH
    means: ClassVar[dict[str, str]] = {
        "of": "What is counted or added up.",
        "in": "Which groups or models to look at.",
        "min": "The least there may be.",
        "max": "The most there may be.",
        "inner": "Whether groups within the group count.",
        "printed": "Before anything changes it.",
    }
    codes: ClassVar[dict[str, Words]] = {
        "over": Words(
            "There are more of these than the rule allows.",
            "{who} has {found}, but may have at most {most}{why}{named}.",
            "Take out {extra}.",
        ),
        "under": Words(
            "There are fewer of these than the rule asks for.",
            "{who} has {found}, but needs at least {least}{why}.",
            "Add {missing} more.",
        ),
    }

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        return tidied(flat, handler, source)

    @property
    def over_what(self) -> str:
        return self.over

    @property
    def one_by_one(self) -> bool:
        return self.over != "list"

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for part in parts(force, at, self.over):
            if self.in_ and not self.in_.fits(part):
                continue
            if self.by is None:
                scope = self.of.scope(force, part, part)
                yield from self.judge(force, part, self.of.reckon(force, part, part), scope, "")
                continue
            for value, things in self.split(force, part).items():
                yield from self.judge(force, part, self.of.total(things), None, value, things)

    def split(self, force: Force, part: Owner) -> dict[str, list[Thing]]:
        """The things by the value of `by`."""
        assert self.by is not None
        found: dict[str, list[Thing]] = {}
        for thing in self.of.collect(force, self.of.scope(force, part, part)):
            for value in values_of(force, thing[0], self.by):
                found.setdefault(value, []).append(thing)
        return found

    def noun(self, force: Force, named: bool) -> str:
        """What is counted, without what is told by naming it anyway."""
        return changed(self.of, where=None, from_=None).noun(force) if named and self.of.count else self.of.noun(force)

    def judge(
        self,
        force: Force,
        part: Owner,
        number: int | None,
        scope: Node | None,
        value: str,
        things: list[Thing] | None = None,
    ) -> Iterator[Finding]:
        """Compare one number with its limits."""
        most = self.max.reckon(force, part, part) if self.max else None
        least = self.min.reckon(force, part, part) if self.min else None
        if most is not None:
            most = force.limit_for(self.id, "max", most)
        if least is not None:
            least = force.limit_for(self.id, "min", least)
        if number is None or ((most is None or number <= most) and (least is None or number >= least)):
            return
        those = self.of.collect(force, scope) if things is None else things
        told = named(those) if self.of.selectors() or value else ""
        noun = f"{self.what or self.noun(force, bool(told))} {force.game.printed(value) if value else ''}".strip()
        data = {
            "who": part.label,
            "number": number,
            "noun": noun,
            "found": counted(number, noun),
            "named": f": {told}" if told else "",
            "named_only": told or noun,
            "value": value,
        }
        if most is not None and number > most and self.max:
            why = self.max.say(force, part, part)
            data |= {"most": most, "extra": number - most, "why": f" ({why})" if why else ""}
            at, inside = place(those, most, part, bool(self.of.selectors()) and self.over == "list")
            forbidden = most == 0 and self.of.selectors()
            yield self.problem("over", at, data, inside, words=FORBIDDEN if forbidden else None)
        if least is not None and number < least and self.min:
            why = self.min.say(force, part, part)
            whole = f"{self.what or self.noun(force, False)} {force.game.printed(value) if value else ''}".strip()
            data |= {"least": least, "missing": least - number, "why": f" ({why})" if why else ""}
            data |= {"noun": whole, "found": counted(number, whole)}
            yield self.problem("under", part, data, ("models",) if part.up is None else ())


def flat(data: object) -> object:
    """The short form in full: what is counted stands beside `where`."""
    if not isinstance(data, dict):
        return data
    of = data.get("of", "models")
    which = {key: data[key] for key in WHICH if key in data}
    if not which:
        return data
    if isinstance(of, dict):
        raise ValueError(f"`{next(iter(which))}` belongs into `of`")
    rest = {key: value for key, value in data.items() if key not in WHICH}
    return {**rest, "of": {"count": of, **which}}


def values_of(force: Force, node: Node, by: str) -> list[str]:
    """The values that a thing is counted under."""
    owner, pick = node.owner, node.pick
    if by == "group":
        return [owner.group.name] if owner.group else []
    if pick is not None:
        if by == "entry":
            return [pick.entry.id]
        value = pick.field(by)
        value = owner.values.get(by) if value is None else value
        many = value if isinstance(value, tuple) else () if value is None else (value,)
        return [str(one) for one in many]
    if by == "entry":
        first = next((picks for picks in owner.slots.values() if picks), ())
        return [first[0].entry.id] if first else []
    if by in owner.slots or force.game.model.holds(by):
        return sorted({one.entry.id for one in owner.slots.get(by, ())})
    return list(dict.fromkeys(owner.field(by)))


def named(things: list[Thing]) -> str:
    """Who or what is meant."""
    labels = []
    for node, _, times in things:
        pick, owner = node.pick, node.owner.label
        label = (
            owner if pick is None else f"{pick.entry.name} of {owner}" if node.model or node.group else pick.entry.name
        )
        labels.append(f"{times} × {label}" if times > 1 else label)
    return listed(dict.fromkeys(labels))


def place(things: list[Thing], most: int, part: Owner, exact: bool) -> tuple[Node, tuple[str, ...]]:
    """The first thing that is too many, or the part that has too many."""
    if part.up is not None:
        return part, ()
    if not exact or not things:
        return part, ("models",)
    left = most
    for node, _, times in things:
        left -= times
        if left < 0:
            return node, () if node.up is not None else ("models",)
    return things[-1][0], ()
