"""Sections of a sheet: rows that stay together are a chain, and chains stand under a head.

The head of a section is repeated on every page that the section goes on to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.printing.content import Block, Item, Legend
from listbuilder.printing.rows import Row, Setting, block_rows, chains, heading, item_rows, paragraph
from listbuilder.printing.sheet.arms import arms_rows, tables_for
from listbuilder.printing.sheet.blocks import Plan, bundle_rows, heads_rows
from listbuilder.printing.sheet.dressing import Wardrobe
from listbuilder.printing.sheet.facts import facts_rows
from listbuilder.printing.sheet.profiles import Arm, Bundle, Fact
from listbuilder.printing.text import Span

__all__ = ["Chain", "Section", "block_section", "facts_section", "legend_section", "models_section", "rules_chains"]

Chain = tuple[Row, ...]
LONG = 8


class Section(NamedTuple):
    """A part of a sheet: the rows of its head, and chains of rows that are not parted."""

    head: Chain
    chains: tuple[Chain, ...]


def head_of(setting: Setting, title: str) -> Chain:
    """The head of a section, well below the one before."""
    return tuple(row._replace(gap=setting.size * setting.loose) for row in heading(setting, title))


def block_section(setting: Setting, block: Block) -> Section:
    """Any block with a heading as a section."""
    head, *rest = block_rows(setting, block)
    return Section((head._replace(gap=setting.size * setting.loose),), tuple(map(tuple, chains(rest))))


def legend_section(setting: Setting, legend: Legend) -> Section:
    """What the icons mean, without a head."""
    return Section((), tuple(map(tuple, chains(block_rows(setting, legend)))))


def facts_section(setting: Setting, title: str, facts: Sequence[Fact], arms: Sequence[Arm]) -> Section:
    """Facts under a heading, then weapons that are nobody's in particular."""
    rows = [*facts_rows(setting, facts), *arms_rows(setting, arms, tables_for(setting, arms))]
    return Section(head_of(setting, title), tuple(map(tuple, chains(rows))))


def models_section(plan: Plan, wardrobe: Wardrobe, title: str, about: str, bundles: Sequence[Bundle]) -> Section:
    """Models under a head; `about` tells more of the group that they are."""
    first = tuple(row._replace(keep=True) for row in paragraph(plan.whole, [Span(about)])) if about else ()
    made = [tuple(bundle_rows(plan.worn(wardrobe.dress(one.wears)), one, not at)) for at, one in enumerate(bundles)]
    head = (*head_of(plan.whole, title), *heads_rows(plan))
    return Section(head, ((*first, *made[0]), *made[1:]) if made else (first,))


def rules_chains(setting: Setting, rules: Sequence[Item]) -> Iterator[Chain]:
    """Each rule as a chain; one longer than a few lines may be parted after the second."""
    for at, item in enumerate(rules):
        rows = item_rows(setting, item, at == 0)
        if len(rows) > LONG:
            yield from map(tuple, chains(rows))
        else:
            yield tuple(row._replace(keep=n < len(rows) - 1) for n, row in enumerate(rows))
