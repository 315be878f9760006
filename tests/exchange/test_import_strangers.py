"""Lists as strangers write them: counts, games, names and struck lines are read as they are meant, or asked about."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.documents.judged import list_from_report
from listbuilder.exchange.formats import write_list
from listbuilder.exchange.formats.importing import find_lists
from listbuilder.judging.validator import Referee
from listbuilder.lists import read_list
from tests.support.lists_made import GAMES, load

HEAD = "Constellation Warrior"


def tree(text: str) -> Any:
    """The list that a text is."""
    (found,) = find_lists(text.encode(), load, GAMES, None)
    return found.read(False).tree


def refused(text: str) -> list[tuple[int | None, str]]:
    """The lines that are refused, with their codes."""
    with pytest.raises(DocumentError) as caught:
        tree(text)
    return [(one.line, one.code) for one in caught.value.findings]


@pytest.mark.parametrize("line", ["Novice × 2", "Novice ×2", "Novice (×2)", "Novice ✕ 2", "2× Novice", "Novice x2"])
def test_times_sign_counts(line: str) -> None:
    """A sign for times is no part of a name, though a unit may be known as `Novice 2` as well."""
    assert tree(f"{HEAD}\n{line}")["models"] == [{"unit": "Novice", "count": 2}]


def test_count_in_an_html_list() -> None:
    """The sign as a page writes it counts, too."""
    page = f"<html><body><h1>{HEAD}</h1><ul><li>Hero</li><li>Novice &times; 2</li></ul></body></html>"
    assert tree(page)["models"] == [{"unit": "Hero"}, {"unit": "Novice", "count": 2}]


@pytest.mark.parametrize("line", ["Hero (painted red)", "Hero (leader)", "Hero (Long, my best)"])
def test_words_in_brackets_are_no_name(line: str) -> None:
    """What stands in brackets behind a unit and is nothing is not the name of the model."""
    assert refused(f"{HEAD}\n{line}\nNovice") == [(2, "import.name")]


@pytest.mark.parametrize("line", ["Alice (Hero, Long)", "Alice - Hero, Long", "Alice: Hero, Long", "Alice, Hero, Long"])
def test_name_before_what_it_is(line: str) -> None:
    """A name stands before a unit, with a dash, a colon, a comma or brackets between them."""
    assert tree(f"{HEAD}\n{line}")["models"] == [{"name": "Alice", "unit": "Hero", "weapon": "Long"}]


def test_game_is_no_name_of_a_model() -> None:
    """Models may stand behind the game on its line."""
    assert [one["unit"] for one in tree(f"{HEAD}: Hero, Novice\nSoldier")["models"]] == ["Hero", "Novice", "Soldier"]


@pytest.mark.parametrize(
    "rest", [" - 50 points", "; medium", " | 50 pts", " (46 points)", ", Medium battle - 46/50 points"]
)
def test_game_with_its_size_on_one_line(rest: str) -> None:
    """Format and total may stand behind the game with any sign between them."""
    found = tree(f"{HEAD}{rest}\nHero\nNovice")
    assert (found["game"], len(found["models"]), found.get("format", "medium")) == (
        "constellation-warrior",
        2,
        "medium",
    )


def test_numbers_of_a_table() -> None:
    """`#` above the first column is how many, unless the numbers go up by one from 1."""
    table = "| # | Unit |\n|---|---|\n| {} | Novice |\n| {} | Hero |\n"
    assert tree(f"{HEAD}\n\n" + table.format(2, 1))["models"] == [{"unit": "Novice", "count": 2}, {"unit": "Hero"}]
    assert tree(f"{HEAD}\n\n" + table.format(1, 2))["models"] == [{"unit": "Novice"}, {"unit": "Hero"}]


@pytest.mark.parametrize("line", ["~~Hero~~", "- ~~Hero~~ 30 pts", "Hero, ~~Long~~ Short"])
def test_what_is_struck_out_is_asked_about(line: str) -> None:
    """Nothing that its writer struck out is taken."""
    assert refused(f"{HEAD}\n{line}\nNovice") == [(2, "import.line")]


def test_signs_that_strike_nothing_out() -> None:
    """A fence and a rule of such signs are no strike."""
    assert tree(f"~~~\n{HEAD}\n~~~~~~~~~~\nHero\n~~~")["models"] == [{"unit": "Hero"}]


def test_one_in_words() -> None:
    """`One Hero` is a hero."""
    assert tree(f"{HEAD}\nOne Hero with Light feet and Push attack")["models"] == [
        {"unit": "Hero", "abilities": ["Light feet", "Push attack"]}
    ]


def test_short_line_with_a_unit_in_it_is_no_talk() -> None:
    """A line before the first model that names a unit is refused, not kept; a sentence about one is talk."""
    assert refused(f'{HEAD}\n"Big Al" the Hero\nNovice') == [(2, "import.name")]
    assert tree(f"Is my Hero any good in this list?\n\n{HEAD}\nHero\nNovice")["models"] == [
        {"unit": "Hero"},
        {"unit": "Novice"},
    ]


@pytest.mark.parametrize("line", ["On the table: Hero, Novice", "Hero, Novice - 38 pts", "Hero, shiny, Novice"])
def test_several_models_on_one_line_are_asked_about(line: str) -> None:
    """Under one name, with one price or with something unknown between them they may be anything."""
    assert [number for number, _ in refused(f"{HEAD}\n{line}\nSoldier")] == [2]


@pytest.mark.parametrize(
    ("line", "models"),
    [
        ("2 heroes, 3 novices", [{"unit": "Hero", "count": 2}, {"unit": "Novice", "count": 3}]),
        ("Hero and Novice", [{"unit": "Hero"}, {"unit": "Novice"}]),
        ("Hero, Long, Novice, Step", [{"unit": "Hero", "weapon": "Long"}, {"unit": "Novice", "abilities": ["Step"]}]),
        ("Hero Hero Novice x2", [{"unit": "Hero"}, {"unit": "Hero"}, {"unit": "Novice", "count": 2}]),
    ],
)
def test_several_models_on_one_line(line: str, models: list[Any]) -> None:
    """Each name of a unit begins another model, as in a line that is typed to add models."""
    assert tree(f"{HEAD}\n{line}\nSoldier")["models"] == [*models, {"unit": "Soldier"}]


def test_model_that_is_two_things_comes_back() -> None:
    """An illegal model is written so that it is read as it was."""
    model: Any = {"unit": ["Hero", "Novice"], "weapon": "Long"}
    report = Referee(load("constellation-warrior")).judge(
        read_list({"game": "constellation-warrior", "models": [model]})
    )
    for format in ("text", "markdown", "one-line", "html"):
        assert tree(write_list(list_from_report(report), format))["models"] == [model], format


def test_options_are_no_part_of_a_name() -> None:
    """Words that hold an entry are a name in quotes only, where they stand before a comma."""
    words = "3 Rank I w/Slug Pistol, 1 w/ Laser Pistol"
    assert [line for line, _ in refused(f"Rogue Conflict\n{words}\nI, Slug Pistol")] == [2]
    assert tree(f'{HEAD}\n"Old Soldier": Novice')["models"] == [{"name": "Old Soldier", "unit": "Novice"}]
