"""The course of a game, in the force and in `show`: what everybody has, how models are hurt, who begins, who wins."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_cli import run

from listbuilder import import_force, load_game
from listbuilder.catalogue.course import tables_of, turn_sequence, victory_of
from listbuilder.catalogue.effects.sequence import DamageStep
from listbuilder.loader import game_folders, shipped

GAMES = sorted(game_folders())


def starter(game: str) -> Path:
    """One list of a game."""
    return next(iter(sorted(shipped("catalogue").glob(f"{game}/lists/*.yaml"))))


@pytest.mark.parametrize("game", GAMES)
def test_force_has_what_everybody_has(game: str) -> None:
    """Every key of the course is an entry of the force, and models have a stat without which they are out."""
    force = import_force(starter(game))
    course = force.course
    assert {*course.models, *course.players} <= set(force.entries)
    assert course.models
    assert course.health is not None
    assert all(course.health.out in model.stats for model in force.models)
    assert {table.id for table in tables_of(load_game(game))} <= {entry.id for entry in force.entries.values()}


def test_tables_are_published_with_their_rows() -> None:
    """An engine rolls on a table without reading the catalogue."""
    table = import_force(starter("constellation-warrior")).entries["table/battle-marker"]
    assert str(table.dice.text if table.dice else "") == "1d6"
    assert list(table.rows) == ["1-2", "3-4", "5-6"]


def test_turn_sequence_is_a_tree_in_order() -> None:
    """Periods stand below those they are part of, with how many there are."""
    stages = turn_sequence(load_game("constellation-warrior"))
    assert [(one.depth, one.name) for one in stages] == [
        (0, "10 turns"),
        (1, "maintenance"),
        (1, "action phase"),
        (2, "activation"),
    ]


def test_show_prints_sequence_tables_and_victory() -> None:
    """The front page of a game says how it is played and won."""
    shown = run("show", "constellation-warrior").stdout
    assert "    activation" in shown
    assert "Battle marker" in shown
    victory = victory_of(load_game("constellation-warrior"))
    assert victory is not None
    assert f"Victory: {victory.text}" in shown


@pytest.mark.parametrize("game", GAMES)
def test_damage_is_taken_as_the_game_says(game: str) -> None:
    """No step of a shipped sequence says again what `health` says."""
    book = load_game(game).playbook
    steps = [step for one in book.sequences.values() for step in one.steps if isinstance(step, DamageStep)]
    assert all(book.course.health and step.from_ == book.course.health.from_ for step in steps)


def test_setups_name_their_numbers() -> None:
    """A number of a set-up is that of the term or of the mission it names."""
    game = load_game("rogue-conflict")
    assert game.mission is not None
    assert game.mission.rounds == game.playbook.terms.periods["round"].number
    (piece,) = game.mission.layouts["claim-the-loot"].pieces
    entry = game.find("objective", "claim-the-loot")
    assert entry is not None
    assert piece.count == entry.values["markers"]
    assert piece.away["zone"] == game.playbook.terms.numbers["marker-gap"].value
