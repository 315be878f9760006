"""Rolled slots: `roll`, `add` and `new --random` roll on the table, write number and seed down, and can be repeated."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from listbuilder import load_game
from listbuilder.catalogue.entries import Table
from listbuilder.lists.rolling import roll_missing, roll_on
from listbuilder.ui.cli.app import app
from listbuilder.ui.cli.completion import complete
from listbuilder.ui.cli.shells import Typed
from tests.support import fast_yaml

GAME = """
id: mishap
name: Mishap
edition: "1"
version: 1.0.0
text: Whatever can go wrong.
kinds: {trait: {is: option}, injury: {is: option}, omen: {is: option}}
model:
  slots:
    unit: {kind: unit, min: 1, max: 1}
    trait: {kind: trait, max: 1, rolled: traits}
    injuries: {kind: injury, rolled: injuries}
list: {slots: {omen: {kind: omen, min: 1, max: 1, rolled: omens}}}
formats: [{id: usual, name: Usual, limit: 40}]
"""
ENTRIES = {
    "unit": "[{name: Guard, cost: 5}, {name: Cook, cost: 7}]",
    "trait": "[{name: Bad Leg, cost: -2}, {name: Keen, cost: 1}, {name: Plain}]",
    "injury": "[{name: Scar}, {name: Limp}]",
    "omen": "[{name: Comet}, {name: Owl}]",
    "table": "[{name: Traits, dice: 1d6, rows: {1-2: Bad Leg, '3': keen, 4+: Plain}},"
    " {name: Injuries, dice: 1d2, rows: {'1': Scar, '2': Limp}},"
    " {name: Omens, dice: 2d6, rows: {2-7: Comet, 8+: Owl}}]",
}
LIST = """game: mishap
name: Kitchen  # theirs
models:
  # the first
  - {unit: Guard, name: Tod}  # stays here
  - unit: Cook
"""


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game that rolls for things, and a list of it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    folder = tmp_path / "games" / "mishap"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, "utf-8")
    for kind, entries in ENTRIES.items():
        (folder / f"{kind}.yaml").write_text(f"kind: {kind}\nentries: {entries}\n", "utf-8")
    (tmp_path / "list.yaml").write_text(LIST, "utf-8")
    monkeypatch.chdir(tmp_path)
    return folder.parent


def run(*words: str, code: int = 0) -> Result:
    """A command with the game at hand."""
    result = CliRunner().invoke(app, ["--catalogue", "games", *words])
    assert result.exit_code == code, result.output
    return result


def read(name: str = "list.yaml") -> dict[str, Any]:
    """A list file as data."""
    return dict(fast_yaml.load(Path(name).read_text("utf-8")))


def test_a_seed_rolls_the_same_and_the_row_is_that_of_the_number(games: Path) -> None:
    """Each number of the dice comes up, and what is written is what the table has for it."""
    game = load_game("mishap", [games])
    table = next(one for one in game.entries if isinstance(one, Table) and one.id == "traits")
    numbers = [roll_on(table, seed) for seed in range(200)]
    assert numbers == [roll_on(table, seed) for seed in range(200)]
    assert set(numbers) == {1, 2, 3, 4, 5, 6}
    for seed in range(40):
        row, rolls = roll_missing({"unit": "Guard"}, game, game.model, seed)
        assert row["trait"] == {"entry": table_row(numbers[seed]), "rolled": numbers[seed], "seed": seed}
        assert [one.slot for one in rolls] == ["trait"]


def table_row(number: int) -> str:
    """What the table of traits has for a number."""
    return "Bad Leg" if number < 3 else "Keen" if number == 3 else "Plain"


def test_roll_writes_number_and_seed_and_keeps_comments(games: Path) -> None:
    """Everything that is empty is rolled, each with a seed of its own; the file is legal then and can be undone."""
    said = run("roll", "list.yaml", "--seed", "7").stdout
    made = read()
    assert {made["omen"]["seed"], *(row["trait"]["seed"] for row in made["models"])} == {7, 8, 9}
    assert "injuries" not in made["models"][0]
    text = Path("list.yaml").read_text("utf-8")
    assert "# theirs" in text
    assert "# stays here" in text
    assert "Rolled for the list." in said
    assert "Rolled for model 2, " in said
    assert f"a roll of {made['omen']['rolled']} is {made['omen']['entry']} (seed 7)" in said
    assert json.loads(run("validate", "list.yaml", "--json").stdout)["lists"][0]["findings"] == []
    assert "Nothing changed" in run("roll", "list.yaml").stdout
    run("undo", "list.yaml")
    assert Path("list.yaml").read_text("utf-8") == LIST


def test_one_model_one_slot(games: Path) -> None:
    """A named slot gets one more roll, never what it has already; a full one is refused, and so is no slot."""
    run("roll", "list.yaml", "Tod", "--slot", "injury", "--seed", "1")
    run("roll", "list.yaml", "Tod", "--slot", "injuries", "--seed", "1")
    tod, cook = read()["models"]
    assert {one["entry"] for one in tod["injuries"]} == {"Scar", "Limp"}
    assert "injuries" not in cook
    assert "does not hold already" in run("roll", "list.yaml", "Tod", "--slot", "injuries", code=2).output
    run("roll", "list.yaml", "Tod")
    assert "holds one" in run("roll", "list.yaml", "Tod", "--slot", "trait", code=2).output
    assert "Did you mean trait?" in run("roll", "list.yaml", "--slot", "trat", code=2).output


def test_add_and_new_roll_too(games: Path) -> None:
    """`add` and `new --random` fill what is rolled for, the same for the same seed; what is said is left alone."""
    run("add", "list.yaml", "Cook", "Guard", "--seed", "3")
    rolled = [row["trait"]["seed"] for row in read()["models"][2:]]
    assert rolled == [3, 4]
    run("add", "list.yaml", "Guard", "trait=Keen")
    assert read()["models"][-1]["trait"] == "Keen"
    first, second = (run("new", "mishap", "--random", "--seed", "5").stdout for _ in range(2))
    assert first == second
    Path("random.yaml").write_text(first, "utf-8")
    assert all("rolled" in row["trait"] for row in read("random.yaml")["models"])
    assert "rolled" in read("random.yaml")["omen"]
    run("validate", "random.yaml")
    assert "# trait: rolled for" in run("new", "mishap").stdout


def test_a_wrong_roll_is_found(games: Path) -> None:
    """Number and row that do not belong together are an error."""
    run("roll", "list.yaml", "--seed", "7")
    text = Path("list.yaml").read_text("utf-8")
    Path("list.yaml").write_text(text.replace("Comet", "X").replace("Owl", "Comet").replace("X", "Owl"), "utf-8")
    assert "rolled.differs" in run("validate", "list.yaml", code=1).stdout


def test_nothing_to_roll_for(games: Path) -> None:
    """A game that leaves nothing to dice says so."""
    Path("other.yaml").write_text("game: constellation-warrior\nmodels: [{unit: Novice}]\n", "utf-8")
    assert "nothing to roll for" in run("roll", "other.yaml", code=2).output


def test_slots_are_completed(games: Path) -> None:
    """Tab offers the slots that are rolled for."""
    line = ("listbuilder", "--catalogue", "games", "roll", "list.yaml", "--slot")
    offered = complete(app, Typed(line, ""))
    assert [one.value for one in offered or []] == ["omen", "trait", "injuries"]


BAND = """game: band
name: Road
models:
  - {unit: Chief, name: Ada, xp: 3}
  - {unit: Fighter, name: Bo, xp: 2}
