"""From contents to faces: the regions of the deck, and everything else flowing between them.

Pure data: what is drawn where. Sizes are points. One size of type for a deck where that can be; a card with too much
to say has smaller type, then another face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, cycle

from listbuilder.printing.content import Block, Content, Item, Items, Note, Table, Ticks
from listbuilder.printing.frame import Deck, Frame, make_frame, shown, still
from listbuilder.printing.marks import Face, Figure, Part, Style, in_place
from listbuilder.printing.regions import Place
from listbuilder.printing.rows import Row, Setting, TooSmallError, block_rows, flow, leading
from listbuilder.printing.text import LEADING, clean

__all__ = ["body_size", "boxes_apart", "make_back", "make_faces", "remembered", "setting_of"]

Pages = list[list[tuple[float, Row]]]
STEP, ROOMY, LEAST_ROOM, MOST_APART = 0.5, 1.0, 3, 0.3
BOX = 11.4
FILLED, WIDEST, LEAST_EMBLEM = 0.8, 0.42, 28  # how much of an empty room an emblem takes, and from which side on
LEAST_FULL, NEARLY = 0.5, 0.02  # of two faces and more none is less full, and they are equal but for so much
# What goes, step by step, so that a card has one face: flavour, headings, space.
TERSE, BARE, TIGHT = 1, 2, 3


def setting_of(deck: Deck, content: Content, width: float, size: float, level: int = 0) -> Setting:
    """How blocks are set on a card."""
    region = deck.flow
    value = max(size, region.value * deck.type.larger * deck.scale) if region.value else size
    box = BOX * max(1.0, deck.scale) * deck.type.larger if deck.size.width >= 50 else BOX * 0.8
    dress = deck.dress(content)
    tight, bare = level >= TIGHT, level >= BARE
    body: Style = "light" if deck.layout.light else "regular"
    return Setting(deck.fonts, width, size, deck.type.floor, tight, dress, region.headings, bare, value, box, body)


def boxes_apart(deck: Deck, content: Content) -> Ticks | None:
    """The boxes of a card, where they have a region and leave enough room for the rest."""
    block = next((one for one in content.blocks if isinstance(one, Ticks)), None)
    if block is None or not deck.shows("boxes"):
        return None
    setting = setting_of(deck, content, deck.inside.width, deck.points(8))
    tall = sum(row.height for row in remembered(deck, setting, block))
    return block if tall <= MOST_APART * deck.inside.height else None


def remembered(deck: Deck, setting: Setting, block: Block) -> list[Row]:
    """The rows of a block; the same weapon or rule on the next card needs no new thought."""
    key = (block, setting.size, setting.tight, setting.bare, setting.width, setting.dress.accent)
    if key not in deck.known or deck.fonts.lacking:
        deck.known[key] = block_rows(setting, block)
    found: list[Row] = deck.known[key]
    return found


class Laying:
    """One card being laid out: its frames, and its rows at any size."""

    def __init__(self, deck: Deck, content: Content) -> None:
        self.deck, self.content = deck, content
        self.known: dict[tuple[float, int], Pages] = {}
        self.first = make_frame(deck, content, deck.layout.front)
        self.further = make_frame(deck, content, deck.layout.next)
        self.width = min(one.inner.width for one in (*self.first.flows, *self.further.flows))
        apart = boxes_apart(deck, content)
        self.blocks = [block for block in content.blocks if block is not apart]
        self.lines = sum(least_lines(block) for block in self.blocks)
        least = max(one.inner.height for one in self.further.flows)
        if least < LEAST_ROOM * LEADING * deck.type.floor:
            raise TooSmallError

    def pages(self, size: float, level: int = 0) -> Pages:
        """All rows stacked into the places that text flows into, face after face; remembered."""
        if (size, level) not in self.known:
            self.known[size, level] = self.stacked(size, level)
        return self.known[size, level]

    def rows(self, size: float, level: int) -> list[Row]:
        """All rows at a size."""
        setting = setting_of(self.deck, self.content, self.width, size, level)
        blocks = self.blocks if level < TERSE else terse(self.blocks)
        return [row for block in blocks for row in remembered(self.deck, setting, block)]

    def stacked(self, size: float, level: int) -> Pages:
        """All rows at a size, stacked."""
        return self.flowed(self.rows(size, level), 1.0)

    def flowed(self, rows: Sequence[Row], share: float) -> Pages:
        """Rows in a share of the room that each place has."""
        first, further = ([one.inner.height * share for one in frame.flows] for frame in (self.first, self.further))
        return flow(rows, chain(first, cycle(further)))

    def even_out(self, size: float, level: int) -> None:
        """Fill all faces alike, where a card goes on and is no model: these have what is asked first on the front."""
        pages = self.pages(size, level)
        if self.content.sort == "model" or self.faces(pages) == 1:
            return
        rows = self.rows(size, level)
        least = min(one.inner.height for one in (*self.first.flows, *self.further.flows))
        low, high = max(LEAST_FULL, max(row.height for row in rows) / least), 1.0
        while high - low > NEARLY:
            share = (low + high) / 2
            found = self.flowed(rows, share)
            if self.faces(found) == self.faces(pages):
                self.known[size, level], high = found, share
            else:
                low = share

    def faces(self, pages: Pages) -> int:
        """How many faces so many places with text are."""
        first, further = len(self.first.flows), len(self.further.flows)
        return 1 if len(pages) <= first else 1 + -(-(len(pages) - first) // further)

    def count(self, size: float, level: int = 0) -> int:
        """How many faces a card has at a size."""
        return self.faces(self.pages(size, level))

    def within(self, most: int, size: float, level: int = 0) -> bool:
        """Whether a card has at most so many faces at a size."""
        return not self.longer(most, size, level) and self.count(size, level) <= most

    def longer(self, most: int, size: float, level: int) -> bool:
        """Whether a card has more faces for sure, by the number of its lines alone: long ones are tried often."""
        first, further = (sum(one.inner.height for one in frame.flows) for frame in (self.first, self.further))
        return self.lines * leading(level >= TIGHT) * size > first + (most - 1) * further + 1

    def fits(self, size: float, level: int = 0) -> bool:
        """Whether a card has one face at a size; said without stacking where there is one column."""
        if self.longer(1, size, level):
            return False
        if (size, level) in self.known or len(self.first.flows) > 1:
            return self.count(size, level) == 1
        rows = self.rows(size, level)
        tall = sum([row.height + row.gap for row in rows]) - (rows[0].gap if rows else 0.0)
        return tall <= self.first.flows[0].inner.height + 1e-6

    def level(self, size: float) -> int | None:
        """How much must go for one face at a size; None where that is not enough."""
        return next((level for level in (0, TERSE, BARE) if self.fits(size, level)), None)


def least_lines(block: Block) -> int:
    """How many lines a block has at any width: one for each thing it names, and more as a rule."""
    if isinstance(block, Items):
        return sum(bool(clean(one.name)) for one in block.items)
    return sum(bool(clean(one.item.name)) for one in block.rows) if isinstance(block, Table) else 0


def terse(blocks: Sequence[Block]) -> list[Block]:
    """Blocks without flavour, which is the first to go."""
    out: list[Block] = []
    for block in blocks:
        if isinstance(block, Items):
            out.append(block._replace(items=tuple(plain(one) for one in block.items)))
        elif isinstance(block, Table):
            out.append(block._replace(rows=tuple(one._replace(item=plain(one.item)) for one in block.rows)))
        elif not (isinstance(block, Note) and block.quiet):
            out.append(block)
    return out


def plain(item: Item) -> Item:
    """An item without its flavour."""
    return item._replace(text="") if item.flavour else item


def sizes(most: float, least: float) -> list[float]:
    """The sizes of type to try, the largest first."""
    steps = max(0, int((most - least) / STEP + 1e-6))
    return [least + STEP * at for at in range(steps, -1, -1)]


def body_size(deck: Deck, two_sided: bool = False) -> float:
    """The largest size at which every card of a deck that could do with one face does; what can't, has two or more."""
    steady = deck.type.steady
    size = max(deck.points(deck.layout.body) if deck.layout.body else deck.size.body, steady)
    for content in deck.contents:
        laying = deck.known[id(content)] = Laying(deck, content)
        if laying.fits(size):
            continue
        if laying.level(steady) is None:
            size = both_sides(laying, size) if two_sided else min(size, steady + STEP)
            continue
        roomy = [one for one in sizes(size, min(size, steady + ROOMY)) if laying.fits(one)]
        size = roomy[0] if roomy else next(one for one in sizes(size, steady) if laying.level(one) is not None)
    return size


