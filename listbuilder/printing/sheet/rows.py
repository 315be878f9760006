"""Models and rules of a sheet as rows; rows that stay together are a chain, and chains stand under a head.

The head of a section is repeated on every page that the section goes on to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.printing.content import Block, Item
from listbuilder.printing.marks import Line, Mark, Text, tagged
from listbuilder.printing.rows import Row, Setting, block_rows, chains, heading, item_rows, paragraph
from listbuilder.printing.sheet.profiles import Arm, Bundle, Fact
from listbuilder.printing.text import ASCENT, Span, line_marks, line_width

__all__ = ["Chain", "Section", "block_section", "facts_section", "models_section", "rules_chains"]

Chain = tuple[Row, ...]
NAMES = 0.34
LEAST_WORDS = 0.3
APART, LONG, ENDLESS = 1.4, 8, 1e6


class Section(NamedTuple):
    """A part of a sheet: the rows of its head, and chains of rows that are not parted."""

    head: Chain
    chains: tuple[Chain, ...]


def block_section(setting: Setting, block: Block) -> Section:
    """Any block with a heading as a section."""
    head, *rest = block_rows(setting, block)
    return Section((head,), tuple(map(tuple, chains(rest))))


def facts_section(setting: Setting, title: str, facts: Sequence[Fact], arms: Sequence[Arm]) -> Section:
    """Facts under a heading, each by itself, then weapons that are nobody's in particular."""
    tabs = tabs_for(setting, arms)
    rows = [row for fact in facts for row in facts_rows(setting, [fact])]
    rows += [row for arm in arms for row in arm_rows(setting, arm, tabs)]
    return Section(tuple(heading(setting, title)), tuple((row,) for row in rows))


class Columns(NamedTuple):
    """Where the words above stats and costs stand, from the left; none at all where they do not fit beside names."""

    heads: tuple[str, ...]
    centres: tuple[float, ...]


def columns_for(setting: Setting, heads: Sequence[str], bundles: Sequence[Bundle]) -> Columns:
    """Columns as wide as their widest word, from the right."""
    fonts, size = setting.fonts, setting.size
    cells = [values_of(one) for one in bundles]
    widths = [
        max([fonts.width(head) * setting.small, *(fonts.width(row[at], "bold") * size for row in cells if row[at])])
        + size * 1.1
        for at, head in enumerate(heads)
    ]
    if sum(widths) > setting.width * (1 - NAMES):
        return Columns(tuple(heads), ())
    right, centres = setting.width + size * 0.4, []
    for width in reversed(widths):
        centres.append(right - width / 2)
        right -= width
    return Columns(tuple(heads), tuple(centres[::-1]))


def values_of(bundle: Bundle) -> tuple[str, ...]:
    """The values under the heads: stats, then the cost where there are any."""
    return (*bundle.stats, bundle.cost)


def models_section(
    setting: Setting, title: str, about: str, heads: Sequence[str], bundles: Sequence[Bundle]
) -> Section:
    """Models under a head with the names of their stats; `about` tells more of the group that they are."""
    columns = columns_for(setting, heads, bundles)
    pairs = [pair for pair in zip(columns.centres, heads, strict=False) if pair[1]]
    head = heading(setting, title, pairs)
    first = tuple(row._replace(keep=True) for row in wide_rows(setting, [Span(about)])) if about else ()
    tabs = tabs_for(setting, [arm for one in bundles for arm in one.arms])
    made = [tuple(bundle_rows(setting, one, columns, tabs)) for one in bundles]
    return Section(tuple(head), ((*first, *made[0]), *made[1:]) if made else (first,))


def tabs_for(setting: Setting, every: Sequence[Arm]) -> list[float]:
    """Where the values of weapons begin, the same for all, and after them where their other words do."""
    fonts, size = setting.fonts, setting.size
    longest = max(
        (line_width(fonts, line) * size for arm in every for line in fonts.wrap([arm_name(arm)], ENDLESS)), default=0
    )
    tabs = [size * 1.8 + min(longest, setting.width * NAMES)]
    for at in range(max((len(arm.cells) for arm in every), default=0)):
        here = [arm.cells[at] for arm in every if at < len(arm.cells)]
        wide = max(fonts.width(word) + fonts.width(" ") + fonts.width(value, "bold") for word, value in here)
        tabs.append(tabs[-1] + wide * size + size * 0.9)
    return tabs


def bundle_rows(setting: Setting, one: Bundle, columns: Columns, tabs: list[float]) -> Iterator[Row]:
    """One model: its name and stats, its weapons, its facts, a hairline below; nothing of it is parted."""
    size = setting.size
    rows = [
        *name_rows(setting, one, columns),
        *(row for arm in one.arms for row in arm_rows(setting, arm, tabs)),
        *facts_rows(setting, one.facts),
    ]
    below = rows[-1].height + size * 0.2
    line = Line(0, below, setting.width, below, 0.25, "muted")
    rows[-1] = rows[-1]._replace(marks=(*rows[-1].marks, line), height=below + size * 0.15)
    for at, row in enumerate(rows):
        yield row._replace(keep=at < len(rows) - 1, gap=0.0 if at else size * 0.15 * setting.loose)


