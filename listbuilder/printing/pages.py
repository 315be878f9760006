"""Cards on pages: batches of cards go in, a PDF with cut guides, ruler, bookmarks and page labels comes out.

Places on the page are in millimetres from its bottom left corner, as in a PDF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from listbuilder.base.errors import DocumentError
from listbuilder.loading.templates import CardSize, Paper, Theme
from listbuilder.printing.marks import MM, Face, LineMark, Mark, Style, Text
from listbuilder.printing.pdf_canvas import PdfPen, Properties
from listbuilder.printing.text_layout import Fonts

NOT_LEGAL = "NOT LEGAL"
SLACK = 1e-6
# Cut guides: distance to the card, length of ticks, half the size of crosses.
GAP, TICK, CROSS = 1.0, 3.0, 1.5
RULER, STRIP = 50.0, 3.0


class CardCell(NamedTuple):
    """The place of one card on a page, up to its cut, and the rotation of its face in degrees."""

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
        """The x of the first cut."""
        return min(cell.x for cell in self.cells)

    @property
    def bottom(self) -> float:
        """The y of the lowest cut."""
        return min(cell.y for cell in self.cells)


class Guide(NamedTuple):
    """A line to cut or fold along."""

    x: float
    y: float
    to_x: float
    to_y: float
    dashed: bool = False


class Ruler(NamedTuple):
    """A line of 50 mm to measure, and the place and room of the words beside it; vertical if `turned`."""

    x: float
    y: float
    length: float
    turned: bool
    words: tuple[float, float]
    room: float


class PrintedCard(NamedTuple):
    """A card: its front, and its back if it has one."""

    front: Face
    back: Face | None = None


class Batch(NamedTuple):
    """Cards or tokens of one size and one list; `noun` is what messages call one of them."""

    title: str
    size: CardSize
    cards: tuple[PrintedCard, ...]
    legal: bool = True
    noun: str = "card"


class PageOptions(NamedTuple):
    """How cards go on paper; without `paper` each card has a page of its own size."""

    fonts: Fonts
    theme: Theme
    paper: Paper | None
    margin: float = 6.35
    bleed: float = 0
    guides: str = "marks"
    duplex: str = "long"
    fold: bool = False
    offset: tuple[float, float] = (0, 0)
    floor: float = 7


class PrintedPage(NamedTuple):
    """One side of a sheet: the faces and their places."""

    batch: Batch
    grid: PageGrid
    faces: tuple[tuple[Face, CardCell], ...]
    back: bool = False


def count_fitting(room: float, size: float) -> int:
    """How many times `size` goes into `room`."""
    # Without the slack 3 × 63.5 mm would not fit into 190.5 mm.
    return int((room + SLACK) // size)


def grid(page: tuple[float, float], card: tuple[float, float], margin: float, bleed: float = 0) -> PageGrid | None:
    """The places on a page with cards upright or turned, whichever holds more; None if not even one card fits."""
    width, height = page
    best: PageGrid | None = None
    # Upright first: turned cards have to hold more to be chosen.
    for turned in (False, True):
        wide, tall = (card[1], card[0]) if turned else card
        step_x, step_y = wide + 2 * bleed, tall + 2 * bleed
        columns, rows = count_fitting(width - 2 * margin, step_x), count_fitting(height - 2 * margin, step_y)
        if columns * rows == 0 or (best and columns * rows <= len(best.cells)):
            continue
        left, top = (width - columns * step_x) / 2, (height + rows * step_y) / 2
        cells = tuple(
            CardCell(x, top - (row + 1) * step_y + bleed, wide, tall, 90 if turned else 0)
            for row in range(rows)
            for x in [left + column * step_x + bleed for column in range(columns)]
        )
        best = PageGrid(width, height, columns, rows, bleed, cells, turned)
    return best


def grid_for(sheets: PageOptions, size: CardSize) -> PageGrid:
    """The places on a page for cards of a size; DocumentError if none fits."""
    wide, tall = size.width, size.height * (2 if sheets.fold else 1)
    paper, bleed = sheets.paper, sheets.bleed
    if paper is None:
        return PageGrid(wide + 2 * bleed, tall + 2 * bleed, 1, 1, bleed, (CardCell(bleed, bleed, wide, tall),))
    found = grid((paper.width, paper.height), (wide, tall), sheets.margin, bleed)
    if found is None:
        message = f"A card of {wide:g} × {tall:g} mm does not fit on {paper.name} with margins of {sheets.margin:g} mm."
        hint = "Choose a smaller --size, another --paper, or leave out --fold or --bleed."
        raise DocumentError.of("print.size", message, hint)
    return found


def back_cells(cells: PageGrid, duplex: str = "long", offset: tuple[float, float] = (0, 0)) -> PageGrid:
    """The places of the backs, in the order of the fronts, for paper flipped over its long or short edge."""
    right, up = offset

    def back(cell: CardCell) -> CardCell:
        if duplex == "short":
            x, y, turn = cell.x, cells.page_height - cell.y - cell.height, 180 - cell.turn
        else:
            x, y, turn = cells.page_width - cell.x - cell.width, cell.y, -cell.turn
        return cell._replace(x=x + right, y=y + up, turn=turn)

    return cells._replace(cells=tuple(back(cell) for cell in cells.cells))


def cut_guides(cells: PageGrid, mode: str) -> list[Guide]:
    """Ticks in the margin and crosses where cards meet (`marks`), whole `lines`, or nothing. All run along cuts."""
    across = sorted({round(x, 6) for cell in cells.cells for x in (cell.x, cell.x + cell.width)})
    up = sorted({round(y, 6) for cell in cells.cells for y in (cell.y, cell.y + cell.height)})
    if mode == "none":
        return []
    left, right, bottom, top = across[0], across[-1], up[0], up[-1]
    if mode == "lines":
        return [Guide(x, bottom, x, top) for x in across] + [Guide(left, y, right, y) for y in up]
    near = max(GAP, cells.bleed)
    out = []
    for x in across:
        out += [Guide(x, bottom - near - TICK, x, bottom - near), Guide(x, top + near, x, top + near + TICK)]
    for y in up:
        out += [Guide(left - near - TICK, y, left - near, y), Guide(right + near, y, right + near + TICK, y)]
    # Crosses on inner corners remain when the first strip has been cut off.
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
    """Where the ruler goes: above the cards if there is room, else beside them, clear of all ticks."""
    top = max(cell.y + cell.height for cell in cells.cells)
    ticks = max(GAP, cells.bleed) + TICK
    above, beside = cells.page_height - top - ticks - margin, cells.left - ticks - margin
    if above >= STRIP and cells.page_width - 2 * margin >= 2 * RULER:
        x, y = max(margin, cells.left), cells.page_height - margin - STRIP + 0.5
        return Ruler(x, y, RULER, False, (x + RULER + 4, y), cells.page_width - margin - x - RULER - 4)
    x = margin + STRIP - 0.5
    if beside >= STRIP:
        y = max(margin, cells.bottom)
        return Ruler(x, y, RULER, True, (x, y + RULER + 4), cells.page_height - margin - y - RULER - 4)
    # The last resort is between the ticks of one card, with the words between those of the next.
    column = sorted({(cell.y, cell.height) for cell in cells.cells if cell.x - cells.left < SLACK})
    if column[0][1] >= RULER + 4 and len(column) > 1 and cells.left - cells.bleed >= margin + STRIP + 0.5:
        (y, height), (next_y, next_height) = column[:2]
        return Ruler(x, y + (height - RULER) / 2, RULER, True, (x, next_y + 2), next_height - 4)
    return None


def arrange(batches: Sequence[Batch], sheets: PageOptions) -> list[PrintedPage]:
    """The pages. Each batch starts a new one, backs follow their fronts, a missing back leaves its place empty."""
    pages = []
    for batch in batches:
        places = grid_for(sheets, batch.size)
        behind = back_cells(places, sheets.duplex, sheets.offset)
        per = len(places.cells)
        for start in range(0, len(batch.cards), per):
            cards = batch.cards[start : start + per]
            if sheets.fold:
                pages.append(PrintedPage(batch, places, tuple(fold_over(cards, places))))
                continue
            fronts = tuple((card.front, places.cells[at]) for at, card in enumerate(cards))
            backs = tuple((card.back, behind.cells[at]) for at, card in enumerate(cards) if card.back)
            pages += [PrintedPage(batch, places, fronts)]
            pages += [PrintedPage(batch, behind, backs, back=True)] if backs else []
    return pages


def fold_over(cards: Sequence[PrintedCard], places: PageGrid) -> Iterator[tuple[Face, CardCell]]:
    """Front and back of each card in one place, head to head, with the fold between them."""
    for card, cell in zip(cards, places.cells, strict=False):
        if cell.turn:
            half = cell.width / 2
            front, back = cell._replace(x=cell.x + half, width=half), cell._replace(width=half, turn=270)
        else:
            half = cell.height / 2
            front, back = cell._replace(height=half), cell._replace(y=cell.y + half, height=half, turn=180)
        yield card.front, front
        if card.back:
            yield card.back, back


def print_batches(batches: Sequence[Batch], sheets: PageOptions, properties: Properties) -> bytes:
    """The PDF of all batches."""
    pages = arrange(batches, sheets)
    first = (pages[0].grid.page_width, pages[0].grid.page_height) if pages else (210, 297)
    pen = PdfPen(first, sheets.fonts, sheets.theme, properties)
    seen: set[int] = set()
    for number, page in enumerate(pages, 1):
        draw_page(pen, page, sheets, (number, len(pages)))
        bookmark(pen.canvas, page, number, seen)
        pen.show_page()
    return pen.save()


def bookmark(canvas: Any, page: PrintedPage, number: int, seen: set[int]) -> None:
    """Bookmark the list on its first page, and each card."""
    canvas.addPageLabel(number - 1, style="ARABIC", start=number)
    if page.back:
        return
    if id(page.batch) not in seen:
        seen.add(id(page.batch))
        canvas.bookmarkPage(f"list-{number}")
        canvas.addOutlineEntry(page.batch.title, f"list-{number}", 0, closed=False)
    before = ""
    for at, (face, cell) in enumerate(page.faces):
        if face.title and face.title != before:
            key = f"card-{number}-{at}"
            canvas.bookmarkPage(key, fit="XYZ", left=cell.x * MM, top=(cell.y + cell.height) * MM)
            canvas.addOutlineEntry(face.title, key, 1)
        before = face.title


def draw_page(pen: PdfPen, page: PrintedPage, sheets: PageOptions, number: tuple[int, int]) -> None:
    """Draw the faces, then the guides, the ruler and the words in the margin."""
    canvas, places = pen.canvas, page.grid
    canvas.setPageSize((places.page_width * MM, places.page_height * MM))
    if sheets.paper is None:
        cell, bleed = places.cells[0], places.bleed
        canvas.setTrimBox(tuple(value * MM for value in (cell.x, cell.y, cell.x + cell.width, cell.y + cell.height)))
        canvas.setBleedBox((0, 0, (cell.width + 2 * bleed) * MM, (cell.height + 2 * bleed) * MM))
    for face, cell in page.faces:
        pen.face(face, cell)
    if sheets.paper is None:
        return
    guides = cut_guides(places, sheets.guides) if not page.back else []
    draw_guides(pen, guides + (fold_guides(places) if sheets.fold else []))
    margin_words(pen, page, sheets, number)


def draw_guides(pen: PdfPen, guides: Sequence[Guide]) -> None:
    """Draw guides as hairlines."""
    marks = [
        LineMark(one.x * MM, -one.y * MM, one.to_x * MM, -one.to_y * MM, 0.3, "muted", one.dashed) for one in guides
    ]
    pen.artifact(marks, 0)


def margin_words(pen: PdfPen, page: PrintedPage, sheets: PageOptions, number: tuple[int, int]) -> None:
    """Draw the ruler with a tick at each centimetre; beside it how to print, the page number and a bad verdict."""
    ruler = make_ruler(page.grid, sheets.margin)
    if ruler is None:
        return
    canvas, size, length = pen.canvas, sheets.floor, ruler.length * MM
    words: list[tuple[str, Style]] = [(f"{NOT_LEGAL}.", "bold")] if not page.batch.legal else []
    words.append(("Print at 100 %: the line is 50 mm.", "regular"))
    words.append((f"{page.batch.title}, page {number[0]} of {number[1]}{' (backs)' if page.back else ''}", "regular"))
    canvas.saveState()
    canvas.translate(ruler.x * MM, ruler.y * MM)
    if ruler.turned:
        canvas.rotate(90)
    ticks = [(length * at / 5, -4 if at in (0, 5) else -2.5) for at in range(6)]
    marks: list[Mark] = [LineMark(0, 0, length, 0, 0.5, "muted")]
    marks += [LineMark(x, 0, x, y, 0.5, "muted") for x, y in ticks]
    x = (ruler.words[1] - ruler.y if ruler.turned else ruler.words[0] - ruler.x) * MM
    end = x + ruler.room * MM
    for text, style in words:
        wide = pen.fonts.width(text, style) * size
        if x + wide <= end:
            marks.append(Text(x, 0, text, size, style, "ink" if style == "bold" else "muted"))
            x += wide + size
    pen.artifact(marks, 0)
    canvas.restoreState()