def both_sides(laying: Laying, size: float) -> float:
    """The largest size at which a card has a front and a back; what needs more is set like the others."""
    steady = laying.deck.type.steady
    return next((one for one in sizes(size, steady) if laying.within(2, one)), min(size, steady + STEP))


def make_faces(deck: Deck, content: Content, size: float, two_sided: bool = False) -> list[Face]:
    """All faces of a content: with the type of the deck on one face, else on the back, smaller, or on more faces."""
    laying = deck.known.pop(id(content), None) or Laying(deck, content)
    chosen = choose(laying, size, two_sided)
    laying.even_out(*chosen)
    total = laying.faces(laying.pages(*chosen))
    return [finish(laying, at, total, *chosen) for at in range(total)]


def choose(laying: Laying, size: float, two_sided: bool) -> tuple[float, int]:
    """The size of a card's type and what must go: backs are used before type is smaller than steady, others after."""
    floor, steady = laying.deck.type.floor, laying.deck.type.steady
    level = laying.level(size)
    if level is not None:
        return size, level
    if two_sided and laying.within(2, size):
        return size, 0
    if not two_sided:
        for one in sizes(min(size, steady), floor):
            if laying.fits(one, BARE):
                return one, BARE
        if laying.fits(floor, TIGHT):
            return floor, TIGHT
    fewest = laying.count(steady, TERSE)
    found = next((one for one in sizes(size, steady) if laying.within(fewest, one)), None)
    return (found, 0) if found else (steady, TERSE)


