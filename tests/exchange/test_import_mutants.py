"""Lists after what people and chats do to them: read as they were, or refused line by line; nothing is lost."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from listbuilder.building.generate import random_list
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.judged import JudgedList, judge_list
from listbuilder.exchange.formats import write_list
from listbuilder.judging.validator import Referee
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.reading import Document
from tests.project.test_toy_game import FILES
from tests.support.accounting import outcome
from tests.support.effort import rounds
from tests.support.mutants import MUTATIONS, mutated

NAMES = ("Kettle Ann", "Dorrit Vane", "Old Tom", "Sgt. Pell", "Ysolde of the Marsh", "Mags O'Dell")
TITLES = ("Harrow Lane Irregulars", "The Quiet Ones", "Bram’s Boys", "Operation Tin Whistle")
ORDER = ("any", "part", "same")
EACH = rounds(16, 6)


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue with a game that does not ship."""
    root: Path = tmp_path_factory.mktemp("toys")
    for name, text in FILES.items():
        (root / "tea-duel" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "tea-duel" / name).write_text(dedent(text).lstrip("\n"), "utf-8")
    return root


@lru_cache
def made(game: str, seed: int, root: Path) -> dict[str, Any]:
    """A random legal list."""
    return random_list(load_game(game, [root]), seed)


def dressed(game: str, chance: Random, root: Path) -> JudgedList:
    """A list with names, counts and notes, ready to be written."""
    tree = {**made(game, chance.randrange(3), root), "name": chance.choice(TITLES)}
    rows = [dict(row) for row in tree["models"]]
    for row in rows:
        if "name" not in row and "group" not in row:
            roll = chance.random()
            row |= (
                {"count": chance.randint(2, 5)}
                if roll < 0.15
                else {"name": chance.choice(NAMES)}
                if roll < 0.35
                else {}
            )
    tree |= {"models": rows} | ({"notes": "Bring dice"} if chance.random() < 0.3 else {})
    return judge_list(Document(tree, {(): 1}, None), Referee(load_game(game, [root])))


@pytest.mark.parametrize("game", [*game_folders(), "tea-duel"])
def test_nothing_is_lost(game: str, toys: Path) -> None:
    """After one or two changes: each line is accounted for, nothing is a name by accident, what is read was written."""
    book = load_game(game, [toys])
    ids = [*game_folders([toys])]

    def load(name: str) -> Game:
        return load_game(name, [toys])

    states: Counter[str] = Counter()
    for seed in range(EACH):
        chance = Random(f"{game} {seed}")
        one = dressed(game, chance, toys)
        text, names = mutated(write_list(one, chance.choice(("text", "text", "markdown"))), chance, 2)
        holds = min((MUTATIONS[name].holds for name in names), key=ORDER.index)
        state, wrong, _ = outcome(text, one.tree, book, load, ids, holds)
        assert not wrong, "\n".join([text, *names, *wrong])
        states[state] += holds == "same"
    assert states["ok"] >= states["refused"]


@pytest.mark.parametrize("name", [name for name, one in MUTATIONS.items() if one.holds == "same"])
def test_what_changes_nothing_is_read(name: str, toys: Path) -> None:
    """Each change that leaves the list as it was gives that list again, without a complaint."""
    book = load_game("demihuman-combat", [toys])
    for seed in range(2):
        chance = Random(f"{name} {seed}")
        one = dressed(book.id, chance, toys)
        lines = write_list(one, "text").rstrip("\n").split("\n")
        text = "\n".join(MUTATIONS[name].change(lines, chance))
        assert outcome(text, one.tree, book, load_game, [*game_folders()], "same") == ("ok", [], []), text
