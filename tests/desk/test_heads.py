"""What is posted about the ledger's head keeps up with it: every command that writes a line signs the head again."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.desk.signing import posted_head
from tests.support.desk_setup import LEGAL, OTHER, cup, data, lines, put, run, sign

pytest.importorskip("nacl")


def posted(folder: Path) -> int:
    """How many lines the posted head says there are."""
    found = posted_head((folder / "out/head.txt").read_text("utf-8"))
    assert found is not None
    return found[0]


def test_every_line_is_followed_by_its_head(tmp_path: Path) -> None:
    """From sign-up to the end, whatever is noted: the head in `out/` is that of the ledger, and it is signed."""
    folder = cup(tmp_path / "cup", penalties=[{"id": "late", "name": "Late", "points": -1}], rounds={"count": 1})
    sign(folder)
    for id, tree in (("p01", LEGAL), ("p02", OTHER), ("p03", {**LEGAL, "limit": 41})):
        put(folder, f"{id}.yaml", tree)
    steps: list[tuple[object, ...]] = [
        ("intake",),
        ("approve", "--all-legal"),
        ("return", "p03", "--why", "twin"),
        ("undo",),
        ("drop", "p04"),
        ("lock",),
        ("links", "p01"),
        ("pair",),
        ("score", 1, "win", "loss"),
        ("penalty", "p01", "late"),
        ("reveal",),
        ("publish",),
        ("forget", "p02"),
        ("close",),
    ]
    for step in steps:
        before = len(lines(folder))
        run(folder, *step, *([before] if step == ("undo",) else []), code=None)
        assert len(lines(folder)) > before, step
        assert posted(folder) == len(lines(folder)), step
    assert data(folder, "verify", folder / "out/head.txt")["verdict"] == "SIGNED"


def test_publishing_is_noted_once(tmp_path: Path) -> None:
    """A line says whose lists are public; writing the same files again says nothing new."""
    folder = cup(tmp_path / "cup", lists={"show": {"lock": "everybody"}})
    put(folder, "p01.yaml", LEGAL)
    run(folder, "intake")
    run(folder, "approve", "p01")
    run(folder, "lock", code=1)
    run(folder, "reveal")
    run(folder, "publish")
    noted = [one for one in lines(folder) if one["what"] == "published"]
    assert [one["lists"] for one in noted] == [["p01"]]
    run(folder, "publish")
    assert len(lines(folder)) == noted[0]["seq"]


def test_a_false_key_stops_before_anything_is_noted(tmp_path: Path) -> None:
    """With another desk's key nothing is written; without any, work goes on unsigned."""
    folder = cup(tmp_path / "cup")
    sign(folder)
    (folder / "desk.key").write_text("00" * 32 + "\n", "ascii")
    before = len(lines(folder))
    assert "not the key" in run(folder, "drop", "p01", code=3).stderr
    assert len(lines(folder)) == before
    (folder / "desk.key").unlink()
    run(folder, "drop", "p01")
    assert posted(folder) == before


def test_lines_cut_off_the_end_are_found(tmp_path: Path) -> None:
    """A ledger that lost its last lines is a whole chain; what was posted since says that it is not all of it."""
    folder = cup(tmp_path / "cup")
    sign(folder)
    put(folder, "p01.yaml", LEGAL)
    run(folder, "intake")
    file = folder / "ledger.jsonl"
    whole = file.read_bytes().splitlines(keepends=True)
    assert data(folder, "check")["findings"] == []
    file.write_bytes(b"".join(whole[:-1]))
    found = data(folder, "check", code=3)["findings"]
    assert "desk.posted" in [one["code"] for one in found]
    assert any(f"had {len(whole)} lines" in one["message"] for one in found)
