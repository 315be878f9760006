"""Changes to a draw of teams: whom captains chose for each board, players of a team who change places, and teams."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from listbuilder.desk.folder import Desk
from listbuilder.desk.records import Match, Round, State
from listbuilder.desk.rounds.boards import Row, missing_from, seat_teams, table_of
from listbuilder.desk.rounds.lineups import team_found, team_named, team_names
from listbuilder.desk.rounds.refusal import refused
from listbuilder.desk.rounds.standings import stays

PLAYED = "Take the result back first."


def choose_boards(desk: Desk, number: int, named: list[str], why: str, now: datetime) -> Round:
    """Note who meets whom in a match of the round at hand, board by board."""
    with desk.writer(now) as pen:
        one = _last(desk.state)
        match = next((match for match in one.matches if match.number == number), None)
        if match is None:
            raise refused(f"Round {one.number} has no match {number}.", f"There are 1 to {len(one.matches)}.")
        if not one.choice and not why:
            raise refused("This event plays by seat, so a change needs a reason.", "Say --why.")
        ids = [desk.entrant(id).id for id in named]
        pairs = [_sides(desk, match, ids[at], ids[at + 1]) for at in range(0, len(ids), 2)]
        rows = _rows(one)
        rows["games"] = [row for row in rows["games"] if row[3] != number]
        rows["games"] += [[table_of(number, at, one.boards), *pair, number] for at, pair in enumerate(pairs, 1)]
        rows["games"].sort()
        free = _left_over(desk.state, match, pairs, one.boards)
        rows["matches"] = [[*row[:3], *free] if row[0] == number else row for row in rows["matches"]]
        _note(pen.note, desk.state, one, rows, why)
    return desk.state.rounds[-1]


def _sides(desk: Desk, match: Match, *pair: str) -> tuple[str, str]:
    """Two players of a match, the one of the first team first."""
    teams = desk.state.teams
    for one, two in (pair, pair[::-1]):
        if one in teams[match.one].players and two in teams[match.two].players:
            _refuse_gone(desk.state, one, two)
            return one, two
    names = team_names(desk)
    fact = f"{pair[0]} and {pair[1]} are not of {names[match.one]} and {names[match.two]}."
    raise refused(fact, "Name one player of each team.")


def _refuse_gone(state: State, *ids: str) -> None:
    """Whoever sits down has a locked list and is there."""
    gone = [id for id in ids if not stays(state, id)]
    if gone:
        raise refused(f"{gone[0]} does not play: without a list that is locked, or gone.", "See `status`.")


def _left_over(state: State, match: Match, pairs: list[tuple[str, str]], width: int) -> list[Row]:
    """Who of each side has nobody to play against; every board that both can fill must be filled."""
    chosen = [id for pair in pairs for id in pair]
    twice = next((id for id in chosen if chosen.count(id) > 1), "")
    if twice:
        raise refused(f"{twice} is named twice.", "Name everybody once.")
    there = [[id for id in state.teams[team].players if stays(state, id)] for team in (match.one, match.two)]
    wanted = min(width, *map(len, there))
    if len(pairs) != wanted:
        raise refused(f"The match has {wanted} boards, and {len(pairs)} are named.", "Name two players for each.")
    return [[id for id in side if id not in chosen][: width - wanted] for side in there]


def swap_sides(desk: Desk, pair: tuple[str, str], why: str, now: datetime) -> None:
    """Two teams of the draw change places, or two players of one team: boards, or a reserve for one who sits."""
    with desk.writer(now) as pen:
        one = _last(desk.state)
        names = team_names(desk)
        ids = all(said in desk.state.entrants for said in pair)
        if not ids and any(team_found(names, said) for said in pair):
            rows = _swap_teams(desk, one, pair)
        else:
            rows = _swap_mates(desk, one, *(desk.entrant(said).id for said in pair))
        _note(pen.note, desk.state, one, rows, why)


def _swap_mates(desk: Desk, round: Round, one: str, two: str) -> dict[str, Any]:
    """The round with two players of one team in each other's place."""
    team = next((team for team in desk.state.teams.values() if one in team.players), None)
    if team is None or two not in team.players or one == two:
        raise refused(f"{one} and {two} are not of one team.", "Name two players of one team, or two teams.")
    other = {one: two, two: one}
    rows = _rows(round)
    named = {id for row in rows["games"] for id in row[1:3]} | set(round.byes)
    if not {one, two} & named:
        raise refused(f"Neither {one} nor {two} sits at a board.", "Name somebody who does.")
    _refuse_gone(desk.state, *({one, two} - named))

    def swapped(value: Any) -> Any:
        return [swapped(part) for part in value] if isinstance(value, list) else other.get(value, value)

    return {**rows, **{key: swapped(rows[key]) for key in ("games", "matches", "away")}}


def _swap_teams(desk: Desk, one: Round, pair: tuple[str, str]) -> dict[str, Any]:
    """The round with two teams in each other's place; their boards are set anew."""
    first, second = (team_named(desk, said) for said in pair)
    if first == second:
        raise refused("There is nothing to swap.", "Name two teams.")
    drawn = {id for match in one.matches for id in (match.one, match.two)} | {one.bye}
    for id in (first, second):
        if id not in drawn:
            raise refused(f"{team_names(desk)[id]} is not in round {one.number}.", "Name two teams that are drawn.")
    other = {first: second, second: first}
    hit = [match for match in one.matches if {match.one, match.two} & other.keys()]
    pairs = [(m.number, other.get(m.one, m.one), other.get(m.two, m.two)) for m in hit]
    bye = other.get(one.bye, one.bye)
    made = seat_teams(desk.state, pairs, bye, one.boards, one.choice)
    rows = _rows(one)
    numbers = {match.number for match in hit}
    games = [row for row in rows["games"] if row[3] not in numbers]
    matches = [row for row in rows["matches"] if row[0] not in numbers]
    found = {"games": sorted(games + made["games"]), "matches": sorted(matches + made["matches"]), "bye": bye}
    return {**found, "away": made["away"] if bye != one.bye else rows["away"]}


def _rows(one: Round) -> dict[str, Any]:
    """A round as a line of the ledger has it."""
    games = [[game.table, game.one, game.two, game.match] for game in one.games]
    matches = [[match.number, match.one, match.two, *map(list, match.free)] for match in one.matches]
    return {"games": games, "matches": matches, "bye": one.bye, "away": list(one.away)}


def _note(note: Any, state: State, one: Round, rows: dict[str, Any], why: str) -> None:
    """Note a change, unless a game that it ends has a result."""
    kept = {tuple(row[:3]) for row in rows["games"]}
    gone = [game for game in one.games if game.line and (game.table, game.one, game.two) not in kept]
    if gone:
        raise refused(f"Table {gone[0].table} has a result.", PLAYED)
    absent = missing_from(state, rows, one.boards)
    more = {"why": why} if why else {}
    note("boards", round=one.number, draw=one.line, absent=absent, **rows, **more)


def _last(state: State) -> Round:
    """The round at hand, which must be one of teams."""
    if not state.rounds or not state.rounds[-1].matches:
        raise refused("No round of teams was drawn.", "`boards` under `teams` in the pack, then `event pair`.")
    return state.rounds[-1]
