"""Text in lines: spans of words, signs, badges and boxes are broken to a width and become marks.

Text is never markup: words are drawn as they are. Characters that no font has are collected in `Fonts.lacking`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding
from listbuilder.loading.templates import Drawing, Fontfiles, load_templates
from listbuilder.printing.marks import Box, Colour, Figure, Icon, Mark, Sign, Style, Text, sign_shape
from listbuilder.printing.symbol_font import SILENT, SYMBOLS, SymbolFont, sign_name

# Measures in units of the type size.
ASCENT, LEADING = 0.9, 1.15
BOX, BOX_GAP = 0.86, 0.22
# The space around signs and badges.
WIDER = 0.36
# The width of a sign before a word.
SIGN = BOX + WIDER
BADGE_PAD, OUTLINE = 0.3, 0.5
# A dot between words stays on the line of the first of them.
DOT, GLUE = " · ", "\x00"

# Bytes of a font file, which is read into memory whole.
LARGEST_FONT = 32 * 1024 * 1024
# Limits of capitals and descenders, in thousandths of the size: else lines would touch.
TALLEST, DEEPEST = 780, -290
RIGHT_TO_LEFT = frozenset({"R", "AL"})
REGULAR = "Listbuilder"
OTHER, OWN = f"{REGULAR}-Other", f"{REGULAR}-Own"
ROBOTO: dict[Style, str] = {
    "light": "RobotoLight",
    "regular": "Roboto",
    "medium": "RobotoMedium",
    "bold": "RobotoBold",
    "italic": "RobotoItalic",
}
NAMES: dict[Style, str] = {
    style: REGULAR if style == "regular" else f"{REGULAR}-{style.capitalize()}" for style in ROBOTO
}
LIGHTER: dict[Style, Style] = {"bold": "medium", "medium": "regular", "regular": "light"}


class Span(NamedTuple):
    """A piece of a paragraph in one style: with boxes to cross off after it, a sign before it, or a badge around it.

    A badge in the colour of its words is only an outline. The words of a `whole` span share a line if they can.
    """

    text: str
    style: Style = "regular"
    colour: Colour = "ink"
    boxes: int = 0
    sign: Sign | Icon | None = None
    badge: Colour | None = None
    whole: bool = False


class LinePiece(NamedTuple):
    """A placed piece of a line, in units of the type size: text, else a sign, else a box."""

    x: float
    text: str
    style: Style
    colour: Colour
    sign: Sign | Icon | None = None
    badge: Colour | None = None
    width: float = 0.0


class Word(NamedTuple):
    """A word, sign or box to set next, its width, and the width that must follow on the same line."""

    text: str
    style: Style
    colour: Colour
    width: float
    sign: Sign | Icon | None = None
    tail: float = 0.0
    badge: Colour | None = None


class Fonts:
    """The fonts in use: widths for type of size 1, line breaking, and the encoding of text for a PDF.

    Fonts other than the regular one are opened when they are first needed. With `lighter` every style is drawn in the
    next lighter font, which saves ink. With `spell` characters that no font has are printed as `[U+674E]`; otherwise
    they are collected in `lacking`.
    """

    def __init__(
        self,
        other: Path | None = None,
        symbols: Mapping[str, Drawing] | None = None,
        lighter: bool = False,
        spell: bool = False,
    ) -> None:
        self.lighter, self.spell = lighter, spell
        self.faces: dict[str, Any] = {}
        self.symbols: dict[str, Drawing] = {}
        self.lacking: dict[str, None] = {}
        self.clear_widths()
        self.known: dict[tuple[Span, ...], list[Word]] = {}
        # A canvas starts with this font.
        self.face(REGULAR)
        self.own: Fontfiles | None = None
        self.owned: dict[Style, str] = {}
        self.chosen = False
        if other is not None:
            self.add(open_font(other, OTHER))
        if symbols:
            self.draw(symbols)

    def clear_widths(self) -> None:
        """Forget the cached widths, because another font may now draw a character."""
        self.widths: dict[Style, dict[str, float]] = {style: {} for style in NAMES}

    def draw(self, symbols: Mapping[str, Drawing]) -> None:
        """Add drawings of symbols that no typeface has."""
        self.symbols |= {char: one for one in symbols.values() for char in one.words}
        self.faces.pop(SYMBOLS, None)
        self.clear_widths()

    def use(self, own: Fontfiles | None) -> None:
        """Choose the typeface of a template, or the usual one, which also fills its gaps."""
        if self.chosen and own != self.own:
            hint = "Print them one after the other."
            raise DocumentError.of("print.font", "These lists are of games with different typefaces.", hint)
        if own and not self.chosen:
            for at, file in enumerate(dict.fromkeys(own.file(style) for style in NAMES)):
                font = self.add(check_height(open_font(Path(file), f"{OWN}-{at}"), file))
                self.owned |= {style: font.fontName for style in NAMES if own.file(style) == file}
        self.own, self.chosen = own, True
        self.clear_widths()

    def add(self, font: Any) -> Any:
        """Register a font."""
        from reportlab.pdfbase import pdfmetrics  # type: ignore[import-untyped]

        pdfmetrics.registerFont(font)
        self.faces[font.fontName] = font
        return font

    def face(self, name: str) -> Any:
        """A font by its name."""
        found = self.faces.get(name)
        if found is not None:
            return found
        if name == SYMBOLS:
            return self.faces.setdefault(name, SymbolFont(dict(self.symbols)))
        from font_roboto import font_files  # type: ignore[import-untyped]
        from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]

        style = next(style for style, one in NAMES.items() if one == name)
        return self.add(TTFont(name, font_files[ROBOTO[style]]))

    def width(self, text: str, style: Style = "regular") -> float:
        """The width of a text; cached unless it has lacking characters, which must be noted each time."""
        known = self.widths[style]
        if text in known:
            return known[text]
        wide = [self.char_width(char, style) for char in text]
        total = sum(one for one in wide if one is not None)
        if None not in wide:
            known[text] = total
        return total

    def char_width(self, char: str, style: Style) -> float | None:
        """The width of one character; None after noting that no font has it."""
        name = self.face_of(char, style)
        if name is None:
            words = self.words_for(char)
            if words is None:
                self.lacking[char] = None
            return None if words is None else self.width(words, style)
        face = self.face(name).face
        return float(face.charWidths.get(ord(char), face.defaultWidth)) / 1000

    def words_for(self, char: str) -> str | None:
        """What replaces a character that no font has; None if nothing may."""
        words = sign_name(char)
        return f"[U+{ord(char):04X}]" if words is None and self.spell else words

    def spelled_in(self, text: str) -> str:
        """The characters of a text that would be printed as their code points, each once."""
        chars = [char for char in dict.fromkeys(text) if not char.isspace()]
        return "".join(char for char in chars if self.face_of(char, "regular") is None and sign_name(char) is None)

    def face_of(self, char: str, style: Style) -> str | None:
        """The name of the font that draws a character."""
        # Right-to-left text would be drawn in the wrong order, so it is reported as lacking and not printed wrong.
        if char in SILENT or unicodedata.bidirectional(char) in RIGHT_TO_LEFT:
            return None
        number, drawn = ord(char), self.drawn_style(style)
        if self.own and self.has(self.owned[drawn], number):
            return self.owned[drawn]
        if number in self.face(NAMES[drawn]).face.charToGlyph:
            return NAMES[drawn]
        if OTHER in self.faces and self.has(OTHER, number):
            return OTHER
        if not self.symbols:
            self.draw(load_templates().symbols)
        return SYMBOLS if char in self.symbols else None

    def drawn_style(self, style: Style) -> Style:
        """The style that a style is drawn in."""
        return LIGHTER.get(style, style) if self.lighter else style

    def has(self, name: str, number: int) -> bool:
        """Whether a font has a character."""
        return number in self.faces[name].face.charToGlyph

    def encode(self, text: str, style: Style, canvas: Any) -> Iterator[tuple[str, str, str]]:
        """For each run in one font: the font's name in the PDF, the encoded string, and the run."""
        for name, run in self.runs(text, style):
            font = self.face(name)
            for subset, code in font.splitString(run, canvas._doc):
                yield font.getSubsetInternalName(subset, canvas._doc), canvas._escape(code), run

    def runs(self, text: str, style: Style) -> Iterator[tuple[str, str]]:
        """The text cut where the font changes, each part with the name of its font."""
        usual = NAMES[self.drawn_style(style)]
        # Nearly all texts; the loop below asks for the font of each character.
        if text.isascii() and not self.own:
            yield usual, text
            return
        run, current = "", usual
        for char in text:
            name = self.face_of(char, style)
            drawn = char if name else self.words_for(char) or ""
            name = name or usual
            if name != current and run:
                yield current, run
                run = ""
            current = name
            run += drawn
        yield current, run

    def wrap(self, spans: Sequence[Span], room: float) -> list[list[LinePiece]]:
        """Spans broken into lines no wider than `room`; a word that is wider is broken as well."""
        lines: list[list[LinePiece]] = []
        line: list[LinePiece] = []
        x = 0.0
        run: list[str] = []
        for word in self.words(spans, room):
            text, style, colour, width, sign, tail, badge = word
            last = line[-1] if line else None
            # Words of one style become one piece: the PDF gets shorter, and screen readers get whole phrases.
            joins = run and text and last and (last.style, last.colour) == (style, colour) and not (last.badge or badge)
            gap = self.width(" ", style) if joins else self.gap(last, word) if last else 0.0
            # The tolerance: sums of the same widths in another order differ in their last digits.
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
        """The space between a piece and the next word: boxes in a row stand close, other signs apart."""
        if last.badge or word.badge:
            return WIDER
        if last.text and word.text:
            return self.width(" ")
        return BOX_GAP if not (last.text or last.sign or word.text or word.sign) else WIDER

    def words(self, spans: Sequence[Span], room: float) -> list[Word]:
        """The words of all spans, cached; those too wide for the room are broken."""
        key = tuple(spans)
        found = self.known.get(key)
        if found is None:
            found = list(self.split(spans))
            # While characters are lacking nothing is cached, so that each card that has them is named.
            if not self.lacking:
                self.known[key] = found
        if all(word.width <= room for word in found):
            return found
        return [part for word in found for part in (self.break_word(word, room) if word.width > room else (word,))]

    def split(self, spans: Sequence[Span]) -> Iterator[Word]:
        """Spans as words; an empty word is a sign or a box. A sign stays on the line of the word after it."""
        for span in spans:
            style, colour = span.style, span.colour
            # Soft hyphens are dropped: words are not divided, and fonts would draw them as hyphens.
            text = span.text.replace("\u00ad", "").replace(DOT, f"{GLUE}· ")
            words = [one.replace(GLUE, " ") for one in text.split()]
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

    def break_word(self, word: Word, room: float) -> Iterator[Word]:
        """A word in parts that fit, broken after a hyphen if it has one; a broken badge becomes plain text."""
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

    def fit(self, text: str, room: float, sizes: Iterable[float], style: Style) -> tuple[float, int]:
        """The largest size at which a text fits on one line, or the smallest; and the lines that it takes."""
        size, needed = 0.0, 1
        for size in sizes:
            needed = len(self.wrap([Span(text, style)], room / size)) or 1
            if needed == 1:
                break
        return size, needed


