"""Rosters of converted games are lists of them: the same entries, the agreed limit, and the total that was recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exchange.battlescribe.converted import SYSTEMS, convert_into
from tests.support.cli import run

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
