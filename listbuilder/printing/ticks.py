"""Boxes to cross off, as rows: numbered by what is left, all stats of a copy side by side where they fit.

The boxes past a threshold stand apart and are shaded, and words beside or below them say what it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.printing.content import Boxes, Ticks
from listbuilder.printing.marks import Box, Line, Mark, Text
from listbuilder.printing.rows import Row, Setting, paragraph
from listbuilder.printing.text import ASCENT, Span

__all__ = ["ticks_rows"]

MOST_BOXES, MOST_ROWS = 60, 24
APART, FIVES, WIDE = 1.4, 2.4, 4.5


def ticks_rows(setting: Setting, block: Ticks) -> Iterator[Row]:
    """A row for each copy, or one for each stat of each copy; for very many copies a box for each of them."""
    plain = all(0 < track.number <= MOST_BOXES for track in block.tracks)
    if len(block.copies) > MOST_ROWS:
        yield from crowd_rows(setting, block)
        return
    for number, copy in enumerate(block.copies):
        gap = setting.size * 0.35 * setting.loose if number == 0 else 0.0
        if plain and line_width(setting, block.tracks, copy) <= setting.width:
            marks, _ = line_marks(setting, block.tracks, copy)
            yield Row(setting.box + 2.6, tuple(marks), gap=gap)
            continue
        for track in block.tracks:
            yield from tall(setting, track, copy, gap, len(block.tracks) > 1)
            gap = 0.0
    yield from effect_rows(setting, block)


def effect_rows(setting: Setting, block: Ticks) -> Iterator[Row]:
    """What thresholds do, in words."""
    small = setting._replace(size=setting.small)
    beside = block.copies == ("",) and line_width(setting, block.tracks, "") <= setting.width
    for track in block.tracks:
        spans = [] if beside or not threshold(track) else [Span(f"{track.mark} {threshold(track)}.", "bold")]
        spans += [Span(track.text)] if track.text else []
        if spans:
            yield from paragraph(small, spans)


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


def line_width(setting: Setting, tracks: Sequence[Boxes], copy: str) -> float:
    """How wide all boxes of a copy are side by side, with what stands beside them."""
    return line_marks(setting, tracks, copy)[1]


def line_marks(setting: Setting, tracks: Sequence[Boxes], copy: str) -> tuple[list[Mark], float]:
    """All boxes of a copy in one line, and where it ends."""
    fonts, size, small = setting.fonts, setting.small, inside(setting)
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
        if (words := threshold(track)) and not copy:
            x += size * 0.5
            middle = 0.6 + setting.box / 2
            marks.append(Text(x, middle - 0.3 * small, track.mark, small, "bold"))
            marks.append(Text(x, middle + 0.75 * small, words, small))
            x += max(fonts.width(track.mark, "bold"), fonts.width(words)) * small
    return marks, x


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
    per = per_row(setting, track, room)
    for start in range(0, track.number, per):
        marks: list[Mark] = [*boxes(setting, track, start, min(start + per, track.number), left)]
        if start == 0:
            marks.append(Text(0, (setting.box + size * 0.7) / 2 + 0.4, label, size, "bold"))
        yield Row(setting.box + 2.6, tuple(marks), keep=start + per < track.number, gap=gap if start == 0 else 0)


def per_row(setting: Setting, track: Boxes, room: float) -> int:
    """How many boxes of a track go in a row: whole fives, unless a threshold parts them."""
    if track.after is not None:
        return max(1, int((room + APART - WIDE) // (setting.box + APART)))
    per = max(1, int((room + APART) // (setting.box + APART + FIVES / 5)))
    return per // 5 * 5 if per >= 5 else per


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
