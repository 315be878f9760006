"""The plan of a game: what the resolver needs of it, worked out once; spellings, defaults, and effects by level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from listbuilder.base.records import FrozenDict, record
from listbuilder.catalogue import Entry, Field, Game, Grant, RowSchema, SizeField, Slot, Step
from listbuilder.catalogue.evaluation_order import all_grants, evaluation_levels
from listbuilder.catalogue.query import Number, Quantity
from listbuilder.judging.force import Contribution, Pick, Sum


class GrantEffect(NamedTuple):
    """One operation of a grant on one number; `target` is the slot whose picks it is for, or `self`.

    `own` says that something on a model changes a number of that model, and of nobody else.
    """

    number: Number
    order: int
    what: str
    amount: Quantity | Fraction | int
    grant: Grant
    target: str
    own: bool


class Gift(NamedTuple):
    """Something that an entry gives its own model, whatever else is on the list: what, into which slot, how many."""

    entry: Entry
    slot: str
    number: int


@record
class Effects:
    """What something does when it is on the list: what it gives, and what it changes level by level.

    `sums` is what it adds to numbers of its own model, where nothing is left to be asked; `summed` says the same for
    something that stands on no model. So do `gifts`, where that is all that it gives, and `gives`.
    """

    gives: tuple[Grant, ...]
    gifts: tuple[Gift, ...]
    sums: tuple[Sum, ...]
    summed: tuple[GrantEffect, ...]
    levels: tuple[tuple[GrantEffect, ...], ...]


ActivePicks = list[tuple[Pick, Effects]]
"""The picks that do something, with what they do."""


@record
class SheetPlan:
    """A sheet with the spellings each slot understands; `defaults` are values of fields that are left out.

    `rooms` are the keys under which grants can open room, `room` is how much each has before any grant.
    """

    sheet: RowSchema
    spellings: Mapping[str, Mapping[str, Entry]]
    slots: tuple[tuple[str, Slot, Mapping[str, Entry]], ...]
    known: frozenset[str]
    defaults: Mapping[str, int | bool | str | tuple[str, ...]]
    raises: tuple[tuple[str, Field], ...]
    fields: tuple[tuple[str, Field], ...]
    apart: tuple[tuple[str, Field], ...]
    rooms: frozenset[str]
    room: Mapping[str, int | None]
    computed_room: tuple[tuple[str, Quantity], ...]
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
    lines: Mapping[int, Mapping[str, int]]
    bounds: tuple[tuple[str, int | None, int | None], ...]
    levels: tuple[frozenset[Number], ...]
    unchanged: frozenset[Number]
    non_additive: frozenset[Number]
    effects: Mapping[int, Effects]
    own: Effects | None
    nested: bool
    has_shared_names: bool
    spent_on: bool
    size: tuple[str, SizeField] | None
    weighted: bool
    has_computed_limits: bool
    priced: bool
    standing_gifts: bool
    changes_by_itself: bool
    aliased: bool
    chooses: bool


@lru_cache(maxsize=32)
def plan_for(game: Game) -> Plan:
    """The plan of a game."""
    order = evaluation_levels(game)
    compiler = _Compiler(game, order)
    entries = (*game.entries, *game.given_keywords)
    effects = {id(one): made for one in entries if (made := compiler.effects(one.all_grants, one.name))}
    sheets = {name: _sheet(game, sheet, compiler) for name, sheet in game.sheets.items()}
    own = compiler.effects(game.grants)
    stats = FrozenDict({id: stat.base or 0 for id, stat in game.stats.items()})
    return Plan(
        game=game,
        model=sheets["model"],
        list=sheets["list"],
        group=sheets["group"],
        stats=stats,
        lines={id(one): FrozenDict({**stats, **one.stats}) for one in game.entries},
        bounds=tuple((id, one.minimum, one.maximum) for id, one in game.stats.items() if one.bounded),
        levels=tuple(frozenset(level) for level in order),
        unchanged=frozenset(("stat", id) for id in game.stats) - compiler.rank.keys(),
        non_additive=compiler.non_additive,
        effects=effects,
        own=own,
        nested=any(entry.picks for entry in game.entries),
        has_shared_names=bool(game.twins),
        spent_on=any(name in game.budgets for entry in game.entries for name in entry.prices),
        size=next(iter(game.model.of_type(SizeField).items()), None),
        weighted=game.weighted,
        has_computed_limits=any(isinstance(entry.limit, Quantity) for entry in game.entries),
        priced=any(offer.cost is not None for one in game.entries for many in one.offers.values() for offer in many),
        standing_gifts=any(
            one.gives for one in (*([own] if own else []), *(e for s in sheets.values() for _, e in s.granting))
        ),
        changes_by_itself=own is not None or any(sheet.granting for sheet in sheets.values()),
        aliased=any(sheet.aliases for sheet in game.sheets.values()),
        chooses=any(grant.only for grant in all_grants(game)),
    )


def non_additive_numbers(game: Game) -> frozenset[Number]:
    """The numbers that something does more to than add; room that something may take away too: it is never negative."""
    steps = (
        (number, what, amount) for grant in all_grants(game) for number, _, (_, what, amount) in _steps(game, grant)
    )
    return frozenset(
        one for one, what, amount in steps if what != "add" or (one[0] == "room" and _may_be_negative(amount))
    )


def _may_be_negative(amount: Quantity | Fraction) -> bool:
    """Whether what is added may be less than nothing."""
    fixed = amount.fixed if isinstance(amount, Quantity) else amount
    return fixed is None or fixed < 0


class _Compiler:
    """Makes effects of grants; `rank` is the level on which each number is resolved."""

    def __init__(self, game: Game, order: list[list[Number]]) -> None:
        self.game, self.order = game, order
        self.rank = {number: at for at, level in enumerate(order) for number in level}
        self.non_additive = non_additive_numbers(game)

    def effects(self, grants: Iterable[Grant], giver: str = "") -> Effects | None:
        """What some grants do, or None when that is nothing; `giver` is the entry they are printed on."""
        levels: list[list[GrantEffect]] = [[] for _ in self.order]
        gives: list[Grant] = []
        sums: list[tuple[Sum, GrantEffect]] = []
        for grant in grants:
            if grant.gives:
                gives.append(grant)
            for number, target, (order, what, by) in _steps(self.game, grant):
                fixed = by.fixed if isinstance(by, Quantity) else None
                amount = by if fixed is None else fixed
                own = self.is_of_models(number)
                effect = GrantEffect(number, order, what, amount, grant, target, own and grant.to is None)
                if (
                    giver
                    and isinstance(amount, int)
                    and _is_unconditional(grant)
                    and own
                    and number not in self.non_additive
                ):
                    sums.append((Sum(number, amount, Contribution(giver, what, amount, 1, order)), effect))
                elif number in self.rank:
                    levels[self.rank[number]].append(effect)
        if not gives and not sums and not any(levels):
            return None
        free = bool(giver) and all(_is_unconditional(grant) and self.is_own_gift(grant) for grant in gives)
        return Effects(
            gives=tuple(gives),
            gifts=tuple(gift for grant in gives for gift in self.gifts(grant)) if free else (),
            sums=tuple(one for one, _ in sums),
            summed=tuple(effect for _, effect in sums),
            levels=tuple(map(tuple, levels)),
        )

    def is_own_gift(self, grant: Grant) -> bool:
        """Whether all that a grant gives goes to models."""
        return all(slot in self.game.model.slots for slot in grant.entries)

    def gifts(self, grant: Grant) -> Iterator[Gift]:
        """What a grant gives, one by one."""
        game = self.game
        for slot, given in grant.entries.items():
            kind = game.model.slots[slot].kind
            yield from (Gift(game.by_id[kind, one.entry], slot, one.count) for one in given)
        yield from (Gift(entry, "", 1) for entry in given_words(game, grant))

    def is_of_models(self, number: Number) -> bool:
        """Whether a number is one that models have."""
        kind, name = number
        return kind in ("stat", "budget") or (kind == "room" and self.game.model.holds(name))


def given_words(game: Game, grant: Grant) -> list[Entry]:
    """The keywords and tags that a grant gives, which stand in no slot."""
    return [*map(game.keywords_given.__getitem__, grant.keywords), *map(game.given_tags.__getitem__, grant.tags)]


def _is_unconditional(grant: Grant) -> bool:
    """Whether a grant is always made, and to its own model alone."""
    return not (grant.when or grant.each or grant.to or grant.once or grant.where)


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


def _sheet(game: Game, sheet: RowSchema, compiler: _Compiler) -> SheetPlan:
    fields = tuple(sheet.fields.items())
    # Plain dicts, which nobody outside the resolver gets: methods of a subclass take three times as long to call.
    spellings = {id: dict(game.names.get(slot.kind, {})) for id, slot in sheet.slots.items()}
    offers = {slot for entry in game.entries for slot, many in entry.offers.items() if any(o.default for o in many)}
    room: dict[str, int | None] = {
        id: slot.max if isinstance(slot.max, int) else None for id, slot in sheet.slots.items()
    }
    room |= {id: field.room for id, field in fields}
    made = [(id, compiler.effects(field.grants_of(id))) for id, field in fields]
    return SheetPlan(
        sheet=sheet,
        spellings=spellings,
        slots=tuple((id, slot, spellings[id]) for id, slot in sheet.slots.items()),
        known=frozenset([*sheet.slots, *sheet.fields]),
        defaults=FrozenDict({id: field.default_value for id, field in fields if field.default_value is not None}),
        raises=tuple((id, field) for id, field in fields if field.raises),
        fields=tuple((id, field) for id, field in fields if not field.raises),
        apart=tuple((id, field) for id, field in fields if field.stands_apart),
        rooms=frozenset(id for id in room if sheet.holds(id)),
        room=FrozenDict(room),
        computed_room=tuple((id, slot.max) for id, slot in sheet.slots.items() if isinstance(slot.max, Quantity)),
        fills=bool(offers & sheet.slots.keys()) or any(slot.default is not None for slot in sheet.slots.values()),
        each_model=frozenset(id for id, slot in sheet.slots.items() if slot.each == "model"),
        granting=tuple((id, one) for id, one in made if one),
    )
