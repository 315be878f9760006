"""Blocks as rows: the blocks of cards and sheets go in, rows come out, ready to be stacked on faces.

Only rows are stacked, each below the last, so nothing can overlap; a row that does not fit moves on as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

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

NAME_SHARE = 0.36
SQUARE, SHORT = 1, 6


class TooSmallError(ValueError):
    """Something indivisible is larger than the face it should go on."""


class BlockRow(NamedTuple):
    """A strip across the column; `keep` ties it to the next, `gap` is the space above, `sinks` puts it at the foot.

    A `soft` tie keeps a short paragraph whole, but is cut rather than leave a face half empty. A `rule` is drawn in
    the middle of the gap. If the row starts a face, the rows of `under` are repeated above it.
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
    """The column that rows are set in; `size` is that of the body, `floor` the smallest allowed."""

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
        """The line spacing, in type sizes."""
        return leading(self.tight)

    @property
    def gap_scale(self) -> float:
        """The share of the usual space between blocks."""
        return 0.35 if self.tight else 1.0

    @property
    def full(self) -> bool:
        """Whether there are bands of colour; ink savers have none."""
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
    """The line spacing, in type sizes."""
    return LEADING - (0.07 if tight else 0.0)


def paragraph(setting: ColumnSetting, spans: Sequence[Span], indent: float = 0, gap: float = 0) -> list[BlockRow]:
    """A paragraph as rows: a short one stays whole, a long one leaves no single line alone on a face."""
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
    """A heading with the heads of columns: over a hairline, in a band, or as a plain label."""
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
    style: Style = "bold" if band else "regular"
    for centre, head in heads:
        left = centre - fonts.width(head, style) * size / 2
        marks.append(Text(left, base, head, size, style, "ink" if band else "muted", "TH"))
    if setting.headings == "line":
        marks.append(LineMark(0, height - 1, setting.width, height - 1, 0.25))
    elif not band and lines and not heads:
        left = line_width(fonts, lines[-1]) * size + size * 0.5
        marks.append(LineMark(left, base - size * 0.3, setting.width, base - size * 0.3, 0.5, setting.style.wash))
    return [BlockRow(height, tuple(marks), keep=True, gap=setting.size * 0.5 * setting.gap_scale)]


def item_icons(setting: ColumnSetting, item: Item) -> list[Span]:
    """The icons of an item."""
    icons = setting.style.icons
    found = [one for one in item.meta if one.casefold() in icons]
    return [Span("", sign=Icon(icons[one.casefold()], setting.style.accent, one)) for one in found]


def without_icons(setting: ColumnSetting, item: Item) -> Item:
    """An item without the words that its icons replace."""
    return item._replace(meta=tuple(one for one in item.meta if one.casefold() not in setting.style.icons))


def item_spans(setting: ColumnSetting, item: Item, style: Style, colour: str) -> list[Span]:
    """The icons, badges and meta words of an item, then its text."""
    words = ", ".join(without_icons(setting, item).meta)
    words_in, ground = setting.style.badge
    spans = [*item_icons(setting, item), *(Span(one, "bold", words_in, badge=ground) for one in item.badges)]
    if words:
        spans.append(Span(words[:1].upper() + words[1:] + ("." if item.text else ""), style, colour))
    text = Span(item.text, "italic" if item.flavour else "regular", "muted" if item.flavour else "ink")
    return [*spans, *([text] if item.text else [])]


def item_rows(setting: ColumnSetting, item: Item, first: bool) -> list[BlockRow]:
    """A named rule: name, boxes for its uses, meta words, text."""
    spans = [Span(item.name, "bold", boxes=item.boxes), *item_spans(setting, item, "regular", "muted")]
    return paragraph(setting, spans, item.depth * setting.size, 0 if first else setting.size * 0.22 * setting.gap_scale)


def items_rows(setting: ColumnSetting, block: Items) -> Iterator[BlockRow]:
    """A list of rules under its heading."""
    yield from heading(setting, block.title)
    for at, item in enumerate(block.items):
        yield from item_rows(setting, item, at == 0 and not setting.bare and setting.headings != "none")


