"""The statline of a deck: every value in the same place on every card, in as few rows as will do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.printing.leaves import Drawn, Leaf
from listbuilder.printing.look import colour_of
from listbuilder.printing.marks import Line, Mark, Text
from listbuilder.printing.rows import TooSmallError

__all__ = ["draw_stats"]

Stats = Sequence[tuple[str, str]]
APART, TALLEST = 5.0, 0.5
HANGING, HANGS = set("gjpqyQ,;()[]{}|/_@$"), 0.24
CAPITAL, BELOW, BETWEEN = 0.73, 1.45, 0.7  # how tall figures are, and what a label takes with the space above it


class Grid(NamedTuple):
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


def draw_stats(leaf: Leaf) -> Drawn | None:
    """The stats of one card in the grid of its deck: values, their labels below them, hairlines between."""
    stats = leaf.content.stats
    if not stats:
        return None
    names = names_of(stats)
    key = ("stats", leaf.region, round(leaf.width, 2), names)
    if key not in leaf.deck.known:
        leaf.deck.known[key] = grid(leaf, [one.stats for one in leaf.deck.contents if names_of(one.stats) == names])
    made: Grid = leaf.deck.known[key]
    marks: list[Mark] = []
    label = label_size(leaf)
    for at, row in enumerate(made.rows):
        marks += row_marks(leaf, stats, row, made, at * (made.row_height(label) + label * BETWEEN))
    return Drawn(tuple(marks), leaf.width, made.height(label))


def names_of(stats: Stats) -> tuple[str, ...]:
    """What the stats of a card are called."""
    return tuple([name for name, _ in stats])


def label_size(leaf: Leaf) -> float:
    """The size of the words below the values."""
    return leaf.deck.points(leaf.region.label)


def depth(tables: Sequence[Stats]) -> float:
    """How far values reach below their line: figures do not, some letters do."""
    return HANGS if any(HANGING & set(value) for stats in tables for _, value in stats) else 0.0


def needs(leaf: Leaf, tables: Sequence[Stats], value: float) -> list[float]:
    """How wide each stat must at least be, for its label and for its widest value on any card."""
    fonts, label = leaf.fonts, label_size(leaf)
    return [
        max(
            fonts.width(worded(leaf, name), "medium") * label,
            *(fonts.width(stats[at][1], leaf.region.style) * value for stats in tables),
        )
        + APART
        for at, (name, _) in enumerate(tables[0])
    ]


def worded(leaf: Leaf, name: str) -> str:
    """A label as it is printed."""
    return name.upper() if leaf.region.capitals else name


def values_of(leaf: Leaf) -> tuple[float, float, float]:
    """The sizes of values to try, the largest first."""
    most = leaf.deck.points(leaf.region.size)
    least = min(most, leaf.deck.points(leaf.region.least or leaf.region.size))
    return most, (most + least) / 2, least


def grid(leaf: Leaf, tables: Sequence[Stats]) -> Grid:
    """As few rows as will do, evenly filled; values get smaller before a row is added, down to the least.

    With `down` there is one to a row. Rows that would take up half the card have smaller values as well.
    """
    count, values = len(tables[0]), values_of(leaf)
    for rows in range(count if leaf.region.down else 1, count + 1):
        for value in values:
            widths, per = needs(leaf, tables, value), -(-count // rows)
            split = [range(at, min(at + per, count)) for at in range(0, count, per)]
            columns = [max(widths[at::per]) for at in range(per)]
            wide = spread(leaf, columns)
            made = Grid(value, depth(tables), tuple(tuple(zip(row, wide, strict=False)) for row in split))
            tall = made.height(label_size(leaf)) > TALLEST * leaf.deck.card.height and value > values[-1]
            if not tall and sum(columns) <= leaf.width:
                return made
    raise TooSmallError


def spread(leaf: Leaf, widths: Sequence[float]) -> list[float]:
    """The columns of all rows: equal ones where that will do, else each what it needs and a share of the rest."""
    equal = leaf.width / len(widths)
    spare = (leaf.width - sum(widths)) / len(widths)
    fits = all(one <= equal for one in widths)
    return [equal if fits else one + spare for one in widths]


def row_marks(leaf: Leaf, stats: Stats, row: Sequence[tuple[int, float]], made: Grid, y: float) -> Iterator[Mark]:
    """One row of stats."""
    fonts, label, style = leaf.fonts, label_size(leaf), leaf.region.style
    x, value, tall = 0.0, made.value, made.row_height(label)
    below = y + (CAPITAL + made.deep) * value + 1.13 * label
    for at, wide in row:
        name, number = stats[at]
        if x > 0:
            yield Line(x, y + 1, x, y + tall - 0.5 * label, 0.6, colour_of("wash", leaf.content, leaf.dress))
        middle = x + wide / 2
        words = worded(leaf, name)
        left = middle - fonts.width(words, "medium") * label / 2
        yield Text(left, below, words, label, "medium", leaf.colour, "RH")
        left = middle - fonts.width(number, style) * value / 2
        yield Text(left, y + CAPITAL * value, number, value, style, "ink", "TD")
        x += wide
