"""Tokens: from the game's data, in sensible numbers, with whole words inside their shapes, on both sides."""

from __future__ import annotations

from collections import Counter
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from listbuilder.printing.marks import MM, Box, Polygon, Text
from listbuilder.printing.pages import PrintedCard
from listbuilder.printing.tokens import TokenWord, token_face, token_words
from tests.support.printing import FONTS, ONE_EACH, STARTERS, batches, faces, judge, starter, texts

FROST = next(path for path in STARTERS if path.stem == "first-frost")
SIDE = 25 * MM


def tokens(path: Path, **options: Any) -> tuple[PrintedCard, ...]:
    """The tokens of a list."""
    return batches(starter(path), tokens=True, **options)[-1].cards


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_counts(path: Path) -> None:
    """No token is there more often than there are models or than the game says; each sort is there."""
    force = starter(path).force
    made = Counter(card.front.title for card in tokens(path))
    assert made and max(made.values()) <= max(10, force.size)
    for token in force.game.card.tokens:
        if token.name:
            assert made[f"{token.name} token"]


def test_only_what_the_list_can_bring_about() -> None:
    """Conditions that nothing in the list or in what everybody does brings about are left out, unless all is asked."""
    force = judge({"game": "demihuman-combat", "models": [{"unit": "Newt"}]}).force
    few, every = ([one.word for one in token_words(force, everything)] for everything in (False, True))
    assert set(few) < set(every) and "Burning" in every


def test_two_sides() -> None:
    """A token has its other word behind it, and with backs every token has some; one-sided, that word has its own."""
    both, every, alone = tokens(FROST), tokens(FROST, backs=True), tokens(FROST, one_sided=True)
    orders = [card for card in both if card.front.title == "Engage token"]
    assert len(orders) == starter(FROST).force.size
    assert all(card.back and card.back.title == "Conceal token" for card in orders)
    assert not any(card.back for card in both if card.front.title == "CP token")
    assert all(card.back for card in every) and not any(card.back for card in alone)
    assert sum(card.front.title == "Conceal token" for card in alone) == len(orders)


@pytest.mark.sample(5)
@pytest.mark.parametrize("shape", ["round", "square", "hexagon"])
@pytest.mark.parametrize("word", ["Immobilized", "Pass chip", "7", "Not yet activated"])
def test_words_are_whole_and_inside(shape: str, word: str) -> None:
    """No word is broken, and no corner of any word leaves the shape."""
    face = token_face(FONTS, SIDE, 6.5, TokenWord(word, "", "Condition", 1, shape), word)
    assert face is not None
    outline, *texts = face.marks
    said = " ".join(one.text for one in texts if isinstance(one, Text))
    assert said == f"{word} Condition"
    if shape == "hexagon":
        assert isinstance(outline, Polygon) and len(outline.points) == 6
    else:
        assert isinstance(outline, Box) and (outline.radius == outline.width / 2) is (shape == "round")
    for one in texts:
        assert isinstance(one, Text)
        wide = FONTS.width(one.text, one.style) * one.size
        for x in (one.x, one.x + wide):
            for y in (one.y, one.y - 0.7 * one.size):
                away = hypot(x - SIDE / 2, y - SIDE / 2) if shape != "square" else abs(x - SIDE / 2)
                assert away < SIDE / 2 - 2


def test_a_word_that_can_not_be_is_refused() -> None:
    """A word too long for the smallest type is no token: it is never broken."""
    assert (
        token_face(FONTS, SIDE, 6.5, TokenWord("x", "", "", 1, "round"), "Donaudampfschifffahrtsgesellschaft") is None
    )


def test_tokens_are_in_the_colour_of_the_list() -> None:
    """A token has a rim in the colour of its side and a pale ground; where ink is saved, a thin line."""
    full, saver = (batches(starter(FROST), tokens=True, layout=one)[-1].cards[-1] for one in ("standard", "saver"))
    rim, ground = (mark for mark in full.front.marks if isinstance(mark, Box))
    assert rim.fill == "#2b5a83" and ground.fill and not rim.stroke and ground.width < rim.width
    (line,) = (mark for mark in saver.front.marks if isinstance(mark, Box))
    assert line.fill is None and line.stroke


def test_markers_of_the_mission_in_play() -> None:
    """Markers of the mission in play have tokens of their printed size; with --all those of every mission."""
    force = judge({"game": "rogue-conflict", "models": [{"rank": "I", "weapon": "Slug Pistol"}]}).force
    few, every = ({one.word: one for one in token_words(force, everything)} for everything in (False, True))
    assert "Loot marker" in every and "Loot marker" not in few
    assert every["Loot marker"].sort == "32 mm" and every["Loot marker"].wide == pytest.approx(32, abs=1.5)
    made = batches(judge({"game": "kill-team", "killzone": "Volkus", "models": []}), tokens=True)
    assert "Objective marker token" in {card.front.title for batch in made for card in batch.cards}


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_tokens_grow_with_large_print(path: Path) -> None:
    """All tokens of a game have room for their words at 10 points, since they are larger too."""
    made = [one for one in batches(starter(path), large=True, tokens=True, everything=True) if "tokens" in one.title]
    usual = [one for one in made if one.size.width == pytest.approx(32.5)]
    assert made and all(mark.size >= 10 for one in made for face in faces([one]) for mark in texts(face)) and usual