def note_rows(setting: ColumnSetting, block: Paragraph) -> list[BlockRow]:
    """A paragraph, with its title in bold."""
    spans = [Span(block.title, style="bold")] if block.title else []
    text = Span(block.text, "italic" if block.quiet else "regular", "muted" if block.quiet else "ink")
    rows = paragraph(setting, [*spans, text], gap=setting.size * 0.5 * setting.gap_scale)
    return [row._replace(sinks=block.quiet) for row in rows]


def legend_spans(setting: ColumnSetting, block: Legend) -> list[Span]:
    """Each icon with the word that it replaces."""
    icons = setting.style.icons
    known = [word for word in block.words if word.casefold() in icons]
    spans = [Span(word, sign=Icon(icons[word.casefold()], setting.style.accent), whole=True) for word in known]
    return spans + ([Span("a use, to cross off", sign=Sign(SQUARE), whole=True)] if block.boxes else [])


def legend_rows(setting: ColumnSetting, block: Legend) -> list[BlockRow]:
    """The legend of icons, in a line or two."""
    spans = legend_spans(setting, block)
    return paragraph(setting._replace(size=setting.small), spans, gap=setting.size * 0.5) if spans else []


def writing_rows(setting: ColumnSetting, block: WritingLines) -> list[BlockRow]:
    """Empty lines to write on."""
    high = setting.size * 2
    return [BlockRow(high, (LineMark(0, high - 1, setting.width, high - 1, 0.3, "muted"),))] * block.lines


def block_rows(setting: ColumnSetting, block: Block) -> list[BlockRow]:
    """The rows of any block."""
    return list(ROW_MAKERS[type(block)](setting, block))


# Tables as rows: weapons with their values, and stats turn by turn.


def column_widths(
    setting: ColumnSetting, heads: Sequence[str], rows: Sequence[Sequence[str]], size: float
) -> list[float]:
    """The widths of columns whose values have this size: their widest word and some space."""
    fonts, small = setting.fonts, setting.small
    return [
        max([fonts.width(head, "bold") * small, *(fonts.width(cells[at], "bold") * size for cells in rows)])
        + setting.size * 0.9
        for at, head in enumerate(heads)
    ]


def inline_row(item: Item, heads: Sequence[str], cells: Sequence[str]) -> Item:
    """A row of a table as an item, each value after the head of its column."""
    values = tuple(f"{head} {cell}" for head, cell in zip(heads, cells, strict=True) if cell != NONE)
    return item._replace(meta=(*values, *item.meta))


def spanning_row(rows: Sequence[BlockRow]) -> list[BlockRow]:
    """A paragraph inside a table, tagged as a cell that spans all columns."""
    return [row._replace(marks=with_tag(row.marks, "" if at else "SPAN")) for at, row in enumerate(rows)]


def column_centres(setting: ColumnSetting, widths: Sequence[float]) -> list[float] | None:
    """The centres of columns of these widths; None if they leave too little room for names."""
    if sum(widths) > setting.width * (1 - NAME_SHARE):
        return None
    right, centres = setting.width + setting.size * 0.25, []
    for width in reversed(widths):
        centres.append(right - width / 2)
        right -= width
    return centres[::-1]


def table_rows(setting: ColumnSetting, block: ProfileTable) -> Iterator[BlockRow]:
    """A table. Values that do not fit beside the names go below them, or as a last resort into the text."""
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
        # A table that continues on another face shows its heads again there.
        again = tuple(head) if at and block.heads else ()
        yield from (one._replace(under=again) if nth == 0 else one for nth, one in enumerate(rows))


def with_icons(setting: ColumnSetting, block: ProfileTable) -> ProfileTable:
    """A table without the columns whose words all have an icon: the icons go before the names."""
    icons = setting.style.icons
    columns = [[row.cells[at] for row in block.rows if row.cells[at] != NONE] for at in range(len(block.heads))]
    drawn = {at for at, cells in enumerate(columns) if cells and all(cell.casefold() in icons for cell in cells)}
    if not drawn:
        return block
    rows = []
    for row in block.rows:
        words = tuple(cell for at, cell in enumerate(row.cells) if at in drawn and cell != NONE)
        cells = tuple(cell for at, cell in enumerate(row.cells) if at not in drawn)
        rows.append(ProfileRow(row.item._replace(meta=(*words, *row.item.meta)), cells))
    return ProfileTable(block.title, tuple(head for at, head in enumerate(block.heads) if at not in drawn), tuple(rows))


