"""Blocks as rows: each row has a height and its marks, and knows whether it may part from the next.

Rows are all that is stacked on a face, so nothing can overlap, and what does not fit moves on as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from listbuilder.printing.content import Block, Decline, Item, Items, Note, Profile, Table, Ticks, Writing
from listbuilder.printing.marks import Line, Mark, Text
from listbuilder.printing.text import ASCENT, LEADING, Fonts, Span, line_marks

__all__ = ["Row", "Setting", "Spacing", "TooSmallError", "block_rows", "flow", "paragraph"]

NAME_SHARE = 0.36
Spacing = Literal["tight", "plain", "airy"]


class TooSmallError(ValueError):
    """Something that can't be divided is larger than the face it should go on."""


class Row(NamedTuple):
    """A strip across the column; `keep` ties it to the next, `gap` is space above it, `sinks` puts it at the foot."""

    height: float
    marks: tuple[Mark, ...]
    keep: bool = False
    gap: float = 0.0
    sinks: bool = False


class Setting(NamedTuple):
    """The column that rows are made for: fonts, width, size of the body and the smallest size allowed."""

    fonts: Fonts
    width: float
    size: float
    floor: float
    spacing: Spacing = "plain"

    @property
    def leading(self) -> float:
        """From line to line, in type sizes."""
        return LEADING + {"tight": -0.06, "plain": 0.0, "airy": 0.24}[self.spacing]

    @property
    def loose(self) -> float:
        """How much of the usual space between blocks there is."""
        return {"tight": 0.5, "plain": 1.0, "airy": 1.4}[self.spacing]

    @property
    def small(self) -> float:
        """The size of headings and labels."""
        return max(self.floor, self.size - 1)

    @property
    def box(self) -> float:
        """The side of a box to cross off."""
        return max(7.0, self.size * 0.88)


def paragraph(setting: Setting, spans: Sequence[Span], indent: float = 0, gap: float = 0) -> list[Row]:
    """A paragraph as rows; no line of it is left alone on a face."""
    size = setting.size
    lines = setting.fonts.wrap(spans, (setting.width - indent) / size)
    last = len(lines) - 1
    return [
        Row(
            setting.leading * size,
            tuple(line_marks(line, indent, 0, size)),
            keep=at < last and (at == 0 or at == last - 1),
            gap=gap if at == 0 else 0,
        )
        for at, line in enumerate(lines)
    ]


def heading(setting: Setting, title: str, heads: Sequence[tuple[float, str]] = ()) -> list[Row]:
    """A heading over a hairline, with the words above columns, each centred on its place."""
    size, fonts = setting.small, setting.fonts
    room = (heads[0][0] - 14 if heads else setting.width) / size
    lines = fonts.wrap([Span(title.upper(), style="bold")], max(room, setting.width * NAME_SHARE / size))
    height = setting.leading * size * len(lines) + 1.6
    marks: list[Mark] = [
        mark for at, line in enumerate(lines) for mark in line_marks(line, 0, at * setting.leading * size, size)
    ]
    base = ASCENT * size + (len(lines) - 1) * setting.leading * size
    for centre, head in heads:
        marks.append(Text(centre - fonts.width(head) * size / 2, base, head, size, colour="muted"))
    marks.append(Line(0, height - 1, setting.width, height - 1, 0.25))
    return [Row(height, tuple(marks), keep=True, gap=setting.size * 0.5 * setting.loose)]


def sentence(item: Item) -> list[Span]:
    """The meta of an item as a sentence of less weight, then its text."""
    words = ", ".join(item.meta)
    spans = [Span(words[:1].upper() + words[1:] + ("." if item.text else ""), colour="muted")] if words else []
    return [*spans, *([Span(item.text)] if item.text else [])]


def item_rows(setting: Setting, item: Item, first: bool) -> list[Row]:
    """A named rule: its name, boxes for its uses, what sort it is, its text."""
    spans = [Span(item.name, style="bold", boxes=item.boxes), *sentence(item)]
    return paragraph(setting, spans, gap=0 if first else setting.size * 0.18 * setting.loose)


def items_rows(setting: Setting, block: Items) -> Iterator[Row]:
    """A list of rules under its heading."""
    yield from heading(setting, block.title)
    for at, item in enumerate(block.items):
        yield from item_rows(setting, item, at == 0)


def columns(setting: Setting, block: Table) -> list[float] | None:
    """The centres of a table's columns, or None when they would leave too little for names."""
    fonts, size, small = setting.fonts, setting.size, setting.small
    widths = [
        max([fonts.width(head) * small, *(fonts.width(row.cells[at], "bold") * size for row in block.rows)])
        + size * 0.9
        for at, head in enumerate(block.heads)
    ]
    if sum(widths) > setting.width * (1 - NAME_SHARE):
        return None
    right, centres = setting.width + size * 0.45, []
    for width in reversed(widths):
        centres.append(right - width / 2)
        right -= width
    return centres[::-1]


def table_rows(setting: Setting, block: Table) -> Iterator[Row]:
    """A table; where the columns do not fit beside the names, values stand below them with their words."""
    centres = columns(setting, block)
    if centres is None:
        yield from heading(setting, block.title)
        for at, row in enumerate(block.rows):
            values = tuple(f"{head} {cell}" for head, cell in zip(block.heads, row.cells, strict=True) if cell != "–")
            yield from item_rows(setting, row.item._replace(meta=(*values, *row.item.meta)), at == 0)
        return
    yield from heading(setting, block.title, list(zip(centres, block.heads, strict=True)))
    for at, row in enumerate(block.rows):
        yield from profile_rows(setting, row, centres, at == 0)


