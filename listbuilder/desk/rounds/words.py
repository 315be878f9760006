"""Rankings and draws in words: heads of columns, cells, and what decided."""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.catalogue import Event
from listbuilder.desk.rounds.standings import Place, number_text

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


def head_words(event: Event, key: str) -> str:
    """The head of a key's column."""
    names = {f"{one.id}-lead": f"{one.name} +/-" for one in event.counts} | {one.id: one.name for one in event.counts}
    return names.get(key) or HEADS[key]


def ranking_table(
    event: Event, places: list[Place], name_of: Callable[[str], str], who: str = "Player"
) -> tuple[list[str], list[list[str]]]:
    """A ranking as heads and rows; a lot is no number that says anything, nor is a key that compared nobody."""
    keys = [key for key in event.order if key != "lot" and any(key in one.values for one in places)]
    heads = ["Place", who, *(head_words(event, key) for key in keys), "Decided by"]
    return heads, [_cells(event, keys, one, name_of(one.player)) for one in places]


def _cells(event: Event, keys: list[str], place: Place, name: str) -> list[str]:
    values = [number_text(place.values[key]) if key in place.values else "" for key in keys]
    return [str(place.rank), name, *values, key_words(event, place.decided) if place.decided else ""]
