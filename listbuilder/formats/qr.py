"""A share code as a QR code: for the terminal as text, or as an SVG or PNG file.

Drawing is left to segno, which is pure Python, has no dependencies and follows ISO/IEC 18004.
"""

from __future__ import annotations

from io import BytesIO

from listbuilder.errors import DocumentError
from listbuilder.finding import Finding

__all__ = ["picture", "terminal"]

QUIET = 2


def terminal(code: str) -> str:
    """The QR code in half blocks, light on dark as well as dark on light."""
    rows = [[bool(cell) for cell in row] for row in _make(code).matrix_iter(border=QUIET)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(signs[top, bottom] for top, bottom in zip(*pair, strict=True)) for pair in pairs)


def picture(code: str, kind: str) -> bytes:
    """The QR code as an `svg` or `png` file."""
    out = BytesIO()
    _make(code).save(out, kind=kind, scale=4, border=4)
    return out.getvalue()


def _make(code: str):  # type: ignore[no-untyped-def]
    import segno

    try:
        return segno.make_qr(code.strip(), error="l", boost_error=True)
    except segno.DataOverflowError as error:
        message = f"The code has {len(code.strip())} letters; a QR code holds 2953."
        hint = "Send the code itself, or the list as a file."
        raise DocumentError(message, (Finding(code="code.too-large", message=message, hint=hint),)) from error
