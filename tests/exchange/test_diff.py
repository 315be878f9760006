"""`diff` compares lists by model, option and points; spelling, order and comments make no difference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.exchange.formats.list_files import list_text
from tests.support.cli import invoke
from tests.support.lists_made import GAMES, made

A = """\
game: rogue-conflict
name: A
models:
  - {name: Jax, rank: IV, weapon: Laser Rifle, gear: [Medkit], raise: {hp: 2}}
  - {rank: I, weapon: Slug Pistol, count: 3}
"""


def files(folder: Path, before: str, after: str) -> tuple[Path, Path]:
    """Two list files."""
    one, two = folder / "a.yaml", folder / "b.yaml"
    one.write_text(before, "utf-8")
    two.write_text(after, "utf-8")
    return one, two


@pytest.mark.parametrize(
    "after",
    [
        A,
        A.replace("Laser Rifle", "laser-rifle").replace("IV", "Rank 4") + "# comment\n",
        "\n".join([*A.splitlines()[:3], A.splitlines()[4], A.splitlines()[3]]) + "\n",
        A.replace("count: 3}", "count: 2}\n  - {weapon: Slug Pistol, rank: I}"),
        A + "catalogue: 0.9.0\n",
    ],
)
def test_same_list_in_other_words(tmp_path: Path, after: str) -> None:
    """Other spellings, another order and copies written out are the same list: exit code 0."""
    result = invoke("diff", *files(tmp_path, A, after))
    assert result.exit_code == 0, result.output


def test_changes_are_told_by_model_and_option(tmp_path: Path) -> None:
    """A swapped weapon, a new piece of gear, a raise, one copy fewer and a new name are named, with points."""
    after = (
        A.replace("Laser Rifle", "Slug Rifle").replace("[Medkit]", "[Medkit, Energy Blade]").replace("hp: 2", "hp: 3")
    )
    one, two = files(tmp_path, A, after.replace("count: 3", "count: 2").replace("name: A", "name: B"))
    text = invoke("diff", one, two)
    assert text.exit_code == 1
    for words in (
        "90 → 75",
        "(-15)",
        "Laser Rifle → Slug Rifle",
        "+Energy Blade",
        "hp +2 → hp +3",
        "- I, 15: I, Slug Pistol",
    ):
        assert words in text.output
    data = json.loads(invoke("diff", one, two, "--json").output)
    assert data["same"] is False
    assert data["points"] == {"before": 90, "after": 75}
    assert [row["change"] for row in data["models"]] == ["changed", "removed"]
    assert {change["key"] for change in data["models"][0]["options"]} == {"weapon", "gear", "raise"}
    markdown = invoke("diff", one, two, "--markdown").output
    assert markdown.startswith("**")
    assert "\n- " in markdown


def test_unreadable_file_exits_with_3(tmp_path: Path) -> None:
    """A file that is no list, or not there, exits with 3."""
    one, two = files(tmp_path, A, "game: [\n")
    assert invoke("diff", one, two).exit_code == 3
    assert invoke("diff", one, tmp_path / "none.yaml").exit_code == 3
    assert invoke("diff", "-", "-").exit_code == 2


@pytest.mark.parametrize("game", GAMES)
def test_every_list_is_the_same_as_itself_only(tmp_path: Path, game: str) -> None:
    """Random lists are the same as themselves and different from each other; removing is adding backwards."""
    one, two = files(tmp_path, list_text(made(game, 1)), list_text(made(game, 2)))
    assert invoke("diff", one, one).exit_code == 0
    assert invoke("diff", one, two).exit_code == 1
    there = json.loads(invoke("diff", one, two, "--json").output)
    back = json.loads(invoke("diff", two, one, "--json").output)
    assert there["points"]["before"] == back["points"]["after"]
    added = sum(row["count"] for row in there["models"] if row["change"] == "added")
    assert added == sum(row["count"] for row in back["models"] if row["change"] == "removed")
