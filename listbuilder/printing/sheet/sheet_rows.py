"""The content of a sheet as rows: models with their stats, weapons and facts, in sections under heads.

The head of a section is repeated on every page that the section continues on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from listbuilder.printing.block_rows import (
    BlockRow,
    ColumnSetting,
    Lettering,
    StatGrid,
    block_rows,
    chains,
    column_widths,
    heading,
    inline_row,
    item_icons,
    item_rows,
    item_spans,
    legend_spans,
    paragraph,
    spanning_row,
    stat_grid,
    stat_marks,
    without_icons,
)
from listbuilder.printing.card_content import NONE, Block, Item, Items, Legend
from listbuilder.printing.card_style import CardStyle
from listbuilder.printing.marks import Box, Figure, LineMark, Mark, Text, translate, with_tag
from listbuilder.printing.sheet.roster import Bundle, Fact, RosterGroup, SheetRoster, WeaponRow
from listbuilder.printing.text_layout import ASCENT, LEADING, SIGN, Span, line_marks, line_width

Chain = tuple[BlockRow, ...]
# The space between facts on one line.
APART = 1.4
# Lines of a rule that is kept whole at most; a width that no line reaches.
LONG, ENDLESS = 8, 1e6


def facts_rows(setting: ColumnSetting, facts: Sequence[Fact]) -> Iterator[BlockRow]:
    """Facts one below the other; short ones share a line."""
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
        *before, last = paragraph(setting, spans, gap=size * 0.25 * setting.gap_scale)
        yield from before
        x = line_width(fonts, lines[-1])
    if last is not None:
        yield last


def fact_spans(setting: ColumnSetting, fact: Fact) -> list[Span]:
    """The label of a fact, then its items, separated by commas or semicolons."""
    spans = [Span(fact.label, "medium", setting.style.accent)]
    for at, item in enumerate(fact.items):
        more = at < len(fact.items) - 1
        end = ";" if item.meta and more else "," * more
        rest = item_spans(setting, item, "regular", "ink")
        if rest and rest[-1].text and not rest[-1].badge:
            rest[-1] = rest[-1]._replace(text=rest[-1].text + end)
            end = ""
        if item.name:
            # A comma here would stand before the boxes, which then seem to belong to the next item.
            spans.append(Span(item.name + ("" if rest or item.boxes else end), "bold", boxes=item.boxes))
        spans += rest
    return spans


# Models. Factors are of the type size, except: WIDE is the least width for two columns in type sizes, the shares are of
# the width, TALLEST is the height in type sizes up to which a left column may stay beside the right one.
WIDE, SHARE, NARROW_SHARE, GAP, ACROSS = 44, 0.35, 0.46, 1.6, 0.75
BAR, INSET, HAIR = 2.4, 8.0, 0.2
NAME, COST, EMBLEM, LEAST_LABEL = 1.4, 1.35, 1.75, 7.0
VALUES, SMALL_VALUES = (1.8, 1.5, 1.2), (1.4, 1.2)
TALLEST = 40


class BlockPlan(NamedTuple):
    """How all models of a sheet are set: names on the left, weapons and facts on the right or below.

    Stats stand below the name, or to its right if `across`.
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
        """Whether the heads of the weapon table stand only once above all models, to save room."""
        return self.whole.tight and len(self.tables) == 1

    def with_style(self, style: CardStyle) -> BlockPlan:
        """The same plan in another style."""
        whole, left, right = (one._replace(style=style) for one in (self.whole, self.left, self.right))
        return self._replace(whole=whole, left=left, right=right)


def plan_for(setting: ColumnSetting, heads: Sequence[str], unit: str, bundles: Sequence[Bundle]) -> BlockPlan:
    """The plan for all models of a sheet."""
    # One plan for all models: values that stand in the same columns can be compared down the page.
    wide, inner = is_wide(setting), setting.width - INSET
    arms = [arm for one in bundles for arm in one.arms]
    tables = [tuple(zip(heads, one.stats, strict=True)) for one in bundles]
    sizes = [setting.size * share for share in (VALUES if setting.full and not setting.tight else SMALL_VALUES)]
    left = inner * (SHARE if wide else NARROW_SHARE)
    beside = inner - left - GAP * setting.size
    # To the right of the name is room where weapons stand below, or where there are none.
    across = not (wide and arms)
    room = left if not across else beside * ACROSS if wide else beside
    grid = stat_grid(lettering(setting), room, tables, sizes, ENDLESS) if heads and tables else None
    # Stats in several rows make a narrow left column tall: the whole width is better then.
    if not wide and (grid is None or len(grid.rows) > 1):
        left, across = inner, False
        grid = stat_grid(lettering(setting), inner, tables, sizes, ENDLESS) if grid else None
    right = setting._replace(width=beside if wide else inner)
    shown = tables_for(right, arms)
    return BlockPlan(setting, setting._replace(width=left), right, across, tuple(heads), unit, grid, shown)


