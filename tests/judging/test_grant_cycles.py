"""Giving ends: circles of giving are refused with their names, and a list of too many things is said to be one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.base.errors import CatalogueError
from listbuilder.judging.resolver import MAX_PICKS_IN_ALL
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from listbuilder.loading import check_folder, load_game
from tests.support.cases import write_game

SLOTS = {"unit": {"kind": "unit", "min": 1, "max": 1}, "gear": {"kind": "gear"}}


def game(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A game of one unit, with gear."""
    unit = {"kind": "unit", "entries": [{"name": "Man"}]}
    return {"model": {"slots": SLOTS}, **more, "entries": [unit, *entries]}


def giving(name: str, **gives: Any) -> dict[str, Any]:
    """Some gear that gives something."""
    return {"name": name, "grants": gives}


CIRCLES = {
    "itself": game({"kind": "gear", "entries": [giving("Drum", entries={"gear": ["drum"]})]}),
    "each other": game(
        {
            "kind": "gear",
            "entries": [giving("Drum", entries={"gear": ["stick"]}), giving("Stick", entries={"gear": ["drum"]})],
        }
    ),
    "three, to others": game(
        {
            "kind": "gear",
            "entries": [
                giving("Drum", entries={"gear": ["stick"]}, to={"kind": "unit"}),
                giving("Stick", entries={"gear": [{"entry": "flag", "count": 9}]}, to={"kind": "unit"}),
                giving("Flag", entries={"gear": ["drum"]}, to={"kind": "unit"}),
            ],
        }
    ),
    "through a keyword": game(
        {"kind": "mood", "entries": [giving("Calm", entries={"gear": ["drum"]})]},
        {"kind": "gear", "entries": [giving("Drum", keywords=["Calm"])]},
        kinds={"mood": {"is": "keyword"}},
    ),
    "through a printed keyword": game(
        {"kind": "mood", "entries": [giving("Calm", entries={"gear": ["drum"]})]},
        {"kind": "gear", "entries": [{"name": "Drum", "keywords": ["Calm"]}]},
        kinds={"mood": {"is": "keyword"}, "gear": {"keywords": ["mood"]}},
    ),
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.parametrize("name", CIRCLES)
def test_a_circle_of_giving_is_refused(name: str, tmp_path: Path) -> None:
    """Whoever loads or checks such a game is told at once who gives whom; no list is ever resolved with it."""
    folder = write_game(CIRCLES[name], tmp_path)
    for thorough in (True, False):
        with pytest.raises(CatalogueError) as caught:
            check_folder(folder, thorough=True) if thorough else load_game("case", [tmp_path])
        (finding,) = caught.value.findings
        assert finding.message.startswith("Things give each other without end: ")
        assert finding.message.count(" gives ") >= 1
        assert finding.line


def test_a_list_that_is_given_too_much(tmp_path: Path) -> None:
    """Beyond the bound there is one finding that says so; up to it everything is there."""
    drums = giving("Drum", entries={"gear": ["stick"]}, to={"kind": "unit"})
    folder = write_game(game({"kind": "gear", "entries": [drums, {"name": "Stick"}]}), tmp_path)
    made = check_folder(folder, thorough=True)

    def judged(rows: int) -> tuple[list[str], int]:
        models: list[Any] = [{"unit": "Man", "gear": ["Drum"]} for _ in range(rows)]
        report = Referee(made).judge(read_list({"game": "case", "models": models}))
        return [one.code for one in report.findings], len(report.force.picks)

    rows = 139  # 139 men with drums, and a stick for each man from each drum: 278 + 139 × 139 things
    assert judged(rows) == ([], 2 * rows + rows * rows)
    codes, there = judged(rows + 3)
    assert codes == ["list.too-large"]
    assert there == MAX_PICKS_IN_ALL
