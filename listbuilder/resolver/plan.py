"""What resolving needs to know of a game, worked out once: base numbers, spellings per slot, defaults."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from listbuilder.catalogue import Entry, Field, Game, Grant, ModelsField, RaiseField, Sheet
from listbuilder.force import ModelValue, Pick
from listbuilder.record import record

__all__ = ["Plan", "SheetPlan", "plan_for"]


@record
class SheetPlan:
    """A sheet with the spellings each slot understands and what it holds when left out.

    `ready` remembers the pick that a spelling in a place means: picks are frozen, so one object serves every list.
    """

    sheet: Sheet
    spellings: Mapping[str, Mapping[str, Entry]]
    known: frozenset[str]
    filled: Mapping[str, Pick]
    ready: dict[tuple[str, int | None, str], Pick]
    room: Mapping[str, int | None]
    defaults: Mapping[str, ModelValue]
    fields: tuple[tuple[str, Field], ...]
    raises: tuple[RaiseField, ...]
    counted: tuple[tuple[str, Grant], ...]


@record
class Plan:
    """All of a game that the resolver looks at for every model."""

    game: Game
    model: SheetPlan
    list: SheetPlan
    group: SheetPlan
    stats: Mapping[str, int]
    floors: tuple[tuple[str, int], ...]
    budgets: Mapping[str, int]
    conditions: tuple[Grant, ...]
    opens_list: bool
    statted: bool
    nested: bool
    weighted: bool
    group_key: str | None
    posts: tuple[str, ...]


@lru_cache(maxsize=32)
def plan_for(game: Game) -> Plan:
    """The plan of a game."""
    grants = [*game.grants, *(grant for entry in game.entries for grant in entry.effects)]
    return Plan(
        game=game,
        model=_sheet(game, game.model),
        list=_sheet(game, game.list),
        group=_sheet(game, game.group),
        stats={id: stat.base or 0 for id, stat in game.stats.items()},
        floors=tuple((id, stat.minimum) for id, stat in game.stats.items() if stat.minimum is not None),
        budgets=dict.fromkeys(game.budgets, 0),
        conditions=tuple(grant for grant in grants if grant.when),
        opens_list=any(slot in game.list.slots for grant in grants for slot in grant.slots),
        statted=any(getattr(entry, "stats", None) for entry in game.entries),
        nested=any(entry.picks for entry in game.entries),
        group_key=game.model.group_key,
        posts=game.group.posts,
        weighted=any(entry.counts != 1 for entry in game.entries),
    )


def _sheet(game: Game, sheet: Sheet) -> SheetPlan:
    fields = sheet.fields.items()
    spellings = {id: game.names.get(slot.kind, {}) for id, slot in sheet.slots.items()}
    return SheetPlan(
        sheet=sheet,
        spellings=spellings,
        known=frozenset([*sheet.slots, *sheet.fields]),
        filled={
            id: Pick(spellings[id][slot.default], id, None, spellings[id][slot.default].cost)
            for id, slot in sheet.slots.items()
            if slot.default is not None
        },
        ready={},
        room={
            **{id: slot.max for id, slot in sheet.slots.items()},
            **{id: field.max for id, field in sheet.of_type(ModelsField).items()},
        },
        defaults={id: field.usual for id, field in fields if field.usual is not None},
        fields=tuple(fields),
        raises=tuple(sheet.of_type(RaiseField).values()),
        counted=tuple((id, field.grants) for id, field in fields if field.grants),
    )
