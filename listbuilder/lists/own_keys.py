"""The keys that lists of every game have, and those of their rows: their order, their bounds, what they are for.

Whoever reads, writes, sorts or describes a list asks here. What the game adds stands between head and tail.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Literal, NamedTuple

from listbuilder.lists.document import MAX_COPIES
from listbuilder.record import record

MAX_NAME, MAX_NOTES, MAX_ROWS, MAX_LIMIT = 80, 500, 200, 999_999_999


class OwnKey(NamedTuple):
    """One key; `most` is the longest text, the highest number or the most rows; a `rare` one is seldom set by hand.

    `least` is the lowest number.
    """

    text: str
    most: int = MAX_NAME
    holds: Literal["text", "number", "game", "rows"] = "text"
    rare: bool = False
    least: int = 1


@record
class OwnKeys:
    """The keys of a list or of a row: before what the game adds, behind it, and the rows at the end."""

    head: Mapping[str, OwnKey]
    tail: Mapping[str, OwnKey]
    rows: Mapping[str, OwnKey] = field(default_factory=dict)

    @cached_property
    def all(self) -> Mapping[str, OwnKey]:
        """Every key in its order."""
        return {**self.head, **self.tail, **self.rows}

    @cached_property
    def texts(self) -> Mapping[str, int]:
        """The keys that hold text, with its greatest length."""
        return {key: one.most for key, one in self.all.items() if one.holds == "text"}

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The keys that hold a number, with the highest."""
        return {key: one.most for key, one in self.all.items() if one.holds == "number"}

    def around(self, added: Iterable[str]) -> list[str]:
        """The order of keys with those that the game adds; rows come last of all and are not among them."""
        return list(dict.fromkeys([*self.head, *added, *self.tail]))


LIST = OwnKeys(
    head={
        "game": OwnKey("The game: its id or name.", holds="game"),
        "name": OwnKey("What the list is called."),
        "player": OwnKey("Who plays it."),
        "format": OwnKey("Battle size; sets the {points} limit."),
        "limit": OwnKey("An agreed limit instead of the format's.", MAX_LIMIT, "number", least=0),
        "catalogue": OwnKey("The catalogue version the list was built against.", rare=True),
    },
    tail={
        "notes": OwnKey("Anything worth remembering.", MAX_NOTES),
        "art": OwnKey("An image file.", MAX_NOTES, rare=True),
    },
    rows={
        "models": OwnKey("The models, one item each.", MAX_ROWS, "rows"),
        "groups": OwnKey("Named groups of models.", MAX_ROWS, "rows"),
    },
)
ROW = OwnKeys(
    head={
        "id": OwnKey("What tells it from all others, however the list is ordered.", rare=True),
        "name": OwnKey("What the {what} is called."),
    },
    tail={
        "count": OwnKey("How many identical ones.", MAX_COPIES, "number"),
        "notes": OwnKey("Anything worth remembering.", MAX_NOTES),
        "art": OwnKey("An image file for its card.", MAX_NOTES, rare=True),
    },
)

GROUP = OwnKeys(head=ROW.head, tail={key: one for key, one in ROW.tail.items() if key != "count"})
"""A group is known by its name, so there is one of it."""


def own_keys(kind: str) -> OwnKeys:
    """The keys of what stands under `models` or `groups`, or else of the list itself."""
    return {"models": ROW, "groups": GROUP}.get(kind, LIST)
