"""A booklet: contents with page numbers, then the sheets of many lists; and slips with a box for each model."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple

from listbuilder.base.errors import DocumentError
from listbuilder.printing.geometry import MM
from listbuilder.printing.marks import Box, LineMark, Mark, Style, Text, translate
from listbuilder.printing.pdf_canvas import PdfPen, Properties, open_canvas
from listbuilder.printing.sheet.sheet_maker import Sheet, draw_page
from listbuilder.printing.sheet.sheet_options import SheetOptions
from listbuilder.printing.text_layout import ASCENT, LEADING, LinePiece, Span, line_marks
from listbuilder.printing.typefaces import check_glyphs

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


class BookletLine(NamedTuple):
    """A line of a page of text: what stands left and right, its size, and whether a box to tick stands before it."""

    left: str
    right: str = ""
    size: float = SIZE
    bold: bool = False
    box: bool = False


def print_booklet(
    title: str, remarks: Sequence[str], chapters: Sequence[Chapter], options: SheetOptions, properties: Properties
) -> bytes:
    """The PDF of a booklet; every page has its number in the booklet."""
    head = [BookletLine(title, size=TITLE, bold=True), *(BookletLine(one) for one in remarks), BookletLine("")]
    length = len(text_pages([*head, *(BookletLine(one.name, "000") for one in chapters)], options))
    starts, number = [], length + 1
    for one in chapters:
        starts.append(number)
        number += one.sheet.pages
    rows = [BookletLine(one.name, str(start)) for one, start in zip(chapters, starts, strict=True)]
    out = io.BytesIO()
    canvas = open_canvas(out, (options.paper.width, options.paper.height), properties)
    pen = PdfPen(canvas, options.fonts, options.theme)
    height = options.paper.height * MM
    first = text_pages([*head, *rows], options)
    check_characters(title, options)
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


def print_slips(title: str, slips: Sequence[Slip], options: SheetOptions, properties: Properties) -> bytes:
    """The PDF of slips, as many on a page as fit, with a line to cut along; none is broken that fits on one."""
    pages: list[list[Mark]] = []
    y = options.bottom
    for slip in slips:
        rows = [
            BookletLine(title),
            BookletLine(slip.title, size=14.0, bold=True),
            *(BookletLine(one, box=True) for one in slip.lines),
        ]
        rows += [BookletLine(""), BookletLine("Checked by: ______________________")]
        own = text_pages(rows, options)
        check_characters(slip.title, options)
        tall = sum(line_height(row, options) for row in rows)
        if len(own) > 1 or y + CUT + tall > options.bottom:
            pages += own
            y = options.margin + tall if len(own) == 1 else options.bottom
        else:
            middle = y + CUT / 2
            pages[-1].append(LineMark(0, middle, options.paper.width * MM, middle, 0.4, "muted", dashed=True))
            pages[-1] += [translate(mark, 0, y + CUT - options.margin) for mark in own[0]]
            y += CUT + tall
    out = io.BytesIO()
    canvas = open_canvas(out, (options.paper.width, options.paper.height), properties)
    pen = PdfPen(canvas, options.fonts, options.theme)
    for marks in pages:
        pen.marks(marks, options.paper.height * MM)
        pen.show_page()
    pen.save()
    return out.getvalue()


def check_characters(title: str, options: SheetOptions) -> None:
    """Nothing is printed with gaps: characters that no font has are named."""
    if problems := check_glyphs(options.fonts, title, None):
        raise DocumentError(problems[0].message, tuple(problems))


def text_pages(rows: Sequence[BookletLine], options: SheetOptions) -> list[list[Mark]]:
    """Lines on as many pages as they need, long ones broken."""
    pages: list[list[Mark]] = [[]]
    y = options.margin
    for row in rows:
        lines, tall = wrap_line(row, options), line_height(row, options)
        indent = SIDE + 4 if row.box else 0
        if y + tall > options.bottom and pages[-1]:
            pages.append([])
            y = options.margin
        if row.box:
            pages[-1].append(Box(options.margin, y + 2, SIDE, SIDE, tick=True))
        for at, line in enumerate(lines):
            pages[-1] += line_marks(line, options.margin + indent, y + at * LEADING * row.size, row.size)
        if row.right:
            pages[-1].append(Text(options.margin + options.width - 24, y + ASCENT * row.size, row.right, row.size))
        y += tall
    return pages


def wrap_line(row: BookletLine, options: SheetOptions) -> list[list[LinePiece]]:
    """A line broken to the room it has."""
    style: Style = "bold" if row.bold else "regular"
    room = options.width - (SIDE + 4 if row.box else 0) - (40 if row.right else 0)
    return options.fonts.wrap([Span(row.left, style=style)], room / row.size) if row.left else [[]]


def line_height(row: BookletLine, options: SheetOptions) -> float:
    """How tall a line is, with all that it was broken into."""
    return LEADING * row.size * len(wrap_line(row, options)) + 3
