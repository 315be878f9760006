"""What a player's page says of the round: table, opponent, result, and the opponent's list once it was shown."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest
import zxingcpp

from listbuilder.desk.folder import find_desk
from listbuilder.desk.player_pages.personal import personal
from tests.support.desk_setup import GAME, OTHER, cup, data, put, run
from tests.support.pdfua import failures

NOW = datetime(2099, 1, 1, tzinfo=UTC)
ARMED = {"game": GAME, "name": "Rifles", "models": [{"unit": "Expert", "weapon": "Long"}]}


def page_of(folder: Path, id: str) -> str:
    """The words of a player's page."""
    desk = find_desk(folder)
    found = personal(desk, desk.entrant(id), "TOKEN", NOW).body.decode("utf-8")
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", found).split()))


@pytest.fixture()
def two(tmp_path: Path) -> Path:
    """An event of two players who keep their weapons secret, with lists that are locked."""
    people = (("Mira Voss", ""), ("Tom Okafor", ""))
    folder = cup(tmp_path / "cup", people, secret=["weapon"], rounds={"count": 2, "minutes": 90})
    put(folder, "p01.yaml", ARMED)
    put(folder, "p02.yaml", OTHER)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock")
    return folder


def test_the_round_and_the_opponents_list(two: Path) -> None:
    """Nothing of a sealed list shows; the opponent sees it once revealed, without what is secret until the end."""
    assert "Round" not in page_of(two, "p02")
    run(two, "pair")
    before = page_of(two, "p02")
    assert "Round 1 Table 1. You play Mira Voss. The round lasts 90 minutes." in before
    assert "Expert" not in before and "Rifles" not in before and "was not shown to you yet" in before
    run(two, "reveal")
    shown = page_of(two, "p02")
    assert "Their list Rifles" in shown and "Expert" in shown and "Long" not in shown
    assert "What is secret is left out" in shown
    first = data(two, "pair", "--swap", "p01", "p02", "--why", "sides")["games"][0]["players"]
    run(two, "score", 1, "win", "loss")
    assert f"The desk noted a {'win' if first[0] == 'p02' else 'loss'} for you." in page_of(two, "p02")
    run(two, "pair")
    run(two, "score", 1, "win", "loss")
    run(two, "reveal")
    end = page_of(two, "p02")
    assert "Long" in end and "What is secret" not in end


def test_links_to_print(two: Path, tmp_path: Path) -> None:
    """A slip for each player: the code on it is the link, with the name beside; the file is for its owner alone."""
    file = tmp_path / "links.pdf"
    told = run(two, "links", "--url", "http://192.168.1.20:8080", "-o", file).stdout
    assert "cut and hand them out" in " ".join(told.split())
    assert file.stat().st_mode & 0o077 == 0
    assert not failures(file.read_bytes())
    pages = pypdfium2.PdfDocument(file.read_bytes())
    text = pages[0].get_textpage().get_text_range()
    assert "Mira Voss (p01)" in text and "Tom Okafor (p02)" in text
    codes = {one.text for one in zxingcpp.read_barcodes(pages[0].render(scale=3).to_pil())}
    assert len(codes) == 2 and all(one.startswith("http://192.168.1.20:8080/l/") for one in codes)
    assert all(one in text.replace("\r\n", "") for one in codes)
    assert "neither in .csv nor in .pdf" in run(two, "links", "p01", "-o", tmp_path / "x.txt", code=2).stderr
