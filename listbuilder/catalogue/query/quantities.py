"""Quantities: the one way to say how many. A count or a sum over part of the tree, and what is reckoned from it.

A quantity is data that rules, limits, conditions, grants, matches and headers hold; it reads the force by its
attributes and puts itself into words. It knows neither games nor rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from fractions import Fraction
from functools import cached_property
from math import ceil
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, Literal

from listbuilder.base.records import Refers, Text, record, replace, yaml_key
from listbuilder.base.values import BadKeyError, Count, Flag, Positive, Value, Whole, fraction
from listbuilder.base.wording import listed
from listbuilder.catalogue.query.phrasing import NOUNS, describe_origin
from listbuilder.catalogue.query.selectors import Selector

if TYPE_CHECKING:
    from listbuilder.judging.force import Force, Group, Model, Node, Pick


# What a quantity looks at: the models, picks and groups of a part of the tree that fit, their numbers and values.


PRICE = attrgetter("price")
Part = Literal["pick", "holder", "model", "group", "list"]
Scope = Literal[Part, "value"]

Thing = tuple["Node", int, int]
"""Something that is counted or added up: where it is, its number, and how often it is there."""


def find_scope(name: Scope, force: Force, at: Node) -> Node | None:
    """The part of the tree that `in` names, seen from a place; None where there is none.

    Those of one value are no part of the tree: a rule narrows its limits to them before it reckons.
    """
    if name == "value":
        return None
    if name == "list":
        return force.root
    if name == "pick":
        return at
    if name == "holder":
        return at.container
    return at.model if name == "model" else at.group


def matching_models(quantity: Quantity, force: Force, scope: Node) -> Iterator[tuple[Model, int]]:
    """The models of a scope that fit, with how many miniatures (or rows) each is."""
    fits = quantity.where.fits if quantity.where else None
    rows, wide = quantity.count == "rows", scope.wide
    for model in scope.models_of(force, quantity.inner):
        if wide and quantity.part not in ("all", model.part):
            continue
        if fits is None or fits(model):
            yield model, (1 if rows else model.size) * (model.count if wide else 1)


def matching_picks(quantity: Quantity, force: Force, scope: Node) -> Iterator[Pick]:
    """The picks of a scope that fit."""
    where = quantity.where
    few = where.candidate_picks(force) if where and scope is force.root else None
    found = scope.picks_of(force, quantity.inner) if few is None else iter(few)
    if scope.wide and quantity.part != "all":
        found = (pick for pick in found if pick.owner.part == quantity.part)
    return filter(where.fits_pick, found) if where else found


def matching_groups(quantity: Quantity, force: Force, scope: Node) -> Iterator[Group]:
    """The groups that stand in a scope and fit; `inner: false` leaves out those that stand within another there."""
    here = scope.groups_of(force, quantity.inner)
    return here if quantity.where is None else filter(quantity.where.fits, here)


def collect_amounts(quantity: Quantity, force: Force, scope: Node) -> Iterator[Thing]:
    """What is added up: each thing with its number and how often it is there."""
    name = quantity.sum or quantity.highest or quantity.lowest or ""
    what = force.game.number_of(name)
    if what[0] == "stat":
        for model, times in matching_models(quantity, force, scope):
            yield model, force.stat(model, what[1], quantity.printed, quantity.until), times
    elif what[0] == "value":
        yield from value_amounts(quantity, force, scope, what[1])
    elif quantity.where is not None and quantity.from_ == "models" and quantity.sum is None:
        yield from sum_by_model(pick_amounts(quantity, force, scope, what), scope)
    else:
        yield from pick_amounts(quantity, force, scope, what)


def pick_amounts(quantity: Quantity, force: Force, scope: Node, what: Number) -> Iterator[Thing]:
    """What picks cost or print, each by itself."""
    read = price_reader(quantity, force, what[1]) if what[0] == "cost" else printed_number_reader(quantity, what[1])
    settled = what[0] == "cost" and not quantity.printed
    for pick in picks_to_sum(quantity, force, scope):
        if settled and pick.lots:
            yield from amounts_by_price(pick, what[1], scope)
            continue
        amount = read(pick)
        if amount:
            yield pick, amount, pick.times_in(scope)


def sum_by_model(things: Iterable[Thing], scope: Node) -> Iterator[Thing]:
    """The same model by model: what all picks on one come to. What stands on no model stays by itself."""
    found: dict[Model, int] = {}
    for thing in things:
        model = thing[0].model
        if model is None:
            yield thing
        else:
            found[model] = found.get(model, 0) + thing[1] * thing[2]
    for model, total in found.items():
        times = model.count if scope.wide else 1
        yield model, total // times, times


def amounts_by_price(pick: Pick, currency: str, scope: Node) -> Iterator[Thing]:
    """The copies of a pick that do not all cost the same, by price."""
    for number, amount in pick.lots_in(currency):
        if amount:
            yield pick, amount, pick.times_in(scope) * number // pick.per_owner


def value_amounts(quantity: Quantity, force: Force, scope: Node, name: str) -> Iterator[Thing]:
    """A number field of whatever row has it: a model, a group or the list."""
    for owner in (force.root, *force.groups):
        value = owner.values.get(name)
        fits = quantity.where is None or quantity.where.fits(owner)
        if type(value) is int and fits and (owner is scope or scope is force.root):
            yield owner, value, 1
    for model, _ in matching_models(quantity, force, scope):
        value = model.values.get(name)
        if type(value) is int:
            yield model, value, model.count if scope.wide else 1


def price_reader(quantity: Quantity, force: Force, currency: str) -> Callable[[Pick], int]:
    """How to read what a pick costs in a currency."""
    if quantity.printed:
        return lambda pick: 0 if pick.given_by else pick.entry.price(currency)
    return PRICE if currency == force.game.first_currency else lambda pick: pick.price_in(currency)


def printed_number_reader(quantity: Quantity, name: str) -> Callable[[Pick], int]:
    """How to read a printed number of a pick."""

    def read(pick: Pick) -> int:
        value = pick.entry.field(name) if quantity.printed else pick.field(name)
        number = value.number if isinstance(value, Value) else value
        return number if type(number) is int else 0

    return read


def picks_to_sum(quantity: Quantity, force: Force, scope: Node) -> Iterator[Pick]:
    """The picks whose numbers are added up: those that fit, or all on models that fit."""
    if quantity.where is None or quantity.from_ != "models":
        yield from matching_picks(quantity, force, scope)
        return
    test = quantity.where.fits_pick
    fitting = {id(model) for model, _ in matching_models(quantity, force, scope)}
    for pick in scope.picks_of(force, quantity.inner):
        owner = pick.owner
        if owner.sheet == "model":
            if id(owner) in fitting:
                yield pick
        elif quantity.part in ("all", owner.part) and test(pick):
            yield pick


def look_up_total(quantity: Quantity, force: Force, scope: Node) -> int | None:
    """The same without a walk, for what is asked of every list: a value of a model, its models, what it costs."""
    game, part = force.game, quantity.part
    if quantity.sum is None:
        if quantity.count == "models" and scope is force.root and quantity.different is None and not game.weighted:
            return sum([row.count * row.size for row in force.rows if part in ("all", row.part)])
        return None
    kind, name = game.number_of(quantity.sum)
    if kind == "value" and scope.model is scope:
        value = scope.model.values.get(name)
        return value if type(value) is int else 0
    if kind == "cost" and scope is force.root and not quantity.printed and name in game.currencies:
        if part == "main":
            return force.totals[name]
        return sum(costs[name] for one, costs in force.parts.items() if part in ("all", one))
    return None


def total_of_models(quantity: Quantity, force: Force, scope: Node) -> int | None:
    """How many models fit, or what they cost, without a look at each pick on them."""
    game = force.game
    if quantity.sum is None:
        if quantity.count not in ("models", "rows") or quantity.different is not None or game.weighted:
            return None
        return sum([times for _, times in matching_models(quantity, force, scope)])
    if quantity.from_ != "models" or quantity.printed or scope is not force.root:
        return None
    if game.number_of(quantity.sum) != ("cost", game.first_currency):
        return None
    above = [pick.cost for pick in picks_off_models(quantity, force)]
    return sum(above) + sum([model.cost * model.count for model, _ in matching_models(quantity, force, scope)])


def picks_off_models(quantity: Quantity, force: Force) -> Iterator[Pick]:
    """The picks that fit and stand on no model, but on the list or on a group."""
    assert quantity.where is not None
    for owner in (force.root, *force.groups):
        if quantity.part in ("all", owner.part):
            yield from filter(quantity.where.fits_pick, owner.inside)


def values_of(force: Force, node: Node, by: str) -> list[str]:
    """The values that a thing is counted under."""
    owner, pick = node.owner, node.pick
    if by == "group":
        return [owner.group.name] if owner.group else []
    if by == "name":
        return [owner.model.name] if owner.model and owner.model.name else []
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


def distinct_values(force: Force, things: Iterable[Thing], name: str) -> list[str]:
    """The values that some things have under a name, each once."""
    return list(dict.fromkeys(value for node, *_ in things for value in values_of(force, node, name)))


def sum_weights(weights: Iterable[tuple[tuple[Fraction | int, object], int]]) -> int:
    """The sum of weights, each kind of broken weight rounded up by itself."""
    whole = 0
    sums: dict[object, Fraction] = {}
    for (weight, key), times in weights:
        if weight == 1:
            whole += times
        else:
            sums[key] = sums.get(key, Fraction(0)) + weight * times
    return whole + sum(ceil(one) for one in sums.values())


Number = tuple[str, str]
"""What can be settled: `("stat", "hp")`, `("cost", "points")`, `("field", "range")`, `("room", "gear")` …"""
Counted = Literal["models", "rows", "picks", "groups", "entries"]
BASES = ("count", "sum", "highest", "lowest", "limit", "number", "of")


@record
class Quantity:
    """How many: `3`, `limit`, `models`, `{count: picks, where: {tag: heavy}}`, `{share: 25%, of: limit}`.

    One base (`count`, `sum`, `highest`, `lowest`, `limit`, `number`, `of`); which things (`where`, `from`, `in`,
    `inner`, `part`; `different` counts the values they have; `printed` is before every grant, `until: 0` before changes
    of a later order); and what is reckoned from it, in this order: `percent-of`, `share`, `per` with `give`, `round`,
    `plus`, `less`, `least`, `most`. With `where`, a `sum`, `highest` or `lowest` of what picks cost or print needs
    `from`: whole models that fit, or only the picks that do.
    """

    count: Counted | None = None
    """How many models, rows, picks, groups or different entries."""
    sum: Annotated[str | None, Refers("number")] = None
    """The sum of a cost, a stat, a printed number or a number of the row."""
    highest: Annotated[str | None, Refers("number")] = None
    """The highest of these numbers."""
    lowest: Annotated[str | None, Refers("number")] = None
    """The lowest of these numbers."""
    limit: Annotated[str | None, Refers("limit")] = None
    """The limit of a currency."""
    number: Whole | None = None
    """A number."""
    of: Quantity | None = None
    """Another quantity."""
    where: Selector | None = None
    """Which ones: a selector."""
    from_: Literal["models", "picks"] | None = None
    """Whether whole models that fit are added up, or only the picks that fit."""
    in_: Scope | None = None
    """Where to look: this pick, model, group or the list."""
    inner: Flag = True
    """Whether groups within the group count."""
    part: Annotated[str, Refers("part")] = "main"
    """The part of the list that counts: main unless said, the name of another part, or all."""
    different: Annotated[str | None, Refers("field or slot")] = None
    """Count the different values of this that they have, not them."""
    printed: Flag = False
    """Before anything changes it."""
    until: Count | None = None
    """After changes of this order and before later ones."""
    percent_of: Quantity | None = None
    """As a percentage of this."""
    share: Text | int | None = None
    """A share, such as 1/4 or 25%."""
    per: Positive | None = None
    """For every so many."""
    give: Whole | None = None
    """So many."""
    round: Literal["up", "down"] | None = None
    """Which way it is rounded: down unless said."""
    plus: Quantity | None = None
    """What is added."""
    less: Quantity | None = None
    """What is taken off."""
    least: Whole | None = None
    """No less than this."""
    most: Whole | None = None
    """No more than this."""

    @staticmethod
    def expand(data: object) -> object:
        """YAML's short forms in full: a number, `limit`, `models` and the like."""
        if isinstance(data, int) and not isinstance(data, bool):
            return {"number": data}
        if data == "limit":
            return {"limit": "cost"}
        if isinstance(data, str) and data in NOUNS:
            return {"count": data}
        return data

    def __post_init__(self) -> None:
        bases = [name for name in BASES if getattr(self, name) is not None]
        if len(bases) != 1:
            raise ValueError(f"a quantity has exactly one of {', '.join(BASES)}; this has {listed(bases) or 'none'}")
        if self.share is not None:
            fraction(self.share)
        if self.count == "entries" and self.different is not None:
            raise BadKeyError(
                "count", "`count: entries` counts different ones; `different` stands beside models, rows, picks, groups"
            )
        for key, company in REQUIRED_BESIDE.items():
            if getattr(self, key) not in (None, DEFAULTS[key]) and not any(
                getattr(self, one) is not None for one in company
            ):
                said = " or ".join(f"`{yaml_key(one)}`" for one in company)
                raise BadKeyError(yaml_key(key), f"`{yaml_key(key)}` has no effect without {said}")

    @cached_property
    def fixed(self) -> int | None:
        """The number itself, where it is nothing but a number."""
        return self.number if self.number is not None and self == constant(self.number) else None

    @cached_property
    def ratio(self) -> Fraction:
        """The share as a fraction."""
        return fraction(self.share if self.share is not None else 1)

    def evaluate(self, force: Force, at: Node, part: Node | None = None) -> int | None:
        """The quantity as asked at a place; `part` is what a rule judges. None: there is no such limit."""
        if self.fixed is not None:
            return self.fixed
        if self.limit is not None and self.is_bare:
            return force.limits.get(force.game.currency_id(self.limit))
        scope = self.scope(force, at, part)
        if self.is_known_total and scope is not None and (known_sum := look_up_total(self, force, scope)) is not None:
            return known_sum
        key = (id(self), id(scope), id(at) if self.depends_on_place else 0)
        known = force._quantities.get(key)
        if known is not None:
            return known[1]
        value = self.compute(force, at, scope, part)
        # The quantity itself is kept beside its value: as long as it is, nothing else can have its identity.
        force._quantities[key] = (self, value)
        return value

    @cached_property
    def is_known_total(self) -> bool:
        """Whether it is a sum that may be there already, so that remembering it would take longer than asking again."""
        return self.sum is not None and self.where is None and self.is_bare

    @cached_property
    def depends_on_place(self) -> bool:
        """Whether some quantity inside this one depends on more of the place than this one's scope."""
        inner = self.parts()[1:]
        return any(one.in_ for one in inner) or bool(self.in_ and inner)

    def compute(self, force: Force, at: Node, scope: Node | None, part: Node | None) -> int | None:
        """Base, percentage, share, so many for each, rounding, plus, less, bounds: in that order."""
        base = self.base(force, at, scope, part)
        return base if base is None else self.derive(base, force, at, part)

    def derive(self, base: int, force: Force, at: Node, part: Node | None) -> int:
        """What is reckoned from a base."""
        if self.is_bare:
            return base
        value, parts = base, 1  # a fraction: whole numbers are several times as fast as `Fraction`
        if self.percent_of:
            whole = self.percent_of.evaluate(force, at, part)
            value, parts = (100 * base, whole) if whole else (0, 1)
        if self.share is not None:
            value, parts = value * self.ratio.numerator, parts * self.ratio.denominator
        if self.per is not None:
            value, parts = self.round_fraction(value, parts * self.per) * (1 if self.give is None else self.give), 1
        number = self.round_fraction(value, parts)
        for more, sign in ((self.plus, 1), (self.less, -1)):
            if more is not None:
                number += sign * (more.evaluate(force, at, part) or 0)
        number = number if self.least is None else max(number, self.least)
        return number if self.most is None else min(number, self.most)

    @cached_property
    def is_bare(self) -> bool:
        """Whether nothing is reckoned from its base."""
        reckoned = (self.percent_of, self.share, self.per, self.plus, self.less, self.least, self.most)
        return all(one is None for one in reckoned)

    @cached_property
    def rounded_up(self) -> Quantity:
        """The same for a comparison with a most: a bare percentage is compared as it is, so 33 1/3 is over 33."""
        plain_percentage = self.percent_of and self.share is None and self.per is None and self.round is None
        return replace(self, round="up") if plain_percentage else self

    @property
    def counts_things(self) -> bool:
        """Whether it counts things one by one: taking one out makes it one less."""
        return self.count not in (None, "entries") and self.different is None and self.percent_of is None

    def round_fraction(self, value: int, parts: int) -> int:
        """A fraction as a whole number; down unless said."""
        return -(-value // parts) if self.round == "up" else value // parts

    def scope(self, force: Force, at: Node, part: Node | None) -> Node | None:
        """The part of the tree it looks at: what `in` says, else what is judged, else the list."""
        return find_scope(self.in_, force, at) if self.in_ else part or force.root

    def base(self, force: Force, at: Node, scope: Node | None, part: Node | None) -> int | None:
        """What everything else is reckoned from."""
        if self.number is not None:
            return self.number
        if self.of is not None:
            return self.of.evaluate(force, at, part)
        if self.limit is not None:
            return force.limits.get(force.game.currency_id(self.limit))
        if scope is None:
            return 0
        quick = look_up_total(self, force, scope) if self.where is None else total_of_models(self, force, scope)
        return self.total(force, self.collect(force, scope)) if quick is None else quick

    def total(self, force: Force, things: Iterable[Thing]) -> int:
        """What some things come to: how many, by what each counts as, or what their numbers add up to."""
        if self.of is not None:
            return self.of.total(force, things)
        if self.different is not None:
            return len(distinct_values(force, things, self.different))
        if self.count == "entries":
            return len({(node.entry.kind, node.entry.id) for node, *_ in things})  # type: ignore[attr-defined]
        if self.count == "groups":
            return sum(1 for _ in things)
        if self.count is not None:
            return sum_weights((node.weight, times) for node, _, times in things)  # type: ignore[attr-defined]
        if self.sum is not None:
            return sum(amount * times for _, amount, times in things)
        choose = max if self.highest is not None else min
        return choose((amount for _, amount, _ in things), default=0)

    def collect(self, force: Force, scope: Node | None) -> list[Thing]:
        """What is counted or added up: each thing with its number and how often it is there."""
        if self.of is not None:
            return self.of.collect(force, scope)
        if scope is None:
            return []
        if self.count is None:
            return list(collect_amounts(self, force, scope))
        if self.count == "groups":
            return [(group, 1, 1) for group in matching_groups(self, force, scope)]
        if self.count in ("picks", "entries"):
            return [(pick, 1, pick.times_in(scope)) for pick in matching_picks(self, force, scope)]
        return [(model, 1, times) for model, times in matching_models(self, force, scope)]

    # What it looks at, and how it is said

    def parts(self) -> list[Quantity]:
        """This quantity and every one inside it."""
        inner = [one for one in (self.of, self.percent_of, self.plus, self.less) if one]
        return [self, *(deep for one in inner for deep in one.parts())]

    def narrow(self, to: Selector) -> Quantity:
        """The same for one value of what a rule counts apart: wherever it says `in: value`, only what fits."""
        inner = {name: getattr(self, name) for name in ("of", "percent_of", "plus", "less")}
        change: dict[str, Any] = {name: one.narrow(to) for name, one in inner.items() if one}
        if self.in_ == "value":
            change |= {"in_": None, "where": to.combine(self.where)}
        return replace(self, **change) if change else self

    @cached_property
    def is_per_value(self) -> bool:
        """Whether some of it is reckoned for each value that a rule counts apart."""
        return any(one.in_ == "value" for one in self.parts())

    def selectors(self) -> list[Selector]:
        """The selectors in it."""
        return [one.where for one in self.parts() if one.where]

    def describe(self, force: Force, at: Node, part: Node | None = None) -> str:
        """Where the number comes from, or nothing for a plain number: `1/4 of 11 models, rounded up`."""
        return describe_origin(self, force, at, part)


DEFAULTS: dict[str, object] = {one.name: one.default for one in fields(Quantity)}
SUM_KEYS = ("sum", "highest", "lowest")
REQUIRED_BESIDE: dict[str, tuple[str, ...]] = {
    "give": ("per",),
    "round": ("share", "per", "percent_of"),
    "from_": ("where",),
    "different": ("count",),
    **dict.fromkeys(("where", "in_", "inner", "part"), ("count", *SUM_KEYS)),
    **dict.fromkeys(("printed", "until"), SUM_KEYS),
}


def constant(number: int) -> Quantity:
    """The quantity that is a number."""
    return Quantity(number=number)
