"""Facts of a sheet as rows: a word for what a line is about, then named things with icons, badges and uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.printing.content import Item
from listbuilder.printing.marks import tagged
from listbuilder.printing.rows import Row, Setting, paragraph, sentence
from listbuilder.printing.sheet.profiles import Fact
from listbuilder.printing.text import Span, line_marks, line_width

APART = 1.4


def facts_rows(setting: Setting, facts: Sequence[Fact]) -> Iterator[Row]:
    """Facts one below the other; short ones share a line, a wider space between them."""
    fonts, size = setting.fonts, setting.size
    room, x, last = setting.width / size, 0.0, None
    for fact in facts:
        spans = fact_spans(setting, fact)
        lines = fonts.wrap(spans, room)
        wide = line_width(fonts, lines[0]) if len(lines) == 1 else room
        if last is not None and x + APART + wide <= room:
            marks = tagged(line_marks(lines[0], (x + APART) * size, 0, size), "P")
            last, x = last._replace(marks=(*last.marks, *marks)), x + APART + wide
            continue
        if last is not None:
            yield last
        *before, last = paragraph(setting, spans, gap=size * 0.25 * setting.loose)
        yield from before
        x = line_width(fonts, lines[-1])
    if last is not None:
        yield last


def fact_spans(setting: Setting, fact: Fact) -> list[Span]:
    """A word for what the line is about, then its things: each name with what sort it is."""
    spans = [Span(fact.label, "medium", setting.dress.accent)]
    for at, item in enumerate(fact.items):
        more = at < len(fact.items) - 1
        spans += item_spans(setting, item, ";" if item.meta and more else "," * more)
    return spans


def item_spans(setting: Setting, item: Item, end: str) -> Iterator[Span]:
    """A thing by name: what sort it is and what it says follow, then the sign before the next."""
    rest = sentence(setting, item, "regular", "ink")
    if rest and rest[-1].text and not rest[-1].badge:
        rest[-1] = rest[-1]._replace(text=rest[-1].text + end)
        end = ""
    if item.name:
        # A comma would stand before the boxes, which then seem to be of the next one.
        yield Span(item.name + ("" if rest or item.boxes else end), "bold", boxes=item.boxes)
    yield from rest
