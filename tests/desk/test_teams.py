"""Team against team: draws, boards by seat and by choice, results that add up, and rankings reckoned a second time."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from listbuilder.base.records import replace
from listbuilder.catalogue import Event
from listbuilder.desk.ledger import read_chain
from listbuilder.desk.ledger_kinds import BoardsChanged
from listbuilder.desk.rounds.boards import board_terms, seat_round
from listbuilder.desk.rounds.pairing import draw
from listbuilder.desk.rounds.running import next_field
from listbuilder.desk.rounds.standings import rank
from listbuilder.desk.rounds.team_ranking import rank_matches
from listbuilder.desk.state import Entrant, Round, State, Team
from tests.desk.test_ties import accident, pack_by, played, results_of
from tests.support import fast_yaml
from tests.support.desk_oracle import Oracle, TeamOracle
from tests.support.desk_setup import GAME, cup, data, lines, put, run

BANDS = [{"lead": "0-4", "gives": [1, 1]}, {"lead": "5+", "gives": [2, 0]}]
KEYS = ["boards", "boards-lead", "opponents", "wins", "vp", "kills-lead", "head-to-head"]


def seats(rows: dict[str, Any]) -> dict[str, Any]:
    """The fields of a round that is seated so."""
    seating = {key: value for key, value in rows.items() if key not in ("boards", "choice")}
    return BoardsChanged(round=1, draw=1, **seating).seats()


def matches_of(state: State) -> list[dict[str, Any]]:
    """The matches as they are published."""
    return [
        {
            "round": one.number,
            "teams": [match.one, match.two],
            "tables": [game.table for game in one.games_of(match)],
            "free": match.free,
        }
        for one in state.rounds
        for match in one.matches
    ]


def team_results(state: State, event: Event) -> dict[str, Any]:
    """What the desk publishes about teams, from the state alone."""
    found = results_of(state, event)
    games = [game for one in state.rounds for game in one.games]
    tables = [{**row, "table": game.table} for row, game in zip(found["games"], games, strict=True)]
    teams = [{"id": one.player, "players": state.teams[one.player].players} for one in rank_matches(state, event)]
    byes = [{"round": one.number, "player": id} for one in state.rounds for id in one.byes]
    return {**found, "games": tables, "teams": teams, "byes": byes, "matches": matches_of(state)}


def next_round(state: State, event: Event, dice: random.Random) -> State:
    """The state after one round more of teams, drawn as the desk draws."""
    number = len(state.rounds) + 1
    made = draw(next_field(state, event, {}, f"seed {number} {dice.random()}"))
    said = seats(seat_round(state, made, *board_terms(event)))
    one = Round(number=number, line=number, seed="", boards=board_terms(event)[0], **said)
    games = tuple(played(game, 1, dice) for game in one.games)
    return replace(state, rounds=(*state.rounds, replace(one, games=games)))


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(16))
def test_team_cups_by_chance(seed: int) -> None:
    """Odd numbers, missing players, reserves, bands, byes and remedies: both ways rank teams and players alike."""
    dice = random.Random(seed)
    size, number = dice.randint(1, 3), dice.randint(3, 9)
    result = {"win": 4, "draw": 2, "loss": 1, **({"bands": BANDS} if dice.random() < 0.5 else {})}
    order = ["points", *dice.sample(KEYS, dice.randint(1, len(KEYS))), "lot"]
    boards = {"sum": dice.choice(["points", "wins"]), "result": result, "order": order}
    pack = {**pack_by(dice), "teams": {"size": size, "boards": boards}}
    event = TypeAdapter(Event).validate_python(pack)
    members = {
        f"t{at}": tuple(f"t{at}p{seat_round}" for seat_round in range(dice.randint(1, size + 1)))
        for at in range(number)
    }
    teams = {id: Team(id=id, mark=id, players=players) for id, players in members.items()}
    entrants = {id: Entrant(id=id, locked=1) for some in members.values() for id in some}
    state = State(event="ab" * 32, entrants=entrants, teams=teams)
    for at in range(1, 4):
        state = next_round(state, event, dice)
        for _ in range(dice.randint(0, 2)):
            state = accident(state, at, dice)
        published = team_results(state, event)
        assert [one.player for one in rank_matches(state, event)] == TeamOracle(published, pack, state.event).ranking()
        assert [one.player for one in rank(state, event)] == Oracle(published, pack, state.event).ranking()


def test_a_missing_player_is_a_bye_for_the_one_across() -> None:
    """Two against one: the board without an opponent adds what a bye gives; the match is won by it."""
    pack = {"name": "Cup", "game": "any", "rounds": {"count": 3}, "teams": {"size": 2, "boards": {}}}
    event = TypeAdapter(Event).validate_python(pack)
    teams = {id: Team(id=id, mark=id, players=(f"{id}a", f"{id}b")) for id in ("t1", "t2")}
    entrants = {f"{id}{seat_round}": Entrant(id=f"{id}{seat_round}", locked=1) for id in teams for seat_round in "ab"}
    entrants["t2a"] = replace(entrants["t2a"], dropped=True)
    state = State(event="ab" * 32, entrants=entrants, teams=teams)
    said = seats(seat_round(state, draw(next_field(state, event, {}, "seed")), *board_terms(event)))
    one = Round(number=1, line=1, seed="", boards=2, **said)
    assert {(game.one, game.two) for game in one.games} in ({("t1a", "t2b")}, {("t2b", "t1a")})
    assert one.byes == ("t1b",) and one.absent == ("t2a",)
    lost = one.games[0].one == "t1a"
    game = replace(one.games[0], words=("loss", "win") if lost else ("win", "loss"), line=2)
    after = replace(state, rounds=(replace(one, games=(game,)),))
    first = rank_matches(after, event)[0]
    assert first.points == 1 and first.values["boards"] == 3  # a lost board and a bye: three each, a draw


def team_cup(folder: Path, teams: tuple[str, ...], size: int, **boards: Any) -> Path:
    """An event of teams whose lists are locked; the last team has a reserve."""
    names = tuple((f"{team} {chr(65 + at)}", team) for team in teams for at in range(size))
    names += ((f"{teams[-1]} Reserve", teams[-1]),)
    made = cup(
        folder,
        names,
        rounds={"count": 3},
        counts=[{"id": "vp", "name": "Victory Points"}],
        teams={"size": size, "boards": {"order": ["points", "boards", "opponents", "vp-lead", "lot"], **boards}},
    )
    file = made / "players.yaml"
    file.write_text(file.read_text("utf-8").replace("club:", "team:"), "utf-8")
    for at in range(1, len(names) + 1):
        put(made, f"p{at:02}.yaml", {"game": GAME, "limit": 30 + at, "models": [{"unit": "Novice"}]})
    run(made, "intake")
    run(made, "approve", "--all-legal")
    run(made, "lock")
    return made


def second_opinion(folder: Path) -> tuple[list[str], list[str]]:
    """The order of teams and of players as the other implementation has it, from what is published."""
    data(folder, "standings")
    pack = fast_yaml.load((folder / "event.yaml").read_text("utf-8"))
    pack = {"result": {"win": 3, "draw": 1, "loss": 0}, "order": ["points", "opponents", "lot"], **pack}
    results = json.loads((folder / "out/results.json").read_text("utf-8"))
    opened = read_chain((folder / "ledger.jsonl").read_bytes()).lines[0].hash
    return TeamOracle(results, pack, opened).ranking(), Oracle(results, pack, opened).ranking()


def test_a_cup_of_teams(tmp_path: Path) -> None:
    """Five teams of two, three rounds: teams meet once, all standings agree, all is whole, no name is in the ledger."""
    folder = team_cup(tmp_path / "cup", ("Red", "Blue", "Green", "Gold", "Grey"), 2)
    dice = random.Random(3)
    met: set[frozenset[str]] = set()
    for number in range(1, 4):
        drawn = data(folder, "pair")
        now = {frozenset(match["teams"]) for match in drawn["matches"]}
        assert len(now) == 2 and not now & met and len(drawn["byes"]) == 2
        met |= now
        words: list[object] = []
        for game in drawn["games"]:
            words += [game["table"], dice.randint(0, 20), dice.randint(0, 20)]
        assert data(folder, "score", *words)["open"] == []
        if number == 1:
            told = run(folder, "score", *words).stdout
            assert "Match 1: " in told and "Match 2: " in told
        found = data(folder, "standings")
        ours = [one["id"] for one in found["teams"]], [one["player"] for one in found["standings"]]
        assert ours == second_opinion(folder)
    assert "all is well" in run(folder, "check").stdout
    ledger = (folder / "ledger.jsonl").read_text("utf-8")
    assert "Red" not in ledger and "Grey" not in ledger
    run(folder, "standings", "--report", tmp_path / "teams.md", "--teams")
    assert "| Place | Team |" in (tmp_path / "teams.md").read_text("utf-8")


def test_captains_choose(tmp_path: Path) -> None:
    """Nothing is played before the boards are noted; they must fill both sides, and stay once one is played."""
    folder = team_cup(tmp_path / "cup", ("Red", "Blue"), 2, by="choice")
    assert data(folder, "pair")["games"] == []
    assert data(folder, "status")["next"] == ["listbuilder event pair --boards 1 A B …"]
    assert "waits for `listbuilder event pair --boards`" in run(folder, "score", 1, 3, 4, code=2).stderr
    assert "boards 1" in run(folder, "pair", code=2).stderr
    assert "not of" in run(folder, "pair", "--boards", 1, "p01", "p02", "p03", "p04", code=2).stderr
    assert "2 boards" in run(folder, "pair", "--boards", 1, "p01", "p04", code=2).stderr
    assert "twice" in run(folder, "pair", "--boards", 1, "p01", "p04", "p01", "p03", code=2).stderr
    found = data(folder, "pair", "--boards", 1, "p05", "p01", "p02", "p03")
    assert [set(game["players"]) for game in found["games"]] == [{"p01", "p05"}, {"p02", "p03"}]
    assert found["absent"] == ["p04"]
    page = (folder / "out/round-1.html").read_text("utf-8")
    assert "Red A (Red)" in page and "Blue Reserve (Blue)" in page
    run(folder, "pair", "--boards", 1, "p01", "p03", "p02", "p04")
    run(folder, "score", 1, 10, 2)
    assert "has a result" in run(folder, "pair", "--boards", 1, "p01", "p04", "p02", "p03", code=2).stderr
    run(folder, "score", 2, 10, 2)
    assert len(data(folder, "standings")["teams"]) == 2
    assert "all is well" in run(folder, "check").stdout


def test_swaps_of_teams_and_mates(tmp_path: Path) -> None:
    """Two teams change places, two mates change boards, a reserve comes in; each is a line that can be taken back."""
    folder = team_cup(tmp_path / "cup", ("Red", "Blue", "Green", "Gold"), 2)
    before = data(folder, "pair")
    assert "are not of one team" in run(folder, "pair", "--swap", "p01", "p03", "--why", "x", code=2).stderr
    assert 'no team "Rot"' in run(folder, "pair", "--swap", "Rot", "Blue", "--why", "x", code=2).stderr
    mates = data(folder, "pair", "--swap", "p07", "p08", "--why", "captain")
    assert [game["players"] for game in mates["games"]] != [game["players"] for game in before["games"]]
    reserve = data(folder, "pair", "--swap", "p07", "p09", "--why", "p07 is ill")
    assert "p07" in reserve["absent"] and any("p09" in game["players"] for game in reserve["games"])
    run(folder, "undo", len(lines(folder)))
    run(folder, "undo", len(lines(folder)) - 2)
    first, second = (match["names"] for match in before["matches"])
    after = data(folder, "pair", "--swap", first[0], second[0], "--why", "one club")
    assert {frozenset(match["names"]) for match in after["matches"]} == {
        frozenset((second[0], first[1])),
        frozenset((first[0], second[1])),
    }
    assert "event pair --swap p08 p09" in run(folder, "drop", "p08").stdout
    assert "event score" in run(folder, "drop", "p01").stdout
    run(folder, "score", 1, 3, 4)
    assert "has a result" in run(folder, "pair", "--swap", first[0], second[0], "--why", "again", code=2).stderr
    assert "all is well" in run(folder, "check").stdout


def test_a_pack_with_boards_is_checked_and_told(tmp_path: Path) -> None:
    """Boards without a size, a key nobody knows, and team mates kept apart are mistakes; sentences tell the rest."""
    folder = cup(
        tmp_path / "cup", teams={"boards": {"order": ["points", "bords"]}}, rounds={"count": 2, "apart": ["team"]}
    )
    told = run(folder, "check", code=3).stdout
    assert "how many boards" in told and "Did you mean boards?" in told and "never meet" in told
    bands = {"by": "choice", "sum": "wins", "result": {"bands": BANDS}}
    pack = {"name": "Cup", "game": GAME, "rounds": {"count": 2}, "teams": {"size": 2, "boards": bands}}
    (folder / "event.yaml").write_text(fast_yaml.dump(pack), "utf-8")
    sentences = data(folder, "check")["pack"]
    assert "Teams play teams; on the boards of a match, players meet as their captains choose." in sentences
    assert any("lead in Boards won: 0-4 gives 1:1" in one for one in sentences)


def test_changes_of_boards_are_taken_back_newest_first(tmp_path: Path) -> None:
    """Each change says how the whole round is then, so an older one can't go while a newer one holds."""
    folder = team_cup(tmp_path / "cup", ("Red", "Blue"), 2)
    assert "Round 1: 1 match." in run(folder, "pair").stdout
    run(folder, "pair", "--swap", "p01", "p02", "--why", "captain")
    older = len(lines(folder))
    run(folder, "pair", "--swap", "p03", "p04", "--why", "captain")
    assert "builds on it" in run(folder, "undo", older, code=2).stderr
    run(folder, "undo", older + 1)
    run(folder, "undo", older)


