"""Rules across lists: what only one list of a team may have, and lists that grow from stage to stage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support import fast_yaml
from tests.support.desk_setup import GAME, cup, data, put, run


def teams(folder: Path, **pack: Any) -> Path:
    """An event of two teams of two."""
    made = cup(folder, **pack)
    file = made / "players.yaml"
    rows = file.read_text("utf-8").split("\n")
    for id, team in (("p01", "Red"), ("p02", "red"), ("p03", "Blue"), ("p04", "Blue")):
        rows = [row.replace(f"{{id: {id},", f"{{id: {id}, team: {team},") for row in rows]
    file.write_text("\n".join(rows), "utf-8")
    return made


def models(*units: str) -> dict[str, object]:
    """A list of some models."""
    return {"game": GAME, "models": [{"unit": unit} for unit in units]}


def test_a_team_has_each_unit_once(tmp_path: Path) -> None:
    """The second list of a team with the same unit is given back with the finding; another team may have it."""
    folder = teams(tmp_path / "cup", teams={"size": 2, "once": ["unit"]})
    for id, units in (("p01", ("Expert",)), ("p02", ("Expert", "Novice")), ("p03", ("Expert",)), ("p04", ("Soldier",))):
        put(folder, f"{id}.yaml", models(*units))
    run(folder, "intake")
    found = data(folder, "approve", "--all-legal")
    assert [one["player"] for one in found["approved"]] == ["p01", "p03", "p04"]
    assert found["left"][0]["player"] == "p02" and "beside" in found["left"][0]["why"][0]
    assert "not legal" in run(folder, "approve", "p02", code=2).stderr
    run(folder, "return", "p02")
    told = (folder / "out/messages/p02-returned.txt").read_text("utf-8")
    assert "Expert is also in the list of Mira Voss" in told and "Novice is" not in told
    put(folder, "p02-again.yaml", models("Novice"))
    run(folder, "intake")
    run(folder, "approve", "p02")
    assert data(folder, "lock")["missing"] == []


def test_a_clash_is_said_at_once(tmp_path: Path) -> None:
    """Two lists of a team that share a unit say so when they come and in the status, before any is approved."""
    folder = teams(tmp_path / "cup", teams={"size": 2, "once": ["unit"]})
    put(folder, "p01.yaml", models("Expert"))
    put(folder, "p02.yaml", models("Expert", "Novice"))
    put(folder, "p03.yaml", models("Expert"))
    assert "Expert also in the list of p01" in " ".join(run(folder, "intake").stdout.split())
    found = {one["player"]: one for one in data(folder, "status", code=1)["players"]}
    assert found["p01"]["doubts"] == ["Expert also in the list of p02"] and found["p01"]["status"] == "legal"
    assert found["p02"]["doubts"] == ["Expert also in the list of p01"] and not found["p03"]["doubts"]
    run(folder, "approve", "p01", "p03")
    found = {one["player"]: one for one in data(folder, "status", code=1)["players"]}
    assert (found["p02"]["status"], found["p01"]["doubts"]) == ("not legal", [])
    assert "listbuilder event return --all-illegal" in data(folder, "status", code=1)["next"]
    assert [one["player"] for one in data(folder, "return", "--all-illegal")["returned"]] == ["p02"]


def test_lock_refuses_a_team_that_changed(tmp_path: Path) -> None:
    """Who joins a team after lists were approved may make two of them clash; nothing is locked then."""
    folder = teams(tmp_path / "cup", teams={"once": ["unit"]})
    for id in ("p01", "p03"):
        put(folder, f"{id}.yaml", models("Expert"))
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    file = folder / "players.yaml"
    file.write_text(file.read_text("utf-8").replace("team: Red", "team: Blue"), "utf-8")
    assert "not legal any more" in run(folder, "lock", code=2).stderr


def test_teams_are_checked_and_told(tmp_path: Path) -> None:
    """A misspelt kind is an error with the right one; a team of another size is named; sentences tell the pack."""
    folder = teams(tmp_path / "cup", teams={"size": 3, "once": ["unit", "weapon"]})
    found = data(folder, "check")
    assert "A team has 3 players." in found["pack"]
    assert "In a team, only one list may have the same unit or the same weapon." in found["pack"]
    assert [one["code"] for one in found["findings"]] == ["desk.team", "desk.team"]
    assert "Team Red has 2 players, not 3: p01, p02." in [one["message"] for one in found["findings"]]
    pack = folder / "event.yaml"
    pack.write_text(pack.read_text("utf-8").replace("- weapon", "- wepon"), "utf-8")
    assert "Did you mean weapon?" in run(folder, "check", code=3).stdout


def test_teams_are_ranked(tmp_path: Path) -> None:
    """What the players of a team have is added up; team mates do not meet while there is anybody else."""
    folder = teams(tmp_path / "cup", teams={"size": 2}, rounds={"count": 2, "apart": ["team"]})
    for at, id in enumerate(("p01", "p02", "p03", "p04")):
        put(folder, f"{id}.yaml", {**models("Novice"), "limit": 30 + at})
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock")
    for game in data(folder, "pair")["games"]:
        assert {id in ("p01", "p02") for id in game["players"]} == {True, False}
        red_first = game["players"][0] in ("p01", "p02")
        run(folder, "score", game["table"], *(("win", "loss") if red_first else ("loss", "win")))
    found = data(folder, "standings")
    assert [(one["rank"], one["team"], one["values"]["points"]) for one in found["teams"]] == [
        (1, "Red", "6"),
        (2, "Blue", "0"),
    ]
    assert "Red" in (folder / "out/teams.html").read_text("utf-8") and "teams.csv" in found["files"]


@pytest.fixture()
def stages(tmp_path: Path) -> tuple[Path, Path]:
    """Two events, the second of which follows the first, where two lists were locked."""
    first = cup(tmp_path / "week-1")
    put(first, "p01.yaml", {"game": GAME, "models": [{"unit": "Novice", "count": 2}, {"unit": "Soldier"}]})
    put(first, "p02.yaml", models("Novice"))
    run(first, "intake")
    run(first, "approve", "p01", "p02")
    run(first, "lock", code=1)
    return first, cup(tmp_path / "week-2", follows="../week-1")


def test_a_list_contains_the_one_before(stages: tuple[Path, Path]) -> None:
    """What left is named, with its number; who keeps everything, whatever the order, and who is new, is legal."""
    first, second = stages
    put(second, "p01.yaml", {"game": GAME, "models": [{"unit": "Novice"}, {"unit": "Expert"}]})
    put(second, "p02.yaml", models("Expert", "Novice"))
    put(second, "p03.yaml", models("Expert"))
    taken = {one["player"]: one for one in data(second, "intake", code=1)["arrivals"]}
    assert {id: one["verdict"] for id, one in taken.items()} == {"p01": "illegal", "p02": "legal", "p03": "legal"}
    told = [one["message"] for one in taken["p01"]["findings"] if one["code"] == "desk.stage"]
    assert told == [
        "Novice and Soldier of the list for Harbour Cup are missing; a list must contain the one of the stage before."
    ]
    run(second, "approve", "p01", code=2)
    assert any("week-1" in one for one in data(second, "check")["pack"])
    assert first.exists()


def test_stages_that_can_not_be_compared(stages: tuple[Path, Path]) -> None:
    """A stage that is not there, and an id that is another person, are said; nothing is guessed."""
    _, second = stages
    file = second / "players.yaml"
    whole = file.read_text("utf-8")
    file.write_text(whole.replace("Mira Voss", "Ada Stein"), "utf-8")
    put(second, "p01.yaml", models("Novice"))
    assert "p01 is Ada Stein here and Mira Voss at Harbour Cup" in run(second, "intake", code=3).stderr
    file.write_text(whole, "utf-8")
    pack = second / "event.yaml"
    pack.write_text(fast_yaml.dump({**fast_yaml.load(pack.read_text("utf-8")), "follows": "../week-0"}), "utf-8")
    assert "../week-0" in run(second, "check", code=3).stdout
