"""Printing on both sides: the test page says how backs must be shifted, and doing that puts them in place."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from listbuilder.printing.calibration import calibration, offset_for
from listbuilder.printing.pages import CardCell, PageGrid, PageOptions, back_cells, grid
from listbuilder.printing.pdf_canvas import Properties
from tests.support.printing import FONTS, TEMPLATES

PLACES = grid((210, 297), (63, 88), 6.35, 0)
SHEETS = PageOptions(FONTS, TEMPLATES.themes["ink"], TEMPLATES.papers["a4"])


def through(paper: PageGrid, cell: CardCell, duplex: str) -> tuple[float, float]:
    """The middle of a place on the back as it is seen through the paper from the front."""
    x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
    return (paper.page_width - x, y) if duplex == "long" else (x, paper.page_height - y)


@pytest.mark.parametrize("duplex", ["long", "short"])
@pytest.mark.parametrize("error", [(1.0, 0.0), (0.0, 1.0), (-2.0, 1.5)])
def test_the_offset_mends_what_is_seen(duplex: str, error: tuple[float, float]) -> None:
    """A printer that shifts its second side by something: what is read off the page takes it away, on both axes."""
    assert PLACES is not None
    front = PLACES.cells[0]
    middle = (front.x + front.width / 2, front.y + front.height / 2)
    seen = through(PLACES, back_cells(PLACES, duplex, error).cells[0], duplex)
    right, up = seen[0] - middle[0], seen[1] - middle[1]
    mended = offset_for(duplex, right, up)
    shifted = (error[0] + mended[0], error[1] + mended[1])
    assert through(PLACES, back_cells(PLACES, duplex, shifted).cells[0], duplex) == pytest.approx(middle)


@pytest.mark.parametrize(("duplex", "example"), [("long", "2,-1"), ("short", "-2,1")])
def test_the_page_says_so(duplex: str, example: str) -> None:
    """The example on the page is right for the edge that paper is turned over."""
    pdf = calibration(SHEETS._replace(duplex=duplex), TEMPLATES.sizes["poker"], Properties("Test"))
    for page in PdfReader(io.BytesIO(pdf)).pages:
        found = re.search(
            r"2 mm to the right.*1 mm above.*--back-offset (\S+)\.", " ".join(page.extract_text().split())
        )
        assert found and found[1] == example
