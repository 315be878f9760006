"""Reference decks: how the game goes, what players look up, the killzone in play, units that come into play."""

from __future__ import annotations

from pathlib import Path

import pytest
from printing import ONE_EACH, STARTERS, batches, flowing, judge, squeezed, starter

from listbuilder.force import Force
from listbuilder.printing.content import Content, Items
from listbuilder.printing.reference import reference_contents
from listbuilder.printing.spawned import spawned

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
            assert entry.name in every
            assert entry.name in few or entry.tags
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


def test_actions_of_equipment_come_with_it() -> None:
    """An action that needs a piece of equipment is there for lists that have it."""
    assert "Ammo Resupply" in deck(starter(FROST).force)
    assert "Move with Barricade" not in deck(starter(FROST).force)


def test_units_that_come_into_play() -> None:
    """A unit that an ability brings into play has a card with its stats, and stands on the sheet."""
    report = judge({"game": "demihuman-combat", "models": [{"unit": "Mother Lock"}]})
    names = [unit.name for unit in spawned(report.force)]
    assert names == ["Newt"]
    made = batches(report)
    assert "Newt" in [card.front.title for batch in made for card in batch.cards]
    assert squeezed("Wet Feet") in flowing(made)
