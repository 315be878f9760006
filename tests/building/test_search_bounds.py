"""Searches for lists end by themselves, whatever the game asks for, and say so when they gave up."""

from __future__ import annotations

import json
from importlib import import_module
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder.building.generate import (
    EditStep,
    SearchJudge,
    UnfillableError,
    fill,
    judge,
    mend,
    random_list,
    random_lists,
    unseen,
)
from listbuilder.building.generate.moves import INSIDE, write_entry
from listbuilder.building.generate.random_lists import plain_list
from listbuilder.building.generate.random_models import ModelMaker
from listbuilder.catalogue import Game
from listbuilder.loading import check_folder, load_game
from listbuilder.ui.cli.app import app
from tests.support.paths import DESIGNS

FILL, MEND = import_module("listbuilder.building.generate.fill"), import_module("listbuilder.building.generate.mend")
HEAD = """\
id: {id}
name: Pond
version: 1.0.0
text: Ducks.
kinds: {{card: {{is: option}}, box: {{is: option}}}}
model: {{slots: {{unit: {{kind: unit, min: 1, max: 1}}, box: {{kind: box, max: 1}}}}}}
list: {{slots: {{deck: {{kind: card, min: 30, max: 30, repeats: {repeats}}}}}}}
formats: [{{id: small, name: Small, limit: 100}}]
rules: [{{kind: points, id: limit, max: limit}}]
"""
BOX = "{name: Crate, picks: {cards: {kind: card, min: 999999999, max: 999999999, repeats: true}}}"


def pond(folder: Path, cards: int = 40, repeats: bool = False, box: str = "{name: Crate}") -> Game:
    """A game with a deck of thirty cards, of so many different ones."""
    folder.mkdir()
    deck = ", ".join(f"{{id: c{at}, name: Card {at}, cost: 1}}" for at in range(cards))
    (folder / "game.yaml").write_text(HEAD.format(id=folder.name, repeats=str(repeats).lower()), "utf-8")
    (folder / "units.yaml").write_text("kind: unit\nentries: [{name: Duck, cost: 5}]\n", "utf-8")
    (folder / "cards.yaml").write_text(f"kind: card\nentries: [{deck}]\n", "utf-8")
    (folder / "boxes.yaml").write_text(f"kind: box\nentries: [{box}]\n", "utf-8")
    return check_folder(folder)


@pytest.mark.parametrize(("cards", "repeats"), [(40, False), (7, True)])
def test_a_deck_is_filled(tmp_path: Path, cards: int, repeats: bool) -> None:
    """A slot of the list that must hold many is filled one by one, with the same again where it may be."""
    game = pond(tmp_path / "pond", cards, repeats)
    assert len(random_list(game, 1)["deck"]) == 30
    assert unseen(game).formats == ()


def test_a_deck_that_a_rule_asks_for_is_filled_soon() -> None:
    """Thirty cards that a format asks for are no reason to add models for as long as they are missing."""
    court = SearchJudge(load_game("lantern-court", [DESIGNS]))
    with court.within(4_000):
        found = plain_list(court, "court")
    assert found is not None
    assert len(found["deck"]) >= 30


def test_giving_up_is_no_verdict_on_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that ran out of steps says so, and that there may be a list all the same."""
    game = pond(tmp_path / "pond")
    monkeypatch.setattr(random_lists, "STEPS", 40)
    with pytest.raises(UnfillableError, match="in 40 steps") as error:
        random_list(game, 1)
    assert error.value.findings[0].code == "generate.gave-up"
    assert "may be one" in (error.value.findings[0].hint or "")


def test_what_was_found_before_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`fill` and `mend` answer with what they have when they must stop, and never with a failure."""
    game = pond(tmp_path / "pond")
    for steps in (0, 5, 50, 200):
        for module in (FILL, MEND):
            monkeypatch.setattr(module, "STEPS", steps)
        asked = SearchJudge(game)
        found = fill({"game": "pond", "models": []}, asked)
        assert found.gave_up or found.ways
        mended = mend({"game": "pond", "models": [{"unit": "Duck"}]}, asked)
        assert mended.before.errors
        assert steps or not mended.all_single


def test_giving_up_is_said_as_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`fill --json` says whether there may be other ways than those it has."""
    pond(tmp_path / "pond")
    (tmp_path / "list.yaml").write_text("game: pond\nmodels: []\n", "utf-8")
    for steps, gave_up in ((0, True), (judge.STEPS, False)):
        monkeypatch.setattr(FILL, "STEPS", steps)
        words = ["--catalogue", str(tmp_path / "pond"), "fill", str(tmp_path / "list.yaml"), "--json"]
        assert json.loads(CliRunner().invoke(app, words).stdout)["gave_up"] is gave_up


def test_steps_that_take_too_long_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game where each step takes many times as long as it should, there are fewer of them."""
    monkeypatch.setattr(judge, "SLOW", 0.0)
    monkeypatch.setattr(judge, "LEEWAY", 0.0)
    with pytest.raises(UnfillableError, match="steps"):
        random_list(pond(tmp_path / "pond"), 1)


def test_no_more_is_put_inside_than_a_list_can_hold(tmp_path: Path) -> None:
    """An entry that asks for a thousand million things inside it is left as it is, by all who make lists."""
    game = pond(tmp_path / "pond", box=BOX)
    crate = game.find("box", "Crate")
    assert crate is not None
    assert write_entry(game, crate) == "Crate"
    assert ModelMaker(SearchJudge(game), {}, Random(1)).named(crate) == "Crate"
    assert len(str(write_entry(game, crate, most=INSIDE))) < 100


def test_such_a_game_is_answered_by_the_commands(tmp_path: Path) -> None:
    """No command fails on it."""
    pond(tmp_path / "pond", box=BOX)
    path = tmp_path / "list.yaml"
    path.write_text("game: pond\nmodels: [{unit: Duck, box: Crate}]\n", "utf-8")
    for command in ("fill", "mend"):
        assert CliRunner().invoke(app, [command, str(path), "--catalogue", str(tmp_path)]).exit_code == 1


def test_prices_are_added_up_within_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many prices there are, not all sums of them are gone through; the same model counts several times."""
    seen: list[Any] = []

    def counted(*args: Any) -> Any:
        for one in combinations_with_replacement(*args):
            seen.append(one)
            yield one

    monkeypatch.setattr(FILL, "combinations_with_replacement", counted)
    monkeypatch.setattr(FILL, "SUMS", 500)
    prices = {2 * at: [EditStep("add", ("models",), {"unit": "Duck"})] for at in range(1, 200)}
    assert list(FILL.exact(prices, 101)) == []
    assert len(seen) < 1_000
    assert [len(edits) for edits in FILL.exact({2: prices[2], 4: prices[4]}, 6)] == [2, 3]
