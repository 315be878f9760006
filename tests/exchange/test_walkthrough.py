"""The pages for engine authors: the walk-through is right, and every word of the vocabulary has an example."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from listbuilder import Referee, force_document, load_game
from listbuilder.catalogue.effects.playbook import Book
from listbuilder.catalogue.effects.sequence import STEPS
from listbuilder.catalogue.effects.terms import SENSES
from listbuilder.catalogue.effects.verbs import VERBS
from listbuilder.loading import shipped
from listbuilder.play.odds.circumstances import parse_circumstances
from listbuilder.play.odds.table import AttackFilter, odds_between
from tests.support.paths import ROOT

PAGES = ROOT / "docs" / "engines"
PAIRS = [(game, at) for game in ("demihuman-combat", "rogue-conflict") for at in range(7)]
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
each_pair = pytest.mark.parametrize(("game", "at"), PAIRS)


@cache
def engine(name: str) -> str:
    """An engine of the page."""
    page = (PAGES / "walkthrough.md").read_text("utf-8")
    found = re.search(rf"^```\w+ {re.escape(name)}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def exported(game: str, at: int, folder: Path) -> tuple[list[str], list[Any]]:
    """Two starter lists, the one after the other: as files of forces, and as reports."""
    lists = sorted(shipped("catalogue").glob(f"{game}/lists/*.yaml"))
    reports = [Referee(load_game).judge(lists[one % len(lists)]) for one in (at, at + 1)]
    files = [folder / name for name in ("a.json", "b.json")]
    for file, report in zip(files, reports, strict=True):
        file.write_text(json.dumps(force_document(report)), "utf-8")
    return [str(file) for file in files], reports


def printed(program: str, folder: Path, command: list[str], *arguments: str) -> list[list[str]]:
    """What an engine of the page prints: damage and chance, line by line."""
    (folder / program).write_text(engine(program), "utf-8")
    done = subprocess.run([*command, str(folder / program), *arguments], capture_output=True, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def test_engines_are_short() -> None:
    """Each has 60 lines at most."""
    for name in ("exchange.py", "exchange.mjs"):
        assert len([line for line in engine(name).splitlines() if line.strip()]) <= 60


@each_pair
def test_exchange_is_what_odds_say(game: str, at: int, tmp_path: Path) -> None:
    """The chances of every damage are those of `listbuilder odds`, which counts no more than a model has."""
    files, (left, right) = exported(game, at, tmp_path)
    weapon = left.force.models[0]
    found = odds_between(left.force, right.force, parse_circumstances([]), AttackFilter("1", None, "1"))
    one = found.attacks[0]
    id = next(pick.entry.id for pick in weapon.entries if pick.entry.name == one.weapon)
    target = one.to_target
    assert target is not None
    ours: dict[int, Fraction] = {}
    for damage, chance in printed("exchange.py", tmp_path, [sys.executable], *files, id):
        most = min(int(damage), int(target.health))
        ours[most] = ours.get(most, Fraction(0)) + Fraction(chance)
    assert ours == {row.damage: Fraction(row.chance.exact) for row in target.damage}, one.counted


@needs_node
@pytest.mark.sample(2)
@each_pair
def test_both_languages_agree(game: str, at: int, tmp_path: Path) -> None:
    """JavaScript prints the same chances."""
    files, (left, _) = exported(game, at, tmp_path)
    model = force_document(left)["models"][0]
    for weapon in model["weapons"]:
        exact = printed("exchange.py", tmp_path, [sys.executable], *files, weapon["id"])
        decimal = printed("exchange.mjs", tmp_path, ["node"], *files, weapon["id"])
        assert [(damage, f"{float(Fraction(chance)):.6f}") for damage, chance in exact] == [
            tuple(one) for one in decimal
        ]


def examples(heading: str) -> dict[str, Any]:
    """The examples in a table of the vocabulary, by word."""
    page = (PAGES / "vocabulary.md").read_text("utf-8")
    part = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return {word: json.loads(text) for word, text in re.findall(r"^\| `([^`]+)` \|.*\| `(.+)` \|$", part, re.MULTILINE)}


def test_every_verb_and_step_has_an_example() -> None:
    """Each example can be read as what it stands for."""
    verbs, steps = examples("Verbs"), examples("Steps")
    assert verbs.keys() == VERBS.keys()
    assert steps.keys() == STEPS.keys() - {"do"}
    book = TypeAdapter(Book).validate_python(
        {"effects": list(verbs.values()), "sequences": {"all": {"steps": list(steps.values())}}}
    )
    assert [type(one) for one in book.effects] == [VERBS[word] for word in verbs]
    assert [type(one) for one in book.sequences["all"].steps] == [STEPS[word] for word in steps]


def test_every_sense_is_named() -> None:
    """The page has each sense with what it is."""
    page = (PAGES / "vocabulary.md").read_text("utf-8")
    assert [sense for sense, about in SENSES.items() if f"| `{sense}` | {about} |" not in page] == []
