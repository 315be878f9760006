"""The bracket after the rounds, the missions of rounds, and cups without lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.desk.folder import find_desk
from listbuilder.desk.rounds.top_cut import bracket_order
from tests.desk.test_rounds import order, ready
from tests.support import fast_yaml
from tests.support.desk_setup import PEOPLE, cup, data, lines, run

NO_LISTS: dict[str, Any] = {"lists": {"each": 0}, "counts": [], "order": ["points", "opponents", "lot"]}


def club_cup(folder: Path, number: int = 8, **rounds: Any) -> Path:
    """A cup without lists."""
    names = tuple((f"Player {chr(65 + at)}", "") for at in range(number))
    return cup(folder, names, **{**NO_LISTS, "rounds": {"count": 1, **rounds}})


def win(folder: Path, first: bool = True) -> dict[str, Any]:
    """Draw a round, in which the first or the second player of every table wins."""
    drawn = data(folder, "pair")
    words = ("win", "loss") if first else ("loss", "win")
    run(folder, "score", *(word for game in drawn["games"] for word in (game["table"], *words)))
    return drawn


@pytest.mark.parametrize(("size", "places"), [(2, [0, 1]), (4, [0, 3, 1, 2]), (8, [0, 7, 3, 4, 1, 6, 2, 5])])
def test_bracket_keeps_the_best_apart(size: int, places: list[int]) -> None:
    """The first meets the last, and the first two can meet in the final only."""
    assert bracket_order(size) == places


def test_cup_without_lists_ends_in_a_bracket(tmp_path: Path) -> None:
    """Nobody hands anything in; the best four play on, and the bracket decides who is first."""
    folder = club_cup(tmp_path / "cup", count=2, cut=4)
    win(folder)
    win(folder)
    best = order(folder)
    semi = data(folder, "pair")
    assert semi["stage"] == "semifinals" and len(semi["absent"]) == 4
    assert [game["players"] for game in semi["games"]] == [[best[0], best[3]], [best[1], best[2]]]
    assert "has a winner" in run(folder, "score", 1, "draw", "draw", code=2).stderr
    run(folder, "score", 1, "loss", "win", 2, "win", "loss")
    final = data(folder, "pair")
    assert final["stage"] == "final" and final["games"][0]["players"] == [best[3], best[1]]
    run(folder, "score", 1, "win", "loss")
    assert "were drawn" in run(folder, "pair", code=2).stderr
    found = data(folder, "standings")["standings"]
    ranked = [one["player"] for one in found]
    assert ranked[:2] == [best[3], best[1]] and set(ranked[2:4]) == {best[0], best[2]} and ranked[4:] == best[4:]
    assert [one["rank"] for one in found[:4]] == [1, 2, 3, 4] and found[1]["decided"] == "bracket"
    assert found[0]["points"] == 3, "games of the bracket give no points"
    assert "Final: Player" in run(folder, "standings").stdout and "beat" in run(folder, "standings").stdout
    assert [one["stage"] for one in json.loads((folder / "out/results.json").read_text("utf-8"))["bracket"]] == [
        "semifinals",
        "semifinals",
        "final",
    ]
    assert data(folder, "check")["ok"]
    assert "listbuilder event standings" in run(folder, "status").stdout


def test_bracket_draw_can_be_undone_and_is_checked(tmp_path: Path) -> None:
    """Until its first result; a forged one is found."""
    folder = club_cup(tmp_path / "cup", cut=4)
    win(folder)
    run(folder, "pair")
    run(folder, "undo", len(lines(folder)))
    assert data(folder, "pair")["stage"] == "semifinals"
    run(folder, "score", 1, "win", "loss")
    assert "have results" in run(folder, "undo", len(lines(folder)) - 1, code=2).stderr


def test_cut_takes_as_many_as_there_are(tmp_path: Path) -> None:
    """With five players, a cut of eight is one of four; those who left are not in it."""
    folder = club_cup(tmp_path / "cup", number=6, cut=8)
    win(folder)
    first = order(folder)[0]
    run(folder, "drop", first)
    semi = data(folder, "pair")
    assert semi["stage"] == "semifinals" and first in semi["absent"]


def test_cup_without_lists_takes_none(tmp_path: Path) -> None:
    """Intake and lock say why; status shows who plays, and the next step is the draw."""
    folder = club_cup(tmp_path / "cup", 4)
    for words in (["intake"], ["lock"]):
        assert "without lists" in run(folder, *words, code=2).stderr
    found = data(folder, "status", code=None)
    assert {one["status"] for one in found["players"]} == {"plays"}
    assert "listbuilder event pair" in run(folder, "status", code=None).stdout
    assert data(folder, "messages")["messages"] in (0, [])
    win(folder)
    assert run(folder, "check").exit_code == 0
    assert find_desk(folder).state.missing == []


def test_missions_of_rounds(tmp_path: Path) -> None:
    """Named ones come in order; drawn ones differ as long as there are others, and the line records them."""
    base = {"game": "demihuman-combat", "name": "Cup", "lists": {"each": 0}}
    folder = cup(tmp_path / "cup", PEOPLE)
    run(tmp_path / "other", "new", tmp_path / "other", "--game", "demihuman-combat")
    folder = tmp_path / "other"
    rounds = {"count": 3, "missions": ["rescue", "random"]}
    (folder / "event.yaml").write_text(fast_yaml.dump({**base, "rounds": rounds}), "utf-8")
    (folder / "signup.csv").write_text("Name\nAda\nTom\nInes\nJon\n", "utf-8")
    run(folder, "players", folder / "signup.csv")
    assert data(folder, "check", code=None)["ok"]
    first = data(folder, "pair")
    assert first["missions"] == ["rescue"]
    assert "Mission: " in (folder / "out/round-1.html").read_text("utf-8")
    run(folder, "score", 1, "win", "loss", 2, "win", "loss")
    second = data(folder, "pair")
    assert second["missions"] and second["missions"] != ["rescue"]
    (folder / "event.yaml").write_text(fast_yaml.dump({**base, "rounds": {"count": 3, "missions": ["rescu"]}}), "utf-8")
    assert "rescu" in run(folder, "check", code=3).stdout


def test_cut_of_teams_and_odd_cuts_are_refused(tmp_path: Path) -> None:
    """A bracket has a power of two of players."""
    folder = ready(tmp_path / "cup", 2)
    pack = fast_yaml.load((folder / "event.yaml").read_text("utf-8"))
    (folder / "event.yaml").write_text(fast_yaml.dump({**pack, "rounds": {"count": 1, "cut": 6}}), "utf-8")
    assert "power of two" in run(folder, "check", code=3).stdout
