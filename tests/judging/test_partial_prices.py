"""Prices that change for so many only are explained: in the breakdown of costs, on the sheet and in `show`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder.catalogue import Game
from listbuilder.exchange.documents.force_document import publish
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from listbuilder.printing.sheet.roster import cost_parts
from listbuilder.ui.cli.app import app
from tests.support.cases import GAMES, write_game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game whose tinkers have two things for nothing."""
    return check_folder(write_game(GAMES["some-Some"]["game"], tmp_path_factory.mktemp("games")))


def judged(game: Game, *gear: Any) -> Report:
    """A tinker with some gear."""
    return Referee(game).judge(read_list({"game": game.id, "models": [{"unit": "Tinker", "gear": list(gear)}]}))


def test_breakdown_says_what_changed_a_price(game: Game) -> None:
    """Each part has its cost and who changed the price, for how many copies, and together they are the cost."""
    model = publish(judged(game, {"entry": "Net", "count": 3}, "Crate")).models[0]
    parts = {part.name: part for part in model.breakdown}
    assert {name: part.cost for name, part in parts.items()} == {"Tinker": 10, "Net": 5, "Crate": 8}
    assert sum(part.cost for part in model.breakdown) == model.cost == 23
    (change,) = parts["Net"].changes
    assert (change.giver, change.what, change.amount, change.copies) == ("Tinker", "set", 0, 2)
    assert parts["Crate"].changes == ()


def test_free_thing_stays_in_the_breakdown(game: Game) -> None:
    """What costs nothing only because of a change is told too."""
    model = publish(judged(game, "Net")).models[0]
    assert [(part.name, part.cost, len(part.changes)) for part in model.breakdown] == [("Tinker", 10, 0), ("Net", 0, 1)]


def test_copies_are_kept_apart(game: Game) -> None:
    """Two lists that differ in nothing but which copies are free are not taken for one another."""
    first, second = (publish(judged(game, "Rope", "Rope", {"entry": "Net", "count": n})).models[0] for n in (1, 2))
    assert [part.cost for part in first.breakdown] == [10, 0, 0, 5]
    assert [part.cost for part in second.breakdown] == [10, 0, 0, 10]


def test_sheet_says_what_changed_a_price(game: Game) -> None:
    """The sheet adds up what each thing costs, whatever its copies cost one by one."""
    row = judged(game, {"entry": "Net", "count": 3}, "Crate").force.rows[0]
    told = [item.text for item in cost_parts(game, row)]
    assert told == ["Tinker 10", "Net 5 (2 of 3 set to 0 Tinker)", "Crate 8"]


def test_show_says_how_many(tmp_path: Path) -> None:
    """The entry says for how many a price changes."""
    write_game(GAMES["some-Some"]["game"], tmp_path)
    shown = CliRunner().invoke(app, ["--catalogue", str(tmp_path), "show", "case", "tinker"]).stdout
    assert "gear cost = 0, only the 2 cheapest" in shown
