"""The statline of a deck: every value in the same place on every card, in as few rows as will do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.printing.block_rows import TooSmallError
from listbuilder.printing.card_frame import Drawn, Leaf
from listbuilder.printing.card_style import colour_of
from listbuilder.printing.marks import Colour, LineMark, Mark, Style, Text
from listbuilder.printing.text_layout import Fonts

Stats = Sequence[tuple[str, str]]
APART, TALLEST = 5.0, 0.5
HANGING, HANGS = set("gjpqyQ,;()[]{}|/_@$"), 0.24
CAPITAL, BELOW, BETWEEN = 0.73, 1.36, 0.7  # how tall figures are, and what a label takes with the space above it


class StatGrid(NamedTuple):
    """How the stats of a deck stand: the size of values, how deep they reach, and the columns of each row."""

    value: float
    deep: float
    rows: tuple[tuple[tuple[int, float], ...], ...]

    def row_height(self, label: float) -> float:
        """How tall one row of stats is."""
        return self.value * (CAPITAL + self.deep) + BELOW * label

    def height(self, label: float) -> float:
        """How tall all rows are, with some space between them."""
        return len(self.rows) * (self.row_height(label) + label * BETWEEN) - label * BETWEEN


class Lettering(NamedTuple):
    """How stats are set: the faces, the size of labels, the style of values, colours, and whether labels shout."""

    fonts: Fonts
    label: float
    style: Style
    colour: Colour
    line: Colour
    capitals: bool = False

    def worded(self, name: str) -> str:
        """A label as it is printed."""
        return name.upper() if self.capitals else name


def draw_stats(leaf: Leaf) -> Drawn | None:
    """The stats of one card in the grid of its deck: values, their labels below them, hairlines between."""
    stats = leaf.content.stats
    if not stats:
        return None
    letters, names = lettering(leaf), names_of(stats)
    key = ("stats", leaf.region, round(leaf.width, 2), names)
    if key not in leaf.deck.known:
        alike = [one.stats for one in leaf.deck.contents if names_of(one.stats) == names]
        tallest = TALLEST * leaf.deck.card.height
        leaf.deck.known[key] = stat_grid(letters, leaf.width, alike, value_sizes(leaf), tallest, leaf.region.down)
    made: StatGrid = leaf.deck.known[key]
    return Drawn(tuple(stat_marks(letters, stats, made)), leaf.width, made.height(letters.label))


def names_of(stats: Stats) -> tuple[str, ...]:
    """What the stats of a card are called."""
    return tuple([name for name, _ in stats])


def lettering(leaf: Leaf) -> Lettering:
    """How the stats of a card are set."""
    region, line = leaf.region, colour_of("wash", leaf.content, leaf.style)
    label = leaf.deck.points(region.label)
    return Lettering(leaf.fonts, label, region.style, leaf.colour, line, region.capitals)


def value_depth(tables: Sequence[Stats]) -> float:
    """How far values reach below their line: figures do not, some letters do."""
    return HANGS if any(HANGING & set(value) for stats in tables for _, value in stats) else 0.0


def stat_widths(letters: Lettering, tables: Sequence[Stats], value: float) -> list[float]:
    """How wide each stat must at least be, for its label and for its widest value on any card."""
    fonts = letters.fonts
    return [
        max(
            fonts.width(letters.worded(name), "medium") * letters.label,
            *(fonts.width(stats[at][1], letters.style) * value for stats in tables),
        )
        + APART
        for at, (name, _) in enumerate(tables[0])
    ]


def value_sizes(leaf: Leaf) -> tuple[float, float, float]:
    """The sizes of values to try, the largest first."""
    most = leaf.deck.points(leaf.region.size)
    least = min(most, leaf.deck.points(leaf.region.least or leaf.region.size))
    return most, (most + least) / 2, least


def stat_grid(
    letters: Lettering,
    width: float,
    tables: Sequence[Stats],
    values: Sequence[float],
    tallest: float,
    down: bool = False,
) -> StatGrid:
    """As few rows as will do, evenly filled; values get smaller before a row is added, down to the least.

    With `down` there is one to a row. Rows that would be taller than the tallest have smaller values as well.
    """
    count = len(tables[0])
    for rows in range(count if down else 1, count + 1):
        for value in values:
            widths, per = stat_widths(letters, tables, value), -(-count // rows)
            split = [range(at, min(at + per, count)) for at in range(0, count, per)]
            columns = [max(widths[at::per]) for at in range(per)]
            wide = column_layout(width, columns)
            made = StatGrid(value, value_depth(tables), tuple(tuple(zip(row, wide, strict=False)) for row in split))
            tall = made.height(letters.label) > tallest and value > values[-1]
            if not tall and sum(columns) <= width:
                return made
    raise TooSmallError


def column_layout(width: float, needed: Sequence[float]) -> list[float]:
    """The columns of all rows: equal ones where that will do, else each what it needs and a share of the rest."""
    equal = width / len(needed)
    spare = (width - sum(needed)) / len(needed)
    fits = all(one <= equal for one in needed)
    return [equal if fits else one + spare for one in needed]


def stat_marks(letters: Lettering, stats: Stats, made: StatGrid) -> Iterator[Mark]:
    """All rows of stats, each value with its label."""
    for at, row in enumerate(made.rows):
        yield from row_marks(letters, stats, row, made, at * (made.row_height(letters.label) + letters.label * BETWEEN))


def row_marks(
    letters: Lettering, stats: Stats, row: Sequence[tuple[int, float]], made: StatGrid, y: float
) -> Iterator[Mark]:
    """One row of stats."""
    fonts, label, style = letters.fonts, letters.label, letters.style
    x, value, tall = 0.0, made.value, made.row_height(label)
    below = y + (CAPITAL + made.deep) * value + 1.13 * label
    for at, wide in row:
        name, number = stats[at]
        if x > 0 and letters.line != "paper":
            yield LineMark(x, y + 1, x, y + tall - 0.5 * label, 0.6, letters.line)
        middle = x + wide / 2
        words = letters.worded(name)
        left = middle - fonts.width(words, "medium") * label / 2
        yield Text(left, below, words, label, "medium", letters.colour, "RH")
        left = middle - fonts.width(number, style) * value / 2
        yield Text(left, y + CAPITAL * value, number, value, style, "ink", "TD")
        x += wide
