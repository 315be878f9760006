"""One table on as many pages as it needs: rankings, draws, verdicts. Heads on every page, no cell ever cut."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import NamedTuple

from listbuilder.printing.booklet import refuse_lacking
from listbuilder.printing.draw import Pen, Properties, open_canvas
from listbuilder.printing.geometry import MM
from listbuilder.printing.marks import Line, Mark, Style, Text, tagged
from listbuilder.printing.sheet.wishes import SheetWishes
from listbuilder.printing.text import ASCENT, LEADING, Span, line_marks, line_width

TITLE, SIZE, GAP, PAD = 18.0, 10.0, 10.0, 3.0
NUMBER = re.compile(r"[-+−]?\d+(\.\d+)?")


class Column(NamedTuple):
    """A column: where it begins, how wide it is, and whether its cells are numbers."""

    x: float
    width: float
    number: bool


def print_table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: Sequence[str], wishes: SheetWishes
) -> bytes:
    """The PDF of a table with a title and remarks below; DocumentError for characters that no font has."""
    pages = table_pages(title, heads, rows, remarks, wishes)
    refuse_lacking(title, wishes)
    out = io.BytesIO()
    canvas = open_canvas(out, (wishes.paper.width, wishes.paper.height), Properties(title))
    pen = Pen(canvas, wishes.fonts, wishes.theme)
    height = wishes.paper.height * MM
    for number, marks in enumerate(pages, 1):
        pen.marks(marks, height)
        at = height - wishes.margin + 8
        pen.aside([Text(wishes.margin, at, f"{title} · page {number} of {len(pages)}", 8.0, colour="muted")], height)
        pen.show_page()
    pen.save()
    return out.getvalue()


def table_pages(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: Sequence[str], wishes: SheetWishes
) -> list[list[Mark]]:
    """The marks of each page."""
    columns = columns_of(heads, rows, wishes)
    top, y = lines_of(title, wishes, wishes.margin, TITLE, "bold", "H1")
    above, y = row_marks(heads, columns, wishes, y + 4, "bold", "TH")
    pages = [[*top, *above]]
    for row in rows:
        marks, end = row_marks(row, columns, wishes, y, "regular", "TD")
        if end > wishes.bottom:
            again, y = row_marks(heads, columns, wishes, wishes.margin, "bold", "TH")
            pages.append(again)
            marks, end = row_marks(row, columns, wishes, y, "regular", "TD")
        pages[-1] += marks
        y = end
    for remark in remarks:
        marks, end = lines_of(remark, wishes, y + 4, SIZE, "regular", "P")
        if end > wishes.bottom:
            pages.append([])
            marks, end = lines_of(remark, wishes, wishes.margin, SIZE, "regular", "P")
        pages[-1] += marks
        y = end
    return pages


def columns_of(heads: Sequence[str], rows: Sequence[Sequence[str]], wishes: SheetWishes) -> list[Column]:
    """Columns as wide as what is in them; where that is too much, the widest give way."""
    fonts = wishes.fonts
    wide = [
        SIZE * max([fonts.width(head, "bold"), *(fonts.width(row[at]) for row in rows)]) + GAP
        for at, head in enumerate(heads)
    ]
    most = cap_for(wide, wishes.width)
    found: list[Column] = []
    x = wishes.margin
    for at, natural in enumerate(wide):
        width = min(natural, most)
        number = all(NUMBER.fullmatch(row[at]) or not row[at] for row in rows) and any(row[at] for row in rows)
        found.append(Column(x, width - GAP, number))
        x += width
    return found


def cap_for(wide: Sequence[float], room: float) -> float:
    """How wide a column may be at most, for all of them to fit."""
    left, some = room, sorted(wide)
    for at, width in enumerate(some):
        share = left / (len(some) - at)
        if width > share:
            return share
        left -= width
    return max(wide, default=room)


def row_marks(
    cells: Sequence[str], columns: Sequence[Column], wishes: SheetWishes, y: float, style: Style, tag: str
) -> tuple[list[Mark], float]:
    """One row with a line below it, and where the next begins."""
    marks: list[Mark] = []
    tall = 1
    for at, (cell, column) in enumerate(zip(cells, columns, strict=True)):
        lines = wishes.fonts.wrap([Span(cell, style)], column.width / SIZE) if cell else []
        tall = max(tall, len(lines))
        own: list[Mark] = []
        for number, line in enumerate(lines):
            shift = column.width - line_width(wishes.fonts, line) * SIZE if column.number else 0
            own += line_marks(line, column.x + shift, y + PAD + number * LEADING * SIZE, SIZE)
        first = "RH" if tag == "TD" and at == 0 else tag
        # An empty cell is a cell: without it the next would be read under the wrong head.
        marks += tagged(own, first) if own else [Text(column.x, y + PAD + ASCENT * SIZE, " ", SIZE, tag=first)]
    end = y + 2 * PAD + tall * LEADING * SIZE
    return [*marks, Line(wishes.margin, end, wishes.margin + wishes.width, end, 0.3, "muted")], end


def lines_of(text: str, wishes: SheetWishes, y: float, size: float, style: Style, tag: str) -> tuple[list[Mark], float]:
    """A paragraph over the whole width, and where the next begins."""
    lines = wishes.fonts.wrap([Span(text, style)], wishes.width / size)
    marks = [
        mark for at, line in enumerate(lines) for mark in line_marks(line, wishes.margin, y + at * LEADING * size, size)
    ]
    return list(tagged(marks, tag)), y + len(lines) * LEADING * size + PAD
