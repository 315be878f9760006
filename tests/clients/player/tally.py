"""Which effects came up in a game and were played, which came up and were not, and which never did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .values import Data

__all__ = ["Tally"]

INNER = ("options", "then", "else", "rows", "with")


class Tally:
    """Keeps a record of every effect by the entry it stands on and its place there."""

    def __init__(self, entries: Data) -> None:
        self.where: dict[int, tuple[str, str]] = {}
        self.spoken: set[tuple[str, str]] = set()
        for key, entry in entries.items():
            for at, effect in enumerate(entry.get("effects", [])):
                self._walk(effect, f"{key} {at}")
        self.done: set[str] = set()
        self.left: dict[str, str] = {}

    def _walk(self, effect: Data, place: str) -> None:
        self.where[id(effect)] = (place, effect["do"])
        self.spoken |= {(effect["do"], name) for key in ("what", "as") for name in _words(effect.get(key))}
        for name in INNER:
            for at, one in enumerate(_effects(effect.get(name))):
                self._walk(one, f"{place} {name} {at}")

    def played(self, effect: Data) -> None:
        """An effect did what it says."""
        if id(effect) in self.where:
            self.done.add(self.where[id(effect)][0])

    def passed(self, effect: Data) -> None:
        """An effect came up, and this engine does not know how to play it."""
        if id(effect) in self.where:
            place, verb = self.where[id(effect)]
            self.left[place] = verb

    def report(self) -> Data:
        """How many records there are, were played, came up and were not, and never came up; the last two by name."""
        left = {place: verb for place, verb in self.left.items() if place not in self.done}
        return {
            "records": len(self.where),
            "played": len(self.done),
            "not played": len(left),
            "never came up": len(self.where) - len(self.done) - len(left),
            "by verb": dict(sorted(Counter(left.values()).items())),
            "where": sorted(left),
            "never": sorted(place for place, _ in self.where.values() if place not in self.done and place not in left),
        }


def _words(held: Any) -> list[str]:
    """The words in a key of an effect; an amount has none."""
    return held if isinstance(held, list) else []


def _effects(held: Any) -> Iterator[Data]:
    """The effects inside a key of another."""
    if isinstance(held, dict):
        for one in held.values():
            yield from _effects(one)
    elif isinstance(held, list):
        for one in held:
            yield from [one] if isinstance(one, dict) else _effects(one)
