"""Pages of a PDF as PNG images for phones and virtual tables, and the ink that a page takes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

DOTS = 300


def pages_of(pdf: bytes, dots: int, grey: bool) -> Iterator[Any]:
    """Each page as an image."""
    import pypdfium2  # type: ignore[import-untyped]

    document = pypdfium2.PdfDocument(pdf)
    try:
        for number in range(len(document)):
            yield document[number].render(scale=dots / 72, grayscale=grey).to_pil()
    finally:
        document.close()


def page_pngs(pdf: bytes, dots: int = DOTS) -> Iterator[bytes]:
    """Each page as a PNG."""
    for image in pages_of(pdf, dots, grey=False):
        out = io.BytesIO()
        image.save(out, "PNG", dpi=(dots, dots))
        yield out.getvalue()


def ink_of_pages(pdf: bytes, dots: int = 150) -> list[float]:
    """The mean darkness of each page, from 0 for white to 1 for black."""
    found = []
    for image in pages_of(pdf, dots, grey=True):
        shades = image.convert("L").histogram()
        found.append(sum((255 - shade) * count for shade, count in enumerate(shades)) / 255 / sum(shades))
    return found
