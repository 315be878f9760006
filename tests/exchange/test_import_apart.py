"""Pastes from everywhere: each line is read as it is meant, asked about or kept; nothing is read as something else."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats.importing import find_lists
from tests.support.lists_made import GAMES, load

HEAD, ROGUE = "Constellation Warrior\n", "Rogue Conflict\n"
PLAIN = [{"unit": "Hero"}, {"unit": "Novice"}]


def tree(text: str) -> Any:
    """The models of a text."""
    (found,) = find_lists(text.encode(), load, GAMES, None)
    return found.read(False).tree["models"]


def refused(text: str) -> dict[int | None, str]:
    """The lines that are refused, with what is said of them."""
    with pytest.raises(DocumentError) as caught:
        tree(text)
    return {one.line: f"{one.message} {one.hint}" for one in caught.value.findings}


@pytest.mark.parametrize(
    ("line", "number", "rest"),
    [
        ("30 Hero", 30, "Hero"),
        ("8 Novice", 8, "Novice"),
        ("12 Novice", 12, "Novice"),
        ("38 Hero, Long", 38, "Hero, Long"),
    ],
)
def test_bare_number_that_may_be_a_price_is_asked_about(line: str, number: int, rest: str) -> None:
    """It is the price of one, or so many cost more than any list may: both readings are named."""
    said = refused(HEAD + line)[2]
    assert f"{number} may be so many models, or the points of one." in said
    assert f"`{number}x {rest}` or `{rest} [{number}]`" in said


@pytest.mark.parametrize(
    ("line", "count"), [("2 Heroes", 2), ("3 Novice", 3), ("8x Novice", 8), ("8 Novice [8 each]", 8)]
)
def test_bare_number_that_can_only_count_counts(line: str, count: int) -> None:
    """A number that is no price, has a sign for times, or stands beside a price is how many."""
    (model,) = tree(HEAD + line)
    assert model["count"] == count


def test_price_of_a_part_is_no_price_of_the_model() -> None:
    """Five of rank I are five, though the rank alone costs 5: the price of the line is another."""
    assert tree(f"{ROGUE}5 I, Slug Pistol")[0]["count"] == 5
    assert "15 may be so many models" in refused(f"{ROGUE}15 I, Slug Pistol")[2]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("// Hero\nNovice", 2, "commented out"),
        ("Novice\n<!-- Hero -->", 3, "commented out"),
        ("[ ] Hero\n[x] Novice", 2, "box is empty"),
        ("- [x] Hero\n- [ ] Novice", 3, "box is empty"),
        ("Hero\nSideboard:\nNovice", 3, "no part of the list"),
        ("Hero\n\n# Reserves\nNovice\nNovice", 4, "no part of the list"),
        ("Hero\nMaybe:\nNovice", 3, "no part of the list"),
        ("~~Soldier~~ Hero\nNovice", 2, "struck out"),
        ("a couple of Novices\nHero", 2, "is nothing in"),
        ("€30 Hero\nNovice", 2, "is nothing in"),
        ("0 Novice\nHero", 2, "is nothing in"),
        ("2-3 Novice\nHero", 2, "is nothing in"),
        ("Hero or Soldier\nNovice", 2, "is nothing in"),
        ("Hero -> Soldier\nNovice", 2, "is nothing in"),
        ("no Hero\nNovice", 2, "is nothing in"),
        ("Hero, no weapon\nNovice", 2, "is nothing in"),
        ("Novice twice\nHero", 2, "is nothing in"),
        ("Hero\tLong\t12\nNovice", 2, "may be so many models"),
    ],
)
def test_line_that_may_not_be_meant_is_asked_about(text: str, line: int, words: str) -> None:
    """It is refused with its number, and no other line is."""
    said = refused(HEAD + text)
    assert list(said) == [line]
    assert words in said[line]


@pytest.mark.parametrize(
    "text",
    [
        "[ ] Hero\n[ ] Novice",
        "[x] Hero\n[x] Novice",
        "Main:\nHero\nTroops:\nNovice",
        "・Hero\n・Novice",
        "●　Hero\n●　Novice",
        "» Hero\n» Novice",
        "1️⃣ Hero\n2️⃣ Novice",
        "(1) Hero\n(2) Novice",
        "No. 1: Hero\nNo. 2: Novice",
        "#1 Hero\n#2 Novice",
        "┌────┐\n│Hero│\n│Novice│\n└────┘",
        "| Unit | Weapon |\n|---|---|\n| Hero | - |\n| Novice | none |",
        "> Hero\n> Novice",
        "Hero — 30 pts\nNovice — 8 pts",
        "Hero ........ 30\nNovice ...... 8",
    ],
)
def test_signs_around_models_are_no_part_of_them(text: str) -> None:
    """Bullets, boxes, frames, headings and prices are passed over."""
    assert tree(HEAD + text) == PLAIN


NASTY = [
    "**My band**\n__Constellation Warrior__\n> • Hero (30)\n> • Novice ×2 (16)\n-# edited",
    f"@Bob check this: \n{HEAD}• Hero, Long\n• Novice\n@everyone",
    ":crossed_swords: Constellation Warrior :crossed_swords:\n:one: Hero\n:two: Novice",
    f"{HEAD}||Hero|| spoiler\nNovice",
    f"{HEAD}Hero <:star:12345>\nNovice",
    "On Mon, 3 Nov 2025 at 10:00, Bob <b@x.y> wrote:\n> Constellation Warrior\n> Hero\n> Novice\n\nLooks good!",
    ">> Constellation Warrior\n>> Hero\n> why Hero?\n>> Novice",
    f"-----Original Message-----\nFrom: Bob\nSubject: list\n\n{HEAD}Hero\nNovice\n--\nBob\nSent from my phone",
    f"{HEAD}Hero\nNovice\n-- \nCheers, Hero of the day",
    "[03/11/25, 10:00:01] Bob: Constellation Warrior\n[03/11/25, 10:00:05] Bob: Hero\n[03/11/25, 10:00:09] Bob: Novice",
    "03/11/2025, 10:00 - Bob: Constellation Warrior\nHero\nNovice x2",
    f"{HEAD}Her0\nN0vice\nSoldier",
    f"{HEAD}Hero . . . . . . 30\nNovice . . . . . 8",
    f"{HEAD}H e r o\nNovice",
    f"{HEAD}Hero|Novice|Soldier",
    f"{HEAD}Hero      38\nNovice    8",
    f"{HEAD}l Hero\nl Novice",
    f"{HEAD}I. Hero\nII. Novice",
    f"{HEAD}① Hero\n② Novice",
    f"{HEAD}а) Hero\nб) Novice",
    f"{HEAD}1.) Hero 2.) Novice",
    f"{HEAD}two Novices and a Hero",
    f"{HEAD}a Hero\nan Expert\nNovice",
    f"{HEAD}one Hero, two Novices",
    f"{HEAD}thirteen Novices",
    f"{HEAD}half a dozen Novices",
    f"{HEAD}zwei Novice\nHero",
    f"{HEAD}Novice (two)",
    f"{HEAD}Novice, another Novice",
    f"{HEAD}2+1 Novice",
    f"{HEAD}2 or 3 Novice",
    f"{HEAD}~2 Novice",
    f"{HEAD}-1 Novice\nHero",
    f"{HEAD}1.5 Novice\nHero",
    f"{HEAD}1,000 Novice",
    f"{HEAD}Novice x0\nHero",
    f"{HEAD}½ Novice\nHero",
    f"{HEAD}Hero 30 Novice 8",
    f"{HEAD}30/50 Hero",
    f"{HEAD}Unit;Count;Pts\nHero;1;30\nNovice;2;16",
    f"{HEAD}Unit,Count\nHero,1\nNovice,two",
    f"{HEAD}+------+---+\n| Hero | 1 |\n| Novice | 2 |\n+------+---+",
    f"{HEAD}Hero   Long   38\nNovice   -   8",
    f"{HEAD}Hero (maybe)\nNovice?",
    f"{HEAD}Hero instead of Soldier\nNovice",
    f"{HEAD}Hero w/ Long\nNovice w/o Long",
    f"{HEAD}Hero\n  Long\n  x2\nNovice",
]


@pytest.mark.parametrize("text", NASTY)
def test_every_line_is_accounted_for(text: str) -> None:
    """With what is not understood left out, each line with a word in it was understood, refused or kept."""
    for found in find_lists(text.encode(), load, GAMES, None):
        made = found.read(True)
        known = {line for line, _ in made.account} | {one.line for one in made.kept}
        wanted = {at for at, line in enumerate(text.split("\n"), 1) if any(map(str.isalnum, line))}
        assert wanted <= known