def table_with_names_above(setting: ColumnSetting, block: ProfileTable, widths: list[float]) -> Iterator[BlockRow]:
    """A table with each name on a line of its own above its values."""
    spare = (setting.width - sum(widths)) / len(widths)
    centres = [sum(widths[:at]) + spare * (at + 0.5) + width / 2 for at, width in enumerate(widths)]
    high = setting.leading * setting.small
    band = [Box(0, 0, setting.width, high, 0, setting.style.wash)] if setting.full else []
    heads = cells_at(setting, block.heads, centres, setting.small, ("TH", "TH"))
    yield BlockRow(high, (*band, *heads), keep=True)
    for at, row in enumerate(block.rows):
        name = [*item_icons(setting, row.item), Span(row.item.name, "bold", boxes=row.item.boxes)]
        named = paragraph(setting, name, gap=setting.size * 0.3 * setting.gap_scale if at else 0)
        below = paragraph(setting, item_spans(setting, without_icons(setting, row.item), "medium", "ink"))
        yield from (one._replace(keep=True) for one in spanning_row(named))
        values = cells_at(setting, row.cells, centres, setting.cells, ("RH", "TD"))
        yield BlockRow(setting.leading * setting.cells, values, keep=bool(below))
        yield from spanning_row(below)


def cells_at(
    setting: ColumnSetting, words: tuple[str, ...], centres: list[float], size: float, tags: tuple[str, str]
) -> tuple[Mark, ...]:
    """A row of words in columns, with the tag of the first and that of the others."""
    lefts = [centre - setting.fonts.width(word, "bold") * size / 2 for centre, word in zip(centres, words, strict=True)]
    return tuple(
        Text(left, ASCENT * size, word, size, "bold", tag=tags[1 if at else 0])
        for at, (left, word) in enumerate(zip(lefts, words, strict=True))
    )


def profile_rows(setting: ColumnSetting, row: ProfileRow, centres: list[float], first: bool) -> list[BlockRow]:
    """One row of a table: icons, name and values, then the rest of its item."""
    fonts, size, cell_size = setting.fonts, setting.size, setting.cells
    item = without_icons(setting, row.item)
    # Only the first column bounds the name, because the others are to the right of it.
    widest = max((fonts.width(cell, "bold") * cell_size / 2 for cell in row.cells[:1]), default=0)
    room = centres[0] - widest - size * 0.4 if centres else setting.width
    named = min(cell_size, size * 1.15) if centres else size
    before, head = item_icons(setting, row.item), Span(item.name, "bold", boxes=item.boxes)
    rest = item_spans(setting, item, "medium", "ink")
    under = SIGN * len(before) * named
    lines = fonts.wrap([head], (room - under) / named)
    apart = [Span("·", "medium", "muted")] if rest and rest[0].text and not rest[0].badge else []
    whole = fonts.wrap([head, *apart, *rest], (room - under) / named)
    below = [] if len(whole) == 1 else spanning_row(paragraph(setting, rest, indent=under))
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
        gap = 0 if first or at else size * 0.3 * setting.gap_scale
        rule = setting.style.wash if gap and setting.full else ""
        out.append(BlockRow(high, tuple(marks), not last or bool(below), gap, rule=rule))
    return out + below


