"""A list is found for a game with squads, gangs that models may join or not, and limits in two currencies."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.building.generate import SearchJudge, random_list
from listbuilder.loading import check_folder
from tests.support.cli import run

WHARF = Path(__file__).parent / "hard" / "wharf"


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(7, marks=pytest.mark.slow)])
def test_squads_in_gangs_with_two_currencies(seed: int) -> None:
    """Every gang has its oath and one boss, and some models may stay alone."""
    game = check_folder(WHARF)
    tree = random_list(game, seed)
    score = SearchJudge(game).score(tree)
    assert score.errors == 0
    assert score.force.totals["favours"] >= 6
    assert all(group["oath"] and group["boss"] for group in tree["groups"])


@pytest.mark.slow
def test_vehicles_get_somebody_who_drives(tmp_path: Path) -> None:
    """Who must name another model names one that fits, which gets a name for that."""
    run("catalogue", "new", "convoy", "--like", "vehicles", cwd=tmp_path)
    rule = "{kind: link, id: manned, field: carries, where: {tag: vehicle}, some: {entry: driver}}"
    with (tmp_path / "convoy" / "game.yaml").open("a", encoding="utf-8") as head:
        head.write(f"  - {rule}\n")
    game = check_folder(tmp_path / "convoy")
    tree = random_list(game, 1)
    assert SearchJudge(game).score(tree).errors == 0
    drivers = {row["name"] for row in tree["models"] if row["unit"] == "Driver" and "name" in row}
    assert any(drivers & {*row.get("carries", ())} for row in tree["models"])
