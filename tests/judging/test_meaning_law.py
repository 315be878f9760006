"""One meaning, over the five games: no way to write a list changes what it is, one pick always does.

The printed check code, the report and the seal of the desk are reckoned from it.
"""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.catalogue import Entry, Game, RowSchema
from listbuilder.desk.seal import seal_of
from listbuilder.exchange.documents.judged import list_from_report
from listbuilder.exchange.documents.report_document import report_document
from listbuilder.exchange.formats import write_list
from listbuilder.exchange.formats.importing import import_list
from listbuilder.judging.validator import Referee, Report
from listbuilder.lists import read_list
from listbuilder.loading import game_folders, load_game
from listbuilder.printing.check_code import check_code
from tests.support import fast_yaml

GAMES = list(game_folders())
STARTERS = {
    id: [fast_yaml.load(path.read_text("utf-8")) for path in sorted((folder / "lists").glob("*.yaml"))]
    for id, folder in game_folders().items()
}
Tree = Any


def report_on(tree: Tree, game: Game) -> Report:
    """The verdict on a list."""
    return Referee(game).judge(read_list(tree))


def spelt(value: Tree, kind: str, game: Game, dice: random.Random) -> Tree:
    """A name in another of its spellings."""
    if isinstance(value, dict):
        return {**value, "entry": spelt(value["entry"], kind, game, dice)}
    found = game.find(kind, str(value))
    if found is None or found.written_as:
        return value
    ways = [found.id] if game.find_all(kind, found.name) else [found.id, found.name, found.name.upper()]
    return dice.choice([*ways, *(() if game.find_all(kind, found.name) else found.aliases)])


def rewritten(row: Tree, sheet: RowSchema, game: Game, dice: random.Random) -> Tree:
    """A row with its picks in another order and spelling, its keys shuffled."""
    made = {}
    for key, value in row.items():
        slot = sheet.slots.get(key)
        if slot is not None:
            some = [spelt(one, slot.kind, game, dice) for one in (value if isinstance(value, list) else [value])]
            dice.shuffle(some)
            value = some if isinstance(value, list) or dice.random() < 0.5 else some[0]
        made[key] = value
    keys = list(made)
    dice.shuffle(keys)
    return {key: made[key] for key in keys}


def respelt(tree: Tree, game: Game, dice: random.Random) -> Tree:
    """The same list written by somebody else."""
    tree = deepcopy(tree)
    rows = []
    for row in tree["models"]:
        number = row.get("count", 1)
        first = dice.randint(1, number)
        # A name on a row of several is on each of them.
        parts = [first, number - first] if first < number and "name" not in row else [number]
        rows += [rewritten({**row, "count": part}, game.model, game, dice) for part in parts]
    dice.shuffle(rows)
    tree["models"] = rows
    for key in ("name", "player", "notes", "catalogue"):
        tree.pop(key, None)
    return rewritten(tree, game.list, game, dice)


def everywhere(report: Report) -> tuple[Tree, ...]:
    """What is said of a list's identity in all places."""
    force = report.force
    seal = seal_of(force.meaning, b"salt", "cup", "p01")
    return force.meaning, check_code(force), report_document(report, "x")["meaning"], seal


@pytest.mark.parametrize("id", GAMES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_writing_never_changes_it(id: str, seed: int) -> None:
    """Order, split counts, spelling, keys and file format make no difference to meaning, code, report and seal."""
    dice, game = random.Random(seed), load_game(id)
    tree = dice.choice(STARTERS[id])
    first = report_on(tree, game)
    again = report_on(respelt(tree, game, dice), game)
    assert everywhere(again) == everywhere(first)
    assert again.force.totals == first.force.totals
    format = dice.choice(["yaml", "json", "code", "text", "markdown", "csv", "html"])
    text = write_list(list_from_report(again), format)
    back = import_list(text.encode(), load_game, GAMES, None, f"list.{format}" if format in ("yaml", "json") else None)
    assert everywhere(report_on(back, game)) == everywhere(first), format


def another(entry: Entry, game: Game, dice: random.Random) -> str:
    """Another entry of the same kind."""
    return dice.choice([one.id for one in game.entries if one.kind == entry.kind and one.id != entry.id])


@pytest.mark.parametrize("id", GAMES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_one_pick_always_changes_it(id: str, seed: int) -> None:
    """Another entry in one slot of one model is another list everywhere."""
    dice, game = random.Random(seed), load_game(id)
    tree = deepcopy(dice.choice(STARTERS[id]))
    first = everywhere(report_on(tree, game))
    row = dice.choice(tree["models"])
    keys = [
        key
        for key in row
        if key in game.model.slots and sum(one.kind == game.model.slots[key].kind for one in game.entries) > 1
    ]
    key = dice.choice(keys)
    kind = game.model.slots[key].kind
    held = row[key] if isinstance(row[key], list) else [row[key]]
    if not held:
        return
    at = dice.randrange(len(held))
    name = held[at]["entry"] if isinstance(held[at], dict) else held[at]
    found = game.find(kind, str(name))
    assert found is not None, json.dumps(row)
    changed = [*held[:at], another(found, game, dice), *held[at + 1 :]]
    row[key] = changed if isinstance(row[key], list) else changed[0]
    second = everywhere(report_on(tree, game))
    assert all(one != other for one, other in zip(first, second, strict=True))
