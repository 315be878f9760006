"""Rows stacked into rooms: those that are tied stay together, and what does not fit goes on in the next room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.printing.block_rows import BlockRow, TooSmallError

MOST_EMPTY = 0.4  # of the room for text, at the end of a face that another follows


def chains(rows: Sequence[BlockRow], parted: bool = False) -> Iterator[list[BlockRow]]:
    """Rows that stay together; `parted` where soft ties give way."""
    chain: list[BlockRow] = []
    for row in rows:
        chain.append(row)
        if not row.keep or (parted and row.soft):
            yield chain
            chain = []
    if chain:
        yield chain


class Stack:
    """Rows being stacked into rooms of given heights, each row with its top; only the first room may stay empty."""

    def __init__(self, rooms: Iterator[float]) -> None:
        self.rooms, self.pages = rooms, [list[tuple[float, BlockRow]]()]
        self.room, self.y = next(rooms), 0.0

    def turn(self) -> None:
        """Go on in the next room."""
        self.pages.append([])
        self.room, self.y = next(self.rooms), 0.0

    def fits(self, rows: Sequence[BlockRow]) -> bool:
        """Whether rows fit below what is there; in an empty room they are tried in any case."""
        tall = sum(row.height + row.gap for row in rows)
        return not self.pages[-1] or self.y + tall <= self.room + 1e-6

    def put(self, row: BlockRow) -> None:
        """Put a row below the last, or in the next room."""
        if not self.fits([row]) or (row.height > self.room + 1e-6 and len(self.pages) == 1):
            self.turn()
        self.y += row.gap if self.pages[-1] else 0.0
        if self.y + row.height > self.room + 1e-6:
            raise TooSmallError
        self.pages[-1].append((self.y, row))
        self.y += row.height


def flow(rows: Sequence[BlockRow], rooms: Iterator[float]) -> list[list[tuple[float, BlockRow]]]:
    """Rows stacked into rooms of given heights, each row with its top."""
    stack = Stack(rooms)
    for chain in chains(rows):
        whole = stack.fits(chain) or stack.room - stack.y <= MOST_EMPTY * stack.room
        for part in [chain] if whole else chains(chain, parted=True):
            if not stack.fits(part):
                stack.turn()
            if part[0].under and not stack.pages[-1]:
                part = [*part[0].under, part[0]._replace(gap=0.0, rule=""), *part[1:]]
            for row in part:
                stack.put(row)
    return stack.pages
