"""How good an unfinished list is: what the validator finds, weighed so that every step towards legal shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from listbuilder.catalogue import Game
from listbuilder.collection import Collection, missing
from listbuilder.finding import Finding
from listbuilder.force import Force
from listbuilder.lists.read import parse_list
from listbuilder.reading import Document
from listbuilder.rules import Rule
from listbuilder.rules.base import parts
from listbuilder.rules.count import Count
from listbuilder.validator import judge, rules_in_force

__all__ = ["Judge", "Row", "Score"]

Row = dict[str, Any]


class Score(NamedTuple):
    """How far a list is from legal, then from warnings, then from remarks; what it costs; and the force itself."""

    errors: int
    warnings: int
    infos: int
    force: Force
    findings: Sequence[Finding]

    @property
    def rank(self) -> tuple[int, int]:
        """What is compared: less is better."""
        return (self.errors, self.warnings)

    @property
    def cost(self) -> int:
        """The points of the list."""
        return self.force.cost


class Judge:
    """Judges lists of one game; what a player does not own counts as an error."""

    def __init__(self, game: Game, collection: Collection | None = None) -> None:
        self.game = game
        self.collection = collection

    def score(self, tree: Mapping[str, Any]) -> Score:
        """The score of a list."""
        report = judge(parse_list(Document(dict(tree), {}, None)), self.game)
        findings = list(report.findings)
        if self.collection:
            findings += missing(report.force, self.collection)
        weights = {"error": 0, "warning": 0, "info": 0}
        rules: dict[str, Rule] | None = None
        for one in findings:
            if one.code == "count.under":
                rules = rules or {rule.rule.id: rule.rule for rule in rules_in_force(report.force)}
                weights[one.severity] += shortage(rules.get(one.rule or ""), report.force)
            else:
                weights["error" if one.code == "collection.short" else one.severity] += 1
        return Score(weights["error"], weights["warning"], weights["info"], report.force, findings)


def shortage(rule: Rule | None, force: Force) -> int:
    """By how many a count falls short."""
    if not isinstance(rule, Count) or rule.min is None:
        return 1
    total = 0
    for part in parts(force, force.root, rule.over):
        least = rule.min.reckon(force, part, part) or 0
        total += max(least - (rule.of.reckon(force, part, part) or 0), 0)
    return max(total, 1)
