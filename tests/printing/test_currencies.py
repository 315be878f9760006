"""Cards and sheets show everything that a model costs, and not only what it costs in the first currency."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.judging.force import Force
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from listbuilder.loading import load_game
from listbuilder.printing.model_cards import list_content, model_contents
from listbuilder.printing.sheet.roster import bundles_of
from tests.support.paths import DESIGNS

LIST: dict[str, Any] = {
    "game": "brass-lance",
    "house": "Ash",
    "models": [
        {"name": "Ada", "frame": "Drover", "lance": "One", "arms": ["Horn", "Horn"], "rank": 1},
        {"frame": "Gadfly", "lance": "One", "count": 2, "arms": ["Pepperbox", "Horn"]},
    ],
    "groups": [{"name": "One", "kind": "battle", "leader": "Ada"}],
}


@pytest.fixture
def force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Force:
    """A list that pays with points, tons and salvage."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Referee(load_game("brass-lance", [DESIGNS])).judge(read_list(LIST)).force


def test_a_card_says_what_a_model_costs_beside_points(force: Force) -> None:
    """The points stand in the box, the rest under the name; of copies that share a card, what each costs."""
    ada, gadfly = model_contents(force, merge=True, texts=True)
    assert (ada.cost, ada.unit_of_cost) == ("64", "points")
    assert ada.title == "Drover · line · any · 27 tons · 2 salvage"
    assert gadfly.title == "scout · any · 17 tons each"


def test_the_card_of_the_list_says_every_total(force: Force) -> None:
    """Tons and salvage stand on the list's own card as well, and the numbers of its header."""
    assert list_content(force, texts=True).title.endswith("61 tons · 2 salvage · Tonnage 61 · Worth 17")


def test_a_sheet_says_what_models_cost_beside_points(force: Force) -> None:
    """In the notes below their stats, for all models of a row."""
    ada, gadflies = bundles_of(force, force.models)
    assert {"27 tons", "2 salvage"} <= set(ada.notes)
    assert "34 tons" in gadflies.notes
