"""What resolving needs to know of a game, worked out once: base numbers, spellings per slot, defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from listbuilder.catalogue import Entry, Field, Game, Sheet
from listbuilder.force import ModelValue

__all__ = ["Plan", "SheetPlan", "plan_for"]


@dataclass(frozen=True, eq=False)
class SheetPlan:
    """A sheet with the spellings each slot understands and the values its fields have when left out."""

    sheet: Sheet
    spellings: Mapping[str, Mapping[str, Entry]]
    room: Mapping[str, int | None]
    defaults: Mapping[str, ModelValue]
    raises: tuple[tuple[str, Field], ...]
    counted: tuple[tuple[str, Field], ...]


@dataclass(frozen=True, eq=False)
class Plan:
    """All of a game that the resolver looks at for every model."""

    game: Game
    model: SheetPlan
    list: SheetPlan
    group: SheetPlan
    stats: Mapping[str, int]
    floors: tuple[tuple[str, int], ...]
    budgets: Mapping[str, int]
    conditional: bool
    weighted: bool


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
        conditional=any(grant.when for grant in grants),
        weighted=any(entry.counts != 1 for entry in game.entries),
    )


def _sheet(game: Game, sheet: Sheet) -> SheetPlan:
    fields = sheet.fields.items()
    return SheetPlan(
        sheet=sheet,
        spellings={id: game.names.get(slot.kind, {}) for id, slot in sheet.slots.items()},
        room={
            **{id: slot.max for id, slot in sheet.slots.items()},
            **{id: field.max or 0 for id, field in fields if field.type == "models"},
        },
        defaults={id: field.default for id, field in fields if field.default is not None},
        raises=tuple((id, field) for id, field in fields if field.type == "raise"),
        counted=tuple((id, field) for id, field in fields if field.each),
    )
