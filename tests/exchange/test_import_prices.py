"""Prices and counts of pasted lists: a price is no count, and what a count counts is never guessed."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats.importing import find_lists
from tests.support.lists_made import GAMES, load


def models(*lines: str, game: str = "Constellation Warrior") -> Any:
    """The models of a text."""
    (found,) = find_lists("\n".join([game, *lines]).encode(), load, GAMES, None)
    return found.read(False).tree["models"]


@pytest.mark.parametrize(
    "line",
    [
        "30 pts: Hero",
        "30 points - Hero",
        "30pts Hero",
        "30p: Hero",
        "(30 pts) Hero",
        "[30 points] Hero",
        "30 pts. | Hero",
        "- 30 pts each: Hero",
        "1. 30 pts: Hero",
    ],
)
def test_price_before_a_model_is_no_count_and_no_name(line: str) -> None:
    """A price before a model is passed over like one behind it."""
    assert models(line) == [{"unit": "Hero"}]


@pytest.mark.parametrize("line", ["30 pts: Bob: 3x Hero", "3x Bob: Hero", "(30 pts) Bob: Hero (3x)"])
def test_count_and_name_behind_a_price_are_read(line: str) -> None:
    """Behind the price stands a line like any other."""
    assert models(line) in (
        [{"name": "Bob", "unit": "Hero", "count": 3}],
        [{"unit": "Hero", "name": "Bob", "count": 3}],
    )


@pytest.mark.parametrize("line", ["[8] Novice", "(30 pts] Hero", "30 - Hero"])
def test_bare_number_before_a_model_is_asked_about(line: str) -> None:
    """A number alone may be a price, a count or a place in a list."""
    with pytest.raises(DocumentError):
        models(line)


@pytest.mark.parametrize(
    "line",
    [
        "Novice, Light feet (4x) [10 each]",
        "Novice; Light feet (4x) [10 each]",
        "Novice with Light feet x4 - 10 pts each",
        "Novice, abilities: Light feet x4 @ 10 each",
        "Novice (Light feet) x4",
        "Novice, Light feet, x4",
        "4x Novice, Light feet [10 each]",
    ],
)
def test_count_behind_all_counts_the_model(line: str) -> None:
    """A price for each that is the model's, or a count that stands by itself, counts the model."""
    assert models(line) == [{"unit": "Novice", "abilities": ["Light feet"], "count": 4}]


def test_name_stays_with_a_count_behind_all() -> None:
    """The count of a named model is its own, too."""
    (found,) = models("Bob: Novice, Light feet (4x) [10 each]")
    assert found == {"name": "Bob", "unit": "Novice", "abilities": ["Light feet"], "count": 4}


def test_price_of_the_last_thing_counts_that() -> None:
    """A price for each that is the thing's counts the thing; without one, a thing that a model has once counts it."""
    two = [{"rank": "II", "weapon": "Laser Pistol", "gear": ["Medkit", "Medkit"]}]
    assert models("II, Laser Pistol, Medkit x2 [5 each]", game="Rogue Conflict") == two
    both = [{"rank": "II", "weapon": "Laser Pistol", "gear": ["Medkit"], "count": 2}]
    assert models("II, Laser Pistol, Medkit x2", game="Rogue Conflict") == both


@pytest.mark.parametrize("line", ["Novice, Light feet (4x) [9 each]", "Hero; Light feet (4x) [10 each]"])
def test_price_of_neither_is_asked_about(line: str) -> None:
    """A price for each that is nobody's leaves two readings, and both are named."""
    with pytest.raises(DocumentError) as caught:
        models(line)
    (found,) = caught.value.findings
    assert (found.code, found.line) == ("import.ambiguous", 2)
    assert found.message == "4 may be so many of Light feet or so many models."
