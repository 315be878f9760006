"""Circumstances: what players state about the table, and what an attack reads that they could state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from listbuilder.base.errors import EditError
from listbuilder.base.records import record, replace
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.values import slug
from listbuilder.base.wording import join_names

Side = Literal["actor", "target"]
Kind = Literal["state", "number", "history", "entry"]
SIDES: tuple[Side, Side] = ("actor", "target")
OTHER: Mapping[Side, Side] = {"actor": "target", "target": "actor"}
WORDS: Mapping[str | None, str] = {"actor": "attacker", "target": "target", None: ""}
MOST = 99
FORM = re.compile(r"(?:(attacker|target)\.)?([^=.]{1,80})(?:=(\d{1,3})(?:\"| ?[a-z]+)?)?")


@record
class Circumstance:
    """Something that players can state: a state, a number, a condition, something that was done, or an entry in use."""

    name: str
    side: Side | None
    kind: Kind
    text: str = ""
    most: int | None = 1
    """The greatest number that makes a difference, where there is one."""

    @property
    def word(self) -> str:
        """How it is written in full."""
        who = WORDS[self.side]
        return f"{who}.{self.name}" if who else self.name

    def check(self, number: int) -> None:
        """Raise EditError for a number greater than `most`."""
        if self.most is None or number <= self.most:
            return
        if self.kind != "entry":
            raise EditError(f"{self.word} takes no number: write {self.word}, not {self.word}={number}.")
        bound = "once" if self.most == 1 else f"{self.most} times, once for each model that has it"
        raise EditError(f"{self.word}={number} is too many: it counts {bound}. Write {self.written}.")

    @property
    def written(self) -> str:
        """How players write it with its greatest number."""
        return self.word if self.most == 1 else f"{self.word}={self.most}"


class Circumstances:
    """What players stated, and a log of everything that the attacks read."""

    def __init__(self, words: Mapping[tuple[str | None, str], int] | None = None) -> None:
        self.words = dict(words or {})
        self.asked: dict[tuple[str | None, str], Circumstance] = {}

    def ask(self, side: Side | None, name: str, kind: Kind, text: str, most: int | None = 1) -> int:
        """Read a circumstance, 0 where nobody stated it, and log that it was read.

        `most` is the greatest number that counts for an entry in use; a number by itself has no bound.
        """
        key, most = (side, name), None if kind == "number" else most
        known = self.asked.get(key)
        if known is None:
            self.asked[key] = Circumstance(name=name, side=side, kind=kind, text=text, most=most)
        elif known.most is not None and (most is None or most > known.most):
            self.asked[key] = replace(known, most=most)
        return self.words.get(key, self.words.get((None, name), 0))

    def is_stated(self, side: Side | None, name: str) -> bool:
        """Whether the player stated a value for it."""
        return (side, name) in self.words or (None, name) in self.words

    def check(self) -> None:
        """Raise EditError for words that no attack reads, are ambiguous between the sides, or are too large."""
        for side, name in self.words:
            sides = {asked for asked, one in self.asked if one == name}
            if not sides or (side is not None and side not in sides):
                raise describe_unknown(Circumstance(name=name, side=side, kind="state").word, self.asked.values())  # type: ignore[arg-type]
            if side is None and {"actor", "target"} <= sides:
                raise EditError(f"{name} may be the attacker's or the target's: say attacker.{name} or target.{name}.")
        for (side, name), number in self.words.items():
            asked = [one for (whose, what), one in self.asked.items() if what == name and side in (None, whose)]
            max(asked, key=lambda one: MOST if one.most is None else one.most).check(number)


def describe_unknown(word: str, known: Iterable[Circumstance]) -> EditError:
    """The error for a circumstance that no attack reads, with what it may have meant."""
    words = sorted({one.word for one in known} | {one.name for one in known})
    short = sorted({one.word for one in known if one.kind != "entry"} or {one.word for one in known})
    near = did_you_mean(word, words)
    there = f"There are {join_names(short, most=len(short))}." if short else "This attack asks for none."
    return EditError(f"Nothing in these attacks asks for {word}. {near or ''} {there}".replace("  ", " "))


def parse_circumstances(texts: Iterable[str]) -> dict[tuple[str | None, str], int]:
    """Parse circumstances as people write them: `hidden`, `target.hidden`, `distance=7`, `attacker.enraged=2`."""
    found: dict[tuple[str | None, str], int] = {}
    for text in texts:
        match = FORM.fullmatch(text.strip())
        if match is None:
            raise EditError(f"{text!r} is not written like hidden, target.hidden or distance=7.")
        side = {"attacker": "actor"}.get(match[1], match[1]) if match[1] else None
        found[side, slug(match[2])] = min(int(match[3]), MOST) if match[3] else 1
    return found
