"""The frame of a card: where its regions lie, and what each of them shows.

A deck of cards of one sort goes in, so that a region lies in the same place on all of them; marks come out. The text
that flows is left to `fit_card`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

from listbuilder.base.records import record
from listbuilder.loading.templates import CardLayout, CardSize, Region, Templates, Theme, Typeface
from listbuilder.printing.art import Art, dimmed
from listbuilder.printing.block_rows import (
    BlockRow,
    ColumnSetting,
    Lettering,
    StatGrid,
    TooSmallError,
    block_rows,
    stat_grid,
    stat_marks,
)
from listbuilder.printing.card_content import Block, Content, Ticks
from listbuilder.printing.card_style import CardStyle, card_style_of, colour_of, icons_of, is_region_shown
from listbuilder.printing.marks import (
    MM,
    Box,
    Colour,
    Figure,
    Mark,
    Part,
    Picture,
    Sign,
    Style,
    Text,
    translate,
    with_tag,
)
from listbuilder.printing.text_layout import (
    ASCENT,
    DOT,
    LEADING,
    Fonts,
    LinePiece,
    Span,
    line_marks,
    line_width,
    without_dot,
)


class Rect(NamedTuple):
    """A box, in points from the top left of the card."""

    x: float
    y: float
    width: float
    height: float

    def inside(self, other: Rect) -> Rect:
        """The intersection with another box."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right = min(self.x + self.width, other.x + other.width)
        bottom = min(self.y + self.height, other.y + other.height)
        return Rect(x, y, max(0.0, right - x), max(0.0, bottom - y))


class RegionBox(NamedTuple):
    """A region in its place: `ground` is filled and may reach the edge of the card, `inner` holds the content."""

    name: str
    region: Region
    ground: Rect
    inner: Rect


# Takes the name of a region and the width available; returns the width and height of its content, None if it has none.
Measure = Callable[[str, float], tuple[float, float] | None]


