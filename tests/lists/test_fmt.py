"""`fmt` and `upgrade`: canonical order and spelling, current names; comments kept, nothing dropped."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from listbuilder.lists.canonical import canonical
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.reading import read_file
from tests.support.cli import run

STARTERS = sorted(path for folder in game_folders().values() for path in (folder / "lists").glob("*.yaml"))
MESSY = """\
# header
models: # m
  # above jax
  - weapon: laser-rifle # w
    # about the rank
    rank: iv
    name: Jax
    gear: [medkit, "grappling hook"]
    x-mine: {b: 1, a: 2}
  - {count: 2, weapon: SLUG PISTOL, # odd
     rank: Rank 1}
# about the game
game: Rogue Conflict

format: Standard Game # std
name: F
"""
NEAT = """\
# header
# about the game
game: rogue-conflict
name: F

format: standard # std
models: # m
  # above jax
  - name: Jax
    # about the rank
    rank: IV
    weapon: Laser Rifle # w
    gear: [Medkit, Grappling Hook]
    x-mine: {b: 1, a: 2}
  - {rank: I, weapon: Slug Pistol, # odd
     count: 2}
"""


def test_order_and_spelling_with_comments(tmp_path: Path) -> None:
    """Keys go in order, names are spelt as printed, and every comment stays with what it is about."""
    path = tmp_path / "a.yaml"
    path.write_text(MESSY, "utf-8")
    run("fmt", path, "--check", code=1)
    assert path.read_text("utf-8") == MESSY
    run("fmt", path)
    assert path.read_text("utf-8") == NEAT
    run("fmt", path, "--check")


@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_formatting_twice_is_formatting_once(path: Path, tmp_path: Path) -> None:
    """A formatted starter list says the same, keeps its comments, and does not change again."""
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    run("fmt", copy)
    once = copy.read_text("utf-8")
    run("fmt", copy)
    assert copy.read_text("utf-8") == once
    game = load_game(path.parent.parent.name)
    assert canonical(read_file(copy).data, game) == canonical(read_file(path).data, game)
    for line in path.read_text("utf-8").splitlines():
        assert line.partition("# ")[2] in once


def test_what_the_game_does_not_know_stays(tmp_path: Path) -> None:
    """Unknown names, unknown keys and empty keys are all there after formatting."""
    path = tmp_path / "a.yaml"
    path.write_text("models: [{weapon: Rail Gun, wepon: y, rank: I}]\nnotes:\ngame: rogue-conflict\n", "utf-8")
    run("fmt", path)
    data = read_file(path).data
    assert data["models"] == [{"rank": "I", "weapon": "Rail Gun", "wepon": "y"}]
    assert "notes" in data


def test_json_is_formatted_as_json(tmp_path: Path) -> None:
    """A JSON file stays JSON, with its keys in order."""
    path = tmp_path / "a.json"
    path.write_text('{"models": [{"weapon": "slug-pistol", "rank": "1"}], "game": "rogue-conflict"}', "utf-8")
    run("fmt", path)
    assert list(json.loads(path.read_text("utf-8"))) == ["game", "models"]
    assert '"weapon": "Slug Pistol"' in path.read_text("utf-8")


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """The game as it was: one weapon under another name, one cheaper, one that is no more."""
    folder = tmp_path / "old" / "rogue-conflict"
    shutil.copytree(game_folders()["rogue-conflict"], folder)
    path = folder / "weapons.yaml"
    text = path.read_text("utf-8").replace("name: Laser Rifle\n    cost: 20", "name: Laser Rifle\n    cost: 17")
    path.write_text(text, "utf-8")
    return folder


def test_upgrade_reports_change_by_change(tmp_path: Path, older: Path) -> None:
    """Version, renamed, repriced and unknown are told apart; names and version are written, no line is dropped."""
    path = tmp_path / "a.yaml"
    path.write_text(
        "game: rogue-conflict # g\ncatalogue: 0.9.0\nmodels:\n  - {rank: Rank 4, weapon: Laser Rifle} # keep\n"
        "  - {rank: I, weapon: Rail Gun}\n",
        "utf-8",
    )
    before = path.read_text("utf-8")
    data = json.loads(run("upgrade", path, "--old", older, "--dry-run", "--json").output)
    assert {(one["kind"], one["where"]) for one in data["changes"]} == {
        ("version", "catalogue"),
        ("renamed", "models[0].rank"),
        ("repriced", "models[0].weapon"),
        ("unknown", "models[1].weapon"),
    }
    assert path.read_text("utf-8") == before
    assert "17 → 20" in run("upgrade", path, "--old", older).output
    after = path.read_text("utf-8")
    assert after == before.replace("0.9.0", load_game("rogue-conflict").version).replace("Rank 4", "IV")


def test_upgrade_of_a_current_list_changes_nothing(tmp_path: Path) -> None:
    """A list that is up to date is left as it is; one that says no version gets it."""
    path = tmp_path / "a.yaml"
    path.write_text("game: rogue-conflict\nmodels: [{rank: I, weapon: Slug Pistol}]\n", "utf-8")
    assert "does not say" in run("upgrade", path).output
    once = path.read_text("utf-8")
    assert "catalogue: " in once
    assert "up to date" in run("upgrade", path).output
    assert path.read_text("utf-8") == once
