"""The report as records: what `validate --json` prints. The schema and its descriptions are generated from them.

Versioning: adding a key raises the minor version; removing one or changing its meaning raises the major version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal

from listbuilder.base.findings import Finding, capped
from listbuilder.base.records import FrozenMappings, published
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.dump import dump
from listbuilder.judging.validator import Report

REPORT = "1.3"


@published
class BeforeAfter:
    """A number before and after."""

    before: int | None
    """What it was; nothing for what was not there."""
    after: int | None
    """What it is; nothing for what is gone."""


@published
class ReportFinding(FrozenMappings):
    """One thing that is wrong or worth knowing."""

    code: str
    """Stable name of the finding; `listbuilder rules CODE` explains it."""
    severity: Literal["error", "warning", "info"]
    """An error makes a list illegal."""
    where: str
    """A path in the player's file, such as models[2].gear[1]."""
    model: str | None
    """The model it is about."""
    message: str
    """The fact, with numbers and printed names."""
    hint: str
    """What to do about it."""
    rule: str | None
    """The id of the rule."""
    source: str | None
    """The section of the rulebook."""
    from_: str | None = None
    """Who brought the rule in: the game, a format, an entry, an event."""
    line: int | None = None
    """The line in the player's file, where it came from one."""
    data: Mapping[str, str | int | bool | tuple[str, ...] | None] = field(default_factory=dict)
    """What the message is made of, so that it can be worded anew; `listbuilder rules CODE` shows the words."""
    mappings: ClassVar[tuple[str, ...]] = ("data",)


@published
class ReportCatalogue:
    """The catalogue that a list was judged by."""

    version: str
    """Its version."""
    digest: str
    """SHA-256 of its content."""
    over: tuple[str, ...] = ()
    """The games that it is laid over, where it is an overlay; the lowest first."""
    event: str | None = None
    """The event that the list was judged for."""


@published
class ReportPoints:
    """What a list costs."""

    total: int | None
    """The cost of the whole list."""
    limit: int | None
    """The most it may cost, where there is a limit."""


@published
class ReportTotal:
    """What a list costs in one currency."""

    id: str
    """The currency's id."""
    name: str
    """What players call it."""
    total: int
    """How much the list costs, without the parts that stand apart."""
    limit: int | None
    """The most it may cost, where there is a limit."""


