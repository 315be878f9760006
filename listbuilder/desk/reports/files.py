"""A report in the form that a file's ending says: a page, a table, data, text, print, or JUnit XML for a CI."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape as escape_xml
from xml.sax.saxutils import quoteattr

from listbuilder.desk.reports.tables import csv_table, html_table, markdown_table
from listbuilder.errors import EditError
from listbuilder.files import write_bytes, write_text
from listbuilder.formats.html_page import page
from listbuilder.formats.markdown import escape as escape_markdown
from listbuilder.letters import visible
from listbuilder.record import record

ENDINGS = (".html", ".pdf", ".csv", ".json", ".md", ".xml", ".trf")
CLASS = "lists"


@record
class Case:
    """One line of a report as a CI knows it: its name, and why it failed."""

    name: str
    failure: str = ""


@record
class Report:
    """A report: a title, a table, what stands below it, the same as data, and as cases for a CI where it has them.

    `trf` is the same for chess programs, where there are results.
    """

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    data: Any
    notes: tuple[str, ...] = ()
    cases: tuple[Case, ...] = ()
    trf: str = ""


def write_report(path: Path, report: Report, replace: bool, font: Path | None = None) -> None:
    """Write a report into a file, in the form that its ending says; `font` has letters that print lacks."""
    ending = path.suffix.lower()
    lacking = [*([] if report.cases else [".xml"]), *([] if report.trf else [".trf"])]
    endings = [one for one in ENDINGS if one not in lacking]
    if ending not in endings:
        fact = f"{path} has no ending that says what to write."
        raise EditError.of("desk.report", fact, f"Use {', '.join(endings)}.")
    if ending == ".pdf":
        write_bytes(path, printed(report, font), replace=replace)
    else:
        write_text(path, report_text(ending, report), replace=replace)


def printed(report: Report, font: Path | None, paper: str = "a4") -> bytes:
    """A report as PDF."""
    from listbuilder.desk.paper import wishes_for
    from listbuilder.printing.tabular import print_table

    return print_table(report.title, report.heads, report.rows, report.notes, wishes_for(paper, font))


def report_text(ending: str, report: Report) -> str:
    """A report in a form of text."""
    if ending == ".html":
        name = report.title.rpartition(": ")[2].capitalize()
        parts = [f"<h1>{escape(report.title)}</h1>", *html_table(name, report.heads, report.rows)]
        return page(report.title, [*parts, *(f"<p>{escape(note)}</p>" for note in report.notes)])
    if ending == ".csv":
        return csv_table(report.heads, report.rows)
    if ending == ".md":
        notes = "".join(f"\n{escape_markdown(note)}\n" for note in report.notes)
        return f"# {escape_markdown(report.title)}\n\n{markdown_table(report.heads, report.rows)}{notes}"
    if ending == ".json":
        return json.dumps(report.data, ensure_ascii=False, indent=2) + "\n"
    return report.trf if ending == ".trf" else _junit(report)


def _junit(report: Report) -> str:
    """One suite of cases in the form that CI servers read; nothing in it depends on the clock."""
    failed = sum(bool(case.failure) for case in report.cases)
    counts = f'tests="{len(report.cases)}" failures="{failed}" errors="0" skipped="0" time="0"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {counts}>"]
    lines.append(f"  <testsuite name={_attribute(report.title)} {counts}>")
    for case in report.cases:
        head = f'    <testcase name={_attribute(case.name)} classname="{CLASS}" time="0"'
        if case.failure:
            first = _attribute(case.failure.split("\n")[0])
            text = escape_xml(visible(case.failure))
            lines.append(f'{head}><failure message={first} type="illegal">{text}</failure></testcase>')
        else:
            lines.append(f"{head}/>")
    return "\n".join([*lines, "  </testsuite>", "</testsuites>"]) + "\n"


def _attribute(text: str) -> str:
    return quoteattr(visible(text))
