"""Blocks as rows: each row has a height and its marks, and knows whether it may part from the next.

Rows are all that is stacked on a face, so nothing can overlap, and what does not fit moves on as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from listbuilder.printing.card_content import (
    NONE,
    Block,
    Boxes,
    Decline,
    Item,
    Items,
    Legend,
    Paragraph,
    ProfileRow,
    ProfileTable,
    Ticks,
    WritingLines,
)
from listbuilder.printing.card_style import PLAIN, CardStyle
from listbuilder.printing.marks import Box, Colour, Icon, LineMark, Mark, Sign, Style, Text, with_tag
from listbuilder.printing.text_layout import ASCENT, LEADING, SIGN, Fonts, Span, line_marks, line_width, without_dot
from listbuilder.printing.text_layout import line_marks as text_marks

NAME_SHARE = 0.36
SQUARE, SHORT = 1, 6


class TooSmallError(ValueError):
    """Something that can't be divided is larger than the face it should go on."""


class BlockRow(NamedTuple):
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
    under: tuple[BlockRow, ...] = ()


class ColumnSetting(NamedTuple):
    """The column that rows are made for: fonts, width, size of the body and the smallest size allowed."""

    fonts: Fonts
    width: float
    size: float
    floor: float
    tight: bool = False
    style: CardStyle = PLAIN
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


def paragraph(setting: ColumnSetting, spans: Sequence[Span], indent: float = 0, gap: float = 0) -> list[BlockRow]:
    """A paragraph as rows: a short one stays whole, and no line of a long one is left alone on a face."""
    size = setting.size
    if setting.body != "regular":
        spans = [span._replace(style=setting.body) if span.style == "regular" else span for span in spans]
    lines = setting.fonts.wrap(spans, (setting.width - indent) / size)
    lines = [*map(without_dot, lines[:-1]), *lines[-1:]]
    last = len(lines) - 1
    return [
        BlockRow(
            setting.leading * size,
            with_tag(line_marks(line, indent, 0, size), "P" if at == 0 else ""),
            keep=at < last and (last < SHORT or at == 0 or at == last - 1),
            gap=gap if at == 0 else 0,
            soft=0 < at < last - 1,
        )
        for at, line in enumerate(lines)
    ]


def heading(setting: ColumnSetting, title: str, heads: Sequence[tuple[float, str]] = ()) -> list[BlockRow]:
    """A heading, with the words above columns: over a hairline, in a band, or a quiet label."""
    if not heads and (setting.bare or setting.headings == "none"):
        return []
    size, fonts = setting.small, setting.fonts
    band = setting.full and bool(heads)
    inset = size * 0.4 if band else 0.0
    room = (heads[0][0] - 14 if heads else setting.width) - inset
    colour = setting.style.accent if setting.full and not band else "ink"
    spans = [Span(title.upper(), "bold", colour)]
    lines = fonts.wrap(spans, max(room, setting.width * NAME_SHARE) / size)
    lift = size * 0.12 if band else 0.0
    height = setting.leading * size * len(lines) + (2 * lift if band else 1.6)
    marks: list[Mark] = [Box(0, 0, setting.width, height, 0, setting.style.wash)] if band else []
    for at, line in enumerate(lines):
        placed = line_marks(line, inset, lift + at * setting.leading * size, size)
        marks += placed if at else with_tag(placed, "TH" if heads else "H2")
    base = lift + ASCENT * size + (len(lines) - 1) * setting.leading * size
    for centre, head in heads:
        style: Style = "bold" if band else "regular"
        marks.append(
            Text(
                centre - fonts.width(head, style) * size / 2, base, head, size, style, "ink" if band else "muted", "TH"
            )
        )
    if setting.headings == "line":
        marks.append(LineMark(0, height - 1, setting.width, height - 1, 0.25))
    elif not band and lines and not heads:
        left = line_width(fonts, lines[-1]) * size + size * 0.5
        marks.append(LineMark(left, base - size * 0.3, setting.width, base - size * 0.3, 0.5, setting.style.wash))
    return [BlockRow(height, tuple(marks), keep=True, gap=setting.size * 0.5 * setting.loose)]


