"""A list is found for a game with squads, gangs that models may join or not, and limits in two currencies."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.building.generate import SearchJudge, random_list
from listbuilder.loading import check_folder

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
