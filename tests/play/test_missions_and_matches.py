"""Before a game: `mission` rolls what a seed repeats, and `match` reckons what two lists mean for each other."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from listbuilder import load_game
from listbuilder.loading import game_folders
from listbuilder.play import missions_of, packs_of, roll_mission
from tests.support.cli import invoke

SEEDS = range(60)
ROLLED = ("rogue-conflict", "demihuman-combat")
CRIMINALS = {"Vault Robbery", "Assassination", "Teach 'Em A Lesson", "Gang War", "Rescue"}
TERRITORY = {"This Land Is My Land", "Points of Interest", "King of the Hill", "Demihuman Patrolling"}
SALVORS = """game: kill-team
name: {name}
team: Saltglass Salvors
tac-op: Long Watch
scouting: {scouting}
primary-op: Kill
models:
  - {{unit: Dive Master, weapons: [Thump Gun, Brass Gaff]}}
  - {{unit: Deckhand, weapons: [Rivet Carbine, Boarding Hatchet], count: 6}}
"""
WINNERS = {
    ("Equip", "Ploy"): "Left",
    ("Ploy", "Reposition"): "Left",
    ("Reposition", "Equip"): "Left",
    ("Ploy", "Equip"): "Right",
    ("Reposition", "Ploy"): "Right",
    ("Equip", "Reposition"): "Right",
}


def write(folder: Path, name: str, text: str) -> Path:
    """A list file."""
    path = folder / f"{name}.yaml"
    path.write_text(text, "utf-8")
    return path


def team(name: str, *rows: str, top: str = "") -> str:
    """A Demihuman Combat list."""
    return f"game: demihuman-combat\nname: {name}\n{top}models:\n" + "".join(f"  - {{{row}}}\n" for row in rows)


def side(name: str, *rows: str) -> str:
    """A list of units in no squad."""
    return f"game: stack-and-horde\nname: {name}\nmodels:\n" + "".join(f"  - {{{row}}}\n" for row in rows)


def met(folder: Path, left: str, right: str) -> dict[str, dict[str, str]]:
    """The lines of `match --json` by name, for two lists that are legal."""
    result = invoke("match", write(folder, "left", left), write(folder, "right", right), "--json")
    assert result.exit_code == 0, result.output
    return {line["name"]: line for line in json.loads(result.stdout)["lines"]}


# mission


@pytest.mark.parametrize("game", ROLLED)
def test_a_seed_repeats_its_roll(game: str) -> None:
    """One seed gives one sheet, in text and as data, and the sheet prints the seed."""
    first, again = invoke("mission", game, "--seed", 7), invoke("mission", game, "--seed", 7)
    assert first.exit_code == 0
    assert first.stdout == again.stdout
    assert "(seed 7)" in first.stdout
    assert (
        invoke("mission", game, "--seed", 7, "--json").stdout == invoke("mission", game, "--seed", 7, "--json").stdout
    )


@pytest.mark.parametrize("game", ROLLED)
def test_a_roll_without_a_seed_says_which_it_was(game: str) -> None:
    """The seed that was used is printed, and gives the same sheet when asked for."""
    sheet = json.loads(invoke("mission", game, "--json").stdout)
    assert sheet == json.loads(invoke("mission", game, "--seed", sheet["seed"], "--json").stdout)


def test_rogue_conflict_draws_two_different_objectives() -> None:
    """Whatever the seed, two of the six objectives are drawn, never one of them twice; each turns up."""
    game = load_game("rogue-conflict")
    drawn = [[entry.id for entry in roll_mission(game, seed).drawn] for seed in SEEDS]
    assert all(len(set(pair)) == 2 for pair in drawn)
    assert {one for pair in drawn for one in pair} == {entry.id for entry in missions_of(game)}
    assert len(missions_of(game)) == 6


def test_rogue_conflict_sheet_has_no_map() -> None:
    """The deployment maps are pictures, so the sheet names the edges and points to the rulebook."""
    shown = " ".join(invoke("mission", "rogue-conflict", "--seed", 1).stdout.split())
    assert "Opposite table edges" in shown
    assert "maps in the rulebook" in shown


def test_packs_are_those_printed() -> None:
    """Nine missions in two packs, five and four."""
    game = load_game("demihuman-combat")
    assert packs_of(game) == ("Criminals", "Territory")
    assert {entry.name for entry in missions_of(game, "Criminals")} == CRIMINALS
    assert {entry.name for entry in missions_of(game, "territory")} == TERRITORY


@pytest.mark.parametrize(("pack", "names"), [("Criminals", CRIMINALS), ("TERRITORY", TERRITORY)])
def test_a_pack_is_all_that_is_drawn_from(pack: str, names: set[str]) -> None:
    """Rolls with --pack draw every mission of that pack and no other."""
    game = load_game("demihuman-combat")
    assert {entry.name for seed in SEEDS for entry in roll_mission(game, seed, pack).drawn} == names
    listed = json.loads(invoke("mission", "demihuman-combat", "--pack", pack, "--list", "--json").stdout)
    assert {entry["name"] for entry in listed["missions"]} == names


def test_unknown_pack_names_those_there_are() -> None:
    """A wrong pack is wrong usage, and the message offers the right ones."""
    result = invoke("mission", "demihuman-combat", "--pack", "Pirates")
    assert result.exit_code == 2
    assert "Criminals" in result.stderr
    assert "Territory" in result.stderr


def test_list_shows_every_mission() -> None:
    """--list prints all nine with their pack."""
    shown = invoke("mission", "demihuman-combat", "--list").stdout
    assert all(name in shown for name in CRIMINALS | TERRITORY)


def test_sheet_says_what_each_role_must_bring() -> None:
    """A mission by name prints set-up, deployment, scoring, both roles and what the list needs."""
    shown = " ".join(invoke("mission", "demihuman-combat", "Rescue").stdout.split())
    for word in ("Set-up", "Deployment", "Scoring", "Attacker", "Defender", "The list: There are four Rescuees"):
        assert word in shown


def test_mission_as_data() -> None:
    """--json has the game, the seed, how it is rolled and the entries drawn, in full."""
    sheet = json.loads(invoke("mission", "demihuman-combat", "--seed", 5, "--json").stdout)
    assert set(sheet) == {"document", "schema", "game", "catalogue", "seed", "roll", "drawn", "missions", "entries"}
    assert (sheet["game"], sheet["seed"]) == ("demihuman-combat", 5)
    (drawn,) = sheet["drawn"]
    assert {"id", "name", "pack", "deployment", "scoring", "source"} <= set(drawn)


# match


@pytest.mark.parametrize(("left", "right", "result"), [(3, 5, "2 for Left"), (5, 3, "2 for Right"), (4, 4, "none")])
def test_pass_chips_go_to_the_smaller_side(tmp_path: Path, left: int, right: int, result: str) -> None:
    """One chip for each deployed model that the other side has more; the bench does not count, copies do."""
    lists = [
        team(name, f"unit: Newt, count: {number}", "unit: Newt, count: 6, deploy: false")
        for name, number in (("Left", left), ("Right", right))
    ]
    lines = met(tmp_path, *lists)
    assert lines["Pass chips"]["result"] == result
    assert (lines["Deployed models"]["left"], lines["Deployed models"]["right"]) == (str(left), str(right))
    assert lines["Models"]["left"] == str(left + 6)


def test_demihuman_numbers(tmp_path: Path) -> None:
    """Ten pips each; points of the team and of what is on the table, added up by hand."""
    left = team("Left", "unit: Mother Lock", "unit: Newt, count: 2", "unit: Silt, deploy: false")
    lines = met(tmp_path, left, team("Right", "unit: Newt, deploy: true", top="limit: 60\n"))
    assert (lines["Pips"]["left"], lines["Pips"]["right"]) == ("10", "10")
    assert (lines["Points"]["left"], lines["Points"]["right"]) == ("52 of 100", "5 of 60")
    assert (lines["Deployed points"]["left"], lines["Deployed points"]["right"]) == ("34", "5")


def test_mission_asks_are_met_or_not(tmp_path: Path) -> None:
    """Each side learns whether it has what its role asks; the side that has not is illegal, so the exit code is 1."""
    top = "mission: Rescue\nrole: {}\n"
    short = team("Short", "unit: Newt", "unit: Lock Angler, count: 3", top=top.format("defender"))
    full = short.replace("count: 3", "count: 4")
    thief = team("Thief", "unit: Newt", top=top.format("attacker"))
    asks = met(tmp_path, full, thief)["Mission asks"]
    assert asks["left"] == (
        "There are four Rescuees on the table, and all are civilians. Met. "
        "Each Rescuee is a civilian on the table. Met."
    )
    assert asks["right"] == "nothing"
    result = invoke("match", write(tmp_path, "a", short), write(tmp_path, "b", thief))
    assert result.exit_code == 1
    assert "Not met." in result.stdout


def test_a_warning_is_not_met_but_legal(tmp_path: Path) -> None:
    """Gang War without civilians can be played, and the table says that it can't score."""
    lists = [team(name, "unit: Newt", top="mission: Gang War\n") for name in ("Left", "Right")]
    assert met(tmp_path, *lists)["Mission asks"]["left"].endswith("Not met.")