def is_wide(setting: ColumnSetting) -> bool:
    """Whether weapons fit beside names and stats."""
    return setting.width >= WIDE * setting.size


def lettering(setting: ColumnSetting) -> Lettering:
    """How stats are set."""
    return Lettering(setting.fonts, label_size(setting), "bold", setting.style.accent, setting.style.wash)


def label_size(setting: ColumnSetting) -> float:
    """The size of labels below numbers."""
    return max(LEAST_LABEL, setting.floor, setting.size * 0.8)


def bundle_rows(plan: BlockPlan, one: Bundle, first: bool) -> Iterator[BlockRow]:
    """One model: name and stats, weapons, facts, and a bar of its colour; all rows are kept together."""
    size = plan.whole.size
    stats = stats_rows(plan, one)
    left = [*who_rows(plan, one), *([] if plan.across else stats), *note_rows(plan, one)]
    notes = [Fact("", (Item("", f"{'. '.join(one.notes)}."),))] if one.notes and plan.whole.tight else []
    right = weapon_table_rows(plan.right, one.arms, plan.tables, not plan.heads_above)
    rest = [*right, *facts_rows(plan.right, [*notes, *one.facts])]
    x = plan.left.width + GAP * size
    if not is_wide(plan.whole):
        rows = [*(side_by_side(left, stats, x) if plan.across else left), *rest]
    # The first row carries the whole left column and can't be divided: a taller one might fit no page.
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
    """The heads of the weapon table above all models, if they are not above those of each."""
    if not plan.heads_above:
        return []
    (title,) = plan.tables
    x = INSET + (plan.left.width + GAP * plan.whole.size if is_wide(plan.whole) else 0)
    return moved_right(table_heads(plan.right, title, plan.tables[title]), x)


def moved_right(rows: Sequence[BlockRow], x: float) -> list[BlockRow]:
    """Rows with their marks moved to the right."""
    return [row._replace(marks=tuple(translate(mark, x, 0) for mark in row.marks)) for row in rows]


def side_by_side(left: Sequence[BlockRow], right: Sequence[BlockRow], x: float) -> list[BlockRow]:
    """Two columns as one: the first row carries the whole left column, the last is as deep as the longer one."""
    marks: list[Mark] = []
    y = 0.0
    for row in left:
        y += row.gap if marks else 0.0
        marks += [translate(mark, 0, y) for mark in row.marks]
        y += row.height
    if not right:
        return [BlockRow(y, tuple(marks))]
    rows = moved_right(right, x)
    rows[0] = rows[0]._replace(marks=(*marks, *rows[0].marks), gap=0.0)
    tall = sum(row.height + row.gap for row in rows)
    rows[-1] = rows[-1]._replace(height=rows[-1].height + max(0.0, y - tall))
    return rows


def who_rows(plan: BlockPlan, one: Bundle) -> list[BlockRow]:
    """The name and title of a model, and to the right its emblem and cost."""
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
    """Name and title with their sizes, the room they have and their tags; on one line if the setting is tight."""
    words = [f"{one.about[0][:1].upper()}{one.about[0][1:]}", *one.about[1:]] if one.about else []
    # A dot stays at the end of its part, so that no line starts with one.
    parts = [*(f"{part} ·" for part in words[:-1]), *words[-1:]]
    name = [Span(one.name, "bold")]
    title = [Span(part, "medium", setting.style.accent, whole=True) for part in parts]
    if setting.tight:
        return [([*name, *title], large, rooms[0], "H3")]
    return [(name, large, rooms[0], "H3"), (title, setting.size, rooms[1], "P")]


def cost_marks(setting: ColumnSetting, cost: str, unit: str) -> tuple[list[Mark], float]:
    """A box with the cost over its currency, and its width."""
    fonts, size, label = setting.fonts, setting.size, label_size(setting)
    number, word = fonts.width(cost, "bold") * size * COST, fonts.width(unit) * label
    wide, base = max(number, word) + size * 0.8, size * (COST * 0.72 + 0.25)
    colour, fill = ("paper", setting.style.accent) if setting.full else ("ink", None)
    return [
        Box(0, 0, wide, base + label * 1.25, 0 if fill else 0.6, fill, 2, line="ink"),
        Text((wide - number) / 2, base, cost, size * COST, "bold", colour, "P"),
        Text((wide - word) / 2, base + label * 0.95, unit, label, "regular", colour),
    ], wide


