"""A desk whose files were tampered with: forged lines, pages of a mile, links in circles. An answer comes."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import EditError
from listbuilder.desk.folder import Desk
from listbuilder.desk.ledger import FIRST, next_line
from listbuilder.desk.ledger_kinds import KINDS, Penalised
from tests.support.desk_setup import LEGAL, cup, lines, put, run

PAGES = b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[%s]/Count %d>>endobj 3 0 obj"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]>>endobj\ntrailer<</Root 1 0 R>>\n"


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with a list that came in."""
    folder = cup(tmp_path_factory.mktemp("event") / "cup")
    put(folder, "p01-first.yaml", LEGAL)
    run(folder, "intake")
    return folder


def forge(rows: list[dict[str, Any]]) -> bytes:
    """A ledger of these lines in which every hash and checksum is right."""
    out, head = b"", FIRST
    for seq, row in enumerate(rows, 1):
        data = {**row, "seq": seq, "prev": head}
        data.pop("sum", None)
        raw = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        data["sum"] = hashlib.sha256(raw).hexdigest()[:16]
        raw = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
        out, head = out + raw + b"\n", hashlib.sha256(raw).hexdigest()
    return out


SEATED: dict[str, Any] = {"games": [], "bye": "", "absent": []}
DRAWN: dict[str, Any] = {"round": 1, "seed": "0" * 64, "points": [], "apart": [], "by-points": 0, **SEATED}
TEAM: dict[str, Any] = {"what": "team", "team": "t1", "mark": "0" * 64, "players": ["p01"]}
FORGED: dict[str, dict[str, Any]] = {
    "no-key": {"what": "received"},
    "unknown-arrival": {
        "what": "judged", "player": "p01", "version": 1, "arrival": 99, "seal": "0" * 64, "errors": 0, "late": 0
    },
    "path": {"what": "received", "arrival": 9, "file": "../../../etc/passwd", "hash": "x", "list": 1},
    "player-is-a-path": {"what": "approved", "player": "../..", "version": 1},
    "no-round": {"what": "scored", "round": 7, "table": 1, "one": [], "two": []},
    "text-for-number": {"what": "undone", "line": "x"},
    "true-for-number": {"what": "approved", "player": "p01", "version": True},
    "no-moment": {"what": "closed", "at": "yesterday"},
    "nobody-returned": {"what": "returned", "player": "p99", "version": 1},
    "nobody-approved": {"what": "approved", "player": "p99", "version": 1},
    "version-that-is-not-there": {"what": "approved", "player": "p01", "version": 7},
    "version-locked-that-is-not-there": {
        "what": "locked", "catalogue": "x", "pack": "0" * 64, "lists": [["p01", 7, "0" * 64]], "missing": []
    },
    "nobody-shown": {"what": "revealed", "lists": ["p99"], "to": [], "full": 0},
    "nobody-sent-it": {
        "what": "received", "arrival": 9, "file": "009.txt", "hash": "0" * 64, "list": 1, "player": "p99"
    },
    "strange-kind": {"what": "blessed", "player": "p01"},
    "strange-key": {"what": "dropped", "player": "p01", "name": "Mira Voss"},
    "mark-that-is-no-hash": {"what": "linked", "player": "p01", "mark": "é"},
    "what-happened-undone": {"what": "undone", "line": 1},
    "later-line-undone": {"what": "undone", "line": 99},
    "nobody-drawn": {"what": "paired", **DRAWN, "games": [[1, "p01", "p77"]]},
    "nobody-absent": {"what": "paired", **DRAWN, "absent": ["p77"]},
    "nobody-free": {"what": "paired", **DRAWN, "bye": "p77"},
    "team-free-among-players": {"what": "paired", **DRAWN, "bye": "t1"},
    "nobody-away": {"what": "paired", **DRAWN, "away": ["p77"]},
    "player-for-team": {"what": "paired", **DRAWN, "matches": [[1, "p01", "p02", [], []]]},
    "nobody-at-a-board": {"what": "paired", **DRAWN, "matches": [[1, "t1", "t1", ["p77"], []]]},
    "second-round-first": {"what": "paired", **DRAWN, "round": 2},
    "boards-of-nobody": {"what": "boards", "round": 1, "draw": 1, **SEATED, "games": [[1, "p01", "p77", 1]]},
    "boards-of-no-team": {"what": "boards", "round": 1, "draw": 1, **SEATED, "matches": [[1, "t1", "t9", [], []]]},
    "team-of-nobody": {"what": "team", "team": "t2", "mark": "0" * 64, "players": ["p77"]},
}  # fmt: skip
SCORED: dict[str, dict[str, Any]] = {
    "no-table": {"table": 9, "one": [3], "two": [1]},
    "nothing-scored": {"table": 1, "one": [], "two": []},
    "strange-word": {"table": 1, "one": [0], "two": [0], "word": "glory", "word-two": "loss"},
    "half-a-word": {"table": 1, "one": [], "two": [], "word": "win"},
}


