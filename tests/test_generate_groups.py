"""Models are divided into as many groups as the rules ask for, whatever their number."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.generate import random_list
from listbuilder.generate.judge import Judge
from listbuilder.loader import check_folder

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
    assert Judge(game).score(tree).errors == 0
    assert len(tree["groups"]) >= least
