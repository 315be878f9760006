"""Rankings and draws in words: heads of columns, cells, and what decided."""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.catalogue import Event
from listbuilder.desk.rounds.standings import Place, number_text

__all__ = ["column_heads", "key_words", "place_cells", "rows_of"]

TELLING = {
    "points": "points",
    "wins": "games won",
    "opponents": "the points of all opponents",
    "head-to-head": "the games among those who are level",
    "lot": "lot",
}
HEADS = {"points": "Points", "wins": "Won", "opponents": "Opponents", "head-to-head": "Head to head"}


def key_words(event: Event, key: str) -> str:
    """What a key of the order is, in words."""
    names = {one.id: one.name for one in event.counts}
    names |= {f"{one.id}-lead": f"{one.name} ahead of opponents" for one in event.counts}
    return names.get(key) or TELLING[key]


def _shown(event: Event) -> list[str]:
    """The keys that have a column: a lot is no number that says anything."""
    return [key for key in event.order if key != "lot"]


def column_heads(event: Event) -> list[str]:
    """The heads of a ranking."""
    names = {f"{one.id}-lead": f"{one.name} +/-" for one in event.counts} | {one.id: one.name for one in event.counts}
    return ["Place", "Player", *(names.get(key) or HEADS[key] for key in _shown(event)), "Decided by"]


def place_cells(event: Event, place: Place, name: str) -> list[str]:
    """A place of a ranking as cells."""
    values = [number_text(place.values[key]) if key in place.values else "" for key in _shown(event)]
    return [str(place.rank), name, *values, key_words(event, place.decided) if place.decided else ""]


def rows_of(event: Event, places: list[Place], name_of: Callable[[str], str]) -> list[list[str]]:
    """A ranking as rows of cells."""
    return [place_cells(event, one, name_of(one.player)) for one in places]
