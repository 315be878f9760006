"""Reports as files; the suffix decides the format: HTML, PDF, CSV, JSON or Markdown."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from listbuilder.base.errors import EditError
from listbuilder.base.records import record
from listbuilder.exchange.formats.html_page import page, scrolling_table
from listbuilder.exchange.formats.text.write_text import escape as escape_markdown
from listbuilder.storage.files import write_bytes, write_text

# Tables as HTML, CSV and Markdown; cells are always escaped.


Rows = Sequence[Sequence[str]]


def html_table(caption: str, heads: Sequence[str], rows: Rows) -> list[str]:
    """An HTML table with a caption and header cells; numbers are right-aligned."""
    numbers = [all(is_number(row[at]) or not row[at] for row in rows) for at in range(len(heads))]
    sides = [' class="number"' if number else "" for number in numbers]
    lines = [f"<table><caption>{escape(caption)}</caption>"]
    titles = [f'<th scope="col"{side}>{escape(one)}</th>' for one, side in zip(heads, sides, strict=True)]
    lines.append(f"<thead><tr>{''.join(titles)}</tr></thead><tbody>")
    for row in rows:
        cells = [f"<td{side}>{escape(cell)}</td>" for cell, side in zip(row, sides, strict=True)]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return scrolling_table(caption, [*lines, "</tbody></table>"])


def csv_table(heads: Sequence[str], rows: Rows) -> str:
    """A table for spreadsheets."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([inert(cell) for cell in row] for row in rows)
    return text.getvalue()


def inert(cell: str) -> str:
    """A cell that no spreadsheet evaluates as a formula; numbers stay numbers."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not is_number(cell) else cell


def is_number(cell: str) -> bool:
    """Whether a cell is a number or a percentage."""
    return cell.removeprefix("-").removesuffix("%").replace(".", "", 1).isdigit()


def markdown_table(heads: Sequence[str], rows: Rows) -> str:
    """A table for forums."""
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {' | '.join(escape_markdown(cell).replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


ENDINGS = (".html", ".pdf", ".csv", ".json", ".md")


@record
class DeskReport:
    """A report: a title, a table, notes below it, and the same as data."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    data: Any
    notes: tuple[str, ...] = ()


def write_report(path: Path, report: DeskReport, replace: bool, font: Path | None = None) -> None:
    """Write a report into a file, in the format of its ending; `font` has the characters that our own font lacks."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise EditError.of("desk.report", f"{path} has no known file ending.", f"Use {', '.join(ENDINGS)}.")
    if ending == ".pdf":
        write_bytes(path, printed(report, font), replace=replace)
    else:
        write_text(path, report_text(ending, report), replace=replace)


def printed(report: DeskReport, font: Path | None, paper: str = "a4") -> bytes:
    """A report as PDF."""
    from listbuilder.desk.event_booklet import print_options
    from listbuilder.printing.booklet import print_table

    return print_table(report.title, report.heads, report.rows, report.notes, print_options(paper, font))


def report_text(ending: str, report: DeskReport) -> str:
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
    return json.dumps(report.data, ensure_ascii=False, indent=2) + "\n"
