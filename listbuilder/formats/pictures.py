"""How large a picture may be: what is read of its head goes in, the pixels that there is room for come out.

A picture of a few bytes may unpack to any size, and its decoder takes more than its pixels do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

# What a picture may take while it is unpacked, and what each of its pixels takes then.
MOST_BYTES = 160_000_000
BYTES = {"PNG": 4, "JPEG": 4, "WEBP": 16}
PROGRESSIVE = 12


def most_pixels(picture: Image) -> int:
    """The most pixels that a picture of this sort may have."""
    return MOST_BYTES // (PROGRESSIVE if "progressive" in picture.info else BYTES[str(picture.format)])
