"""A booklet: contents with page numbers, then the sheets of many lists; and slips with a box for each model."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple

from listbuilder.errors import DocumentError
from listbuilder.printing.draw import Pen, Properties, open_canvas
from listbuilder.printing.faces import check_glyphs
from listbuilder.printing.geometry import MM
from listbuilder.printing.marks import Box, Line, Mark, Style, Text, moved
from listbuilder.printing.sheet.document import Sheet, draw_page
from listbuilder.printing.sheet.wishes import SheetWishes
from listbuilder.printing.text import ASCENT, LEADING, Piece, Span, line_marks

SIZE, TITLE, SIDE = 10.0, 18.0, 9.0
CUT = 36.0
"""The room around a line to cut along."""


class Chapter(NamedTuple):
    """One list of a booklet: what the contents call it, and its sheet."""

    name: str
    sheet: Sheet


class Slip(NamedTuple):
    """What a referee takes to a table: a heading, and a line with a box for each model."""

    title: str
    lines: tuple[str, ...]


class Entry(NamedTuple):
    """A line of a page of text: what stands left and right, its size, and whether a box to tick stands before it."""

    left: str
    right: str = ""
    size: float = SIZE
    bold: bool = False
    box: bool = False


def print_booklet(
    title: str, remarks: Sequence[str], chapters: Sequence[Chapter], wishes: SheetWishes, properties: Properties
) -> bytes:
    """The PDF of a booklet; every page has its number in the booklet."""
    head = [Entry(title, size=TITLE, bold=True), *(Entry(one) for one in remarks), Entry("")]
    length = len(text_pages([*head, *(Entry(one.name, "000") for one in chapters)], wishes))
    starts, number = [], length + 1
    for one in chapters:
        starts.append(number)
        number += one.sheet.pages
    rows = [Entry(one.name, str(start)) for one, start in zip(chapters, starts, strict=True)]
    out = io.BytesIO()
    canvas = open_canvas(out, (wishes.paper.width, wishes.paper.height), properties)
    pen = Pen(canvas, wishes.fonts, wishes.theme)
    height = wishes.paper.height * MM
    first = text_pages([*head, *rows], wishes)
    refuse_lacking(title, wishes)
    for marks in first:
        pen.marks(marks, height)
        pen.show_page()
    for one, start in zip(chapters, starts, strict=True):
        canvas.bookmarkPage(f"list-{start}")
        canvas.addOutlineEntry(one.name, f"list-{start}", 0)
        pen.tags.begin(one.name)
        for page in range(one.sheet.pages):
            draw_page(pen, one.sheet, page, start + page)
            pen.show_page()
    pen.save()
    return out.getvalue()


def print_slips(title: str, slips: Sequence[Slip], wishes: SheetWishes, properties: Properties) -> bytes:
    """The PDF of slips, as many on a page as fit, with a line to cut along; none is broken that fits on one."""
    pages: list[list[Mark]] = []
    y = wishes.bottom
    for slip in slips:
        rows = [Entry(title), Entry(slip.title, size=14.0, bold=True), *(Entry(one, box=True) for one in slip.lines)]
        rows += [Entry(""), Entry("Checked by: ______________________")]
        own = text_pages(rows, wishes)
        refuse_lacking(slip.title, wishes)
        tall = sum(height_of(row, wishes) for row in rows)
        if len(own) > 1 or y + CUT + tall > wishes.bottom:
            pages += own
            y = wishes.margin + tall if len(own) == 1 else wishes.bottom
        else:
            middle = y + CUT / 2
            pages[-1].append(Line(0, middle, wishes.paper.width * MM, middle, 0.4, "muted", dashed=True))
            pages[-1] += [moved(mark, 0, y + CUT - wishes.margin) for mark in own[0]]
            y += CUT + tall
    out = io.BytesIO()
    canvas = open_canvas(out, (wishes.paper.width, wishes.paper.height), properties)
    pen = Pen(canvas, wishes.fonts, wishes.theme)
    for marks in pages:
        pen.marks(marks, wishes.paper.height * MM)
        pen.show_page()
    pen.save()
    return out.getvalue()


def refuse_lacking(title: str, wishes: SheetWishes) -> None:
    """Nothing is printed with gaps: characters that no font has are named."""
    if problems := check_glyphs(wishes.fonts, title, None):
        raise DocumentError(problems[0].message, tuple(problems))


def text_pages(rows: Sequence[Entry], wishes: SheetWishes) -> list[list[Mark]]:
    """Lines on as many pages as they need, long ones broken."""
    pages: list[list[Mark]] = [[]]
    y = wishes.margin
    for row in rows:
        lines, tall = lines_of(row, wishes), height_of(row, wishes)
        indent = SIDE + 4 if row.box else 0
        if y + tall > wishes.bottom and pages[-1]:
            pages.append([])
            y = wishes.margin
        if row.box:
            pages[-1].append(Box(wishes.margin, y + 2, SIDE, SIDE, tick=True))
        for at, line in enumerate(lines):
            pages[-1] += line_marks(line, wishes.margin + indent, y + at * LEADING * row.size, row.size)
        if row.right:
            pages[-1].append(Text(wishes.margin + wishes.width - 24, y + ASCENT * row.size, row.right, row.size))
        y += tall
    return pages


def lines_of(row: Entry, wishes: SheetWishes) -> list[list[Piece]]:
    """A line broken to the room it has."""
    style: Style = "bold" if row.bold else "regular"
    room = wishes.width - (SIDE + 4 if row.box else 0) - (40 if row.right else 0)
    return wishes.fonts.wrap([Span(row.left, style=style)], room / row.size) if row.left else [[]]


def height_of(row: Entry, wishes: SheetWishes) -> float:
    """How tall a line is, with all that it was broken into."""
    return LEADING * row.size * len(lines_of(row, wishes)) + 3
