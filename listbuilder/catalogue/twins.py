"""Entries that a rulebook prints under one name: that name, written twice, means both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from listbuilder.catalogue.entry import Entry
from listbuilder.catalogue.game import Game


def told_apart(entries: Sequence[Entry], game: Game) -> list[Entry]:
    """The entries of a slot, in which one that stands there twice is its twin the second time.

    Where it stands there more often, or its twin is there as well, nothing tells which is meant, and all stay.
    """
    counts = Counter(entry.id for entry in entries)
    seen: set[str] = set()
    made: list[Entry] = []
    for entry in entries:
        twin = game.twins.get(entry.key) if counts[entry.id] == 2 and entry.id in seen else None
        made.append(twin if twin and twin.id not in counts else entry)
        seen.add(entry.id)
    return made
