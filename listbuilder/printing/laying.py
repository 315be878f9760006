"""One card being laid out: how its blocks are told, at which size they take how many faces."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, cycle
from typing import NamedTuple

from listbuilder.printing.content import Block, Content, Item, Items, Note, Table, Ticks
from listbuilder.printing.frame import Deck, make_frame
from listbuilder.printing.marks import Style
from listbuilder.printing.rows import Row, Setting, TooSmallError, block_rows, leading
from listbuilder.printing.stacking import flow
from listbuilder.printing.text import LEADING, clean

Pages = list[list[tuple[float, Row]]]
LEAST_ROOM, MOST_APART = 3, 0.3
BOX = 11.4
LEAST_FULL, NEARLY = 0.5, 0.02  # of two faces and more none is less full, and they are equal but for so much


class Manner(NamedTuple):
    """What a card has room for: flavour among its rules, flavour at its foot, headings, and the usual space."""

    flavour: bool = True
    note: bool = True
    headings: bool = True
    space: bool = True


# What goes, step by step, for all cards of a deck alike; a note at the foot goes on those cards alone that lack room.
ALL, PLAIN, BARE = Manner(), Manner(flavour=False), Manner(flavour=False, headings=False)
LEAST = Manner(flavour=False, note=False, headings=False, space=False)


def setting_of(deck: Deck, content: Content, width: float, size: float, manner: Manner = ALL) -> Setting:
    """How blocks are set on a card."""
    region = deck.flow
    value = max(size, region.value * deck.type.larger * deck.scale) if region.value else size
    box = BOX * max(1.0, deck.scale) * deck.type.larger if deck.size.width >= 50 else BOX * 0.8
    dress = deck.dress(content)
    tight, bare = not manner.space, not manner.headings
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
    """One card being laid out: its frames, and its rows at any size and in any manner.

    Cards that say the same in the same room know of each other what was worked out.
    """

    def __init__(self, deck: Deck, content: Content) -> None:
        self.deck, self.content = deck, content
        self.first = make_frame(deck, content, deck.layout.front)
        self.further = make_frame(deck, content, deck.layout.next)
        self.width = min(one.inner.width for one in (*self.first.flows, *self.further.flows))
        apart = boxes_apart(deck, content)
        self.blocks = tuple([block for block in content.blocks if block is not apart])
        self.rooms = tuple([tuple([one.inner.height for one in frame.flows]) for frame in (self.first, self.further)])
        alike = ("laid", self.blocks, self.rooms, self.width, deck.dress(content).accent)
        shared: dict[tuple[float, Manner], Pages] = {} if deck.fonts.lacking else deck.known.setdefault(alike, {})
        self.known = shared
        self.talls: dict[tuple[float, Manner], float] = deck.known.setdefault(("tall", *alike), {})
        self.lines = sum(least_lines(block) for block in self.blocks)
        least = max(self.rooms[1])
        if least < LEAST_ROOM * LEADING * deck.type.floor:
            raise TooSmallError

    def pages(self, size: float, manner: Manner) -> Pages:
        """All rows stacked into the places that text flows into, face after face; remembered."""
        if (size, manner) not in self.known:
            self.known[size, manner] = self.flowed(self.rows(size, manner), 1.0)
        return self.known[size, manner]

    def flowed(self, rows: Sequence[Row], share: float) -> Pages:
        """Rows in a share of the room that each place has."""
        first, further = ([room * share for room in rooms] for rooms in self.rooms)
        return flow(rows, chain(first, cycle(further)))

    def even_out(self, size: float, manner: Manner) -> None:
        """Fill all faces alike, where a card goes on and is no model: these have what is asked first on the front."""
        pages = self.pages(size, manner)
        if self.content.sort == "model" or self.faces(pages) == 1:
            return
        rows = self.rows(size, manner)
        least = min(map(min, self.rooms))
        low, high = max(LEAST_FULL, max(row.height for row in rows) / least), 1.0
        while high - low > NEARLY:
            share = (low + high) / 2
            found = self.flowed(rows, share)
            if self.faces(found) == self.faces(pages):
                self.known[size, manner], high = found, share
            else:
                low = share

    def rows(self, size: float, manner: Manner) -> list[Row]:
        """All rows at a size."""
        setting = setting_of(self.deck, self.content, self.width, size, manner)
        return [row for block in told(self.blocks, manner) for row in remembered(self.deck, setting, block)]

    def faces(self, pages: Pages) -> int:
        """How many faces so many places with text are."""
        first, further = len(self.first.flows), len(self.further.flows)
        return 1 if len(pages) <= first else 1 + -(-(len(pages) - first) // further)

    def count(self, size: float, manner: Manner) -> int:
        """How many faces a card has at a size."""
        return self.faces(self.pages(size, manner))

    def within(self, most: int, size: float, manner: Manner) -> bool:
        """Whether a card has at most so many faces at a size."""
        return not self.longer(most, size, manner) and self.count(size, manner) <= most

    def longer(self, most: int, size: float, manner: Manner) -> bool:
        """Whether a card has more faces for sure, by the number of its lines alone: long ones are tried often."""
        first, further = map(sum, self.rooms)
        return self.lines * leading(not manner.space) * size > first + (most - 1) * further + 1

    def fits(self, size: float, manner: Manner) -> bool:
        """Whether a card has one face at a size; said without stacking where there is one column."""
        if self.longer(1, size, manner):
            return False
        if (size, manner) in self.known or len(self.first.flows) > 1:
            return self.count(size, manner) == 1
        if (size, manner) not in self.talls or self.deck.fonts.lacking:
            rows = self.rows(size, manner)
            self.talls[size, manner] = sum([row.height + row.gap for row in rows]) - (rows[0].gap if rows else 0.0)
        return self.talls[size, manner] <= self.rooms[0][0] + 1e-6

    def on_one(self, size: float, manner: Manner) -> Manner | None:
        """How a card has one face at a size: its note may go, then space; None where that is not enough."""
        without = manner._replace(note=False)
        ways = (manner, without, without._replace(space=False))
        return next((one for one in ways if self.fits(size, one)), None)

    def on_more(self, size: float, manner: Manner) -> Manner:
        """How a card with more faces is told: no rule makes room for flavour, which stands where room is left."""
        without = manner._replace(flavour=False, note=False)
        noted = without._replace(note=True)
        return noted if self.within(self.count(size, without), size, noted) else without


def least_lines(block: Block) -> int:
    """How many lines a block has at any width: one for each thing it names, and more as a rule."""
    if isinstance(block, Items):
        return sum(bool(clean(one.name)) for one in block.items)
    return sum(bool(clean(one.item.name)) for one in block.rows) if isinstance(block, Table) else 0


def told(blocks: Sequence[Block], manner: Manner) -> Sequence[Block]:
    """Blocks with as much flavour as there is room for; it is the first to go."""
    if manner.note and manner.flavour:
        return blocks
    kept = [block for block in blocks if manner.note or not (isinstance(block, Note) and block.quiet)]
    return kept if manner.flavour else [plain_block(block) for block in kept]


def plain_block(block: Block) -> Block:
    """A block whose items have no flavour."""
    if isinstance(block, Items):
        return block._replace(items=tuple(plain(one) for one in block.items))
    if isinstance(block, Table):
        return block._replace(rows=tuple(one._replace(item=plain(one.item)) for one in block.rows))
    return block


def plain(item: Item) -> Item:
    """An item without its flavour."""
    return item._replace(text="") if item.flavour else item
