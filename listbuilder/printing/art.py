"""Art: an image that a list names, opened by us and checked before it may go on a card."""

from __future__ import annotations

import io
import os
import stat
from pathlib import Path
from typing import NamedTuple

from listbuilder.errors import DocumentError

__all__ = ["Art", "load_art"]

LARGEST, MOST_PIXELS, SIDE = 12 * 1024 * 1024, 40_000_000, 1200
FORMATS = ("PNG", "JPEG")


class Art(NamedTuple):
    """A checked image and its shape."""

    data: bytes
    width: int
    height: int


def load_art(name: str, file: str | None) -> Art:
    """The image of that name in the folder of the list file, or in one below it."""
    path = find(name, file)
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as opened:
            if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
                raise refused(name, "is not an ordinary file", file)
            data = opened.read(LARGEST + 1)
    except OSError as error:
        raise refused(name, f"can't be read: {error.strerror}", file) from error
    if len(data) > LARGEST:
        raise refused(name, "is larger than 12 MB", file)
    return decode(name, data, file)


def find(name: str, file: str | None) -> Path:
    """Where the image is: beside the list file, never anywhere else on the disk."""
    if file is None or file.startswith("<"):
        raise refused(name, "can't be found, because the list did not come from a file", file)
    try:
        home = Path(os.path.realpath(file)).parent
        path = Path(os.path.realpath(home / name))
    except (OSError, ValueError) as error:
        raise refused(name, "is no possible file name", file) from error
    if not path.is_relative_to(home):
        raise refused(name, "is outside the folder of the list", file)
    return path


def decode(name: str, data: bytes, file: str | None) -> Art:
    """The image, made no larger than a card needs; only its pixels are kept."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            if image.width * image.height > MOST_PIXELS:
                raise refused(name, "has more than 40 million pixels", file)
            image.load()
            plain = image.convert("RGBA") if image.mode in ("RGBA", "LA", "P") else image.convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise refused(name, "is no PNG or JPEG image that can be read", file) from error
    if plain.mode == "RGBA":
        ground = Image.new("RGB", plain.size, "white")
        ground.paste(plain, mask=plain.getchannel("A"))
        plain = ground
    plain.thumbnail((SIDE, SIDE))
    out = io.BytesIO()
    plain.save(out, "PNG")
    return Art(out.getvalue(), plain.width, plain.height)


def refused(name: str, why: str, file: str | None) -> DocumentError:
    """The error about an image."""
    hint = "Put a PNG or JPEG beside the list file and name it from there."
    return DocumentError.of("print.art", f'The art "{name}" {why}.', hint, file=file)
