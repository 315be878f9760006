"""One table in many forms: a part of a page, CSV, Markdown. Whatever stands in a cell is text and nothing else."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape

from listbuilder.formats.html_page import wide
from listbuilder.formats.markdown import escape as escape_markdown

Rows = Sequence[Sequence[str]]


def html_table(caption: str, heads: Sequence[str], rows: Rows) -> list[str]:
    """A table of a page, with a caption and heads that screen readers tell; numbers stand right."""
    numbers = [all(is_number(row[at]) or not row[at] for row in rows) for at in range(len(heads))]
    sides = [' class="number"' if number else "" for number in numbers]
    lines = [f"<table><caption>{escape(caption)}</caption>"]
    titles = [f'<th scope="col"{side}>{escape(one)}</th>' for one, side in zip(heads, sides, strict=True)]
    lines.append(f"<thead><tr>{''.join(titles)}</tr></thead><tbody>")
    for row in rows:
        cells = [f"<td{side}>{escape(cell)}</td>" for cell, side in zip(row, sides, strict=True)]
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return wide(caption, [*lines, "</tbody></table>"])


def csv_table(heads: Sequence[str], rows: Rows) -> str:
    """A table for spreadsheets."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([inert(cell) for cell in row] for row in rows)
    return text.getvalue()


def inert(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; a number stays one."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not is_number(cell) else cell


def is_number(cell: str) -> bool:
    """Whether a cell is a plain number, or a share in percent."""
    return cell.removeprefix("-").removesuffix("%").replace(".", "", 1).isdigit()


def markdown_table(heads: Sequence[str], rows: Rows) -> str:
    """A table for forums."""
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    lines += [f"| {' | '.join(escape_markdown(cell).replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"
