"""A report as people read it: the verdict first, then each finding with its place, its numbers and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from listbuilder.base.findings import Finding, capped
from listbuilder.base.wording import counted
from listbuilder.catalogue import stamp
from listbuilder.judging.roster_lines import roster_lines
from listbuilder.ui.cli.terminal import heading, paragraph, say, style, table

if TYPE_CHECKING:
    from listbuilder.judging.force import Force
    from listbuilder.judging.validator import Report


# Who is in a list, as a table: the number that edits call each row by, what it costs, and everything on it.


def roster_text(force: Force) -> str:
    """The whole list as a table with a column for each currency that something in it costs."""
    lines = list(roster_lines(force))
    game = force.game
    more = [id for id in game.currencies if any(line.more.get(id) for line in lines)]
    priced = force.cost != 0 or any(line.cost for line in lines)
    costs = [game.points.upper() if more else "COST"] * priced
    rows = [
        (
            line.number,
            *([line.price(line.cost)] * priced),
            *(line.price(line.more.get(id, 0)) for id in more),
            line.text,
        )
        for line in lines
    ]
    return table(rows, ("NO.", *costs, *(game.currency_name(id).upper() for id in more), "MODEL"), "  ")


COLOURS = {"error": "red", "warning": "yellow", "info": "blue"}


def report_text(report: Report, file: str, roster: bool) -> str:
    """The verdict on one list; `roster` adds a line for each model."""
    force = report.force
    parts = [heading(f"{file}: {force.document.name or 'unnamed list'}")]
    format_ = f", {force.format.name}" if force.format else ""
    models = counted(force.size, "model")
    parts.append(verdict_text(f"{force.game.name}{format_}. {points_text(report)}, {models}: ", report, "  "))
    if force.game.below or force.game.event:
        about = f" {force.game.event.text}" if force.game.event else ""
        parts.append(paragraph(f"Catalogue {stamp(force.game)}.{about}".rstrip(), "    ", "  "))
    if roster and (force.written or force.entries):
        parts += ["", roster_text(force)]
    for finding in capped(report.findings):
        parts += ["", finding_text(finding)]
    return "\n".join([*parts, ""])


def points_text(report: Report, moved: str = "") -> str:
    """What the list costs and may cost, in every currency; `moved` goes behind the first. Parts apart are named."""
    from listbuilder.judging.force import describe_totals

    known = " (unknown names not counted)" * any(one.code == "name.unknown" for one in report.findings)
    return f"{describe_totals(report.force, moved, always=True)}{known}"


def verdict_text(start: str, report: Report, indent: str = "") -> str:
    """A line that ends with the verdict, which is coloured."""
    plain = paragraph(f"{start}{verdict(report)}.", indent or "  ", indent)
    head, word, tail = plain.rpartition("NOT LEGAL" if not report.valid else "legal")
    return f"{head}{style(word, 'green' if report.valid else 'red', 'bold')}{tail}"


def verdict(report: Report) -> str:
    """Legal or not, with the number of findings."""
    errors = sum(1 for finding in report.findings if finding.severity == "error")
    warnings = sum(1 for finding in report.findings if finding.severity == "warning")
    word = "legal" if report.valid else "NOT LEGAL"
    found = [counted(errors, "error")] * (errors > 0) + [counted(warnings, "warnings")] * (warnings > 0)
    return f"{word}{', ' if found else ''}{' and '.join(found)}"


def finding_text(finding: Finding, file: str = "") -> str:
    """One finding in three or four lines."""
    lead = f"  {finding.severity}: "
    first = paragraph(finding.message, "    ", lead).replace(
        lead, f"  {style(finding.severity, COLOURS[finding.severity])}: ", 1
    )
    lines = [first]
    if finding.hint:
        lines.append(paragraph(finding.hint, "      ", "    → "))
    rule = f"rule {finding.rule}" + (f" of {finding.brought_by}" if finding.brought_by else "") if finding.rule else ""
    foreign = f"{finding.file}, " if finding.file and file and finding.file != file else ""
    place = [
        f"{foreign}line {finding.line}" if finding.line else "",
        finding.where,
        rule,
        finding.source or "",
        f"[{finding.code}]",
    ]
    lines.append(paragraph(", ".join(part for part in place if part), "    "))
    return "\n".join(lines)


def unreadable_text(file: str, findings: tuple[Finding, ...]) -> str:
    """A file that is no list."""
    parts = [heading(f"{file}: can't be read"), *(finding_text(finding, file) for finding in capped(findings))]
    return "\n".join([*parts, ""])


def summary_text(summary: dict[str, Any]) -> str:
    """The sum over several files."""
    left = f", {len(summary['left_out'])} not read" if summary["left_out"] else ""
    found = f"{counted(summary['errors'], 'error')}, {counted(summary['warnings'], 'warnings')}{left}"
    return paragraph(f"{summary['valid']} of {counted(summary['lists'], 'list')} legal, {found}.")


def print_audience(forces: Iterable[Force], concealed: bool = False) -> None:
    """Say whom lists were written for, if a game of theirs keeps secrets."""
    from listbuilder.judging.secrecy import audience

    shown, sealed = next(((shown, one.seal) for one in forces if (shown := audience(one, concealed))), (None, None))
    if shown:
        more = "" if concealed or sealed else "; --secret makes one for an opponent"
        say(f"This is {shown}{more}.", error=True)
