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
APART = 5.0


class Grid(NamedTuple):
    """How the stats of a deck stand: the size of values, and the columns of each row with their width."""

    value: float
    rows: tuple[tuple[tuple[int, float], ...], ...]


def draw_stats(leaf: Leaf) -> Drawn | None:
    """The stats of one card in the grid of its deck: values, their labels above them, hairlines between."""
    stats = leaf.content.stats
    if not stats:
        return None
    alike = [one.stats for one in leaf.deck.contents if [name for name, _ in one.stats] == [name for name, _ in stats]]
    key = ("stats", leaf.region, round(leaf.width, 2), tuple(name for name, _ in stats))
    if key not in leaf.deck.known:
        leaf.deck.known[key] = down_grid(leaf, alike) if leaf.region.down else grid(leaf, alike)
    made: Grid = leaf.deck.known[key]
    marks: list[Mark] = []
    tall, y = row_height(leaf, made.value), 0.0
    for row in made.rows:
        marks += row_marks(leaf, stats, row, made.value, y)
        y += tall
    return Drawn(tuple(marks), leaf.width, y)


def label_size(leaf: Leaf) -> float:
    """The size of the words above the values."""
    return leaf.deck.points(leaf.region.label)


def row_height(leaf: Leaf, value: float) -> float:
    """How tall one row of stats is."""
    return value + label_size(leaf) + 0.5


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


def grid(leaf: Leaf, tables: Sequence[Stats]) -> Grid:
    """As few rows as will do, evenly filled; values get smaller before a row is added, down to the least."""
    most = leaf.deck.points(leaf.region.size)
    least = min(most, leaf.deck.points(leaf.region.least or leaf.region.size))
    count = len(tables[0])
    for rows in range(1, count + 1):
        for value in (most, (most + least) / 2, least):
            widths = needs(leaf, tables, value)
            per = -(-count // rows)
            split = [range(at, min(at + per, count)) for at in range(0, count, per)]
            if all(sum(widths[at] for at in row) <= leaf.width for row in split):
                return Grid(value, tuple(tuple(spread(leaf, widths, row)) for row in split))
    raise TooSmallError


def spread(leaf: Leaf, widths: Sequence[float], row: range) -> Iterator[tuple[int, float]]:
    """The columns of a row: equal ones where that will do, else each what it needs and a share of the rest."""
    equal = leaf.width / len(row)
    spare = (leaf.width - sum(widths[at] for at in row)) / len(row)
    fits = all(widths[at] <= equal for at in row)
    yield from ((at, equal if fits else widths[at] + spare) for at in row)


def down_grid(leaf: Leaf, tables: Sequence[Stats]) -> Grid:
    """One stat to a row."""
    return Grid(leaf.deck.points(leaf.region.size), tuple(((at, leaf.width),) for at in range(len(tables[0]))))


def row_marks(leaf: Leaf, stats: Stats, row: Sequence[tuple[int, float]], value: float, y: float) -> Iterator[Mark]:
    """One row of stats."""
    fonts, label, style = leaf.fonts, label_size(leaf), leaf.region.style
    x, tall = 0.0, row_height(leaf, value)
    for at, wide in row:
        name, number = stats[at]
        if x > 0:
            yield Line(x, y + 1, x, y + tall - value * 0.2, 0.6, colour_of("wash", leaf.content, leaf.dress))
        middle = x + wide / 2
        words = worded(leaf, name)
        left = middle - fonts.width(words, "medium") * label / 2
        yield Text(left, y + 0.74 * label, words, label, "medium", leaf.colour, "RH")
        left = middle - fonts.width(number, style) * value / 2
        yield Text(left, y + label + 0.74 * value, number, value, style, "ink", "TD")
        x += wide
