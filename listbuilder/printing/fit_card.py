"""Fit the blocks of cards to their faces: contents go in, type size and density are chosen, faces come out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, cycle
from typing import NamedTuple

from listbuilder.printing.block_rows import BlockRow, TooSmallError, flow, leading
from listbuilder.printing.card_content import Block, Content, Item, Items, Paragraph, ProfileTable
from listbuilder.printing.card_frame import CardFrame, Deck, Rect, RegionBox, make_frame, region_marks, static_marks
from listbuilder.printing.marks import Face, Figure, LineMark, Part, place_marks
from listbuilder.printing.text_layout import LEADING

Pages = list[list[tuple[float, BlockRow]]]
# Lines that a face must have room for.
LEAST_ROOM = 3
# Balanced faces are at least this full, and differ by at most this.
LEAST_FULL, NEARLY = 0.5, 0.02
# Steps of type sizes; how far above `steady` type is comfortable; how far gaps may open, in type sizes.
STEP, ROOMY, OPENED = 0.5, 1.0, 0.28
# A watermark: its share of the empty height and width, its least side.
FILLED, WIDEST, LEAST_EMBLEM = 0.8, 0.42, 28


class Density(NamedTuple):
    """What a card has room for: flavour texts, a note at its foot, headings, and the usual spacing."""

    flavour: bool = True
    note: bool = True
    headings: bool = True
    space: bool = True


# What is dropped step by step, for the whole deck so that its cards look alike. Only the note at the foot is dropped
# card by card.
ALL, PLAIN, BARE = Density(), Density(flavour=False), Density(flavour=False, headings=False)
LEAST = Density(flavour=False, note=False, headings=False, space=False)


class BodyType(NamedTuple):
    """How the text of a card or deck is set."""

    size: float
    density: Density = ALL


class CardFitter:
    """Lays out one card: its frames, and its rows at any size and density.

    Cards with equal blocks and equal room share their caches.
    """

    def __init__(self, deck: Deck, content: Content) -> None:
        self.deck, self.content = deck, content
        self.first = make_frame(deck, content, deck.layout.front)
        self.further = make_frame(deck, content, deck.layout.next)
        self.width = min(one.inner.width for one in (*self.first.flows, *self.further.flows))
        apart = deck.separate_boxes(content)
        self.blocks = tuple([block for block in content.blocks if block is not apart])
        self.rooms = tuple([tuple([one.inner.height for one in frame.flows]) for frame in (self.first, self.further)])
        # Decks have many equal cards, such as copies of a model. While characters are lacking nothing is shared, so
        # that each card that has them is named.
        alike = ("laid", self.blocks, self.rooms, self.width, deck.style(content).accent)
        self.known: dict[tuple[float, Density], Pages] = {} if deck.fonts.lacking else deck.known.setdefault(alike, {})
        self.heights: dict[tuple[float, Density], float] = deck.known.setdefault(("tall", *alike), {})
        self.lines = sum(least_lines(block) for block in self.blocks)
        if max(self.rooms[1]) < LEAST_ROOM * LEADING * deck.type.floor:
            raise TooSmallError

    def pages(self, size: float, density: Density) -> Pages:
        """All rows stacked into the flow regions, face after face; cached."""
        if (size, density) not in self.known:
            self.known[size, density] = self.flow_rows(self.rows(size, density), 1.0)
        return self.known[size, density]

    def flow_rows(self, rows: Sequence[BlockRow], share: float) -> Pages:
        """Stack rows, using only a share of the height of each flow region."""
        first, further = ([room * share for room in rooms] for rooms in self.rooms)
        return flow(rows, chain(first, cycle(further)))

    def even_out(self, size: float, density: Density) -> None:
        """Balance the faces of a long card by bisection; a model keeps its front full, where players look first."""
        pages = self.pages(size, density)
        if self.content.sort == "model" or self.faces(pages) == 1:
            return
        rows = self.rows(size, density)
        least = min(map(min, self.rooms))
        # A smaller share could not hold the tallest row.
        low, high = max(LEAST_FULL, max(row.height for row in rows) / least), 1.0
        while high - low > NEARLY:
            share = (low + high) / 2
            found = self.flow_rows(rows, share)
            if self.faces(found) == self.faces(pages):
                self.known[size, density], high = found, share
            else:
                low = share

    def rows(self, size: float, density: Density) -> list[BlockRow]:
        """All rows at a size."""
        setting = self.deck.setting(self.content, self.width, size, not density.space, not density.headings)
        return [row for block in blocks_at_density(self.blocks, density) for row in self.deck.rows(setting, block)]

    def faces(self, pages: Pages) -> int:
        """The number of faces that hold these pages."""
        first, further = len(self.first.flows), len(self.further.flows)
        return 1 if len(pages) <= first else 1 + -(-(len(pages) - first) // further)

    def count(self, size: float, density: Density) -> int:
        """How many faces a card has at a size."""
        return self.faces(self.pages(size, density))

    def fits_faces(self, most: int, size: float, density: Density) -> bool:
        """Whether a card has at most `most` faces at a size."""
        return not self.exceeds_by_line_count(most, size, density) and self.count(size, density) <= most

    def exceeds_by_line_count(self, most: int, size: float, density: Density) -> bool:
        """Whether the line count alone rules out `most` faces; this saves stacking long cards at every size."""
        first, further = map(sum, self.rooms)
        return self.lines * leading(not density.space) * size > first + (most - 1) * further + 1

    def fits(self, size: float, density: Density) -> bool:
        """Whether a card fits one face at a size; with one column a sum of heights decides, without stacking."""
        if self.exceeds_by_line_count(1, size, density):
            return False
        # With several columns, what is left at the foot of one is lost: a sum of heights would promise too much.
        if (size, density) in self.known or len(self.first.flows) > 1:
            return self.count(size, density) == 1
        if (size, density) not in self.heights or self.deck.fonts.lacking:
            rows = self.rows(size, density)
            self.heights[size, density] = sum([row.height + row.gap for row in rows]) - (rows[0].gap if rows else 0.0)
        return self.heights[size, density] <= self.rooms[0][0] + 1e-6

    def one_face_density(self, size: float, density: Density) -> Density | None:
        """The density at which a card fits one face: drop its note, then spacing; None if neither helps."""
        without = density._replace(note=False)
        ways = (density, without, without._replace(space=False))
        return next((one for one in ways if self.fits(size, one)), None)

    def multi_face_density(self, size: float, density: Density) -> Density:
        """The density of a card with several faces: flavour never adds a face, the note stays if it costs none."""
        without = density._replace(flavour=False, note=False)
        noted = without._replace(note=True)
        return noted if self.fits_faces(self.count(size, without), size, noted) else without


def least_lines(block: Block) -> int:
    """A lower bound of the lines of a block at any width: one for each name in it."""
    return sum(bool(one.name.replace("\u00ad", "").strip()) for one in items_in(block))


def items_in(block: Block) -> list[Item]:
    """The items of a block."""
    if isinstance(block, Items):
        return list(block.items)
    return [row.item for row in block.rows] if isinstance(block, ProfileTable) else []


def blocks_at_density(blocks: Sequence[Block], density: Density) -> Sequence[Block]:
    """Blocks without the flavour and notes that a density drops."""
    if density.note and density.flavour:
        return blocks
    kept = [block for block in blocks if density.note or not (isinstance(block, Paragraph) and block.quiet)]
    return kept if density.flavour else [block_without_flavour(block) for block in kept]


def block_without_flavour(block: Block) -> Block:
    """A block whose items have no flavour texts."""
    items = tuple(one._replace(text="") if one.flavour else one for one in items_in(block))
    if isinstance(block, Items):
        return block._replace(items=items)
    if isinstance(block, ProfileTable):
        rows = zip(block.rows, items, strict=True)
        return block._replace(rows=tuple(row._replace(item=item) for row, item in rows))
    return block


def type_sizes(most: float, least: float) -> list[float]:
    """The type sizes to try, the largest first."""
    steps = max(0, int((most - least) / STEP + 1e-6))
    return [least + STEP * at for at in range(steps, -1, -1)]


def fit_deck(deck: Deck, two_sided: bool = False) -> BodyType:
    """The largest type at which every card that can fit one face does; other cards take two or more.

    Everything is printed if the type stays comfortable; otherwise flavour is dropped, then headings.
    """
    steady = deck.type.steady
    most = max(deck.points(deck.layout.body) if deck.layout.body else deck.size.body, steady)
    fitters = [CardFitter(deck, content) for content in deck.contents]
    # Kept for `make_faces`, which would lay out each card again.
    deck.known.update((id(one.content), one) for one in fitters)
    roomy = min(most, steady + ROOMY)
    for density in (ALL, PLAIN):
        size = largest_common_size(fitters, most, roomy, density, two_sided)
        if size:
            return BodyType(size, density)
    tried = [(largest_common_size(fitters, most, steady, one, two_sided), one) for one in (PLAIN, BARE)]
    return max((BodyType(size, one) for size, one in tried if size), key=lambda one: min(one.size, roomy))


def largest_common_size(
    fitters: Sequence[CardFitter], most: float, least: float, density: Density, two_sided: bool
) -> float | None:
    """The largest size at which all cards that can fit one face do; None if that is below `least`."""
    size, steady = most, fitters[0].deck.type.steady if fitters else most
    for fitter in fitters:
        if fitter.fits(size, density):
            continue
        sizes = type_sizes(size, least)
        if fitter.fits(steady, LEAST):
            # Comfortable type leaves room for notes.
            noted = least > steady
            found = [one for one in sizes if (fitter.fits if noted else fitter.one_face_density)(one, density)]
        else:
            without = density._replace(note=False)
            found = [one for one in sizes if fitter.fits_faces(2, one, without)] if two_sided else []
            # A card that needs several faces at any size sets the deck just above comfortable type: larger type would
            # take more.
            found = found or [min(size, max(least, steady + STEP))]
        if not found:
            return None
        size = found[0]
    return size


def make_faces(deck: Deck, content: Content, body: BodyType, two_sided: bool = False) -> list[Face]:
    """All faces of a content: one face in the type of the deck, else its back too, smaller type, or more faces."""
    fitter = deck.known.pop(id(content), None) or CardFitter(deck, content)
    chosen = choose_fit(fitter, body, two_sided)
    fitter.even_out(*chosen)
    total = fitter.faces(fitter.pages(*chosen))
    return [finish_face(fitter, at, total, chosen) for at in range(total)]


def choose_fit(fitter: CardFitter, body: BodyType, two_sided: bool) -> BodyType:
    """How a card is set: the back is used before type gets smaller than `steady`, further cards after that."""
    floor, steady = fitter.deck.type.floor, fitter.deck.type.steady
    size, density = body
    # The size of the deck comes first: cards of one size look alike, even if one of them loses its note.
    on_one = fitter.one_face_density(size, density)
    if on_one:
        return BodyType(size, on_one)
    if not two_sided:
        for one in type_sizes(min(size, steady), floor):
            if fitter.fits(one, LEAST):
                return BodyType(one, fitter.one_face_density(one, BARE) or LEAST)
    without = density._replace(flavour=False, note=False)
    if not fitter.fits_faces(2 if two_sided else 1, size, without):
        fewest = fitter.count(steady, without)
        size = next(one for one in type_sizes(size, steady) if one == steady or fitter.fits_faces(fewest, one, without))
    return BodyType(size, fitter.multi_face_density(size, density))


def finish_face(fitter: CardFitter, at: int, total: int, body: BodyType) -> Face:
    """A complete face."""
    deck, content, pages = fitter.deck, fitter.content, fitter.pages(*body)
    frame = fitter.further if at else fitter.first
    first, further = len(fitter.first.flows), len(fitter.further.flows)
    start = 0 if at == 0 else first + (at - 1) * further
    columns = pages[start : start + len(frame.flows)]
    words = f"{at + 1}/{total}" if total > 1 else ""
    flowing: list[Part] = []
    for column, place in enumerate(frame.flows):
        page = columns[column] if column < len(columns) else []
        rows = place_rows(page, place.inner, body.size)
        flowing += [(place.inner.x, place.inner.y + y, row.marks) for y, row in rows]
        flowing += watermark(deck, content, place, rows) if at == total - 1 else ()
    made = face_of(deck, content, frame, flowing, words, body.size)
    return made._replace(terse=blocks_at_density(fitter.blocks, body.density) != fitter.blocks)


def watermark(deck: Deck, content: Content, place: RegionBox, rows: Sequence[tuple[float, BlockRow]]) -> Iterator[Part]:
    """A pale emblem in the room that the text leaves empty, if the region asks for it and there is enough."""
    if not place.region.empty:
        return
    top = max((y + row.height for y, row in rows if not row.sinks), default=0.0)
    bottom = min((y for y, row in rows if row.sinks), default=place.inner.height)
    side = min((bottom - top) * FILLED, place.inner.width * WIDEST)
    if side >= LEAST_EMBLEM * deck.scale:
        style = deck.style(content)
        x, y = (place.inner.width - side) / 2, (top + bottom - side) / 2
        yield place.inner.x, place.inner.y, (Figure(x, y, side, style.emblem, style.wash),)


def face_of(deck: Deck, content: Content, frame: CardFrame, flowing: Sequence[Part], number: str, size: float) -> Face:
    """A face from its frame and the text that flows; the foot is last in the reading order."""
    feet = place_marks(region_marks(deck, content, place, number) for place in frame.feet)
    parts: tuple[Part, ...] = ((0, 0, place_marks(static_marks(deck, content, frame))), *flowing, (0, 0, feet))
    title = f"{content.name} ({number})" if number else content.name
    return Face(deck.card.width, deck.card.height, parts, title, size)


def place_rows(page: list[tuple[float, BlockRow]], room: Rect, size: float) -> list[tuple[float, BlockRow]]:
    """Rows in their room. Spare height widens the gaps a little, and rows that sink move to the foot."""
    used = max((y + row.height for y, row in page), default=0.0)
    spare = max(0.0, room.height - used)
    gaps = [at for at, (_, row) in enumerate(page) if at and row.gap and not row.sinks]
    each = min(spare * 0.8 / len(gaps), size * OPENED) if gaps else 0.0
    out, opened = [], 0.0
    for at, (y, row) in enumerate(page):
        opened += each if at in gaps else 0.0
        if row.rule and at:
            middle = -(row.gap + each) / 2
            row = row._replace(marks=(*row.marks, LineMark(0, middle, room.width, middle, 0.5, row.rule)))
        out.append((y + (spare if row.sinks else opened), row))
    return out


def make_back(deck: Deck, content: Content) -> Face:
    """The decorative back of a card."""
    frame = make_frame(deck, content, deck.layout.back)
    return face_of(deck, content, frame, (), "", 0)._replace(title="")
