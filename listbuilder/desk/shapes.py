"""What each kind of line in a ledger says: its keys, and of which sort each is; a line goes in, its fault comes out.

Ids and names of files become paths, so nothing but what the desk itself writes may stand there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from listbuilder.catalogue.tournament import moment
from listbuilder.desk.players import ID

__all__ = ["line_fault"]

DIGEST = re.compile(r"[0-9a-f]{64}")
FILE = re.compile(r"\d{3,9}\.[a-z0-9]{1,8}")
MOST = 10**9
Sort = Callable[[Any], bool]


def text(value: Any) -> bool:
    """A text."""
    return isinstance(value, str)


def digest(value: Any) -> bool:
    """A hash or a public key."""
    return isinstance(value, str) and DIGEST.fullmatch(value) is not None


def number(value: Any) -> bool:
    """A whole number, such as a score, which may be below zero."""
    return isinstance(value, int) and not isinstance(value, bool) and -MOST < value < MOST


def count(value: Any) -> bool:
    """How many, or which one."""
    return number(value) and value >= 0


def place(value: Any) -> bool:
    """Which one, counted from 1."""
    return number(value) and value >= 1


def player(value: Any) -> bool:
    """The id of a player."""
    return isinstance(value, str) and ID.fullmatch(value) is not None


def nobody(value: Any) -> bool:
    """The id of a player, or nothing."""
    return value == "" or player(value)


def file(value: Any) -> bool:
    """The name of an original, which lies in one folder only."""
    return isinstance(value, str) and FILE.fullmatch(value) is not None


def several(sort: Sort) -> Sort:
    """A list of things of one sort."""
    return lambda value: isinstance(value, list) and all(map(sort, value))


def row(*sorts: Sort) -> Sort:
    """A list with one thing of each sort."""
    return lambda value: (
        isinstance(value, list) and len(value) == len(sorts) and all(s(v) for s, v in zip(sorts, value, strict=True))
    )


def game(value: Any) -> bool:
    """A table and two players; in a match of teams, which match it is too."""
    return row(count, player, player)(value) or row(count, player, player, count)(value)


# Who meets whom in a round.
SEATS: Mapping[str, Sort] = {
    "games": several(game),
    "bye": nobody,
    "absent": several(player),
    "away?": several(player),
    "matches?": several(row(count, player, player, several(player), several(player))),
    "boards?": count,
    "choice?": count,
}
# A key with a question mark may be left out.
LINES: Mapping[str, Mapping[str, Sort]] = {
    "approved": {"player": player, "version": count},
    "back": {"player": player},
    "boards": {"round": count, "draw": count, **SEATS},
    "dropped": {"player": player},
    "forgotten": {"player": player},
    "judged": {
        "player": player,
        "version": count,
        "arrival": count,
        "seal": digest,
        "errors": count,
        "late": count,
        "sender?": count,
        "together?": count,
    },
    "keyed": {"key": digest},
    "late-allowed": {"player": player},
    "late-locked": {"player": player, "version": count},
    "linked": {"player": player, "mark": text},
    "locked": {"catalogue": text, "pack": text, "lists": several(row(player, count, digest))},
    "opened": {"game": text, "name": text},
    "pack": {"digest": text},
    "paired": {
        "round": count,
        "seed": digest,
        **SEATS,
        "points": several(row(player, number)),
        "apart": several(several(player)),
        "by-points": count,
    },
    "penalty": {"player": player, "penalty": text, "round": count, "remedy?": text},
    "player": {"player": player},
    "published": {"lists": several(player)},
    "received": {"arrival": count, "hash": text, "file": file, "list": count, "player?": player},
    "returned": {"player": player, "version": count, "why?": text},
    "revealed": {"lists": several(player), "to": several(player), "full": count},
    "scored": {
        "round": place,
        "table": count,
        "one": several(number),
        "two": several(number),
        "word?": text,
        "word-two?": text,
    },
    "swapped": {"one": player, "two": player, "round": count},
    "team": {"team": player, "mark": text, "players": several(player)},
    "undone": {"line": count},
    "unlinked": {"player": player},
}


def line_fault(at: str, what: str, said: Mapping[str, Any]) -> str:
    """What is wrong with a line whose checksum holds; nothing where a desk may have written it."""
    try:
        moment(at)
    except ValueError:
        return "has no moment under `at`"
    for key, sort in LINES.get(what, {}).items():
        name = key.removesuffix("?")
        if name not in said and name == key:
            return f"lacks `{name}`"
        if name in said and not sort(said[name]):
            return f"has something under `{name}` that no desk writes"
    return ""
