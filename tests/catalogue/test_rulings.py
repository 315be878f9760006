"""What the rulebooks leave open: every reading is in its catalogue, shown where players look, and judged by."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.ui.cli.app import app

READ = {
    "rogue-conflict": (
        *("rank-totals", "one-rank-one-weapon", "spending-stat-points", "leftovers", "one-budget", "ability-picks"),
        *("extra-training-twice", "gear-room", "gear-once", "free-medkits", "shield-and-pistol", "shield-is-dr"),
        *("deadeye-range", "agreed-limit", "models-in-a-squad", "two-objectives", "deployment-maps", "to-hit"),
        *("deployment-order", "one-point-each", "hindered-to-hit", "poison-adds-up", "turn-is-round", "healing-cap"),
        *("snatch-needs-a-hit", "john-doe", "one-armour", "friendly-models", "adding-up", "inspired-at-once"),
        *("one-cover", "poison-is-not-reduced", "overwatch-cover", "panic-ends", "gear-beside-hit-and-run"),
        *("ap-rounds-are-rounds", "one-attack-after-the-other"),
    ),
    "constellation-warrior": (
        *("stray-two", "hero-spelling", "one-bracket-two-costs", "one-reckless-rush", "two-jump-backs", "no-repeats"),
        *("weapon-is-no-ability", "quarter-of-miniatures", "twelve-at-most", "medium-by-default", "near"),
        *("skills-without-a-weapon", "shots-without-a-line", "every-six-squares", "both-penalties", "who-is-healed"),
        *("marker-stays", "central-strip", "what-scores", "no-categories", "no-edition", "what-the-wall-adds"),
        *("outnumbered-alone", "how-area-damage-is-rolled", "which-dice-again"),
    ),
    "demihuman-combat": (
        *("sample-set", "what-a-card-shows", "two-limits", "once-each", "drafted-is-enough", "coalition-is-optional"),
        *("role-needs", "cannot-score", "chips-and-pips", "undecided", "covering-x", "who-panics", "triangle-method"),
        *("one-attack-roll", "who-counts", "breaking-ties"),
    ),
    "stack-and-horde": (
        *("elite-in-stats", "special-values", "skeletal-is-uncroaked", "one-squad", "who-may-horde", "leader-in-squad"),
        *("second-in-command", "loose-units", "default-order", "agile-bull-rush", "modifier-room", "shown-modifiers"),
        *("transport-dodge", "carrying-room", "carried-once", "rider-in-stack", "upkeep-for-points", "base-combat"),
        *("phases-in-a-match", "decay-track", "sample-side", "played-by-a-player", "no-highest-level", "coordinates"),
        *("what-is-secret", "allies-make-room", "who-is-dismounted"),
    ),
    "kill-team": (
        *("operative-cards", "sample-teams", "team-composition", "equipment-options", "grenade-picks", "place-down"),
        *("tac-op-from-archetype", "primary-op-choice", "one-scouting-option", "starting-cp", "scouting-initiative"),
        *("accurate-twice", "devastating-distance", "insignificant", "counteract-cost", "six-points", "injured-means"),
        *("what-is-secret", "own-killzone", "signs", "defence-dice", "strike-or-block", "obscured-order"),
        *("vantage-saves", "who-carries-what", "guarding-at-a-hatchway"),
    ),
}


def said(*words: str) -> str:
    """What a command prints, on one line."""
    return re.sub(r"\s+", " ", CliRunner().invoke(app, words).stdout)


@pytest.mark.parametrize("game", sorted(READ))
def test_every_reading_is_a_ruling(game: str) -> None:
    """Nothing of this is read in silence."""
    assert set(READ[game]) <= {ruling.id for ruling in load_game(game).rulings}


@pytest.mark.parametrize("game", sorted(READ))
def test_rules_shows_every_ruling(game: str) -> None:
    """`rules GAME` has each in full; `show` has it beside each entry that it is about."""
    book, text = load_game(game), said("rules", game)
    for ruling in book.rulings:
        assert f"{ruling.name}: {' '.join(ruling.text.split())}" in text
        for id in ruling.about[:1]:
            assert f"Ruling, {ruling.name}:" in said("show", game, id)


def test_repeated_ability_cites_the_section_that_forbids_it() -> None:
    """The ban on repeats stands where bands are made, the number of abilities in the table of units."""
    text = b"game: constellation-warrior\nmodels: [{unit: Novice, abilities: [Step, Step]}]\n"
    report = validate(resolve(read_list(text), load_game("constellation-warrior")))
    assert {one.code: one.source for one in report.findings if one.severity == "error"} == {
        "limit.over": "Create band",
        "room.over": "Constellation warrior army builder",
    }


@pytest.mark.parametrize("game", ["constellation-warrior", "stack-and-horde"])
def test_no_edition_is_made_up(game: str) -> None:
    """A rulebook that prints no edition has none anywhere."""
    assert load_game(game).edition == ""
    assert "()" not in said("games") + said("show", game)


def test_abilities_without_categories_show_none() -> None:
    """A column that the rulebook does not have is not there."""
    assert "CATEGORY" not in said("show", "constellation-warrior", "ability")
    assert all(one.category is None for one in load_game("constellation-warrior").entries)


def test_no_average_is_made_up() -> None:
    """Only printed numbers are shown."""
    assert not [one.name for one in load_game("rogue-conflict").entries if "average" in one.text]


def test_poison_is_added_and_says_whose_it_is() -> None:
    """Drugs raise one's own poison, rounds and grenades that of others; all of it adds up."""
    book = load_game("rogue-conflict")
    drugs, rounds = (book.find("gear", name) for name in ("Combat Drugs", "Poison Rounds"))
    assert drugs
    assert rounds
    assert {use.keyword for use in (*drugs.keyword_uses, *rounds.keyword_uses)} == {"poison"}
    assert "Its own poison" in drugs.text
    assert "of the enemy" in rounds.text