def flush_words(line: list[LinePiece], run: list[str]) -> None:
    """Join the collected words into the last piece of a line."""
    if len(run) > 1:
        line[-1] = line[-1]._replace(text=" ".join(run))


def without_dot(line: list[LinePiece]) -> list[LinePiece]:
    """A line without a dot at its end: the line break separates as well."""
    words = line[-1].text if line else ""
    return [*line[:-1], line[-1]._replace(text=words[:-1].rstrip())] if words.endswith(DOT.strip()) else line


def line_width(fonts: Fonts, line: Sequence[LinePiece]) -> float:
    """The width of a wrapped line, in units of the type size."""
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


def check_glyphs(fonts: Fonts, owner: str, file: str | None) -> list[Finding]:
    """A finding about the characters found lacking since the last call; `owner` is whose text has them."""
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


def open_font(path: Path, name: str) -> Any:
    """A TrueType font that the user named."""
    from reportlab.pdfbase import ttfonts

    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FONT:
            raise OSError("it is not an ordinary file of at most 32 MB")
        font = ttfonts.TTFont(name, str(path))
        # Reportlab merges fonts of one internal name in a document, and a user may name a font that is in use.
        font.face.subfontNameX = name.removeprefix(REGULAR).encode()
    except (OSError, ttfonts.TTFError, ValueError, KeyError, IndexError) as error:
        message = f"{path} can't be used as a font: {error}"
        hint = "Name a TrueType file (.ttf); .otf and .woff can't be embedded."
        raise DocumentError.of("print.font", message, hint) from error
    ttfonts.makeToUnicodeCMap = fix_unicode_map(ttfonts.makeToUnicodeCMap)
    return font


def check_height(font: Any, file: str) -> Any:
    """The font, if its lines would not touch in the leading of cards."""
    if font.face.capHeight > TALLEST or font.face.descent < DEEPEST:
        message = f"{file} stands too tall for its size: lines would touch."
        raise DocumentError.of("print.font", message, "Choose a typeface with lower capitals and shorter tails.")
    return font


def fix_unicode_map(make: Any) -> Any:
    """Reportlab's ToUnicode table, corrected: it writes characters above U+FFFF as one number, not as UTF-16."""

    def made(font: Any, subset: list[int]) -> Any:
        table = make(font, subset)
        for number in subset:
            if number > 0xFFFF:
                pair = chr(number).encode("utf-16-be").hex().upper()
                table = table.replace(f"<{number:04X}>", f"<{pair}>")
        return table

    return made if make.__name__ != "made" else make
