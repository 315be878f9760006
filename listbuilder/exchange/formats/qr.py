"""A share code as a QR code: for the terminal as text, or as an SVG or PNG file; and back from a picture.

Drawing is left to segno, which is pure Python, has no dependencies and follows ISO/IEC 18004. Reading needs zxing-cpp,
which is only installed when asked for.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats.code import code_in
from listbuilder.storage.reading import refuse_one

if TYPE_CHECKING:
    from PIL.Image import Image


# How large a picture may be: what is known from its header goes in, the pixels that there is memory for come out.


# Bytes of memory for decoding a picture, and how many of them a pixel takes, which depends on the decoder.
MOST_BYTES = 160_000_000
BYTES = {"PNG": 4, "JPEG": 4, "WEBP": 16}
PROGRESSIVE = 12


def max_pixels(picture: Image) -> int:
    """The most pixels that a picture of this sort may have."""
    return MOST_BYTES // (PROGRESSIVE if "progressive" in picture.info else BYTES[str(picture.format)])


QUIET = 2
PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")
MOST_PIXELS, LONGEST = 24_000_000, 65_535


def terminal(code: str) -> str:
    """The QR code in half blocks, light on dark as well as dark on light."""
    rows = [[bool(cell) for cell in row] for row in _make(code).matrix_iter(border=QUIET)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(signs[top, bottom] for top, bottom in zip(*pair, strict=True)) for pair in pairs)


def write_qr(code: str, kind: str) -> bytes:
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
        raise DocumentError.of("code.too-large", message, hint) from error


def is_picture(raw: bytes) -> bool:
    """Whether some bytes are a PNG or JPEG file."""
    return raw.startswith(PICTURES)


def read_qr(raw: bytes, file: str | None = None) -> list[str]:
    """The share codes of every QR code in a picture; DocumentError when there are none or it can't be read."""
    found = [code_in(text) for text in read_marks(raw, file)]
    codes = list(dict.fromkeys(code for code in found if code))
    if not codes:
        fact = "there is no QR code with a list in this picture" if not found else "the QR code holds no list"
        raise refuse_one("import.picture", fact, "Take a sharper picture, straight from above.", file)
    return codes


def read_marks(raw: bytes, file: str | None = None) -> list[str]:
    """What every QR code in a picture says; DocumentError where the picture can't be read."""
    try:
        import zxingcpp  # noqa: F401
    except ImportError as error:
        hint = "Install it with `pip install 'listbuilder[scan]'`, or send the code itself."
        raise refuse_one("import.picture", "reading a QR code needs the package zxing-cpp", hint, file) from error
    return marks_on(_grey(raw, file))


def marks_on(picture: Image) -> list[str]:
    """What every QR code on a picture in shades of grey says; other sorts of codes would take ten times as long."""
    from zxingcpp import BarcodeFormat, BarcodeFormats, read_barcodes

    return [one.text for one in read_barcodes(picture, formats=BarcodeFormats(BarcodeFormat.QRCode))]


def _grey(raw: bytes, file: str | None) -> Image:
    """The picture in shades of grey; its size is looked at before anything is unpacked."""
    from PIL import Image

    most = MOST_PIXELS
    try:
        with catch_warnings():
            simplefilter("ignore")
            opened = Image.open(BytesIO(raw), formats=("PNG", "JPEG"))
        most = min(most, max_pixels(opened))
        if opened.width * opened.height > most:
            raise Image.DecompressionBombError
        if max(opened.size) > LONGEST:
            raise refuse_one("import.picture", f"the picture is longer than {LONGEST} points", "Cut it.", file)
        return opened.convert("L")
    except Image.DecompressionBombError as error:
        message = f"the picture has more than {most // 1_000_000} million points"
        raise refuse_one("import.picture", message, "Cut it to the QR code, or make it smaller.", file) from error
    # Pillow raises nearly anything for a damaged file.
    except (OSError, ValueError, SyntaxError) as error:
        raise refuse_one("import.picture", "the picture is damaged", "Save it again.", file) from error
