"""Validate: gather every rule in force, remember who brought it in, run them all, report everything at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from listbuilder.catalogue import Game
from listbuilder.event import Event
from listbuilder.finding import Finding
from listbuilder.force import Force, Model
from listbuilder.lists.document import ListDocument
from listbuilder.reading import Document, Path, format_path
from listbuilder.record import changed, record
from listbuilder.rules import Rule
from listbuilder.standing import standing_rules

__all__ = ["Report", "RuleInForce", "rules_in_force", "validate"]

ORDER = {"error": 0, "warning": 1, "info": 2}
MALFORMED = ("file.", "key.")
EMPTY = Finding(
    code="list.empty",
    message="The list has no models.",
    hint="Add at least one under `models:`.",
    severity="warning",
    where="models",
)


class RuleInForce(NamedTuple):
    """A rule, who brought it in, and the model it is about where an entry on a model brought it."""

    rule: Rule
    brought_by: str
    model: Model | None = None


@record
class Report:
    """The verdict on one list, with every finding."""

    force: Force
    findings: tuple[Finding, ...]

    @property
    def valid(self) -> bool:
        """Whether there is no error."""
        return not any(finding.severity == "error" for finding in self.findings)

    @property
    def malformed(self) -> bool:
        """Whether some key or value of the file could not be understood."""
        return any(finding.code.startswith(MALFORMED) for finding in self.findings)


def validate(force: Force, event: Event | None = None) -> Report:
    """Judge a force, by the rules of an event as well where there is one. The force is not changed."""
    if event:
        # At an event the organiser sets the limit; one that a player wrote into the list does not count.
        printed = force.game.limit_of(force.format)
        force = changed(force, limit=event.limit if event.limit is not None else printed)
    findings = list(force.problems)
    if event and event.game != force.game.id:
        findings.append(wrong_game(event, force))
    dropped = set(event.without if event else ()).union(*(one.without for one in force.game.format_chain(force.format)))
    for one in rules_in_force(force, event):
        if one.rule.id in dropped:
            continue
        scope = force.only((one.model,)) if one.model and one.rule.judges_models else force
        findings += [changed(found, brought_by=one.brought_by) for found in one.rule.check(scope)]
    if not force.models and not findings:
        findings.append(EMPTY)
    if findings:
        findings = [place(finding, force.document) for finding in findings]
        findings.sort(key=lambda finding: (ORDER[finding.severity], finding.line or 0))
    return Report(force=force, findings=tuple(findings))


def wrong_game(event: Event, force: Force) -> Finding:
    """The finding for a list of another game than the event's."""
    return Finding(
        code="event.game",
        message=f"{event.name} is an event for {event.game}, but this is a list for {force.game.id}.",
        hint=f"Hand in a list for {event.game}.",
        where="game",
        brought_by=f"event {event.name}",
    )


def rules_in_force(force: Force, event: Event | None = None) -> Iterator[RuleInForce]:
    """Every rule that judges this force, in the order the rules came in."""
    yield from game_rules(force.game)
    if event:
        yield from (RuleInForce(rule, f"event {event.name}") for rule in event.rules)
    for format_ in force.game.format_chain(force.format):
        yield from (RuleInForce(rule, f"format {format_.name}") for rule in format_.rules)
    for pick in force.entries:
        kind = force.game.kind_name(pick.entry.kind).lower()
        yield from (RuleInForce(rule, f"{kind} {pick.entry.name}") for rule in pick.entry.rules)
        yield from role_rules(force, pick.entry)
    seen: set[int] = set()
    for model in force.rows:
        for pick in model.entries:
            for rule in pick.entry.rules:
                # A rule about the whole list is in force once, however many models bring it in.
                if rule.judges_models or id(rule) not in seen:
                    seen.add(id(rule))
                    yield RuleInForce(rule, pick.entry.name, model)


def role_rules(force: Force, entry: object) -> Iterator[RuleInForce]:
    """The rules of the role that the list plays in its mission."""
    for name, role in getattr(entry, "roles", {}).items():
        if force.values.get("role") == name:
            yield from (RuleInForce(rule, f"{name} in {getattr(entry, 'name', '')}") for rule in role.rules)


@lru_cache(maxsize=32)
def game_rules(game: Game) -> tuple[RuleInForce, ...]:
    """The rules of the game itself: what its slots and budgets say, then those it prints."""
    return tuple(RuleInForce(rule, game.name) for rule in (*standing_rules(game), *game.rules))


def place(finding: Finding, document: ListDocument) -> Finding:
    """The finding with the line of the player's file that it is about."""
    if finding.line is not None or not document.lines:
        return finding
    exact = next((line for path, line in document.lines.items() if format_path(path) == finding.where), None)
    if exact is None:
        steps: Path = tuple(int(step) if step.isdigit() else step for step in re.findall(r"[^.\[\]]+", finding.where))
        exact = Document({}, document.lines, document.file).line(steps)
    return finding.at(document.file, exact)
