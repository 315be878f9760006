"""What a quantity looks at: the models, picks and groups of a part of the tree that fit, their numbers and values.

A quantity and a part of a force go in, things with how often they are there come out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import ceil
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from listbuilder.values import Value

if TYPE_CHECKING:
    from listbuilder.force import Force, Group, Model, Node, Pick
    from listbuilder.quantity import Number, Quantity

PRICE = attrgetter("price")
Part = Literal["pick", "holder", "model", "group", "list"]
Scope = Literal[Part, "value"]

Thing = tuple["Node", int, int]
"""Something that is counted or added up: where it is, its number, and how often it is there."""


def scope_of(name: Scope, force: Force, at: Node) -> Node | None:
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
        return at.holding
    return at.model if name == "model" else at.group


def models(quantity: Quantity, force: Force, scope: Node) -> Iterator[tuple[Model, int]]:
    """The models of a scope that fit, with how many miniatures (or rows) each is."""
    fits = quantity.where.fits if quantity.where else None
    rows, wide = quantity.count == "rows", scope.wide
    for model in scope.models_of(force, quantity.inner):
        if wide and quantity.part not in ("all", model.part):
            continue
        if fits is None or fits(model):
            yield model, (1 if rows else model.size) * (model.count if wide else 1)


def picks(quantity: Quantity, force: Force, scope: Node) -> Iterator[Pick]:
    """The picks of a scope that fit."""
    where = quantity.where
    few = where.entries_of(force) if where and scope is force.root else None
    found = scope.picks_of(force, quantity.inner) if few is None else iter(few)
    if scope.wide and quantity.part != "all":
        found = (pick for pick in found if pick.owner.part == quantity.part)
    return filter(where.fits_pick, found) if where else found


def groups(quantity: Quantity, force: Force, scope: Node) -> Iterator[Group]:
    """The groups that stand in a scope and fit; `inner: false` leaves out those that stand within another there."""
    here = scope.groups_of(force, quantity.inner)
    return here if quantity.where is None else filter(quantity.where.fits, here)


def amounts(quantity: Quantity, force: Force, scope: Node) -> Iterator[Thing]:
    """What is added up: each thing with its number and how often it is there."""
    name = quantity.sum or quantity.highest or quantity.lowest or ""
    what = force.game.number_of(name)
    if what[0] == "stat":
        for model, times in models(quantity, force, scope):
            yield model, force.stat(model, what[1], quantity.printed, quantity.until), times
    elif what[0] == "value":
        yield from values(quantity, force, scope, what[1])
    elif quantity.where is not None and quantity.from_ == "models" and quantity.sum is None:
        yield from whole_models(of_picks(quantity, force, scope, what), scope)
    else:
        yield from of_picks(quantity, force, scope, what)


def of_picks(quantity: Quantity, force: Force, scope: Node, what: Number) -> Iterator[Thing]:
    """What picks cost or print, each by itself."""
    read = price(quantity, force, what[1]) if what[0] == "cost" else printed(quantity, what[1])
    settled = what[0] == "cost" and not quantity.printed
    for pick in paid(quantity, force, scope):
        if settled and pick.lots:
            yield from uneven(pick, what[1], scope)
            continue
        amount = read(pick)
        if amount:
            yield pick, amount, pick.times_in(scope)


def whole_models(things: Iterable[Thing], scope: Node) -> Iterator[Thing]:
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


def uneven(pick: Pick, currency: str, scope: Node) -> Iterator[Thing]:
    """The copies of a pick that do not all cost the same, by price."""
    for number, amount in pick.lots_in(currency):
        if amount:
            yield pick, amount, pick.times_in(scope) * number // pick.rel


def values(quantity: Quantity, force: Force, scope: Node, name: str) -> Iterator[Thing]:
    """A number field of whatever row has it: a model, a group or the list."""
    for owner in (force.root, *force.groups):
        value = owner.values.get(name)
        fits = quantity.where is None or quantity.where.fits(owner)
        if type(value) is int and fits and (owner is scope or scope is force.root):
            yield owner, value, 1
    for model, _ in models(quantity, force, scope):
        value = model.values.get(name)
        if type(value) is int:
            yield model, value, model.count if scope.wide else 1


def price(quantity: Quantity, force: Force, currency: str) -> Callable[[Pick], int]:
    """How to read what a pick costs in a currency."""
    if quantity.printed:
        return lambda pick: 0 if pick.given_by else pick.entry.price(currency)
    return PRICE if currency == force.game.first_currency else lambda pick: pick.price_in(currency)


def printed(quantity: Quantity, name: str) -> Callable[[Pick], int]:
    """How to read a printed number of a pick."""

    def read(pick: Pick) -> int:
        value = pick.entry.field(name) if quantity.printed else pick.field(name)
        number = value.number if isinstance(value, Value) else value
        return number if type(number) is int else 0

    return read


def paid(quantity: Quantity, force: Force, scope: Node) -> Iterator[Pick]:
    """The picks whose numbers are added up: those that fit, or all on models that fit."""
    if quantity.where is None or quantity.from_ != "models":
        yield from picks(quantity, force, scope)
        return
    test = quantity.where.fits_pick
    fitting = {id(model) for model, _ in models(quantity, force, scope)}
    for pick in scope.picks_of(force, quantity.inner):
        owner = pick.owner
        if owner.sheet == "model":
            if id(owner) in fitting:
                yield pick
        elif quantity.part in ("all", owner.part) and test(pick):
            yield pick


def at_once(quantity: Quantity, force: Force, scope: Node) -> int | None:
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


def of_models(quantity: Quantity, force: Force, scope: Node) -> int | None:
    """How many models fit, or what they cost, without a look at each pick on them."""
    game = force.game
    if quantity.sum is None:
        if quantity.count not in ("models", "rows") or quantity.different is not None or game.weighted:
            return None
        return sum([times for _, times in models(quantity, force, scope)])
    if quantity.from_ != "models" or quantity.printed or scope is not force.root:
        return None
    if game.number_of(quantity.sum) != ("cost", game.first_currency):
        return None
    above = [pick.cost for pick in loose_picks(quantity, force)]
    return sum(above) + sum([model.cost * model.count for model, _ in models(quantity, force, scope)])


def loose_picks(quantity: Quantity, force: Force) -> Iterator[Pick]:
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


def different_values(force: Force, things: Iterable[Thing], name: str) -> list[str]:
    """The values that some things have under a name, each once."""
    return list(dict.fromkeys(value for node, *_ in things for value in values_of(force, node, name)))


def weighed(weights: Iterable[tuple[tuple[Fraction | int, object], int]]) -> int:
    """The sum of weights, each kind of broken weight rounded up by itself."""
    whole = 0
    sums: dict[object, Fraction] = {}
    for (weight, key), times in weights:
        if weight == 1:
            whole += times
        else:
            sums[key] = sums.get(key, Fraction(0)) + weight * times
    return whole + sum(ceil(one) for one in sums.values())
