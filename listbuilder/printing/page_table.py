"""One table on as many pages as it needs: rankings, draws, verdicts. Heads on every page, no cell ever cut."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import NamedTuple

from listbuilder.printing.booklet import check_characters
from listbuilder.printing.geometry import MM
from listbuilder.printing.marks import LineMark, Mark, Style, Text, with_tag
from listbuilder.printing.pdf_canvas import PdfPen, Properties, open_canvas
from listbuilder.printing.sheet.sheet_options import SheetOptions
from listbuilder.printing.text_layout import ASCENT, LEADING, Span, line_marks, line_width

TITLE, SIZE, GAP, PAD = 18.0, 10.0, 10.0, 3.0
NUMBER = re.compile(r"[-+−]?\d+(\.\d+)?")


class TableColumn(NamedTuple):
    """A column: where it begins, how wide it is, and whether its cells are numbers."""

    x: float
    width: float
    number: bool


def print_table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: Sequence[str], options: SheetOptions
) -> bytes:
    """The PDF of a table with a title and remarks below; DocumentError for characters that no font has."""
    pages = table_pages(title, heads, rows, remarks, options)
    check_characters(title, options)
    out = io.BytesIO()
    canvas = open_canvas(out, (options.paper.width, options.paper.height), Properties(title))
    pen = PdfPen(canvas, options.fonts, options.theme)
    height = options.paper.height * MM
    for number, marks in enumerate(pages, 1):
        pen.marks(marks, height)
        at = height - options.margin + 8
        pen.aside([Text(options.margin, at, f"{title} · page {number} of {len(pages)}", 8.0, colour="muted")], height)
        pen.show_page()
    pen.save()
    return out.getvalue()


def table_pages(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: Sequence[str], options: SheetOptions
) -> list[list[Mark]]:
    """The marks of each page."""
    columns = columns_of(heads, rows, options)
    top, y = paragraph_marks(title, options, options.margin, TITLE, "bold", "H1")
    above, y = row_marks(heads, columns, options, y + 4, "bold", "TH")
    pages = [[*top, *above]]
    for row in rows:
        marks, end = row_marks(row, columns, options, y, "regular", "TD")
        if end > options.bottom:
            again, y = row_marks(heads, columns, options, options.margin, "bold", "TH")
            pages.append(again)
            marks, end = row_marks(row, columns, options, y, "regular", "TD")
        pages[-1] += marks
        y = end
    for remark in remarks:
        marks, end = paragraph_marks(remark, options, y + 4, SIZE, "regular", "P")
        if end > options.bottom:
            pages.append([])
            marks, end = paragraph_marks(remark, options, options.margin, SIZE, "regular", "P")
        pages[-1] += marks
        y = end
    return pages


def columns_of(heads: Sequence[str], rows: Sequence[Sequence[str]], options: SheetOptions) -> list[TableColumn]:
    """Columns as wide as what is in them; where that is too much, the widest give way."""
    fonts = options.fonts
    wide = [
        SIZE * max([fonts.width(head, "bold"), *(fonts.width(row[at]) for row in rows)]) + GAP
        for at, head in enumerate(heads)
    ]
    most = widest_column(wide, options.width)
    found: list[TableColumn] = []
    x = options.margin
    for at, natural in enumerate(wide):
        width = min(natural, most)
        number = all(NUMBER.fullmatch(row[at]) or not row[at] for row in rows) and any(row[at] for row in rows)
        found.append(TableColumn(x, width - GAP, number))
        x += width
    return found


def widest_column(wide: Sequence[float], room: float) -> float:
    """How wide a column may be at most, for all of them to fit."""
    left, some = room, sorted(wide)
    for at, width in enumerate(some):
        share = left / (len(some) - at)
        if width > share:
            return share
        left -= width
    return max(wide, default=room)


def row_marks(
    cells: Sequence[str], columns: Sequence[TableColumn], options: SheetOptions, y: float, style: Style, tag: str
) -> tuple[list[Mark], float]:
    """One row with a line below it, and where the next begins."""
    marks: list[Mark] = []
    tall = 1
    for at, (cell, column) in enumerate(zip(cells, columns, strict=True)):
        lines = options.fonts.wrap([Span(cell, style)], column.width / SIZE) if cell else []
        tall = max(tall, len(lines))
        own: list[Mark] = []
        for number, line in enumerate(lines):
            shift = column.width - line_width(options.fonts, line) * SIZE if column.number else 0
            own += line_marks(line, column.x + shift, y + PAD + number * LEADING * SIZE, SIZE)
        first = "RH" if tag == "TD" and at == 0 else tag
        # An empty cell is a cell: without it the next would be read under the wrong head.
        marks += with_tag(own, first) if own else [Text(column.x, y + PAD + ASCENT * SIZE, " ", SIZE, tag=first)]
    end = y + 2 * PAD + tall * LEADING * SIZE
    return [*marks, LineMark(options.margin, end, options.margin + options.width, end, 0.3, "muted")], end


def paragraph_marks(
    text: str, options: SheetOptions, y: float, size: float, style: Style, tag: str
) -> tuple[list[Mark], float]:
    """A paragraph over the whole width, and where the next begins."""
    lines = options.fonts.wrap([Span(text, style)], options.width / size)
    marks = [
        mark
        for at, line in enumerate(lines)
        for mark in line_marks(line, options.margin, y + at * LEADING * size, size)
    ]
    return list(with_tag(marks, tag)), y + len(lines) * LEADING * size + PAD
