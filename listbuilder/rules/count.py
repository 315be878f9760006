"""The count rule."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple

from listbuilder.record import record
from listbuilder.rules.amount import Amount
from listbuilder.rules.base import Rule, few
from listbuilder.selectors import Selector
from listbuilder.values import Flag

if TYPE_CHECKING:
    from listbuilder.finding import Finding
    from listbuilder.force import Force, Model, Pick

Thing = tuple["Model | None", "Pick | None"]


class Part(NamedTuple):
    """A part of the force in which things are counted: all of it, a model or a group."""

    force: Force
    place: str = ""
    label: str = ""
    model: Model | None = None


@record
class Count(Rule):
    """Say how many models or picks there may be, at least and at most.

    Use for "5 to 10 models", "at most two lancers in the whole list", "a quarter of the band, rounded up",
    "one heavy for every 100 points", "at most 8 in a stack". `over` is the list unless it says `model` or `group`;
    `in` narrows which of these are judged; `by` counts separately for each value of a field; `distinct` counts
    different entries. An entry's `counts` is taken into account.

        kind: count
        id: few-shooters
        source: Weapons
        of: models
        where: {slot: weapon}
        max: {share: 1/4, of: models, round: up}
    """

    kind: Literal["count"] = "count"
    of: Literal["models", "picks"] = "models"
    where: Selector | None = None
    over: Literal["list", "model", "group"] = "list"
    in_: Selector | None = None
    by: str | None = None
    distinct: Flag = False
    min: Amount | None = None
    max: Amount | None = None
    codes: ClassVar[dict[str, str]] = {
        "over": "There are more of these than the rule allows.",
        "under": "There are fewer of these than the rule asks for.",
    }

    @property
    def judges_models(self) -> bool:
        return self.over == "model"

    def check(self, force: Force) -> Iterator[Finding]:
        for part in self.parts(force):
            for value, things in self.split(self.things(part.force, whole=self.over == "list")):
                yield from self.judge(part, things, value)

    def parts(self, force: Force) -> Iterator[Part]:
        """The parts of the force that are counted one by one."""
        fits = self.in_.fits if self.in_ else None
        if self.over == "list":
            if fits is None or any(fits(model) for model in force.models):
                yield Part(force)
        elif self.over == "model":
            for row in force.rows:
                if fits is None or fits(row):
                    yield Part(force.only((row,)), row.where, f"{row.label}: ", row)
        else:
            for group in (one for one in force.groups if one.members):
                if fits is None or any(fits(model) for model in group.members):
                    yield Part(force.only(group.members), group.where, f"{group.name}: ")

    def things(self, scope: Force, whole: bool) -> list[Thing]:
        """What is counted: models, or picks with their models."""
        if self.of == "models":
            fits = self.where.fits if self.where else None
            return [(model, None) for model in scope.models if fits is None or fits(model)]
        test = self.where.fits_pick if self.where else None
        found: list[Thing] = [(None, pick) for pick in scope.entries] if whole else []
        found += [(model, pick) for model in scope.models for pick in model.entries]
        return [(model, pick) for model, pick in found if pick and (test is None or test(pick, model))]

    def split(self, things: list[Thing]) -> list[tuple[str, list[Thing]]]:
        """The things by the value of `by`, or all of them together."""
        if self.by is None:
            return [("", things)]
        groups: dict[str, list[Thing]] = {}
        for thing in things:
            if value := field_of(thing, self.by):
                groups.setdefault(str(value), []).append(thing)
        return list(groups.items())

    def judge(self, part: Part, things: list[Thing], value: str) -> Iterator[Finding]:
        """Compare one count with its limits."""
        number = self.size(things)
        most = self.max.number(part.force, part.model) if self.max else None
        least = self.min.number(part.force, part.model) if self.min else None
        if most is not None and self.max and number > most:
            extra = place_of(things[min(most, len(things) - 1)]) if self.where else "models"
            yield self.problem(
                "over",
                f"{part.label}{self.told(number, value)}, but at most {most}{self.max.explain(part.force)} allowed.",
                f"Take out {number - most}.",
                part.place or extra,
                part.model,
            )
        if least is not None and self.min and number < least:
            yield self.problem(
                "under",
                f"{part.label}{self.told(number, value)}, but at least {least}{self.min.explain(part.force)} needed.",
                f"Add {least - number} more.",
                part.place or "models",
                part.model,
            )

    def size(self, things: list[Thing]) -> int:
        """How many there are, by what each entry counts as; halves of one entry are rounded up together."""
        if self.distinct:
            return len({pick.entry.id if pick else model.title if model else "" for model, pick in things})
        sums: dict[str, Fraction] = {}
        whole = 0
        for model, pick in things:
            weight = pick.entry.weight if pick else model.weight if model else 1
            if weight == 1:
                whole += 1
            else:
                key = pick.entry.id if pick else model.title if model else ""
                sums[key] = sums.get(key, Fraction(0)) + weight
        return whole + sum(ceil(part) for part in sums.values())

    def told(self, number: int, value: str) -> str:
        """A number of the counted things in words, with the value they are counted by."""
        plain = "model" if self.of == "models" else "pick"
        noun = self.what or (plain if self.where is None else f"{plain} ({self.where})")
        return few(number, f"{noun} {value}".strip())


def field_of(thing: Thing, name: str) -> object:
    """The value of a field of a pick, or of the first entry of a model that has one."""
    model, pick = thing
    if pick:
        return pick.entry.id if name == "entry" else pick.field(name)
    assert model is not None
    return next((value for one in model.entries if (value := one.field(name))), None)


def place_of(thing: Thing) -> str:
    """Where a counted thing stands in the player's file."""
    model, pick = thing
    owner = model.where if model else ""
    return f"{owner}.{pick.path}".lstrip(".") if pick and not pick.granted_by else owner or "models"
