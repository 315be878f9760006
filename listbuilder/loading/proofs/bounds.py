"""Bounds: the lowest and the highest value of a quantity in any list. Sound, not tight; None means unbounded."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor

from listbuilder.base.records import replace
from listbuilder.base.values import fraction
from listbuilder.catalogue import Entry, SizeField, Slot
from listbuilder.catalogue.evaluation_order import all_grants
from listbuilder.catalogue.query import Quantity
from listbuilder.catalogue.rules import Rule
from listbuilder.catalogue.rules.unique import Unique
from listbuilder.loading.proofs.case import Case, On
from listbuilder.loading.proofs.satisfy import quick_answer
from listbuilder.loading.proofs.selector_proofs import could_fit

# Bounds of the numbers themselves: stats, fields of rows, costs and printed numbers.


Bounds = tuple[int | None, int | None]


def numbers(case: Case, quantity: Quantity, scope: str) -> Bounds:
    """The bounds of a sum, or of the highest or lowest of some numbers."""
    name = quantity.sum or quantity.highest or quantity.lowest or ""
    low, high = of_one(case, name)
    # Of a single model, or of a field that only the list has, the sum is the number itself.
    one = scope == "model" and quantity.where is None and not case.game.model.of_type(SizeField)
    if case.game.number_of(name)[0] in ("stat", "value"):
        if one or [on for on, sheet in case.sheets() if name in sheet.fields] == ["list"]:
            return low, high
        # The highest and the lowest of no models are 0.
        if quantity.sum is None:
            return None if low is None else min(low, 0), None if high is None else max(high, 0)
    elif quantity.sum is None and quantity.from_ != "models":
        return None if low is None else min(low, 0), high
    return 0 if low is not None and low >= 0 else None, 0 if high is not None and high <= 0 else None


def least_number(case: Case, name: str) -> int | None:
    """The lowest that a sum of such numbers can be."""
    low = of_one(case, name)[0]
    return 0 if low is not None and low >= 0 else None


def of_one(case: Case, name: str) -> Bounds:
    """The lowest and the highest of one such number."""
    game = case.game
    kind, id = game.number_of(name)
    if kind == "stat":
        return game.stats[id].minimum, game.stats[id].maximum
    if kind == "value":
        fields = [sheet.fields[id] for _, sheet in case.sheets() if id in sheet.fields]
        lows = [field.bounds[0] for field in fields if field.bounds[0] is not None]
        highs = [field.bounds[1] for field in fields if field.bounds[1] is not None]
        # One sheet without a bound leaves them all without.
        if len(lows) < len(fields):
            return None, None
        return min(lows, default=0), max(highs) if len(highs) == len(fields) else None
    # What grants change could become anything.
    changed = {game.printed_number(one) for grant in all_grants(game) for few in grant.fields.values() for one in few}
    if (kind, id) in changed:
        return None, None
    if kind != "cost":
        printed = [number(entry.field(id)) for entry in game.entries]
        return min([0, *printed]), max([0, *printed])
    printed = [entry.price(id) for entry in game.entries]
    for cost in [offer.cost for entry in game.entries for few in entry.offers.values() for offer in few]:
        if isinstance(cost, Mapping):
            printed.append(cost.get(id, 0))
        elif id == game.first_currency:
            printed.append(cost or 0)
    return min([0, *printed]), max([0, *printed])


def number(value: object) -> int:
    """A printed number, or 0."""
    return value if type(value) is int else getattr(value, "number", 0) or 0


def bounds(case: Case, quantity: Quantity, over: str = "list", beside: tuple[Rule, ...] = ()) -> Bounds:
    """The bounds of a quantity over the list, a model or a group; `beside` are rules that always hold."""
    if quantity.fixed is not None:
        return quantity.fixed, quantity.fixed
    low, high = base(case, quantity, quantity.in_ or over, beside)
    if quantity.percent_of:
        low, high = 0 if low is not None and low >= 0 else None, 100 if is_part(case, quantity) else None
    low, high = scaled(quantity, low), scaled(quantity, high)
    if quantity.give is not None and quantity.give < 0:
        # A negative factor turns the bounds round.
        low, high = high, low
    if quantity.plus:
        more = bounds(case, quantity.plus, over, beside)
        low, high = added(low, more[0]), added(high, more[1])
    if quantity.less:
        fewer = bounds(case, quantity.less, over, beside)
        # The least minus the most, and the most minus the least.
        low, high = added(low, fewer[1], -1), added(high, fewer[0], -1)
    if quantity.least is not None:
        low = quantity.least if low is None else max(low, quantity.least)
        high = high if high is None else max(high, quantity.least)
    if quantity.most is not None:
        high = quantity.most if high is None else min(high, quantity.most)
        low = low if low is None else min(low, quantity.most)
    return low, high


def added(one: int | None, other: int | None, sign: int = 1) -> int | None:
    """Two bounds put together, where both are known."""
    return None if one is None or other is None else one + sign * other


def is_part(case: Case, quantity: Quantity) -> bool:
    """Whether a percentage is of a whole that its base is a part of, and of which nothing is below 0."""
    whole = quantity.percent_of
    if whole is None or not whole.is_bare or whole.where or whole.in_ != quantity.in_ or whole.part != quantity.part:
        return False
    if quantity.count is not None:
        return whole.count == quantity.count and whole.different == quantity.different
    return quantity.sum is not None and whole.sum == quantity.sum and least_number(case, quantity.sum) == 0


def scaled(quantity: Quantity, value: int | None) -> int | None:
    """A bound after share and `per`."""
    if value is None:
        return None
    part = value * quantity.ratio
    part = part / quantity.per if quantity.per else part
    whole = ceil(part) if quantity.round == "up" else floor(part)
    return whole * (1 if quantity.give is None else quantity.give) if quantity.per else whole


def base(case: Case, quantity: Quantity, scope: str, beside: tuple[Rule, ...]) -> Bounds:
    """The bounds of what everything else is calculated from."""
    if quantity.number is not None:
        return quantity.number, quantity.number
    if quantity.of is not None:
        return bounds(case, quantity.of, scope, beside)
    if quantity.limit is not None:
        return limits(case, quantity.limit)
    if quantity.different:
        return 0, None
    if quantity.count in ("picks", "entries"):
        most = most_picks(case, quantity, scope, beside)
        if quantity.count == "entries":
            return 0, most_entries(case, quantity, most)
        return least_picks(case, quantity, scope), most
    if quantity.count in ("models", "rows"):
        alone = scope == "model" and quantity.where is None
        return int(alone), most_models(case, quantity, scope, beside)
    if quantity.count:
        # Groups stand within groups only where the game has a field for that.
        alone = scope == "group" and case.game.group.group_key is None
        return 0, 1 if alone else None
    return numbers(case, quantity, scope)


def limits(case: Case, name: str) -> Bounds:
    """The limits of a currency; players may agree on any for the first, and where the list has a field for it."""
    game = case.game
    id = game.currency_id(name)
    stated = [one.limits[id] for one in game.formats if id in one.limits]
    own = game.currencies[id].limit if id in game.currencies else None
    stated += [own] if isinstance(own, int) else []
    # Any list may have a `limit` of its own for the first currency.
    agreed = id == game.first_currency or id in game.agreed.values() or id in game.computed_limits
    return (0, None) if agreed or not stated else (min(stated), max(stated))


def most_models(case: Case, quantity: Quantity, scope: str, beside: tuple[Rule, ...]) -> int | None:
    """How many models at most: one in a model, otherwise as many as there are different ones that are unique."""
    if case.game.model.of_type(SizeField):
        return None
    if scope == "model":
        return max(1, *(ceil(fraction(one.counts)) for one in case.game.entries))
    if case.game.weighted:
        return None
    where = quantity.where
    if where is None or not (where.is_on_entry or where.slot) or case.given or case.granted_keywords or case.given_tags:
        return None
    # Only uniqueness bounds how many models fit: without it there may be any number of one entry.
    unique = {rule.slot for rule in beside if isinstance(rule, Unique) and is_plain(rule)}
    if not unique:
        return None
    own = replace(where, all=(), any=(), not_=None)
    fits = {(slot, entry.id) for entry, slot in case.spots if slot and could_fit(case, own, (entry, slot))}
    return len(fits) if fits and all(slot in unique and slot in case.game.model.slots for slot, _ in fits) else None


def is_plain(rule: Unique) -> bool:
    """Whether a rule of uniqueness holds for everything in its slot, always."""
    return not (rule.where or rule.except_ or rule.when) and rule.severity == "error"


def most_picks(case: Case, quantity: Quantity, scope: str, beside: tuple[Rule, ...]) -> int | None:
    """How many picks at most: the room of every slot that can hold something that fits."""
    where, game = quantity.where, case.game
    # What is inside picks depends on which picks they are.
    if scope in ("pick", "holder"):
        return None
    loose = (*game.given_keywords, *game.given_tags.values())
    if any(where is None or fits_here(case, quantity, one, "") for one in loose):
        return None
    total = 0
    for on, id, slot, _ in case.slots():
        few = case.called(slot.kind, where) if where else case.of_kind.get(slot.kind, [])
        fits = [one for one in few if not where or fits_here(case, quantity, one, id)]
        if not fits or (on == "list" and scope != "list") or (on == "group" and scope == "model"):
            continue
        # Gifts take no room, and weights change how many fit.
        if id in case.filled or any(fraction(one.counts) != 1 for one in fits):
            return None
        room = room_of(case, on, id, slot, fits) if on == own_sheet(scope) else None
        if room is None:
            return None
        total += room
    return total


def least_picks(case: Case, quantity: Quantity, scope: str) -> int:
    """How many picks at least: what must be in the slots of which everything fits."""
    on = own_sheet(scope)
    if on is None or case.game.weighted or case.game.model.of_type(SizeField) or quantity.part != "main":
        return 0
    where, slots = quantity.where, case.game.sheets[on].slots
    total = 0
    for few in case.required[on]:
        if where is None or all(quick_answer(where, one) for one in few):
            total += slots[few[0].slot].min
    return total


def most_entries(case: Case, quantity: Quantity, most: int | None) -> int | None:
    """How many different ones at most: as many as could stand in the slots asked for, or fewer where picks are."""
    asked = quantity.where.slot if quantity.where else ()
    if not asked:
        return most
    kinds = {slot.kind for _, id, slot, _ in case.slots() if id in asked}
    there = sum(1 for entry in case.game.entries if entry.kind in kinds)
    return there if most is None else min(most, there)


def own_sheet(scope: str) -> On | None:
    """The sheet of which a scope has exactly one row."""
    return "list" if scope == "list" else "model" if scope == "model" else None


def fits_here(case: Case, quantity: Quantity, entry: Entry, slot: str) -> bool:
    """Whether an entry in a slot may be counted."""
    assert quantity.where is not None
    own = replace(quantity.where, all=(), any=(), not_=None)
    return could_fit(case, own, (entry, slot))


def room_of(case: Case, on: On, id: str, slot: Slot, fits: list[Entry]) -> int | None:
    """The most that a slot can hold of some entries."""
    limits = [entry.limit for entry in fits if isinstance(entry.limit, int)]
    # Without repeats an entry is there as often as its limit allows.
    each = None if slot.repeats or len(limits) < len(fits) else sum(limits)
    room = most_room(case, on, id, slot)
    known = [one for one in (each, room) if one is not None]
    return min(known) if known else None


def most_room(case: Case, on: On | Entry, id: str, slot: Slot) -> int | None:
    """The most room that a slot can have; None where that depends on more than single picks of its own row."""
    if not isinstance(slot.max, int):
        return None
    best: dict[str, int] = {}
    for grant, giver, _ in case.grants():
        if id not in grant.slots:
            continue
        add = grant.slots[id].add
        number = add.fixed if isinstance(add, Quantity) else None
        stands = [one for one in case.standing if one.entry is giver]
        slots = {one.slot for one in stands if one.holder is None and one.slot in case.singles[one.on]}
        # Only what one pick of the row opens for itself is certain; several such picks share a slot of one.
        if number is None or grant.each or grant.to or len(stands) != 1 or not slots or stands[0].on != on:
            return None
        best[slots.pop()] = max(best.get(stands[0].slot, 0), sum_of_room(stands[0].entry, id))
    return slot.max + sum(best.values())


def sum_of_room(entry: Entry, id: str) -> int:
    """All the room that an entry opens in a slot."""
    adds = [grant.slots[id].add for grant in entry.all_grants if id in grant.slots]
    return sum(one.fixed or 0 for one in adds if isinstance(one, Quantity))


def fixed(quantity: Quantity | None) -> int | None:
    """A limit that is a plain number."""
    return quantity.fixed if quantity else None


def at_most(one: int | None, other: int | None) -> bool:
    """Whether one bound is known to be no higher than another."""
    return one is not None and other is not None and one <= other
