"""Reference decks: how the game goes, what players look up, the killzone in play, units that come into play."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.judging.force import Force
from listbuilder.printing.card_content import Content, Items
from listbuilder.printing.marks import Text
from listbuilder.printing.model_cards import spawned_units
from listbuilder.printing.reference_cards import reference_contents, with_letters
from tests.support.printing import ONE_EACH, STARTERS, batches, faces, flowing, judge, squeezed, starter, texts

FROST = next(path for path in STARTERS if path.stem == "first-frost")


def items(contents: list[Content]) -> dict[str, str]:
    """The name and text of everything on some cards."""
    blocks = [block for one in contents for block in one.blocks if isinstance(block, Items)]
    return {item.name: item.text for block in blocks for item in block.items}


def deck(force: Force, everything: bool = False) -> dict[str, str]:
    """What stands on the reference cards of a list."""
    return items(list(reference_contents(force, everything)))


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_what_players_look_up(path: Path) -> None:
    """Every stage of a turn, every general entry of the kinds that the game names, every table; no bare places."""
    force = starter(path).force
    game = force.game
    few, every = deck(force), deck(force, True)
    for name, text in {**few, **every}.items():
        assert "{" not in name + text
    for entry in game.entries:
        if entry.kind in game.card.reference or entry.kind == "table":
            names = {entry.name, *(with_letters(form.form) for form in getattr(entry, "forms", ()))}
            assert names & set(every)
            assert names & set(few) or entry.tags
    assert len(few) < len(every)
    assert any(stat.text in few.values() for stat in game.stats.values())


def test_the_killzone_in_play_and_no_other() -> None:
    """Rules of a killzone are there for lists that play in it; with none chosen there are none, with --all all."""
    force = starter(FROST).force
    own = deck(force)
    assert "Volkus Stronghold" in own and "Volkus" in own and "Gallowdark Walls" not in own
    nowhere = deck(judge({"game": "kill-team", "models": [{"unit": "Mill Captain"}]}).force)
    assert not {"Volkus Stronghold", "Gallowdark Walls"} & set(nowhere)
    assert {"Volkus Stronghold", "Gallowdark Walls"} <= set(deck(force, True))


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_numbers_have_printed_names(path: Path) -> None:
    """Each constant of a rulebook is on the cards of everything by a name of its own, not by its id."""
    force = starter(path).force
    numbers = {id: one for id, one in force.game.playbook.terms.numbers.items() if one.value is not None}
    every = deck(force, True)
    assert numbers
    for number in numbers.values():
        assert number.name and f"{number.name}: {number.value}" in every


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_cards_of_one_set_are_equally_full(path: Path) -> None:
    """No card of a set has one rule alone while those before it are crammed."""
    sets: dict[str, list[int]] = {}
    for face in faces(batches(starter(path), reference=True, everything=True)):
        name, _, _ = face.title.rpartition(" (")
        if name and not any(mark.tag == "TH" for mark in texts(face)):
            words = [mark.text for _, _, marks in face.parts[1:-1] for mark in marks if isinstance(mark, Text)]
            sets.setdefault(name, []).append(len(" ".join(words)))
    assert sets
    for name in ("Rule summaries", "Summaries", "Numbers", "Actions"):
        lengths = sets.get(name, [1])
        assert min(lengths) > 0.5 * max(lengths), (name, lengths)


def test_the_mission_in_play_is_there_once() -> None:
    """It is a reference card, and asked for with the missions too it is still one card."""
    made = batches(starter(FROST), reference=True, missions=True)
    assert [face.title for face in faces(made)].count("Volkus") == 1


def test_a_keyword_with_a_value_is_called_by_its_form() -> None:
    """`Covering X` is not `Covering Covering X`."""
    every = deck(judge({"game": "demihuman-combat", "models": []}).force, True)
    assert "Covering X" in every and "Covering X" not in every["Covering X"]


def test_actions_of_equipment_come_with_it() -> None:
    """An action that needs a piece of equipment is there for lists that have it."""
    assert "Ammo Resupply" in deck(starter(FROST).force)
    assert "Move with Barricade" not in deck(starter(FROST).force)


def test_units_that_come_into_play() -> None:
    """A unit that an ability brings into play has a card with its stats, and stands on the sheet."""
    report = judge({"game": "demihuman-combat", "models": [{"unit": "Mother Lock"}]})
    names = [unit.name for unit in spawned_units(report.force)]
    assert names == ["Newt"]
    made = batches(report)
    assert "Newt" in [card.front.title for batch in made for card in batch.cards]
    assert squeezed("Wet Feet") in flowing(made)
