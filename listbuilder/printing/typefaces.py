"""The faces of type: how wide characters are, which face has them, and how a PDF spells them.

Faces but the first are opened when the first word is set in them. Symbols are drawn, or said in words; letters that no
face has are noted in `lacking`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding
from listbuilder.loading.templates import Drawing, Fontfiles, load_templates
from listbuilder.printing.marks import Style

# Symbols that no face of type has: those of the templates become a font of drawings, others their name in words.


SYMBOLS = "Listbuilder-Symbols"
SIDE, DROP, EDGE = 860, -80, 50  # a drawing in thousandths of the size: its side, how deep it hangs, space beside it
WIDE = SIDE + 2 * EDGE
SILENT = frozenset("\ufe0e\ufe0f\u200d\u20e3") | {chr(one) for one in range(0x1F3FB, 0x1F400)}
"""Says how the sign before it looks, or joins two."""
SIGNS = frozenset({"So", "Sm", "Sk", "Sc", "Po", "Pd", "Ps", "Pe"})
FLAG_LETTERS = range(0x1F1E6, 0x1F200)


def sign_name(char: str) -> str | None:
    """What is printed for a sign that nobody draws: its name; None for letters, which are no signs."""
    if char in SILENT:
        return ""
    if ord(char) in FLAG_LETTERS:
        return chr(ord("A") + ord(char) - FLAG_LETTERS.start)
    name = unicodedata.name(char, "")
    return f"({name.lower()})" if unicodedata.category(char) in SIGNS and name else None


class Measures(NamedTuple):
    """What is asked of a face of type: which characters it has, and how wide they are."""

    charToGlyph: Mapping[int, int]  # noqa: N815
    charWidths: Mapping[int, int]  # noqa: N815
    defaultWidth: int = WIDE  # noqa: N815


class SymbolFont:
    """Drawings as a font, in the way that reportlab asks a font."""

    fontName = SYMBOLS  # noqa: N815

    def __init__(self, drawings: Mapping[str, Drawing]) -> None:
        self.drawings = drawings
        numbers = {ord(char): at for at, char in enumerate(drawings)}
        self.face = Measures(numbers, dict.fromkeys(numbers, WIDE))
        self.codes: WeakKeyDictionary[Any, dict[str, int]] = WeakKeyDictionary()

    def splitString(self, text: str, document: Any) -> list[tuple[int, bytes]]:  # noqa: N802
        """The text in the numbers that this document gives its symbols."""
        codes = self.codes.setdefault(document, {})
        return [(0, bytes(codes.setdefault(char, len(codes)) for char in text))]

    def getSubsetInternalName(self, _subset: int, document: Any) -> str:  # noqa: N802
        """What a page calls the font; its objects are made when the document is done."""
        if self.fontName not in document.fontMapping:
            document.fontMapping[self.fontName] = f"/{SYMBOLS}"
            document.delayedFonts.append(self)
        return f"/{SYMBOLS}"

    def addObjects(self, document: Any) -> None:  # noqa: N802
        """The font with the symbols in use, each a small drawing, and the table for copying them."""
        from reportlab.pdfbase import pdfdoc  # type: ignore[import-untyped]

        codes = self.codes[document]
        glyphs = {f"s{code}": glyph(self.drawings[char]) for char, code in codes.items()}
        drawn = {name: document.Reference(stream(one)) for name, one in glyphs.items()}
        box = pdfdoc.PDFArray([0, DROP, WIDE, SIDE + DROP])
        told = {"Type": pdfdoc.PDFName("FontDescriptor"), "FontName": pdfdoc.PDFName(SYMBOLS), "FontBBox": box}
        descriptor = pdfdoc.PDFDictionary({**told, "Flags": 4, "ItalicAngle": 0})
        font = pdfdoc.PDFDictionary(
            {
                "Type": pdfdoc.PDFName("Font"),
                "Subtype": pdfdoc.PDFName("Type3"),
                "Name": pdfdoc.PDFName(SYMBOLS),
                "FontBBox": box,
                "FontDescriptor": document.Reference(descriptor),
                "FontMatrix": pdfdoc.PDFArray([0.001, 0, 0, 0.001, 0, 0]),
                "FirstChar": 0,
                "LastChar": len(codes) - 1,
                "Widths": pdfdoc.PDFArray([WIDE] * len(codes)),
                "CharProcs": pdfdoc.PDFDictionary(drawn),
                "Encoding": pdfdoc.PDFDictionary(
                    {"Differences": pdfdoc.PDFArray([0, *(pdfdoc.PDFName(name) for name in drawn)])}
                ),
                "Resources": pdfdoc.PDFDictionary({}),
                "ToUnicode": document.Reference(stream(unicode_table(codes))),
            }
        )
        document.idToObject["BasicFonts"].dict[SYMBOLS] = document.Reference(font)


def glyph(drawing: Drawing) -> str:
    """A drawing over a square of side 1 as a letter, in the colour of its text."""
    box = f"{WIDE} 0 0 {DROP} {WIDE} {SIDE + DROP} d1"
    return f"{box} {SIDE} 0 0 {SIDE} {EDGE} {DROP} cm {drawing.operators}"


def unicode_table(codes: Mapping[str, int]) -> str:
    """Which character each number is."""
    rows = [f"<{code:02X}> <{char.encode('utf-16-be').hex().upper()}>" for char, code in codes.items()]
    parts = [rows[at : at + 100] for at in range(0, len(rows), 100)]
    told = "\n".join(f"{len(part)} beginbfchar\n{chr(10).join(part)}\nendbfchar" for part in parts)
    head = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Symbols def /CMapType 2 def"
    space = "1 begincodespacerange <00> <FF> endcodespacerange"
    return f"{head}\n{space}\n{told}\nendcmap CMapName currentdict /CMap defineresource pop end end"


def stream(content: str) -> Any:
    """Text as a compressed object of a PDF."""
    from reportlab.pdfbase import pdfdoc

    made = pdfdoc.PDFStream(content=content)
    made.filters = [pdfdoc.PDFZCompress]
    return made


LARGEST_FONT = 32 * 1024 * 1024
REGULAR, OTHER = "Listbuilder", "Listbuilder-Other"
ROBOTO: dict[Style, str] = {
    "light": "RobotoLight",
    "regular": "Roboto",
    "medium": "RobotoMedium",
    "bold": "RobotoBold",
    "italic": "RobotoItalic",
}
NAMES: dict[Style, str] = {
    "light": f"{REGULAR}-Light",
    "regular": REGULAR,
    "medium": f"{REGULAR}-Medium",
    "bold": f"{REGULAR}-Bold",
    "italic": f"{REGULAR}-Italic",
}
LIGHTER: dict[Style, Style] = {"bold": "medium", "medium": "regular", "regular": "light"}
OWN = f"{REGULAR}-Own"
TALLEST, DEEPEST = 780, -290  # how far capitals may reach up and letters down, in thousandths of the size
RIGHT_TO_LEFT = frozenset({"R", "AL"})


class Faces:
    """The faces in use. Widths are for type of size 1; `lacking` gathers characters that can't be printed.

    With `lighter` every style is measured and drawn in the next lighter face, which takes less ink. With `spell`
    characters that no face has are printed by their numbers (`[U+674E]`); none is lacking.
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
        self.lacking: dict[str, None] = {}
        self.widths: dict[Style, dict[str, float]] = {style: {} for style in NAMES}
        self.face(REGULAR)  # a canvas begins in it, whatever is set
        self.own: Fontfiles | None = None
        self.owned: dict[Style, str] = {}
        self.settled = False
        if other is not None:
            self.add(_open_font(other, OTHER))
        if symbols:
            self.draw(symbols)

    def draw(self, symbols: Mapping[str, Drawing]) -> None:
        """Draw these symbols, too, where no face of type has them."""
        before = self.faces[SYMBOLS].drawings if SYMBOLS in self.faces else {}
        drawings = {char: one for one in symbols.values() for char in one.words}
        self.faces[SYMBOLS] = SymbolFont({**before, **drawings})
        self.widths = {style: {} for style in NAMES}

    def use(self, own: Fontfiles | None) -> None:
        """Set all type in a typeface of a template, or in the usual one; what it lacks comes from that."""
        if self.settled and own != self.own:
            hint = "Print them one after the other."
            raise DocumentError.of("print.font", "These lists are of games with different typefaces.", hint)
        if own and not self.settled:
            for at, file in enumerate(dict.fromkeys(own.file(style) for style in NAMES)):
                font = self.add(_low(_open_font(Path(file), f"{OWN}-{at}"), file))
                self.owned |= {style: font.fontName for style in NAMES if own.file(style) == file}
        self.own, self.settled = own, True
        self.widths = {style: {} for style in NAMES}

    def add(self, font: Any) -> Any:
        """Take a face into use."""
        from reportlab.pdfbase import pdfmetrics

        pdfmetrics.registerFont(font)
        self.faces[font.fontName] = font
        return font

    def face(self, name: str) -> Any:
        """A face by its name, opened when it is first needed."""
        found = self.faces.get(name)
        if found is not None:
            return found
        from font_roboto import font_files  # type: ignore[import-untyped]
        from reportlab.pdfbase.ttfonts import TTFont  # type: ignore[import-untyped]

        style = next(style for style, one in NAMES.items() if one == name)
        return self.add(TTFont(name, font_files[ROBOTO[style]]))

    def width(self, text: str, style: Style = "regular") -> float:
        """How wide a text is; remembered unless it holds characters that are lacking."""
        known = self.widths[style]
        if text in known:
            return known[text]
        wide = [self.char_width(char, style) for char in text]
        total = sum(one for one in wide if one is not None)
        if None not in wide:
            known[text] = total
        return total

    def char_width(self, char: str, style: Style) -> float | None:
        """The width of one character, or None after noting that no face has it."""
        name = self.face_of(char, style)
        if name is None:
            words = self.worded(char)
            if words is None:
                self.lacking[char] = None
            return None if words is None else self.width(words, style)
        face = self.face(name).face
        return float(face.charWidths.get(ord(char), face.defaultWidth)) / 1000

    def worded(self, char: str) -> str | None:
        """What is printed in the place of a character that no face has; None where nothing may be."""
        words = sign_name(char)
        if words is None and self.spell:
            return f"[U+{ord(char):04X}]"
        return words

    def spelled_in(self, text: str) -> str:
        """The characters of a text that no face has and no words say, each once."""
        chars = [char for char in dict.fromkeys(text) if not char.isspace()]
        return "".join(char for char in chars if self.face_of(char, "regular") is None and sign_name(char) is None)

    def face_of(self, char: str, style: Style) -> str | None:
        """The name of the face that draws a character."""
        if char in SILENT or unicodedata.bidirectional(char) in RIGHT_TO_LEFT:
            return None
        number, drawn = ord(char), self.drawn(style)
        if self.own and self.has(self.owned[drawn], number):
            return self.owned[drawn]
        if number in self.face(NAMES[drawn]).face.charToGlyph:
            return NAMES[drawn]
        self.need_symbols()
        return next((name for name in (OTHER, SYMBOLS) if name in self.faces and self.has(name, number)), None)

    def drawn(self, style: Style) -> Style:
        """The style that something is drawn in."""
        return LIGHTER.get(style, style) if self.lighter else style

    def need_symbols(self) -> None:
        """Open the symbols that ship with the program, unless others were given."""
        if SYMBOLS not in self.faces:
            self.draw(load_templates().symbols)

    def has(self, name: str, number: int) -> bool:
        """Whether a face has a character."""
        return number in self.faces[name].face.charToGlyph

    def encode(self, text: str, style: Style, canvas: Any) -> Iterator[tuple[str, str, str]]:
        """For each run of one face: the PDF's name of its font, the string as the PDF spells it, and the run."""
        for name, run in self.runs(text, style):
            font = self.face(name)
            for subset, code in font.splitString(run, canvas._doc):
                yield font.getSubsetInternalName(subset, canvas._doc), canvas._escape(code), run

    def runs(self, text: str, style: Style) -> Iterator[tuple[str, str]]:
        """The text cut where the face changes, each with its font's name."""
        usual = NAMES[self.drawn(style)]
        if text.isascii() and not self.own:
            yield usual, text
            return
        run, current = "", usual
        for char in text:
            name = self.face_of(char, style)
            said = char if name else self.worded(char) or ""
            name = name or usual
            if name != current and run:
                yield current, run
                run = ""
            current = name
            run += said
        yield current, run


