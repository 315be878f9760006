"""Terms that only a sentence defines: which they are, and the reasons that games give."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder import CatalogueError, Game, load_game
from listbuilder.loading import check_folder, game_folders, shipped
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


@pytest.mark.parametrize("game", sorted(game_folders()))
def test_few_terms_are_words_alone(game: str) -> None:
    """Less than a tenth of the terms of each game, and each has a reason."""
    found = list(sentence_terms(load_game(game)))
    assert len(found) < coverage_of(load_game(game)).terms / 10
    assert all(one.narrative for one in found)


@pytest.mark.parametrize(
    ("term", "told"),
    [
        ("{means: touching, text: It touches it.}", "`means: touching` needs `about`"),
        ("{means: flanked, about: post}", "`about` goes with a sense that needs it"),
        ("{means: touching, about: pots}", "`pots`. Did you mean post?"),
        ("{means: flanked, by: enemy}", "`by` goes with `means: reached`"),
        ("{means: reached, text: In reach.}", "`by` goes with `means: reached`"),
        ("{means: flanked, with: {kind: ability}}", "`with` goes with `means: reached` or `still-reached`"),
        ("{means: flanked, max: 2}", "`max` goes with `means: priced`"),
    ],
)
def test_what_a_sense_is_about_is_checked(term: str, told: str, toy: Game, tmp_path: Path) -> None:
    """A sense has what it needs and nothing else, and it names words of the game."""
    folder = tmp_path / "toy"
    terms = TERMS.replace("marked: It has", f"near: {term}, marked: It has") + "\n"
    terms = terms.replace("sequences:", "  things: {post: {means: terrain, text: A post.}}\nsequences:")
    (folder / "game.yaml").write_text(HEAD + terms, "utf-8")
    with pytest.raises(CatalogueError) as error:
        check_folder(folder)
    assert any(told in f"{one.message} {one.hint}" for one in error.value.findings), error.value.findings


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
    assert "Coverage: 1 of" in said and "0 of them (0 %) without a reason" in " ".join(said.split())
    assert "events pass-through: narrative, Which bases" in said
