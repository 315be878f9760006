"""What regions show: name, title, cost, emblem, art, words, icons, foot. Each is drawn for a width."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.printing.content import Content
from listbuilder.printing.geometry import MM
from listbuilder.printing.look import Dress, colour_of
from listbuilder.printing.marks import Colour, Figure, Mark, Picture, Sign, Text, moved, tagged
from listbuilder.printing.text import ASCENT, DOT, LEADING, Fonts, Piece, Span, line_marks, line_width, undotted
from listbuilder.templates import Region

if TYPE_CHECKING:
    from listbuilder.printing.frame import Deck

USUAL_ART = 20
NUMBERED = 2  # between the words of a foot and the number of the face
STEP, DEEP = 0.5, 0.03  # the last line of a text reaches a little deeper than its leading
FIELD = re.compile(r"\{([\w-]+)\}")


class Drawn(NamedTuple):
    """Marks from their own corner, and how large they are."""

    marks: tuple[Mark, ...]
    width: float
    height: float


class Leaf(NamedTuple):
    """A region that shows something, on a card, with the width it has."""

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
    def dress(self) -> Dress:
        """The colours of the card."""
        return self.deck.dress(self.content)

    @property
    def colour(self) -> Colour:
        """The colour of what is shown."""
        return colour_of(self.region.colour, self.content, self.dress)

    @property
    def floor(self) -> float:
        """The smallest type allowed."""
        return self.deck.type.floor


def draw_leaf(leaf: Leaf) -> Drawn | None:
    """What a region shows; None where there is nothing."""
    if leaf.region.show in ("", "flow"):
        return Drawn((), 0, 0)
    drawn = LEAVES[leaf.region.show](leaf)
    tag = TAGS.get(leaf.region.show, "P")
    return drawn._replace(marks=tagged(drawn.marks, tag)) if drawn and tag else drawn


def set_lines(lines: Sequence[Sequence[Piece]], size: float, leaf: Leaf) -> Drawn:
    """Wrapped lines one below the other, aligned as the region says."""
    share = {"left": 0.0, "centre": 0.5, "right": 1.0}[leaf.region.align]
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
    """The name, on one line as long as it is not smaller than the least; a very long one is smaller still."""
    if not leaf.content.name.strip():
        return None
    deck, style = leaf.deck, leaf.region.style
    sizes = sizes_between(deck.points(leaf.region.size), deck.type.least_name)
    size, needed = leaf.fonts.fit(leaf.content.name, leaf.width, sizes, style)
    size = size if needed < 4 else leaf.floor
    span = Span(leaf.content.name, style, leaf.colour)
    return set_lines(leaf.fonts.wrap([span], leaf.width / size), size, leaf)


def title_leaf(leaf: Leaf) -> Drawn | None:
    """The line under the name, smaller where that saves a line."""
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
    return set_lines([*map(undotted, lines[:-1]), lines[-1]], size, leaf)


def title_spans(leaf: Leaf) -> Iterator[Span]:
    """What the model is, its group, its marks; and its cost where that has no place of its own."""
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


def emblem_leaf(leaf: Leaf) -> Drawn | None:
    """The emblem in a square."""
    side = square(leaf)
    return Drawn((Figure(0, 0, side, leaf.dress.emblem, leaf.colour),), side, side)


def icon_leaf(leaf: Leaf) -> Drawn | None:
    """An icon in a square."""
    side = square(leaf)
    path = leaf.deck.templates.icons[leaf.region.icon].operators
    return Drawn((Figure(0, 0, side, path, leaf.colour),), side, side)


def square(leaf: Leaf) -> float:
    """The side of the square that a region leaves for a drawing."""
    unit, region = MM * leaf.deck.scale, leaf.region
    top, right, bottom, left = (one * unit for one in region.padding)
    tall = region.height * unit - top - bottom if region.height else leaf.width
    wide = region.width * unit - left - right if region.width else leaf.width
    return max(1.0, min(tall, wide, leaf.width))


def art_leaf(leaf: Leaf) -> Drawn | None:
    """The picture, cut to its window around its focus."""
    region, unit = leaf.region, MM * leaf.deck.scale
    tall = (region.height or USUAL_ART) * unit - (region.padding[0] + region.padding[2]) * unit
    window = picture(leaf.deck, leaf.content, region, (0, 0, leaf.width, tall))
    return Drawn((window,), leaf.width, tall) if window else None


def picture(deck: Deck, content: Content, region: Region, box: tuple[float, float, float, float]) -> Picture | None:
    """The art of a card in a window: as small as fills it, moved so that its focus is in the middle where it can be."""
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
    """Words of the template, with what the card says in place of `{field}`."""
    found = FIELD.sub(lambda match: ", ".join(said(leaf, match[1])), leaf.region.words).strip()
    if not found:
        return None
    size = leaf.deck.points(leaf.region.size)
    words = found.upper() if leaf.region.capitals else found
    lines = leaf.fonts.wrap([Span(words, leaf.region.style, leaf.colour)], leaf.width / size)
    return set_lines(lines, size, leaf)


def said(leaf: Leaf, name: str) -> tuple[str, ...]:
    """What a card says about a field; its name is one as well."""
    return (leaf.content.name,) if name == "name" else leaf.content.facts.get(name, ())


def foot_leaf(leaf: Leaf) -> Drawn | None:
    """The list's name, where it fits on a line with its check code, and which face of how many this is."""
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
        # Of ten faces and more, a number alone where both do not fit beside the words.
        number = next(
            (one for one in (leaf.number, leaf.number.split("/")[0]) if leaf.fonts.width(one, "bold") * size <= left),
            "",
        )
        wide = leaf.fonts.width(number, "bold") * size
        marks.append(Text(leaf.width - wide, ASCENT * size, number, size, "bold", strong))
    return Drawn(tuple(marks), leaf.width, (len(lines) * LEADING + DEEP) * size)


def stats_leaf(leaf: Leaf) -> Drawn | None:
    """The statline."""
    from listbuilder.printing.stats import draw_stats

    return draw_stats(leaf)


def boxes_leaf(leaf: Leaf) -> Drawn | None:
    """The boxes to cross off, where they are few enough to stand apart."""
    from listbuilder.printing.laying import boxes_apart, remembered, setting_of

    block = boxes_apart(leaf.deck, leaf.content)
    if block is None:
        return None
    rows = remembered(leaf.deck, setting_of(leaf.deck, leaf.content, leaf.width, leaf.deck.points(8)), block)
    marks: list[Mark] = []
    y = 0.0
    for row in rows:
        marks += [moved(mark, 0, y) for mark in row.marks]
        y += row.height
    return Drawn(tuple(marks), leaf.width, y)


# What a region is in the structure of the PDF; stats are a table that has its own tags.
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
