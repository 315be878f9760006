"""What PDF/UA-1 asks of fonts: embedded, and every sign that is drawn has a letter, a glyph and the width it says."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ContentStream

__all__ = ["font_failures"]

SYMBOLIC, BARE = 4, {"0000", "FEFF", "FFFE"}


def font_failures(reader: PdfReader) -> Iterator[str]:
    """Every failure of every font, by what pages draw with it."""
    used: dict[int, tuple[Any, set[int]]] = {}
    for page in reader.pages:
        own: Any = page
        fonts = own["/Resources"].get("/Font", {})
        font: Any = None
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator == b"Tf":
                font = fonts[operands[0]].get_object()
            elif operator in (b"Tj", b"TJ"):
                texts = operands[0] if operator == b"TJ" else operands
                codes = {code for text in texts if isinstance(text, str | bytes) for code in raw(text)}
                used.setdefault(id(font), (font, set()))[1].update(codes)
    for font, codes in used.values():
        yield from (f"{failure} ({font.get('/BaseFont', 'Type 3')})" for failure in one(font, codes))


def raw(text: Any) -> bytes:
    """The bytes of a string as the file has them."""
    return bytes(text) if isinstance(text, bytes) else bytes(text.original_bytes)


def one(font: Any, codes: set[int]) -> Iterator[str]:
    """What is wrong with a font, of which some signs are drawn."""
    yield from letter_failures(font, codes)
    if font["/Subtype"] == "/Type3":
        names = {int(at): name for at, name in numbered(font["/Encoding"]["/Differences"])}
        yield from (f"31-030 {code} has no glyph" for code in codes if names.get(code) not in font["/CharProcs"])
        return
    if font["/Subtype"] != "/TrueType":
        yield f"31-001 a font of the sort {font['/Subtype']} is not checked"
        return
    about = font["/FontDescriptor"].get_object()
    if "/FontFile2" not in about:
        yield "31-009 it is not embedded"
        return
    if int(about["/Flags"]) & SYMBOLIC and "/Encoding" in font:
        yield "31-022 it is symbolic and has an encoding"
    yield from glyph_failures(font, TrueType(about["/FontFile2"].get_object().get_data()), codes)


def numbered(differences: Any) -> Iterator[tuple[int, str]]:
    """The names of glyphs with their codes."""
    at = 0
    for value in differences:
        if isinstance(value, int):
            at = value
        else:
            yield at, value
            at += 1


def letter_failures(font: Any, codes: set[int]) -> Iterator[str]:
    """Signs of which nobody knows the letter."""
    if "/ToUnicode" not in font:
        yield "31-027 it says no letters"
        return
    table = font["/ToUnicode"].get_object().get_data().decode("latin-1")
    letters: dict[int, str] = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        letters |= {int(code, 16): to for code, to in re.findall(r"<(\w+)>\s*<([\w ]+)>", block)}
    for block in re.findall(r"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for first, last, to in re.findall(r"<(\w+)>\s*<(\w+)>\s*(\[[^\]]*\]|<\w+>)", block):
            words = re.findall(r"<(\w+)>", to)
            for at, code in enumerate(range(int(first, 16), int(last, 16) + 1)):
                letters[code] = words[at] if len(words) > 1 or to[0] == "[" else f"{int(words[0], 16) + at:04X}"
    yield from (f"31-027 {code} has no letter" for code in sorted(codes) if code not in letters)
    yield from (f"31-028 {code} is {letters[code]}" for code in sorted(codes) if letters.get(code, "").upper() in BARE)


def glyph_failures(font: Any, face: TrueType, codes: set[int]) -> Iterator[str]:
    """Signs without a glyph, or with one that is not as wide as the file says."""
    if len(face.encodings) > 1 and (3, 0) not in face.encodings:
        yield "31-023 a symbolic font has several encodings"
    for code in sorted(codes):
        glyph = face.glyph(code)
        if glyph == 0:
            yield f"31-030 {code} has no glyph"
            continue
        said = float(font["/Widths"][code - int(font["/FirstChar"])])
        if abs(said - face.width(glyph)) > 1:
            yield f"31-011 {code} is {face.width(glyph):g} wide, and the file says {said:g}"


class TrueType:
    """As much of an embedded font as it takes to find a glyph and its width."""

    def __init__(self, data: bytes) -> None:
        count = struct.unpack(">H", data[4:6])[0]
        entries = (struct.unpack(">4sLLL", data[12 + 16 * at : 28 + 16 * at]) for at in range(count))
        self.tables = {tag.decode(): data[start : start + length] for tag, _, start, length in entries}
        self.units = struct.unpack(">H", self.tables["head"][18:20])[0]
        self.metrics = struct.unpack(">H", self.tables["hhea"][34:36])[0]
        cmap = self.tables["cmap"]
        number = struct.unpack(">H", cmap[2:4])[0]
        rows = (struct.unpack(">HHL", cmap[4 + 8 * at : 12 + 8 * at]) for at in range(number))
        self.encodings = {(platform, kind): cmap[start:] for platform, kind, start in rows}

    def glyph(self, code: int) -> int:
        """The number of the glyph for a code; 0 for none."""
        table = next(iter(self.encodings.values()))
        form, first = struct.unpack(">H", table[:2])[0], 0
        if form == 0:
            return table[6 + code]
        if form == 6:
            first, count = struct.unpack(">HH", table[6:10])
            at = code - first
            return int(struct.unpack(">H", table[10 + 2 * at : 12 + 2 * at])[0]) if 0 <= at < count else 0
        raise AssertionError(f"a cmap of format {form} is not checked")

    def width(self, glyph: int) -> float:
        """How wide a glyph is, in thousandths."""
        at = min(glyph, self.metrics - 1)
        return float(struct.unpack(">H", self.tables["hmtx"][4 * at : 4 * at + 2])[0] * 1000 / self.units)