def item_icons(setting: ColumnSetting, item: Item) -> list[Span]:
    """The icons of an item."""
    icons = setting.style.icons
    found = [one for one in item.meta if one.casefold() in icons]
    return [Span("", sign=Icon(icons[one.casefold()], setting.style.accent, one)) for one in found]


def without_icons(setting: ColumnSetting, item: Item) -> Item:
    """An item without the words that icons before its name stand for."""
    return item._replace(meta=tuple(one for one in item.meta if one.casefold() not in setting.style.icons))


def item_spans(setting: ColumnSetting, item: Item, style: Style, colour: str) -> list[Span]:
    """What sort of thing an item is, icons for the words that have one; then its text."""
    words = ", ".join(without_icons(setting, item).meta)
    words_in, ground = setting.style.badge
    spans = [*item_icons(setting, item), *(Span(one, "bold", words_in, badge=ground) for one in item.badges)]
    if words:
        spans.append(Span(words[:1].upper() + words[1:] + ("." if item.text else ""), style, colour))
    text = Span(item.text, "italic" if item.flavour else "regular", "muted" if item.flavour else "ink")
    return [*spans, *([text] if item.text else [])]


def item_rows(setting: ColumnSetting, item: Item, first: bool) -> list[BlockRow]:
    """A named rule: its name, boxes for its uses, what sort it is, its text."""
    spans = [Span(item.name, "bold", boxes=item.boxes), *item_spans(setting, item, "regular", "muted")]
    return paragraph(setting, spans, item.depth * setting.size, 0 if first else setting.size * 0.22 * setting.loose)


def items_rows(setting: ColumnSetting, block: Items) -> Iterator[BlockRow]:
    """A list of rules under its heading."""
    yield from heading(setting, block.title)
    for at, item in enumerate(block.items):
        yield from item_rows(setting, item, at == 0 and not setting.bare and setting.headings != "none")


def note_rows(setting: ColumnSetting, block: Paragraph) -> list[BlockRow]:
    """A paragraph, with its title in bold where it has one."""
    spans = [Span(block.title, style="bold")] if block.title else []
    text = Span(block.text, "italic" if block.quiet else "regular", "muted" if block.quiet else "ink")
    rows = paragraph(setting, [*spans, text], gap=setting.size * 0.5 * setting.loose)
    return [row._replace(sinks=block.quiet) for row in rows]


def legend_spans(setting: ColumnSetting, block: Legend) -> list[Span]:
    """The icons with their words, those that have one."""
    icons = setting.style.icons
    known = [word for word in block.words if word.casefold() in icons]
    spans = [Span(word, sign=Icon(icons[word.casefold()], setting.style.accent), whole=True) for word in known]
    return spans + ([Span("a use, to cross off", sign=Sign(SQUARE), whole=True)] if block.boxes else [])


def legend_rows(setting: ColumnSetting, block: Legend) -> list[BlockRow]:
    """The icons with their words, in a line or two."""
    spans = legend_spans(setting, block)
    return paragraph(setting._replace(size=setting.small), spans, gap=setting.size * 0.5) if spans else []


def writing_rows(setting: ColumnSetting, block: WritingLines) -> Iterator[BlockRow]:
    """Lines to write on under a heading."""
    if block.title:
        yield from heading(setting, block.title)
    for _ in range(block.lines):
        yield BlockRow(
            setting.size * 2, (LineMark(0, setting.size * 2 - 1, setting.width, setting.size * 2 - 1, 0.3, "muted"),)
        )


def block_rows(setting: ColumnSetting, block: Block) -> list[BlockRow]:
    """The rows of any block."""
    if isinstance(block, Items):
        return list(items_rows(setting, block))
    if isinstance(block, ProfileTable):
        return list(table_rows(setting, block))
    if isinstance(block, Ticks):
        return list(ticks_rows(setting, block))
    if isinstance(block, Decline):
        return list(decline_rows(setting, block))
    if isinstance(block, Legend):
        return legend_rows(setting, block)
    if isinstance(block, Paragraph):
        return note_rows(setting, block)
    return list(writing_rows(setting, block))


# Tables as rows: weapons with their values, and stats turn by turn.


