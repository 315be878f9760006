"""Symbols that no typeface has: the templates draw them as a font, or their Unicode names are printed instead."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from listbuilder.loading.templates import Drawing

SYMBOLS = "Listbuilder-Symbols"
# Of a drawing, in thousandths of the type size: its side, its depth below the line, the space beside it.
SIDE, DROP, EDGE = 860, -80, 50
WIDE = SIDE + 2 * EDGE
# Joiners, variation selectors and skin tones only modify the sign before them.
SILENT = frozenset("\ufe0e\ufe0f\u200d\u20e3") | {chr(one) for one in range(0x1F3FB, 0x1F400)}
SIGNS = frozenset({"So", "Sm", "Sk", "Sc", "Po", "Pd", "Ps", "Pe"})
FLAG_LETTERS = range(0x1F1E6, 0x1F200)


def sign_name(char: str) -> str | None:
    """What is printed for a sign without a drawing: its name; None for letters."""
    if char in SILENT:
        return ""
    if ord(char) in FLAG_LETTERS:
        return chr(ord("A") + ord(char) - FLAG_LETTERS.start)
    name = unicodedata.name(char, "")
    return f"({name.lower()})" if unicodedata.category(char) in SIGNS and name else None


class Metrics(NamedTuple):
    """The metrics of a font, named as reportlab names them."""

    charToGlyph: Mapping[int, int]  # noqa: N815
    charWidths: Mapping[int, int]  # noqa: N815
    defaultWidth: int = WIDE  # noqa: N815


class SymbolFont:
    """Drawings as a Type 3 font, with the interface that reportlab expects of fonts."""

    fontName = SYMBOLS  # noqa: N815

    def __init__(self, drawings: Mapping[str, Drawing]) -> None:
        self.drawings = drawings
        numbers = {ord(char): at for at, char in enumerate(drawings)}
        self.face = Metrics(numbers, dict.fromkeys(numbers, WIDE))
        self.codes: WeakKeyDictionary[Any, dict[str, int]] = WeakKeyDictionary()

    def splitString(self, text: str, document: Any) -> list[tuple[int, bytes]]:  # noqa: N802
        """The text in the codes of this document, which numbers its symbols by first use."""
        codes = self.codes.setdefault(document, {})
        return [(0, bytes(codes.setdefault(char, len(codes)) for char in text))]

    def getSubsetInternalName(self, _subset: int, document: Any) -> str:  # noqa: N802
        """The name of the font on a page; its objects are made when the document is done."""
        if self.fontName not in document.fontMapping:
            document.fontMapping[self.fontName] = f"/{SYMBOLS}"
            document.delayedFonts.append(self)
        return f"/{SYMBOLS}"

    def addObjects(self, document: Any) -> None:  # noqa: N802
        """Add the font with the symbols in use, and the table that makes them copyable."""
        from reportlab.pdfbase import pdfdoc  # type: ignore[import-untyped]

        codes = self.codes[document]
        glyphs = {f"s{code}": glyph(self.drawings[char]) for char, code in codes.items()}
        drawn = {name: document.Reference(stream(one)) for name, one in glyphs.items()}
        box = pdfdoc.PDFArray([0, DROP, WIDE, SIDE + DROP])
        about = {"Type": pdfdoc.PDFName("FontDescriptor"), "FontName": pdfdoc.PDFName(SYMBOLS), "FontBBox": box}
        descriptor = pdfdoc.PDFDictionary({**about, "Flags": 4, "ItalicAngle": 0})
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
    """A drawing over a unit square as a glyph, in the colour of its text."""
    box = f"{WIDE} 0 0 {DROP} {WIDE} {SIDE + DROP} d1"
    return f"{box} {SIDE} 0 0 {SIDE} {EDGE} {DROP} cm {drawing.operators}"


def unicode_table(codes: Mapping[str, int]) -> str:
    """The ToUnicode table of the codes; a section holds at most 100 entries."""
    rows = [f"<{code:02X}> <{char.encode('utf-16-be').hex().upper()}>" for char, code in codes.items()]
    parts = [rows[at : at + 100] for at in range(0, len(rows), 100)]
    table = "\n".join(f"{len(part)} beginbfchar\n{chr(10).join(part)}\nendbfchar" for part in parts)
    head = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Symbols def /CMapType 2 def"
    space = "1 begincodespacerange <00> <FF> endcodespacerange"
    return f"{head}\n{space}\n{table}\nendcmap CMapName currentdict /CMap defineresource pop end end"


def stream(content: str) -> Any:
    """Text as a compressed stream object."""
    from reportlab.pdfbase import pdfdoc

    made = pdfdoc.PDFStream(content=content)
    made.filters = [pdfdoc.PDFZCompress]
    return made
