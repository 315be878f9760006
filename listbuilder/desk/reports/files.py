"""A report in the form that a file's ending says: a page, a table, data, text, or JUnit XML for a CI."""

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
from listbuilder.files import write_text
from listbuilder.formats.html_page import page
from listbuilder.letters import visible
from listbuilder.record import record

__all__ = ["ENDINGS", "Case", "Report", "write_report"]

ENDINGS = (".html", ".csv", ".json", ".md", ".xml")


@record
class Case:
    """One line of a report as a CI knows it: its name, and why it failed."""

    name: str
    failure: str = ""


@record
class Report:
    """A report: a title, a table, the same as data, and as cases."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    data: Any
    cases: tuple[Case, ...] = ()


def write_report(path: Path, report: Report, replace: bool) -> None:
    """Write a report into a file, in the form that its ending says."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise EditError.of(
            "desk.report", f"{path} has no ending that says what to write.", f"Use {', '.join(ENDINGS)}."
        )
    write_text(path, _text(ending, report), replace=replace)


def _text(ending: str, report: Report) -> str:
    if ending == ".html":
        parts = [f"<h1>{escape(report.title)}</h1>", *html_table(report.title, report.heads, report.rows)]
        return page(report.title, parts)
    if ending == ".csv":
        return csv_table(report.heads, report.rows)
    if ending == ".md":
        return f"# {report.title}\n\n{markdown_table(report.heads, report.rows)}"
    if ending == ".json":
        return json.dumps(report.data, ensure_ascii=False, indent=2) + "\n"
    return _junit(report)


def _junit(report: Report) -> str:
    failed = sum(bool(case.failure) for case in report.cases)
    head = f'<testsuite name={quoteattr(visible(report.title))} tests="{len(report.cases)}" failures="{failed}">'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', head]
    for case in report.cases:
        name = quoteattr(visible(case.name))
        if case.failure:
            first = quoteattr(visible(case.failure.split("\n")[0]))
            text = escape_xml(visible(case.failure))
            lines.append(f"  <testcase name={name}><failure message={first}>{text}</failure></testcase>")
        else:
            lines.append(f"  <testcase name={name}/>")
    return "\n".join([*lines, "</testsuite>"]) + "\n"
