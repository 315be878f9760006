"""Models are divided into as many groups as the rules ask for, whatever their number."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.building.generate import random_list
from listbuilder.building.generate.judge import SearchJudge
from listbuilder.loading import check_folder, load_game
from tests.support.paths import DESIGNS

GAME = """\
id: flock
name: Flock
edition: "1"
version: 1.0.0
text: Geese.
model:
  slots: {unit: {kind: unit, min: 1, max: 1}}
  fields: {wing: {type: group}}
group: {fields: {kind: {type: word, of: [near, far], required: true}, leader: {type: member, required: true}}}
formats: [{id: small, name: Small, limit: 14}]
rules:
  - {kind: count, id: wings, of: groups, min: LEAST}
  - {kind: count, id: wing-size, over: group, of: models, min: 2, max: 3}
"""
UNITS = "kind: unit\nentries: [{name: Goose, cost: 2}, {name: Gander, cost: 3}]\n"


@pytest.mark.parametrize("least", [1, 2, 3])
def test_as_many_groups_as_are_asked_for(tmp_path: Path, least: int) -> None:
    """Small groups and many of them: a legal list is found with the first seed."""
    folder = tmp_path / "flock"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.replace("LEAST", str(least)), "utf-8")
    (folder / "units.yaml").write_text(UNITS, "utf-8")
    game = check_folder(folder)
    tree = random_list(game, 1)
    assert SearchJudge(game).score(tree).errors == 0
    assert len(tree["groups"]) >= least


def test_groups_that_need_not_be_are_used_now_and_then() -> None:
    """A game whose lists may do without groups gets some lists with and some without, all of them legal."""
    game = load_game("tide-ledger", [DESIGNS])
    trees = [random_list(game, seed, "raid") for seed in range(8)]
    assert {bool(tree.get("groups")) for tree in trees} == {True, False}
    assert not any(SearchJudge(game).score(tree).errors for tree in trees)
