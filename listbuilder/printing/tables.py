"""Tables as rows: weapons with their values, and stats turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.printing.content import NONE, Decline, Item, Profile, Table
from listbuilder.printing.marks import Box, Mark, Text, tagged
from listbuilder.printing.rows import (
    NAME_SHARE,
    Row,
    Setting,
    heading,
    item_rows,
    paragraph,
    sentence,
    signs,
    without_signs,
)
from listbuilder.printing.text import ASCENT, SIGN, Span, line_marks


def column_widths(setting: Setting, heads: Sequence[str], rows: Sequence[Sequence[str]], size: float) -> list[float]:
    """How wide the columns of a table are with values of a size: as their widest word, and some space."""
    fonts, small = setting.fonts, setting.small
    return [
        max([fonts.width(head, "bold") * small, *(fonts.width(cells[at], "bold") * size for cells in rows)])
        + setting.size * 0.9
        for at, head in enumerate(heads)
    ]


def in_line(item: Item, heads: Sequence[str], cells: Sequence[str]) -> Item:
    """A row of a table in words alone, each value behind its word."""
    values = tuple(f"{head} {cell}" for head, cell in zip(heads, cells, strict=True) if cell != NONE)
    return item._replace(meta=(*values, *item.meta))


def spanning(rows: Sequence[Row]) -> list[Row]:
    """A paragraph inside a table: a cell as wide as that."""
    return [row._replace(marks=tagged(row.marks, "" if at else "SPAN")) for at, row in enumerate(rows)]


def columns(setting: Setting, widths: Sequence[float]) -> list[float] | None:
    """The centres of columns of these widths, or None when they would leave too little for names."""
    if sum(widths) > setting.width * (1 - NAME_SHARE):
        return None
    right, centres = setting.width + setting.size * 0.25, []
    for width in reversed(widths):
        centres.append(right - width / 2)
        right -= width
    return centres[::-1]


def table_rows(setting: Setting, block: Table) -> Iterator[Row]:
    """A table; where the columns do not fit beside the names, values stand below these, at last with their words."""
    block = with_icons(setting, block)
    widths = column_widths(setting, block.heads, [row.cells for row in block.rows], setting.cells)
    centres = columns(setting, widths)
    if centres is None:
        yield from heading(setting, block.title)
        if sum(widths) <= setting.width:
            yield from names_above(setting, block, widths)
            return
        for at, row in enumerate(block.rows):
            yield from item_rows(setting, in_line(row.item, block.heads, row.cells), at == 0)
        return
    head = heading(setting, block.title, list(zip(centres, block.heads, strict=True)))
    yield from head
    for at, row in enumerate(block.rows):
        rows = profile_rows(setting, row, centres, at == 0)
        again = tuple(head) if at and block.heads else ()
        yield from (one._replace(under=again) if nth == 0 else one for nth, one in enumerate(rows))


def with_icons(setting: Setting, block: Table) -> Table:
    """A table without the columns whose words all have an icon: these stand before the names instead."""
    icons = setting.dress.icons
    told = [[row.cells[at] for row in block.rows if row.cells[at] != "–"] for at in range(len(block.heads))]
    drawn = {at for at, cells in enumerate(told) if cells and all(cell.casefold() in icons for cell in cells)}
    if not drawn:
        return block
    rows = []
    for row in block.rows:
        words = tuple(cell for at, cell in enumerate(row.cells) if at in drawn and cell != "–")
        cells = tuple(cell for at, cell in enumerate(row.cells) if at not in drawn)
        rows.append(Profile(row.item._replace(meta=(*words, *row.item.meta)), cells))
    return Table(block.title, tuple(head for at, head in enumerate(block.heads) if at not in drawn), tuple(rows))


def names_above(setting: Setting, block: Table, widths: list[float]) -> Iterator[Row]:
    """A table as wide as the card: each name has a line of its own above its values."""
    spare = (setting.width - sum(widths)) / len(widths)
    centres = [sum(widths[:at]) + spare * (at + 0.5) + width / 2 for at, width in enumerate(widths)]
    high = setting.leading * setting.small
    band = [Box(0, 0, setting.width, high, 0, setting.dress.wash)] if setting.full else []
    heads = cells_at(setting, block.heads, centres, setting.small, ("TH", "TH"))
    yield Row(high, (*band, *heads), keep=True)
    for at, row in enumerate(block.rows):
        name = [*signs(setting, row.item), Span(row.item.name, "bold", boxes=row.item.boxes)]
        named = paragraph(setting, name, gap=setting.size * 0.3 * setting.loose if at else 0)
        below = paragraph(setting, sentence(setting, without_signs(setting, row.item), "medium", "ink"))
        yield from (one._replace(keep=True) for one in spanning(named))
        values = cells_at(setting, row.cells, centres, setting.cells, ("RH", "TD"))
        yield Row(setting.leading * setting.cells, values, keep=bool(below))
        yield from spanning(below)


def cells_at(
    setting: Setting, words: tuple[str, ...], centres: list[float], size: float, tags: tuple[str, str]
) -> tuple[Mark, ...]:
    """A row of words in columns; the first begins a row of the structure."""
    return tuple(
        Text(
            centre - setting.fonts.width(word, "bold") * size / 2,
            ASCENT * size,
            word,
            size,
            "bold",
            tag=tags[1 if at else 0],
        )
        for at, (centre, word) in enumerate(zip(centres, words, strict=True))
    )


def profile_rows(setting: Setting, row: Profile, centres: list[float], first: bool) -> list[Row]:
    """One row of a table: icons, name and values, then what else there is to say."""
    fonts, size, cell_size = setting.fonts, setting.size, setting.cells
    item = without_signs(setting, row.item)
    widest = max((fonts.width(cell, "bold") * cell_size / 2 for cell in row.cells[:1]), default=0)
    room = centres[0] - widest - size * 0.4 if centres else setting.width
    named = min(cell_size, size * 1.15) if centres else size
    before, head, rest = (
        signs(setting, row.item),
        Span(item.name, "bold", boxes=item.boxes),
        sentence(setting, item, "medium", "ink"),
    )
    under = SIGN * len(before) * named
    lines = fonts.wrap([head], (room - under) / named)
    apart = [Span("·", "medium", "muted")] if rest and rest[0].text and not rest[0].badge else []
    whole = fonts.wrap([head, *apart, *rest], (room - under) / named)
    below = [] if len(whole) == 1 else paragraph(setting, rest, indent=under)
    below = spanning(below)
    lines = whole if len(whole) == 1 else lines
    tall = setting.leading * (cell_size if centres else size)
    out = []
    for at, line in enumerate(lines):
        last = at == len(lines) - 1
        high = max(tall, setting.leading * named) if last else setting.leading * named
        drop = ASCENT * (cell_size - named) if last and centres else 0.0
        icons = fonts.wrap(before, setting.width / named) if before and at == 0 else []
        marks = [mark for one in icons for mark in line_marks(one, 0, max(0.0, drop), named)]
        marks = list(tagged([*marks, *line_marks(line, under, max(0.0, drop), named)], "" if at else "RH"))
        for centre, cell in zip(centres, row.cells, strict=True) if last else ():
            left = centre - fonts.width(cell, "bold") * cell_size / 2
            marks.append(Text(left, ASCENT * cell_size, cell, cell_size, "bold", tag="TD"))
        gap = 0 if first or at else size * 0.3 * setting.loose
        rule = setting.dress.wash if gap and setting.full else ""
        out.append(Row(high, tuple(marks), not last or bool(below), gap, rule=rule))
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
    yield from heading(setting, block.title)
    for start in range(0, len(block.turns), per):
        band = slice(start, start + per)
        lines = [("Turn", block.turns[band]), *((label, values[band]) for label, values in block.rows)]
        for at, (label, values) in enumerate(lines):
            colour = "ink" if at else "muted"
            marks: list[Mark] = [
                Text(0, ASCENT * size, label, size, "bold" if at else "regular", colour, "RH" if at else "TH")
            ]
            for n, value in enumerate(values):
                x = left + step * (n + 0.5) - fonts.width(value) * size / 2
                marks.append(Text(x, ASCENT * size, value, size, "regular", colour, "TD" if at else "TH"))
            yield Row(
                setting.leading * size, tuple(marks), keep=at < len(lines) - 1, gap=1.5 if start and at == 0 else 0
            )