class Solver:
    """Places the regions of one face of one card."""

    def __init__(self, layout: CardLayout, card: Rect, safe: Rect, scale: float, measure: Measure) -> None:
        self.layout, self.card, self.safe, self.measure = layout, card, safe, measure
        self.unit = MM * scale

    def face(self, names: Sequence[str]) -> list[RegionBox]:
        """All regions of a face, parents before children."""
        return list(self.stack(names, self.card, 0, self.card))

    def padded(self, region: Region, box: Rect) -> Rect:
        """A box without its padding, inside the safe edge."""
        return self.unpadded(region, box).inside(self.safe)

    def unpadded(self, region: Region, box: Rect) -> Rect:
        """A box without its padding."""
        top, right, bottom, left = (one * self.unit for one in region.padding)
        return Rect(box.x + left, box.y + top, box.width - left - right, box.height - top - bottom)

    def height(self, name: str, box: Rect) -> float | None:
        """The height of a region at the position and width of a box; None if the region is absent."""
        region = self.layout.regions[name]
        room = Rect(box.x, 0, box.width, self.card.height)
        inner = self.padded(region, room)
        if region.show == "flow":
            return region.height * self.unit if region.height else 0.0
        if region.show:
            found = self.measure(name, inner.width)
            if found is None:
                return None
            tall = found[1]
        elif region.rows or region.columns:
            tall = self.content_height(region, inner)
        else:
            tall = 0.0 if self.measure(name, inner.width) else -1.0
        if tall < 0:
            return None
        if region.height is not None:
            return region.height * self.unit
        return tall + (region.padding[0] + region.padding[2]) * self.unit

    def content_height(self, region: Region, inner: Rect) -> float:
        """The total height of the child regions; -1 if the card has none of them."""
        if region.columns:
            sides = self.column_spans(region, inner)
            heights = [self.height(name, Rect(x, 0, width, 0)) for name, x, width in sides]
            return max((one for one in heights if one is not None), default=-1.0)
        there = [one for name in region.rows if (one := self.height(name, inner)) is not None]
        return sum(there) + region.gap * self.unit * (len(there) - 1) if there else -1.0

    def column_spans(self, region: Region, inner: Rect) -> list[tuple[str, float, float]]:
        """The columns that this card has: name, left edge and width."""
        widths = {name: wide for name in region.columns if (wide := self.width(name, inner)) is not None}
        growing = [name for name in widths if self.layout.regions[name].grow]
        spare = inner.width - sum(widths.values()) - region.gap * self.unit * max(0, len(widths) - 1)
        for name in growing:
            widths[name] += max(0.0, spare) / len(growing)
        x, out = inner.x, []
        for name, wide in widths.items():
            out.append((name, x, wide))
            x += wide + region.gap * self.unit
        return out

    def width(self, name: str, inner: Rect) -> float | None:
        """The width that a column needs: its own, that of its content, or 0 if it grows."""
        region = self.layout.regions[name]
        if region.grow:
            return 0.0
        left_right = (region.padding[1] + region.padding[3]) * self.unit
        if region.show and region.show != "flow":
            found = self.measure(name, region.width * self.unit if region.width else inner.width)
            if found is None:
                return None
            return region.width * self.unit if region.width else found[0] + left_right
        return (region.width or 0) * self.unit

    def stack(self, names: Sequence[str], room: Rect, gap: float, whole: Rect) -> Iterator[RegionBox]:
        """Stack regions vertically; those that grow share the spare height."""
        heights = {name: one for name in names if (one := self.height(name, room)) is not None}
        growing = [name for name in heights if self.layout.regions[name].grow]
        self.clear_edges(heights, room)
        fixed = sum(tall for name, tall in heights.items() if name not in growing)
        spare = room.height - fixed - gap * max(0, len(heights) - 1)
        if spare < -0.01:
            raise TooSmallError
        y = room.y
        for name, tall in heights.items():
            high = spare / len(growing) if name in growing else tall
            yield from self.place(name, Rect(room.x, y, room.width, high), room, whole)
            y += high + gap

    def clear_edges(self, heights: dict[str, float], room: Rect) -> None:
        """Add the part of the safe edge that padding does not cover to the first and last regions of a card."""
        top = max(0.0, self.safe.y - room.y)
        bottom = max(0.0, room.y + room.height - self.safe.y - self.safe.height)
        for names, edge, side in ((list(heights), top, 0), (list(reversed(heights)), bottom, 2)):
            passed = 0.0
            for name in names:
                region = self.layout.regions[name]
                if region.grow or passed >= edge:
                    break
                if region.height is None and (region.show or region.rows or region.columns):
                    heights[name] += max(0.0, edge - passed - region.padding[side] * self.unit)
                passed += heights[name]

    def place(self, name: str, box: Rect, room: Rect, whole: Rect) -> Iterator[RegionBox]:
        """A region and those inside it. `room` is the inside of its parent, `whole` the same without the safe edge."""
        region = self.layout.regions[name]
        ground = box if region.radius else stretch(box, room, whole)
        inner, open_ = self.padded(region, box), self.unpadded(region, ground)
        yield RegionBox(name, region, ground, inner)
        if region.rows:
            yield from self.stack(region.rows, inner, region.gap * self.unit, open_)
        for inside, x, width in self.column_spans(region, inner) if region.columns else ():
            tall = self.height(inside, Rect(x, 0, width, 0))
            if tall is not None:
                one = self.layout.regions[inside]
                high = tall if one.show not in ("", "flow") and not one.grow else inner.height
                yield from self.place(inside, Rect(x, inner.y, width, min(high, inner.height)), inner, open_)


def stretch(box: Rect, room: Rect, whole: Rect) -> Rect:
    """Extend a box that touches the edges of its room to the edges of `whole`."""
    left = whole.x if box.x - room.x < 0.01 else box.x
    top = whole.y if box.y - room.y < 0.01 else box.y
    right, bottom = box.x + box.width, box.y + box.height
    right = whole.x + whole.width if room.x + room.width - right < 0.01 else right
    bottom = whole.y + whole.height if room.y + room.height - bottom < 0.01 else bottom
    return Rect(left, top, right - left, bottom - top)


# Type grows more slowly than cards: by this power, within these limits.
SMALLEST, LARGEST, BEND = 0.72, 2.2, 0.75
# Boxes taller than this share of the card flow with the text; the side of a box.
BOXES_TALL, BOX = 0.3, 11.4
Cached = TypeVar("Cached")


