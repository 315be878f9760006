"""What is exported is imported, also in a game whose picks repeat, stand inside each other and were rolled."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from listbuilder.catalogue import Game
from listbuilder.exchange.documents.judged import judge_list
from listbuilder.exchange.formats import write_list
from listbuilder.exchange.formats.importing import find_lists
from listbuilder.judging.validator import Referee
from listbuilder.loading import check_folder
from listbuilder.storage.reading import Document
from tests.support import fast_yaml
from tests.support.cases import write_game

GAME = """
stats: {hp: {name: HP, base: 1}}
kinds: {card: {is: option}, gun: {is: option}, shell: {is: option}, scar: {is: option}}
list: {slots: {deck: {kind: card, repeats: true}}}
model:
  slots:
    unit: {kind: unit, min: 1, max: 1}
    kit: {kind: gear, repeats: true}
    scars: {kind: scar, repeats: true, rolled: scars}
formats: [{id: open}]
entries:
  - kind: unit
    entries:
      - {name: Ship, cost: 9, picks: {bow: {kind: gun, max: 2}, stern: {kind: gun, repeats: true}}}
      - {name: Boat, cost: 3}
  - kind: gun
    entries: [{name: Long Gun, cost: 2, picks: {kind: shell, repeats: true}}, {name: Popgun}]
  - {kind: shell, entries: [{name: Round Shot, cost: 1}, {name: "Chain & Ball, Old", id: chain}]}
  - {kind: card, entries: [{name: Squall, cost: 1}, {name: 7 Seas}, {name: Doldrum}]}
  - {kind: gear, entries: [{name: Rope, cost: 1}, {name: Squall, id: squall-lamp}]}
  - {kind: scar, entries: [{name: Holed}, {name: Proud}]}
  - {kind: table, entries: [{name: Scars, dice: 1d6, rows: {1-3: Holed, 4+: Proud}}]}
"""
SHIP = "{entry: Ship, picks: {bow: [Popgun], stern: [{entry: Long Gun, count: 2, picks: [Round Shot]}]}}"
LISTS = {
    "counted on the list": "deck: [{entry: Squall, count: 3}, {entry: Doldrum, count: 2}, 7 Seas]",
    "counted once": "deck: [{entry: 7 Seas, count: 2}]",
    "named slots inside": f"models: [{{unit: {SHIP}}}]",
    "named slots inside, twice": f"models: [{{name: Ann, unit: {SHIP}, count: 2, kit: [Rope]}}]",
    "odd names inside": "models: [{unit: {entry: Ship, picks: {stern: [{entry: Long Gun, picks: [chain, chain]}]}}}]",
    "counted on a model": "models: [{unit: Boat, kit: [{entry: Rope, count: 4}, {entry: Squall, count: 2}]}]",
    "rolled": "models: [{unit: Boat, scars: [{entry: Holed, rolled: 2, seed: 5}, {entry: Proud, rolled: 6}]}]",
}


@cache
def game() -> Game:
    """The game, read once."""
    with TemporaryDirectory() as root:
        return check_folder(write_game(fast_yaml.load(GAME), Path(root)))


@pytest.mark.sample(20)
@pytest.mark.parametrize("to", ["text", "one-line", "markdown", "csv", "html", "json", "code", "yaml"])
@pytest.mark.parametrize("name", LISTS)
def test_lists_come_back(name: str, to: str) -> None:
    """Whatever the format, the same list is read back: its meaning says so."""
    tree = {"game": "case", "models": [{"unit": "Boat"}], **fast_yaml.load(LISTS[name])}
    one = judge_list(Document(tree, {(): 1}, None), Referee(game()))
    text = write_list(one, to)
    (found,) = find_lists(text.encode(), lambda name: game(), ["case"])
    read = found.read(False)
    assert not read.kept, text
    again = judge_list(Document(dict(read.tree), {(): 1}, None), Referee(game()))
    assert again.report.force.meaning == one.report.force.meaning, text


def test_people_read_no_code() -> None:
    """What repeats or stands inside is written as people write it."""
    tree = {
        "game": "case",
        **fast_yaml.load(LISTS["counted on the list"]),
        **fast_yaml.load(LISTS["named slots inside"]),
    }
    text = write_list(judge_list(Document(tree, {(): 1}, None), Referee(game())), "text")
    assert 'Deck: 3x Squall, 2x Doldrum, "7 Seas"' in text
    assert "1. Ship (bow: Popgun, stern: 2x Long Gun (Round Shot))" in text
