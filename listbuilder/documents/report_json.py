"""Reports as JSON: what `validate --json` prints. Of many findings of one kind only the first are shown; all count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from listbuilder.catalogue import Game
from listbuilder.documents.dump import dump
from listbuilder.documents.report import (
    LeftOut,
    ReportCatalogue,
    ReportFinding,
    ReportPoints,
    ReportTotal,
    Summary,
    Verdict,
)
from listbuilder.finding import Finding, capped
from listbuilder.validator import Report


def finding_document(finding: Finding) -> dict[str, Any]:
    """One finding."""
    made: dict[str, Any] = dump(published_finding(finding))
    return made


def report_document(report: Report, file: str) -> dict[str, Any]:
    """The verdict on one list, as data."""
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
        headers={one.name: one.of.reckon(force, force.root) for one in force.game.headers},
        meaning=force.meaning,
        event=force.game.event.name if force.game.event else None,
        models=force.size,
        findings=_shown(report.findings),
        **tally(report.findings),
    )


def _catalogue(game: Game) -> ReportCatalogue:
    """The catalogue and what it is made of."""
    event = game.event.name if game.event else None
    return ReportCatalogue(version=game.version, digest=game.digest, over=game.below, event=event)


def unreadable_document(file: str, findings: tuple[Finding, ...], game: str | None = None) -> dict[str, Any]:
    """The verdict on a file that is no list."""
    points = ReportPoints(total=None, limit=None)
    counts = {**tally(findings), "valid": False}
    made: dict[str, Any] = dump(
        Verdict(file=file, game=game, name=None, points=points, models=0, findings=_shown(findings), **counts)
    )
    return made


def reports_document(lists: list[dict[str, Any]], left: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """All verdicts or tallies with their sum; `left` is what lay beside the lists and was not read, with its reason."""
    summary = Summary(
        lists=len(lists),
        valid=sum(1 for one in lists if one["valid"]),
        errors=sum(one["errors"] for one in lists),
        warnings=sum(one["warnings"] for one in lists),
        left_out=tuple(LeftOut(file=file, reason=reason) for file, reason in left),
    )
    return {"lists": lists, "summary": dump(summary)}


def tally(findings: tuple[Finding, ...]) -> dict[str, Any]:
    """What the sum over many lists is made of: the verdict, and how many findings there are."""
    severities = [finding.severity for finding in findings]
    errors = severities.count("error")
    return {"valid": not errors, "errors": errors, "warnings": severities.count("warning")}


def _shown(findings: tuple[Finding, ...]) -> tuple[ReportFinding, ...]:
    """The findings that are shown."""
    return tuple(published_finding(finding) for finding in capped(findings))


def published_finding(finding: Finding) -> ReportFinding:
    """A finding as reports and forces have it."""
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
        data={key: _plain(value) for key, value in finding.data.items()},
    )


def _plain(value: object) -> str | int | tuple[str, ...] | None:
    """A part of a message as JSON has it."""
    if isinstance(value, str | int | None):
        return value
    return tuple(map(str, value)) if isinstance(value, tuple | list) else str(value)