def decline_rows(setting: ColumnSetting, block: Decline) -> Iterator[BlockRow]:
    """A small table with a column for each turn, in several bands if there are many."""
    fonts, size = setting.fonts, setting.small
    table = [("Turn", block.turns), *block.rows]
    left = max(fonts.width(label, "bold") for label, _ in table) * size + size * 0.8
    step = max(fonts.width(value) for _, values in table for value in values) * size + size * 0.7
    per = max(1, int((setting.width - left) // step))
    yield from heading(setting, block.title)
    for start in range(0, len(block.turns), per):
        band = slice(start, start + per)
        for at, (label, values) in enumerate(table):
            colour = "ink" if at else "muted"
            marks = [Text(0, ASCENT * size, label, size, "bold" if at else "regular", colour, "RH" if at else "TH")]
            for n, value in enumerate(values[band]):
                x = left + step * (n + 0.5) - fonts.width(value) * size / 2
                marks.append(Text(x, ASCENT * size, value, size, "regular", colour, "TD" if at else "TH"))
            gap = 1.5 if start and at == 0 else 0
            yield BlockRow(setting.leading * size, tuple(marks), keep=at < len(table) - 1, gap=gap)


# Boxes to cross off, numbered by what is left; all stats of a copy side by side if they fit.

MOST_BOXES, MOST_ROWS = 60, 24
# Gaps between boxes, between fives, at the threshold, below a row.
APART, FIVES, WIDE, BELOW = 1.4, 2.4, 4.5, 1.8
# How many spans of a threshold's text stand beside the boxes.
NOTHING, THRESHOLD, SENTENCE = 0, 1, 2


def ticks_rows(setting: ColumnSetting, block: Ticks) -> Iterator[BlockRow]:
    """A row for each copy, or one for each stat of each copy; one box per copy if there are very many.

    What thresholds do is printed beside the boxes or below them, whichever takes less room.
    """
    if len(block.copies) > MOST_ROWS:
        yield from crowd_rows(setting, block)
        return
    # The order decides ties: the whole sentence beside the boxes, if that is no taller.
    ways = [list(copy_rows(setting, block, spans)) for spans in (SENTENCE, NOTHING, THRESHOLD)]
    yield from min(ways, key=lambda rows: sum(row.height for row in rows))


def copy_rows(setting: ColumnSetting, block: Ticks, spans: int) -> Iterator[BlockRow]:
    """The boxes of all copies; the first `spans` about the thresholds of a single copy stand beside, the rest below."""
    plain = all(0 < track.number <= MOST_BOXES for track in block.tracks)
    # Beside one row only: with several copies it would be repeated in each.
    beside = plain and block.copies == ("",) and box_line_marks(setting, block.tracks, "", spans)[1] <= setting.width
    for number, copy in enumerate(block.copies):
        gap = setting.size * 0.35 * setting.gap_scale if number == 0 else 0.0
        marks, wide = box_line_marks(setting, block.tracks, copy, spans if beside else NOTHING)
        if plain and wide <= setting.width:
            yield BlockRow(setting.box + BELOW, tuple(marks), gap=gap)
            continue
        for track in block.tracks:
            yield from stat_box_rows(setting, track, copy, gap, len(block.tracks) > 1)
            gap = 0.0
    small = setting._replace(size=setting.small)
    for track in block.tracks:
        rest = threshold_spans(track)[spans if beside else NOTHING :]
        if rest:
            yield from paragraph(small, rest)


def threshold_spans(track: Boxes) -> list[Span]:
    """From which number left the mark applies, and what it does; nothing if it never applies."""
    words = threshold(track)
    if track.mark and not words:
        return []
    return [Span(f"{track.mark} {words}." if words else "", "bold"), Span(track.text)] if words or track.text else []


def threshold(track: Boxes) -> str:
    """From which number left the mark applies."""
    left = track.number - track.after if track.after is not None else 0
    return f"at {left} or less" if track.mark and left > 0 else ""


def run_width(setting: ColumnSetting, track: Boxes, count: int) -> float:
    """The width of the first boxes of a track."""
    return box_left(setting, track, 0, count - 1) + setting.box if count else 0.0


def box_left(setting: ColumnSetting, track: Boxes, start: int, at: int) -> float:
    """The left edge of a box in a line that starts with `start`; gaps are at the threshold, else after fives."""
    gaps = (at - start) // 5 * FIVES
    if track.after is not None:
        gaps = WIDE if start < track.after <= at else 0.0
    return (at - start) * (setting.box + APART) + gaps


def box_line_marks(setting: ColumnSetting, tracks: Sequence[Boxes], copy: str, spans: int) -> tuple[list[Mark], float]:
    """All boxes of a copy in one line with the words beside them, and where it ends: past the width if too long."""
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
        if words := threshold_spans(track)[:spans]:
            texts, wide = beside_marks(setting, words, x + size * 0.5)
            marks += texts
            x += size * 0.5 + wide
    return marks, x


def beside_marks(setting: ColumnSetting, spans: list[Span], left: float) -> tuple[list[Mark], float]:
    """Words in two lines beside boxes, as narrow as possible, and their width; past the column if they need more."""
    fonts, size = setting.fonts, box_text_size(setting)
    room = max(1.0, setting.width - left) / size
    lines = fonts.wrap(spans, room)
    if len(lines) > 2:
        return [], setting.width + 1
    if len(spans) == 1 and len(lines) == 1:
        whole = sum(fonts.width(one.text, one.style) for one in spans)
        # A short threshold is broken into two lines of about equal length, which leaves more room for what follows.
        narrow = [fonts.wrap(spans, whole * share) for share in (0.5, 0.55, 0.6, 0.7, 0.8)]
        lines = next((one for one in narrow if len(one) == 2), lines)
    top = 0.6 + setting.box / 2 - len(lines) * 0.5 * LEADING * size
    marks = [mark for at, line in enumerate(lines) for mark in line_marks(line, left, top + at * LEADING * size, size)]
    return list(with_tag(marks, "P")), max(line_width(fonts, line) for line in lines) * size


def box_text_size(setting: ColumnSetting) -> float:
    """The size of numbers in boxes and of words beside them; it grows with the boxes."""
    return max(setting.floor, setting.box * 0.5)


def box_stroke(setting: ColumnSetting) -> float:
    """The line width of boxes; thin on ink savers."""
    return 0.3 if setting.body == "light" else 0.7


def boxes(setting: ColumnSetting, track: Boxes, start: int, end: int, x: float) -> Iterator[Mark]:
    """A range of boxes, each with the number that is left before it is crossed off."""
    size, fonts = box_text_size(setting), setting.fonts
    for at in range(start, end):
        left = x + box_left(setting, track, start, at)
        late = track.after is not None and at >= track.after
        yield Box(left, 0.6, setting.box, setting.box, box_stroke(setting), "shade" if late else None, 1.4, tick=True)
        number = str(track.number - at)
        wide = fonts.width(number, setting.body) * size
        # A box too small for its number stays empty and can still be crossed off.
        if wide <= setting.box - 1:
            base = 0.6 + setting.box / 2 + size * 0.35
            yield Text(left + (setting.box - wide) / 2, base, number, size, setting.body, "muted")


def stat_box_rows(setting: ColumnSetting, track: Boxes, copy: str, gap: float, several: bool) -> Iterator[BlockRow]:
    """The boxes of one stat in as many rows as they need; a number instead of very many."""
    fonts, size = setting.fonts, setting.small
    label = f"{copy} {track.label}".strip() if several else copy
    left = fonts.width(label, "bold") * size + size * 0.6 if label else 0.0
    room = setting.width - left
    # Rows of fewer than five boxes are hard to count: then a number with a line to write on says the same.
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
    """The boxes that start a row: the first past the threshold if two rows suffice, else fives or even rows."""
    # n boxes have n - 1 gaps, so one gap is added to the room.
    most = max(1, int((room + APART - (WIDE if track.after else 0)) // (setting.box + APART)))
    if track.after and max(track.after, track.number - track.after) <= most:
        return [0, track.after]
    fives = max(1, int((room + APART) // (setting.box + APART + FIVES / 5))) // 5 * 5
    rows = -(-track.number // most)
    return list(range(0, track.number, fives if fives and not track.after else -(-track.number // rows)))


def crowd_rows(setting: ColumnSetting, block: Ticks) -> Iterator[BlockRow]:
    """A box for each copy, to write in what it has lost, below what each starts with."""
    words = ", ".join(f"{track.number} {track.label}" for track in block.tracks)
    text = f"{words} each. A box for each model: write in what it has lost, cross it off when it is gone."
    small, gap = setting._replace(size=setting.small), setting.size * 0.35
    yield from paragraph(small, [Span(text)], gap=gap)
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
        if words := threshold(track):
            yield from paragraph(small, [Span(f"{track.mark} {words}.", "bold"), Span(track.text)])


def number_rows(setting: ColumnSetting, label: str, count: int, gap: float) -> list[BlockRow]:
    """A number, and a line to write on."""
    rows = paragraph(setting, [Span(label, "bold"), Span(f"{count}")], gap=gap)
    y = ASCENT * setting.size + 1
    line = LineMark(setting.width * 0.6, y, setting.width, y, 0.4)
    return [rows[0]._replace(marks=(*rows[0].marks, line)), *rows[1:]]


ROW_MAKERS: dict[type[Any], Callable[[ColumnSetting, Any], Iterable[BlockRow]]] = {
    Decline: decline_rows,
    Items: items_rows,
    Legend: legend_rows,
    Paragraph: note_rows,
    ProfileTable: table_rows,
    Ticks: ticks_rows,
    WritingLines: writing_rows,
}


# Stacking: rows go into rooms of given heights; what does not fit continues in the next room.

# The share of a room that may stay empty before soft ties are cut to fill it.
MOST_EMPTY = 0.4


def chains(rows: Sequence[BlockRow], parted: bool = False) -> Iterator[list[BlockRow]]:
    """Rows that stay together; with `parted`, soft ties are cut."""
    chain: list[BlockRow] = []
    for row in rows:
        chain.append(row)
        if not row.keep or (parted and row.soft):
            yield chain
            chain = []
    if chain:
        yield chain


class Stack:
    """Rows being stacked into rooms, each row with its top; only the first room may stay empty."""

    def __init__(self, rooms: Iterator[float]) -> None:
        self.rooms, self.pages = rooms, [list[tuple[float, BlockRow]]()]
        self.room, self.y = next(rooms), 0.0

    def turn(self) -> None:
        """Go to the next room."""
        self.pages.append([])
        self.room, self.y = next(self.rooms), 0.0

    def fits(self, rows: Sequence[BlockRow]) -> bool:
        """Whether rows fit below those there; an empty room takes any."""
        tall = sum(row.height + row.gap for row in rows)
        # The tolerance is for sums of the same heights in another order.
        return not self.pages[-1] or self.y + tall <= self.room + 1e-6

    def put(self, row: BlockRow) -> None:
        """Put a row below the last, or into the next room."""
        # The first room is often the small rest of a face, so a tall row may leave it empty; a later one is as good as
        # any.
        if not self.fits([row]) or (row.height > self.room + 1e-6 and len(self.pages) == 1):
            self.turn()
        self.y += row.gap if self.pages[-1] else 0.0
        if self.y + row.height > self.room + 1e-6:
            raise TooSmallError
        self.pages[-1].append((self.y, row))
        self.y += row.height


def flow(rows: Sequence[BlockRow], rooms: Iterator[float]) -> list[list[tuple[float, BlockRow]]]:
    """Rows stacked into rooms of these heights, each row with its top."""
    stack = Stack(rooms)
    for chain in chains(rows):
        # Moving a whole chain is better than cutting it, unless that leaves much of the face empty.
        whole = stack.fits(chain) or stack.room - stack.y <= MOST_EMPTY * stack.room
        for part in [chain] if whole else chains(chain, parted=True):
            if not stack.fits(part):
                stack.turn()
            if part[0].under and not stack.pages[-1]:
                part = [*part[0].under, part[0]._replace(gap=0.0, rule=""), *part[1:]]
            for row in part:
                stack.put(row)
    return stack.pages


# The statline: every value in the same place on every card or model, in as few rows as possible.

Stats = Sequence[tuple[str, str]]
STAT_GAP = 5.0
# Characters that reach below their line, and how far.
DESCENDERS, DEPTH = set("gjpqyQ,;()[]{}|/_@$"), 0.24
# Heights: of figures in their size; of labels, and between rows, in theirs.
CAPITAL, LABEL, BETWEEN = 0.73, 1.36, 0.7


class StatGrid(NamedTuple):
    """The grid of a statline: the size of values, their depth below the line, and number and width of each column."""

    value: float
    deep: float
    rows: tuple[tuple[tuple[int, float], ...], ...]

    def row_height(self, label: float) -> float:
        """The height of one row."""
        return self.value * (CAPITAL + self.deep) + LABEL * label

    def height(self, label: float) -> float:
        """The height of all rows with the space between them."""
        return len(self.rows) * (self.row_height(label) + label * BETWEEN) - label * BETWEEN


class Lettering(NamedTuple):
    """How a statline is set: the size of labels, the style of values, and colours."""

    fonts: Fonts
    label: float
    style: Style
    colour: Colour
    line: Colour
    capitals: bool = False

    def label_text(self, name: str) -> str:
        """A label as it is printed."""
        return name.upper() if self.capitals else name


def stat_grid(
    letters: Lettering,
    width: float,
    tables: Sequence[Stats],
    values: Sequence[float],
    tallest: float,
    down: bool = False,
) -> StatGrid:
    """The grid with the fewest rows, evenly filled; values shrink to the least size before a row is added.

    With `down` each row has one stat. If the grid would be taller than `tallest`, values shrink as well.
    """
    count = len(tables[0])
    # Most values are figures, which need no room below their line.
    deep = DEPTH if any(DESCENDERS & set(value) for stats in tables for _, value in stats) else 0.0
    # Fewest rows first, so that smaller values are preferred to one more row.
    for rows in range(count if down else 1, count + 1):
        for value in values:
            widths, per = stat_widths(letters, tables, value), -(-count // rows)
            split = [range(at, min(at + per, count)) for at in range(0, count, per)]
            columns = [max(widths[at::per]) for at in range(per)]
            wide = spread_columns(width, columns)
            made = StatGrid(value, deep, tuple(tuple(zip(row, wide, strict=False)) for row in split))
            tall = made.height(letters.label) > tallest and value > values[-1]
            if not tall and sum(columns) <= width:
                return made
    raise TooSmallError


def stat_widths(letters: Lettering, tables: Sequence[Stats], value: float) -> list[float]:
    """The least width of each stat: that of its label or of its widest value on any card."""
    fonts = letters.fonts
    return [
        max(
            fonts.width(letters.label_text(name), "medium") * letters.label,
            *(fonts.width(stats[at][1], letters.style) * value for stats in tables),
        )
        + STAT_GAP
        for at, (name, _) in enumerate(tables[0])
    ]


def spread_columns(width: float, needed: Sequence[float]) -> list[float]:
    """Columns that fill the width: equal ones if all fit, else each gets what it needs and a share of the rest."""
    equal = width / len(needed)
    spare = (width - sum(needed)) / len(needed)
    fits = all(one <= equal for one in needed)
    return [equal if fits else one + spare for one in needed]


def stat_marks(letters: Lettering, stats: Stats, made: StatGrid) -> Iterator[Mark]:
    """The statline: values over their labels, with hairlines between the columns."""
    fonts, label, style, value = letters.fonts, letters.label, letters.style, made.value
    tall = made.row_height(label)
    for number, row in enumerate(made.rows):
        x, y = 0.0, number * (tall + label * BETWEEN)
        for at, wide in row:
            name, text = letters.label_text(stats[at][0]), stats[at][1]
            if x > 0 and letters.line != "paper":
                yield LineMark(x, y + 1, x, y + tall - 0.5 * label, 0.6, letters.line)
            middle = x + wide / 2
            left, base = middle - fonts.width(name, "medium") * label / 2, (CAPITAL + made.deep) * value + 1.13 * label
            yield Text(left, y + base, name, label, "medium", letters.colour, "RH")
            left = middle - fonts.width(text, style) * value / 2
            yield Text(left, y + CAPITAL * value, text, value, style, "ink", "TD")
            x += wide
