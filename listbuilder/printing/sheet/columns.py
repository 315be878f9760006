"""Chains of rows put into columns and on pages: whole where they fit, heads again wherever a section goes on."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.printing.rows import Row, TooSmallError
from listbuilder.printing.sheet.rows import Chain, Section

Column = list[tuple[float, Row]]
HALVINGS = 12


def tall(chain: Chain, first: bool) -> float:
    """How tall a chain is; what comes first in a column has no gap above it."""
    return sum(row.height + row.gap for row in chain) - (chain[0].gap if first and chain else 0.0)


def on_pages(sections: Sequence[Section], start: float, top: float, bottom: float) -> list[Column]:
    """Sections one after the other, each row with its place; a section that goes on has its head again."""
    pages: list[Column] = [[]]
    y = start
    for section in sections:
        headed = False
        for at, chain in enumerate(section.chains):
            first = not pages[-1]
            need = tall(chain, headed and first) + (0 if headed else tall(section.head, first))
            over = y + need > bottom or (headed and parts_last(section, at, bottom - y, bottom - top))
            if over and (pages[-1] or y > top):
                pages.append([])
                y, headed = top, False
            for row in chain:
                if headed and y + row.gap + row.height > bottom + 1e-6:
                    pages.append([])
                    y, headed = top, False
                for one in (row,) if headed else (*section.head, row):
                    gap = one.gap if pages[-1] else 0.0
                    pages[-1].append((y + gap, one))
                    y += gap + one.height
                headed = True
                if y > bottom + 1e-6:
                    raise TooSmallError
    return pages


def parts_last(section: Section, at: int, left: float, page: float) -> bool:
    """Whether the last chain of a section would be alone on the next page, which has room for the one before too."""
    if at != len(section.chains) - 2:
        return False
    last_two = sum(tall(chain, False) for chain in section.chains[at:])
    return left < last_two <= page - tall(section.head, True)


def fill_columns(chains: Sequence[Chain], count: int, first: float, room: float) -> list[list[Column]]:
    """Chains in columns page by page, `first` being the height on the first; the last page's are equally long."""
    pages: list[list[Column]] = []
    rest = list(chains)
    while rest:
        height = room if pages else first
        columns, left = filled(rest, count, height)
        if not left:
            columns = evened(rest, count, height)
        elif len(left) == len(rest) and height >= room:
            raise TooSmallError
        pages.append(columns)
        rest = left
    return pages


def filled(chains: Sequence[Chain], count: int, height: float) -> tuple[list[Column], list[Chain]]:
    """So many columns of a height, and what does not go into them."""
    columns: list[Column] = [[]]
    y = 0.0
    for at, chain in enumerate(chains):
        if y + tall(chain, not columns[-1]) > height + 1e-6:
            if len(columns) == count or not columns[-1]:
                return columns, list(chains[at:])
            columns.append([])
            y = 0.0
            if tall(chain, True) > height + 1e-6:
                return columns, list(chains[at:])
        for row in chain:
            gap = row.gap if columns[-1] else 0.0
            columns[-1].append((y + gap, row))
            y += gap + row.height
    return columns, []


def evened(chains: Sequence[Chain], count: int, height: float) -> list[Column]:
    """The columns at the least height that holds all."""
    low, high = sum(tall(chain, False) for chain in chains) / count * 0.8, height
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if filled(chains, count, middle)[1]:
            low = middle
        else:
            high = middle
    return filled(chains, count, high)[0]
