"""The plan of a game: what the resolver needs of it, worked out once; spellings, defaults, and effects by level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from listbuilder.catalogue import Entry, Field, Game, Grant, Sheet, Slot, Step
from listbuilder.catalogue.order import all_grants, levels
from listbuilder.quantity import Number, Quantity
from listbuilder.record import record

__all__ = ["Effect", "Effects", "Plan", "SheetPlan", "plan_for"]


class Effect(NamedTuple):
    """One operation of a grant on one number; `target` is the slot whose picks it is for, or `self`."""

    number: Number
    order: int
    what: str
    amount: Quantity | Fraction | int
    grant: Grant
    target: str
    plain: bool


@record
class Effects:
    """What something does when it is on the list: what it gives, and what it changes level by level."""

    gives: tuple[Grant, ...]
    levels: tuple[tuple[Effect, ...], ...]


@record
class SheetPlan:
    """A sheet with the spellings each slot understands; `defaults` are values of fields that are left out."""

    sheet: Sheet
    spellings: Mapping[str, Mapping[str, Entry]]
    slots: tuple[tuple[str, Slot, Mapping[str, Entry]], ...]
    known: frozenset[str]
    defaults: Mapping[str, int | bool | str | tuple[str, ...]]
    raises: tuple[tuple[str, Field], ...]
    fields: tuple[tuple[str, Field], ...]
    room: Mapping[str, int | None]
    reckoned_room: tuple[tuple[str, Quantity], ...]
    fills: bool
    each_model: frozenset[str]
    granting: tuple[tuple[str, Effects], ...]


@record
class Plan:
    """All of a game that the resolver looks at."""

    game: Game
    model: SheetPlan
    list: SheetPlan
    group: SheetPlan
    stats: Mapping[str, int]
    bounds: tuple[tuple[str, int | None, int | None], ...]
    levels: tuple[frozenset[Number], ...]
    additive: frozenset[Number]
    effects: Mapping[int, Effects]
    own: Effects | None
    nested: bool
    twins: bool
    spent_on: bool
    statted: bool
    weighted: bool
    priced: bool
    gives: bool


@lru_cache(maxsize=32)
def plan_for(game: Game) -> Plan:
    """The plan of a game."""
    order = levels(game)
    rank = {number: at for at, level in enumerate(order) for number in level}
    entries = (*game.entries, *game.given_keywords)
    effects = {id(one): made for one in entries if (made := effects_of(game, one.all_grants, rank, len(order)))}
    sheets = {name: _sheet(game, getattr(game, name), rank, len(order)) for name in ("model", "list", "group")}
    own = effects_of(game, game.grants, rank, len(order))
    return Plan(
        game=game,
        model=sheets["model"],
        list=sheets["list"],
        group=sheets["group"],
        stats={id: stat.base or 0 for id, stat in game.stats.items()},
        bounds=tuple((id, one.minimum, one.maximum) for id, one in game.stats.items() if one.bounded),
        levels=tuple(frozenset(level) for level in order),
        additive=additive(game),
        effects=effects,
        own=own,
        nested=any(entry.picks for entry in game.entries),
        twins=bool(game.twins),
        spent_on=any(name in game.budgets for entry in game.entries for name in entry.prices),
        statted=any(entry.stats for entry in game.entries),
        weighted=game.weighted,
        priced=any(offer.cost is not None for one in game.entries for many in one.offers.values() for offer in many),
        gives=any(
            one.gives
            for one in (
                *effects.values(),
                *([own] if own else []),
                *(e for s in sheets.values() for _, e in s.granting),
            )
        ),
    )


def additive(game: Game) -> frozenset[Number]:
    """The numbers of rows that nothing does more to than add."""
    steps = [(number, step) for grant in all_grants(game) for number, _, step in _steps(game, grant)]
    more = {number for number, (order, what, _) in steps if order or what != "add"}
    found = {number for number, _ in steps} | {("stat", id) for id in game.stats}
    return frozenset(number for number in found - more if number[0] in ("stat", "room", "budget"))


def effects_of(game: Game, grants: Iterable[Grant], rank: Mapping[Number, int], count: int) -> Effects | None:
    """What some grants do, or None when that is nothing."""
    made: list[list[Effect]] = [[] for _ in range(count)]
    given = []
    for grant in grants:
        if grant.gives:
            given.append(grant)
        for number, target, step in _steps(game, grant):
            if number in rank:
                made[rank[number]].append(_effect(game, number, target, step, grant))
    if not given and not any(made):
        return None
    return Effects(gives=tuple(given), levels=tuple(tuple(level) for level in made))


def _steps(game: Game, grant: Grant) -> Iterable[tuple[Number, str, Step]]:
    for kind, changes in (("stat", grant.stats), ("room", grant.slots), ("budget", grant.budgets)):
        for name, change in changes.items():
            yield from (((kind, name), "", step) for step in change.steps())
    for name, limit in grant.limits.items():
        for side, one in (("min", limit.min), ("max", limit.max)):
            if one:
                yield from ((("limit", name), side, step) for step in one.steps())
    for slot, changes in grant.fields.items():
        for name, change in changes.items():
            yield from ((game.printed_number(name), slot, step) for step in change.steps())


def _effect(game: Game, number: Number, target: str, step: Step, grant: Grant) -> Effect:
    order, what, amount = step
    if isinstance(amount, Quantity) and amount.fixed is not None:
        amount_: Quantity | Fraction | int = amount.fixed
    else:
        amount_ = amount
    free = not (grant.when or grant.each or grant.to or grant.once or grant.where)
    reaches = number[0] in ("stat", "budget") or (number[0] == "room" and game.model.holds(number[1]))
    return Effect(number, order, what, amount_, grant, target, reaches and free and isinstance(amount_, int))


def _sheet(game: Game, sheet: Sheet, rank: Mapping[Number, int], count: int) -> SheetPlan:
    fields = tuple(sheet.fields.items())
    spellings = {id: game.names.get(slot.kind, {}) for id, slot in sheet.slots.items()}
    offers = {slot for entry in game.entries for slot, many in entry.offers.items() if any(o.default for o in many)}
    room: dict[str, int | None] = {
        id: slot.max if isinstance(slot.max, int) else None for id, slot in sheet.slots.items()
    }
    room |= {id: field.room for id, field in fields if field.room is not None}
    made = [(id, effects_of(game, field.grants_of(id), rank, count)) for id, field in fields]
    return SheetPlan(
        sheet=sheet,
        spellings=spellings,
        slots=tuple((id, slot, spellings[id]) for id, slot in sheet.slots.items()),
        known=frozenset([*sheet.slots, *sheet.fields]),
        defaults={id: field.usual for id, field in fields if field.usual is not None},
        raises=tuple((id, field) for id, field in fields if field.raises),
        fields=tuple((id, field) for id, field in fields if not field.raises),
        room=room,
        reckoned_room=tuple((id, slot.max) for id, slot in sheet.slots.items() if isinstance(slot.max, Quantity)),
        fills=bool(offers & sheet.slots.keys()) or any(slot.default is not None for slot in sheet.slots.values()),
        each_model=frozenset(id for id, slot in sheet.slots.items() if slot.each == "model"),
        granting=tuple((id, one) for id, one in made if one),
    )
