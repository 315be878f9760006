"""The test page for duplex printing: it shows how far the backs are off, and which offset corrects that."""

from __future__ import annotations

from listbuilder.loading.templates import CardSize
from listbuilder.printing.marks import MM, Box, LineMark, Mark, Text
from listbuilder.printing.pages import CardCell, PageOptions, back_cells, cut_guides, draw_guides, grid_for
from listbuilder.printing.pdf_canvas import PdfPen, Properties


def offset_for(duplex: str, right: float, up: float) -> tuple[float, float]:
    """The offset that corrects backs this far right of and above their fronts, seen through the paper.

    Flipping over the long edge mirrors left and right, so a shift to the right is already reversed there; over the
    short edge the same holds for up and down.
    """
    return (-right, up) if duplex == "short" else (right, -up)


def calibration(sheets: PageOptions, size: CardSize, properties: Properties) -> bytes:
    """Two pages to print on both sides of one sheet and to hold against the light."""
    places = grid_for(sheets._replace(fold=False), size)
    pen = PdfPen((places.page_width, places.page_height), sheets.fonts, sheets.theme, properties)
    for side, one in (("Front", places), ("Back", back_cells(places, sheets.duplex, sheets.offset))):
        marks = [mark for cell in one.cells for mark in target_marks(cell, side == "Back")]
        middle = one.page_width / 2 * MM
        cell = one.cells[len(one.cells) // 2]
        top = -(cell.y + cell.height - 6) * MM
        for n, text in enumerate(instructions(sheets.duplex, side)):
            marks.append(Text(middle - pen.fonts.width(text) * 7 / 2, top + n * 9, text, 7))
        pen.marks([*marks, LineMark(middle - 25 * MM, top + 43, middle + 25 * MM, top + 43, 0.6)], 0)
        draw_guides(pen, cut_guides(one, "lines"))
        pen.show_page()
    return pen.save()


def instructions(duplex: str, side: str) -> list[str]:
    """How to use the page, with the offset for circles that are 2 mm and 1 mm off as an example."""
    right, up = offset_for(duplex, 2, 1)
    return [
        f"{side}. Print both pages at 100 % on one sheet, turned over its {duplex} edge. The line below is 50 mm.",
        "Hold it against the light, the side with the crosses towards you. Each step is 1 mm.",
        f"Circles 2 mm to the right of their crosses and 1 mm above them: say --back-offset {right:g},{up:g}.",
        "Change both signs for circles to the left and below.",
    ]


def target_marks(cell: CardCell, back: bool) -> list[Mark]:
    """A cross with millimetre steps in the middle of a card; on the back, circles around the same place."""
    x, y = (cell.x + cell.width / 2) * MM, -(cell.y + cell.height / 2) * MM
    if back:
        rings = [Box(x - r * MM, y - r * MM, 2 * r * MM, 2 * r * MM, 0.5, radius=r * MM) for r in (1, 2, 3, 4, 5)]
        return [*rings, LineMark(x - 1, y, x + 1, y, 0.3), LineMark(x, y - 1, x, y + 1, 0.3)]
    steps = [n for n in range(-6, 7) if n]
    across = [LineMark(x + n * MM, y - 2, x + n * MM, y + 2, 0.3) for n in steps]
    up = [LineMark(x - 2, y + n * MM, x + 2, y + n * MM, 0.3) for n in steps]
    reach = 7 * MM
    return [LineMark(x - reach, y, x + reach, y, 0.4), LineMark(x, y - reach, x, y + reach, 0.4), *across, *up]