def stats_rows(plan: BlockPlan, one: Bundle) -> list[BlockRow]:
    """The statline, in the same columns for all models."""
    if plan.grid is None:
        return []
    letters = lettering(plan.left)
    marks = stat_marks(letters, list(zip(plan.heads, one.stats, strict=True)), plan.grid)
    gap = plan.left.size * (0.2 if plan.left.tight else 0.45)
    return [BlockRow(plan.grid.height(letters.label), tuple(marks), gap=gap)]


def note_rows(plan: BlockPlan, one: Bundle) -> list[BlockRow]:
    """Notes: thresholds, carriers, other costs."""
    setting, size = plan.left, max(LEAST_LABEL, plan.left.size - 0.5)
    if setting.tight or not one.notes:
        return []
    lines = setting.fonts.wrap([Span(". ".join(one.notes), colour="muted")], setting.width / size)
    return [
        BlockRow(LEADING * size, with_tag(line_marks(line, 0, 0, size), "" if at else "P"), gap=0 if at else size * 0.3)
        for at, line in enumerate(lines)
    ]


# Weapon tables: names, values large enough to find, then the rules of each weapon beside or below.

# Shares of the width for names and for rules; lines of rules beside values.
NAMES, LEAST_WORDS, SHORT = 0.42, 0.3, 6
# The size of values, in type sizes.
LARGER, TIGHT = 1.25, 1.1


class Columns(NamedTuple):
    """The used columns of a table: their heads, indexes and centres, and where the rules of a row begin."""

    heads: tuple[str, ...]
    used: tuple[int, ...]
    centres: tuple[float, ...]
    rest: float


Tables = Mapping[str, Columns]


def tables_for(setting: ColumnSetting, arms: Sequence[WeaponRow]) -> dict[str, Columns]:
    """The columns of each table of a sheet, by its title, so that values align on all models."""
    found: dict[str, list[WeaponRow]] = {}
    for arm in arms:
        found.setdefault(arm.table, []).append(arm)
    return {title: columns_for(setting, some) for title, some in found.items()}


def columns_for(setting: ColumnSetting, arms: Sequence[WeaponRow]) -> Columns:
    """Columns as wide as their widest word; none if they leave too little room for names."""
    size = setting.size
    # Columns in which no weapon of the sheet has a value would only take room from names.
    used = tuple(at for at in range(len(arms[0].cells)) if any(arm.cells[at][1] != NONE for arm in arms))
    heads = tuple(arms[0].cells[at][0] for at in used)
    rows = [[arm.cells[at][1] for at in used] for arm in arms]
    widths = column_widths(setting, heads, rows, value_size(setting))
    # One very long name is wrapped; it must not push the values of all weapons to the right.
    left = min(max(name_width(setting, arm) for arm in arms), setting.width * NAMES) + size
    if left + sum(widths) > setting.width:
        return Columns(heads, used, (), 0)
    centres = [left + sum(widths[:at]) + width / 2 for at, width in enumerate(widths)]
    return Columns(heads, used, tuple(centres), left + sum(widths) + size * 0.6)


def value_size(setting: ColumnSetting) -> float:
    """The size of values."""
    return setting.size * (LARGER if setting.full and not setting.tight else TIGHT)


def name_width(setting: ColumnSetting, arm: WeaponRow) -> float:
    """The width of a weapon's name with its icons."""
    # Measured by wrapping, which knows the space around icons and boxes.
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
                gap = setting.size * 0.2 * setting.gap_scale
                line = LineMark(0, -gap / 2, setting.width, -gap / 2, 0.5, setting.style.wash)
                rows[0] = rows[0]._replace(marks=(line, *rows[0].marks), gap=gap)
            yield from rows


def weapon_rows(setting: ColumnSetting, arm: WeaponRow, columns: Columns) -> list[BlockRow]:
    """A weapon: icons, name, values in columns, then its rules beside them, or below if there is little room."""
    fonts, size = setting.fonts, setting.size
    under = SIGN * len(item_icons(setting, arm.item)) * size
    large = value_size(setting) if any(arm.cells[at][1] != NONE for at in columns.used) else size
    named = name_row(setting, arm, columns, large)
    spans = item_spans(setting, without_icons(setting, arm.item), "medium", "ink")
    lines = fonts.wrap(spans, (setting.width - columns.rest) / size) if columns.rest < setting.width else []
    # Many short lines beside one row of values leave more room empty than lines below it.
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


