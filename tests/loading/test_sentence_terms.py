"""Terms that only a sentence defines: which they are, and the reasons that games give."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder import Game, load_game
from listbuilder.loading import check_folder, shipped
from listbuilder.loading.effects.coverage import coverage_of, sentence_terms
from tests.support.cli import run

HEAD = "id: toy\nname: Toy\nversion: 1.0.0\ntext: A toy.\nstats: {hp: {name: HP, base: 3}}\n"
TERMS = """
course: {health: {from: [hp], out: hp, hurts: hurt}}
terms:
  events: {hurt: Loses HP., spun: It turns round., leapt: {text: It leaps., narrative: Jumps are up to the table.}}
  numbers: {die: {value: d6}, aim: Added to the roll., luck: Nobody knows.}
  states: {hidden: {means: screened, text: Hidden.}, odd: It is odd., marked: It has a mark.}
sequences:
  shot: [{number: aim, sum: 3}, {roll: shown, dice: die, sum: aim}]
"""
MARK = """
kind: ability
entries: [{id: mark, name: Mark, text: Marks., use: {}, effects: [{when: use, do: give, what: marked}]}]
"""


@pytest.fixture
def toy(tmp_path: Path) -> Game:
    """A game with a term of every make."""
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "game.yaml").write_text(HEAD + TERMS, "utf-8")
    (tmp_path / "toy" / "abilities.yaml").write_text(MARK, "utf-8")
    return check_folder(tmp_path / "toy")


def test_what_data_make_is_no_sentence(toy: Game) -> None:
    """Constants, senses, steps, effects and the events of being hurt are data; the rest is words, with its reason."""
    found = {(one.name, one.narrative) for one in sentence_terms(toy)}
    assert found == {("spun", ""), ("leapt", "Jumps are up to the table."), ("luck", ""), ("odd", "")}


@pytest.mark.parametrize("game", ["constellation-warrior", "rogue-conflict"])
def test_few_terms_are_words_alone(game: str) -> None:
    """Less than a tenth of the terms of these games, and each has a reason."""
    found = list(sentence_terms(load_game(game)))
    assert len(found) < coverage_of(load_game(game)).terms / 10
    assert all(one.narrative for one in found)


@pytest.mark.parametrize("game", ["demihuman-combat", "kill-team", "stack-and-horde"])
def test_what_is_left_in_words_says_why(game: str) -> None:
    """What these games leave to the table, or name and never print, has its reason, word by word."""
    assert all(one.narrative for one in sentence_terms(load_game(game)))


def test_an_action_that_is_allowed_and_followed_is_data(toy: Game, tmp_path: Path) -> None:
    """What it costs and what comes after it are records; an action that is only allowed is still words."""
    folder = tmp_path / "toy"
    actions = "\n  actions: {dig: Digs., sing: Sings.}\n  numbers:"
    (folder / "game.yaml").write_text(HEAD + TERMS.replace("\n  numbers:", actions), "utf-8")
    digging = (
        "kind: ability\nentries:\n  - name: Mark\n    text: Marks.\n    effects:\n"
        "      - {do: allow, what: [dig, sing]}\n      - {when: {after: dig, by: self}, do: give, what: marked}\n"
        "      - {when: {end: game}, do: take, what: marked}\n"
    )
    (folder / "abilities.yaml").write_text(digging, "utf-8")
    assert {one.name for one in sentence_terms(check_folder(folder)) if one.sort == "actions"} == {"sing"}


def test_check_lists_them() -> None:
    """`catalogue check --coverage` counts them and gives the reasons."""
    said = run("catalogue", "check", shipped("catalogue") / "rogue-conflict", "--coverage").stdout
    assert "Coverage: 2 of" in said and "0 of them (0 %) without a reason" in " ".join(said.split())
    assert "events pass-through: narrative, Which bases" in said
