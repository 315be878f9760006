"""The count rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, NamedTuple

from listbuilder.base.findings import Finding
from listbuilder.base.records import Refers, record
from listbuilder.base.values import BadKeyError, Positive
from listbuilder.base.wording import as_words, counted, join_names
from listbuilder.catalogue.phrasing import describe_amount, describe_range, describe_things, quantity_noun
from listbuilder.catalogue.query import Quantity, Selector, Thing, distinct_values, values_of
from listbuilder.catalogue.rules.base import FindingTemplate, Rule, judged_parts, naming_field

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force, Node, Owner


class CountLimits(NamedTuple):
    """The limits of a number; None is no limit."""

    least: int | None
    most: int | None

    def hold(self, number: int) -> bool:
        """Whether a number is neither too low nor too high."""
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    def lacks(self, number: int) -> bool:
        """Whether a number is too low."""
        return self.least is not None and number < self.least


class Tally(NamedTuple):
    """What was counted in a part of a list; `value` is the value of `by` that the things share."""

    part: Node
    number: int
    things: list[Thing]
    value: str = ""


PRICED = FindingTemplate("", "{who} {spends} {found}, but may {spend} at most {most}{why}{named}.", "{remedy}.")
POOR = FindingTemplate("", "{who} {spends} {found}, but needs at least {least}{why}.", "{remedy}.")
FORBIDDEN = FindingTemplate("", "{who} may have {none}{why}, but has {named_only}.", "Take out {named_only}.")
UNNAMED = FORBIDDEN._replace(hint="Take {named_only} out of `{field}`.")
WORDS = {"group": "in", "name": "called"}
WHICH = ("where", "from", "inner", "part", "printed", "different")


@record
class Count(Rule):
    """Limit how many there are: of models, rows, picks or groups, or of any sum.

    Use it for "5 to 10 models", "at most two lancers in the whole list", "a quarter of the band, rounded up",
    "one heavy for every 100 points", "at most 25 % of the points on heroes", "at most 8 in a stack", "only in pairs"
    (`step: 2`). `of`, `min` and `max` are quantities. The rule counts over the whole list; with `over: group`, `model`
    or `pick` it counts in each of those, and `in` selects which of them (required for picks). `by` counts each value
    separately: `entry`, a slot, a field, `group` or `name`. A limit with `in: value` is evaluated for each value:
    `max: {highest: copies, in: value}` allows as many as the entry prints. An entry's `counts` is taken into account.

        kind: count
        id: few-shooters
        source: Weapons
        of: models
        where: {slot: weapon}
        max: {share: 1/4, of: models, round: up}
    """

    kind: Literal["count"] = "count"
    of: Quantity = Quantity(count="models")
    """What is counted or added up."""
    over: Literal["list", "group", "model", "pick"] = "list"
    """Where to count: in the whole list (the default), in each group, each model or each pick."""
    in_: Selector | None = None
    """Which groups, models or picks the rule judges."""
    by: Annotated[str | None, Refers("field or slot")] = None
    """Count each value of this separately."""
    min: Quantity | None = None
    """The least there may be."""
    max: Quantity | None = None
    """The most there may be."""
    step: Positive | None = None
    """The number must be a multiple of this."""
    also: ClassVar[tuple[str, ...]] = WHICH
    codes: ClassVar[dict[str, FindingTemplate]] = {
        "over": FindingTemplate(
            "There are more of these than the rule allows.",
            "{who} has {found}, but may have at most {most}{why}{named}.",
            "{remedy}.",
        ),
        "under": FindingTemplate(
            "There are fewer of these than the rule asks for.",
            "{who} has {found}, but needs at least {least}{why}.",
            "{remedy}.",
        ),
        "uneven": FindingTemplate(
            "The number of these is no multiple of `step`.",
            "{who} has {found}, but they come only in multiples of {step}{named}.",
            "Take out {extra}, or add {missing}.",
        ),
    }

    @staticmethod
    def expand(data: object) -> object:
        """Expand the short form, in which keys of the quantity stand beside `of`."""
        if not isinstance(data, dict):
            return data
        of = data.get("of", "models")
        which = {key: data[key] for key in WHICH if key in data}
        if not which:
            return data
        if isinstance(of, dict):
            raise BadKeyError(next(iter(which)), f"`{next(iter(which))}` belongs into `of`")
        rest = {key: value for key, value in data.items() if key not in WHICH}
        return {**rest, "of": {"count": of, **which}}

    def __post_init__(self) -> None:
        if self.over == "pick" and not self.in_:
            raise BadKeyError("over", "`over: pick` says with `in` which picks are judged")
        if self.in_ and self.over == "list":
            raise BadKeyError("in", "`in` goes with `over: group`, `model` or `pick`: it says which of them are judged")
        if self.of.is_per_value:
            raise BadKeyError(
                "in", "`in: value` stands in `min` and `max`: what is counted is counted apart by `by` already"
            )
        if self.own_limits and self.by in (None, "group", "name"):
            raise BadKeyError("in", "`in: value` goes with a `by` that names `entry`, a slot or a field")

    @property
    def over_what(self) -> str:
        return self.over

    @property
    def one_by_one(self) -> bool:
        return self.over != "list"

    @property
    def remedy_selector(self) -> Selector | None:
        return self.of.where

    def describe(self, game: Game) -> str:
        text = describe_range(self.of, self.min, self.max, game, self.what) if self.min or self.max else ""
        if self.step:
            text += f"{' and ' * bool(text)}{quantity_noun(self.of, game, True)} only in multiples of {self.step}"
        if self.over != "list":
            text = f"{text} in each {describe_things(self.in_, game, self.over)}"
        return f"{text} for each {as_words(self.by)}" if self.by else text

    def check(self, force: Force, at: Owner) -> Iterator[Finding]:
        for part in judged_parts(self, force, at) if self.over != "list" else (force.root,):
            if self.in_ and not (self.in_.fits_pick(part.pick) if part.pick else self.in_.fits(part.owner)):
                continue
            if self.by is not None:
                yield from self.check_split(force, part)
                continue
            bounds, number = self.bounds(force, part), self.of.evaluate(force, part, part)
            if number is not None and self.step and number % self.step:
                things = self.of.collect(force, self.of.scope(force, part, part))
                yield self.uneven(force, Tally(part, number, things), self.step)
            # Against the maximum a percentage counts in full, unless it was too low already: one finding is enough.
            if number is not None and self.of.rounded_up is not self.of and not bounds.lacks(number):
                number = self.of.rounded_up.evaluate(force, part, part)
            if number is not None and not bounds.hold(number):
                things = self.of.collect(force, self.of.scope(force, part, part))
                yield from self.judge(force, Tally(part, number, things), bounds)

    def check_split(self, force: Force, part: Node) -> Iterator[Finding]:
        """Check the things of each value of `by`; a value that nothing has is not judged."""
        split = self.split(force, part)
        # Usually all values share one limit, which then is evaluated once.
        same = self.bounds(force, part) if split and not self.own_limits else CountLimits(None, None)
        for value, things in split.items():
            bounds = self.bounds(force, part, value) if self.own_limits else same
            total = self.of.total(force, things)
            number = self.of.derive(total, force, part, part)
            if self.step and number % self.step:
                yield self.uneven(force, Tally(part, number, things, value), self.step)
            if self.of.rounded_up is not self.of and not bounds.lacks(number):
                number = self.of.rounded_up.derive(total, force, part, part)
            if not bounds.hold(number):
                yield from self.judge(force, Tally(part, number, things, value), bounds)

    def closest(self, force: Force, at: Owner) -> tuple[int, str] | None:
        found: list[tuple[int, str]] = []
        for part in judged_parts(self, force, at) if self.over != "list" else (force.root,):
            if self.in_ and not (self.in_.fits_pick(part.pick) if part.pick else self.in_.fits(part.owner)):
                continue
            split = self.split(force, part) if self.by is not None else {}
            numbers = {one: self.of.derive(self.of.total(force, few), force, part, part) for one, few in split.items()}
            for value, number in (
                numbers.items() if self.by is not None else [("", self.of.evaluate(force, part, part))]
            ):
                least, most = self.bounds(force, part, value)
                for limit, word in ((most, "at most"), (least, "at least")):
                    if limit is not None and number is not None:
                        found.append((abs(limit - number), f"{number}, where {word} {limit} is allowed"))
        return min(found, key=lambda one: one[0], default=None)

    def bounds(self, force: Force, part: Node, value: str = "") -> CountLimits:
        """The limits in a part of the list, after grants."""
        least, most = self.limits(force.game, value)
        return CountLimits(force.limit_for(self.id, "min", least, part), force.limit_for(self.id, "max", most, part))

    @cached_property
    def own_limits(self) -> bool:
        """Whether each value of `by` has limits of its own."""
        return any(one.is_per_value for one in (self.min, self.max) if one)

    def limits(self, game: Game, value: str) -> tuple[Quantity | None, Quantity | None]:
        """The limits as quantities, narrowed to one value of `by` if each value has its own."""
        if self.by is None or not self.own_limits:
            return self.min, self.max
        to = Selector(entry=(value,)) if self.by == "entry" else Selector(fields={self.by: (value,)})
        if self.by != "entry" and game.model.holds(self.by):
            to = Selector(slot=(self.by,), entry=(value,))
        least, most = (one.narrow(to) if one else None for one in (self.min, self.max))
        return least, most

    def split(self, force: Force, part: Node) -> dict[str, list[Thing]]:
        """The things by the value of `by`."""
        assert self.by is not None
        found: dict[str, list[Thing]] = {}
        for thing in self.of.collect(force, self.of.scope(force, part, part)):
            for value in values_of(force, thing[0], self.by):
                found.setdefault(value, []).append(thing)
        return found

    def judge(self, force: Force, tally: Tally, bounds: CountLimits) -> Iterator[Finding]:
        """The findings for a number outside its bounds."""
        part, number, those, value = tally
        least, most = bounds
        asked, allowed = self.limits(force.game, value)
        names = self.named(force, tally)
        # From the whole phrase, so that both always agree.
        noun = self.amount(force, 1, value).removeprefix("1 ").removeprefix("a ")
        found = self.amount(force, number, value) + describe_weights(self.of, those)
        data = {"who": part.label, "number": number, "noun": noun, "found": found, "value": value}
        data |= {"named": f": {names}" if names else "", "named_only": names or noun}
        if self.is_price(force):  # a model costs points, a list spends points on heroes
            spend = "spend" if self.of.where else "cost"
            data |= {"spend": spend, "spends": f"{spend}s"}
        if most is not None and number > most and allowed:
            why = allowed.describe(force, part, part)
            data |= {"most": most, "extra": number - most, "why": f" ({why})" if why else ""}
            data |= {"remedy": self.fewer(force, number - most, most, value), "none": self.amount(force, 0, value)}
            # If everything is counted, no single thing is the one too many.
            exact = bool(self.of.selectors()) and not self.of.different
            at, inside = first_excess(those, most, part, exact and self.over == "list")
            forbidden = most == 0 and exact and bool(self.of.count)
            # "May have no heavy models" reads better than "at most 0".
            words = FORBIDDEN if forbidden else PRICED if self.is_price(force) else None
            # If the list itself names the models, taking a name out is the shorter way.
            if forbidden and (field := naming_field(self.of.where, force.game)):
                data["field"], words = field, UNNAMED
            yield self.finding("over", at, data, inside, words=words)
        if least is not None and number < least and asked:
            why = asked.describe(force, part, part)
            data |= {"least": least, "missing": least - number, "why": f" ({why})" if why else ""}
            data["remedy"] = self.more(force, part, least - number, least, value)
            words = POOR if self.is_price(force) else None
            yield self.finding("under", part, data, ("models",) if part.up is None else (), words=words)

    def named(self, force: Force, tally: Tally) -> str:
        """The names of the things, unless all are meant; or the different values that were counted."""
        if self.of.different:
            return join_names(
                force.game.printed(one) for one in distinct_values(force, tally.things, self.of.different)
            )
        return describe_things_counted(self.of, tally.things, tally.part) if self.of.selectors() or tally.value else ""

    def uneven(self, force: Force, tally: Tally, step: int) -> Finding:
        """The finding for a number that is no multiple of the step."""
        part, number, those, value = tally
        names = describe_things_counted(self.of, those, part) if self.of.selectors() or value else ""
        over = number % step
        data = {"who": part.label, "number": number, "found": self.amount(force, number, value), "step": step}
        data |= {"extra": self.amount(force, over, value), "missing": self.amount(force, step - over, value)}
        at, inside = first_excess(those, number - over, part, bool(self.of.selectors()) and self.over == "list")
        return self.finding("uneven", at, {**data, "named": f": {names}" if names else ""}, inside)

    def is_price(self, force: Force) -> bool:
        """Whether it adds up what things cost."""
        return bool(self.of.sum and not self.of.percent_of and force.game.number_of(self.of.sum)[0] == "cost")

    def amount(self, force: Force, number: int, value: str) -> str:
        """A number of what is counted, in the author's words if there are any."""
        game, by = force.game, self.by or ""
        if not value:
            return describe_amount(self.of, game, number, self.what)
        printed = game.printed(value)
        if self.what:
            return counted(number or "no", f"{self.what} {printed}")
        if self.of.percent_of:
            return f"{number} percent {printed}"
        if by == "entry" or game.model.holds(by):
            return f"{number} × {printed}" if number > 1 else f"{number or 'no'} {printed}"
        return f"{describe_amount(self.of, game, number)} {WORDS.get(by, f'of {by}')} {printed}"

    def fewer(self, force: Force, extra: int, most: int, value: str) -> str:
        """How to get down to the maximum."""
        if self.of.counts_things:
            return f"Take out {self.amount(force, extra, value)}"
        return f"Save {self.amount(force, extra, value)}" if self.is_price(force) else f"Bring it down to {most}"

    def more(self, force: Force, part: Node, missing: int, least: int, value: str) -> str:
        """How to get up to the minimum."""
        of, whole = self.of, part.up is None
        if of.percent_of or of.different or not (of.count or of.sum):
            return f"Bring it up to {least}"
        amount = self.amount(force, missing, value)
        if of.count == "groups":
            return f"Describe {missing} more{amount.removeprefix(str(missing))} under `groups:`"
        if self.is_price(force):
            return f"Spend {amount} more" if " on " not in amount else f"Spend {amount.replace(' on ', ' more on ', 1)}"
        amount = amount if "×" in amount else f"{missing} more{amount.removeprefix(str(missing))}"
        if part.model is None:
            return f"Add {amount}" if whole else f"Add {amount} to {part.label}"
        return f"Give {part.label} {amount}"


