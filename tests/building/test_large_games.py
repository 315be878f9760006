"""Large games: work is counted, so that a thousand entries do not make an edit wait."""

from __future__ import annotations

import sys

import pytest

from listbuilder.building.bench import Bench, open_bench
from listbuilder.building.choices import additions, choices
from listbuilder.loading import check_folder
from listbuilder.storage.reading import read_file
from tests.tools.large_game import UNITS, write_large_game

CHOOSING = sys.modules[additions.__module__]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A list of a game with several factions."""
    folder = write_large_game(tmp_path_factory.mktemp("games") / "large", 330)
    game = check_folder(folder)
    return open_bench(read_file(folder / "lists" / "starter.yaml"), game)


def test_starter_of_a_large_game_is_legal(bench: Bench) -> None:
    """What the benchmarks measure is a game that works."""
    assert bench.report.valid, bench.report.findings


def test_models_that_can_not_agree_are_not_tried(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many sorts of model, only those of the list's own faction are tried; the others are counted."""
    monkeypatch.setattr(CHOOSING, "MANY", UNITS)
    found = additions(bench)
    others = sum(one.kind == "unit" for one in bench.game.entries) - UNITS
    assert {one.entry.field("army") for one in found.choices if one.entry} == {"army-0"}
    assert (len(found.choices), found.folded) == (UNITS, others)


def test_few_models_are_all_tried(bench: Bench) -> None:
    """In a small game each model says why it can't be taken."""
    found = additions(bench)
    assert found.folded == 0
    assert {one.standing for one in found.choices} == {"fits", "not-now"}


def test_what_a_slot_never_takes_is_not_tried(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many entries, those that the slot never takes are counted, even if they were asked for."""
    monkeypatch.setattr(CHOOSING, "MANY", 10)
    found = choices(bench, ("models", 7, "unit"), "parts")
    assert [one.entry.id for one in found.choices if one.entry] == ["banner-7", "charm-7"]
    assert found.folded == sum(one.kind == "part" for one in bench.game.entries) - 2
