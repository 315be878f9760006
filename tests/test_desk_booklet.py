"""The judge's booklet: contents that are right, receipts that scan and verify, slips from the locked lists."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest
import zxingcpp
from desk_setup import data, run
from pdfua import failures
from pypdf import PdfReader
from test_desk_rounds import ready


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with six locked lists and a round."""
    made = ready(
        tmp_path_factory.mktemp("booklet") / "cup", 6, rulings=[{"id": "rain", "name": "Rain", "text": "It pours."}]
    )
    run(made, "pair")
    return made


def pages(path: Path) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(path.read_bytes())).pages]


def test_contents_lead_to_the_lists(folder: Path) -> None:
    """Every player is in the contents, by name, with the page on which the sheet begins; rulings stand before them."""
    found = data(folder, "booklet")
    assert found["lists"] == 6
    texts = pages(Path(found["file"]))
    entries = re.findall(r"(Player A[a-f]) \(p0\d\), ([0-9A-Z-]{19})\D*?(\d+) ?(?=\n|$)", texts[0])
    assert [name for name, _, _ in entries] == [f"Player A{letter}" for letter in "abcdef"] and "It pours." in texts[0]
    for name, code, number in entries:
        assert f"Player: {name}" in texts[int(number) - 1] and code in texts[int(number) - 1]


def test_receipts_scan_and_verify(folder: Path) -> None:
    """The QR code on each sheet is its receipt: rendered, read and verified, it matches."""
    file = Path(data(folder, "booklet")["file"])
    document = pypdfium2.PdfDocument(file.read_bytes())
    image = document[1].render(scale=200 / 72).to_pil()
    tokens = [one.text for one in zxingcpp.read_barcodes(image)]
    assert len(tokens) == 1 and re.fullmatch("LBR1[0-9A-Z]{28}", tokens[0])
    assert data(folder, "verify", tokens[0])["verdict"] == "COMPARE"


def test_booklet_is_no_part_of_out(folder: Path) -> None:
    """What shows sealed lists lies in judge/, for the owner only; out/ still has no entry of them."""
    file = Path(data(folder, "booklet")["file"])
    assert file.parent.name == "judge" and file.stat().st_mode & 0o077 == 0
    assert not failures(file.read_bytes())
    assert not list((folder / "out").rglob("*.pdf"))


def test_slips(folder: Path) -> None:
    """A slip for each player at the tables that the lot names, with all their models; the lot is the same again."""
    found = data(folder, "booklet", "--slips", "34")
    assert len(found["tables"]) == 2 and found["tables"] == data(folder, "booklet", "--slips", "34")["tables"]
    (text,) = pages(Path(found["file"]))
    assert text.count("Novice") == text.count("Checked by") == 4
    assert all(text.count(f"Table {table}:") == 2 for table in found["tables"])
    run(folder, "booklet", "--slips", "0", code=2)