def finish(laying: Laying, at: int, total: int, size: float, level: int) -> Face:
    """A face with everything on it."""
    deck, content, pages = laying.deck, laying.content, laying.pages(size, level)
    frame = laying.further if at else laying.first
    first, further = len(laying.first.flows), len(laying.further.flows)
    start = 0 if at == 0 else first + (at - 1) * further
    columns = pages[start : start + len(frame.flows)]
    words = f"{at + 1}/{total}" if total > 1 else ""
    flowing: list[Part] = []
    for column, place in enumerate(frame.flows):
        page = columns[column] if column < len(columns) else []
        rows = settled(page, place.inner.height, size)
        flowing += [(place.inner.x, place.inner.y + y, row.marks) for y, row in rows]
        flowing += watermark(deck, content, place, rows)
    made = face_of(deck, content, frame, flowing, words, size)
    return made._replace(terse=level >= TERSE and terse(laying.blocks) != laying.blocks)


def watermark(deck: Deck, content: Content, place: Place, rows: Sequence[tuple[float, Row]]) -> Iterator[Part]:
    """A pale emblem in the room that text leaves, where that is much and the region asks for it."""
    if not place.region.empty:
        return
    top = max((y + row.height for y, row in rows if not row.sinks), default=0.0)
    bottom = min((y for y, row in rows if row.sinks), default=place.inner.height)
    side = min((bottom - top) * FILLED, place.inner.width * WIDEST)
    if side >= LEAST_EMBLEM * deck.scale:
        dress = deck.dress(content)
        x, y = (place.inner.width - side) / 2, (top + bottom - side) / 2
        yield place.inner.x, place.inner.y, (Figure(x, y, side, dress.emblem, dress.wash),)


def face_of(deck: Deck, content: Content, frame: Frame, flowing: Sequence[Part], number: str, size: float) -> Face:
    """A face of a card, its foot last."""
    feet = in_place(shown(deck, content, place, number) for place in frame.feet)
    parts: tuple[Part, ...] = ((0, 0, in_place(still(deck, content, frame))), *flowing, (0, 0, feet))
    title = f"{content.name} ({number})" if number else content.name
    return Face(deck.card.width, deck.card.height, parts, title, size)


def settled(page: list[tuple[float, Row]], room: float, size: float) -> list[tuple[float, Row]]:
    """Rows in their room: what is left opens the gaps a little, and what sinks goes to the foot."""
    used = max((y + row.height for y, row in page), default=0.0)
    spare = max(0.0, room - used)
    gaps = [at for at, (_, row) in enumerate(page) if at and row.gap and not row.sinks]
    each = min(spare * 0.6 / len(gaps), size * 0.5) if gaps else 0.0
    out, opened = [], 0.0
    for at, (y, row) in enumerate(page):
        opened += each if at in gaps else 0.0
        out.append((y + (spare if row.sinks else opened), row))
    return out


def make_back(deck: Deck, content: Content) -> Face:
    """The back of a card that has nothing more to say."""
    frame = make_frame(deck, content, deck.layout.back)
    return face_of(deck, content, frame, (), "", 0)._replace(title="")
