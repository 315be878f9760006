"""A printed page read: the share codes of its QR codes, else its words. A child does it, which can be ended.

What draws pages is not Python, so that no budget of ours stops it: a page of a mile by a mile, or one that never ends.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.formats.code import code_in
from listbuilder.formats.qr import marks_on
from listbuilder.workers.child import Ended
from listbuilder.workers.keeper import Keeper

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument  # type: ignore[import-untyped]

MOST_PAGES, DOTS = 40, 200
# The longer side of a page in dots; A4 has 2,339.
LONGEST = 2_400
MOST_WORDS = 200_000


class Printed(NamedTuple):
    """What is on the pages: share codes, or words where there is no code."""

    codes: list[str]
    words: str
    pages: int


def read_pdf(raw: bytes) -> Printed | Ended:
    """What is on the pages of a PDF, nothing where they are too many, or why nobody can tell; may raise ImportError."""
    import pypdfium2  # noqa: F401
    import zxingcpp  # noqa: F401

    with Keeper(_read) as keeper:
        answer = keeper.ask(raw)
    return answer if isinstance(answer, Ended) else Printed(*json.loads(answer))


def _read(raw: bytes) -> bytes:
    """The work of the child."""
    from pypdfium2 import PdfDocument

    document = PdfDocument(raw)
    count = len(document)
    if count > MOST_PAGES:
        return json.dumps(Printed([], "", count)).encode()
    marks = [mark for at in range(count) for mark in _marks(document, at)]
    codes = list(dict.fromkeys(code for code in map(code_in, marks) if code))
    words = "" if codes else "\n".join(_words(document, count))
    return json.dumps(Printed(codes, words, count)).encode()


def _marks(document: PdfDocument, at: int) -> list[str]:
    """What the QR codes on one page say; a page is gone before the next is drawn."""
    page = document[at]
    scale = min(DOTS / 72, LONGEST / max(1.0, *page.get_size()))
    return marks_on(page.render(scale=scale, grayscale=True).to_pil())


def _words(document: PdfDocument, count: int) -> list[str]:
    """The words on the pages, as far as a list may have so many."""
    left, found = MOST_WORDS, []
    for at in range(count):
        page = document[at].get_textpage()
        size = min(left, page.count_chars())
        found.append(page.get_text_range(0, size) if size else "")
        left -= size
    return found