class Footer(NamedTuple):
    """The words at the foot of every card of a list: its name, its check code, and a bad verdict."""

    name: str
    proof: str
    verdict: str = ""


@record
class Deck:
    """Cards of one sort: their layout, the text at their foot, and the caches that they share."""

    fonts: Fonts
    templates: Templates
    layout: CardLayout
    theme: Theme
    size: CardSize
    type: Typeface
    contents: tuple[Content, ...]
    footer: Footer
    bleed: float
    art: dict[int, Art]

    @cached_property
    def known(self) -> dict[Any, Any]:
        """A cache of what cards of this deck share."""
        return {}

    def cached(self, key: object, make: Callable[[], Cached]) -> Cached:
        """What `make` returns, made once. While characters are lacking all is made again, so that each is noted."""
        if key not in self.known or self.fonts.lacking:
            self.known[key] = make()
        found: Cached = self.known[key]
        return found

    @cached_property
    def scale(self) -> float:
        """The factor from the measures of the layout to cards of this size."""
        bent: float = (self.size.width / self.layout.made_for) ** BEND
        return max(SMALLEST, min(LARGEST, bent))

    @cached_property
    def card(self) -> Rect:
        """The card up to its cut."""
        return Rect(0, 0, self.size.width * MM, self.size.height * MM)

    @cached_property
    def inside(self) -> Rect:
        """The card inside its safe edge."""
        safe = self.templates.safe * MM
        return Rect(safe, safe, self.card.width - 2 * safe, self.card.height - 2 * safe)

    @cached_property
    def flow(self) -> Region:
        """The region that blocks flow into."""
        return next(one for one in self.layout.regions.values() if one.show == "flow")

    def points(self, size: float) -> float:
        """A type size of the layout scaled to these cards, never below the floor."""
        return max(self.type.floor, round(size * self.type.larger * self.scale, 2))

    def style(self, content: Content) -> CardStyle:
        """The colours and the emblem of a card."""
        icons = self.cached("icons", lambda: icons_of(self.templates))
        least = self.type.contrast
        return self.cached(
            ("style", id(content)),
            lambda: card_style_of(self.templates, self.layout, self.theme, least, content, icons),
        )

    def picture(self, content: Content, dim: float) -> Art | None:
        """The art of a card, faded towards paper by `dim`."""
        art = self.art.get(id(content))
        return self.cached(("art", art.data, dim), lambda: dimmed(art, dim)) if art and dim else art

    def drawn(self, content: Content, name: str, width: float, number: str = "") -> Drawn | None:
        """The drawn content of a region; None if the card does not have it."""
        region = self.layout.regions[name]
        return self.cached(
            (id(content), name, round(width, 2), number),
            lambda: (
                draw_leaf(Leaf(self, content, region, width, number))
                if is_region_shown(region, content, self.size.width)
                else None
            ),
        )

    def measure(self, content: Content, name: str, width: float) -> tuple[float, float] | None:
        """The size of the content of a region: on this card if the region is `own`, else the largest in the deck."""
        if self.layout.regions[name].own:
            one = self.drawn(content, name, width)
            return (one.width, one.height) if one else None
        key = ("measure", name, round(width, 2))
        if key not in self.known:
            found = [one for card in self.contents if (one := self.drawn(card, name, width))]
            # The largest of the deck, so that a region lies in the same place on all cards.
            largest = (max(one.width for one in found), max(one.height for one in found)) if found else None
            self.known[key] = largest
        size: tuple[float, float] | None = self.known[key]
        return size

    def shows(self, what: str) -> bool:
        """Whether a region of the front that cards of this width have shows something."""
        regions = nested_regions(self.layout, self.layout.front)
        wide = self.size.width
        return any(one.show == what and wide >= one.from_ and not 0 < one.below <= wide for one in regions)

    def setting(
        self, content: Content, width: float, size: float, tight: bool = False, bare: bool = False
    ) -> ColumnSetting:
        """The setting for the blocks of a card in a column of this width and type size."""
        region = self.flow
        value = max(size, region.value * self.type.larger * self.scale) if region.value else size
        box = BOX * max(1.0, self.scale) * self.type.larger if self.size.width >= 50 else BOX * 0.8
        body: Style = "light" if self.layout.light else "regular"
        style = self.style(content)
        return ColumnSetting(
            self.fonts, width, size, self.type.floor, tight, style, region.headings, bare, value, box, body
        )

    def rows(self, setting: ColumnSetting, block: Block) -> list[BlockRow]:
        """The rows of a block, cached: cards of a deck share many weapons and rules."""
        key = (block, setting.size, setting.tight, setting.bare, setting.width, setting.style.accent)
        return self.cached(key, lambda: block_rows(setting, block))

    def separate_boxes(self, content: Content) -> Ticks | None:
        """The boxes of a card if the layout has a region for them and they leave room for text; None if they flow."""
        block = next((one for one in content.blocks if isinstance(one, Ticks)), None)
        if block is None or not self.shows("boxes"):
            return None
        setting = self.setting(content, self.inside.width, self.points(8))
        tall = sum(row.height for row in self.rows(setting, block))
        return block if tall <= BOXES_TALL * self.inside.height else None


