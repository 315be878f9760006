"""One table in many forms: a part of a page, CSV, Markdown. Whatever stands in a cell is text and nothing else."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape

from listbuilder.formats.markdown import escape as escape_markdown

__all__ = ["csv_table", "html_table", "inert", "markdown_table"]

Rows = Sequence[Sequence[str]]


def html_table(caption: str, heads: Sequence[str], rows: Rows) -> list[str]:
    """A table of a page, with a caption and heads that screen readers tell."""
    lines = [f"<table><caption>{escape(caption)}</caption>"]
    lines.append(
        "<thead><tr>" + "".join(f'<th scope="col">{escape(one)}</th>' for one in heads) + "</tr></thead><tbody>"
    )
    lines += ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    return [*lines, "</tbody></table>"]


def csv_table(heads: Sequence[str], rows: Rows) -> str:
    """A table for spreadsheets."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([inert(cell) for cell in row] for row in rows)
    return text.getvalue()


def inert(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; a number stays one."""
    number = cell.removeprefix("-").replace(".", "", 1).isdigit()
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not number else cell


def markdown_table(heads: Sequence[str], rows: Rows) -> str:
    """A table for forums."""
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {' | '.join(escape_markdown(cell).replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"