def test_nobody_who_left_is_swapped_in(tmp_path: Path) -> None:
    """A reserve who is gone sits at no board."""
    folder = team_cup(tmp_path / "cup", ("Red", "Blue"), 2)
    run(folder, "pair")
    run(folder, "drop", "p05")
    assert "does not play" in run(folder, "pair", "--swap", "p03", "p05", "--why", "x", code=2).stderr


def test_a_team_with_another_name_and_player_is_drawn_once(tmp_path: Path) -> None:
    """What is not in the file any more does not play."""
    folder = team_cup(tmp_path / "cup", ("Red", "Blue", "Green", "Gold"), 2)
    for game in data(folder, "pair")["games"]:
        run(folder, "score", game["table"], 3, 4)
    path = folder / "players.yaml"
    people = fast_yaml.load(path.read_text("utf-8"))
    for person in people["players"]:
        person["team"] = "Crimson" if person["team"] == "Red" or person["id"] == "p04" else person["team"]
    path.write_text(fast_yaml.dump(people, sort_keys=False), "utf-8")
    drawn = data(folder, "pair")
    seats = [id for game in drawn["games"] for id in game["players"]]
    assert len(seats) == len(set(seats))
    assert {name for match in drawn["matches"] for name in match["names"]} == {"Crimson", "Blue", "Green", "Gold"}
    assert "all is well" in run(folder, "check").stdout
