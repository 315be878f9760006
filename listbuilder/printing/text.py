"""The one module that knows type: fonts, widths, which glyphs there are, and how text breaks into lines.

Text is never markup. Words go in as they are and are drawn as they are; characters no font has are noted in `lacking`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.printing.marks import Box, Colour, Mark, Sign, Text, sign_shape

__all__ = ["ASCENT", "LEADING", "REGULAR", "Fonts", "Piece", "Span", "check_glyphs", "clean", "line_marks"]

ASCENT, LEADING = 0.9, 1.15
BOX, BOX_GAP = 0.86, 0.22
WIDER = 0.36
LARGEST_FONT = 32 * 1024 * 1024
REGULAR, BOLD, OTHER = "Listbuilder", "Listbuilder-Bold", "Listbuilder-Other"
FACES = (REGULAR, BOLD, OTHER)
RIGHT_TO_LEFT = frozenset({"R", "AL"})


class Span(NamedTuple):
    """A piece of a paragraph in one style, with squares to cross off after it, or a sign drawn before it."""

    text: str
    bold: bool = False
    colour: Colour = "ink"
    boxes: int = 0
    sign: Sign | None = None


class Piece(NamedTuple):
    """A piece of a line, placed, in units of the type size: text, or a sign, or a box where there is neither."""

    x: float
    text: str
    bold: bool
    colour: Colour
    sign: Sign | None = None


class Word(NamedTuple):
    """What is set next: a word, a sign or a box, how wide it is, and how much must follow on the same line."""

    text: str
    bold: bool
    colour: Colour
    width: float
    sign: Sign | None = None
    tail: float = 0.0


def clean(text: str) -> str:
    """Text on one line: white space of any kind is one space, soft hyphens are gone."""
    return " ".join(text.replace("\u00ad", "").split())


class Fonts:
    """The faces in use. Widths are for type of size 1; `lacking` gathers characters that can't be printed."""

    def __init__(self, other: Path | None = None) -> None:
        from font_roboto import font_files  # type: ignore[import-untyped]
        from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]
        from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]

        self.faces: list[Any] = [TTFont(REGULAR, font_files["RobotoLight"]), TTFont(BOLD, font_files["RobotoMedium"])]
        if other is not None:
            self.faces.append(_open_font(other))
        for face in self.faces:
            pdfmetrics.registerFont(face)
        self.glyphs = [face.face.charToGlyph for face in self.faces]
        self.lacking: dict[str, None] = {}
        self.widths: tuple[dict[str, float], dict[str, float]] = ({}, {})
        self.known: dict[tuple[Span, ...], list[Word]] = {}
        self.spaces = (self.width(" "), self.width(" ", True))

    def width(self, text: str, bold: bool = False) -> float:
        """How wide a text is; remembered unless it holds characters that are lacking."""
        known = self.widths[bold]
        if text in known:
            return known[text]
        wide = [self.char_width(char, bold) for char in text]
        total = sum(one for one in wide if one is not None)
        if None not in wide:
            known[text] = total
        return total

    def char_width(self, char: str, bold: bool) -> float | None:
        """The width of one character, or None after noting that no face has it."""
        at = self.face_of(char, bold)
        if at is None:
            self.lacking[char] = None
            return None
        face = self.faces[at].face
        return float(face.charWidths.get(ord(char), face.defaultWidth)) / 1000

    def face_of(self, char: str, bold: bool) -> int | None:
        """Which face draws a character."""
        if unicodedata.bidirectional(char) in RIGHT_TO_LEFT:
            return None
        number = ord(char)
        return next((at for at in (int(bold), 2) if at < len(self.glyphs) and number in self.glyphs[at]), None)

    def encode(self, text: str, bold: bool, canvas: Any) -> Iterator[tuple[str, str, str]]:
        """For each run of one face: the PDF's name of its font, the string as the PDF spells it, and the run."""
        for name, run in self.runs(text, bold):
            font = self.faces[FACES.index(name)]
            for subset, code in font.splitString(run, canvas._doc):
                yield font.getSubsetInternalName(subset, canvas._doc), canvas._escape(code), run

    def runs(self, text: str, bold: bool) -> Iterator[tuple[str, str]]:
        """The text cut where the face changes, each with its font's name."""
        if len(self.faces) == 2:
            yield (BOLD if bold else REGULAR), text
            return
        run, current = "", int(bold)
        for char in text:
            at = self.face_of(char, bold)
            if at is not None and at != current and run:
                yield FACES[current], run
                run = ""
            current = current if at is None else at
            run += char
        yield FACES[current], run

    def wrap(self, spans: Sequence[Span], room: float) -> list[list[Piece]]:
        """Spans broken into lines no wider than `room`; a word that is too wide alone is broken as well."""
        lines: list[list[Piece]] = []
        line: list[Piece] = []
        x = 0.0
        run: list[str] = []
        for word in self.words(spans, room):
            text, bold, colour, width, sign, tail = word
            joins = run and text and line[-1].bold == bold and line[-1].colour == colour
            gap = self.spaces[bold] if joins else self.gap(line[-1], text, sign) if line else 0.0
            if line and x + gap + width + tail > room + 1e-6:
                close(line, run)
                lines.append(line)
                line, run, x, gap, joins = [], [], 0.0, 0.0, False
            if joins:
                run.append(text)
            else:
                close(line, run)
                line.append(Piece(x + gap, text, bold, colour, sign))
                run = [text] if text else []
            x += gap + width
        if line:
            close(line, run)
            lines.append(line)
        return lines

    def gap(self, last: Piece, text: str, sign: Sign | None) -> float:
        """The space between a piece and what follows it: boxes in a row stand close, other signs apart."""
        if last.text and text:
            return self.spaces[0]
        return BOX_GAP if not (last.text or last.sign or text or sign) else WIDER

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
            bold, colour = span.bold, span.colour
            words = span.text.replace("\u00ad", "").split()
            if span.sign:
                tail = self.width(words[0], bold) + WIDER if words else 0.0
                yield Word("", bold, colour, BOX, span.sign, tail)
            for word in words:
                yield Word(word, bold, colour, self.width(word, bold))
            for _ in range(span.boxes):
                yield Word("", bold, colour, BOX)

    def broken(self, word: Word, room: float) -> Iterator[Word]:
        """A word in parts that fit."""
        part, wide = "", 0.0
        for char in word.text:
            width = self.char_width(char, word.bold) or 0.0
            if part and wide + width > room:
                yield Word(part, word.bold, word.colour, wide)
                part, wide = "", 0.0
            part, wide = part + char, wide + width
        if part:
            yield Word(part, word.bold, word.colour, wide)

    def fit(self, text: str, room: float, sizes: Iterable[float], bold: bool, lines: int = 1) -> tuple[float, int]:
        """The largest size at which a text takes at most so many lines, or the smallest and the lines it takes."""
        size, needed = 0.0, 1
        for size in sizes:
            needed = len(self.wrap([Span(text, bold)], room / size)) or 1
            if needed <= lines:
                break
        return size, needed


