"""A force needs no catalogue and no names: who is meant by id, the rules of what was chosen; and samples are marked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.loading import shipped
from tests.support.cli import invoke

LISTS = shipped("catalogue")
TEAM = """game: demihuman-combat
name: {name}
mission: Assassination
role: {role}
{vip}
models:
  - {{unit: Magistrate Rook}}
  - {{unit: Steeplejack, deploy: true}}
"""


def force(path: Path) -> Any:
    """A list as engines get it."""
    return json.loads(invoke("export", path, "--to", "engine").stdout)


def test_riders_are_named_by_id() -> None:
    """Whom a model carries is there by the id of the model, not only by its name."""
    made = force(LISTS / "stack-and-horde/lists/heron-riders.yaml")
    ids = {model["id"] for model in made["models"]}
    carrying = {model["id"]: model["links"]["carries"] for model in made["models"] if model["links"]}
    assert carrying["needle"] == ["lady-teasel"]
    assert {one for several in carrying.values() for one in several} <= ids


def test_the_chosen_killzone_brings_its_own_rules() -> None:
    """Actions and rules of the killzone that was chosen are in the force, those of others are not."""
    path = next(one for one in sorted(LISTS.glob("kill-team/lists/*.yaml")) if "killzone" in one.read_text("utf-8"))
    made = force(path)
    (zone,) = made["slots"]["killzone"]
    others = {"volkus", "gallowdark", "bheta-decima"} - {zone["id"]}
    tags = [set(entry.get("tags", [])) for entry in made["entries"].values()]
    assert any(zone["id"] in one for one in tags)
    assert not any(others & one and zone["id"] not in one for one in tags)


@pytest.mark.parametrize(
    ("format_", "mark"),
    [
        ("text", "with sample content"),
        ("markdown", "with sample content"),
        ("html", "with sample content"),
        ("csv", ",yes"),
        ("one-line", "with sample content"),
    ],
)
def test_samples_are_marked_and_read_back(tmp_path: Path, format_: str, mark: str) -> None:
    """Every way out says that units are samples, and the mark is no part of the list that is read back."""
    path = LISTS / "kill-team/lists/granary.yaml"
    out = invoke("export", path, "--to", format_).stdout
    assert mark in out
    made = tmp_path / "made.txt"
    made.write_text(out, "utf-8")
    again = invoke("import", made)
    assert again.exit_code == 0
    assert "sample" not in again.stdout


def test_rulebook_lists_are_not_marked() -> None:
    """A list of printed entries says nothing of samples."""
    path = min(LISTS.glob("rogue-conflict/lists/*.yaml"))
    assert not any("sample" in invoke("export", path, "--to", one).stdout for one in ("text", "csv", "html"))


def test_lists_that_do_not_fit_end_in_failure(tmp_path: Path) -> None:
    """Two defenders are no game: `match` says so and exits 1; an attacker and a defender are one."""
    paths = []
    for name, role in (("One", "defender"), ("Two", "defender"), ("Three", "attacker")):
        path = tmp_path / f"{name}.yaml"
        vip = "vip: Steeplejack" if role == "defender" else "notes: none"
        path.write_text(TEAM.format(name=name, role=role, vip=vip), "utf-8")
        paths.append(path)
    assert invoke("match", paths[0], paths[1]).exit_code == 1
    assert invoke("match", paths[0], paths[2]).exit_code == 0
    assert force(paths[0])["links"] == {"vip": ["steeplejack"]}


def test_what_keywords_name_is_there_by_id() -> None:
    """A unit that comes into play and a condition that a hit gives are named by id, and have rows of their own."""
    made = force(LISTS / "demihuman-combat/lists/lantern-lesson.yaml")
    entries = made["entries"]
    (spawns,) = entries["tag/spawn/spawn-newt"]["effects"]
    assert spawns["what"] == ["newt"]
    assert "newt" not in {model["unit"]["id"] for model in made["models"]}
    assert entries["unit/newt"]["stats"] == {"hp": 2, "mv": 5, "durability": 1, "willpower": 2, "height": 1}
    assert entries["tag/inflict/inflict-paralyzed"]["effects"][1]["what"] == ["paralyzed"]
    assert "condition/paralyzed" in entries