class Section(NamedTuple):
    """A part of a sheet: the rows of its head, and chains of rows that stay together."""

    head: Chain
    chains: tuple[Chain, ...]


def head_of(setting: ColumnSetting, title: str) -> Chain:
    """The head of a section."""
    return tuple(row._replace(gap=setting.size * setting.gap_scale) for row in heading(setting, title))


def head_with(setting: ColumnSetting, title: str, legend: Legend) -> tuple[Chain, Chain]:
    """The head of a section with the legend to its right; the legend separately if there is too little room."""
    fonts, size = setting.fonts, setting.small
    spans = legend_spans(setting, legend)
    wide = sum(line_width(fonts, line) for line in fonts.wrap(spans, ENDLESS)) * size
    if not spans or wide + fonts.width(title.upper(), "bold") * size + 2 * size > setting.width:
        # Kept with the first model, so that a legend never stands alone at the foot of a page.
        return head_of(setting, title), tuple(row._replace(keep=True) for row in block_rows(setting, legend))
    (head,) = head_of(setting._replace(width=setting.width - wide - size) if setting.full else setting, title)
    (line,) = fonts.wrap(spans, ENDLESS)
    legend_marks = with_tag(line_marks(line, setting.width - wide, 0, size), "P")
    return (head._replace(marks=(*head.marks, *legend_marks)),), ()


def block_section(setting: ColumnSetting, block: Block) -> Section:
    """Any block with a heading as a section."""
    head, *rest = block_rows(setting, block)
    return Section((head._replace(gap=setting.size * setting.gap_scale),), tuple(map(tuple, chains(rest))))


def choices_section(roster: SheetRoster, setting: ColumnSetting) -> Section | None:
    """The picks of the list itself, with the weapons among them; None without choices."""
    arms = roster.arms
    if not roster.choices:
        return None
    rows = [*facts_rows(setting, roster.choices), *weapon_table_rows(setting, arms, tables_for(setting, arms))]
    return Section(head_of(setting, "Choices"), tuple(map(tuple, chains(rows))))


def notes_section(roster: SheetRoster, setting: ColumnSetting) -> Section | None:
    """The player's notes; None without any."""
    notes = roster.report.force.document.notes
    return block_section(setting, Items("Notes", (Item("", notes),))) if notes else None


def casualties_section(roster: SheetRoster, setting: ColumnSetting) -> Section | None:
    """A box for each model, to cross off casualties; None without models."""
    names = tuple(one.called for one in roster.bundles)
    rows = chains([*facts_rows(setting, [Fact("", names)])]) if names else ()
    return Section(head_of(setting, "Cross off who is out"), tuple(map(tuple, rows))) if names else None


def roster_sections(roster: SheetRoster, setting: ColumnSetting, notes: bool) -> Iterator[Section]:
    """Findings, models, `notes` if they are not in the head of the sheet, and what a judge needs."""
    game = roster.report.force.game
    if roster.findings:
        yield block_section(setting, roster.findings)
    plan = plan_for(setting, [stat.name for stat in game.stats.values()], game.points, roster.bundles)
    for at, part in enumerate(roster.parts):
        yield models_section(plan, part, Legend() if at else roster.legend)
    if not roster.bundles:
        yield block_section(setting, Items("Models", (Item("", "This list has none."),)))
    if notes and (section := notes_section(roster, setting)):
        yield section
    yield from (block_section(setting, block) for block in roster.judged)


def models_section(plan: BlockPlan, part: RosterGroup, legend: Legend) -> Section:
    """Models under a head with the legend."""
    title, first = head_with(plan.whole, part.title, legend)
    about = paragraph(plan.whole, [Span(part.about)]) if part.about else []
    first = (*first, *(row._replace(keep=True) for row in about))
    made = [tuple(bundle_rows(plan.with_style(style), one, not at)) for at, (one, style) in enumerate(part.bundles)]
    head = (*title, *heads_rows(plan))
    return Section(head, ((*first, *made[0]), *made[1:]) if made else (first,))


def rules_chains(setting: ColumnSetting, rules: Sequence[Item]) -> Iterator[Chain]:
    """Each rule as a chain; a long one may be divided."""
    for at, item in enumerate(rules):
        rows = item_rows(setting, item, at == 0)
        if len(rows) > LONG:
            yield from map(tuple, chains(rows))
        else:
            # A short rule is hard to read across a page break; a long one kept whole leaves much of a page empty.
            yield tuple(row._replace(keep=n < len(rows) - 1) for n, row in enumerate(rows))