def nested_regions(layout: CardLayout, names: Sequence[str]) -> Iterator[Region]:
    """Regions and all those inside them."""
    for name in names:
        region = layout.regions[name]
        yield region
        yield from nested_regions(layout, (*region.rows, *region.columns))


class CardFrame(NamedTuple):
    """The regions of a face in their places, the places that text flows into, and the foot."""

    places: tuple[RegionBox, ...]
    flows: tuple[RegionBox, ...]
    feet: tuple[RegionBox, ...]


def make_frame(deck: Deck, content: Content, names: Sequence[str]) -> CardFrame:
    """The frame of a face, cached: most cards of a deck share it."""
    own = {one.show for one in nested_regions(deck.layout, names) if one.own or one.only_if}
    ticks = next((block for block in content.blocks if isinstance(block, Ticks)), None)
    # Boxes and art are in the key by themselves; any other region of its own makes a frame belong to one card.
    key = ("frame", tuple(names), ticks, id(content) in deck.art, *([id(content)] if own - {"boxes", "art"} else []))
    if key not in deck.known:
        places = Solver(deck.layout, deck.card, deck.inside, deck.scale, partial(deck.measure, content)).face(names)
        flows, feet = (tuple(one for one in places if one.region.show == what) for what in ("flow", "foot"))
        deck.known[key] = CardFrame(tuple(places), flows, feet)
    found: CardFrame = deck.known[key]
    return found


def static_marks(deck: Deck, content: Content, frame: CardFrame) -> Iterator[Part]:
    """The marks that do not flow: backgrounds of regions, and their content."""
    for place in frame.places:
        yield 0, 0, background_marks(deck, content, place)
        if place.region.show not in ("flow", "foot"):
            yield region_marks(deck, content, place)


def region_marks(deck: Deck, content: Content, place: RegionBox, number: str = "") -> Part:
    """What a region shows, in its place."""
    one = deck.drawn(content, place.name, place.inner.width, number) if place.region.show else None
    if one is None:
        return 0, 0, ()
    marks, wide, down = one.marks, one.width, 0.0
    if place.region.show == "emblem" and place.region.grow:
        wide = min(one.width, place.inner.height)
        marks = tuple(mark._replace(side=wide) if isinstance(mark, Figure) else mark for mark in marks)
        down = (place.inner.height - wide) / 2
    spare = max(0.0, place.inner.width - wide)
    x = place.inner.x + spare * ALIGN[place.region.align]
    return x, place.inner.y + down, marks


def background_marks(deck: Deck, content: Content, place: RegionBox) -> list[Mark]:
    """The fill and outline of a region; a fill that touches the cut extends into the bleed."""
    region, box = place.region, place.ground
    if not region.fill and not region.line:
        return []
    if region.show and deck.drawn(content, place.name, place.inner.width) is None and region.show != "flow":
        return []
    if not is_region_shown(region, content, deck.size.width):
        return []
    if region.fill == "art":
        found = art_picture(deck, content, region, extend_to_bleed(box, deck.card, deck.bleed))
        return [found] if found else []
    style = deck.style(content)
    fill, line = colour_of(region.fill, content, style), colour_of(region.line, content, style)
    if not fill and not line:
        return []
    # An outline stays where it is: in the bleed it would be cut off.
    box = extend_to_bleed(box, deck.card, deck.bleed) if fill and not line else box
    radius = region.radius * MM * deck.scale
    return [Box(box.x, box.y, box.width, box.height, 0.6 if line else 0, fill or None, radius, line=line or "line")]


