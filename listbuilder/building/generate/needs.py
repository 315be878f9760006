"""What a list still needs: rules that find too little of something say of what, so that such models are tried first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from listbuilder.base.findings import Finding
from listbuilder.building.generate.judge import Score, size_of
from listbuilder.catalogue import Entry
from listbuilder.catalogue.query import Selector
from listbuilder.judging.validator import rules_in_force


class Need(NamedTuple):
    """More of what a rule asks for; the finding says how much."""

    where: Selector
    finding: Finding


class Shortfall(NamedTuple):
    """What a list with some score lacks, by the rules that say so, and how much else is wrong with it."""

    score: Score
    lacks: dict[tuple[str, str], Need]
    others: int

    @property
    def companion_findings(self) -> tuple[Finding, ...]:
        """The findings about something that is missing beside something else."""
        return tuple(need.finding for need in self.lacks.values() if need.finding.code.endswith((".missing", ".none")))

    def first(self, heads: Iterable[Entry], slot: Callable[[Entry], str]) -> list[Entry]:
        """What models can be, needed ones first; `slot` says where each would stand."""
        return sorted(heads, key=lambda entry: not self.is_needed(entry, slot(entry)))

    def is_needed(self, entry: Entry, slot: str) -> bool:
        """Whether something asks for such a model."""
        return any(need.where.could_fit(entry, slot) for need in self.lacks.values())

    def name(self, slot: str) -> bool:
        """Whether something asks for more in this very slot."""
        return any(slot in need.where.slot for need in self.lacks.values())

    def is_reduced_by(self, after: Score) -> bool:
        """Whether a need is smaller in another list, in which nothing else is wrong that was not before."""
        if not self.lacks:
            return False
        now = needs_of(after)
        left = {key: size_of(need.finding) for key, need in now.lacks.items()}
        return now.others <= self.others and any(
            left.get(key, 0) < size_of(need.finding) for key, need in self.lacks.items()
        )


def needs_of(score: Score) -> Shortfall:
    """What a list lacks, as far as its rules say of what there is too little."""
    short = {
        (one.code.partition(".")[0], one.rule or ""): one
        for one in score.wrong
        if one.code.endswith((".under", ".missing", ".none"))
    }
    lacks = {
        (rule.kind, rule.id): Need(rule.remedy_selector, short[rule.kind, rule.id])
        for rule, *_ in (rules_in_force(score.force) if short else ())
        if (rule.kind, rule.id) in short and rule.remedy_selector is not None
    }
    met = [need.finding for need in lacks.values()]
    return Shortfall(score, lacks, sum(size_of(one) for one in score.wrong if one not in met))
