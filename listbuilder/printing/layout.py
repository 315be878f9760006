"""From contents to faces: the frame of the deck, and everything else flowing inside it.

Pure data: what is drawn where. Sizes are points. Text shrinks to the floor, then goes on to another face.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import NamedTuple

from listbuilder.printing.content import Block, Content
from listbuilder.printing.frame import STEP, Deck, Frame, footer_marks, front_frame, next_frame
from listbuilder.printing.geometry import MM
from listbuilder.printing.marks import Face, Picture
from listbuilder.printing.rows import Row, Setting, Spacing, TooSmallError, block_rows, flow
from listbuilder.printing.text import LEADING

__all__ = ["Art", "make_faces"]

Pages = list[list[tuple[float, Row]]]
LEAST_ROOM = 3


class Art(NamedTuple):
    """A checked image and its shape."""

    data: bytes
    width: int
    height: int


def art_rows(deck: Deck, art: Art | None) -> list[Row]:
    """The picture, as large as a quarter of the card allows."""
    if art is None:
        return []
    scale = min(deck.width / art.width, deck.height * 0.26 / art.height)
    width, height = art.width * scale, art.height * scale
    picture = Picture((deck.width - width) / 2, 0, width, height, art.data)
    return [Row(height + 1, (picture,), gap=2)]


def make_faces(deck: Deck, content: Content, art: Art | None = None) -> list[Face]:
    """All faces of a content: one with the largest type that fits, else as few as the smallest type needs."""
    first, further = front_frame(deck, content), next_frame(deck, content)
    if first.room < 0 or further.room < LEAST_ROOM * LEADING * deck.type.floor:
        raise TooSmallError

    def stacked(size: float, spacing: Spacing) -> Pages:
        setting = Setting(deck.fonts, deck.width, size, deck.type.floor, spacing)
        rows = art_rows(deck, art) + [row for block in content.blocks for row in remembered(deck, setting, block)]
        return flow(rows, chain([first.room], repeat(further.room)))

    pages, size = choose(stacked, body_sizes(deck), first.room)
    return [
        finish(deck, content, first if at == 0 else further, page, (at + 1, len(pages)), size)
        for at, page in enumerate(pages)
    ]


def remembered(deck: Deck, setting: Setting, block: Block) -> list[Row]:
    """The rows of a block; the same weapon or rule on the next card needs no new thought."""
    key = (block, setting.size, setting.spacing)
    if key not in deck.rows or deck.fonts.lacking:
        deck.rows[key] = block_rows(setting, block)
    return deck.rows[key]


def body_sizes(deck: Deck) -> list[float]:
    """The sizes of type to try, the largest first."""
    steps = max(0, int((deck.size.body - deck.type.floor) / STEP))
    return [deck.type.floor + STEP * at for at in range(steps, -1, -1)]


def choose(stacked: Callable[[float, Spacing], Pages], sizes: Sequence[float], room: float) -> tuple[Pages, float]:
    """The largest type that fits one face, at the floor with less space; several faces have more space instead."""
    pages, floor = stacked(sizes[0], "plain"), sizes[-1]
    if len(pages) == 1:
        return pages, sizes[0]
    # Text takes room by the square of its size, so that most sizes need not be tried.
    tall = sum(row.height + row.gap for page in pages for _, row in page)
    guess = sizes[0] * (room / tall) ** 0.5 + STEP
    for size in (size for size in sizes[1:] if floor <= size <= guess):
        if len(pages := stacked(size, "plain")) == 1:
            return pages, size
    if guess > floor - STEP and len(pages := stacked(floor, "tight")) == 1:
        return pages, floor
    fewest = len(stacked(floor, "airy"))
    return next((pages, size) for size in sizes if len(pages := stacked(size, "airy")) <= fewest)


def finish(
    deck: Deck, content: Content, frame: Frame, page: list[tuple[float, Row]], number: tuple[int, int], size: float
) -> Face:
    """A face with everything on it, moved inside its safe edge."""
    at, of = number
    words = f"{at}/{of}" if of > 1 else ""
    used = max((y + row.height for y, row in page), default=0)
    spare = max(0.0, frame.room - used - 1)
    safe, top = deck.safe, deck.safe + frame.top
    flowing = [(safe, top + y + spare * row.sinks, row.marks) for y, row in page]
    parts = ((safe, safe, frame.marks), *flowing, (safe, safe, tuple(footer_marks(deck, words))))
    title = f"{content.name} ({words})" if words else content.name
    return Face(deck.size.width * MM, deck.size.height * MM, parts, title, size)
