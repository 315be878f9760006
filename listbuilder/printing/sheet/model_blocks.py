"""A model on a sheet: name, emblem, cost and large stats; beside them, or below on narrow paper, weapons and facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.printing.block_rows import BlockRow, ColumnSetting, paragraph
from listbuilder.printing.block_rows import item_spans as sentence
from listbuilder.printing.card_content import Item
from listbuilder.printing.card_style import CardStyle
from listbuilder.printing.marks import Box, Figure, LineMark, Mark, Text, translate, with_tag
from listbuilder.printing.sheet.profiles import Bundle, Fact
from listbuilder.printing.sheet.weapon_tables import Tables, table_heads, tables_for, weapon_table_rows
from listbuilder.printing.stat_grid import Lettering, StatGrid, stat_grid, stat_marks
from listbuilder.printing.text_layout import LEADING, Span, line_marks, line_width

# Facts of a sheet as rows: a word for what a line is about, then named things with icons, badges and uses.


APART = 1.4


def facts_rows(setting: ColumnSetting, facts: Sequence[Fact]) -> Iterator[BlockRow]:
    """Facts one below the other; short ones share a line, a wider space between them."""
    fonts, size = setting.fonts, setting.size
    room, x, last = setting.width / size, 0.0, None
    for fact in facts:
        spans = fact_spans(setting, fact)
        lines = fonts.wrap(spans, room)
        wide = line_width(fonts, lines[0]) if len(lines) == 1 else room
        if last is not None and x + APART + wide <= room:
            marks = with_tag(line_marks(lines[0], (x + APART) * size, 0, size), "P")
            last, x = last._replace(marks=(*last.marks, *marks)), x + APART + wide
            continue
        if last is not None:
            yield last
        *before, last = paragraph(setting, spans, gap=size * 0.25 * setting.loose)
        yield from before
        x = line_width(fonts, lines[-1])
    if last is not None:
        yield last


def fact_spans(setting: ColumnSetting, fact: Fact) -> list[Span]:
    """A word for what the line is about, then its things: each name with what sort it is."""
    spans = [Span(fact.label, "medium", setting.style.accent)]
    for at, item in enumerate(fact.items):
        more = at < len(fact.items) - 1
        spans += item_spans(setting, item, ";" if item.meta and more else "," * more)
    return spans


def item_spans(setting: ColumnSetting, item: Item, end: str) -> Iterator[Span]:
    """A thing by name: what sort it is and what it says follow, then the sign before the next."""
    rest = sentence(setting, item, "regular", "ink")
    if rest and rest[-1].text and not rest[-1].badge:
        rest[-1] = rest[-1]._replace(text=rest[-1].text + end)
        end = ""
    if item.name:
        # A comma would stand before the boxes, which then seem to be of the next one.
        yield Span(item.name + ("" if rest or item.boxes else end), "bold", boxes=item.boxes)
    yield from rest


WIDE, SHARE, NARROW_SHARE, GAP, ACROSS = 44, 0.35, 0.46, 1.6, 0.75
BAR, INSET, HAIR = 2.4, 8.0, 0.2
NAME, VALUE, COST, LEAST_LABEL = 1.4, 1.8, 1.35, 7.0
VALUES, SMALL_VALUES = (VALUE, 1.5, 1.2), (1.4, 1.2)
EMBLEM, ENDLESS = 1.75, 1e6
TALLEST = 40


class BlockPlan(NamedTuple):
    """How all models of a sheet are set: the part with names, the part with weapons and facts, and where stats stand.

    These are below the name, or `across`: at its right.
    """

    whole: ColumnSetting
    left: ColumnSetting
    right: ColumnSetting
    across: bool
    heads: tuple[str, ...]
    unit: str
    grid: StatGrid | None
    tables: Tables

    @property
    def heads_above(self) -> bool:
        """Whether the heads of weapons stand once above all models, to save room."""
        return self.whole.tight and len(self.tables) == 1

    def with_style(self, style: CardStyle) -> BlockPlan:
        """The same for models of one style."""
        whole, left, right = (one._replace(style=style) for one in (self.whole, self.left, self.right))
        return self._replace(whole=whole, left=left, right=right)


def plan_for(setting: ColumnSetting, heads: Sequence[str], unit: str, bundles: Sequence[Bundle]) -> BlockPlan:
    """The plan for all models of a sheet."""
    wide, inner = is_wide(setting), setting.width - INSET
    arms = [arm for one in bundles for arm in one.arms]
    tables = [tuple(zip(heads, one.stats, strict=True)) for one in bundles]
    sizes = [setting.size * share for share in (VALUES if setting.full and not setting.tight else SMALL_VALUES)]
    left = inner * (SHARE if wide else NARROW_SHARE)
    beside = inner - left - GAP * setting.size
    across = not (wide and arms)
    room = left if not across else beside * ACROSS if wide else beside
    grid = stat_grid(lettering(setting), room, tables, sizes, ENDLESS) if heads and tables else None
    if not wide and (grid is None or len(grid.rows) > 1):
        left, across = inner, False
        grid = stat_grid(lettering(setting), inner, tables, sizes, ENDLESS) if grid else None
    right = setting._replace(width=beside if wide else inner)
    shown = tables_for(right, arms)
    return BlockPlan(setting, setting._replace(width=left), right, across, tuple(heads), unit, grid, shown)


def is_wide(setting: ColumnSetting) -> bool:
    """Whether weapons have room beside names and stats."""
    return setting.width >= WIDE * setting.size


def lettering(setting: ColumnSetting) -> Lettering:
    """How stats are set."""
    style, label = setting.style, label_size(setting)
    return Lettering(setting.fonts, label, "bold", style.accent, style.wash)


def label_size(setting: ColumnSetting) -> float:
    """The size of words below numbers."""
    return max(LEAST_LABEL, setting.floor, setting.size * 0.8)


def bundle_rows(plan: BlockPlan, one: Bundle, first: bool) -> Iterator[BlockRow]:
    """One model: who it is and its stats, its weapons, its facts, and a bar of its colour; nothing of it is parted."""
    size = plan.whole.size
    stats = stats_rows(plan, one)
    left = [*who_rows(plan, one), *([] if plan.across else stats), *note_rows(plan, one)]
    notes = [Fact("", (Item("", f"{'. '.join(one.notes)}."),))] if one.notes and plan.whole.tight else []
    right = weapon_table_rows(plan.right, one.arms, plan.tables, not plan.heads_above)
    rest = [*right, *facts_rows(plan.right, [*notes, *one.facts])]
    x = plan.left.width + GAP * size
    if not is_wide(plan.whole):
        rows = [*(side_by_side(left, stats, x) if plan.across else left), *rest]
    elif sum(row.height + row.gap for row in left) <= TALLEST * size:
        rows = side_by_side(left, [*(stats if plan.across else []), *rest], x)
    else:
        rows = [*left, *(stats if plan.across else []), *rest]
    for at, row in enumerate(rows):
        gap = row.gap if at else size * (0.45 if plan.whole.tight else 0.9 if plan.whole.full else 1.6)
        marks = [translate(mark, INSET, 0) for mark in row.marks]
        bar = Box(0, -row.gap if at else 0, BAR, row.height + (row.gap if at else 0), 0, plan.whole.style.accent)
        line = LineMark(0, -gap / 2, plan.whole.width, -gap / 2, HAIR, "muted")
        own = [bar] if plan.whole.full else [] if at or first else [line]
        yield BlockRow(row.height, (*own, *marks), at < len(rows) - 1, gap)


def heads_rows(plan: BlockPlan) -> list[BlockRow]:
    """The heads of weapons above all models, where they are not above those of each."""
    if not plan.heads_above:
        return []
    (title,) = plan.tables
    x = INSET + (plan.left.width + GAP * plan.whole.size if is_wide(plan.whole) else 0)
    rows = table_heads(plan.right, title, plan.tables[title])
    return [row._replace(marks=tuple(translate(mark, x, 0) for mark in row.marks)) for row in rows]


def side_by_side(left: Sequence[BlockRow], right: Sequence[BlockRow], x: float) -> list[BlockRow]:
    """Two columns as one: the left one hangs on the first row, and the last is as deep as the longer column."""
    marks: list[Mark] = []
    y = 0.0
    for row in left:
        y += row.gap if marks else 0.0
        marks += [translate(mark, 0, y) for mark in row.marks]
        y += row.height
    if not right:
        return [BlockRow(y, tuple(marks))]
    rows = [row._replace(marks=tuple(translate(mark, x, 0) for mark in row.marks)) for row in right]
    rows[0] = rows[0]._replace(marks=(*marks, *rows[0].marks), gap=0.0)
    tall = sum(row.height + row.gap for row in rows)
    rows[-1] = rows[-1]._replace(height=rows[-1].height + max(0.0, y - tall))
    return rows


def who_rows(plan: BlockPlan, one: Bundle) -> list[BlockRow]:
    """The name, what the model is, and at the right its emblem and what it costs."""
    setting = plan.left
    fonts, size, style = setting.fonts, setting.size, setting.style
    cost, wide = cost_marks(setting, one.cost, plan.unit) if one.cost else ([], 0.0)
    emblem = EMBLEM * size if setting.full else 0.0
    right = setting.width - wide - (size * 0.5 if wide else 0)
    room = right - emblem - (size * 0.5 if emblem else 0)
    large, _ = fonts.fit(one.name, room, (size * (1.1 if setting.tight else NAME), size), "bold")
    marks: list[Mark] = []
    y = 0.0
    for spans, tall, wide_, tag in who_lines(setting, one, large, (room, right)):
        y = max(y, emblem + 0.2 * size if emblem and tag == "P" else 0)
        for line in fonts.wrap(spans, wide_ / tall):
            marks += with_tag(line_marks(line, 0, y, tall), tag)
            y, tag = y + LEADING * tall, ""
    if emblem:
        marks.append(Figure(right - emblem, 0, emblem, style.emblem, style.accent))
    marks += [translate(mark, setting.width - wide, 0) for mark in cost]
    return [BlockRow(max(y, emblem, COST * 1.9 * size if cost else 0), tuple(marks))]


def who_lines(
    setting: ColumnSetting, one: Bundle, large: float, rooms: tuple[float, float]
) -> list[tuple[list[Span], float, float, str]]:
    """Name and title with their sizes, the room they have and their tags; as one where room is saved."""
    name = [Span(one.name, "bold")]
    title = [Span(words, "medium", setting.style.accent, whole=True) for words in title_of(one)]
    if setting.tight:
        return [([*name, *title], large, rooms[0], "H3")]
    return [(name, large, rooms[0], "H3"), (title, setting.size, rooms[1], "P")]


def title_of(one: Bundle) -> Iterator[str]:
    """What a model is, part by part, a dot behind each but the last: no line begins with one."""
    for at, words in enumerate(one.about):
        end = " ·" if at < len(one.about) - 1 else ""
        yield f"{words if at else words[:1].upper() + words[1:]}{end}"


def cost_marks(setting: ColumnSetting, cost: str, unit: str) -> tuple[list[Mark], float]:
    """A box with what a model costs over what it is paid in, and how wide it is."""
    fonts, size, label = setting.fonts, setting.size, label_size(setting)
    number, word = fonts.width(cost, "bold") * size * COST, fonts.width(unit) * label
    wide, base = max(number, word) + size * 0.8, size * (COST * 0.72 + 0.25)
    full = setting.full
    colour, fill = ("paper", setting.style.accent) if full else ("ink", None)
    return [
        Box(0, 0, wide, base + label * 1.25, 0 if full else 0.6, fill, 2, line="ink"),
        Text((wide - number) / 2, base, cost, size * COST, "bold", colour, "P"),
        Text((wide - word) / 2, base + label * 0.95, unit, label, "regular", colour),
    ], wide


def stats_rows(plan: BlockPlan, one: Bundle) -> list[BlockRow]:
    """The stats, each value over its label, in the same columns for all models."""
    if plan.grid is None:
        return []
    letters = lettering(plan.left)
    marks = stat_marks(letters, list(zip(plan.heads, one.stats, strict=True)), plan.grid)
    return [
        BlockRow(plan.grid.height(letters.label), tuple(marks), gap=plan.left.size * (0.2 if plan.left.tight else 0.45))
    ]


def note_rows(plan: BlockPlan, one: Bundle) -> list[BlockRow]:
    """From when on it is hurt, who carries it, what else it costs."""
    setting, size = plan.left, max(LEAST_LABEL, plan.left.size - 0.5)
    words = [] if setting.tight else [Span(". ".join(one.notes), colour="muted")]
    lines = setting.fonts.wrap(words, setting.width / size) if one.notes else []
    return [
        BlockRow(LEADING * size, with_tag(line_marks(line, 0, 0, size), "" if at else "P"), gap=0 if at else size * 0.3)
        for at, line in enumerate(lines)
    ]
