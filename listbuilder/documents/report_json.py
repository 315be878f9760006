"""Reports as JSON: what `validate --json` prints. Of many findings of one kind only the first are shown; all count."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from listbuilder.finding import Finding, capped
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
        **_findings(report.findings),
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
        **_findings(findings),
    }


def _findings(findings: tuple[Finding, ...]) -> dict[str, Any]:
    """The findings that are shown, and how many there are."""
    severities = [finding.severity for finding in findings]
    return {
        "findings": [finding_document(finding) for finding in capped(findings)],
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
    }


def reports_document(lists: list[dict[str, Any]], left: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    """All verdicts with their sum; `left` is what was found beside the lists and not read, each with its reason."""
    return {
        "lists": lists,
        "summary": {
            "lists": len(lists),
            "valid": sum(1 for one in lists if one["valid"]),
            "errors": sum(one["errors"] for one in lists),
            "warnings": sum(one["warnings"] for one in lists),
            "left_out": [{"file": file, "reason": reason} for file, reason in left],
        },
    }