def close(line: list[Piece], run: list[str]) -> None:
    """Put the words that were gathered into the last piece of a line."""
    if len(run) > 1:
        line[-1] = line[-1]._replace(text=" ".join(run))


def line_marks(line: list[Piece], x: float, y: float, size: float) -> list[Mark]:
    """The marks of a wrapped line whose top is at `y`."""
    base, side = y + ASCENT * size, BOX * size
    out: list[Mark] = []
    for piece in line:
        left, top = x + piece.x * size, base - side + 0.08 * size
        if piece.text:
            out.append(Text(left, base, piece.text, size, piece.bold, piece.colour))
        elif piece.sign:
            out.append(sign_shape(piece.sign, left, top, side))
        else:
            out.append(Box(left, top, side, side, stroke=0.6, tick=True))
    return out


def check_glyphs(fonts: Fonts, owner: str, file: str | None) -> list[Finding]:
    """The characters found lacking since the last call, as a finding that names whose text has them."""
    if not fonts.lacking:
        return []
    backwards = any(unicodedata.bidirectional(char) in RIGHT_TO_LEFT for char in fonts.lacking)
    shown = ", ".join(f"{char} (U+{ord(char):04X} {unicodedata.name(char, 'unnamed')})" for char in fonts.lacking)
    fonts.lacking.clear()
    hint = (
        "Text from right to left can't be printed yet; spell it in another script."
        if backwards
        else "Spell it without, or name a TrueType font that has it: --font FILE."
    )
    return [Finding(code="print.glyph", message=f"{owner}: no font has {shown}.", hint=hint, file=file, model=owner)]


def _open_font(path: Path) -> Any:
    """A TrueType font that the user named."""
    from reportlab.pdfbase import ttfonts

    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FONT:
            raise OSError("it is not an ordinary file of at most 32 MB")
        font = ttfonts.TTFont(OTHER, str(path))
    except (OSError, ttfonts.TTFError, ValueError, KeyError, IndexError) as error:
        message = f"{path} can't be used as a font: {error}"
        hint = "Name a TrueType file (.ttf); .otf and .woff can't be embedded."
        raise DocumentError.of("print.font", message, hint) from error
    ttfonts.makeToUnicodeCMap = _unicode_map(ttfonts.makeToUnicodeCMap)
    return font


def _unicode_map(make: Any) -> Any:
    """Reportlab's table for copying text, put right for characters beyond U+FFFF, which it writes as one number."""

    def made(font: Any, subset: list[int]) -> Any:
        table = make(font, subset)
        for number in subset:
            if number > 0xFFFF:
                pair = chr(number).encode("utf-16-be").hex().upper()
                table = table.replace(f"<{number:04X}>", f"<{pair}>")
        return table

    return made if make.__name__ != "made" else make
