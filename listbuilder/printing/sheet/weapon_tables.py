"""Weapons of a sheet as tables: names, values large enough to find, then the rules of each beside or below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from listbuilder.printing.block_rows import (
    BlockRow,
    ColumnSetting,
    column_widths,
    heading,
    inline_row,
    item_icons,
    item_rows,
    paragraph,
    spanning_row,
    without_icons,
)
from listbuilder.printing.block_rows import item_spans as sentence
from listbuilder.printing.card_content import NONE
from listbuilder.printing.marks import LineMark, Mark, Text, with_tag
from listbuilder.printing.sheet.profiles import WeaponRow
from listbuilder.printing.text_layout import ASCENT, SIGN, Span, line_marks, line_width

NAMES, LEAST_WORDS, ENDLESS, SHORT = 0.42, 0.3, 1e6, 6
LARGER, TIGHT = 1.25, 1.1


class Columns(NamedTuple):
    """The columns of a table that are used at all: where their middles are, and where the rules of a row begin."""

    heads: tuple[str, ...]
    used: tuple[int, ...]
    centres: tuple[float, ...]
    rest: float


Tables = Mapping[str, Columns]


def tables_for(setting: ColumnSetting, arms: Sequence[WeaponRow]) -> dict[str, Columns]:
    """The columns of all tables of a sheet by the titles of these, so that values stand below each other throughout."""
    found: dict[str, list[WeaponRow]] = {}
    for arm in arms:
        found.setdefault(arm.table, []).append(arm)
    return {title: columns_for(setting, some) for title, some in found.items()}


def columns_for(setting: ColumnSetting, arms: Sequence[WeaponRow]) -> Columns:
    """Columns as wide as their widest word; none where they leave too little room for names."""
    size = setting.size
    used = tuple(at for at in range(len(arms[0].cells)) if any(arm.cells[at][1] != NONE for arm in arms))
    heads = tuple(arms[0].cells[at][0] for at in used)
    rows = [[arm.cells[at][1] for at in used] for arm in arms]
    widths = column_widths(setting, heads, rows, value_size(setting))
    left = min(max(name_width(setting, arm) for arm in arms), setting.width * NAMES) + size
    if left + sum(widths) > setting.width:
        return Columns(heads, used, (), 0)
    centres = [left + sum(widths[:at]) + width / 2 for at, width in enumerate(widths)]
    return Columns(heads, used, tuple(centres), left + sum(widths) + size * 0.6)


def value_size(setting: ColumnSetting) -> float:
    """The size of values."""
    return setting.size * (LARGER if setting.full and not setting.tight else TIGHT)


def name_width(setting: ColumnSetting, arm: WeaponRow) -> float:
    """How wide the name of a weapon is with its icons."""
    (line,) = setting.fonts.wrap([*item_icons(setting, arm.item), name_of(arm)], ENDLESS)
    return line_width(setting.fonts, line) * setting.size


def name_of(arm: WeaponRow) -> Span:
    """The name of a weapon, with boxes for its uses."""
    return Span(arm.item.name, "bold", boxes=arm.item.boxes)


def table_heads(setting: ColumnSetting, title: str, columns: Columns) -> list[BlockRow]:
    """The head of a table, with the words above its columns."""
    return heading(setting, title, list(zip(columns.centres, columns.heads, strict=False)))


def weapon_table_rows(
    setting: ColumnSetting, arms: Sequence[WeaponRow], tables: Tables, headed: bool = True
) -> Iterator[BlockRow]:
    """The tables of a model, one for each sort of weapon."""
    for title, some in groupby(arms, key=lambda arm: arm.table):
        columns = tables[title]
        yield from table_heads(setting, title, columns) if headed else ()
        for at, arm in enumerate(some):
            if not columns.centres:
                yield from item_rows(setting, inline_row(arm.item, *zip(*arm.cells, strict=True)), at == 0)
                continue
            rows = weapon_rows(setting, arm, columns)
            if at and setting.full:
                gap = setting.size * 0.2 * setting.loose
                line = LineMark(0, -gap / 2, setting.width, -gap / 2, 0.5, setting.style.wash)
                rows[0] = rows[0]._replace(marks=(line, *rows[0].marks), gap=gap)
            yield from rows


def weapon_rows(setting: ColumnSetting, arm: WeaponRow, columns: Columns) -> list[BlockRow]:
    """A weapon: icons, name, values in columns, then its rules beside them, or below where there is little room."""
    fonts, size = setting.fonts, setting.size
    under = SIGN * len(item_icons(setting, arm.item)) * size
    large = value_size(setting) if any(arm.cells[at][1] != NONE for at in columns.used) else size
    named = name_row(setting, arm, columns, large)
    spans = sentence(setting, without_icons(setting, arm.item), "medium", "ink")
    lines = fonts.wrap(spans, (setting.width - columns.rest) / size) if columns.rest < setting.width else []
    if columns.rest > setting.width * (1 - LEAST_WORDS) or len(lines) > SHORT:
        return [named, *spanning_row(paragraph(setting, spans, indent=under))]
    drop, step = ASCENT * (large - size), setting.leading * size
    words = [
        mark
        for at, line in enumerate(lines)
        for mark in with_tag(line_marks(line, columns.rest, drop + at * step, size), "" if at else "SPAN")
    ]
    return [named._replace(height=max(named.height, drop + len(lines) * step), marks=(*named.marks, *words))]


def name_row(setting: ColumnSetting, arm: WeaponRow, columns: Columns, large: float) -> BlockRow:
    """The name of a weapon on as many lines as it takes, and beside the first of them its values."""
    fonts, size = setting.fonts, setting.size
    before, cells = item_icons(setting, arm.item), [arm.cells[at][1] for at in columns.used]
    under, drop, step = SIGN * len(before) * size, ASCENT * (large - size), setting.leading * size
    room = columns.centres[0] - fonts.width(cells[0], "bold") * large / 2 - under - size * 0.4
    lines = fonts.wrap([name_of(arm)], room / size)
    marks: list[Mark] = []
    for at, line in enumerate(lines):
        marks += with_tag(
            line_marks(line, under, drop + at * step, size), "" if at else "RH" if large > size else "SPAN"
        )
    # An icon stands before the name, and is read behind it as a part of the same cell.
    marks += [mark for line in fonts.wrap(before, ENDLESS) for mark in line_marks(line, 0, drop, size)]
    for centre, cell in zip(columns.centres, cells, strict=True) if large > size else ():
        left = centre - fonts.width(cell, "bold") * large / 2
        marks.append(Text(left, ASCENT * large, cell, large, "bold", tag="TD"))
    return BlockRow(max(setting.leading * large, drop + len(lines) * step), tuple(marks))