"""


@pytest.fixture
def band(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list of the campaign that `catalogue new` starts, with skills rolled: one for every three experience."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(app, ["catalogue", "new", "band", "--like", "campaign"]).exit_code == 0
    game = tmp_path / "band" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("skills: {kind: skill, ", "skills: {kind: skill, rolled: skills, "))
    rows = '[{name: Skills, dice: 1d6, rows: {1-2: Tough, 3+: Sure Aim}, text: ""}]'
    (tmp_path / "band" / "tables.yaml").write_text(f"kind: table\nentries: {rows}\n", "utf-8")
    path = tmp_path / "road.yaml"
    path.write_text(BAND, "utf-8")
    return path


def test_only_what_there_is_room_for_is_rolled(band: Path) -> None:
    """A slot whose room is reckoned from experience is rolled for those who have enough, and for nobody just added."""
    runner = CliRunner()
    assert runner.invoke(app, ["roll", str(band), "--seed", "7"]).exit_code == 0
    assert runner.invoke(app, ["add", str(band), "Fighter"]).exit_code == 0
    ada, *others = read(band.name)["models"]
    assert [one["seed"] for one in ada["skills"]] == [7]
    assert not any("skills" in row for row in others)
    full = runner.invoke(app, ["roll", str(band), "Bo", "--slot", "skills"])
    assert (full.exit_code, "`skills` has no room yet" in full.output) == (2, True)
    assert runner.invoke(app, ["validate", str(band)]).exit_code == 0


def test_two_states_of_a_band_say_what_was_bought_and_rolled(band: Path) -> None:
    """Numbers that were not said begin at their default, and each roll is shown with its number and seed."""
    later = band.with_name("later.yaml")
    text = BAND.replace("name: Road", "name: Road\nbattles: 1").replace("xp: 2}", "xp: 3, weapon: Club}")
    later.write_text(text, "utf-8")
    runner = CliRunner()
    assert runner.invoke(app, ["roll", str(later), "Bo", "--seed", "1"]).exit_code == 0
    [pick] = read(later.name)["models"][1]["skills"]
    told = runner.invoke(app, ["diff", str(band), str(later)]).output
    assert "~ battles: 0 → 1" in told
    assert "xp: 2 → 3" in told
    assert "weapon: +Club" in told
    assert f"skills: +{pick['entry']} (rolled {pick['rolled']}, seed 1)" in told