def extend_to_bleed(box: Rect, card: Rect, bleed: float) -> Rect:
    """A box extended by the bleed on the sides that touch the cut."""
    left = bleed if box.x <= 0.01 else 0.0
    top = bleed if box.y <= 0.01 else 0.0
    right = bleed if box.x + box.width >= card.width - 0.01 else 0.0
    bottom = bleed if box.y + box.height >= card.height - 0.01 else 0.0
    return Rect(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)


ALIGN = {"left": 0.0, "centre": 0.5, "right": 1.0}
USUAL_ART = 20
# The space between the words of a foot and the number of the face.
NUMBERED = 2
# Of type sizes to try; the last line of a text reaches this much deeper than its leading.
STEP, DEEP = 0.5, 0.03
# The share of the card's height that stats may take.
TALLEST_STATS = 0.5
FIELD = re.compile(r"\{([\w-]+)\}")


class Drawn(NamedTuple):
    """Marks relative to their own top left corner, and their size."""

    marks: tuple[Mark, ...]
    width: float
    height: float


class Leaf(NamedTuple):
    """A region without children on one card, and the width available."""

    deck: Deck
    content: Content
    region: Region
    width: float
    number: str = ""

    @property
    def fonts(self) -> Fonts:
        """The faces of type."""
        return self.deck.fonts

    @property
    def style(self) -> CardStyle:
        """The style of the card."""
        return self.deck.style(self.content)

    @property
    def colour(self) -> Colour:
        """The colour of what is shown."""
        return colour_of(self.region.colour, self.content, self.style)

    @property
    def floor(self) -> float:
        """The smallest type allowed."""
        return self.deck.type.floor


def draw_leaf(leaf: Leaf) -> Drawn | None:
    """Draw the content of a region; None if there is none."""
    if leaf.region.show in ("", "flow"):
        return Drawn((), 0, 0)
    drawn = LEAVES[leaf.region.show](leaf)
    tag = TAGS.get(leaf.region.show, "P")
    return drawn._replace(marks=with_tag(drawn.marks, tag)) if drawn and tag else drawn


def set_lines(lines: Sequence[Sequence[LinePiece]], size: float, leaf: Leaf) -> Drawn:
    """Wrapped lines one below the other, aligned as the region says."""
    share = ALIGN[leaf.region.align]
    wide = max((line_width(leaf.fonts, line) * size for line in lines), default=0.0)
    marks: list[Mark] = []
    for at, line in enumerate(lines):
        left = (wide - line_width(leaf.fonts, line) * size) * share
        marks += line_marks(line, left, at * LEADING * size, size)
    return Drawn(tuple(marks), wide, (len(lines) * LEADING + DEEP) * size)


def sizes_between(most: float, least: float) -> list[float]:
    """Sizes of type, the largest first."""
    steps = max(0, int((most - least) / STEP))
    return [most - STEP * at for at in range(steps)] + [min(most, least)]


def name_leaf(leaf: Leaf) -> Drawn | None:
    """The name, on one line if the type stays above the least size; a name of four lines shrinks to the floor."""
    if not leaf.content.name.strip():
        return None
    deck, style = leaf.deck, leaf.region.style
    sizes = sizes_between(deck.points(leaf.region.size), deck.type.least_name)
    size, needed = leaf.fonts.fit(leaf.content.name, leaf.width, sizes, style)
    size = size if needed < 4 else leaf.floor
    span = Span(leaf.content.name, style, leaf.colour)
    return set_lines(leaf.fonts.wrap([span], leaf.width / size), size, leaf)


