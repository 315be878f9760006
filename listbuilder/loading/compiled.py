"""The compiled form of a game: JSON of the checked values, so that YAML is read once and not at every start.

Its key in the user's cache is a digest of all it depends on: the names of the folders, the catalogue and this program.
It is JSON and not a pickle, so reading it runs no code.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from listbuilder import catalogue
from listbuilder.base import values
from listbuilder.base.records import EMPTY, TAG, deferred, pack, replace, set_fields, unpacker
from listbuilder.catalogue import ENTRY_TYPES, Entry, Game
from listbuilder.catalogue.entry_facts import EntryFacts
from listbuilder.catalogue.query import Condition, Quantity, Range, Selector
from listbuilder.catalogue.rules import KINDS
from listbuilder.storage import cache
from listbuilder.storage.processes.budget import unbounded

CLASSES: dict[str, Any] = {
    cls.__name__: cls
    for cls in (
        *ENTRY_TYPES.values(),
        *KINDS.values(),
        EntryFacts,
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
        return unpack_game(kept)
    # An unreadable entry is a miss: the game is made anew and replaces it.
    except (ValueError, TypeError, KeyError):
        return None


def store(key: str, game: Game) -> None:
    """Store a compiled game."""
    cache.store(f"game-{key}", pack_game(game))


# In the compiled form, entries are apart: a list asks a few of thousands for more than their names and tags.

HEAD = ("id", "kind", "name", "printed", "aliases", "tags", "category")
"""The fields of entries that every start reads; an entry's others are unpacked when one of them is first asked."""


def pack_game(game: Game) -> bytes:
    """A game as bytes: a line with the size of each part, then the game, the heads of its entries, and their rests."""
    heads, rests = [], []
    for entry in game.entries:
        rest = {key: one for key, one in pack(entry).items() if key not in HEAD and key != TAG}
        rests.append(_dump(rest) if rest else b"")
        heads.append([type(entry).__name__, len(rests[-1]), *(getattr(entry, name) for name in HEAD)])
    whole = {"game": pack(replace(game, entries=())), "facts": pack(game.facts)}
    parts = [_dump(whole), _dump(heads)]
    return b"".join([_dump([*map(len, parts)]), b"\n", *parts, *rests])


def unpack_game(kept: bytes) -> Game:
    """The game in such bytes, with entries that are unpacked on demand."""
    start = kept.index(b"\n") + 1
    sizes = json.loads(kept[:start])
    whole = json.loads(kept[start : (start := start + sizes[0])], object_hook=restore)
    heads = json.loads(kept[start : (start := start + sizes[1])])
    entries: list[Entry] = []
    for cls, size, *known in heads:
        head = dict(zip(HEAD, known, strict=True))
        head["aliases"], head["tags"] = tuple(head["aliases"]), tuple(head["tags"])
        entries.append(deferred(CLASSES[cls], head, partial(_rest, kept, start, size)))
        start += size
    game: Game = replace(whole["game"], entries=tuple(entries))
    set_fields(game, facts=whole["facts"])
    return game


def _rest(kept: bytes, start: int, size: int) -> Mapping[str, Any]:
    """The fields of an entry that are not in its head."""
    return json.loads(kept[start : start + size], object_hook=restore) if size else EMPTY


def _dump(plain: object) -> bytes:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()
