"""How far a list is from legal: what the judge finds, weighed so that every step towards legal shows.

Every search asks the judge, so this is where searches are bounded: by steps, which are the same on every machine. Only
games in which a step takes many times as long as it should are bounded by processor time, and so is a search that would
use up the budget of its command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from math import inf, log2
from typing import Any, NamedTuple, TypeVar

from listbuilder.base.findings import Finding
from listbuilder.base.records import replace
from listbuilder.catalogue import Game
from listbuilder.judging.collection import SHORT_OF, CollectionSource
from listbuilder.judging.force import Force
from listbuilder.judging.validator import Referee
from listbuilder.storage.processes.budget import processor_time, remaining
from listbuilder.storage.reading import Document, Tree

Row = dict[str, Any]
# What the codes of findings end in that only ask for more.
SHORT = (".under", ".unspent", ".unused")
# The unit of work is judging a nearly empty list. So many characters of a list cost one unit, and so many findings.
PIECE, FINDINGS = 300, 10
# So many more rules, or entries to choose from, cost one unit more per piece.
RULES, ENTRIES = 30, 400
# Steps per question besides its work, however short the list; and the steps of a whole search.
ASKING, STEPS = 2, 13_000
# Mean seconds per step before the clock ends a search, and seconds of leeway. The slowest design takes 0.0003 on an
# idle machine: the clock must not end a search of an ordinary game on a busy one, or answers depend on the load.
SLOW, LEEWAY = 0.0009, 1
# The clock is looked at once in so many steps: on some machines that takes as long as judging a list.
GLANCE = 50
# Seconds of a command's budget that stay for printing and writing the result.
RESERVE = 0.3


class SearchBudgetError(Exception):
    """The judge's budget is used up; a search keeps what it has found."""


Found = TypeVar("Found")


def until_exhausted(found: Iterable[Found]) -> Iterator[Found]:
    """The items that are found within the judge's budget."""
    with suppress(SearchBudgetError):
        yield from found


class Score(NamedTuple):
    """How much is wrong with a list, by severity; and the force itself."""

    errors: int
    warnings: int
    infos: int
    force: Force
    findings: tuple[Finding, ...]

    @property
    def rank(self) -> tuple[int, int]:
        """The key for comparisons: less is better."""
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
        """How far it is from legal: one for each error, and more the larger it is."""
        # Logarithms: fifty points too many must not hide that an edit ended an error about a single model.
        return sum(log2(1 + size_of(one)) for one in self.wrong)


class SearchJudge:
    """Judges lists of one game, for an event where one is given; what a player does not own counts as an error."""

    def __init__(self, game: Game, collection: CollectionSource | None = None, event: Game | None = None) -> None:
        self.referee = Referee(game, event, collection)
        self.game = event if event is not None and event.id == game.id else game
        self.asked = self.spent = self.steps = 0
        self.weight = 1 + rules_in(self.game) // RULES + len(self.game.entries) // ENTRIES
        self.end, self.begun, self.gave_up = inf, inf, False
        self.look, self.late = 0.0, False

    @contextmanager
    def within(self, steps: float) -> Iterator[None]:
        """Give the judge a budget of steps, within the budget around it; it also gives up when they take too long."""
        before, outermost = self.end, self.end == inf
        self.end = min(self.end, self.steps + steps)
        if outermost:
            self.look, self.late = 0.0, False
            # Counted from here: a quick earlier search of the same judge gives this one no more time.
            self.begun = processor_time() + LEEWAY - self.steps * SLOW
        try:
            yield
        finally:
            self.end = before
            if outermost:
                self.late = False

    def part(self, share: float) -> AbstractContextManager[None]:
        """Take a share of the remaining budget, and leave the rest to what follows."""
        return self.within((self.end - self.steps) * share)

    @property
    def exhausted(self) -> bool:
        """Whether the judge gives up when it is asked again."""
        if self.steps >= self.end or self.late:
            return True
        if self.end < inf and self.steps >= self.look:
            self.look = self.steps + GLANCE
            self.late = processor_time() > self.begun + self.steps * SLOW or remaining() < RESERVE
        return self.late

    def score(self, tree: Mapping[str, Tree]) -> Score:
        """The score of a list."""
        if self.exhausted:
            self.gave_up = True
            raise SearchBudgetError
        self.asked += 1
        work = work_of(repr(tree)) * self.weight
        report = self.referee.judge(Document(dict(tree), {}, None))
        findings = report.findings
        work += len(findings) // FINDINGS
        self.spent += work
        self.steps += work + ASKING * self.weight
        if self.referee.collection:
            # Validation only remarks on models that the player lacks, but a suggestion that needs them is no use.
            findings = tuple(replace(one, severity="error") if one.code == SHORT_OF else one for one in findings)
        weights = {"error": 0, "warning": 0, "info": 0}
        for one in findings:
            weights[one.severity] += size_of(one)
        return Score(weights["error"], weights["warning"], weights["info"], report.force, findings)


def work_of(written: str) -> int:
    """How much work it is to judge a list, by how long it is written: the same on every machine."""
    return 1 + len(written) // PIECE


def size_of(finding: Finding) -> int:
    """By how much a list is wrong: how many are missing or too many, and one where nothing is counted."""
    found = finding.data.get("missing") or finding.data.get("extra") or 1
    return max(abs(found), 1) if isinstance(found, int) else 1


def rules_in(game: Game) -> int:
    """How many rules a list of a game is judged by, whatever is picked."""
    return len(game.rules) + max((len(one.rules) for one in game.formats), default=0)
