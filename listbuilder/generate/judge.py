"""How far a list is from legal: what the judge finds, weighed so that every step towards legal shows."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import Any, NamedTuple

from listbuilder.catalogue import Game
from listbuilder.collection import Collection, missing
from listbuilder.finding import Finding
from listbuilder.force import Force
from listbuilder.lists.read import parse_list
from listbuilder.reading import Document, Tree
from listbuilder.record import changed
from listbuilder.validator import judge

__all__ = ["Judge", "Row", "Score", "size_of", "work_of"]

Row = dict[str, Any]
# So much of a list, in characters, takes about as long to judge as a list with next to nothing in it, and so many
# findings as long to write.
PIECE, FINDINGS = 300, 10


class Score(NamedTuple):
    """How far a list is from legal, then from warnings, then from remarks; and the force itself."""

    errors: int
    warnings: int
    infos: int
    force: Force
    findings: tuple[Finding, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """What is compared: less is better."""
        return (self.errors, self.warnings)

    @property
    def cost(self) -> int:
        """The points of the list."""
        return self.force.cost

    @property
    def wrong(self) -> tuple[Finding, ...]:
        """The errors."""
        return tuple(one for one in self.findings if one.severity == "error")

    @property
    def distance(self) -> float:
        """How far it is from legal: one for each error, and more the further it is over or under."""
        return sum(log2(1 + size_of(one)) for one in self.wrong)


class Judge:
    """Judges lists of one game, for an event where one is given; what a player does not own counts as an error."""

    def __init__(self, game: Game, collection: Collection | None = None, event: Game | None = None) -> None:
        self.played = game
        self.event = event
        self.game = event if event is not None and event.id == game.id else game
        self.collection = collection
        self.asked = self.spent = 0

    def score(self, tree: Mapping[str, Tree]) -> Score:
        """The score of a list."""
        self.asked += 1
        self.spent += work_of(repr(tree))
        report = judge(parse_list(Document(dict(tree), {}, None)), self.played, self.event)
        findings = list(report.findings)
        self.spent += len(findings) // FINDINGS
        if self.collection:
            findings += [changed(one, severity="error") for one in missing(report.force, self.collection)]
        weights = {"error": 0, "warning": 0, "info": 0}
        for one in findings:
            weights[one.severity] += size_of(one)
        return Score(weights["error"], weights["warning"], weights["info"], report.force, tuple(findings))


def work_of(written: str) -> int:
    """How much work it is to judge a list, by how long it is written: the same on every machine."""
    return 1 + len(written) // PIECE


def size_of(finding: Finding) -> int:
    """By how much a list is wrong: how many are missing or too many, and one where nothing is counted."""
    found = finding.data.get("missing") or finding.data.get("extra") or 1
    return max(abs(found), 1) if isinstance(found, int) else 1