def check_glyphs(fonts: Faces, owner: str, file: str | None) -> list[Finding]:
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


def _open_font(path: Path, name: str) -> Any:
    """A TrueType font that the user named."""
    from reportlab.pdfbase import ttfonts

    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FONT:
            raise OSError("it is not an ordinary file of at most 32 MB")
        font = ttfonts.TTFont(name, str(path))
        # A document takes two fonts of one name for the same, and a user may well name one that is in use.
        font.face.subfontNameX = name.removeprefix(REGULAR).encode()
    except (OSError, ttfonts.TTFError, ValueError, KeyError, IndexError) as error:
        message = f"{path} can't be used as a font: {error}"
        hint = "Name a TrueType file (.ttf); .otf and .woff can't be embedded."
        raise DocumentError.of("print.font", message, hint) from error
    ttfonts.makeToUnicodeCMap = _unicode_map(ttfonts.makeToUnicodeCMap)
    return font


def _low(font: Any, file: str) -> Any:
    """A font whose lines keep clear of each other in the leading of cards."""
    if font.face.capHeight > TALLEST or font.face.descent < DEEPEST:
        message = f"{file} stands too tall for its size: lines would touch."
        raise DocumentError.of("print.font", message, "Choose a typeface with lower capitals and shorter tails.")
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