@pytest.mark.parametrize(
    ("left", "right", "phases"),
    [
        ("unit: Fen Reeve", "unit: Reedspear", 6),  # 5 and 3
        ("unit: Wickwright", "unit: Barge Snail", 2),  # 1 and 1
        ("unit: Last Lamplighter", "unit: Fen Reeve", 9),  # 7 + 1 for Elite
        ("unit: Fen Reeve", "unit: Last Lamplighter", 9),
        ("unit: Turfshield", "unit: Reedspear", 5),  # 3 + 1 for Elite
        ("unit: Reedspear, level: 2, modifiers: [Mighty Blow, Mighty Blow]", "unit: Reedspear", 4),
        ("unit: Fen Reeve, modifiers: [Block]", "unit: Reedspear", 6),
        ("unit: Last Lamplighter, modifiers: [Block]", "unit: Fen Reeve, modifiers: [Mighty Blow]", 9),
    ],
)
def test_phases_in_a_round(tmp_path: Path, left: str, right: str, phases: int) -> None:
    """One more than the highest Combat on either side: with Elite, without combat modifiers."""
    assert met(tmp_path, side("Left", left), side("Right", right))["Phases in a round"]["result"] == str(phases)


@pytest.mark.parametrize(("left", "right"), list(product(("Equip", "Ploy", "Reposition"), repeat=2)))
def test_scouting_decides_the_first_initiative(tmp_path: Path, left: str, right: str) -> None:
    """Equip beats Ploy, Ploy beats Reposition, Reposition beats Equip; equal options leave it to the set-up."""
    lists = [SALVORS.format(name=name, scouting=one) for name, one in (("Left", left), ("Right", right))]
    lines = met(tmp_path, *lists)
    result = lines["First initiative"]["result"]
    assert result == WINNERS[left, right] if left != right else "no initiative at set-up" in result
    assert (lines["Command points"]["left"], lines["Command points"]["right"]) == ("2", "2")


def test_lists_of_two_games_do_not_meet(tmp_path: Path) -> None:
    """Wrong usage, with both games named."""
    files = [write(tmp_path, "a", team("A", "unit: Newt")), write(tmp_path, "b", side("B", "unit: Reedspear"))]
    result = invoke("match", *files)
    assert result.exit_code == 2
    assert "demihuman-combat" in result.stderr
    assert "stack-and-horde" in result.stderr


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", sorted(game_folders()))
def test_match_as_data(game: str) -> None:
    """Any two starter lists meet; the document has the game, both reports and lines that text and data share."""
    files = sorted((game_folders()[game] / "lists").glob("*.yaml"))[:2]
    document: dict[str, Any] = json.loads(invoke("match", *files, "--json").stdout)
    assert set(document) == {"document", "schema", "game", "lists", "lines", "sides"}
    assert document["game"] == game
    assert [one["file"] for one in document["lists"]] == [str(file) for file in files]
    assert all({"name", "left", "right"} <= set(line) for line in document["lines"])
    shown = invoke("match", *files).stdout
    assert all(line["name"] in shown for line in document["lines"])