def profile_rows(setting: Setting, row: Profile, centres: list[float], first: bool) -> list[Row]:
    """One row of a table: name and values, then what else there is to say."""
    fonts, size = setting.fonts, setting.size
    widest = max((fonts.width(cell, "bold") * size / 2 for cell in row.cells[:1]), default=0)
    room = (centres[0] - widest - size * 0.4 if centres else setting.width) / size
    name, rest = Span(row.item.name, style="bold", boxes=row.item.boxes), sentence(row.item)
    lines = fonts.wrap([name, *rest] if not row.item.text else [name], room)
    below = paragraph(setting, rest, indent=size * 0.7) if row.item.text else []
    out = []
    for at, line in enumerate(lines):
        marks = line_marks(line, 0, 0, size)
        if at == len(lines) - 1:
            for centre, cell in zip(centres, row.cells, strict=True):
                marks.append(Text(centre - fonts.width(cell, "bold") * size / 2, ASCENT * size, cell, size, "bold"))
        keep = at < len(lines) - 1 or bool(below)
        out.append(Row(setting.leading * size, tuple(marks), keep, 0 if first or at else size * 0.22 * setting.loose))
    return out + below


def decline_rows(setting: Setting, block: Decline) -> Iterator[Row]:
    """A small table, turns across; in bands where there are many."""
    fonts, size = setting.fonts, setting.small
    left = max(fonts.width(label, "bold") for label, _ in (*block.rows, ("Turn", ()))) * size + size * 0.8
    step = (
        max(fonts.width(value) for _, values in (*block.rows, ("", block.turns)) for value in values) * size
        + size * 0.7
    )
    per = max(1, int((setting.width - left) // step))
    yield from heading(setting._replace(size=setting.size), block.title)
    for start in range(0, len(block.turns), per):
        band = slice(start, start + per)
        lines = [("Turn", block.turns[band]), *((label, values[band]) for label, values in block.rows)]
        for at, (label, values) in enumerate(lines):
            colour = "ink" if at else "muted"
            marks: list[Mark] = [Text(0, ASCENT * size, label, size, "bold" if at else "regular", colour)]
            for n, value in enumerate(values):
                x = left + step * (n + 0.5) - fonts.width(value) * size / 2
                marks.append(Text(x, ASCENT * size, value, size, "regular", colour))
            yield Row(
                setting.leading * size, tuple(marks), keep=at < len(lines) - 1, gap=1.5 if start and at == 0 else 0
            )


def note_rows(setting: Setting, block: Note) -> list[Row]:
    """A paragraph, with its title in bold where it has one."""
    spans = [Span(block.title, style="bold")] if block.title else []
    text = Span(block.text, colour="muted" if block.quiet else "ink")
    rows = paragraph(setting, [*spans, text], gap=setting.size * 0.5 * setting.loose)
    return [row._replace(sinks=block.quiet) for row in rows]


def writing_rows(setting: Setting, block: Writing) -> Iterator[Row]:
    """Lines to write on under a heading."""
    if block.title:
        yield from heading(setting, block.title)
    for _ in range(block.lines):
        yield Row(setting.size * 2, (Line(0, setting.size * 2 - 1, setting.width, setting.size * 2 - 1, 0.3, "muted"),))


def block_rows(setting: Setting, block: Block) -> list[Row]:
    """The rows of any block."""
    if isinstance(block, Items):
        return list(items_rows(setting, block))
    if isinstance(block, Table):
        return list(table_rows(setting, block))
    if isinstance(block, Ticks):
        from listbuilder.printing.ticks import ticks_rows

        return list(ticks_rows(setting, block))
    if isinstance(block, Decline):
        return list(decline_rows(setting, block))
    if isinstance(block, Note):
        return note_rows(setting, block)
    return list(writing_rows(setting, block))


def chains(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows that stay together."""
    chain: list[Row] = []
    for row in rows:
        chain.append(row)
        if not row.keep:
            yield chain
            chain = []
    if chain:
        yield chain


def flow(rows: Sequence[Row], rooms: Iterator[float]) -> list[list[tuple[float, Row]]]:
    """Rows stacked into rooms of given heights, each row with its top; only the first room may stay empty."""
    room, y = next(rooms), 0.0
    out: list[list[tuple[float, Row]]] = [[]]
    for chain in chains(rows):
        tall = sum(row.height + row.gap for row in chain) - (0 if out[-1] else chain[0].gap)
        if out[-1] and y + tall > room + 1e-6:
            out.append([])
            room, y = next(rooms), 0.0
        for row in chain:
            gap = row.gap if out[-1] else 0.0
            if out[-1] and y + gap + row.height > room + 1e-6:
                out.append([])
                room, y, gap = next(rooms), 0.0, 0.0
            if row.height > room + 1e-6 and len(out) == 1:
                out.append([])
                room, y, gap = next(rooms), 0.0, 0.0
            if y + gap + row.height > room + 1e-6:
                raise TooSmallError
            out[-1].append((y + gap, row))
            y += gap + row.height
    return out
