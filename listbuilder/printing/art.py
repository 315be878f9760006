"""Art: images that a list names, checked and decoded before they go on a card. They may come from strangers."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.base.errors import DocumentError
from listbuilder.base.values import slug
from listbuilder.exchange.formats.qr import max_pixels

# Bytes of a file; pixels that a card needs.
LARGEST, SIDE = 12 * 1024 * 1024, 1200
# Pixels that are scaled down at a time.
BAND = 1_000_000
FORMATS = ("PNG", "JPEG", "WEBP")
ORIENTATION = 0x0112
ENDINGS = (".png", ".jpg", ".jpeg", ".webp")
MOST_FILES = 2000


class Art(NamedTuple):
    """A checked image and its shape."""

    data: bytes
    width: int
    height: int


class Gallery:
    """The images of one list; each file is opened once."""

    def __init__(self, file: str | None, folder: Mapping[str, Path]) -> None:
        self.file = file
        self.folder = folder
        self.opened: dict[Path, Art] = {}

    def named(self, name: str) -> Art:
        """The image of that name in the folder of the list file or below."""
        return self.open(name, find_image(name, self.file))

    def called(self, names: Sequence[str]) -> Art | None:
        """The image of the art folder for the first of some names that has one."""
        path = next((self.folder[slug(name)] for name in names if slug(name) in self.folder), None)
        return self.open(path.name, path) if path else None

    def open(self, name: str, path: Path) -> Art:
        """The image in a file."""
        if path not in self.opened:
            self.opened[path] = decode(name, read_image(name, path, self.file), self.file)
        return self.opened[path]


def art_folder(folder: Path) -> dict[str, Path]:
    """The images in a folder, by their names as ids."""
    if not folder.is_dir():
        raise DocumentError.of("print.art", f"{folder} is not a folder of art.", "Name a folder: --art DIR.")
    found = sorted(one for one in folder.iterdir() if one.suffix.lower() in ENDINGS)
    return {slug(one.stem): one for one in found[:MOST_FILES]}


def read_image(name: str, path: Path, file: str | None) -> bytes:
    """The bytes of an image; opened without blocking, so that a pipe or device is refused at once."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as opened:
            if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
                raise image_error(name, "is not an ordinary file", file)
            data = opened.read(LARGEST + 1)
    except OSError as error:
        raise image_error(name, f"can't be read: {error.strerror}", file) from error
    if len(data) > LARGEST:
        raise image_error(name, "is larger than 12 MB", file)
    return data


def find_image(name: str, file: str | None) -> Path:
    """The path of an image in the folder of the list file, never elsewhere on the disk."""
    if file is None or file.startswith("<"):
        raise image_error(name, "can't be found, because the list did not come from a file", file)
    try:
        home = Path(os.path.realpath(file)).parent
        # Links are followed before the check, so that none leads out of the folder.
        path = Path(os.path.realpath(home / name))
    except (OSError, ValueError) as error:
        raise image_error(name, "is no possible file name", file) from error
    if not path.is_relative_to(home):
        raise image_error(name, "is outside the folder of the list", file)
    return path


def decode(name: str, data: bytes, file: str | None) -> Art:
    """The image upright, in eight bits, no larger than a card needs, and without metadata."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as image:
            # Asked before any pixel is decoded: a small file can declare a huge image.
            most = max_pixels(image)
            if image.width * image.height > most:
                raise image_error(name, f"has more than {most // 1_000_000} million pixels", file)
            # JPEG only: the decoder scales down while it reads, in much less memory.
            image.draft(None, (SIDE, SIDE))
            image.load()
            plain = scale_down(image)
            # Cropping and pasting lose the orientation, which is applied when the image is small.
            plain.getexif()[ORIENTATION] = image.getexif().get(ORIENTATION, 1)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise image_error(name, "is no PNG, JPEG or WebP image that can be read", file) from error
    plain.thumbnail((SIDE, SIDE))
    return encode_image(ImageOps.exif_transpose(plain))


def scale_down(image: Any) -> Any:
    """An image on white, reduced band by band, because a second image of full size would take much memory."""
    from PIL import Image

    step = max(max(image.size) // (2 * SIDE), 1)
    made = Image.new("RGB", (-(-image.width // step), -(-image.height // step)))
    rows = step * max(BAND // (image.width * step), 1)
    for top in range(0, image.height, rows):
        band = image.crop((0, top, image.width, min(top + rows, image.height)))
        made.paste(flatten_alpha(to_eight_bits(band)).reduce(step), (0, top // step))
    return made


def to_eight_bits(image: Any) -> Any:
    """An image with eight bits per channel; Pillow would clip greys of sixteen bits at white."""
    if image.mode.startswith("I"):
        return image.convert("I").point(lambda value: value * (1 / 257)).convert("L")
    return image


def flatten_alpha(image: Any) -> Any:
    """An image with white behind its transparent parts."""
    from PIL import Image

    if image.mode not in ("RGBA", "LA", "PA", "La", "RGBa") and "transparency" not in image.info:
        return image.convert("RGB")
    clear = image.convert("RGBA")
    ground = Image.new("RGB", clear.size, "white")
    ground.paste(clear, mask=clear.getchannel("A"))
    return ground


def dimmed(art: Art, share: float) -> Art:
    """The image blended with this share of white."""
    from PIL import Image

    with Image.open(io.BytesIO(art.data)) as image:
        return encode_image(Image.blend(image, Image.new("RGB", image.size, "white"), share))


def encode_image(image: Any) -> Art:
    """An image as it goes into the PDF."""
    out = io.BytesIO()
    image.save(out, "PNG")
    return Art(out.getvalue(), image.width, image.height)


def image_error(name: str, why: str, file: str | None) -> DocumentError:
    """The error about an image."""
    hint = "Put a PNG, JPEG or WebP beside the list file and name it from there."
    return DocumentError.of("print.art", f'The art "{name}" {why}.', hint, file=file)
