"""Entries that a rulebook prints under one name: that name, written twice, means both."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.catalogue.entry import Entry
from listbuilder.catalogue.game import Game

__all__ = ["told_apart"]


def told_apart(entries: Sequence[Entry], game: Game) -> list[Entry]:
    """The entries of a slot, in which one that stands there twice is the second time its twin, if that is not there."""
    held = {entry.id for entry in entries}
    seen: set[str] = set()
    made: list[Entry] = []
    for entry in entries:
        twin = game.twins.get((entry.kind, entry.id))
        if twin and entry.id in seen and twin.id not in held:
            held.add(twin.id)
            made.append(twin)
        else:
            made.append(entry)
        seen.add(entry.id)
    return made
