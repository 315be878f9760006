"""Blocks as rows: each row has a height and its marks, and knows whether it may part from the next.

Rows are all that is stacked on a face, so nothing can overlap, and what does not fit moves on as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.printing.content import Block, Decline, Item, Items, Legend, Note, Table, Ticks, Writing
from listbuilder.printing.look import PLAIN, Dress
from listbuilder.printing.marks import Box, Colour, Icon, Line, Mark, Sign, Style, Text, tagged
from listbuilder.printing.text import ASCENT, LEADING, Fonts, Span, line_marks, line_width, undotted

NAME_SHARE = 0.36
SQUARE, SHORT = 1, 6


class TooSmallError(ValueError):
    """Something that can't be divided is larger than the face it should go on."""


class Row(NamedTuple):
    """A strip across the column; `keep` ties it to the next, `gap` is space above it, `sinks` puts it at the foot.

    A `soft` tie keeps a short paragraph whole; it gives way where a face would stay half empty. A `rule` is drawn in
    the middle of the gap. A row that begins a face stands `under` its head again.
    """

    height: float
    marks: tuple[Mark, ...]
    keep: bool = False
    gap: float = 0.0
    sinks: bool = False
    soft: bool = False
    rule: Colour = ""
    under: tuple[Row, ...] = ()


class Setting(NamedTuple):
    """The column that rows are made for: fonts, width, size of the body and the smallest size allowed."""

    fonts: Fonts
    width: float
    size: float
    floor: float
    tight: bool = False
    dress: Dress = PLAIN
    headings: str = "line"
    bare: bool = False
    value: float = 0
    box: float = 7
    body: Style = "regular"

    @property
    def leading(self) -> float:
        """From line to line, in type sizes."""
        return leading(self.tight)

    @property
    def loose(self) -> float:
        """How much of the usual space between blocks there is."""
        return 0.35 if self.tight else 1.0

    @property
    def full(self) -> bool:
        """Whether there are bands of colour; whoever saves ink has none."""
        return self.headings == "band"

    @property
    def small(self) -> float:
        """The size of headings and labels."""
        return max(self.floor, self.size - 1)

    @property
    def cells(self) -> float:
        """The size of values in tables."""
        return self.value or self.size


def leading(tight: bool) -> float:
    """From line to line, in type sizes."""
    return LEADING - (0.07 if tight else 0.0)


def paragraph(setting: Setting, spans: Sequence[Span], indent: float = 0, gap: float = 0) -> list[Row]:
    """A paragraph as rows: a short one stays whole, and no line of a long one is left alone on a face."""
    size = setting.size
    if setting.body != "regular":
        spans = [span._replace(style=setting.body) if span.style == "regular" else span for span in spans]
    lines = setting.fonts.wrap(spans, (setting.width - indent) / size)
    lines = [*map(undotted, lines[:-1]), *lines[-1:]]
    last = len(lines) - 1
    return [
        Row(
            setting.leading * size,
            tagged(line_marks(line, indent, 0, size), "P" if at == 0 else ""),
            keep=at < last and (last < SHORT or at == 0 or at == last - 1),
            gap=gap if at == 0 else 0,
            soft=0 < at < last - 1,
        )
        for at, line in enumerate(lines)
    ]


def heading(setting: Setting, title: str, heads: Sequence[tuple[float, str]] = ()) -> list[Row]:
    """A heading, with the words above columns: over a hairline, in a band, or a quiet label."""
    if not heads and (setting.bare or setting.headings == "none"):
        return []
    size, fonts = setting.small, setting.fonts
    band = setting.full and bool(heads)
    inset = size * 0.4 if band else 0.0
    room = (heads[0][0] - 14 if heads else setting.width) - inset
    colour = setting.dress.accent if setting.full and not band else "ink"
    spans = [Span(title.upper(), "bold", colour)]
    lines = fonts.wrap(spans, max(room, setting.width * NAME_SHARE) / size)
    lift = size * 0.12 if band else 0.0
    height = setting.leading * size * len(lines) + (2 * lift if band else 1.6)
    marks: list[Mark] = [Box(0, 0, setting.width, height, 0, setting.dress.wash)] if band else []
    for at, line in enumerate(lines):
        placed = line_marks(line, inset, lift + at * setting.leading * size, size)
        marks += placed if at else tagged(placed, "TH" if heads else "H2")
    base = lift + ASCENT * size + (len(lines) - 1) * setting.leading * size
    for centre, head in heads:
        style: Style = "bold" if band else "regular"
        marks.append(
            Text(
                centre - fonts.width(head, style) * size / 2, base, head, size, style, "ink" if band else "muted", "TH"
            )
        )
    if setting.headings == "line":
        marks.append(Line(0, height - 1, setting.width, height - 1, 0.25))
    elif not band and lines and not heads:
        left = line_width(fonts, lines[-1]) * size + size * 0.5
        marks.append(Line(left, base - size * 0.3, setting.width, base - size * 0.3, 0.5, setting.dress.wash))
    return [Row(height, tuple(marks), keep=True, gap=setting.size * 0.5 * setting.loose)]


