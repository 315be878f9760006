"""Random lists begin with what the rules ask for, so that formats with needs that lead to other needs get lists too."""

from __future__ import annotations

import pytest

from listbuilder.building.generate import SearchJudge, random_list
from listbuilder.building.generate.needs import needs_of
from listbuilder.loading import load_game
from tests.support.paths import DESIGNS


@pytest.mark.parametrize(("name", "format", "seed"), [("brass-lance", "siege", 2), ("tide-ledger", "grand", 2)])
def test_a_format_with_needs_gets_a_legal_list_soon(name: str, format: str, seed: int) -> None:
    """A tower needs its tender, a flagship its escorts: the list is legal, and few were judged on the way."""
    game = load_game(name, [DESIGNS])
    judge = SearchJudge(game)
    made = random_list(game, seed, format)
    assert made["format"] == format and judge.score(made).errors == 0


def test_needs_lead_to_what_is_asked_for() -> None:
    """An empty siege asks for a tower first; with a tower it asks for the tender."""
    game = load_game("brass-lance", [DESIGNS])
    judge = SearchJudge(game)
    head = {"game": game.id, "format": "siege", "house": "Ash"}
    frames = [entry for entry in game.entries if entry.kind == game.model.slots["frame"].kind]
    empty = needs_of(judge.score({**head, "models": []}))
    assert empty.first(frames, "frame")[0].name == "Siege Tower"
    alone = judge.score({**head, "models": [{"frame": "Siege Tower"}]})
    assert empty.met_better_by(alone)
    assert [entry.name for entry in frames if needs_of(alone).ask_for(entry, "frame")] == ["Tender"]


def test_a_rule_that_names_somebody_leads_there() -> None:
    """A hulk needs a sloop to tug it; another merchant does not."""
    game = load_game("tide-ledger", [DESIGNS])
    ships = [entry for entry in game.entries if entry.kind == game.model.slots["ship"].kind]

    def asked_by(ship: str) -> list[str]:
        needs = needs_of(SearchJudge(game).score({"game": game.id, "models": [{"ship": ship}]}))
        return [entry.name for entry in ships if needs.ask_for(entry, "ship")]

    assert "Sloop" in asked_by("Hulk")
    assert "Sloop" not in asked_by("Fluyt")
