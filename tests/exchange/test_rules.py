"""The rules document: what all forces of a game share, once; a force without it and the two together say the same."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from listbuilder import DocumentError, import_force, load_game, rules_document, with_rules
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.force_document import dump_force, force_json
from listbuilder.loading import game_folders, shipped
from tests.support.cli import invoke

STARTERS = sorted(shipped("catalogue").glob("*/lists/*.yaml"))
each_game = pytest.mark.parametrize("game", sorted(game_folders()))
each_list = pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)


@cache
def rules_of(game: str) -> dict[str, Any]:
    """The rules of a game."""
    return rules_document(load_game(game))


def lean(path: Path) -> dict[str, Any]:
    """A force without its rules, as data."""
    return dump_force(import_force(path, standalone=False))


@each_list
def test_rules_and_force_are_the_whole(path: Path) -> None:
    """A force with its rules has every key and every row of the one that stands alone."""
    whole = dump_force(import_force(path))
    made = with_rules(lean(path), rules_of(path.parents[1].name))
    assert {**made, "entries": {}} == {**whole, "entries": {}}
    assert made["entries"].items() >= whole["entries"].items()


@each_list
def test_force_without_rules_repeats_nothing(path: Path) -> None:
    """Terms and sequences are left out, and of the table only rows are there that differ from those of the rules."""
    force, rules = lean(path), rules_of(path.parents[1].name)
    assert (force["terms"], force["sequences"]) == ({}, {})
    assert not [key for key, row in force["entries"].items() if rules["entries"].get(key) == row]
    assert force["course"] in ({}, with_rules(force, rules)["course"])


def test_forces_without_rules_share_what_stands_for_them() -> None:
    """What a force has in place of its rules is made once, so that forces of a long stream keep nothing more alive."""
    one, other = (import_force(path, standalone=False) for path in (STARTERS[0], STARTERS[-1]))
    assert one.terms is other.terms
    assert one.course is other.course


@each_game
def test_rules_fit_their_schema(game: str) -> None:
    """The document is as the schema says, and names every mission of the game by a row of the table."""
    schema = json.loads((shipped("schemas") / "rules.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(schema).validate(rules_of(game))
    assert rules_of(game)["missions"].keys() <= rules_of(game)["entries"].keys()


@each_game
def test_command_writes_rules_once(game: str) -> None:
    """`export GAME --to rules` writes what Python gives, and every force of the game names it."""
    starter = next(path for path in STARTERS if path.parents[1].name == game)
    assert json.loads(invoke("export", game, "--to", "rules").stdout) == rules_of(game)
    assert json.loads(invoke("export", starter, "--to", "rules").stdout) == rules_of(game)
    force = json.loads(invoke("export", starter, "--to", "engine", "--no-standalone").stdout)
    assert force["rules"] == rules_of(game)["hash"]
    assert force == lean(starter)
    assert json.loads(invoke("export", starter, "--to", "engine").stdout) == dump_force(import_force(starter))


@each_list
def test_text_of_a_force_is_its_data(path: Path) -> None:
    """The fast writer writes what the plain one dumps."""
    force = import_force(path)
    plain = dump(force)
    plain |= plain.pop("extras")
    assert json.loads(force_json(force)) == plain


def test_forces_without_rules_are_checked_too() -> None:
    """A force without its rules is imported like any other: it is resolved again, and a changed number is found."""
    force = lean(STARTERS[0])
    assert dump_force(import_force(force)) == dump_force(import_force(STARTERS[0]))
    assert dump_force(import_force(force, standalone=False)) == force
    force["models"][0]["cost"] += 1
    with pytest.raises(DocumentError, match="changed by hand"):
        import_force(force)


def test_other_rules_are_refused() -> None:
    """A force is not read with the rules of another game or catalogue."""
    with pytest.raises(DocumentError, match="other rules"):
        with_rules(lean(STARTERS[0]), {**rules_of(STARTERS[0].parents[1].name), "hash": "0"})


@pytest.mark.parametrize("arguments", [["--to", "text"], []])
def test_only_forces_leave_rules_out(arguments: list[str]) -> None:
    """`--no-standalone` is for forces."""
    assert invoke("export", STARTERS[0], *arguments, "--no-standalone").exit_code == 2


def test_values_that_name_entries_come_with_their_ids() -> None:
    """What a keyword names in words, an engine finds by its id; values that are no names have none."""
    rows = rules_of("kill-team")["entries"]
    assert rows["weapon-rule/heavy/heavy-dash-only"]["ids"] == {"move": "dash"}
    assert "action/dash" in rows
    assert "ids" not in rows["weapon-rule/piercing/piercing-1"]


def test_resources_say_what_players_do_with_them() -> None:
    """Raising rolls, passing and holding back are data, and so is where the number of chips comes from."""
    found = {game: rules_of(game)["terms"]["resources"] for game in ("constellation-warrior", "demihuman-combat")}
    assert found["demihuman-combat"]["pip"]["spent"] == "raise"
    chip = found["demihuman-combat"]["pass-chip"]
    assert (chip["spent"], chip["match"]) == ("pass", "Pass chips")
    assert found["constellation-warrior"]["delay"]["spent"] == "delay"
