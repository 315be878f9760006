"""The compiled form of a game: JSON of the checked values, so that YAML is read once and not at every start.

Its key in the user's cache is a digest of all it depends on: the names of the folders, the catalogue and this program.
It is JSON and not a pickle, so reading it runs no code.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from listbuilder import catalogue
from listbuilder.base import values
from listbuilder.base.records import pack, unpacker
from listbuilder.catalogue import ENTRY_TYPES, Game
from listbuilder.catalogue.query import Condition, Quantity, Range, Selector
from listbuilder.catalogue.rules import KINDS
from listbuilder.storage import cache
from listbuilder.storage.processes.budget import unbounded

CLASSES: dict[str, Any] = {
    cls.__name__: cls
    for cls in (
        *ENTRY_TYPES.values(),
        *KINDS.values(),
        Condition,
        Quantity,
        Range,
        Selector,
        values.Dice,
        values.Distance,
        values.RollTarget,
        values.Split,
        values.Uses,
        *(getattr(catalogue, name) for name in catalogue.__all__ if isinstance(getattr(catalogue, name), type)),
    )
}
restore = unpacker(CLASSES)


def load_or_compile(key: str, make: Callable[[], Game]) -> Game:
    """A game from the cache, or else made now and stored. The time is not charged to the list that needs it first."""
    with unbounded():
        game = load(key)
        if game is None:
            game = make()
            store(key, game)
        return game


def load(key: str) -> Game | None:
    """A compiled game, or None when there is none that can be read."""
    kept = cache.load(f"game-{key}")
    if kept is None:
        return None
    try:
        game = json.loads(kept, object_hook=restore)
    # An unreadable entry is a miss: the game is made anew and replaces it.
    except (ValueError, TypeError, KeyError):
        return None
    return game if isinstance(game, Game) else None


def store(key: str, game: Game) -> None:
    """Store a compiled game."""
    cache.store(f"game-{key}", json.dumps(pack(game), ensure_ascii=False, separators=(",", ":")).encode())
