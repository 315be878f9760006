"""Cards on pages: batches of cards go in, the bytes of a PDF come out, with cut guides, ruler, bookmarks and labels."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from listbuilder.base.errors import DocumentError
from listbuilder.loading.templates import CardSize, Paper, Theme
from listbuilder.printing.geometry import (
    MM,
    CardCell,
    Guide,
    PageGrid,
    back_cells,
    cut_guides,
    fold_guides,
    grid,
    make_ruler,
)
from listbuilder.printing.marks import Face, LineMark, Mark, Style, Text
from listbuilder.printing.pdf_canvas import PdfPen, Properties, open_canvas
from listbuilder.printing.text_layout import Fonts

ONE_UP = "card"
NOT_LEGAL = "NOT LEGAL"


class PrintedCard(NamedTuple):
    """One piece of card: its front, and its back where it has one."""

    front: Face
    back: Face | None = None


class Batch(NamedTuple):
    """Cards of one size that belong to one list, or its tokens: `noun` is what to call one."""

    title: str
    size: CardSize
    cards: tuple[PrintedCard, ...]
    legal: bool = True
    noun: str = "card"


class PageOptions(NamedTuple):
    """How cards go on paper."""

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


def grid_for(sheets: PageOptions, size: CardSize) -> PageGrid:
    """The places on a sheet for cards of a size, or DocumentError when none fits."""
    wide, tall = size.width, size.height * (2 if sheets.fold else 1)
    if sheets.paper is None:
        page = (wide + 2 * sheets.bleed, tall + 2 * sheets.bleed)
        return PageGrid(*page, 1, 1, sheets.bleed, (CardCell(sheets.bleed, sheets.bleed, wide, tall),))
    paper = sheets.paper
    found = grid((paper.width, paper.height), (wide, tall), sheets.margin, sheets.bleed)
    if found is None:
        message = f"A card of {wide:g} × {tall:g} mm does not fit on {paper.name} with margins of {sheets.margin:g} mm."
        hint = "Choose a smaller --size, another --paper, or leave out --fold or --bleed."
        raise DocumentError.of("print.size", message, hint)
    return found


def arrange(batches: Sequence[Batch], sheets: PageOptions) -> list[PrintedPage]:
    """The pages: a new one for each batch; backs follow their fronts, a card without a back leaves its place empty."""
    pages = []
    for batch in batches:
        places = grid_for(sheets, batch.size)
        per = len(places.cells)
        behind = back_cells(places, "short" if sheets.duplex == "short" else "long", sheets.offset)
        for start in range(0, len(batch.cards), per):
            cards = batch.cards[start : start + per]
            if sheets.fold:
                pages.append(PrintedPage(batch, places, tuple(fold_over(cards, places))))
                continue
            pages.append(
                PrintedPage(batch, places, tuple((card.front, places.cells[at]) for at, card in enumerate(cards)))
            )
            if any(card.back for card in cards):
                faces = tuple((card.back, behind.cells[at]) for at, card in enumerate(cards) if card.back)
                pages.append(PrintedPage(batch, behind, faces, back=True))
    return pages


def fold_over(cards: Sequence[PrintedCard], places: PageGrid) -> Iterator[tuple[Face, CardCell]]:
    """Front and back in one place, head to head, to be folded between them."""
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
    out = io.BytesIO()
    first = (pages[0].grid.page_width, pages[0].grid.page_height) if pages else (210, 297)
    canvas = open_canvas(out, first, properties)
    pen = PdfPen(canvas, sheets.fonts, sheets.theme)
    seen: set[int] = set()
    for number, page in enumerate(pages, 1):
        draw_page(pen, page, sheets, (number, len(pages)))
        bookmark(canvas, page, number, seen)
        pen.show_page()
    pen.save()
    return out.getvalue()


def bookmark(canvas: Any, page: PrintedPage, number: int, seen: set[int]) -> None:
    """An entry for the list on its first page, and one for each card."""
    canvas.addPageLabel(number - 1, style="ARABIC", start=number)
    if page.back:
        return
    if id(page.batch) not in seen:
        seen.add(id(page.batch))
        canvas.bookmarkPage(f"list-{number}")
        canvas.addOutlineEntry(page.batch.title, f"list-{number}", 0, closed=False)
    before = ""
    for at, (face, cell) in enumerate(page.faces):
        before, same = face.title, face.title == before
        if face.title and not same:
            key = f"card-{number}-{at}"
            canvas.bookmarkPage(key, fit="XYZ", left=cell.x * MM, top=(cell.y + cell.height) * MM)
            canvas.addOutlineEntry(face.title, key, 1)


def draw_page(pen: PdfPen, page: PrintedPage, sheets: PageOptions, number: tuple[int, int]) -> None:
    """Faces, then what helps to print and cut them."""
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
    guides += fold_guides(places) if sheets.fold else []
    draw_guides(pen, guides)
    margin_words(pen, page, sheets, number)


def draw_guides(pen: PdfPen, guides: Sequence[Guide]) -> None:
    """Hairlines; folds are dashed."""
    marks = [
        LineMark(one.x * MM, -one.y * MM, one.to_x * MM, -one.to_y * MM, 0.3, "muted", one.dashed) for one in guides
    ]
    pen.aside(marks, 0)


def margin_words(pen: PdfPen, page: PrintedPage, sheets: PageOptions, number: tuple[int, int]) -> None:
    """The ruler, and beside it how to print, which page this is, and whether the list is legal."""
    ruler = make_ruler(page.grid, sheets.margin)
    if ruler is None:
        return
    canvas, size = pen.canvas, sheets.floor
    words: list[tuple[str, Style]] = [(f"{NOT_LEGAL}.", "bold")] if not page.batch.legal else []
    words.append(("Print at 100 %: the line is 50 mm.", "regular"))
    words.append((f"{page.batch.title}, page {number[0]} of {number[1]}{' (backs)' if page.back else ''}", "regular"))
    canvas.saveState()
    canvas.translate(ruler.x * MM, ruler.y * MM)
    if ruler.turned:
        canvas.rotate(90)
    along = (ruler.words[1] - ruler.y if ruler.turned else ruler.words[0] - ruler.x) * MM
    marks: list[Mark] = ruler_marks(ruler.length * MM)
    x, end = along, along + ruler.room * MM
    for text, style in words:
        wide = pen.fonts.width(text, style) * size
        if x + wide <= end:
            marks.append(Text(x, 0, text, size, style, "ink" if style == "bold" else "muted"))
            x += wide + size
    pen.aside(marks, 0)
    canvas.restoreState()


def ruler_marks(length: float) -> list[Mark]:
    """A line of that length with a tick at each centimetre."""
    ticks = [
        LineMark(length * at / 5, 0, length * at / 5, -4 if at in (0, 5) else -2.5, 0.5, "muted") for at in range(6)
    ]
    return [LineMark(0, 0, length, 0, 0.5, "muted"), *ticks]
