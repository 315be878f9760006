"""A force in the words of a virtual table: what to write on each model, from the records that engines get.

What the game keeps secret is left out, with all that follows from it: everybody at a table can read what lies on it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from listbuilder.catalogue import print_stamp
from listbuilder.exchange.documents.force_records import EngineEntry, EngineForce, EngineModel, EnginePick
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.documents.publish import publish
from listbuilder.judging.secrecy import conceal, keeps_secrets, new_salt


def stable_id(force: EngineForce, part: str, alphabet: str, length: int) -> str:
    """An id for a part of a force, always the same; the fingerprint, which covers secrets, has no part in it."""
    known = f"{force.game.id}/{force.list.player}/{force.list.name}/{part}"
    number = int.from_bytes(hashlib.sha256(known.encode("utf-8", "surrogatepass")).digest(), "big")
    return "".join(alphabet[number // len(alphabet) ** at % len(alphabet)] for at in range(length))


class TableForce:
    """A published force with the words for its models."""

    def __init__(self, judged: JudgedList) -> None:
        self.game = judged.game
        report = judged.report
        if report.force.seal is None and keeps_secrets(self.game):
            report = conceal(report, new_salt())
        self.force = publish(report)
        self.kinds = {kind: judged.game.kind_name(kind) for kind in {pick.kind for pick in self.force.picks()}}

    def stats(self, model: EngineModel) -> Iterator[tuple[str, str, int, str]]:
        """The statline: id, printed name, number, and as it is printed."""
        for stat in self.force.game.stats:
            if stat.id in model.stats:
                number = model.stats[stat.id]
                yield stat.id, stat.name, number, f"{number}{stat.suffix}"

    def text(self, pick: EnginePick) -> str:
        """A pick with its numbers, keywords and rule: `Rifle (24", 2d6): Reload.`"""
        return entry_text(self.force.entries[pick.entry], pick)

    def own(self) -> Iterator[EnginePick]:
        """What was picked for the list as a whole."""
        for entries in self.force.slots.values():
            yield from entries

    def summary(self) -> str:
        """The list in a line: its game, cost and verdict."""
        force = self.force
        limit = "" if force.points.limit is None else f" of {force.points.limit}"
        verdict = "legal" if force.valid else "NOT LEGAL"
        total = f"{force.points.total}{limit} {force.points.name}"
        return f"{force.game.name} {print_stamp(self.game)}, {total}, {len(force.models)} models, {verdict}"


def entry_text(entry: EngineEntry, pick: EnginePick) -> str:
    """An entry with its numbers, keywords, choices and rule."""
    fields = [
        f"{name} {_value_text(value)}"
        for name, value in entry.fields.items()
        if not isinstance(value, str) or len(value) < 20
    ]
    numbers = [value.text for value in (entry.range, entry.damage) if value]
    keywords = [use.printed for use in entry.keywords if use.implied is None]
    inside = [one.name for one in pick.picks]
    brackets = ", ".join([*numbers, *fields, *keywords, *inside])
    uses = f" {entry.uses.text}." if entry.uses else ""
    head = f"{entry.name} ({brackets})" if brackets else entry.name
    return f"{head}: {entry.text}{uses}" if entry.text or uses else head


def _value_text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(getattr(value, "text", value))
