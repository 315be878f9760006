"""Reports as JSON: what `validate --json` prints."""

from __future__ import annotations

from typing import Any

from listbuilder.finding import Finding
from listbuilder.validator import Report

__all__ = ["finding_document", "report_document", "reports_document", "unreadable_document"]


def finding_document(finding: Finding) -> dict[str, Any]:
    """One finding."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "where": finding.where,
        "model": finding.model,
        "message": finding.message,
        "hint": finding.hint,
        "rule": finding.rule,
        "source": finding.source,
        "from": finding.brought_by,
        "line": finding.line,
    }


def report_document(report: Report, file: str) -> dict[str, Any]:
    """The verdict on one list."""
    force = report.force
    return {
        "file": file,
        "game": force.game.id,
        "name": force.document.name,
        "player": force.document.player,
        "format": force.format.id if force.format else None,
        "catalogue": {"version": force.game.version, "digest": force.game.digest},
        "valid": report.valid,
        "points": {"total": force.cost, "limit": force.limit},
        "models": len(force.models),
        "findings": [finding_document(finding) for finding in report.findings],
    }


def unreadable_document(file: str, findings: tuple[Finding, ...], game: str | None = None) -> dict[str, Any]:
    """The verdict on a file that is no list."""
    return {
        "file": file,
        "game": game,
        "name": None,
        "valid": False,
        "points": {"total": None, "limit": None},
        "models": 0,
        "findings": [finding_document(finding) for finding in findings],
    }


def reports_document(lists: list[dict[str, Any]]) -> dict[str, Any]:
    """All verdicts with their sum."""
    severities = [finding["severity"] for one in lists for finding in one["findings"]]
    return {
        "lists": lists,
        "summary": {
            "lists": len(lists),
            "valid": sum(1 for one in lists if one["valid"]),
            "errors": severities.count("error"),
            "warnings": severities.count("warning"),
        },
    }
