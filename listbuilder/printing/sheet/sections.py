"""Sections of a sheet: rows that stay together are a chain, and chains stand under a head.

The head of a section is repeated on every page that the section goes on to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.printing.block_rows import (
    BlockRow,
    ColumnSetting,
    block_rows,
    heading,
    item_rows,
    legend_spans,
    paragraph,
)
from listbuilder.printing.card_content import Block, Item, Items, Legend
from listbuilder.printing.marks import with_tag
from listbuilder.printing.sheet.model_blocks import BlockPlan, bundle_rows, facts_rows, heads_rows, plan_for
from listbuilder.printing.sheet.profiles import Fact
from listbuilder.printing.sheet.roster import RosterGroup, SheetRoster
from listbuilder.printing.sheet.weapon_tables import tables_for, weapon_table_rows
from listbuilder.printing.stacking import chains
from listbuilder.printing.text_layout import Span, line_marks, line_width

Chain = tuple[BlockRow, ...]
LONG, ENDLESS = 8, 1e6


class Section(NamedTuple):
    """A part of a sheet: the rows of its head, and chains of rows that are not parted."""

    head: Chain
    chains: tuple[Chain, ...]


def head_of(setting: ColumnSetting, title: str) -> Chain:
    """The head of a section, well below the one before."""
    return tuple(row._replace(gap=setting.size * setting.loose) for row in heading(setting, title))


def head_with(setting: ColumnSetting, title: str, legend: Legend) -> tuple[Chain, Chain]:
    """The head of a section with what the icons mean at its right; or the two apart where there is too little room."""
    fonts, size = setting.fonts, setting.small
    spans = legend_spans(setting, legend)
    wide = sum(line_width(fonts, line) for line in fonts.wrap(spans, ENDLESS)) * size
    if not spans or wide + fonts.width(title.upper(), "bold") * size + 2 * size > setting.width:
        return head_of(setting, title), tuple(row._replace(keep=True) for row in block_rows(setting, legend))
    (head,) = head_of(setting._replace(width=setting.width - wide - size) if setting.full else setting, title)
    (line,) = fonts.wrap(spans, ENDLESS)
    legend_marks = with_tag(line_marks(line, setting.width - wide, 0, size), "P")
    return (head._replace(marks=(*head.marks, *legend_marks)),), ()


def block_section(setting: ColumnSetting, block: Block) -> Section:
    """Any block with a heading as a section."""
    head, *rest = block_rows(setting, block)
    return Section((head._replace(gap=setting.size * setting.loose),), tuple(map(tuple, chains(rest))))


def choices_section(roster: SheetRoster, setting: ColumnSetting) -> Section | None:
    """What was chosen for the list itself, then weapons that are nobody's in particular; None without choices."""
    arms = roster.arms
    if not roster.choices:
        return None
    rows = [*facts_rows(setting, roster.choices), *weapon_table_rows(setting, arms, tables_for(setting, arms))]
    return Section(head_of(setting, "Choices"), tuple(map(tuple, chains(rows))))


def notes_section(roster: SheetRoster, setting: ColumnSetting) -> Section | None:
    """What its player wrote about the list; None without notes."""
    notes = roster.report.force.document.notes
    return block_section(setting, Items("Notes", (Item("", notes),))) if notes else None


def casualties_section(roster: SheetRoster, setting: ColumnSetting) -> Section | None:
    """A box for each model, to cross off who falls; None without models."""
    names = tuple(one.called for one in roster.bundles)
    rows = chains([*facts_rows(setting, [Fact("", names)])]) if names else ()
    return Section(head_of(setting, "Cross off who is out"), tuple(map(tuple, rows))) if names else None


def roster_sections(roster: SheetRoster, setting: ColumnSetting, notes: bool) -> Iterator[Section]:
    """Findings, then the models with what their icons mean, and `notes` unless they stand in the head."""
    game = roster.report.force.game
    if roster.findings:
        yield block_section(setting, roster.findings)
    bundles = roster.bundles
    plan = plan_for(setting, [stat.name for stat in game.stats.values()], game.points, bundles)
    for at, part in enumerate(roster.parts):
        yield models_section(plan, part, Legend() if at else roster.legend)
    if not bundles:
        yield block_section(setting, Items("Models", (Item("", "This list has none."),)))
    if notes and (section := notes_section(roster, setting)):
        yield section
    yield from (block_section(setting, block) for block in roster.judged)


def models_section(plan: BlockPlan, part: RosterGroup, legend: Legend) -> Section:
    """Models under a head, with what icons mean."""
    title, first = head_with(plan.whole, part.title, legend)
    about = paragraph(plan.whole, [Span(part.about)]) if part.about else []
    first = (*first, *(row._replace(keep=True) for row in about))
    made = [tuple(bundle_rows(plan.with_style(style), one, not at)) for at, (one, style) in enumerate(part.bundles)]
    head = (*title, *heads_rows(plan))
    return Section(head, ((*first, *made[0]), *made[1:]) if made else (first,))


def rules_chains(setting: ColumnSetting, rules: Sequence[Item]) -> Iterator[Chain]:
    """Each rule as a chain; one longer than a few lines may be parted after the second."""
    for at, item in enumerate(rules):
        rows = item_rows(setting, item, at == 0)
        if len(rows) > LONG:
            yield from map(tuple, chains(rows))
        else:
            yield tuple(row._replace(keep=n < len(rows) - 1) for n, row in enumerate(rows))
