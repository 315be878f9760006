"""Slips with a QR code each, to cut and hand out: text left, code right, as many on a page as fit."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple

from listbuilder.printing.booklet import CUT, check_characters
from listbuilder.printing.geometry import MM
from listbuilder.printing.marks import Box, LineMark, Mark, Style
from listbuilder.printing.pdf_canvas import PdfPen, Properties, open_canvas
from listbuilder.printing.qr_marks import qr_marks, qr_side
from listbuilder.printing.sheet.sheet_options import SheetOptions
from listbuilder.printing.text_layout import LEADING, Span, line_marks

NAME, SIZE, SMALL, GAP, MOST = 14.0, 10.0, 8.0, 14.0, 46 * MM


class LinkSlip(NamedTuple):
    """What somebody gets: a heading, lines of text, and what the code leads to, which is printed below them too."""

    name: str
    lines: tuple[str, ...]
    link: str


class LaidSlip(NamedTuple):
    """A slip from the top on: its marks, those of its code, and how tall it is."""

    marks: list[Mark]
    code: list[Box]
    tall: float


def print_link_slips(slips: Sequence[LinkSlip], options: SheetOptions, properties: Properties) -> bytes:
    """The PDF of slips with a line to cut along between them; none is broken."""
    out = io.BytesIO()
    canvas = open_canvas(out, (options.paper.width, options.paper.height), properties)
    pen = PdfPen(canvas, options.fonts, options.theme)
    height = options.paper.height * MM
    y = options.margin
    for at, slip in enumerate(slips):
        laid = lay_slip(slip, options, y)
        check_characters(slip.name, options)
        if at and y + laid.tall > options.bottom:
            pen.show_page()
            y = options.margin
            laid = lay_slip(slip, options, y)
        elif at:
            cut = y - CUT / 2
            pen.aside([LineMark(0, cut, options.paper.width * MM, cut, 0.4, "muted", dashed=True)], height)
        pen.marks(laid.marks, height)
        pen.aside(laid.code, height, f"QR code of the link of {slip.name}")
        y += laid.tall + CUT
    pen.show_page()
    pen.save()
    return out.getvalue()


def lay_slip(slip: LinkSlip, options: SheetOptions, top: float) -> LaidSlip:
    """One slip, from a height on."""
    side = qr_side(slip.link, MOST)
    room = options.width - side - GAP
    rows: list[tuple[str, float, Style]] = [(slip.name, NAME, "bold")]
    rows += [(line, SIZE, "regular") for line in slip.lines]
    rows.append((slip.link, SMALL, "regular"))
    marks: list[Mark] = []
    y = top
    for text, size, style in rows:
        for line in options.fonts.wrap([Span(text, style=style)], room / size):
            marks += line_marks(line, options.margin, y, size)
            y += LEADING * size
        y += 4
    code = list(qr_marks(slip.link, options.margin + options.width - side, top, side))
    return LaidSlip(marks, code, max(side, y - top))
