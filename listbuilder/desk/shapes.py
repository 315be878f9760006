"""What each kind of line in a ledger says: its keys, and of which sort each is; a line goes in, its fault comes out.

Ids and names of files become paths, so nothing but what the desk itself writes may stand there: no other kind of line,
no other key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from listbuilder.catalogue.tournament import MOST_LISTS, moment
from listbuilder.desk.players import ID

DIGEST = re.compile(r"[0-9a-f]{64}")
FILE = re.compile(r"\d{3,9}\.[a-z0-9]{1,8}")
MOST = 10**9
Sort = Callable[[Any], bool]
CONTAINER = "several"
"""Whose something is that holds lists of several players."""
UNDOABLE = (
    "approved", "back", "boards", "checked", "closed", "dropped", "late-allowed", "late-locked", "locked", "paired",
    "penalty", "plays", "returned", "scored", "swapped",
)  # fmt: skip
"""What can be taken back; whatever else a line says has happened."""


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


def team(value: Any) -> bool:
    """The number of a team."""
    return isinstance(value, str) and ID.fullmatch(value) is not None


def side(value: Any) -> bool:
    """A player, or a team where teams are drawn, or nobody."""
    return value == "" or player(value)


def roster(value: Any) -> bool:
    """A list, by the id of its player, with its number behind where it is a further one."""
    return player(value)


def sender(value: Any) -> bool:
    """Which list something is, or that it holds lists of several players."""
    return player(value)


def several_lists(value: Any) -> bool:
    """How many lists a player brings."""
    return place(value) and value <= MOST_LISTS


def ending(value: Any) -> bool:
    """How a game ended, where it was said in a word."""
    return value in ("win", "draw", "loss")


def file(value: Any) -> bool:
    """The name of an original, which lies in one folder only."""
    return isinstance(value, str) and FILE.fullmatch(value) is not None


@dataclass(frozen=True)
class Several:
    """A list of things of one sort."""

    sort: Sort

    def __call__(self, value: Any) -> bool:
        """Whether a value is one."""
        return isinstance(value, list) and all(map(self.sort, value))

    def parts(self, value: list[Any]) -> Iterator[tuple[Sort, Any]]:
        """What is in it, each with its sort."""
        return ((self.sort, one) for one in value)


@dataclass(frozen=True)
class Row:
    """A list with one thing of each sort; the last ones may be left out where so many are `needed`."""

    sorts: tuple[Sort, ...]
    needed: int

    def __call__(self, value: Any) -> bool:
        """Whether a value is one."""
        known = isinstance(value, list) and self.needed <= len(value) <= len(self.sorts)
        return known and all(sort(one) for sort, one in self.parts(value))

    def parts(self, value: list[Any]) -> Iterator[tuple[Sort, Any]]:
        """What is in it, each with its sort."""
        return zip(self.sorts, value, strict=False)


def row(*sorts: Sort) -> Row:
    """A list with one thing of each sort."""
    return Row(sorts, len(sorts))


# Who meets whom in a round: a game is a table and two players, and its match where teams play.
SEATS: Mapping[str, Sort] = {
    "games": Several(Row((count, player, player, count), 3)),
    "bye": side,
    "absent": Several(player),
    "away?": Several(player),
    "matches?": Several(row(count, team, team, Several(player), Several(player))),
}
# A key with a question mark may be left out.
LINES: Mapping[str, Mapping[str, Sort]] = {
    "approved": {"player": roster, "version": count},
    "back": {"player": player},
    "boards": {"round": count, "draw": count, "why?": text, **SEATS},
    "checked": {"player?": roster, "version?": count, "verdict": text},
    "closed": {},
    "dropped": {"player": player},
    "forgotten": {"player": player},
    "judged": {
        "player": roster,
        "version": count,
        "arrival": count,
        "seal": digest,
        "errors": count,
        "late": count,
        "sender?": count,
        "together?": count,
        "unsupported?": count,
        "vouched?": count,
    },
    "keyed": {"key": digest},
    "late-allowed": {"player": roster, "why": text},
    "late-locked": {"player": roster, "version": count, "seal": digest},
    "linked": {"player": player, "mark": digest},
    "locked": {
        "catalogue": text,
        "pack": digest,
        "lists": Several(row(roster, count, digest)),
        "missing": Several(roster),
    },
    "opened": {"game": text, "name": text, "number": text},
    "owned": {"arrival": count, "player": roster},
    "pack": {"digest": digest, "each?": several_lists},
    "paired": {
        "round": count,
        "seed": digest,
        **SEATS,
        "points": Several(row(side, number)),
        "apart": Several(Several(side)),
        "by-points": count,
        "boards?": count,
        "choice?": count,
    },
    "penalty": {"player": player, "penalty": text, "round": count, "remedy?": text},
    "player": {"player": player},
    "plays": {"round": place, "draw": place, "table": count, "lists": row(roster, roster)},
    "published": {"lists": Several(roster)},
    "received": {
        "arrival": count,
        "hash": digest,
        "file": file,
        "list": count,
        "player?": sender,
        "came?": text,
    },
    "returned": {"player": roster, "version": count, "why?": text},
    "revealed": {"lists": Several(roster), "to": Several(player), "full": count},
    "scored": {
        "round": place,
        "table": count,
        "one": Several(number),
        "two": Several(number),
        "word?": ending,
        "word-two?": ending,
    },
    "swapped": {"one": player, "two": player, "round": count, "why": text},
    "team": {"team": team, "mark": digest, "players": Several(player)},
    "undone": {"line": place, "why?": text},
    "unlinked": {"player": player},
}


def line_fault(at: str, what: str, said: Mapping[str, Any]) -> str:
    """What is wrong with a line whose checksum holds; nothing where a desk may have written it."""
    try:
        moment(at)
    except ValueError:
        return "has no moment under `at`"
    if what not in LINES:
        return "is of a kind that no desk writes"
    keys = LINES[what]
    for key, sort in keys.items():
        name = key.removesuffix("?")
        if name not in said and name == key:
            return f"lacks `{name}`"
        if name in said and not sort(said[name]):
            return f"has something under `{name}` that no desk writes"
    strange = next((key for key in said if key not in keys and f"{key}?" not in keys), None)
    return f"has a key `{strange}` that no desk writes" if strange is not None else ""


def stranger(
    what: str, said: Mapping[str, Any], players: Container[str], teams: Container[str], further: Container[str]
) -> str:
    """Whom a line names and who is none of these players, teams or further lists; nothing where all are known."""
    known: Mapping[Sort, tuple[Container[str], ...]] = {
        player: (players,),
        roster: (players, further),
        sender: (players, further),
        side: (players, teams),
        team: (teams,),
    }
    for sort, id in _leaves(what, said):
        if sort in known and id not in ("", CONTAINER) and not any(id in some for some in known[sort]):
            return str(id)
    return ""


def _leaves(what: str, said: Mapping[str, Any]) -> Iterator[tuple[Sort, Any]]:
    """What a line says, piece by piece, each with its sort."""
    waiting = [(sort, said[name]) for key, sort in LINES[what].items() if (name := key.removesuffix("?")) in said]
    while waiting:
        sort, value = waiting.pop()
        if isinstance(sort, Several | Row):
            waiting += sort.parts(value)
        else:
            yield sort, value