@published
class Verdict:
    """The verdict on one list, or on a file that is none."""

    file: str
    """The file, as it was named."""
    game: str | None
    """The id of the game."""
    name: str | None
    """What the list is called."""
    player: str | None = None
    """Who plays it."""
    format: str | None = None
    """The id of the battle size."""
    catalogue: ReportCatalogue | None = None
    """The catalogue it was judged by."""
    valid: bool
    """True when there is no error."""
    points: ReportPoints
    """What it costs."""
    totals: tuple[ReportTotal, ...] = ()
    """What it costs in every currency."""
    apart: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What the parts that do not count cost, by part and currency."""
    headers: Mapping[str, int | None] = field(default_factory=dict)
    """The numbers that the game shows in the head of a list."""
    meaning: str | None = None
    """A hash of what the list is, in any spelling and order."""
    event: str | None = None
    """The event that it was judged for."""
    models: int
    """How many models it has."""
    findings: tuple[ReportFinding, ...]
    """Everything wrong or worth knowing; of many of one kind the first, and how many more."""
    errors: int = 0
    """How many errors there are."""
    warnings: int = 0
    """How many warnings there are."""


@published
class LeftOut:
    """Something that lies beside the lists in a folder and was not read."""

    file: str
    """A file, or a folder with a slash at its end."""
    reason: str
    """Why it was not read."""


@published
class Summary:
    """The sum of all verdicts."""

    lists: int
    """Lists judged."""
    valid: int
    """Legal lists."""
    errors: int
    """Errors in all."""
    warnings: int
    """Warnings in all."""
    left_out: tuple[LeftOut, ...] = ()
    """What lies beside the lists in a folder and was not read."""


@published
class ReportDocument:
    """The verdict on one or more lists, as `listbuilder validate --json` prints it."""

    lists: tuple[Verdict, ...]
    """One verdict for each list."""
    summary: Summary
    """The sum."""


# Reports as JSON. Of many findings of one kind only the first are included; the counts cover all.


def finding_document(finding: Finding) -> dict[str, Any]:
    """A finding as JSON data."""
    made: dict[str, Any] = dump(published_finding(finding))
    return made


def report_document(report: Report, file: str) -> dict[str, Any]:
    """The verdict on one list as JSON data."""
    made: dict[str, Any] = dump(verdict_of(report, file))
    return made


def verdict_of(report: Report, file: str) -> Verdict:
    """The verdict on one list."""
    force = report.force
    return Verdict(
        file=file,
        game=force.game.id,
        name=force.document.name,
        player=force.document.player,
        format=force.format.id if force.format else None,
        catalogue=_catalogue(force.game),
        points=ReportPoints(total=force.cost, limit=force.limit),
        totals=tuple(
            ReportTotal(id=id, name=force.game.currency_name(id), total=total, limit=force.limits.get(id))
            for id, total in force.totals.items()
        ),
        apart={part: dict(costs) for part, costs in force.parts.items() if part != "main"},
        headers={one.name: one.of.evaluate(force, force.root) for one in force.game.headers},
        meaning=force.meaning,
        event=force.game.event.name if force.game.event else None,
        models=force.size,
        findings=_capped_findings(report.findings),
        **count_findings(report.findings),
    )


def _catalogue(game: Game) -> ReportCatalogue:
    """The catalogue of a game, with the games and the event that it is based on."""
    event = game.event.name if game.event else None
    return ReportCatalogue(version=game.version, digest=game.digest, over=game.below, event=event)


def unreadable_document(file: str, findings: tuple[Finding, ...], game: str | None = None) -> dict[str, Any]:
    """The verdict on a file that is not a list, as JSON data."""
    points = ReportPoints(total=None, limit=None)
    counts = {**count_findings(findings), "valid": False}
    made: dict[str, Any] = dump(
        Verdict(file=file, game=game, name=None, points=points, models=0, findings=_capped_findings(findings), **counts)
    )
    return made


def reports_document(lists: list[dict[str, Any]], left: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """All verdicts (or only their counts) with a summary. `left` are files that were skipped, with the reason."""
    summary = Summary(
        lists=len(lists),
        valid=sum(1 for one in lists if one["valid"]),
        errors=sum(one["errors"] for one in lists),
        warnings=sum(one["warnings"] for one in lists),
        left_out=tuple(LeftOut(file=file, reason=reason) for file, reason in left),
    )
    return {"lists": lists, "summary": dump(summary)}


def count_findings(findings: tuple[Finding, ...]) -> dict[str, Any]:
    """Whether there is no error, and the number of errors and warnings."""
    severities = [finding.severity for finding in findings]
    errors = severities.count("error")
    return {"valid": not errors, "errors": errors, "warnings": severities.count("warning")}


def _capped_findings(findings: tuple[Finding, ...]) -> tuple[ReportFinding, ...]:
    """The findings as records, capped for each kind."""
    return tuple(published_finding(finding) for finding in capped(findings))


def published_finding(finding: Finding) -> ReportFinding:
    """The published record of a finding, in reports and forces."""
    return ReportFinding(
        code=finding.code,
        severity=finding.severity,
        where=finding.where,
        model=finding.model,
        message=finding.message,
        hint=finding.hint,
        rule=finding.rule,
        source=finding.source,
        from_=finding.brought_by,
        line=finding.line,
        data={key: _json_value(value) for key, value in finding.data.items()},
    )


def _json_value(value: object) -> str | int | tuple[str, ...] | None:
    """A message parameter as a JSON value."""
    if isinstance(value, str | int | None):
        return value
    return tuple(map(str, value)) if isinstance(value, tuple | list) else str(value)
