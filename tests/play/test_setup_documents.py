"""Before a game, as data: every game's set-up, who can be deployed, and whether two lists fit together."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder import load_game, read_list, resolve
from listbuilder.play import find_deployments
from listbuilder.ui.cli.app import app
from tests.support.paths import CATALOGUE

GAMES = ("constellation-warrior", "demihuman-combat", "kill-team", "rogue-conflict", "stack-and-horde")
ROUNDS = {"constellation-warrior": 10, "demihuman-combat": 5, "kill-team": 4, "rogue-conflict": 4}


def said(*words: str) -> Any:
    """What a command prints as data."""
    return json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)


def inches(distance: dict[str, Any]) -> int:
    """A distance that is in inches."""
    assert distance["unit"] == "inches"
    return int(distance["value"])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_set_up(game: str) -> None:
    """`mission` works for each, in words and as data; a game without missions draws none and has no seed."""
    done = CliRunner().invoke(app, ["mission", game, "--seed", "3"])
    assert done.exit_code == 0
    sheet = said("mission", game, "--seed", "3")
    assert sheet["roll"].get("rounds") == ROUNDS.get(game)
    assert (sheet["seed"] is None) == (not sheet["drawn"])


def test_constellation_set_up_is_data() -> None:
    """Three markers each in a strip six squares deep; deployment three squares from the edges."""
    layout = said("mission", "constellation-warrior")["roll"]["layout"]
    marker, start = layout["pieces"][0], layout["starts"][0]
    assert (marker["count"], marker["by"], marker["at"], marker["depth"]["value"]) == (3, "each", "central-strip", 6)
    assert (start["within"]["value"], start["within"]["unit"]) == (3, "squares")


@pytest.mark.parametrize(
    ("name", "count"), [("Claim the loot!", 2), ("Siphon Data!", 2), ("Claim the battlefield!", 1)]
)
def test_rogue_markers_are_data(name: str, count: int) -> None:
    """So many markers by each player, six inches from zones and from one another."""
    piece = said("mission", "rogue-conflict", name)["drawn"][0]["layout"]["pieces"][0]
    assert piece["count"] == count
    if count == 2:
        assert piece["by"] == "each"
        assert {thing: inches(one) for thing, one in piece["away"].items()} == {"zone": 6, "marker": 6}
    else:
        assert piece["at"] == "centre"


@pytest.mark.parametrize(
    ("name", "who", "within"),
    [("Assassination", "vip", 8), ("Teach 'Em A Lesson", "vip", 6), ("Rescue", "rescuees", 7)],
)
def test_who_is_meant_starts_near_the_centre(name: str, who: str, within: int) -> None:
    """The VIP and the Rescuees have a distance of their own, and the word that a list names them by."""
    start = said("mission", "demihuman-combat", name)["drawn"][0]["layout"]["starts"][0]
    assert (start["who"], start["at"], inches(start["within"])) == (who, "centre", within)
    assert who in load_game("demihuman-combat").list.fields


def test_vault_and_objectives_are_data() -> None:
    """The vault is 5 inches in the centre; attackers keep 8 away or are 1 from the edge; six objectives are placed."""
    vault = said("mission", "demihuman-combat", "Vault Robbery")["drawn"][0]["layout"]
    assert inches(vault["pieces"][0]["size"]) == 5
    attacker = vault["starts"][1]
    assert (inches(attacker["away"]["enemy"]), inches(attacker["otherwise"]["edge"])) == (8, 1)
    points = said("mission", "demihuman-combat", "Points of Interest")["drawn"][0]["layout"]["pieces"]
    assert {
        (one["at"], one["by"], inches(one["away"]["objective"]), inches(one["away"]["edge"])) for one in points
    } == {(place, "each", 3, 1) for place in ("own-zone", "enemy-zone", "outside-zones")}


def test_every_mission_of_a_pack_has_its_set_up() -> None:
    """No mission is left out of the data."""
    book = load_game("demihuman-combat")
    assert book.mission is not None
    assert set(book.mission.layouts) == {one.id for one in book.entries if one.kind == "mission"}


def team(**more: Any) -> dict[str, Any]:
    """A team with a row of five civilians."""
    rows = [{"unit": "Fledgling", "count": 2}, {"unit": "Pigeon Feeder", "count": 5}, {"unit": "Fledgling"}]
    return {"game": "demihuman-combat", "models": rows, **more}


def test_copies_are_split_and_twins_count_once() -> None:
    """Three Fledglings in two rows and five civilians: only how many of each counts, so 4 x 6 ways."""
    found = find_deployments(resolve(read_list(team()), load_game("demihuman-combat")), 50)
    assert found.subsets == 4 * 6 == len(found.options)


def test_a_role_needs_its_civilians_on_the_table() -> None:
    """Four of five at least, and every way has four."""
    force = resolve(read_list(team(mission="Rescue", role="defender")), load_game("demihuman-combat"))
    found = find_deployments(force, 50)
    assert found.subsets == 4 * 2 == len(found.options)
    assert [(part.model.title, part.number) for part in found.required] == [("Pigeon Feeder", 4)]


def test_who_is_named_is_in_every_way() -> None:
    """A VIP stays on the table."""
    named = team(mission="Assassination", role="defender", vip="Old Marguerite")
    named["models"] = [*named["models"], {"unit": "Pigeon Feeder", "name": "Old Marguerite"}]
    found = find_deployments(resolve(read_list(named), load_game("demihuman-combat")), 60)
    assert found.options
    assert all("Old Marguerite" in {part.model.name for part in option} for option in found.options)


def test_taking_a_way_splits_the_row(tmp_path: Path) -> None:
    """Some copies of a row stay behind: the row becomes two, its comment stays, and the list is decided."""
    file = tmp_path / "a.yaml"
    rows = ("{unit: Magistrate Rook}", "{unit: Heron Jib}", "{unit: Fledgling, count: 8}   # eggs")
    text = "game: demihuman-combat\nmodels:\n" + "".join(f"  - {row}\n" for row in rows)
    file.write_text(text, "utf-8")
    assert said("deploy", str(file))["decided"] is False
    done = CliRunner().invoke(app, ["deploy", str(file), "--take", "1"])
    assert done.exit_code == 0, done.output
    written = file.read_text("utf-8")
    assert "{unit: Fledgling, count: 5}   # eggs" in written
    assert "{unit: Fledgling, count: 3, deploy: false}" in written
    assert said("validate", str(file))["lists"][0]["findings"] == []
    assert said("deploy", str(file))["decided"] is True


def test_taking_everybody_decides(tmp_path: Path) -> None:
    """Where nobody stays behind, one key says that it is decided."""
    file = tmp_path / "a.yaml"
    file.write_text("game: demihuman-combat\nmodels:\n  - {unit: Fledgling, count: 2}\n", "utf-8")
    assert CliRunner().invoke(app, ["deploy", str(file), "--take", "1"]).exit_code == 0
    assert "{unit: Fledgling, count: 2, deploy: true}" in file.read_text("utf-8")


def sides(folder: Path, left: str, right: str) -> dict[str, Any]:
    """The lines of a match by name, and the names of both sides."""
    for name, text in (("a", left), ("b", right)):
        (folder / f"{name}.yaml").write_text(text, "utf-8")
    found = said("match", str(folder / "a.yaml"), str(folder / "b.yaml"))
    return {"sides": found["sides"], **{one["name"]: one for one in found["lines"]}}


HEAD = "game: demihuman-combat\nplayer: {}\nmission: {}\nrole: {}\nmodels:\n  - {{unit: Fledgling, deploy: true}}\n"


def test_chips_are_numbers_under_a_players_name(tmp_path: Path) -> None:
    """Who gets how many is data; while one side has not decided, nobody gets any."""
    more = HEAD.format("Bo", "Rescue", "attacker") + "  - {unit: Newt, count: 3}\n"
    found = sides(tmp_path, HEAD.format("Alex", "Rescue", "attacker"), more)
    assert found["sides"] == ["Alex", "Bo"]
    assert (found["Pass chips"]["amount"], found["Pass chips"]["to"]) == (3, "Alex")
    assert found["Pass chips"]["numbers"] == [1, 4]
    waits = sides(tmp_path, HEAD.format("Alex", "Rescue", "attacker"), more.replace(", deploy: true", ""))
    assert waits["Pass chips"]["amount"] is None
    assert waits["Deployed models"]["right"] == "not decided"


def test_missions_and_roles_fit_together(tmp_path: Path) -> None:
    """One mission, and one attacker for one defender."""
    attack = HEAD.format("Alex", "Vault Robbery", "attacker")
    fits = sides(tmp_path, attack, HEAD.format("Bo", "Vault Robbery", "defender"))
    assert (fits["Mission"]["fits"], fits["Role"]["fits"]) == (True, True)
    wrong = sides(tmp_path, attack, HEAD.format("Bo", "Rescue", "attacker"))
    assert (wrong["Mission"]["fits"], wrong["Role"]["fits"]) == (False, False)


def test_killzones_fit_together() -> None:
    """Two teams that chose different killzones are told so."""
    folder = CATALOGUE / "kill-team" / "lists"
    found = said("match", str(folder / "granary.yaml"), str(folder / "first-frost.yaml"))
    assert next(one for one in found["lines"] if one["name"] == "Killzone")["fits"] is False
