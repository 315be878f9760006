"""The deck: what all cards of one sort share, so that a region lies in the same place on each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property, partial
from typing import Any, NamedTuple

from listbuilder.printing.art import Art, dimmed
from listbuilder.printing.content import Content, Ticks
from listbuilder.printing.geometry import MM
from listbuilder.printing.leaves import Drawn, Leaf, draw_leaf, picture
from listbuilder.printing.look import Dress, colour_of, dress_of, holds, icons_of
from listbuilder.printing.marks import Box, Figure, Mark, Part
from listbuilder.printing.regions import Place, Rect, Solver
from listbuilder.printing.text import Fonts
from listbuilder.record import record
from listbuilder.templates import CardLayout, CardSize, Region, Templates, Theme, Typeface

SMALLEST, LARGEST, BEND = 0.72, 2.2, 0.75


class Footer(NamedTuple):
    """The words at the foot of every card of a list: its name, the code that proves what it is, and a bad verdict."""

    name: str
    proof: str
    verdict: str = ""


@record
class Deck:
    """Cards of one sort: how they are laid out, the words at their foot, and what was worked out before."""

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
    known: dict[Any, Any] = field(default_factory=dict)

    @cached_property
    def scale(self) -> float:
        """How much larger than said in the layout everything is on cards of this size."""
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
        """A size of type on these cards, never under the floor; as large as said where the card is narrow."""
        return max(self.type.floor, round(size * self.type.larger * self.scale, 2))

    def dress(self, content: Content) -> Dress:
        """The colours and the emblem of a card."""
        key = ("dress", id(content))
        if key not in self.known:
            icons = self.known.setdefault("icons", None) or icons_of(self.templates)
            self.known["icons"] = icons
            least = self.type.contrast
            self.known[key] = dress_of(self.templates, self.layout, self.theme, least, content, icons)
        found: Dress = self.known[key]
        return found

    def picture(self, content: Content, dim: float) -> Art | None:
        """The art of a card, with so much of it given way to paper."""
        art = self.art.get(id(content))
        if art is None or not dim:
            return art
        key = ("art", art.data, dim)
        if key not in self.known:
            self.known[key] = dimmed(art, dim)
        found: Art = self.known[key]
        return found

    def drawn(self, content: Content, name: str, width: float, number: str = "") -> Drawn | None:
        """What a region shows on a card; None where it is not there."""
        key = (id(content), name, round(width, 2), number)
        if key not in self.known or self.fonts.lacking:
            region = self.layout.regions[name]
            there = holds(region, content, self.size.width)
            self.known[key] = draw_leaf(Leaf(self, content, region, width, number)) if there else None
        found: Drawn | None = self.known[key]
        return found

    def measure(self, content: Content, name: str, width: float) -> tuple[float, float] | None:
        """How large what a region shows is: on this card where its room is its own, else the largest of the deck."""
        if self.layout.regions[name].own:
            one = self.drawn(content, name, width)
            return (one.width, one.height) if one else None
        key = ("measure", name, round(width, 2))
        if key not in self.known:
            found = [one for card in self.contents if (one := self.drawn(card, name, width))]
            largest = (max(one.width for one in found), max(one.height for one in found)) if found else None
            self.known[key] = largest
        size: tuple[float, float] | None = self.known[key]
        return size

    def own_regions(self, names: tuple[str, ...]) -> set[str]:
        """What is shown on a face in regions that take room on some cards only."""
        if ("own", names) not in self.known:
            regions = [self.layout.regions[name] for name in within(self.layout, names)]
            self.known["own", names] = {one.show for one in regions if one.own or one.only_if}
        found: set[str] = self.known["own", names]
        return found

    def shows(self, what: str) -> bool:
        """Whether some region of the front that is there on cards of this width shows something."""
        if ("shows", what) not in self.known:
            regions = [self.layout.regions[name] for name in within(self.layout, self.layout.front)]
            wide = self.size.width
            there = [one for one in regions if wide >= one.from_ and not (one.below and wide >= one.below)]
            self.known["shows", what] = any(one.show == what for one in there)
        found: bool = self.known["shows", what]
        return found


def within(layout: CardLayout, names: Sequence[str]) -> list[str]:
    """Regions and all that are inside them."""
    out: list[str] = []
    for name in names:
        region = layout.regions[name]
        out += [name, *within(layout, (*region.rows, *region.columns))]
    return out


class Frame(NamedTuple):
    """The regions of a face in their places, the places that text flows into, and the foot."""

    places: tuple[Place, ...]
    flows: tuple[Place, ...]
    feet: tuple[Place, ...]


def make_frame(deck: Deck, content: Content, names: Sequence[str]) -> Frame:
    """A face before anything is drawn on it, which many cards of a deck share."""
    own = deck.own_regions(tuple(names))
    ticks = next((block for block in content.blocks if isinstance(block, Ticks)), None)
    key = ("frame", tuple(names), ticks, id(content) in deck.art, *([id(content)] if own - {"boxes", "art"} else []))
    if key not in deck.known:
        measure = partial(deck.measure, content)
        places = Solver(deck.layout, deck.card, deck.inside, deck.scale, measure).face(names)
        flows, feet = (tuple(one for one in places if one.region.show == what) for what in ("flow", "foot"))
        deck.known[key] = Frame(tuple(places), flows, feet)
    found: Frame = deck.known[key]
    return found


def still(deck: Deck, content: Content, frame: Frame) -> Iterator[Part]:
    """What stands still on a face: the grounds of its regions, and what they show."""
    for place in frame.places:
        yield 0, 0, ground(deck, content, place)
        if place.region.show not in ("flow", "foot"):
            yield shown(deck, content, place)


def shown(deck: Deck, content: Content, place: Place, number: str = "") -> Part:
    """What a region shows, in its place."""
    one = deck.drawn(content, place.name, place.inner.width, number) if place.region.show else None
    if one is None:
        return 0, 0, ()
    marks, wide, down = one.marks, one.width, 0.0
    if place.region.show == "emblem" and place.region.grow:
        wide = min(one.width, place.inner.height)
        marks, down = tuple(grown(mark, wide) for mark in marks), (place.inner.height - wide) / 2
    spare = max(0.0, place.inner.width - wide)
    x = place.inner.x + spare * {"left": 0.0, "centre": 0.5, "right": 1.0}[place.region.align]
    return x, place.inner.y + down, marks


def grown(mark: Mark, side: float) -> Mark:
    """A drawing that fills its region as far as it can."""
    return mark._replace(side=side) if isinstance(mark, Figure) else mark


def ground(deck: Deck, content: Content, place: Place) -> list[Mark]:
    """The fill and the line of a region; a fill that touches the cut goes on as far as the bleed."""
    region, box = place.region, place.ground
    if not region.fill and not region.line:
        return []
    if region.show and deck.drawn(content, place.name, place.inner.width) is None and region.show != "flow":
        return []
    if not holds(region, content, deck.size.width):
        return []
    if region.fill == "art":
        found = picture(deck, content, region, bled(box, deck.card, deck.bleed))
        return [found] if found else []
    dress = deck.dress(content)
    fill, line = colour_of(region.fill, content, dress), colour_of(region.line, content, dress)
    if not fill and not line:
        return []
    box = bled(box, deck.card, deck.bleed) if fill and not line else box
    radius = region.radius * MM * deck.scale
    return [Box(box.x, box.y, box.width, box.height, 0.6 if line else 0, fill or None, radius, line=line or "line")]


def bled(box: Rect, card: Rect, bleed: float) -> Rect:
    """A box made larger where it touches the cut."""
    left = bleed if box.x <= 0.01 else 0.0
    top = bleed if box.y <= 0.01 else 0.0
    right = bleed if box.x + box.width >= card.width - 0.01 else 0.0
    bottom = bleed if box.y + box.height >= card.height - 0.01 else 0.0
    return Rect(box.x - left, box.y - top, box.width + left + right, box.height + top + bottom)


def region_of(layout: CardLayout, names: Sequence[str], show: str) -> Region | None:
    """The first region of a face that shows something."""
    return next((layout.regions[one] for one in within(layout, names) if layout.regions[one].show == show), None)
