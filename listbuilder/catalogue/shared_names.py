"""Entries that a rulebook prints under one name: that name, written twice, means both; an id means one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from listbuilder.catalogue.entries import Entry
from listbuilder.catalogue.game import Game


def is_by_id(written: str, entry: Entry) -> bool:
    """Whether an entry was written by its id and not by its printed name, which may be the same but for its case."""
    word = written.strip()
    return word == entry.id or (word.casefold() == entry.id != entry.name.casefold())


def unambiguous_name(written: str, entry: Entry, game: Game) -> str:
    """The printed name of an entry, but its id where that is what was written and the name has another meaning."""
    return entry.id if entry.key in game.twins and is_by_id(written, entry) else entry.name


def assign_shared_names(written: Sequence[tuple[str, Entry]], game: Game) -> list[Entry]:
    """The entries of a slot, in which a printed name that stands there twice means the twin the second time.

    Where it stands there more often, or its twin is there as well, nothing tells which is meant, and all stay.
    """
    counts = Counter(entry.id for word, entry in written if not is_by_id(word, entry))
    there = {entry.id for _, entry in written}
    seen: set[str] = set()
    made: list[Entry] = []
    for word, entry in written:
        by_name = not is_by_id(word, entry)
        twin = game.twins.get(entry.key) if by_name and counts[entry.id] == 2 and entry.id in seen else None
        made.append(twin if twin and twin.id not in there else entry)
        seen |= {entry.id} if by_name else set()
    return made
