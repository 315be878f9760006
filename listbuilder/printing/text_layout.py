"""Text in lines: spans of words, signs, badges and boxes are broken to a width and become marks.

Text is never markup. Words go in as they are and are drawn as they are; characters no font has are noted in `lacking`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from listbuilder.loading.templates import Drawing
from listbuilder.printing.marks import Box, Colour, Figure, Icon, Mark, Sign, Style, Text, sign_shape
from listbuilder.printing.typefaces import Faces

ASCENT, LEADING = 0.9, 1.15
BOX, BOX_GAP = 0.86, 0.22
WIDER = 0.36
BADGE_PAD, OUTLINE = 0.3, 0.5
DOT, GLUE = " · ", "\x00"  # a dot between words stays with the first of them
CLUNG = f"{GLUE}· "
SIGN = BOX + WIDER  # what a sign takes before a word


class Span(NamedTuple):
    """A piece of a paragraph in one style: squares to cross off after it, a sign before it, or a badge around it.

    A badge in the colour of its words is an outline. The words of a `whole` one stay on one line where they can.
    """

    text: str
    style: Style = "regular"
    colour: Colour = "ink"
    boxes: int = 0
    sign: Sign | Icon | None = None
    badge: Colour | None = None
    whole: bool = False


class LinePiece(NamedTuple):
    """A piece of a line, placed, in units of the type size: text, or a sign, or a box where there is neither."""

    x: float
    text: str
    style: Style
    colour: Colour
    sign: Sign | Icon | None = None
    badge: Colour | None = None
    width: float = 0.0


class Word(NamedTuple):
    """What is set next: a word, a sign or a box, how wide it is, and how much must follow on the same line."""

    text: str
    style: Style
    colour: Colour
    width: float
    sign: Sign | Icon | None = None
    tail: float = 0.0
    badge: Colour | None = None


def on_one_line_text(text: str) -> str:
    """Text on one line: white space of any kind is one space, soft hyphens are gone."""
    return " ".join(text.replace("\u00ad", "").split())


class Fonts(Faces):
    """Faces, and how text in them breaks into lines."""

    def __init__(
        self,
        other: Path | None = None,
        symbols: Mapping[str, Drawing] | None = None,
        lighter: bool = False,
        spell: bool = False,
    ) -> None:
        super().__init__(other, symbols, lighter, spell)
        self.known: dict[tuple[Span, ...], list[Word]] = {}

    def wrap(self, spans: Sequence[Span], room: float) -> list[list[LinePiece]]:
        """Spans broken into lines no wider than `room`; a word that is too wide alone is broken as well."""
        lines: list[list[LinePiece]] = []
        line: list[LinePiece] = []
        x = 0.0
        run: list[str] = []
        for word in self.words(spans, room):
            text, style, colour, width, sign, tail, badge = word
            last = line[-1] if line else None
            joins = run and text and last and (last.style, last.colour) == (style, colour) and not (last.badge or badge)
            gap = self.width(" ", style) if joins else self.gap(last, word) if last else 0.0
            if line and x + gap + width + tail > room + 1e-6:
                flush_words(line, run)
                lines.append(line)
                line, run, x, gap, joins = [], [], 0.0, 0.0, False
            if joins:
                run.append(text)
            else:
                flush_words(line, run)
                line.append(LinePiece(x + gap, text, style, colour, sign, badge, width))
                run = [text] if text else []
            x += gap + width
        if line:
            flush_words(line, run)
            lines.append(line)
        return lines

    def gap(self, last: LinePiece, word: Word) -> float:
        """The space between a piece and what follows it: boxes in a row stand close, other signs apart."""
        if last.badge or word.badge:
            return WIDER
        if last.text and word.text:
            return self.width(" ")
        return BOX_GAP if not (last.text or last.sign or word.text or word.sign) else WIDER

    def words(self, spans: Sequence[Span], room: float) -> list[Word]:
        """The words of all spans, remembered; those too wide for the room are broken."""
        key = tuple(spans)
        found = self.known.get(key)
        if found is None:
            found = list(self.split(spans))
            if not self.lacking:
                self.known[key] = found
        if all(word.width <= room for word in found):
            return found
        return [part for word in found for part in (self.broken(word, room) if word.width > room else (word,))]

    def split(self, spans: Sequence[Span]) -> Iterator[Word]:
        """Spans as words; an empty word is a sign or a box. A sign stays with the word behind it."""
        for span in spans:
            style, colour = span.style, span.colour
            words = [one.replace(GLUE, " ") for one in span.text.replace("\u00ad", "").replace(DOT, CLUNG).split()]
            if span.badge:
                text = " ".join(words)
                yield Word(text, style, colour, self.width(text, style) + 2 * BADGE_PAD, badge=span.badge)
                continue
            if span.sign:
                tail = self.width(" ".join(words) if span.whole else words[0], style) + WIDER if words else 0.0
                yield Word("", style, colour, BOX, span.sign, tail)
            for at, word in enumerate(words):
                tail = self.width(" " + " ".join(words[1:]), style) if span.whole and at == 0 and words[1:] else 0.0
                yield Word(word, style, colour, self.width(word, style), tail=tail)
            for _ in range(span.boxes):
                yield Word("", style, colour, BOX)

    def broken(self, word: Word, room: float) -> Iterator[Word]:
        """A word in parts that fit, broken behind a hyphen if it has one; a badge that must be broken is plain text."""
        part, wide, colour = "", 0.0, word.badge or word.colour
        for char in word.text:
            width = self.char_width(char, word.style) or 0.0
            if part and wide + width > room:
                end = part.rfind("-") + 1 or len(part)
                yield Word(part[:end], word.style, colour, self.width(part[:end], word.style))
                part, wide = part[end:], self.width(part[end:], word.style)
            part, wide = part + char, wide + width
        if part:
            yield Word(part, word.style, colour, wide)

    def fit(self, text: str, room: float, sizes: Iterable[float], style: Style, lines: int = 1) -> tuple[float, int]:
        """The largest size at which a text takes at most so many lines, or the smallest and the lines it takes."""
        size, needed = 0.0, 1
        for size in sizes:
            needed = len(self.wrap([Span(text, style)], room / size)) or 1
            if needed <= lines:
                break
        return size, needed


def flush_words(line: list[LinePiece], run: list[str]) -> None:
    """Put the words that were gathered into the last piece of a line."""
    if len(run) > 1:
        line[-1] = line[-1]._replace(text=" ".join(run))


def without_dot(line: list[LinePiece]) -> list[LinePiece]:
    """A line without the dot at its end, which the next line stands for."""
    words = line[-1].text if line else ""
    return [*line[:-1], line[-1]._replace(text=words[:-1].rstrip())] if words.endswith(DOT.strip()) else line


def line_width(fonts: Fonts, line: Sequence[LinePiece]) -> float:
    """How wide a wrapped line is, in units of the type size."""
    if not line:
        return 0.0
    last = line[-1]
    if not last.text:
        return last.x + BOX
    return last.x + fonts.width(last.text, last.style) + (2 * BADGE_PAD if last.badge else 0.0)


def line_marks(line: Sequence[LinePiece], x: float, y: float, size: float) -> list[Mark]:
    """The marks of a wrapped line whose top is at `y`."""
    return [mark for piece in line for mark in piece_marks(piece, x + piece.x * size, y + ASCENT * size, size)]


def piece_marks(piece: LinePiece, left: float, base: float, size: float) -> Iterator[Mark]:
    """The marks of one piece on its line."""
    side = BOX * size
    top = base - side + 0.08 * size
    if piece.badge:
        fill = None if piece.badge == piece.colour else piece.badge
        stroke = 0 if fill else OUTLINE
        yield Box(left, base - 0.86 * size, piece.width * size, size, stroke, fill, 0.22 * size)
        yield Text(left + BADGE_PAD * size, base, piece.text, size, piece.style, piece.colour)
    elif piece.text:
        yield Text(left, base, piece.text, size, piece.style, piece.colour)
    elif isinstance(piece.sign, Icon):
        yield Figure(left, top, side, piece.sign.path, piece.sign.colour, piece.sign.alt)
    elif piece.sign:
        yield sign_shape(piece.sign, left, top, side)
    else:
        yield Box(left, top, side, side, stroke=0.6, tick=True)
