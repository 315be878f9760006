"""Where cards lie on paper: how many fit, their places, their backs, cut guides and the ruler. Millimetres.

Places are measured from the bottom left corner of the paper, as printers do.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

MM = 72 / 25.4
SLACK = 1e-6
GAP, TICK, CROSS = 1.0, 3.0, 1.5
RULER, STRIP = 50.0, 3.0
Duplex = Literal["long", "short"]


class CardCell(NamedTuple):
    """The place of one card: its cut edges on the page, and how its face is turned."""

    x: float
    y: float
    width: float
    height: float
    turn: int = 0


class PageGrid(NamedTuple):
    """All places on a page, row by row from the top."""

    page_width: float
    page_height: float
    columns: int
    rows: int
    bleed: float
    cells: tuple[CardCell, ...]
    turned: bool = False

    @property
    def left(self) -> float:
        """The paper left of the first cut."""
        return min(cell.x for cell in self.cells)

    @property
    def bottom(self) -> float:
        """The paper below the last cut."""
        return min(cell.y for cell in self.cells)


class Guide(NamedTuple):
    """A line to cut or fold along."""

    x: float
    y: float
    to_x: float
    to_y: float
    dashed: bool = False


class Ruler(NamedTuple):
    """Fifty millimetres to measure, and where the words beside it begin; up along the side when `turned`."""

    x: float
    y: float
    length: float
    turned: bool
    words: tuple[float, float]
    room: float


def count_fitting(room: float, size: float) -> int:
    """How many times `size` goes into `room`."""
    return int((room + SLACK) // size)


def grid(page: tuple[float, float], card: tuple[float, float], margin: float, bleed: float = 0) -> PageGrid | None:
    """The places on a page, upright or turned, whichever holds more; None when not even one card fits."""
    width, height = page
    best: PageGrid | None = None
    for turned in (False, True):
        card_width, card_height = (card[1], card[0]) if turned else card
        step_x, step_y = card_width + 2 * bleed, card_height + 2 * bleed
        columns, rows = count_fitting(width - 2 * margin, step_x), count_fitting(height - 2 * margin, step_y)
        if columns * rows == 0 or (best and columns * rows <= len(best.cells)):
            continue
        left, top = (width - columns * step_x) / 2, (height + rows * step_y) / 2
        cells = tuple(
            CardCell(
                left + column * step_x + bleed,
                top - (row + 1) * step_y + bleed,
                card_width,
                card_height,
                90 if turned else 0,
            )
            for row in range(rows)
            for column in range(columns)
        )
        best = PageGrid(width, height, columns, rows, bleed, cells, turned)
    return best


def back_cells(cells: PageGrid, duplex: Duplex = "long", offset: tuple[float, float] = (0, 0)) -> PageGrid:
    """The places of the backs, in the order of the fronts, for paper turned over its long or its short edge."""
    right, up = offset

    def back(cell: CardCell) -> CardCell:
        if duplex == "long":
            x, y, turn = cells.page_width - cell.x - cell.width, cell.y, -cell.turn
        else:
            x, y, turn = cell.x, cells.page_height - cell.y - cell.height, 180 - cell.turn
        return cell._replace(x=x + right, y=y + up, turn=turn)

    return cells._replace(cells=tuple(back(cell) for cell in cells.cells))


def cut_edges(cells: PageGrid) -> tuple[list[float], list[float]]:
    """Every place along x and along y where a cut runs."""
    across = {round(x, 6) for cell in cells.cells for x in (cell.x, cell.x + cell.width)}
    up = {round(y, 6) for cell in cells.cells for y in (cell.y, cell.y + cell.height)}
    return sorted(across), sorted(up)


def cut_guides(cells: PageGrid, mode: str) -> list[Guide]:
    """Ticks in the margin and crosses where cards meet, or whole lines, or nothing. All run along cuts."""
    across, up = cut_edges(cells)
    if mode == "none":
        return []
    if mode == "lines":
        return [Guide(x, up[0], x, up[-1]) for x in across] + [Guide(across[0], y, across[-1], y) for y in up]
    gap = max(GAP, cells.bleed)
    out = []
    for x in across:
        out += [Guide(x, up[0] - gap - TICK, x, up[0] - gap), Guide(x, up[-1] + gap, x, up[-1] + gap + TICK)]
    for y in up:
        out += [
            Guide(across[0] - gap - TICK, y, across[0] - gap, y),
            Guide(across[-1] + gap, y, across[-1] + gap + TICK, y),
        ]
    return out + corner_crosses(across, up)


def corner_crosses(across: list[float], up: list[float]) -> list[Guide]:
    """Small crosses on inner corners: they are still there when the first strip has been cut off."""
    out = []
    for x in across[1:-1]:
        for y in up[1:-1]:
            out += [Guide(x - CROSS, y, x + CROSS, y), Guide(x, y - CROSS, x, y + CROSS)]
    return out


def fold_guides(cells: PageGrid) -> list[Guide]:
    """The dashed line in the middle of each fold-over card."""
    out = []
    for cell in cells.cells:
        if cell.turn % 180:
            middle = cell.x + cell.width / 2
            out.append(Guide(middle, cell.y, middle, cell.y + cell.height, True))
        else:
            middle = cell.y + cell.height / 2
            out.append(Guide(cell.x, middle, cell.x + cell.width, middle, True))
    return out


def make_ruler(cells: PageGrid, margin: float) -> Ruler | None:
    """Where the ruler goes: above the cards where there is room, else beside them, clear of all ticks."""
    top = max(cell.y + cell.height for cell in cells.cells)
    ticks = max(GAP, cells.bleed) + TICK
    above, beside = cells.page_height - top - ticks - margin, cells.left - ticks - margin
    if above >= STRIP and cells.page_width - 2 * margin >= 2 * RULER:
        x, y = max(margin, cells.left), cells.page_height - margin - STRIP + 0.5
        return Ruler(x, y, RULER, False, (x + RULER + 4, y), cells.page_width - margin - x - RULER - 4)
    if beside >= STRIP:
        x, y = margin + STRIP - 0.5, max(margin, cells.bottom)
        return Ruler(x, y, RULER, True, (x, y + RULER + 4), cells.page_height - margin - y - RULER - 4)
    column = sorted({(cell.y, cell.height) for cell in cells.cells if cell.x - cells.left < SLACK})
    if column[0][1] >= RULER + 4 and len(column) > 1 and cells.left - cells.bleed >= margin + STRIP + 0.5:
        x, (y, height), (next_y, next_height) = margin + STRIP - 0.5, column[0], column[1]
        return Ruler(x, y + (height - RULER) / 2, RULER, True, (x, next_y + 2), next_height - 4)
    return None
