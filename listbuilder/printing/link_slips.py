"""Slips with a QR code each, to cut and hand out: text left, code right, as many on a page as fit."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple

from listbuilder.printing.booklet import CUT, refuse_lacking
from listbuilder.printing.draw import Pen, Properties, open_canvas
from listbuilder.printing.geometry import MM
from listbuilder.printing.marks import Box, Line, Mark, Style
from listbuilder.printing.qr import qr_marks, qr_side
from listbuilder.printing.sheet.wishes import SheetWishes
from listbuilder.printing.text import LEADING, Span, line_marks

NAME, SIZE, SMALL, GAP, MOST = 14.0, 10.0, 8.0, 14.0, 46 * MM


class LinkSlip(NamedTuple):
    """What somebody gets: a heading, lines of text, and what the code leads to, which is printed below them too."""

    name: str
    lines: tuple[str, ...]
    link: str


class Laid(NamedTuple):
    """A slip from the top on: its marks, those of its code, and how tall it is."""

    marks: list[Mark]
    code: list[Box]
    tall: float


def print_link_slips(slips: Sequence[LinkSlip], wishes: SheetWishes, properties: Properties) -> bytes:
    """The PDF of slips with a line to cut along between them; none is broken."""
    out = io.BytesIO()
    canvas = open_canvas(out, (wishes.paper.width, wishes.paper.height), properties)
    pen = Pen(canvas, wishes.fonts, wishes.theme)
    height = wishes.paper.height * MM
    y = wishes.margin
    for at, slip in enumerate(slips):
        laid = lay(slip, wishes, y)
        refuse_lacking(slip.name, wishes)
        if at and y + laid.tall > wishes.bottom:
            pen.show_page()
            y = wishes.margin
            laid = lay(slip, wishes, y)
        elif at:
            cut = y - CUT / 2
            pen.aside([Line(0, cut, wishes.paper.width * MM, cut, 0.4, "muted", dashed=True)], height)
        pen.marks(laid.marks, height)
        pen.aside(laid.code, height, f"QR code of the link of {slip.name}")
        y += laid.tall + CUT
    pen.show_page()
    pen.save()
    return out.getvalue()


def lay(slip: LinkSlip, wishes: SheetWishes, top: float) -> Laid:
    """One slip, from a height on."""
    side = qr_side(slip.link, MOST)
    room = wishes.width - side - GAP
    rows: list[tuple[str, float, Style]] = [(slip.name, NAME, "bold")]
    rows += [(line, SIZE, "regular") for line in slip.lines]
    rows.append((slip.link, SMALL, "regular"))
    marks: list[Mark] = []
    y = top
    for text, size, style in rows:
        for line in wishes.fonts.wrap([Span(text, style=style)], room / size):
            marks += line_marks(line, wishes.margin, y, size)
            y += LEADING * size
        y += 4
    code = list(qr_marks(slip.link, wishes.margin + wishes.width - side, top, side))
    return Laid(marks, code, max(side, y - top))