def title_leaf(leaf: Leaf) -> Drawn | None:
    """The line under the name, in smaller type if that saves a line."""
    spans = list(title_spans(leaf))
    if not spans:
        return None
    most = leaf.deck.points(leaf.region.size)
    least = max(leaf.floor, most * 0.8)
    fewest = len(leaf.fonts.wrap(spans, leaf.width / least))
    for size in sizes_between(most, least):
        lines = leaf.fonts.wrap(spans, leaf.width / size)
        if len(lines) <= fewest:
            break
    return set_lines([*map(without_dot, lines[:-1]), lines[-1]], size, leaf)


def title_spans(leaf: Leaf) -> Iterator[Span]:
    """The title, marks and group of a model, and its cost if no region shows that."""
    content, colour, style = leaf.content, leaf.colour, leaf.region.style
    if content.cost and not leaf.deck.shows("cost"):
        yield Span(f"{content.cost} {content.unit_of_cost}", "bold", colour)
    words = content.title.upper() if leaf.region.capitals else content.title
    parts = [*(words.split(DOT) if words else []), *content.marks]
    for at, part in enumerate(parts):
        yield Span(part + (DOT.rstrip() if at < len(parts) - 1 else ""), style, colour, whole=True)
    if content.group:
        words = content.group.name + (" (leader)" if content.group.leads else "")
        yield Span(words, style, colour, sign=Sign(content.group.number, content.group.leads), whole=True)


def cost_leaf(leaf: Leaf) -> Drawn | None:
    """The cost over what it is paid in."""
    content = leaf.content
    if not content.cost:
        return None
    deck, style = leaf.deck, leaf.region.style
    value, label = deck.points(leaf.region.size), deck.points(leaf.region.label)
    number, unit = leaf.fonts.width(content.cost, style) * value, leaf.fonts.width(content.unit_of_cost) * label
    wide = max(number, unit) + 6
    edge = value * 0.17
    base = edge + value * 0.72
    below = base + label * 0.95
    marks: tuple[Mark, ...] = (
        Text((wide - number) / 2, base, content.cost, value, style, leaf.colour),
        Text((wide - unit) / 2, below, content.unit_of_cost, label, "regular", leaf.colour),
    )
    return Drawn(marks, wide, below + label * 0.2 + edge)


def emblem_leaf(leaf: Leaf) -> Drawn:
    """The emblem in a square."""
    return square_drawing(leaf, leaf.style.emblem)


def icon_leaf(leaf: Leaf) -> Drawn:
    """An icon in a square."""
    return square_drawing(leaf, leaf.deck.templates.icons[leaf.region.icon].operators)


def square_drawing(leaf: Leaf, path: str) -> Drawn:
    """A drawing in the largest square that the region has room for."""
    unit, region = MM * leaf.deck.scale, leaf.region
    top, right, bottom, left = (one * unit for one in region.padding)
    tall = region.height * unit - top - bottom if region.height else leaf.width
    wide = region.width * unit - left - right if region.width else leaf.width
    side = max(1.0, min(tall, wide, leaf.width))
    return Drawn((Figure(0, 0, side, path, leaf.colour),), side, side)


def art_leaf(leaf: Leaf) -> Drawn | None:
    """The picture, cropped around its focus."""
    region, unit = leaf.region, MM * leaf.deck.scale
    tall = (region.height or USUAL_ART) * unit - (region.padding[0] + region.padding[2]) * unit
    window = art_picture(leaf.deck, leaf.content, region, (0, 0, leaf.width, tall))
    return Drawn((window,), leaf.width, tall) if window else None


def art_picture(deck: Deck, content: Content, region: Region, box: tuple[float, float, float, float]) -> Picture | None:
    """The art of a card scaled to cover a window, with its focus as close to the middle as possible."""
    art = deck.picture(content, region.dim)
    if art is None:
        return None
    x, y, width, height = box
    scale = max(width / art.width, height / art.height)
    wide, high = art.width * scale, art.height * scale
    left = min(0.0, max(width - wide, width / 2 - wide * region.focus[0] / 100))
    top = min(0.0, max(height - high, height / 2 - high * region.focus[1] / 100))
    return Picture(x, y, width, height, art.data, (left, top, wide, high), content.name)