def refused(folder: Path, *forged: dict[str, Any]) -> None:
    """The last of these lines at the end of the ledger is named by `check` and by whatever builds on the ledger."""
    ledger, rows = folder / "ledger.jsonl", lines(folder)
    kept = ledger.read_bytes()
    common = {"at": rows[-1]["at"], "by": "desk"}
    ledger.write_bytes(forge([*rows, *({**common, **one} for one in forged)]))
    try:
        for command in (["check"], ["status"], ["standings"], ["approve", "p01"]):
            told = run(folder, *command, code=3)
            assert f"Line {len(rows) + len(forged)} of the ledger" in " ".join(told.output.split())
    finally:
        ledger.write_bytes(kept)


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", FORGED)
def test_forged_line_is_refused(name: str, harbour: Path) -> None:
    """A line that no desk writes is named with its number."""
    refused(harbour, TEAM, FORGED[name])


@pytest.mark.parametrize("name", SCORED)
def test_forged_result_is_refused(name: str, harbour: Path) -> None:
    """A result of a game that nobody plays, or that says nothing, is named with its number."""
    drawn = {"what": "paired", **DRAWN, "games": [[1, "p01", "p02"]]}
    refused(harbour, drawn, {"what": "scored", "round": 1, **SCORED[name]})


def test_half_a_letter_as_checksum(harbour: Path) -> None:
    """A checksum that is no text at all is a wrong one."""
    ledger = harbour / "ledger.jsonl"
    kept = ledger.read_bytes()
    ledger.write_bytes(kept + json.dumps({**lines(harbour)[-1], "sum": "\ud800"}).encode() + b"\n")
    try:
        assert "of the ledger" in run(harbour, "status", code=3).output
    finally:
        ledger.write_bytes(kept)


def test_kinds_of_lines_are_registered_under_their_names() -> None:
    """The registry is sorted, and every kind checks its keys and has words."""
    assert list(KINDS) == sorted(KINDS)
    for name, kind in KINDS.items():
        assert kind.what == name
        assert bool(kind.checks()) == (name != "closed")
        assert kind.summary


def test_desk_notes_nothing_that_it_could_not_read(harbour: Path) -> None:
    """A number beyond all numbers is refused before it is written."""
    chain = Desk(harbour).chain
    with pytest.raises(EditError, match="has an invalid value under `round`"):
        next_line(chain, chain.lines[-1].at, "desk", Penalised(player="p01", penalty="x", round=10**12))


@pytest.mark.parametrize(("kids", "side"), [(3, 14_400), (60, 14_400)])
def test_pages_of_a_mile(kids: int, side: int, harbour: Path) -> None:
    """Pages are drawn one after the other, none larger than a sheet; what is not read is said."""
    pytest.importorskip("pypdfium2")
    pytest.importorskip("zxingcpp")
    raw = PAGES % (b"3 0 R " * kids, kids) + PAGE % (side, side)
    path = harbour / "inbox" / f"{kids}.pdf"
    path.write_bytes(raw)
    told = " ".join(run(harbour, "intake", code=1).output.split())
    assert ("The PDF has 60 pages" if kids > 40 else "This contains no list") in told


def test_links_in_circles(harbour: Path) -> None:
    """A link to itself and one to the folder that it lies in are named; what lies beside them is taken in."""
    inbox = harbour / "inbox"
    (inbox / "self.yaml").symlink_to("self.yaml")
    (inbox / "up").symlink_to("..")
    put(harbour, "p02-first.yaml", LEGAL)
    try:
        told = run(harbour, "intake", code=1).output
    finally:
        (inbox / "self.yaml").unlink()
        (inbox / "up").unlink()
    assert "this is a link" in told
    assert "Too many levels of symbolic links" in told or "can't be read" in told
    assert not (inbox / "p02-first.yaml").exists()


def test_folders_that_hold_nothing_or_have_no_end(harbour: Path) -> None:
    """A folder that is empty or lies too deep is named; what lies beside it is taken in."""
    inbox = harbour / "inbox"
    (inbox / "deep" / "/".join("d" * 30)).mkdir(parents=True)
    (inbox / "empty.yaml").mkdir()
    put(harbour, "p02-first.yaml", LEGAL)
    try:
        told = run(harbour, "intake", code=1).output
    finally:
        shutil.rmtree(inbox / "empty.yaml")
        shutil.rmtree(inbox / "deep")
    assert "this is more than 24 folders deep" in told
    assert "empty.yaml" in told
    assert "this is an empty folder" in told
    assert not (inbox / "p02-first.yaml").exists()


def test_folder_that_is_a_circle(tmp_path: Path) -> None:
    """A folder that leads to itself is no folder of an event, and no mistake of the program."""
    (tmp_path / "loop").symlink_to("loop")
    assert run(tmp_path / "loop", "status", code=None).exit_code in (2, 3)