def signs(setting: Setting, item: Item) -> list[Span]:
    """The icons of an item."""
    icons = setting.dress.icons
    found = [one for one in item.meta if one.casefold() in icons]
    return [Span("", sign=Icon(icons[one.casefold()], setting.dress.accent, one)) for one in found]


def without_signs(setting: Setting, item: Item) -> Item:
    """An item without the words that icons before its name stand for."""
    return item._replace(meta=tuple(one for one in item.meta if one.casefold() not in setting.dress.icons))


def sentence(setting: Setting, item: Item, style: Style, colour: str) -> list[Span]:
    """What sort of thing an item is, icons for the words that have one; then its text."""
    words = ", ".join(without_signs(setting, item).meta)
    words_in, ground = setting.dress.badge
    spans = [*signs(setting, item), *(Span(one, "bold", words_in, badge=ground) for one in item.badges)]
    if words:
        spans.append(Span(words[:1].upper() + words[1:] + ("." if item.text else ""), style, colour))
    text = Span(item.text, "italic" if item.flavour else "regular", "muted" if item.flavour else "ink")
    return [*spans, *([text] if item.text else [])]


def item_rows(setting: Setting, item: Item, first: bool) -> list[Row]:
    """A named rule: its name, boxes for its uses, what sort it is, its text."""
    spans = [Span(item.name, "bold", boxes=item.boxes), *sentence(setting, item, "regular", "muted")]
    return paragraph(setting, spans, item.depth * setting.size, 0 if first else setting.size * 0.22 * setting.loose)


def items_rows(setting: Setting, block: Items) -> Iterator[Row]:
    """A list of rules under its heading."""
    yield from heading(setting, block.title)
    for at, item in enumerate(block.items):
        yield from item_rows(setting, item, at == 0 and not setting.bare and setting.headings != "none")


def note_rows(setting: Setting, block: Note) -> list[Row]:
    """A paragraph, with its title in bold where it has one."""
    spans = [Span(block.title, style="bold")] if block.title else []
    text = Span(block.text, "italic" if block.quiet else "regular", "muted" if block.quiet else "ink")
    rows = paragraph(setting, [*spans, text], gap=setting.size * 0.5 * setting.loose)
    return [row._replace(sinks=block.quiet) for row in rows]


def legend_spans(setting: Setting, block: Legend) -> list[Span]:
    """The icons with their words, those that have one."""
    icons = setting.dress.icons
    known = [word for word in block.words if word.casefold() in icons]
    spans = [Span(word, sign=Icon(icons[word.casefold()], setting.dress.accent), whole=True) for word in known]
    return spans + ([Span("a use, to cross off", sign=Sign(SQUARE), whole=True)] if block.boxes else [])


def legend_rows(setting: Setting, block: Legend) -> list[Row]:
    """The icons with their words, in a line or two."""
    spans = legend_spans(setting, block)
    return paragraph(setting._replace(size=setting.small), spans, gap=setting.size * 0.5) if spans else []


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
        from listbuilder.printing.tables import table_rows

        return list(table_rows(setting, block))
    if isinstance(block, Ticks):
        from listbuilder.printing.ticks import ticks_rows

        return list(ticks_rows(setting, block))
    if isinstance(block, Decline):
        from listbuilder.printing.tables import decline_rows

        return list(decline_rows(setting, block))
    if isinstance(block, Legend):
        return legend_rows(setting, block)
    if isinstance(block, Note):
        return note_rows(setting, block)
    return list(writing_rows(setting, block))
