"""Boxes to cross off, as rows: in fives, all stats of a copy side by side where they fit, else one below the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.printing.content import Boxes, Ticks
from listbuilder.printing.marks import Box, Line, Mark, Text
from listbuilder.printing.rows import Row, Setting, paragraph
from listbuilder.printing.text import ASCENT, Span

__all__ = ["ticks_rows"]

MOST_BOXES = 60
APART, FIVES = 1.4, 2.4


def ticks_rows(setting: Setting, block: Ticks) -> Iterator[Row]:
    """A row for each copy, or one for each stat of each copy."""
    plain = all(0 < track.number <= MOST_BOXES for track in block.tracks)
    for number, copy in enumerate(block.copies):
        gap = setting.size * 0.35 * setting.loose if number == 0 else 0.0
        if plain and line_width(setting, block.tracks, copy) <= setting.width:
            marks, _ = line_marks(setting, block.tracks, copy)
            yield Row(setting.box + 2.6, tuple(marks), gap=gap)
            continue
        for track in block.tracks:
            yield from tall(setting, track, copy, gap)
            gap = 0.0
    words = " ".join(word for track in block.tracks for word in (track.text, *unsaid(setting, block, track)) if word)
    if words:
        yield from paragraph(setting._replace(size=setting.small), [Span(words, colour="muted")])


def unsaid(setting: Setting, block: Ticks, track: Boxes) -> Iterator[str]:
    """The threshold of a track, unless it stands beside the boxes."""
    if line_width(setting, block.tracks, block.copies[-1]) > setting.width:
        yield threshold(track)


def threshold(track: Boxes) -> str:
    """From which number left the mark applies."""
    left = track.number - track.after if track.after is not None else 0
    return f"{track.mark} ≤ {left}" if track.mark and left > 0 else ""


def run(setting: Setting, count: int) -> float:
    """How wide a run of boxes is."""
    return count * (setting.box + APART) - APART + (count - 1) // 5 * FIVES


def line_width(setting: Setting, tracks: Sequence[Boxes], copy: str) -> float:
    """How wide all boxes of a copy are side by side, with what stands beside them."""
    return line_marks(setting, tracks, copy)[1]


def line_marks(setting: Setting, tracks: Sequence[Boxes], copy: str) -> tuple[list[Mark], float]:
    """All boxes of a copy in one line, and where it ends."""
    fonts, size, small = setting.fonts, setting.size, setting.small
    marks: list[Mark] = []
    x, base = 0.0, (setting.box + size * 0.7) / 2 + 0.4
    if copy:
        marks.append(Text(x, base, copy, size, "bold"))
        x = fonts.width("00", "bold") * size + size * 0.4
    for at, track in enumerate(tracks):
        x += size if at else 0
        marks.append(Text(x, base, track.label, size, "bold"))
        x += fonts.width(track.label, "bold") * size + size * 0.5
        marks += boxes(setting, track, 0, track.number, x)
        x += run(setting, track.number)
        if words := threshold(track):
            marks.append(Text(x + size * 0.5, base, words, small, "regular", "muted"))
            x += size * 0.5 + fonts.width(words) * small
    return marks, x


def boxes(setting: Setting, track: Boxes, start: int, end: int, x: float) -> Iterator[Box]:
    """The boxes from one number to another."""
    for at in range(start, end):
        left = x + (at - start) * (setting.box + APART) + (at - start) // 5 * FIVES
        late = track.after is not None and at >= track.after
        yield Box(left, 0.6, setting.box, setting.box, 0.5, "shade" if late else None, 1.0, tick=True)


def tall(setting: Setting, track: Boxes, copy: str, gap: float) -> Iterator[Row]:
    """The boxes of one stat in as many rows as they need; a number where nobody would count so many."""
    fonts, size = setting.fonts, setting.size
    label = f"{copy} {track.label}".strip()
    left = fonts.width(label, "bold") * size + size * 0.6
    if not 0 < track.number <= MOST_BOXES or left + run(setting, 5) > setting.width:
        yield from number_rows(setting, label, track.number, gap)
        return
    per = 5
    while left + run(setting, per + 5) <= setting.width:
        per += 5
    for start in range(0, track.number, per):
        marks: list[Mark] = [*boxes(setting, track, start, min(start + per, track.number), left)]
        if start == 0:
            marks.append(Text(0, (setting.box + size * 0.7) / 2 + 0.4, label, size, "bold"))
        yield Row(setting.box + 2.6, tuple(marks), keep=start + per < track.number, gap=gap if start == 0 else 0)


def number_rows(setting: Setting, label: str, count: int, gap: float) -> list[Row]:
    """The number, and a line to write on."""
    rows = paragraph(setting, [Span(label, style="bold"), Span(f"{count}")], gap=gap)
    y = ASCENT * setting.size + 1
    line = Line(setting.width * 0.6, y, setting.width, y, 0.4)
    return [rows[0]._replace(marks=(*rows[0].marks, line)), *rows[1:]]