def column_widths(
    setting: ColumnSetting, heads: Sequence[str], rows: Sequence[Sequence[str]], size: float
) -> list[float]:
    """How wide the columns of a table are with values of a size: as their widest word, and some space."""
    fonts, small = setting.fonts, setting.small
    return [
        max([fonts.width(head, "bold") * small, *(fonts.width(cells[at], "bold") * size for cells in rows)])
        + setting.size * 0.9
        for at, head in enumerate(heads)
    ]


def inline_row(item: Item, heads: Sequence[str], cells: Sequence[str]) -> Item:
    """A row of a table in words alone, each value behind its word."""
    values = tuple(f"{head} {cell}" for head, cell in zip(heads, cells, strict=True) if cell != NONE)
    return item._replace(meta=(*values, *item.meta))


def spanning_row(rows: Sequence[BlockRow]) -> list[BlockRow]:
    """A paragraph inside a table: a cell as wide as that."""
    return [row._replace(marks=with_tag(row.marks, "" if at else "SPAN")) for at, row in enumerate(rows)]


def column_centres(setting: ColumnSetting, widths: Sequence[float]) -> list[float] | None:
    """The centres of columns of these widths, or None when they would leave too little for names."""
    if sum(widths) > setting.width * (1 - NAME_SHARE):
        return None
    right, centres = setting.width + setting.size * 0.25, []
    for width in reversed(widths):
        centres.append(right - width / 2)
        right -= width
    return centres[::-1]


def table_rows(setting: ColumnSetting, block: ProfileTable) -> Iterator[BlockRow]:
    """A table; where the columns do not fit beside the names, values stand below these, at last with their words."""
    block = with_icons(setting, block)
    widths = column_widths(setting, block.heads, [row.cells for row in block.rows], setting.cells)
    centres = column_centres(setting, widths)
    if centres is None:
        yield from heading(setting, block.title)
        if sum(widths) <= setting.width:
            yield from table_with_names_above(setting, block, widths)
            return
        for at, row in enumerate(block.rows):
            yield from item_rows(setting, inline_row(row.item, block.heads, row.cells), at == 0)
        return
    head = heading(setting, block.title, list(zip(centres, block.heads, strict=True)))
    yield from head
    for at, row in enumerate(block.rows):
        rows = profile_rows(setting, row, centres, at == 0)
        again = tuple(head) if at and block.heads else ()
        yield from (one._replace(under=again) if nth == 0 else one for nth, one in enumerate(rows))


def with_icons(setting: ColumnSetting, block: ProfileTable) -> ProfileTable:
    """A table without the columns whose words all have an icon: these stand before the names instead."""
    icons = setting.style.icons
    told = [[row.cells[at] for row in block.rows if row.cells[at] != "–"] for at in range(len(block.heads))]
    drawn = {at for at, cells in enumerate(told) if cells and all(cell.casefold() in icons for cell in cells)}
    if not drawn:
        return block
    rows = []
    for row in block.rows:
        words = tuple(cell for at, cell in enumerate(row.cells) if at in drawn and cell != "–")
        cells = tuple(cell for at, cell in enumerate(row.cells) if at not in drawn)
        rows.append(ProfileRow(row.item._replace(meta=(*words, *row.item.meta)), cells))
    return ProfileTable(block.title, tuple(head for at, head in enumerate(block.heads) if at not in drawn), tuple(rows))


def table_with_names_above(setting: ColumnSetting, block: ProfileTable, widths: list[float]) -> Iterator[BlockRow]:
    """A table as wide as the card: each name has a line of its own above its values."""
    spare = (setting.width - sum(widths)) / len(widths)
    centres = [sum(widths[:at]) + spare * (at + 0.5) + width / 2 for at, width in enumerate(widths)]
    high = setting.leading * setting.small
    band = [Box(0, 0, setting.width, high, 0, setting.style.wash)] if setting.full else []
    heads = cells_at(setting, block.heads, centres, setting.small, ("TH", "TH"))
    yield BlockRow(high, (*band, *heads), keep=True)
    for at, row in enumerate(block.rows):
        name = [*item_icons(setting, row.item), Span(row.item.name, "bold", boxes=row.item.boxes)]
        named = paragraph(setting, name, gap=setting.size * 0.3 * setting.loose if at else 0)
        below = paragraph(setting, item_spans(setting, without_icons(setting, row.item), "medium", "ink"))
        yield from (one._replace(keep=True) for one in spanning_row(named))
        values = cells_at(setting, row.cells, centres, setting.cells, ("RH", "TD"))
        yield BlockRow(setting.leading * setting.cells, values, keep=bool(below))
        yield from spanning_row(below)


