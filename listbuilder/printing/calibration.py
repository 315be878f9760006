"""The test page for printing on both sides: how far the backs are out, and what to say about it."""

from __future__ import annotations

import io

from listbuilder.loading.templates import CardSize
from listbuilder.printing.geometry import MM, CardCell, back_cells, cut_guides
from listbuilder.printing.marks import Box, LineMark, Mark, Text
from listbuilder.printing.pages import PageOptions, draw_guides, grid_for
from listbuilder.printing.pdf_canvas import PdfPen, Properties, open_canvas


def offset_for(duplex: str, right: float, up: float) -> tuple[float, float]:
    """The offset that mends backs so far to the right of their fronts and above them, seen through the paper.

    Paper turned over its long edge is mirrored from left to right, so there a shift to the right goes the other way
    already; over its short edge the same holds for up and down.
    """
    return (-right, up) if duplex == "short" else (right, -up)


def calibration(sheets: PageOptions, size: CardSize, properties: Properties) -> bytes:
    """Two pages to print on both sides: hold them against the light and read off how far the backs are out."""
    out = io.BytesIO()
    places = grid_for(sheets._replace(fold=False), size)
    canvas = open_canvas(out, (places.page_width, places.page_height), properties)
    pen = PdfPen(canvas, sheets.fonts, sheets.theme)
    behind = back_cells(places, "short" if sheets.duplex == "short" else "long", sheets.offset)
    for at, one in enumerate((places, behind)):
        marks: list[Mark] = [mark for cell in one.cells for mark in target_marks(cell, at == 1)]
        middle = one.page_width / 2 * MM
        cell = one.cells[len(one.cells) // 2]
        top = -(cell.y + cell.height - 6) * MM
        for n, text in enumerate(instructions(sheets.duplex, "Back" if at else "Front")):
            x = middle - pen.fonts.width(text) * 7 / 2
            marks.append(Text(x, top + n * 9, text, 7))
        pen.marks([*marks, LineMark(middle - 25 * MM, top + 43, middle + 25 * MM, top + 43, 0.6)], 0)
        draw_guides(pen, cut_guides(one, "lines"))
        pen.show_page()
    pen.save()
    return out.getvalue()


def instructions(duplex: str, side: str) -> list[str]:
    """How to use the page, with what to say for circles that are out by two millimetres one way and one the other."""
    right, up = offset_for(duplex, 2, 1)
    return [
        f"{side}. Print both pages at 100 % on one sheet, turned over its {duplex} edge. The line below is 50 mm.",
        "Hold it against the light, the side with the crosses towards you. Each step is 1 mm.",
        f"Circles 2 mm to the right of their crosses and 1 mm above them: say --back-offset {right:g},{up:g}.",
        "Change both signs for circles to the left and below.",
    ]


def target_marks(cell: CardCell, back: bool) -> list[Mark]:
    """A cross with millimetre steps in the middle of a card, or circles around the same place."""
    x, y = (cell.x + cell.width / 2) * MM, -(cell.y + cell.height / 2) * MM
    if back:
        rings = [Box(x - r * MM, y - r * MM, 2 * r * MM, 2 * r * MM, 0.5, radius=r * MM) for r in (1, 2, 3, 4, 5)]
        return [*rings, LineMark(x - 1, y, x + 1, y, 0.3), LineMark(x, y - 1, x, y + 1, 0.3)]
    steps = [n for n in range(-6, 7) if n]
    across = [LineMark(x + n * MM, y - 2, x + n * MM, y + 2, 0.3) for n in steps]
    up = [LineMark(x - 2, y + n * MM, x + 2, y + n * MM, 0.3) for n in steps]
    reach = 7 * MM
    return [LineMark(x - reach, y, x + reach, y, 0.4), LineMark(x, y - reach, x, y + reach, 0.4), *across, *up]
