"""QR codes as marks: vector squares, merged along each row, large enough for a phone that does not see too well."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from listbuilder.printing.geometry import MM
from listbuilder.printing.marks import Box

QUIET, PITCH, SHORT = 4, 0.6 * MM, 150
"""White modules around a code, how large a module is, and up to how long a text has more to mend damage with."""


@lru_cache(maxsize=64)
def qr_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a code, row by row."""
    from reportlab.graphics.barcode import qrencoder  # type: ignore[import-untyped]

    level = qrencoder.QRErrorCorrectLevel.M if len(text) <= SHORT else qrencoder.QRErrorCorrectLevel.L
    code = qrencoder.QRCode(None, level)
    code.addData(qrencoder.QR8bitByte(text.encode().decode("latin-1")))
    code.make()
    numbers = range(code.getModuleCount())
    return tuple(tuple(bool(code.isDark(row, column)) for column in numbers) for row in numbers)


def qr_side(text: str, most: float) -> float:
    """How large a code is with the white around it, at most so much."""
    return min((len(qr_modules(text)) + 2 * QUIET) * PITCH, most)


def qr_marks(text: str, x: float, y: float, side: float) -> Iterator[Box]:
    """A code of that text in a square; the quiet zone around it is part of the square."""
    rows = qr_modules(text)
    count = len(rows)
    step = side / (count + 2 * QUIET)
    for at, row in enumerate(rows):
        start = None
        for column in range(count + 1):
            dark = column < count and row[column]
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                left = x + (QUIET + start) * step
                yield Box(left, y + (QUIET + at) * step, (column - start) * step, step * 1.02, 0, "ink")
                start = None
