"""The day of a round: who checked in, what players report, and the clock. Each step is one line of the ledger."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from listbuilder.base.errors import EditError
from listbuilder.desk.folder import find_desk
from listbuilder.desk.rounds.check_in import check_in, current_day, present_today
from listbuilder.desk.rounds.player_results import disputed_games, report_result
from listbuilder.desk.rounds.round_clock import add_minutes, clock_of, pause_clock, set_clock, start_clock
from tests.desk.test_rounds import ready
from tests.support.desk_setup import data, lines, run

NOW = datetime.now(UTC).replace(microsecond=0)


def test_draw_asks_about_those_who_did_not_check_in(tmp_path: Path) -> None:
    """Nobody is left out unasked: the draw names who is missing, and is made as the desk says."""
    folder = ready(tmp_path / "cup", 5)
    assert data(folder, "check-in", "p01", "p02", "Player Ac", "p04")["missing"] == ["p05"]
    refused = run(folder, "pair", code=2).stderr
    assert "Not checked in: Player Ae (p05)" in refused and "--present" in refused
    drawn = data(folder, "pair", "--present")
    assert {id for game in drawn["games"] for id in game["players"]} == {"p01", "p02", "p03", "p04"}
    assert drawn["absent"] == ["p05"] and drawn["bye"] == ""
    assert data(folder, "check")["ok"]


def test_check_in_is_one_line_and_can_be_undone(tmp_path: Path) -> None:
    """A second check-in of the same player records nothing; the player is its author if the link was used."""
    folder = ready(tmp_path / "cup", 4)
    desk, before = find_desk(folder), len(lines(folder))
    assert check_in(desk, ["p02"], NOW, by="p02") == ["p02"] and check_in(desk, ["p02"], NOW) == []
    assert len(lines(folder)) == before + 1 and lines(folder)[-1]["by"] == "p02"
    run(folder, "undo", before + 1)
    desk.refresh()
    assert present_today(desk.state, desk.event) == []
    assert data(folder, "check-in", "--all")["missing"] == []


def test_each_day_has_its_own_check_in(tmp_path: Path) -> None:
    """Once the rounds of a day have their results, those of the next day check in anew."""
    folder = ready(tmp_path / "cup", 4, rounds={"count": 3, "days": [1, 2]})
    run(folder, "check-in", "--all")
    run(folder, "pair")
    run(folder, "score", 1, "5,0", "4,0")
    assert data(folder, "check-in")["day"] == 1
    run(folder, "score", 2, "5,0", "4,0")
    assert data(folder, "check-in")["day"] == 2 and len(data(folder, "check-in")["missing"]) == 4
    desk = find_desk(folder)
    assert current_day(desk.state, desk.event) == 2


def test_equal_reports_count_and_different_ones_wait(tmp_path: Path) -> None:
    """One report is not a result, two equal ones are, two different ones are shown to the desk, which decides."""
    folder = ready(tmp_path / "cup", 4)
    run(folder, "pair")
    desk = find_desk(folder)
    first, second = desk.state.rounds[-1].games
    assert not report_result(desk, first.one, "12,1", "8,0", NOW).line
    before = len(lines(folder))
    report_result(desk, first.one, "12,1", "8,0", NOW)
    assert len(lines(folder)) == before, "the same report again is no line"
    assert report_result(desk, first.two, "8,0", "12,1", NOW).scores == ((12, 1), (8, 0))
    with pytest.raises(EditError, match="has a result"):
        report_result(desk, first.two, "9,0", "12,1", NOW)
    report_result(desk, second.two, "win", "loss", NOW)
    assert report_result(desk, second.one, "win", "loss", NOW).disputed
    assert [game.table for game in disputed_games(desk.state)] == [second.table]
    shown = data(folder, "score")["open"]
    assert shown == [
        {
            "table": second.table,
            "players": [second.one, second.two],
            "reports": ["win : loss", "loss : win"],
            "disputed": True,
        }
    ]
    assert "decide" in run(folder, "score").stdout
    run(folder, "score", second.table, "win", "loss")
    assert not data(folder, "score")["open"]
    assert data(folder, "pair")["round"] == 2 and data(folder, "check")["ok"]


def test_report_can_be_corrected_until_it_counts(tmp_path: Path) -> None:
    """A player may report again; once both say the same, it counts. An undone report counts for nothing."""
    folder = ready(tmp_path / "cup", 2)
    run(folder, "pair")
    desk = find_desk(folder)
    game = desk.state.rounds[-1].games[0]
    report_result(desk, game.one, "9,0", "8,0", NOW)
    assert report_result(desk, game.two, "8,0", "10,0", NOW).disputed
    agreed = report_result(desk, game.one, "10,0", "8,0", NOW)
    assert agreed.line and not agreed.disputed and agreed.scores == ((10, 0), (8, 0))
    run(folder, "undo", agreed.line)
    desk.refresh()
    assert not desk.state.rounds[-1].done and desk.state.rounds[-1].games[0].disputed


def test_swap_takes_reports_along(tmp_path: Path) -> None:
    """Who sits at another table has reported nothing there, and a report of before does not come back to them."""
    folder = ready(tmp_path / "cup", 4)
    run(folder, "pair")
    desk = find_desk(folder)
    first, second = desk.state.rounds[-1].games
    report_result(desk, first.one, "9,0", "8,0", NOW)
    run(folder, "pair", "--swap", first.two, second.two, "--why", "came together")
    desk.refresh()
    report_result(desk, second.two, "8,0", "9,0", NOW)
    assert not any(game.line for game in desk.state.rounds[-1].games)
    run(folder, "undo", len(lines(folder)) - 1)
    desk.refresh()
    game = desk.state.rounds[-1].game_of(first.one)
    assert game is not None and game.two == first.two and game.reports[1] is None and game.reports[0] is not None


def test_clock_runs_stops_and_is_set(tmp_path: Path) -> None:
    """It begins at the minutes of the pack, keeps what is left while it is stopped, and goes below zero."""
    folder = ready(tmp_path / "cup", 2, rounds={"count": 2, "minutes": 90})
    run(folder, "pair")
    desk = find_desk(folder)
    known = clock_of(desk.state, desk.event)
    assert known is not None and known.left(NOW) == 5400 and not known.running
    start_clock(desk, NOW)
    later = NOW + timedelta(minutes=30)
    assert pause_clock(desk, later).left(later + timedelta(hours=1)) == 3600
    assert start_clock(desk, later).left(later + timedelta(minutes=61)) == -60
    assert add_minutes(desk, 5, later).left(later) == 3900
    assert set_clock(desk, 10, later).running
    before = len(lines(folder))
    start_clock(desk, later)
    assert len(lines(folder)) == before, "a clock that runs is not started again"
    run(folder, "undo", before)
    desk.refresh()
    known = clock_of(desk.state, desk.event)
    assert known is not None and known.left(later) == 3900


def test_clock_on_the_command_line(tmp_path: Path) -> None:
    """Without minutes in the pack, it has to be set first."""
    folder = ready(tmp_path / "cup", 2)
    assert "no clock" in run(folder, "clock").stdout
    run(folder, "pair")
    assert "clock set" in run(folder, "clock", "start", code=2).stderr
    assert data(folder, "clock", "set", 45) == {"round": 1, "seconds": 2700, "running": False}
    assert data(folder, "clock", "start")["running"]
    run(folder, "clock", "add", code=2)
