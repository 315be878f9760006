"""Which slots of a sheet a player fills, and how: asked by whoever reads, writes or offers keys of a list."""

from __future__ import annotations

from functools import lru_cache

from listbuilder.catalogue import Game, Sheet, Slot


@lru_cache(maxsize=64)
def growing_slots(game: Game, sheet: Sheet) -> frozenset[str]:
    """The slots that something in the game gives more room in."""
    grants = [*game.grants, *(grant for entry in game.entries for grant in entry.all_grants)]
    return frozenset(slot for grant in grants for slot in grant.slots) | sheet.opened


@lru_cache(maxsize=64)
def single_slots(game: Game, sheet: Sheet) -> frozenset[str]:
    """The slots that never hold more than one entry and are written without brackets."""
    growing = growing_slots(game, sheet)
    return frozenset(id for id, slot in sheet.slots.items() if slot.max == 1 and id not in growing)


def open_slots(game: Game, sheet: Sheet) -> dict[str, Slot]:
    """The slots that something can be picked for; others only hold what is granted."""
    growing = growing_slots(game, sheet)
    return {id: slot for id, slot in sheet.slots.items() if slot.max != 0 or id in growing}
