"""The log: every line of the ledger in words, with what can be undone."""

from __future__ import annotations

from pathlib import Path

from tests.desk.test_rounds import ready
from tests.support.desk_setup import data, lines, run


def test_log_says_what_was_done_and_what_can_be_undone(tmp_path: Path) -> None:
    """Names stand for ids, reasons are shown, and a line says which line undid it, or why none can."""
    folder = ready(tmp_path / "cup", 4)
    run(folder, "pair")
    drawn = len(lines(folder))
    run(folder, "score", 1, "5,0", "4,0", 2, "win", "loss")
    run(folder, "undo", drawn + 2, "--why", "wrong table")
    log = {one["seq"]: one for one in data(folder, "log", "--last", 0)["lines"]}
    assert log[drawn]["text"] == "drew round 1" and "have results" in log[drawn]["fixed"]
    assert log[drawn + 1]["text"].startswith("result of table 1 in round 1: 5, 0 : 4, 0 (Player ")
    assert not log[drawn + 1]["fixed"]
    assert log[drawn + 2]["undone_by"] == drawn + 3 and log[drawn + 3]["why"] == "wrong table"
    shown = run(folder, "log", "--last", 2).stdout
    assert f"by {drawn + 3}" in shown and "undid line" in shown and "wrong table" in shown
    assert f"{drawn + 1} earlier lines" in shown


def test_log_of_a_player(tmp_path: Path) -> None:
    """Only the lines that name the player are listed, under the player's name."""
    folder = ready(tmp_path / "cup", 4)
    run(folder, "drop", "p03")
    texts = [one["text"] for one in data(folder, "log", "Player Ac", "--last", 0)["lines"]]
    assert texts[0] == "Player Ac signed up" and texts[-1] == "Player Ac dropped out"
    assert not any("Player Ab" in text for text in texts)
