"""Texts of rules and rulings take their numbers from data, and a digit in them that does not is reported."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from listbuilder import load_game
from listbuilder.loading import game_folders, shipped
from listbuilder.loading.effects.text_checks import digits_of
from tests.support.cli import invoke

GAME = "rogue-conflict"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a game that can be spoilt."""
    shutil.copytree(shipped("catalogue") / GAME, tmp_path / GAME)
    return tmp_path / GAME


def spoil(folder: Path, file: str, old: str, new: str) -> str:
    """What `catalogue check` says when a text is written otherwise."""
    path = folder / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    return " ".join(invoke("catalogue", "check", folder).output.split())


def test_rule_text_prints_the_numbers_of_the_rule() -> None:
    """What findings, `rules` and `show` say has the rule's own bounds in it."""
    (rule,) = [one for one in load_game(GAME).rules if one.id == "squad-size"]
    assert rule.text == "The game is meant for 5 to 10 models a side."


def test_changed_rule_says_its_new_number(tmp_path: Path) -> None:
    """An overlay that changes a bound changes the sentence."""
    home = tmp_path / "larger"
    home.mkdir()
    change = "change:\n  - {rule: squad-size, max: 14}\n"
    (home / "game.yaml").write_text(f"extends: {GAME}\nid: larger\nname: Larger\n{change}", "utf-8")
    (rule,) = [one for one in load_game("larger", [tmp_path]).rules if one.id == "squad-size"]
    assert rule.text == "The game is meant for 5 to 14 models a side."


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("game.yaml", "{min} to {max} models", "5 to {max} models", "'5' is a number in words only"),
        ("game.yaml", "{min} to {max} models", "{min} to {mox} models", "`{mox}` has no value. Did you mean max?"),
        ("rulings.yaml", "The extra {farther} goes", "The extra 6 goes", "'6' is a number in words only"),
        ("rulings.yaml", "The extra {farther} goes", "The extra {further} goes", "`{further}` has no value."),
    ],
)
def test_wrong_text_is_reported(folder: Path, file: str, old: str, new: str, words: str) -> None:
    """A digit outside a place, and a place without a value, with the line."""
    said = spoil(folder, file, old, new)
    assert words in said
    assert f"{file}:" in said


@pytest.mark.parametrize("game", sorted(game_folders()))
def test_shipped_texts_have_no_place_left_open(game: str) -> None:
    """What is shown has numbers where places were, and no digit of a shipped game is words only."""
    found = load_game(game)
    texts = [one.text for one in (*found.rules, *found.rulings)]
    texts += [rule.text for one in found.formats for rule in one.rules]
    texts += [rule.text for one in found.entries for rule in one.rules]
    assert not [text for text in texts if "{" in text]
    assert digits_of([game_folders()[game]]) == []
