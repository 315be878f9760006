"""The frame of a card: header, stat grid and footer, the same in height and place on every card of a deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from listbuilder.printing.content import Content
from listbuilder.printing.geometry import MM
from listbuilder.printing.marks import Box, Line, Mark, Sign, Text
from listbuilder.printing.rows import Row, TooSmallError
from listbuilder.printing.text import ASCENT, LEADING, Fonts, Piece, Span, line_marks
from listbuilder.templates import CardSize, Typeface

__all__ = ["STEP", "Deck", "Frame", "footer_marks", "front_frame", "make_deck", "next_frame"]

STEP, NARROW, USUAL = 0.5, 50, 63


class Deck(NamedTuple):
    """What all cards of a deck share: measures in points, the words at the foot, and rows made before."""

    fonts: Fonts
    size: CardSize
    type: Typeface
    safe: float
    footer: tuple[Span, ...]
    badge: float
    header: float
    cells: tuple[tuple[int, ...], ...]
    grid: float
    foot: float
    rows: dict[object, list[Row]]

    @property
    def width(self) -> float:
        """The width inside the safe edge."""
        return self.size.width * MM - 2 * self.safe

    @property
    def label(self) -> float:
        """The size of the words above stats and under the cost."""
        return max(self.type.floor, self.type.value / 2)

    @property
    def height(self) -> float:
        """The height inside the safe edge."""
        return self.size.height * MM - 2 * self.safe


class Frame(NamedTuple):
    """The parts of a face that do not flow, and the room between them."""

    marks: tuple[Mark, ...]
    top: float
    room: float


def make_deck(
    fonts: Fonts, size: CardSize, type_: Typeface, safe: float, contents: Sequence[Content], footer: Sequence[Span]
) -> Deck:
    """The measures that fit every content: all headers are as tall as the tallest, so that the grid never moves."""
    scale = max(1.0, min(2.0, (size.width / USUAL) ** 0.75))
    type_ = replace(type_, name=type_.name * scale, value=type_.value * scale)
    deck = Deck(fonts, size, type_, safe * MM, tuple(footer), 0, 0, (), 0, 0, {})
    badge = max((badge_width(deck, one) for one in contents), default=0)
    deck = deck._replace(badge=badge)
    header = max((header_marks(deck, one)[1] for one in contents), default=0)
    labels = max((one.stats for one in contents), key=len, default=())
    cells = grid_cells(deck, [one.stats for one in contents if len(one.stats) == len(labels)])
    grid = sum(grid_row_height(deck) for _ in cells)
    foot = len(footer_lines(deck)) * LEADING * type_.floor + 2.4
    return deck._replace(header=header, cells=cells, grid=grid, foot=foot)


def badge_width(deck: Deck, content: Content) -> float:
    """How wide the box with the cost is."""
    if not content.cost or deck.size.width < NARROW:
        return 0
    value = deck.fonts.width(content.cost, "bold") * deck.type.value
    return max(value, deck.fonts.width(content.unit_of_cost) * deck.label) + 6


def name_sizes(deck: Deck) -> list[float]:
    """The sizes a name may have, the largest first."""
    steps = int((deck.type.name - deck.type.least_name) / STEP)
    return [deck.type.name - STEP * at for at in range(steps + 1)]


def header_marks(deck: Deck, content: Content) -> tuple[list[Mark], float]:
    """Name, cost, what the model is, its group and marks; and how tall all this is."""
    fonts = deck.fonts
    room = deck.width - (deck.badge + 4 if deck.badge else 0)
    size, needed = fonts.fit(content.name, room, name_sizes(deck), style="bold")
    size = size if needed < 4 else deck.type.floor
    marks: list[Mark] = []
    y = 0.0
    for line in fonts.wrap([Span(content.name, style="bold")], room / size):
        marks += line_marks(line, 0, y, size)
        y += LEADING * size
    small, lines = subtitle_lines(deck, content, room)
    for line in lines:
        marks += line_marks(line, 0, y, small)
        y += LEADING * small
    if content.cost and deck.badge:
        marks += badge_marks(deck, content)
        y = max(y, badge_height(deck))
    return marks, y + 2


def subtitle_lines(deck: Deck, content: Content, room: float) -> tuple[float, list[list[Piece]]]:
    """The line under the name, smaller where that saves a line."""
    floor, large = deck.type.floor, max(deck.type.floor, deck.size.body - 1)
    spans = subtitle(content)
    if content.cost and not deck.badge:
        spans.insert(0, Span(f"{content.cost} {content.unit_of_cost}", style="bold"))
    fewest = len(deck.fonts.wrap(spans, room / floor))
    size = large
    while len(lines := deck.fonts.wrap(spans, room / size)) > fewest and size > floor:
        size = max(floor, size - STEP)
    return size, lines


def subtitle(content: Content) -> list[Span]:
    """The line under the name."""
    spans = [Span(content.title, colour="muted")] if content.title else []
    if content.group:
        words = content.group.name + (" (leader)" if content.group.leads else "")
        spans.append(Span(words, colour="muted", sign=Sign(content.group.number, content.group.leads)))
    return [*spans, *(Span(mark, style="bold") for mark in content.marks)]


def badge_height(deck: Deck) -> float:
    """How tall the box with the cost is."""
    return deck.type.value * 1.125 + deck.label + 1.5


def badge_marks(deck: Deck, content: Content) -> list[Mark]:
    """The cost in a box at the top right."""
    fonts, value, floor = deck.fonts, deck.type.value, deck.label
    centre = deck.width - deck.badge / 2
    return [
        Box(deck.width - deck.badge + 0.4, 0.4, deck.badge - 0.8, badge_height(deck) - 0.8, 0.8, None, 2.5),
        Text(centre - fonts.width(content.cost, "bold") * value / 2, value * 0.85, content.cost, value, "bold"),
        Text(
            centre - fonts.width(content.unit_of_cost) * floor / 2,
            value * 1.125 + 0.73 * floor,
            content.unit_of_cost,
            floor,
            "regular",
            "muted",
        ),
    ]


def cell_widths(deck: Deck, tables: Sequence[Sequence[tuple[str, str]]]) -> list[float]:
    """How wide each stat must at least be, for labels and for the widest value of any card."""
    fonts, floor, value = deck.fonts, deck.label, deck.type.value
    return [
        max(fonts.width(label) * floor, *(fonts.width(stats[at][1], "bold") * value for stats in tables)) + 4
        for at, (label, _) in enumerate(tables[0])
    ]


def grid_cells(deck: Deck, tables: Sequence[Sequence[tuple[str, str]]]) -> tuple[tuple[int, ...], ...]:
    """Which stats stand in which row of the grid: as few rows as will do, evenly filled."""
    if not tables or not tables[0]:
        return ()
    widths = cell_widths(deck, tables)
    count = len(widths)
    for rows in range(1, count + 1):
        per = -(-count // rows)
        split = [tuple(range(at, min(at + per, count))) for at in range(0, count, per)]
        if all(sum(widths[at] for at in row) <= deck.width for row in split):
            return tuple(split)
    raise TooSmallError


def grid_row_height(deck: Deck) -> float:
    """How tall one row of stats is."""
    return deck.label * LEADING + deck.type.value + 4


def grid_marks(deck: Deck, content: Content, y: float) -> Iterator[Mark]:
    """The stat grid: label above value, cells divided by hairlines."""
    fonts, floor, value = deck.fonts, deck.label, deck.type.value
    tall, strip = grid_row_height(deck), deck.label * LEADING
    needs = cell_widths(deck, [content.stats]) if content.stats else []
    for row in deck.cells:
        if not content.stats:
            return
        spare = (deck.width - sum(needs[at] for at in row)) / len(row)
        yield Box(0, y, deck.width, strip, 0, "tint")
        x = 0.0
        for at in row:
            label, number = content.stats[at]
            wide = needs[at] + spare
            if at != row[0]:
                yield Line(x, y, x, y + tall - 2, 0.25)
            middle = x + wide / 2
            yield Text(
                middle - fonts.width(label) * floor / 2, y + ASCENT * floor + 0.4, label, floor, "regular", "muted"
            )
            yield Text(
                middle - fonts.width(number, "bold") * value / 2, y + strip + value * 0.93, number, value, "bold"
            )
            x += wide
        yield Box(0, y, deck.width, tall - 2, 0.4, None)
        y += tall


def footer_lines(deck: Deck) -> list[list[Piece]]:
    """The words at the foot, wrapped beside the number of the face."""
    room = deck.width - deck.fonts.width("00/00", "bold") * deck.type.floor - 3
    return deck.fonts.wrap(deck.footer, room / deck.type.floor)


def footer_marks(deck: Deck, number: str) -> Iterator[Mark]:
    """A hairline, the list's name, version and check code, and which face of how many this is."""
    floor, y = deck.type.floor, deck.height - deck.foot
    yield Line(0, y + 1, deck.width, y + 1, 0.25, "muted")
    for at, line in enumerate(footer_lines(deck)):
        yield from line_marks(line, 0, y + 2 + at * LEADING * floor, floor)
    if number:
        wide = deck.fonts.width(number, "bold") * floor
        yield Text(deck.width - wide, y + 2 + ASCENT * floor, number, floor, "bold")


def front_frame(deck: Deck, content: Content) -> Frame:
    """The first face of a card."""
    marks, _ = header_marks(deck, content)
    marks.append(Line(0, deck.header - 1, deck.width, deck.header - 1, 0.7))
    top = deck.header + 1
    if deck.cells and content.stats:
        marks += grid_marks(deck, content, top)
        top += deck.grid
    return Frame(tuple(marks), top + 1, deck.height - deck.foot - top - 1)


def next_frame(deck: Deck, content: Content) -> Frame:
    """A further face: the name again, small."""
    fonts, size = deck.fonts, deck.type.least_name
    marks: list[Mark] = []
    y = 0.0
    short = len(fonts.wrap([Span(content.name, style="bold")], deck.width / size)) <= 2
    name = Span(content.name, style="bold" if short else "regular", colour="ink" if short else "muted")
    for line in fonts.wrap([name], deck.width / size):
        marks += line_marks(line, 0, y, size)
        y += LEADING * size
    marks.append(Line(0, y + 1, deck.width, y + 1, 0.7))
    return Frame(tuple(marks), y + 3, deck.height - deck.foot - y - 3)
