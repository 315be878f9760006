"""Random lists begin with what the rules ask for, so that formats with needs that lead to other needs get lists too."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.building.generate import SearchJudge, random_list
from listbuilder.building.generate.needs import needs_of
from listbuilder.loading import check_folder, load_game
from tests.support.paths import DESIGNS


@pytest.mark.sample(1)
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
    assert empty.first(frames, lambda _: "frame")[0].name == "Siege Tower"
    alone = judge.score({**head, "models": [{"frame": "Siege Tower"}]})
    assert empty.is_reduced_by(alone)
    assert [entry.name for entry in frames if needs_of(alone).is_needed(entry, "frame")] == ["Tender"]


def test_a_rule_that_names_somebody_leads_there() -> None:
    """A hulk needs a sloop to tug it; another merchant does not."""
    game = load_game("tide-ledger", [DESIGNS])
    ships = [entry for entry in game.entries if entry.kind == game.model.slots["ship"].kind]

    def asked_by(ship: str) -> list[str]:
        needs = needs_of(SearchJudge(game).score({"game": game.id, "models": [{"ship": ship}]}))
        return [entry.name for entry in ships if needs.is_needed(entry, "ship")]

    assert "Sloop" in asked_by("Hulk")
    assert "Sloop" not in asked_by("Fluyt")


CREW = """\
id: crew
name: Crew
version: 0.1.0
text: Ships, and who sails them.
stats: {hp: {name: HP, base: 1}}
kinds: {ship: {is: unit, name: Ship}, sailor: {is: unit, name: Sailor}}
model: {slots: {ship: {kind: ship, max: 1}, sailor: {kind: sailor, max: 1}}}
formats: [{id: open, limit: 20}]
rules:
  - {kind: count, id: either, over: model, of: picks, where: {slot: [ship, sailor]}, min: 1, max: 1}
  - {kind: count, id: hands, of: {count: models, where: {kind: sailor}}, min: 2}
  - {kind: count, id: hulls, of: {count: models, where: {kind: ship}}, min: 1}
"""


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_row_may_be_one_of_two_things(tmp_path: Path, seed: int) -> None:
    """Where no slot must be filled, every slot for units says what a row is: ships come along, and sailors."""
    folder = tmp_path / "crew"
    folder.mkdir()
    (folder / "game.yaml").write_text(CREW, "utf-8")
    (folder / "ships.yaml").write_text(
        "kind: ship\nentries: [{name: Sloop, cost: 6}, {name: Brig, cost: 9}]\n", "utf-8"
    )
    (folder / "sailors.yaml").write_text(
        "kind: sailor\nentries: [{name: Mate, cost: 3}, {name: Cook, cost: 2}]\n", "utf-8"
    )
    game = check_folder(folder)
    tree = random_list(game, seed)
    assert SearchJudge(game).score(tree).errors == 0
    assert {key for row in tree["models"] for key in row if key != "count"} == {"ship", "sailor"}
