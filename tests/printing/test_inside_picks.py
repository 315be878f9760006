"""What stands inside what a model is, inside a weapon, and in a squad of one row is on its card and on the sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.catalogue import Game
from listbuilder.judging.force import Force
from listbuilder.judging.resolver import resolve
from listbuilder.lists import read_list
from listbuilder.loading import check_folder
from listbuilder.printing.card_content import Content, Items, ProfileRow, ProfileTable
from listbuilder.printing.model_cards import model_contents
from listbuilder.printing.sheet.roster import Bundle, bundles_of
from tests.support import fast_yaml
from tests.support.cases import write_game

GAME = """
stats: {hull: {name: Hull, base: 2}}
kinds: {gun: {is: weapon}, shell: {is: option}, mascot: {is: option}}
model:
  slots: {unit: {kind: unit, min: 1, max: 1, each: model}, weapon: {kind: gun, repeats: true}}
  fields: {size: {type: size, min: 1, max: 9}}
formats: [{id: open}]
entries:
  - kind: unit
    entries:
      - {name: Ship, picks: {bow: {kind: gun}, mascot: {kind: mascot}}}
      - {name: Boats}
  - kind: gun
    entries:
      - {name: Long Gun, range: 18", damage: 2d6, picks: {kind: shell, repeats: true}}
      - {name: Popgun, range: 6", damage: 1d6}
  - {kind: shell, entries: [{name: Shot}, {name: Chain}]}
  - {kind: mascot, entries: [{name: Parrot}]}
"""
LIST = """
game: case
models:
  - unit: {entry: Ship, picks: {bow: [Popgun], mascot: [Parrot]}}
    weapon: [{entry: Long Gun, count: 2, picks: [Shot]}, {entry: Long Gun, picks: [Chain, Chain]}]
  - {unit: Boats, size: 5}
  - {unit: Boats, weapon: [{entry: Popgun, count: 2}]}
  - {unit: Boats, weapon: [Popgun]}
"""


@pytest.fixture(scope="module")
def force(tmp_path_factory: pytest.TempPathFactory) -> Force:
    """The list, resolved."""
    game: Game = check_folder(write_game(fast_yaml.load(GAME), Path(tmp_path_factory.mktemp("game"))))
    return resolve(read_list(fast_yaml.load(LIST)), game)


def printed(content: Content) -> list[str]:
    """The names on a card, in order."""
    found: list[str] = []
    for block in content.blocks:
        if isinstance(block, Items):
            found += [item.name for item in block.items]
        if isinstance(block, ProfileTable):
            found += [row.item.name for row in block.rows if isinstance(row, ProfileRow)]
    return found


def told(bundle: Bundle) -> list[str]:
    """The names that a sheet has for a model, in order."""
    return [arm.item.name for arm in bundle.arms] + [item.name for fact in bundle.facts for item in fact.items]


SHIP = ["Popgun", "Long Gun ×2", "Shot ×2", "Long Gun", "Chain ×2", "Parrot"]


def test_all_that_is_inside_is_on_the_card(force: Force) -> None:
    """A weapon inside the ship has its row; guns with other shells stay apart, each followed by its own."""
    cards = list(model_contents(force, merge=True, texts=True))
    assert printed(cards[0]) == SHIP
    bow = next(block for block in cards[0].blocks if isinstance(block, ProfileTable) and block.title == "Bow")
    assert bow.rows[0].cells == ('6"', "1d6")


def test_all_that_is_inside_is_on_the_sheet(force: Force) -> None:
    """The same on the sheet."""
    assert told(bundles_of(force, force.models)[0]) == SHIP


def test_squads_say_how_many_they_are(force: Force) -> None:
    """Five boats in one row are five on card and sheet; models that differ in a count share no card."""
    cards = list(model_contents(force, merge=True, texts=True))
    assert [card.title for card in cards] == ["", "5 models", "", ""]
    assert [bundle.about[:1] for bundle in bundles_of(force, force.models)] == [(), ("5 models",), (), ()]


def test_tables_a_game_declares_hold_for_what_is_inside(tmp_path: Path) -> None:
    """A gun inside the ship has the columns that the game gives guns."""
    card = {"tables": [{"slot": "weapon", "columns": {"range": "Far"}}]}
    game = check_folder(write_game({**fast_yaml.load(GAME), "card": card}, tmp_path))
    found = next(model_contents(resolve(read_list(fast_yaml.load(LIST)), game), merge=True, texts=True))
    tables = {block.title: block for block in found.blocks if isinstance(block, ProfileTable)}
    assert {title: one.heads for title, one in tables.items()} == {"Weapon": ("Far",), "Bow": ("Far",)}
    assert tables["Bow"].rows[0].cells == ('6"',)