def name_rows(setting: Setting, one: Bundle, columns: Columns) -> list[Row]:
    """The name, what the model is, and under the heads its values; where they do not fit, with their words below."""
    fonts, size = setting.fonts, setting.size
    spans = [Span(one.name, style="bold"), Span(", ".join(one.about), colour="muted")]
    if not columns.centres:
        pairs = [(head, value) for head, value in zip(columns.heads, values_of(one), strict=False) if value]
        values = [span for head, value in pairs for span in (Span(head, colour="muted"), Span(value, style="bold"))]
        named = paragraph(setting, spans)
        named[0] = named[0]._replace(marks=tagged(named[0].marks, "H3"))
        return [*named, *paragraph(setting, values, indent=size)]
    widest = fonts.width(one.stats[0], "bold") * size / 2 if one.stats else 0
    lines = fonts.wrap(spans, (columns.centres[0] - widest - size) / size)
    rows = [
        Row(setting.leading * size, tagged(line_marks(line, 0, 0, size), "" if at else "RH"))
        for at, line in enumerate(lines)
    ]
    cells = zip(columns.centres, values_of(one), strict=False)
    # Values stand beside the first line of a name, but are read after its last.
    base = ASCENT * size - (len(rows) - 1) * setting.leading * size
    marks = [
        Text(x - fonts.width(word, "bold") * size / 2, base, word, size, "bold", tag="TD") for x, word in cells if word
    ]
    return [*rows[:-1], rows[-1]._replace(marks=(*rows[-1].marks, *marks))]


def arm_name(arm: Arm) -> Span:
    """The name of a weapon, with boxes for its uses."""
    return Span(arm.item.name, style="bold", boxes=arm.item.boxes)


def arm_rows(setting: Setting, arm: Arm, tabs: list[float]) -> list[Row]:
    """A weapon: name, values in columns, then its rules beside them, or below where there is little room."""
    fonts, size, indent = setting.fonts, setting.size, setting.size
    names = fonts.wrap([arm_name(arm)], (tabs[0] - indent - size * 0.5) / size)
    rows = [Row(setting.leading * size, tuple(line_marks(line, indent, 0, size))) for line in names]
    rows[0] = rows[0]._replace(marks=tagged(rows[0].marks, "SPAN"))
    marks: list[Mark] = []
    for tab, (word, value) in zip(tabs, arm.cells, strict=False):
        marks.append(Text(tab, ASCENT * size, word, size, colour="muted"))
        marks.append(Text(tab + (fonts.width(word) + fonts.width(" ")) * size, ASCENT * size, value, size, "bold"))
    rows[0] = rows[0]._replace(marks=(*rows[0].marks, *marks))
    words = ", ".join(arm.item.meta)
    spans = [Span(words[:1].upper() + words[1:])] if words else []
    if tabs[-1] > setting.width * (1 - LEAST_WORDS):
        return [*rows, *wide_rows(setting, spans, indent=indent * 2)]
    beside = [line_marks(line, tabs[-1], 0, size) for line in fonts.wrap(spans, (setting.width - tabs[-1]) / size)]
    rows += [Row(setting.leading * size, ()) for _ in range(len(beside) - len(rows))]
    return [row._replace(marks=(*row.marks, *(beside[at] if at < len(beside) else ()))) for at, row in enumerate(rows)]


def wide_rows(setting: Setting, spans: Sequence[Span], indent: float = 0) -> list[Row]:
    """A paragraph that is a row of the table that it stands in."""
    rows = paragraph(setting, spans, indent=indent)
    return [row._replace(marks=tagged(row.marks, "" if at else "SPAN")) for at, row in enumerate(rows)]


def facts_rows(setting: Setting, facts: Sequence[Fact]) -> Iterator[Row]:
    """Facts one below the other; short ones share a line, a wider space between them."""
    fonts, size = setting.fonts, setting.size
    room, x, last = (setting.width - size) / size, 0.0, None
    for fact in facts:
        lines = fonts.wrap(fact_spans(fact), room)
        wide = line_width(fonts, lines[0]) if len(lines) == 1 else room
        if last is not None and x + APART + wide <= room:
            marks = tagged(line_marks(lines[0], (1 + x + APART) * size, 0, size), "SPAN")
            last, x = last._replace(marks=(*last.marks, *marks)), x + APART + wide
            continue
        if last is not None:
            yield last
        *before, last = wide_rows(setting, fact_spans(fact), indent=size)
        yield from before
        x = line_width(fonts, lines[-1])
    if last is not None:
        yield last


def fact_spans(fact: Fact) -> list[Span]:
    """A word for what the line is about, then its things: each name with what sort it is."""
    spans = [Span(fact.label, colour="muted")]
    for at, item in enumerate(fact.items):
        spans += item_spans(item, ";" if item.meta and at < len(fact.items) - 1 else "," * (at < len(fact.items) - 1))
    return spans


def item_spans(item: Item, end: str) -> Iterator[Span]:
    """A thing by name: what sort it is and what it says follow, then the sign before the next."""
    rest = " ".join(part for part in (", ".join(item.meta), item.text) if part)
    if item.name:
        yield Span(item.name + ("" if rest else end), style="bold", boxes=item.boxes)
    if rest:
        yield Span(rest + end)


def rules_chains(setting: Setting, rules: Sequence[Item]) -> Iterator[Chain]:
    """Each rule as a chain; one longer than a few lines may be parted after the second."""
    for at, item in enumerate(rules):
        rows = item_rows(setting, item, at == 0)
        if len(rows) > LONG:
            yield from map(tuple, chains(rows))
        else:
            yield tuple(row._replace(keep=n < len(rows) - 1) for n, row in enumerate(rows))
