"""QR codes as marks: vector squares, merged along each row."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.printing.marks import Box

__all__ = ["qr_marks"]

QUIET = 4


def qr_marks(text: str, x: float, y: float, side: float) -> Iterator[Box]:
    """A code of that text in a square; the quiet zone around it is part of the square."""
    from reportlab.graphics.barcode import qrencoder  # type: ignore[import-untyped]

    code = qrencoder.QRCode(
        None, qrencoder.QRErrorCorrectLevel.L if len(text) > 900 else qrencoder.QRErrorCorrectLevel.M
    )
    code.addData(qrencoder.QR8bitByte(text.encode().decode("latin-1")))
    code.make()
    count = code.getModuleCount()
    step = side / (count + 2 * QUIET)
    for row in range(count):
        start = None
        for column in range(count + 1):
            dark = column < count and code.isDark(row, column)
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                left = x + (QUIET + start) * step
                yield Box(left, y + (QUIET + row) * step, (column - start) * step, step * 1.02, 0, "ink")
                start = None
