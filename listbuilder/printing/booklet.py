"""Papers of an event: a booklet of many sheets, slips for referees, slips with a QR code, and tables.

Text is broken to the width of the paper and never cut; a character that no font has is an error.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from listbuilder.base.errors import DocumentError
from listbuilder.printing.marks import MM, Box, LineMark, Mark, Style, Text, qr_marks, qr_side, translate, with_tag
from listbuilder.printing.pdf_canvas import PdfPen, Properties
from listbuilder.printing.sheet.sheet_maker import Sheet, draw_page
from listbuilder.printing.sheet.sheet_options import SheetOptions
from listbuilder.printing.text_layout import ASCENT, LEADING, LinePiece, Span, check_glyphs, line_marks, line_width

SIZE, TITLE, NAME, SMALL = 10.0, 18.0, 14.0, 8.0
# The side of a box to tick.
SIDE = 9.0
# The room around a line to cut along.
CUT = 36.0
CELL_GAP, PAD = 10.0, 3.0
CODE_GAP, LARGEST_CODE = 14.0, 46 * MM
NUMBER = re.compile(r"[-+−]?\d+(\.\d+)?")


class Chapter(NamedTuple):
    """A list of a booklet: its name in the table of contents, and its sheet."""

    name: str
    sheet: Sheet


class Slip(NamedTuple):
    """What lies on a table: a heading, lines, each with a box to tick or without, and where to sign."""

    title: str
    lines: tuple[str, ...]
    boxes: bool = True
    sign: str = "Checked by: ______________________"


class LinkSlip(NamedTuple):
    """What a player gets: a heading, lines of text, and a link as text and QR code."""

    name: str
    lines: tuple[str, ...]
    link: str


class BookletLine(NamedTuple):
    """A line of text on the left, perhaps with a box before it, and a short one on the right."""

    left: str
    right: str = ""
    size: float = SIZE
    bold: bool = False
    box: bool = False


def open_pen(options: SheetOptions, properties: Properties) -> PdfPen:
    """A pen for the paper of the options."""
    return PdfPen((options.paper.width, options.paper.height), options.fonts, options.theme, properties)


def check_characters(title: str, options: SheetOptions) -> None:
    """Raise a DocumentError that names the characters that no font has."""
    if problems := check_glyphs(options.fonts, title, None):
        raise DocumentError(problems[0].message, tuple(problems))


def cut_line(y: float, options: SheetOptions) -> LineMark:
    """A dashed line across the paper."""
    return LineMark(0, y, options.paper.width * MM, y, 0.4, "muted", dashed=True)


def print_booklet(
    title: str, remarks: Sequence[str], chapters: Sequence[Chapter], options: SheetOptions, properties: Properties
) -> bytes:
    """The PDF of a booklet: contents, then the sheets, with page numbers that run through."""
    head = [BookletLine(title, size=TITLE, bold=True), *(BookletLine(one) for one in remarks), BookletLine("")]
    # The contents are laid out twice: how many pages they take is part of the numbers that they print.
    number = 1 + len(text_pages([*head, *(BookletLine(one.name, "000") for one in chapters)], options))
    starts = []
    for one in chapters:
        starts.append(number)
        number += one.sheet.pages
    rows = [BookletLine(one.name, str(start)) for one, start in zip(chapters, starts, strict=True)]
    contents = text_pages([*head, *rows], options)
    check_characters(title, options)
    pen = open_pen(options, properties)
    for marks in contents:
        pen.marks(marks, options.paper.height * MM)
        pen.show_page()
    for one, start in zip(chapters, starts, strict=True):
        pen.canvas.bookmarkPage(f"list-{start}")
        pen.canvas.addOutlineEntry(one.name, f"list-{start}", 0)
        pen.tags.begin(one.name)
        for page in range(one.sheet.pages):
            draw_page(pen, one.sheet, page, start + page)
            pen.show_page()
    return pen.save()


def print_slips(title: str, slips: Sequence[Slip], options: SheetOptions, properties: Properties) -> bytes:
    """The PDF of slips, as many on a page as fit; a slip that fits on one page is never divided."""
    pages: list[list[Mark]] = []
    y = options.bottom
    for slip in slips:
        rows = [BookletLine(title), BookletLine(slip.title, size=NAME, bold=True)]
        rows += [BookletLine(one, box=slip.boxes) for one in slip.lines]
        rows += [BookletLine(""), BookletLine(slip.sign)]
        own = text_pages(rows, options)
        check_characters(slip.title, options)
        tall = sum(line_height(row, options) for row in rows)
        if len(own) > 1 or y + CUT + tall > options.bottom:
            pages += own
            y = options.margin + tall if len(own) == 1 else options.bottom
        else:
            pages[-1].append(cut_line(y + CUT / 2, options))
            pages[-1] += [translate(mark, 0, y + CUT - options.margin) for mark in own[0]]
            y += CUT + tall
    pen = open_pen(options, properties)
    for marks in pages:
        pen.marks(marks, options.paper.height * MM)
        pen.show_page()
    return pen.save()


def text_pages(rows: Sequence[BookletLine], options: SheetOptions) -> list[list[Mark]]:
    """Lines on as many pages as they need."""
    pages: list[list[Mark]] = [[]]
    y = options.margin
    for row in rows:
        tall = line_height(row, options)
        indent = SIDE + 4 if row.box else 0
        if y + tall > options.bottom and pages[-1]:
            pages.append([])
            y = options.margin
        if row.box:
            pages[-1].append(Box(options.margin, y + 2, SIDE, SIDE, tick=True))
        for at, line in enumerate(wrap_line(row, options)):
            pages[-1] += line_marks(line, options.margin + indent, y + at * LEADING * row.size, row.size)
        if row.right:
            pages[-1].append(Text(options.margin + options.width - 24, y + ASCENT * row.size, row.right, row.size))
        y += tall
    return pages


def wrap_line(row: BookletLine, options: SheetOptions) -> list[list[LinePiece]]:
    """A line broken to the room that it has."""
    style: Style = "bold" if row.bold else "regular"
    room = options.width - (SIDE + 4 if row.box else 0) - (40 if row.right else 0)
    return options.fonts.wrap([Span(row.left, style=style)], room / row.size) if row.left else [[]]


def line_height(row: BookletLine, options: SheetOptions) -> float:
    """The height of a line after breaking."""
    return LEADING * row.size * len(wrap_line(row, options)) + 3


def print_link_slips(slips: Sequence[LinkSlip], options: SheetOptions, properties: Properties) -> bytes:
    """The PDF of slips with text on the left and a QR code on the right, as many on a page as fit."""
    pen = open_pen(options, properties)
    height, y = options.paper.height * MM, options.margin
    for at, slip in enumerate(slips):
        marks, tall = link_slip_marks(slip, options)
        check_characters(slip.name, options)
        if at and y + tall > options.bottom:
            pen.show_page()
            y = options.margin
        elif at:
            pen.artifact([cut_line(y - CUT / 2, options)], height)
        pen.marks([translate(mark, 0, y) for mark in marks], height)
        side = qr_side(slip.link, LARGEST_CODE)
        code = list(qr_marks(slip.link, options.margin + options.width - side, y, side))
        pen.artifact(code, height, f"QR code of the link of {slip.name}")
        y += tall + CUT
    pen.show_page()
    return pen.save()


def link_slip_marks(slip: LinkSlip, options: SheetOptions) -> tuple[list[Mark], float]:
    """The text of a slip from its top, and the height of the slip."""
    side = qr_side(slip.link, LARGEST_CODE)
    rows: list[tuple[str, float, Style]] = [(slip.name, NAME, "bold")]
    rows += [(line, SIZE, "regular") for line in slip.lines]
    rows.append((slip.link, SMALL, "regular"))
    marks: list[Mark] = []
    y = 0.0
    for text, size, style in rows:
        for line in options.fonts.wrap([Span(text, style=style)], (options.width - side - CODE_GAP) / size):
            marks += line_marks(line, options.margin, y, size)
            y += LEADING * size
        y += 4
    return marks, max(side, y)


class TableColumn(NamedTuple):
    """A column: its left edge, its width, and whether its cells are numbers."""

    x: float
    width: float
    number: bool


def print_table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], remarks: Sequence[str], options: SheetOptions
) -> bytes:
    """The PDF of a table with a title and remarks; the heads of its columns are on every page."""
    pages = table_pages(title, heads, rows, remarks, options)
    check_characters(title, options)
    pen = open_pen(options, Properties(title))
    height = options.paper.height * MM
    for number, marks in enumerate(pages, 1):
        pen.marks(marks, height)
        foot = f"{title} · page {number} of {len(pages)}"
        pen.artifact([Text(options.margin, height - options.margin + 8, foot, 8.0, colour="muted")], height)
        pen.show_page()
    return pen.save()


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
    """Columns as wide as their content; if that is too much, the widest are narrowed."""
    fonts = options.fonts
    wide = [
        SIZE * max([fonts.width(head, "bold"), *(fonts.width(row[at]) for row in rows)]) + CELL_GAP
        for at, head in enumerate(heads)
    ]
    most = widest_column(wide, options.width)
    found: list[TableColumn] = []
    x = options.margin
    for at, natural in enumerate(wide):
        width = min(natural, most)
        number = all(NUMBER.fullmatch(row[at]) or not row[at] for row in rows) and any(row[at] for row in rows)
        found.append(TableColumn(x, width - CELL_GAP, number))
        x += width
    return found


def widest_column(wide: Sequence[float], room: float) -> float:
    """The largest width of a column at which all columns fit."""
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
    """A row with a line below it, and where the next row begins."""
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
        # An empty cell needs an element too: without it the next one would be read under the wrong head.
        marks += with_tag(own, first) if own else [Text(column.x, y + PAD + ASCENT * SIZE, " ", SIZE, tag=first)]
    end = y + 2 * PAD + tall * LEADING * SIZE
    return [*marks, LineMark(options.margin, end, options.margin + options.width, end, 0.3, "muted")], end


def paragraph_marks(
    text: str, options: SheetOptions, y: float, size: float, style: Style, tag: str
) -> tuple[list[Mark], float]:
    """A paragraph of full width, and where the next begins."""
    marks: list[Mark] = []
    for line in options.fonts.wrap([Span(text, style)], options.width / size):
        marks += line_marks(line, options.margin, y, size)
        y += LEADING * size
    return list(with_tag(marks, tag)), y + PAD
