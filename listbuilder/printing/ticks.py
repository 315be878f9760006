"""Boxes to cross off, as rows: numbered by what is left, all stats of a copy side by side where they fit.

The boxes past a threshold stand apart and are shaded, and words beside or below them say what it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from listbuilder.printing.content import Boxes, Ticks
from listbuilder.printing.marks import Box, Line, Mark, Text, tagged
from listbuilder.printing.rows import Row, Setting, paragraph
from listbuilder.printing.text import ASCENT, LEADING, Span, line_width
from listbuilder.printing.text import line_marks as text_marks

MOST_BOXES, MOST_ROWS = 60, 24
APART, FIVES, WIDE, BELOW = 1.4, 2.4, 4.5, 1.8
NOTHING, THRESHOLD, SENTENCE = 0, 1, 2  # how much is said beside boxes: parts of a sentence


def ticks_rows(setting: Setting, block: Ticks) -> Iterator[Row]:
    """A row for each copy, or one for each stat of each copy; for very many copies a box for each of them.

    What thresholds do is said beside the boxes or below them, whichever takes less room.
    """
    if len(block.copies) > MOST_ROWS:
        yield from crowd_rows(setting, block)
        return
    ways = [list(copy_rows(setting, block, said)) for said in (SENTENCE, NOTHING, THRESHOLD)]
    yield from min(ways, key=lambda rows: sum(row.height for row in rows))


def copy_rows(setting: Setting, block: Ticks, said: int) -> Iterator[Row]:
    """The boxes of all copies, with so much said beside those that stand alone; the rest is said below them."""
    plain = all(0 < track.number <= MOST_BOXES for track in block.tracks)
    beside = plain and block.copies == ("",) and line_marks(setting, block.tracks, "", said)[1] <= setting.width
    for number, copy in enumerate(block.copies):
        gap = setting.size * 0.35 * setting.loose if number == 0 else 0.0
        marks, wide = line_marks(setting, block.tracks, copy, said if beside else NOTHING)
        if plain and wide <= setting.width:
            yield Row(setting.box + BELOW, tuple(marks), gap=gap)
            continue
        for track in block.tracks:
            yield from tall(setting, track, copy, gap, len(block.tracks) > 1)
            gap = 0.0
    small = setting._replace(size=setting.small)
    for track in block.tracks:
        spans = sentence(track)[said if beside else NOTHING :]
        if spans:
            yield from paragraph(small, spans)


def sentence(track: Boxes) -> list[Span]:
    """From which number left the mark applies, and what that does; nothing where a mark never applies."""
    words = threshold(track)
    if track.mark and not words:
        return []
    return [Span(f"{track.mark} {words}." if words else "", "bold"), Span(track.text)] if words or track.text else []


def threshold(track: Boxes) -> str:
    """From which number left the mark applies."""
    left = track.number - track.after if track.after is not None else 0
    return f"at {left} or less" if track.mark and left > 0 else ""


def run(setting: Setting, track: Boxes, count: int) -> float:
    """How wide the first boxes of a track are."""
    return left_of(setting, track, 0, count - 1) + setting.box if count else 0.0


def left_of(setting: Setting, track: Boxes, start: int, at: int) -> float:
    """Where a box begins in a line that begins with another: apart in fives, or before and after the threshold."""
    gaps = (at - start) // 5 * FIVES
    if track.after is not None:
        gaps = WIDE if start < track.after <= at else 0.0
    return (at - start) * (setting.box + APART) + gaps


def line_marks(setting: Setting, tracks: Sequence[Boxes], copy: str, said: int) -> tuple[list[Mark], float]:
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
        x += run(setting, track, track.number)
        if spans := sentence(track)[:said]:
            words, wide = beside_marks(setting, spans, x + size * 0.5)
            marks += words
            x += size * 0.5 + wide
    return marks, x


def beside_marks(setting: Setting, spans: list[Span], left: float) -> tuple[list[Mark], float]:
    """Words in two lines beside boxes, and how wide they are: as narrow as two lines can be."""
    fonts, size = setting.fonts, inside(setting)
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
    return list(tagged(marks, "P")), max(line_width(fonts, line) for line in lines) * size


def inside(setting: Setting) -> float:
    """The size of numbers in boxes and of words beside them, which grows with the boxes."""
    return max(setting.floor, setting.box * 0.5)


def stroke(setting: Setting) -> float:
    """How thick the lines of boxes are; thin where little ink is to be used."""
    return 0.3 if setting.body == "light" else 0.7


def boxes(setting: Setting, track: Boxes, start: int, end: int, x: float) -> Iterator[Mark]:
    """The boxes from one number to another, each with what is left before it is crossed off."""
    size, fonts = inside(setting), setting.fonts
    for at in range(start, end):
        left = x + left_of(setting, track, start, at)
        late = track.after is not None and at >= track.after
        yield Box(left, 0.6, setting.box, setting.box, stroke(setting), "shade" if late else None, 1.4, tick=True)
        number = str(track.number - at)
        wide = fonts.width(number, setting.body) * size
        if wide <= setting.box - 1:
            base = 0.6 + setting.box / 2 + size * 0.35
            yield Text(left + (setting.box - wide) / 2, base, number, size, setting.body, "muted")


def tall(setting: Setting, track: Boxes, copy: str, gap: float, several: bool) -> Iterator[Row]:
    """The boxes of one stat in as many rows as they need; a number where nobody would count so many."""
    fonts, size = setting.fonts, setting.small
    label = f"{copy} {track.label}".strip() if several else copy
    left = fonts.width(label, "bold") * size + size * 0.6 if label else 0.0
    room = setting.width - left
    if not 0 < track.number <= MOST_BOXES or run(setting, track, min(5, track.number)) > room:
        yield from number_rows(setting, f"{copy} {track.label}".strip(), track.number, gap)
        return
    starts = row_starts(setting, track, room)
    for start, end in pairwise([*starts, track.number]):
        marks: list[Mark] = [*boxes(setting, track, start, end, left)]
        if start == 0:
            marks.append(Text(0, (setting.box + size * 0.7) / 2 + 0.4, label, size, "bold"))
        yield Row(setting.box + BELOW, tuple(marks), keep=end < track.number, gap=gap if start == 0 else 0)


def row_starts(setting: Setting, track: Boxes, room: float) -> list[int]:
    """Which boxes of a track begin a row: the first past the threshold where that will do, else fives or even rows."""
    most = max(1, int((room + APART - (WIDE if track.after else 0)) // (setting.box + APART)))
    if track.after and max(track.after, track.number - track.after) <= most:
        return [0, track.after]
    fives = max(1, int((room + APART) // (setting.box + APART + FIVES / 5))) // 5 * 5
    rows = -(-track.number // most)
    return list(range(0, track.number, fives if fives and not track.after else -(-track.number // rows)))


def crowd_rows(setting: Setting, block: Ticks) -> Iterator[Row]:
    """A box for each copy, to write in what it has lost, under words that say what each starts with."""
    words = ", ".join(f"{track.number} {track.label}" for track in block.tracks)
    told = f"{words} each. A box for each model: write in what it has lost, cross it off when it is gone."
    yield from paragraph(setting._replace(size=setting.small), [Span(told)], gap=setting.size * 0.35)
    gap = setting.size * 0.35
    side = setting.box * 1.15
    per = max(1, int((setting.width + APART) // (side + APART)))
    size = inside(setting)
    for start in range(0, len(block.copies), per):
        marks: list[Mark] = []
        for at, copy in enumerate(block.copies[start : start + per]):
            x = at * (side + APART)
            marks.append(Box(x, 0.6, side, side, stroke(setting), None, 1.4))
            marks.append(Text(x + 1.4, 0.6 + 0.95 * size, copy, size, "regular", "muted"))
        yield Row(side + 2, tuple(marks), gap=0.0 if start else gap)
    for track in block.tracks:
        if said := threshold(track):
            yield from paragraph(
                setting._replace(size=setting.small), [Span(f"{track.mark} {said}.", "bold"), Span(track.text)]
            )


def number_rows(setting: Setting, label: str, count: int, gap: float) -> list[Row]:
    """The number, and a line to write on."""
    rows = paragraph(setting, [Span(label, "bold"), Span(f"{count}")], gap=gap)
    y = ASCENT * setting.size + 1
    line = Line(setting.width * 0.6, y, setting.width, y, 0.4)
    return [rows[0]._replace(marks=(*rows[0].marks, line)), *rows[1:]]
