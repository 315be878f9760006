"""Symbols that no face of type has: those of the templates become a font of drawings, others their name in words.

A PDF holds the drawings as a font of its own, so that they are measured, searched, copied and coloured like letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from listbuilder.templates import Drawing

SYMBOLS = "Listbuilder-Symbols"
SIDE, DROP, EDGE = 860, -80, 50  # a drawing in thousandths of the size: its side, how deep it hangs, space beside it
WIDE = SIDE + 2 * EDGE
SILENT = frozenset("\ufe0e\ufe0f\u200d\u20e3") | {chr(one) for one in range(0x1F3FB, 0x1F400)}
"""Says how the sign before it looks, or joins two."""
SIGNS = frozenset({"So", "Sm", "Sk", "Sc", "Po", "Pd", "Ps", "Pe"})
FLAG_LETTERS = range(0x1F1E6, 0x1F200)


def in_words(char: str) -> str | None:
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
