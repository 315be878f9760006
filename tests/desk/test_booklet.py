"""The judge's booklet: contents that are right, receipts that scan and verify, slips from the locked lists."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest
import zxingcpp
from pypdf import PdfReader

from tests.desk.test_rounds import ready
from tests.support.desk_setup import LEGAL, OTHER, cup, data, put, run
from tests.support.pdfua import failures


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


NAMES = {
    "Chinese": "\u674e\u660e",
    "Hebrew": "\u05d0\u05d1\u05d2",
    "Arabic": "\u0645\u062d\u0645\u062f",
    "long": "\u674e" * 80,
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_one_name_stops_no_booklet(tmp_path: Path, name: str) -> None:
    """A name that no font has is printed by its numbers, in full and in order, and the player is named."""
    folder = cup(tmp_path / "cup", (("Mira Voss", ""), (name, "")))
    put(folder, "p01.yaml", LEGAL)
    put(folder, "p02.yaml", {**OTHER, "name": f"Crew {name}"[:80], "notes": name})
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    found = data(folder, "booklet")
    assert found["lists"] == 2 and list(found["spelled"]) == ["p02"] and not found["failed"]
    text = "".join("".join(pages(Path(found["file"]))).split())
    assert "".join(f"[U+{ord(char):04X}]" for char in name if not char.isascii()) in text
    assert "MiraVoss" in text
    told = " ".join(run(folder, "booklet").stdout.split())
    assert f"[U+{ord(next(char for char in name if not char.isascii())):04X}]" in told and "--font" in told
    run(folder, "lock")
    run(folder, "pair")
    assert list(data(folder, "booklet", "--slips", "100")["spelled"]) == ["p02"]
    run(folder, "standings", "--report", tmp_path / "standings.pdf")


def test_one_list_that_cannot_be_printed_stops_no_other(tmp_path: Path) -> None:
    """A list whose file is gone is named on the first page, and the others are printed."""
    folder = cup(tmp_path / "cup")
    put(folder, "p01.yaml", LEGAL)
    put(folder, "p02.yaml", OTHER)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    (folder / "lists/p02/1.yaml").unlink()
    found = data(folder, "booklet", code=1)
    assert found["lists"] == 1 and "is gone" in found["failed"]["p02"]
    assert "NOT PRINTED: Tom Okafor (p02)" in " ".join(pages(Path(found["file"]))[0].split())


def test_result_slips_name_tables_players_and_counts(folder: Path) -> None:
    """A slip for every table of the round, with both players, what is counted, and room to sign."""
    file = Path(data(folder, "booklet", "--results")["file"])
    text = "\n".join(pages(file))
    games = data(folder, "score")["open"]
    assert len(games) == 3 and "round 1" in text and not failures(file.read_bytes())
    for game in games:
        assert f"Table {game['table']}" in text and all(f"({id})" in text for id in game["players"])
    assert text.count("Victory Points ___") == text.count("Kills ___") == 6 and "signed" in text
    run(folder, "booklet", "--results", "--slips", 10, code=2)
