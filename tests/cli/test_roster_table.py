"""The table of `validate`: a number for each model, everything that was said about it, and costs that add up."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from listbuilder.judging.resolver import resolve
from listbuilder.judging.roster_lines import roster_lines
from listbuilder.lists import read_list
from listbuilder.loading import game_folders, load_game
from tests.project.test_toy_game import FILES
from tests.support.terminals import ESCAPES, in_terminal, start

STARTERS = sorted(path for folder in game_folders().values() for path in (folder / "lists").glob("*.yaml"))
PARTY = """\
game: tea-duel
name: Party
coalition: Garden Club
models:
  - {unit: Hostess, weapon: Brass Kettle, name: Ada, gear: Doily}
  - {unit: Apprentice, weapon: Saucer, raise: {poise: 2}, deploy: false, count: 2}
"""


@pytest.fixture
def party(tmp_path: Path) -> Path:
    """A list of a game that has prices on the list itself, raises and a bench; the game lies beside it."""
    for name, text in FILES.items():
        path = tmp_path / "games" / "tea-duel" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), "utf-8")
    (tmp_path / "party.yaml").write_text(PARTY, "utf-8")
    return tmp_path


@pytest.mark.sample(10)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_lines_add_up_to_the_total(path: Path) -> None:
    """The costs in the table are those of the list, no more and no less."""
    document = read_list(path)
    force = resolve(document, load_game(document.game))
    lines = list(roster_lines(force))
    assert sum(line.cost for line in lines) == force.cost
    assert [line.number for line in lines if line.number.isdigit()] == [str(row.row + 1) for row in force.rows]


def test_table_has_numbers_bench_raises_and_what_the_list_has(party: Path) -> None:
    """Numbers that edits take, flags that differ, raises with their stat, and the list's own costs in their own row."""
    text = start(party, "--catalogue", "games", "validate", "party.yaml").stdout.decode()
    rows = [line.split(None, 2) for line in text.split("MODEL\n")[1].split("\n\n")[0].splitlines()]
    assert [row[:2] for row in rows] == [["1", "13"], ["2", "6"], ["list", "2"]]
    assert "21 of 30 leaves" in text
    assert rows[0][2] == "Ada: Hostess, Brass Kettle, Doily"
    assert rows[1][2] == "2 × Apprentice, Saucer, Poise +2, deploy: no"
    assert rows[2][2] == "coalition: Garden Club"


def test_groups_and_their_leaders_are_in_the_table(tmp_path: Path) -> None:
    """A model says in which group it is and which post it holds; a group says what it has."""
    starter = game_folders()["stack-and-horde"] / "lists" / "causeway-watch.yaml"
    text = start(tmp_path, "validate", str(starter)).stdout.decode()
    assert "Osbert Quill: Fen Reeve, Block, Mighty Blow, Guard, level: 3, group: Causeway, leader\n" in text
    assert "Causeway: 8 models, tactic: Hold, kind: stack, leader: Osbert Quill\n" in text


def test_picks_of_groups_are_in_the_sum(party: Path) -> None:
    """Whatever a group has that costs something, the lines still add up to what the list costs."""
    game = party / "games" / "tea-duel" / "game.yaml"
    text = game.read_text("utf-8").replace("deploy: {type: flag, default: true}", "group: {type: group}")
    game.write_text(text + "group:\n  slots:\n    banner: {kind: gear, max: 1}\n", "utf-8")
    models = "models: [{unit: Hostess, weapon: Saucer, group: A}]\ngroups: [{name: A, banner: Deep Pockets}]"
    document = read_list(f"game: tea-duel\n{models}\n")
    force = resolve(document, load_game("tea-duel", [party / "games"]))
    lines = list(roster_lines(force))
    assert [line.cost for line in lines[:2]] == [8, 2]
    assert lines[1].text == "A: 1 model, banner: Deep Pockets"
    assert sum(line.cost for line in lines) == force.cost


DUO = {
    "game.yaml": """
        id: duo
        name: Duo
        edition: "1"
        version: 1.0.0
        text: Two currencies, squads, a bench and sizes.
        currencies: {points: {}, beds: {name: beds, limit: 3}}
        model:
          slots: {unit: {kind: unit, min: 1, max: 1, each: model}, gear: {kind: gear, max: 4}}
          fields:
            size: {type: size, min: 1, max: 10}
            side: {type: flag, default: false, apart: true}
            group: {type: group}
        group: {slots: {banner: {kind: gear, max: 1}}}
        list: {slots: {camp: {kind: gear, max: 1}}}
        formats: [{id: open, name: Open, limit: 60}]
        """,
    "units.yaml": """
        kind: unit
        entries:
          - {name: Picker, cost: {points: 8, beds: 1}, text: Picks.}
          - {name: Wagon, cost: {points: 20, beds: -4}, text: Carries.}
        """,
    "gear.yaml": """
        kind: gear
        entries:
          - {name: Sack, cost: 2, limit: 9, text: Holds.}
          - {name: Tent, cost: {points: 3, beds: -2}, text: Sleeps.}
        """,
}
CREW = """\
game: duo
camp: Tent
models:
  - {unit: Picker, size: 3, gear: [{entry: Sack, count: 2}], group: A}
  - {unit: Wagon, count: 2}
  - {unit: Picker, side: true}
groups: [{name: A, banner: Sack}]
"""


def test_every_currency_adds_up(tmp_path: Path) -> None:
    """Each currency has its column; sizes, counts, squads and the list are in it, and the bench is taken out again."""
    for name, text in DUO.items():
        path = tmp_path / "games" / "duo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), "utf-8")
    (tmp_path / "crew.yaml").write_text(CREW, "utf-8")
    text = start(tmp_path, "--catalogue", "games", "validate", "crew.yaml").stdout.decode()
    assert "73 of 60 points (and 8 in side), -7 of 3 beds (and 1 in side), 5 models: NOT LEGAL" in text
    rows = [line.split() for line in text.split("MODEL\n")[1].split("\n\n")[0].splitlines()]
    assert [row[:3] for row in rows[:3]] == [["1", "28", "3"], ["2", "40", "-8"], ["3", "8", "1"]]
    assert " ".join(rows[0][3:]) == "Picker, 2 × Sack, size: 3, group: A"
    assert [row[:2] for row in rows[3:5]] == [["group", "2"], ["list", "3"]]
    assert rows[5][:3] == ["-8", "-1", "stands"]
    edited = start(tmp_path, "--catalogue", "games", "add", "crew.yaml", "Picker").stdout.decode()
    assert "81 of 60 points (8 more, and 8 in side), -6 of 3 beds (and 1 in side), 6 models" in edited


def test_game_without_prices_has_no_column_for_them(tmp_path: Path) -> None:
    """Where nothing costs anything, a column of zeros says nothing."""
    starter = game_folders()["kill-team"] / "lists" / "first-frost.yaml"
    text = start(tmp_path, "validate", str(starter)).stdout.decode()
    assert "COST" not in text
    assert "equipment: Light Barricades, Ammo Cache, Comms Device, Explosive Grenades (Frag Grenade, Krak" in text


@pytest.mark.parametrize("width", [24, 40, 80])
def test_narrow_terminal_has_every_word(party: Path, width: int) -> None:
    """However narrow the screen, the words are those of the pipe, in the same order."""
    args = ("--catalogue", "games", "validate", "party.yaml")
    piped = start(party, *args).stdout.decode()
    text = ESCAPES.sub("", in_terminal(party, width, *args))
    assert text.split() == piped.split()
    assert max(len(line) for line in text.split("\n")) <= max(width, 40)
