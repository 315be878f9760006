"""Fit the blocks of cards to their faces: contents go in, type size and density are chosen, faces come out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, cycle
from typing import NamedTuple

from listbuilder.printing.block_rows import BlockRow, ColumnSetting, TooSmallError, block_rows, leading
from listbuilder.printing.card_content import Block, Content, Item, Items, Paragraph, ProfileTable, Ticks
from listbuilder.printing.card_frame import CardFrame, Deck, Rect, RegionBox, make_frame, region_marks, static_marks
from listbuilder.printing.marks import Face, Figure, LineMark, Part, Style, place_marks
from listbuilder.printing.stacking import flow
from listbuilder.printing.text_layout import LEADING, on_one_line_text

Pages = list[list[tuple[float, BlockRow]]]
LEAST_ROOM, MOST_APART = 3, 0.3
BOX = 11.4
LEAST_FULL, NEARLY = 0.5, 0.02  # of two faces and more none is less full, and they are equal but for so much


class Density(NamedTuple):
    """What is printed on a card: flavour among its rules, a note at its foot, headings, and the usual spacing."""

    flavour: bool = True
    note: bool = True
    headings: bool = True
    space: bool = True


# What is dropped step by step, for the whole deck so that its cards look alike. Only the note at the foot is dropped
# card by card.
ALL, PLAIN, BARE = Density(), Density(flavour=False), Density(flavour=False, headings=False)
LEAST = Density(flavour=False, note=False, headings=False, space=False)


def block_setting(deck: Deck, content: Content, width: float, size: float, density: Density = ALL) -> ColumnSetting:
    """The setting for the blocks of a card in a column of this width and type size."""
    region = deck.flow
    value = max(size, region.value * deck.type.larger * deck.scale) if region.value else size
    box = BOX * max(1.0, deck.scale) * deck.type.larger if deck.size.width >= 50 else BOX * 0.8
    style = deck.style(content)
    tight, bare = not density.space, not density.headings
    body: Style = "light" if deck.layout.light else "regular"
    return ColumnSetting(
        deck.fonts, width, size, deck.type.floor, tight, style, region.headings, bare, value, box, body
    )


def separate_boxes(deck: Deck, content: Content) -> Ticks | None:
    """The boxes of a card, if the layout has a region for them that leaves enough room; None if they flow."""
    block = next((one for one in content.blocks if isinstance(one, Ticks)), None)
    if block is None or not deck.shows("boxes"):
        return None
    setting = block_setting(deck, content, deck.inside.width, deck.points(8))
    tall = sum(row.height for row in cached_rows(deck, setting, block))
    return block if tall <= MOST_APART * deck.inside.height else None


def cached_rows(deck: Deck, setting: ColumnSetting, block: Block) -> list[BlockRow]:
    """The rows of a block, cached: cards of a deck share many weapons and rules."""
    key = (block, setting.size, setting.tight, setting.bare, setting.width, setting.style.accent)
    if key not in deck.known or deck.fonts.lacking:
        deck.known[key] = block_rows(setting, block)
    found: list[BlockRow] = deck.known[key]
    return found


class CardFitter:
    """Lays out one card: its frames, and its rows at any size and density.

    Cards with equal blocks and equal room share their caches.
    """

    def __init__(self, deck: Deck, content: Content) -> None:
        self.deck, self.content = deck, content
        self.first = make_frame(deck, content, deck.layout.front)
        self.further = make_frame(deck, content, deck.layout.next)
        self.width = min(one.inner.width for one in (*self.first.flows, *self.further.flows))
        apart = separate_boxes(deck, content)
        self.blocks = tuple([block for block in content.blocks if block is not apart])
        self.rooms = tuple([tuple([one.inner.height for one in frame.flows]) for frame in (self.first, self.further)])
        alike = ("laid", self.blocks, self.rooms, self.width, deck.style(content).accent)
        shared: dict[tuple[float, Density], Pages] = {} if deck.fonts.lacking else deck.known.setdefault(alike, {})
        self.known = shared
        self.heights: dict[tuple[float, Density], float] = deck.known.setdefault(("tall", *alike), {})
        self.lines = sum(least_lines(block) for block in self.blocks)
        least = max(self.rooms[1])
        if least < LEAST_ROOM * LEADING * deck.type.floor:
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
        setting = block_setting(self.deck, self.content, self.width, size, density)
        return [
            row for block in blocks_at_density(self.blocks, density) for row in cached_rows(self.deck, setting, block)
        ]

    def faces(self, pages: Pages) -> int:
        """The number of faces that hold these pages."""
        first, further = len(self.first.flows), len(self.further.flows)
        return 1 if len(pages) <= first else 1 + -(-(len(pages) - first) // further)

    def count(self, size: float, density: Density) -> int:
        """How many faces a card has at a size."""
        return self.faces(self.pages(size, density))

    def fits_faces(self, most: int, size: float, density: Density) -> bool:
        """Whether a card has at most so many faces at a size."""
        return not self.surely_exceeds(most, size, density) and self.count(size, density) <= most

    def surely_exceeds(self, most: int, size: float, density: Density) -> bool:
        """Whether the line count alone rules out so many faces; this saves stacking long cards at every size."""
        first, further = map(sum, self.rooms)
        return self.lines * leading(not density.space) * size > first + (most - 1) * further + 1

    def fits(self, size: float, density: Density) -> bool:
        """Whether a card fits one face at a size; with one column a sum of heights decides, without stacking."""
        if self.surely_exceeds(1, size, density):
            return False
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
    if isinstance(block, Items):
        return sum(bool(on_one_line_text(one.name)) for one in block.items)
    return sum(bool(on_one_line_text(one.item.name)) for one in block.rows) if isinstance(block, ProfileTable) else 0


def blocks_at_density(blocks: Sequence[Block], density: Density) -> Sequence[Block]:
    """Blocks without the flavour and notes that a density drops."""
    if density.note and density.flavour:
        return blocks
    kept = [block for block in blocks if density.note or not (isinstance(block, Paragraph) and block.quiet)]
    return kept if density.flavour else [block_without_flavour(block) for block in kept]


def block_without_flavour(block: Block) -> Block:
    """A block whose items have no flavour."""
    if isinstance(block, Items):
        return block._replace(items=tuple(without_flavour(one) for one in block.items))
    if isinstance(block, ProfileTable):
        return block._replace(rows=tuple(one._replace(item=without_flavour(one.item)) for one in block.rows))
    return block


def without_flavour(item: Item) -> Item:
    """An item without its flavour."""
    return item._replace(text="") if item.flavour else item


# From contents to faces: the regions of the deck, and everything else flowing between them.


STEP, ROOMY, OPENED = 0.5, 1.0, 0.28
FILLED, WIDEST, LEAST_EMBLEM = 0.8, 0.42, 28  # how much of an empty room an emblem takes, and from which side on


class BodyType(NamedTuple):
    """How the text of a deck is set: its size, and what there is room for."""

    size: float
    density: Density = ALL


def type_sizes(most: float, least: float) -> list[float]:
    """The sizes of type to try, the largest first."""
    steps = max(0, int((most - least) / STEP + 1e-6))
    return [least + STEP * at for at in range(steps, -1, -1)]


def fit_deck(deck: Deck, two_sided: bool = False) -> BodyType:
    """The largest type at which every card that can fit one face does; other cards take two or more.

    Everything is printed if the type stays comfortable. Otherwise flavour is dropped, then headings.
    """
    steady = deck.type.steady
    most = max(deck.points(deck.layout.body) if deck.layout.body else deck.size.body, steady)
    fitters = [CardFitter(deck, content) for content in deck.contents]
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
        if fitter.fits(steady, LEAST):
            noted = least > steady  # where there is much room, notes stay
            found = [
                one
                for one in type_sizes(size, least)
                if (fitter.fits(one, density) if noted else fitter.one_face_density(one, density))
            ]
        elif two_sided:
            found = [one for one in type_sizes(size, least) if fitter.fits_faces(2, one, density._replace(note=False))]
            found = found or [min(size, max(least, steady + STEP))]
        else:
            found = [min(size, max(least, steady + STEP))]
        if not found:
            return None
        size = found[0]
    return size


def make_faces(deck: Deck, content: Content, body: BodyType, two_sided: bool = False) -> list[Face]:
    """All faces of a content: with the type of the deck on one face, else on the back, smaller, or on more faces."""
    fitter = deck.known.pop(id(content), None) or CardFitter(deck, content)
    chosen = choose_fit(fitter, body, two_sided)
    fitter.even_out(*chosen)
    total = fitter.faces(fitter.pages(*chosen))
    return [finish_face(fitter, at, total, chosen) for at in range(total)]


def choose_fit(fitter: CardFitter, body: BodyType, two_sided: bool) -> BodyType:
    """How a card is set: backs are used before type is smaller than steady, further cards after."""
    floor, steady = fitter.deck.type.floor, fitter.deck.type.steady
    size, density = body
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
    """A face with everything on it."""
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
    """A pale emblem in the room that text leaves at its end, where that is much and the region asks for it."""
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
    """A face of a card, its foot last."""
    feet = place_marks(region_marks(deck, content, place, number) for place in frame.feet)
    parts: tuple[Part, ...] = ((0, 0, place_marks(static_marks(deck, content, frame))), *flowing, (0, 0, feet))
    title = f"{content.name} ({number})" if number else content.name
    return Face(deck.card.width, deck.card.height, parts, title, size)


def place_rows(page: list[tuple[float, BlockRow]], room: Rect, size: float) -> list[tuple[float, BlockRow]]:
    """Rows in their room: gaps are opened a little, alike on all cards but the fullest; what sinks is at the foot."""
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
    """The back of a card that has nothing more to say."""
    frame = make_frame(deck, content, deck.layout.back)
    return face_of(deck, content, frame, (), "", 0)._replace(title="")
