"""Who goes on the table: `deploy` finds the legal subsets; and what a list's squads and samples come to."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.catalogue.entries import Unit
from listbuilder.judging.force import Force
from listbuilder.judging.validator import Report
from listbuilder.loading import game_folders
from listbuilder.play import find_deployments
from tests.support.cli import invoke
from tests.support.paths import TESTS
from tests.support.work import counted

GAME = load_game("demihuman-combat")
UNITS = [entry for entry in GAME.entries if isinstance(entry, Unit)]
REQUIRED = {
    "Full Session": {"Magistrate Rook", "Heron Jib"},
    "Spring Tide": {"Mother Lock", "Tansy Pike"},
    "Night Shift": {"Auntie Vesper", "Bell Maudlin", "Wick Mews"},
}
ROSTER = """# for Thursday
game: demihuman-combat
coalition: Full Session   # Rook insists
models:
  - {unit: Magistrate Rook, deploy: false}   # her honour
  - {unit: Heron Jib}
  # the crane's crew
  - unit: Fledgling
    count: 3   # three eggs
  - {unit: Steeplejack, deploy: false}
  - {unit: Dispatch}
"""
SAMPLES = [
    pytest.param(game, entry.id, id=f"{game}/{entry.id}")
    for game in sorted(game_folders())
    for entry in load_game(game).entries
    if isinstance(entry, Unit) and entry.sample
]
CASES = TESTS / "games"
FLOORS = [
    ("Mudlark Slinger", 1, ["Block"], (1, 6)),  # 2 - 2, kept at 1
    ("Mudlark Slinger", 2, ["Block", "Guard"], (1, 6)),
    ("Mudlark Slinger", 2, ["Guard", "Mighty Blow"], (3, 1)),  # the sum counts: 2 - 2 + 3; 3 - 2
    ("Reedspear", 1, ["Block"], (1, 6)),  # 3 - 2 is 1 of itself
    ("Reedspear", 2, ["Interpose", "Coordinate"], (3, 1)),  # 3 - 4, kept at 1
    ("Reedspear", 1, ["Mighty Blow"], (6, 1)),
    ("Turfshield", 1, ["Mighty Blow"], (7, 5)),  # Elite: 3 + 1 + 3, 5 + 2 - 2
    ("Reedspear", 2, ["Dodge", "Take Cover"], (3, 3)),  # what depends on an attack is not shown
]


def judged(data: dict[str, Any]) -> Report:
    """The report on a list given as data."""
    document = read_list(json.dumps(data).encode())
    return validate(resolve(document, load_game(document.game)))


def marked(roster: dict[str, Any], rows: dict[int, int]) -> dict[str, Any]:
    """A roster with exactly so many copies of these rows deployed."""
    models = []
    for at, row in enumerate(roster["models"]):
        on = rows.get(at, 0)
        models += [{**row, "count": on, "deploy": True}] if on else []
        models += [{**row, "count": row["count"] - on, "deploy": False}] if row["count"] > on else []
    return {**roster, "models": models}


def row_costs(force: Force) -> list[int]:
    """What one model of each row costs."""
    return [row.cost for row in force.rows]


@st.composite
def rosters(draw: st.DrawFn) -> dict[str, Any]:
    """A team of up to 14 rows that breaks no rule as long as it is well deployed."""
    coalition = draw(st.sampled_from([None, *REQUIRED]))
    wanted = REQUIRED.get(coalition or "", set())
    drawn = draw(st.lists(st.sampled_from(UNITS), max_size=14 - len(wanted), unique=True))
    units = [one for one in UNITS if one.name in wanted or one in drawn]
    homes = {one.field("faction") for one in units if one.field("type") == "demihuman"}
    rows = [
        {"unit": one.name, "count": draw(st.integers(1, 3)) if one.cost == 5 else 1, "deploy": draw(st.booleans())}
        for one in units
        if one.field("faction") in homes
    ]
    return {
        "game": GAME.id,
        "limit": 500,
        "models": draw(st.permutations(rows)),
        **({"coalition": coalition} if coalition else {}),
    }


@settings(max_examples=40, deadline=None)
@given(rosters())
def test_deployments_are_those_that_trying_all_finds(roster: dict[str, Any]) -> None:
    """As many subsets as there are within 70 points with every required model; the dearest come first."""
    force = judged(roster).force
    costs = row_costs(force)
    names = [row["unit"] for row in roster["models"]]
    wanted = REQUIRED.get(roster.get("coalition", ""), set())
    ranges = [range(row["count"] + 1) for row in roster["models"]]
    found_totals = {
        tuple(sorted((names[at], number) for at, number in enumerate(choice))): total
        for choice in product(*ranges)
        if (total := sum(cost * number for cost, number in zip(costs, choice, strict=True))) <= 70
        and wanted <= {name for name, number in zip(names, choice, strict=True) if number}
    }
    totals = list(found_totals.values())
    found = find_deployments(force)
    if not names:
        assert found.reasons == ("The list has no models.",)
        return
    assert found.subsets == len(totals)
    assert {names[part.model.row] for part in found.required} == wanted
    shown = [sum(costs[part.model.row] * part.number for part in option) for option in found.options]
    assert shown == sorted(totals, reverse=True)[:5]


@settings(max_examples=25, deadline=None)
@given(rosters())
def test_every_option_is_legal(roster: dict[str, Any]) -> None:
    """The validator finds no error in a team deployed as an option says, and no option comes twice."""
    options = find_deployments(judged(roster).force).options
    rows = [frozenset((part.model.row, part.number) for part in option) for option in options]
    assert len(set(rows)) == len(rows)
    assert all(judged(marked(roster, dict(one))).valid for one in rows)


@pytest.mark.parametrize("coalition", sorted(REQUIRED))
def test_required_models_are_always_in(coalition: str) -> None:
    """Whoever a coalition asks for is in every option, wherever the file has them now."""
    models = [{"unit": one.name, "deploy": False} for one in UNITS if one.cost < 19 or one.name in REQUIRED[coalition]]
    force = judged({"game": GAME.id, "limit": 500, "coalition": coalition, "models": models}).force
    found = find_deployments(force, 50)
    assert len(found.options) == 50
    for option in found.options:
        assert REQUIRED[coalition] <= {part.model.title for part in option}


def test_thirty_rows_are_quick() -> None:
    """A roster of thirty rows is hardly more work than a small one, options included."""
    models = [{"unit": one.name} for one in UNITS] + [{"unit": "Newt"}] * (30 - len(UNITS))
    force = judged({"game": GAME.id, "limit": 500, "coalition": "Night Shift", "models": models}).force
    assert len(force.rows) == 30
    with counted() as work:
        found = find_deployments(force, 5)
    assert work.calls < 500_000
    assert found.subsets is not None
    assert found.subsets > 100
    assert len(found.options) == 5


def test_no_legal_subset_says_why(tmp_path: Path) -> None:
    """Required models that cost more than the table holds leave nothing to deploy: names and numbers, exit 1."""
    names = (
        "Magistrate Rook",
        "Heron Jib",
        "Steeplejack",
        "Window Cleaner",
        "Night Porter",
        "Bargee",
        "Newt",
        "Paper Fox",
    )
    head = {"game": GAME.id, "coalition": "Full Session", "mission": "Rescue", "role": "defender"}
    path = tmp_path / "team.json"
    path.write_text(json.dumps({**head, "models": [{"unit": name} for name in names]}), "utf-8")
    result = invoke("deploy", path)
    assert result.exit_code == 1
    shown = " ".join(result.stdout.split())
    assert "model 1 (Magistrate Rook), model 2 (Heron Jib), model 3 (Steeplejack)" in shown
    assert "must be deployed and cost 83" in shown
    assert "at most 70" in shown
    document = json.loads(invoke("deploy", path, "--json").stdout)
    assert (document["subsets"], document["options"]) == (0, [])
    assert document["reasons"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_take_marks_an_option_and_keeps_the_file(tmp_path: Path, number: int) -> None:
    """--take deploys exactly the rows of that option; comments stay, and the file is legal then."""
    path = tmp_path / "team.yaml"
    path.write_text(ROSTER, "utf-8")
    assert invoke("validate", path).exit_code == 1
    options = json.loads(invoke("deploy", path, "--json").stdout)["options"]
    assert invoke("deploy", path, "--take", number).exit_code == 0
    assert invoke("validate", path).exit_code == 0
    text = path.read_text("utf-8")
    for comment in ("# for Thursday", "# Rook insists", "# her honour", "# the crane's crew", "# three eggs"):
        assert comment in text
    force = resolve(read_list(path), GAME)
    shown = [(row.title, row.count) for row in force.rows if row.values["deploy"]]
    assert [count for _, count in shown] == [one["count"] for one in options[number - 1]["models"]]
    assert sum(one.cost for one in force.models if one.values["deploy"]) == options[number - 1]["points"]


def test_take_beyond_the_options_changes_nothing(tmp_path: Path) -> None:
    """An option that does not exist is wrong usage, and the file stays as it was."""
    path = tmp_path / "team.yaml"
    path.write_text(ROSTER, "utf-8")
    assert invoke("deploy", path, "--take", 40).exit_code == 2
    assert path.read_text("utf-8") == ROSTER


@pytest.mark.parametrize("game", ["kill-team", "stack-and-horde", "rogue-conflict"])
def test_games_that_deploy_everyone(game: str) -> None:
    """Where nobody stays on the bench there is nothing to choose."""
    path = next(iter(sorted((game_folders()[game] / "lists").glob("*.yaml"))))
    result = invoke("deploy", path)
    assert result.exit_code == 2
    assert "nothing to choose" in result.stderr


@pytest.mark.parametrize(("game", "unit"), SAMPLES)
def test_sample_unit_is_on_a_legal_starter_list(game: str, unit: str) -> None:
    """Each unit of our own can be seen at work on a list that ships with the game."""
    forces = [resolve(read_list(path), load_game(game)) for path in (game_folders()[game] / "lists").glob("*.yaml")]
    having = [force for force in forces if any(pick.entry.id == unit for one in force.models for pick in one.entries)]
    assert any(validate(force).valid for force in having)


@pytest.mark.parametrize(("unit", "level", "modifiers", "shown"), FLOORS)
def test_modifiers_change_what_is_shown(unit: str, level: int, modifiers: list[str], shown: tuple[int, int]) -> None:
    """The parts of combat modifiers that always apply are in Combat and Defense, which never drop below 1."""
    row = {"unit": unit, "level": level, "modifiers": modifiers}
    report = judged({"game": "stack-and-horde", "models": [row]})
    assert report.valid
    stats = report.force.models[0].stats
    assert (stats["combat"], stats["defense"]) == shown


def test_units_in_no_squad_are_mentioned() -> None:
    """One info for each row outside any squad, none for those inside; the list stays legal without a warning."""
    models = [
        {"unit": "Fen Reeve", "name": "Ann", "group": "Van"},
        {"unit": "Marsh Alderman", "group": "Van"},
        {"unit": "Reedspear", "count": 3},
        {"unit": "Saddle Toad"},
    ]
    group = {"name": "Van", "kind": "stack", "leader": "Ann"}
    report = judged({"game": "stack-and-horde", "models": models, "groups": [group]})
    assert [(one.severity, one.rule, one.where) for one in report.findings] == [
        ("info", "no-squad", "models[2].unit"),
        ("info", "no-squad", "models[3].unit"),
    ]


def test_orders_left_out_are_hold_and_any() -> None:
    """A squad without orders has the printed ones."""
    models = [{"unit": "Fen Reeve", "name": "Ann", "group": "Van"}]
    group = {"name": "Van", "kind": "stack", "leader": "Ann"}
    (squad,) = judged({"game": "stack-and-horde", "models": models, "groups": [group]}).force.groups
    assert [pick.entry.name for pick in squad.slots["tactic"]] == ["Hold"]
    assert squad.values["target"] == "Any"


@pytest.mark.parametrize("game", sorted(path.name for path in CASES.iterdir()))
def test_every_printed_rule_has_a_list_that_breaks_it(game: str) -> None:
    """For each rule that a game, a format, an entry or a role brings in, some case in tests/games is found wanting."""
    book = load_game(game)
    rules = [*book.rules, *(rule for one in book.formats for rule in one.rules)]
    for entry in book.entries:
        rules += [*entry.rules, *(rule for role in getattr(entry, "roles", {}).values() for rule in role.rules)]
    reports = [validate(resolve(read_list(path), book)) for path in (CASES / game).rglob("*.yaml")]
    assert {rule.id for rule in rules} <= {one.rule for report in reports for one in report.findings}