def cells_at(
    setting: ColumnSetting, words: tuple[str, ...], centres: list[float], size: float, tags: tuple[str, str]
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


def profile_rows(setting: ColumnSetting, row: ProfileRow, centres: list[float], first: bool) -> list[BlockRow]:
    """One row of a table: icons, name and values, then what else there is to say."""
    fonts, size, cell_size = setting.fonts, setting.size, setting.cells
    item = without_icons(setting, row.item)
    widest = max((fonts.width(cell, "bold") * cell_size / 2 for cell in row.cells[:1]), default=0)
    room = centres[0] - widest - size * 0.4 if centres else setting.width
    named = min(cell_size, size * 1.15) if centres else size
    before, head, rest = (
        item_icons(setting, row.item),
        Span(item.name, "bold", boxes=item.boxes),
        item_spans(setting, item, "medium", "ink"),
    )
    under = SIGN * len(before) * named
    lines = fonts.wrap([head], (room - under) / named)
    apart = [Span("·", "medium", "muted")] if rest and rest[0].text and not rest[0].badge else []
    whole = fonts.wrap([head, *apart, *rest], (room - under) / named)
    below = [] if len(whole) == 1 else paragraph(setting, rest, indent=under)
    below = spanning_row(below)
    lines = whole if len(whole) == 1 else lines
    tall = setting.leading * (cell_size if centres else size)
    out = []
    for at, line in enumerate(lines):
        last = at == len(lines) - 1
        high = max(tall, setting.leading * named) if last else setting.leading * named
        drop = ASCENT * (cell_size - named) if last and centres else 0.0
        icons = fonts.wrap(before, setting.width / named) if before and at == 0 else []
        marks = [mark for one in icons for mark in line_marks(one, 0, max(0.0, drop), named)]
        marks = list(with_tag([*marks, *line_marks(line, under, max(0.0, drop), named)], "" if at else "RH"))
        for centre, cell in zip(centres, row.cells, strict=True) if last else ():
            left = centre - fonts.width(cell, "bold") * cell_size / 2
            marks.append(Text(left, ASCENT * cell_size, cell, cell_size, "bold", tag="TD"))
        gap = 0 if first or at else size * 0.3 * setting.loose
        rule = setting.style.wash if gap and setting.full else ""
        out.append(BlockRow(high, tuple(marks), not last or bool(below), gap, rule=rule))
    return out + below


def decline_rows(setting: ColumnSetting, block: Decline) -> Iterator[BlockRow]:
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
            yield BlockRow(
                setting.leading * size, tuple(marks), keep=at < len(lines) - 1, gap=1.5 if start and at == 0 else 0
            )


# Boxes to cross off, as rows: numbered by what is left, all stats of a copy side by side where they fit.


MOST_BOXES, MOST_ROWS = 60, 24
APART, FIVES, WIDE, BELOW = 1.4, 2.4, 4.5, 1.8
NOTHING, THRESHOLD, SENTENCE = 0, 1, 2  # how much is said beside boxes: parts of a sentence


def ticks_rows(setting: ColumnSetting, block: Ticks) -> Iterator[BlockRow]:
    """A row for each copy, or one for each stat of each copy; for very many copies a box for each of them.

    What thresholds do is said beside the boxes or below them, whichever takes less room.
    """
    if len(block.copies) > MOST_ROWS:
        yield from crowd_rows(setting, block)
        return
    ways = [list(copy_rows(setting, block, said)) for said in (SENTENCE, NOTHING, THRESHOLD)]
    yield from min(ways, key=lambda rows: sum(row.height for row in rows))


def copy_rows(setting: ColumnSetting, block: Ticks, said: int) -> Iterator[BlockRow]:
    """The boxes of all copies, with so much said beside those that stand alone; the rest is said below them."""
    plain = all(0 < track.number <= MOST_BOXES for track in block.tracks)
    beside = plain and block.copies == ("",) and box_line_marks(setting, block.tracks, "", said)[1] <= setting.width
    for number, copy in enumerate(block.copies):
        gap = setting.size * 0.35 * setting.loose if number == 0 else 0.0
        marks, wide = box_line_marks(setting, block.tracks, copy, said if beside else NOTHING)
        if plain and wide <= setting.width:
            yield BlockRow(setting.box + BELOW, tuple(marks), gap=gap)
            continue
        for track in block.tracks:
            yield from stat_box_rows(setting, track, copy, gap, len(block.tracks) > 1)
            gap = 0.0
    small = setting._replace(size=setting.small)
    for track in block.tracks:
        spans = threshold_spans(track)[said if beside else NOTHING :]
        if spans:
            yield from paragraph(small, spans)


def threshold_spans(track: Boxes) -> list[Span]:
    """From which number left the mark applies, and what that does; nothing where a mark never applies."""
    words = threshold(track)
    if track.mark and not words:
        return []
    return [Span(f"{track.mark} {words}." if words else "", "bold"), Span(track.text)] if words or track.text else []


def threshold(track: Boxes) -> str:
    """From which number left the mark applies."""
    left = track.number - track.after if track.after is not None else 0
    return f"at {left} or less" if track.mark and left > 0 else ""


def run_width(setting: ColumnSetting, track: Boxes, count: int) -> float:
    """How wide the first boxes of a track are."""
    return box_left(setting, track, 0, count - 1) + setting.box if count else 0.0


def box_left(setting: ColumnSetting, track: Boxes, start: int, at: int) -> float:
    """Where a box begins in a line that begins with another: apart in fives, or before and after the threshold."""
    gaps = (at - start) // 5 * FIVES
    if track.after is not None:
        gaps = WIDE if start < track.after <= at else 0.0
    return (at - start) * (setting.box + APART) + gaps


def box_line_marks(setting: ColumnSetting, tracks: Sequence[Boxes], copy: str, said: int) -> tuple[list[Mark], float]:
    """All boxes of a copy in one line with what is said beside them, and where it ends; too far where that is long."""
    fonts, size = setting.fonts, setting.small
    marks: list[Mark] = []
    x, base = 0.0, (setting.box + size * 0.7) / 2 + 0.4
    if copy:
        marks.append(Text(x, base, copy, size, "bold"))
        x = fonts.width("00", "bold") * size + size * 0.4
    for at, track in enumerate(tracks):
        x += size if at else 0
        if len(tracks) > 1:
            marks.append(Text(x, base, track.label, size, "bold"))
            x += fonts.width(track.label, "bold") * size + size * 0.5
        marks += boxes(setting, track, 0, track.number, x)
        x += run_width(setting, track, track.number)
        if spans := threshold_spans(track)[:said]:
            words, wide = beside_marks(setting, spans, x + size * 0.5)
            marks += words
            x += size * 0.5 + wide
    return marks, x


def beside_marks(setting: ColumnSetting, spans: list[Span], left: float) -> tuple[list[Mark], float]:
    """Words in two lines beside boxes, and how wide they are: as narrow as two lines can be."""
    fonts, size = setting.fonts, box_text_size(setting)
    room = max(1.0, setting.width - left) / size
    lines = fonts.wrap(spans, room)
    if len(lines) > 2:
        return [], setting.width + 1
    if len(spans) == 1 and len(lines) == 1:
        whole = sum(fonts.width(one.text, one.style) for one in spans)
        narrow = [fonts.wrap(spans, whole * share) for share in (0.5, 0.55, 0.6, 0.7, 0.8)]
        lines = next((one for one in narrow if len(one) == 2), lines)
    top = 0.6 + setting.box / 2 - len(lines) * 0.5 * LEADING * size
    marks = [mark for at, line in enumerate(lines) for mark in text_marks(line, left, top + at * LEADING * size, size)]
    return list(with_tag(marks, "P")), max(line_width(fonts, line) for line in lines) * size


def box_text_size(setting: ColumnSetting) -> float:
    """The size of numbers in boxes and of words beside them, which grows with the boxes."""
    return max(setting.floor, setting.box * 0.5)


def box_stroke(setting: ColumnSetting) -> float:
    """How thick the lines of boxes are; thin where little ink is to be used."""
    return 0.3 if setting.body == "light" else 0.7


def boxes(setting: ColumnSetting, track: Boxes, start: int, end: int, x: float) -> Iterator[Mark]:
    """The boxes from one number to another, each with what is left before it is crossed off."""
    size, fonts = box_text_size(setting), setting.fonts
    for at in range(start, end):
        left = x + box_left(setting, track, start, at)
        late = track.after is not None and at >= track.after
        yield Box(left, 0.6, setting.box, setting.box, box_stroke(setting), "shade" if late else None, 1.4, tick=True)
        number = str(track.number - at)
        wide = fonts.width(number, setting.body) * size
        if wide <= setting.box - 1:
            base = 0.6 + setting.box / 2 + size * 0.35
            yield Text(left + (setting.box - wide) / 2, base, number, size, setting.body, "muted")


def stat_box_rows(setting: ColumnSetting, track: Boxes, copy: str, gap: float, several: bool) -> Iterator[BlockRow]:
    """The boxes of one stat in as many rows as they need; a number where nobody would count so many."""
    fonts, size = setting.fonts, setting.small
    label = f"{copy} {track.label}".strip() if several else copy
    left = fonts.width(label, "bold") * size + size * 0.6 if label else 0.0
    room = setting.width - left
    if not 0 < track.number <= MOST_BOXES or run_width(setting, track, min(5, track.number)) > room:
        yield from number_rows(setting, f"{copy} {track.label}".strip(), track.number, gap)
        return
    starts = row_starts(setting, track, room)
    for start, end in pairwise([*starts, track.number]):
        marks: list[Mark] = [*boxes(setting, track, start, end, left)]
        if start == 0:
            marks.append(Text(0, (setting.box + size * 0.7) / 2 + 0.4, label, size, "bold"))
        yield BlockRow(setting.box + BELOW, tuple(marks), keep=end < track.number, gap=gap if start == 0 else 0)


def row_starts(setting: ColumnSetting, track: Boxes, room: float) -> list[int]:
    """Which boxes of a track begin a row: the first past the threshold where that will do, else fives or even rows."""
    most = max(1, int((room + APART - (WIDE if track.after else 0)) // (setting.box + APART)))
    if track.after and max(track.after, track.number - track.after) <= most:
        return [0, track.after]
    fives = max(1, int((room + APART) // (setting.box + APART + FIVES / 5))) // 5 * 5
    rows = -(-track.number // most)
    return list(range(0, track.number, fives if fives and not track.after else -(-track.number // rows)))


def crowd_rows(setting: ColumnSetting, block: Ticks) -> Iterator[BlockRow]:
    """A box for each copy, to write in what it has lost, under words that say what each starts with."""
    words = ", ".join(f"{track.number} {track.label}" for track in block.tracks)
    told = f"{words} each. A box for each model: write in what it has lost, cross it off when it is gone."
    yield from paragraph(setting._replace(size=setting.small), [Span(told)], gap=setting.size * 0.35)
    gap = setting.size * 0.35
    side = setting.box * 1.15
    per = max(1, int((setting.width + APART) // (side + APART)))
    size = box_text_size(setting)
    for start in range(0, len(block.copies), per):
        marks: list[Mark] = []
        for at, copy in enumerate(block.copies[start : start + per]):
            x = at * (side + APART)
            marks.append(Box(x, 0.6, side, side, box_stroke(setting), None, 1.4))
            marks.append(Text(x + 1.4, 0.6 + 0.95 * size, copy, size, "regular", "muted"))
        yield BlockRow(side + 2, tuple(marks), gap=0.0 if start else gap)
    for track in block.tracks:
        if said := threshold(track):
            yield from paragraph(
                setting._replace(size=setting.small), [Span(f"{track.mark} {said}.", "bold"), Span(track.text)]
            )


def number_rows(setting: ColumnSetting, label: str, count: int, gap: float) -> list[BlockRow]:
    """The number, and a line to write on."""
    rows = paragraph(setting, [Span(label, "bold"), Span(f"{count}")], gap=gap)
    y = ASCENT * setting.size + 1
    line = LineMark(setting.width * 0.6, y, setting.width, y, 0.4)
    return [rows[0]._replace(marks=(*rows[0].marks, line)), *rows[1:]]