def words_leaf(leaf: Leaf) -> Drawn | None:
    """The words of the template, with each `{field}` replaced by the facts of the card."""
    fields = {**leaf.content.facts, "name": (leaf.content.name,)}
    found = FIELD.sub(lambda match: ", ".join(fields.get(match[1], ())), leaf.region.words).strip()
    if not found:
        return None
    size = leaf.deck.points(leaf.region.size)
    words = found.upper() if leaf.region.capitals else found
    lines = leaf.fonts.wrap([Span(words, leaf.region.style, leaf.colour)], leaf.width / size)
    return set_lines(lines, size, leaf)


def foot_leaf(leaf: Leaf) -> Drawn | None:
    """The check code, the list's name if both fit on one line, and the number of the face."""
    size = max(leaf.floor, leaf.deck.points(leaf.region.size) * 0.85 if leaf.deck.scale > 1 else 0)
    room = leaf.width - leaf.fonts.width("0/0", "bold") * size - NUMBERED
    strong = "ink" if leaf.region.colour == "muted" else leaf.colour
    name, proof, verdict = leaf.deck.footer
    before = [Span(verdict, "bold", strong)] if verdict else []
    ways = [[*before, Span(words, colour=leaf.colour)] for words in (f"{name}{DOT}{proof}", proof)]
    named, proven = (leaf.fonts.wrap(spans, room / size) for spans in ways)
    lines = named if len(named) == 1 else proven
    marks = [mark for at, line in enumerate(lines) for mark in line_marks(line, 0, at * LEADING * size, size)]
    if leaf.number:
        left = leaf.width - line_width(leaf.fonts, lines[0]) * size - NUMBERED
        # With ten faces or more, "10/12" may not fit beside the words; then the number stands alone.
        numbers = (leaf.number, leaf.number.split("/")[0])
        number = next((one for one in numbers if leaf.fonts.width(one, "bold") * size <= left), "")
        wide = leaf.fonts.width(number, "bold") * size
        marks.append(Text(leaf.width - wide, ASCENT * size, number, size, "bold", strong))
    return Drawn(tuple(marks), leaf.width, (len(lines) * LEADING + DEEP) * size)


def stats_leaf(leaf: Leaf) -> Drawn | None:
    """The statline of one card in the grid of its deck."""
    stats, deck, region = leaf.content.stats, leaf.deck, leaf.region
    if not stats:
        return None
    line, label = colour_of("wash", leaf.content, leaf.style), deck.points(region.label)
    letters = Lettering(leaf.fonts, label, region.style, leaf.colour, line, region.capitals)
    names = [name for name, _ in stats]
    key = ("stats", region, round(leaf.width, 2), tuple(names))
    if key not in deck.known:
        # One grid for all cards with the same stats, so that players find a value in the same place on each.
        alike = [one.stats for one in deck.contents if [name for name, _ in one.stats] == names]
        most = deck.points(region.size)
        least = min(most, deck.points(region.least or region.size))
        sizes, tallest = (most, (most + least) / 2, least), TALLEST_STATS * deck.card.height
        deck.known[key] = stat_grid(letters, leaf.width, alike, sizes, tallest, region.down)
    made: StatGrid = deck.known[key]
    return Drawn(tuple(stat_marks(letters, stats, made)), leaf.width, made.height(label))


def boxes_leaf(leaf: Leaf) -> Drawn | None:
    """The boxes to cross off, if they do not flow with the text."""
    deck, block = leaf.deck, leaf.deck.separate_boxes(leaf.content)
    if block is None:
        return None
    marks: list[Mark] = []
    y = 0.0
    for row in deck.rows(deck.setting(leaf.content, leaf.width, deck.points(8)), block):
        marks += [translate(mark, 0, y) for mark in row.marks]
        y += row.height
    return Drawn(tuple(marks), leaf.width, y)


# The structure tag of a region; a statline is a table with tags of its own.
TAGS = {"name": "H1", "stats": ""}
LEAVES: dict[str, Callable[[Leaf], Drawn | None]] = {
    "art": art_leaf,
    "boxes": boxes_leaf,
    "cost": cost_leaf,
    "emblem": emblem_leaf,
    "foot": foot_leaf,
    "icon": icon_leaf,
    "name": name_leaf,
    "stats": stats_leaf,
    "title": title_leaf,
    "words": words_leaf,
}
