"""Rosters of converted games are lists of them: the same entries, the agreed limit, and the total that was recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exchange.battlescribe.converted import SYSTEMS, convert_into
from tests.support.cli import run
from tests.support.paths import CATALOGUE

ROSTER = SYSTEMS / "patrol.ros"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return convert_into(tmp_path_factory.mktemp("rosters"), "lantern-watch")


def imported(game: Path, roster: Path, output: Path) -> tuple[str, str]:
    """What the command says, and the list it writes."""
    result = run("--catalogue", str(game.parent), "import", str(roster), "-o", str(output))
    return result.stdout + result.stderr, output.read_text()


def test_a_roster_is_a_list_of_the_converted_game(game: Path, tmp_path: Path) -> None:
    told, text = imported(game, ROSTER, tmp_path / "patrol.yaml")
    assert "game: lantern-watch" in text and "faction: dockers" in text and "limit: 120" in text
    assert "Old Berta" in text and "crossbow" in text and "harbour-permit" in text
    assert not list(tmp_path.glob("*-catalogue"))
    assert ": legal" in told and "91 of 120" in told
    assert "states" not in told


def test_a_total_that_differs_is_a_finding(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.ros"
    other.write_text(ROSTER.read_text().replace('value="45.5"', 'value="40"'))
    told, _ = imported(game, other, tmp_path / "other.yaml")
    assert "states 80" in told and "costs 91" in told


def test_what_the_game_does_not_know_is_kept_and_named(game: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.ros"
    other.write_text(ROSTER.read_text().replace('name="Boots" entryId="e-boots"', 'name="Stilts" entryId="e-stilts"'))
    told, text = imported(game, other, tmp_path / "other.yaml")
    assert "Stilts" in told and "Stilts: Docker has no place for it" in text


@pytest.mark.parametrize("ending", ["ros", "rosz"])
def test_a_list_goes_out_as_a_roster_and_comes_back(game: Path, tmp_path: Path, ending: str) -> None:
    catalogue = ("--catalogue", str(game.parent))
    imported(game, ROSTER, tmp_path / "patrol.yaml")
    out = tmp_path / f"back.{ending}"
    run(*catalogue, "export", str(tmp_path / "patrol.yaml"), "--to", "roster", "-o", str(out))
    told, _ = imported(game, out, tmp_path / "back.yaml")
    assert ": legal" in told and "91 of 120" in told and "states" not in told
    same = run(*catalogue, "diff", str(tmp_path / "patrol.yaml"), str(tmp_path / "back.yaml"))
    assert "are the same" in same.output


def test_a_roster_goes_out_under_the_ids_of_the_data(game: Path, tmp_path: Path) -> None:
    imported(game, ROSTER, tmp_path / "patrol.yaml")
    text = run("--catalogue", str(game.parent), "export", str(tmp_path / "patrol.yaml"), "--to", "roster").stdout
    assert 'catalogueId="cat-file-dockers" catalogueName="Dockers"' in text
    assert 'entryId="l-foreman-tools::l-crossbow::e-crossbow" number="1" type="upgrade"' in text
    assert '<cost name="coins" typeId="c-coins" value="45.5"/>' in text


def test_only_lists_of_converted_games_become_rosters() -> None:
    starter = min((CATALOGUE / "constellation-warrior" / "lists").glob("*.yaml"))
    assert "`catalogue import`" in run("export", str(starter), "--to", "roster", code=2).output


def test_without_the_converted_game_a_roster_brings_its_own(tmp_path: Path) -> None:
    run("import", str(ROSTER), "-o", str(tmp_path / "patrol.yaml"))
    assert list(tmp_path.glob("*-catalogue"))


def test_a_roster_finds_the_converted_game_beside_itself(tmp_path: Path) -> None:
    convert_into(tmp_path, "lantern-watch")
    roster = tmp_path / ROSTER.name
    roster.write_text(ROSTER.read_text())
    told = run("import", str(roster), "-o", str(tmp_path / "patrol.yaml")).output
    assert "game: lantern-watch" in (tmp_path / "patrol.yaml").read_text() and ": legal" in told
    assert not list(tmp_path.glob("*-catalogue"))