def describe_things_counted(of: Quantity, things: list[Thing], part: Node) -> str:
    """The names of things: models by their labels, picks with their owners, sums with each amount."""
    amounts: dict[str, int] = {}
    for node, number, times in things:
        pick = node.pick
        if pick is None or (of.sum and of.from_ == "models" and node.model):
            label = node.owner.label
        else:
            label = pick.entry.name if node.owner is part.owner else pick.label
        amounts[label] = amounts.get(label, 0) + (number * times if of.sum else times)
    if of.sum:
        return join_names(f"{label} {number}" for label, number in amounts.items())
    return join_names(f"{number} × {label}" if number > 1 else label for label, number in amounts.items())


def describe_weights(of: Quantity, things: list[Thing]) -> str:
    """Which entries count as more or less than one: the number alone does not show it."""
    if of.count not in ("models", "rows", "picks"):
        return ""
    odd = {
        pick.entry.name: pick.entry.counts
        for node, *_ in things
        for pick in node.owner.inside
        if pick.entry.key == node.weight[1]  # type: ignore[attr-defined]
    }
    return f" ({join_names(f'{name} counts as {counts}' for name, counts in odd.items())})" if odd else ""


def first_excess(things: list[Thing], most: int, part: Node, exact: bool) -> tuple[Node, tuple[str, ...]]:
    """Where to point: at the first thing beyond the limit, or at the part that has too many."""
    # A model or group: everything counted is on it, so it is the place to look.
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
