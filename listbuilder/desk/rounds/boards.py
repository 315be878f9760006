"""Boards: a draw of teams becomes matches, and matches become games at tables, by seat or as captains choose.

Players sit in the order of their team. Those without an opponent have a bye, those after the last board are reserves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any

from listbuilder.base.errors import EditError
from listbuilder.base.spelling import did_you_mean
from listbuilder.catalogue import Event
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.ledger import LedgerWriter
from listbuilder.desk.players import same_name
from listbuilder.desk.rounds.pairing import Draw
from listbuilder.desk.rounds.standings import is_playing, rounds_error
from listbuilder.desk.rounds.team_ranking import boards_of
from listbuilder.desk.state import Round, State, Team, TeamMatch

Row = list[Any]


def board_terms(event: Event) -> tuple[int, bool]:
    """The number of boards of a match (0 if players are drawn), and whether captains choose who meets whom."""
    boards, teams = boards_of(event), event.teams
    return (teams.size or 0, boards.by == "choice") if boards and teams else (0, False)


def line_up(state: State, team: str, width: int) -> list[str]:
    """The players of a team who play, by seat."""
    return [id for id in state.teams[team].players if id in state.entrants and is_playing(state, id)][:width]


def seat_round(state: State, made: Draw, width: int, choice: bool) -> dict[str, Any]:
    """The seating of a draw as keys of its ledger line; without boards, players were drawn."""
    if width:
        found = seat_teams(state, made.games, made.bye, width, choice)
        return {**found, "absent": missing_from(state, found, width), "boards": width, "choice": int(choice)}
    there = {id for game in made.games for id in game[1:]} | {made.bye}
    absent = sorted(id for id in state.entrants if id not in there)
    return {"games": [list(game) for game in made.games], "bye": made.bye, "absent": absent}


def seat_teams(
    state: State, pairs: Sequence[tuple[int, str, str]], bye: str, width: int, choice: bool
) -> dict[str, Any]:
    """Matches with their games by seat; without games while captains are to choose."""
    games: list[Row] = []
    matches: list[Row] = []
    for number, one, two in pairs:
        sides = [[], []] if choice else [line_up(state, team, width) for team in (one, two)]
        free: list[Row] = [[], []]
        for at, (first, second) in enumerate(zip_longest(*sides), 1):
            if first and second:
                games.append([table_of(number, at, width), first, second, number])
            else:
                free[0 if first else 1].append(first or second)
        matches.append([number, one, two, *free])
    return {"games": games, "matches": matches, "bye": bye, "away": line_up(state, bye, width) if bye else []}


def table_of(match: int, board: int, width: int) -> int:
    """The table of a board; the boards of a match have consecutive tables."""
    return (match - 1) * width + board


def missing_from(state: State, found: Mapping[str, Any], width: int) -> list[str]:
    """The players without a part in a round. Those who may still be chosen for a match have one."""
    there = {id for _, one, two, _ in found["games"] for id in (one, two)} | {*found["away"]}
    chosen = {match for *_, match in found["games"]}
    for number, one, two, *free in found["matches"]:
        there |= {id for side in free for id in side}
        if number not in chosen:
            there |= {id for team in (one, two) for id in line_up(state, team, width)}
    return sorted(id for id in state.entrants if id not in there)


# Teams: the ledger has their ids and seats; only players.yaml has their names.


def teams_playing(state: State, width: int) -> dict[str, list[str]]:
    """The teams with active players, and who of them plays."""
    found = {id: line_up(state, id, width) for id in state.teams}
    return {id: some for id, some in found.items() if some}


def record_teams(desk: Desk, ledger: LedgerWriter) -> None:
    """Record every team that is new or changed; EditError if a player has none.

    A team keeps its id if its name or its players are the same. A team that is gone keeps no players.
    """
    teams = desk.teams
    named = {id for ids in teams.values() for id in ids}
    alone = [id for id in desk.state.entrants if is_playing(desk.state, id) and id not in named]
    if alone:
        hint = f"Write `team` for each of them in {desk.players_file}."
        raise EditError.of("desk.team", f"Without a team: {', '.join(alone)}.", hint)
    known, there = dict(desk.state.teams), set()
    for name, ids in teams.items():
        mark, players = _mark(desk, name), tuple(ids)
        old = next((one for one in known.values() if one.mark == mark), None)
        old = old or next((one for one in known.values() if one.players == players), None)
        # Teams that are gone stay in the ledger, so no number is used twice.
        team = Team(id=old.id if old else f"t{len(known) + 1}", mark=mark, players=players)
        if team != old:
            ledger.append(ledger_kinds.TeamSeated(team=team.id, mark=mark, players=list(players)))
            known[team.id] = team
        there.add(team.id)
    for one in known.values():
        if one.id not in there and one.players:
            ledger.append(ledger_kinds.TeamSeated(team=one.id, mark=one.mark, players=[]))
    desk.adopt(ledger)


def _mark(desk: Desk, name: str) -> str:
    """A keyed hash of a team's name: the ledger has no names."""
    return desk.keyed_hash(f"team {' '.join(name.casefold().split())}".encode())


def team_names(desk: Desk) -> dict[str, str]:
    """The name of each team that was drawn, or its number if the name is gone."""
    marked = {_mark(desk, name): name for name in desk.teams}
    return {id: marked.get(one.mark, f"Team {id.removeprefix('t')}") for id, one in desk.state.teams.items()}


def find_team(names: Mapping[str, str], given: str) -> str:
    """The id of the team with this id or name; empty if there is none."""
    return next((id for id, name in names.items() if given == id or same_name(name, given)), "")


def require_team(desk: Desk, given: str) -> str:
    """The id of a team that was drawn, by name or id; EditError if there is none."""
    names = team_names(desk)
    found = find_team(names, given)
    if not found:
        hint = did_you_mean(given, names.values()) or f"There are {', '.join(names.values())}."
        raise EditError.of("desk.team", f'There is no team "{given}".', hint)
    return found


# Changes to a draw of teams: the captains' choice of boards, and swaps of players or teams.


PLAYED = "Take the result back first."


def choose_boards(desk: Desk, number: int, named: list[str], why: str, now: datetime) -> Round:
    """Record who meets whom in a match of the current round, board by board."""
    with desk.writer(now) as ledger:
        one = _last(desk.state)
        match = next((match for match in one.matches if match.number == number), None)
        if match is None:
            raise rounds_error(f"Round {one.number} has no match {number}.", f"There are 1 to {len(one.matches)}.")
        if not one.choice and not why:
            raise rounds_error("This event plays by seat, so a change needs a reason.", "Say --why.")
        ids = [desk.entrant(id).id for id in named]
        pairs = [_sides(desk, match, ids[at], ids[at + 1]) for at in range(0, len(ids), 2)]
        rows = _rows(one)
        rows["games"] = [row for row in rows["games"] if row[3] != number]
        rows["games"] += [[table_of(number, at, one.boards), *pair, number] for at, pair in enumerate(pairs, 1)]
        rows["games"].sort()
        free = _left_over(desk.state, match, pairs, one.boards)
        rows["matches"] = [[*row[:3], *free] if row[0] == number else row for row in rows["matches"]]
        _record(ledger, desk.state, one, rows, why)
    return desk.state.rounds[-1]


def _sides(desk: Desk, match: TeamMatch, *pair: str) -> tuple[str, str]:
    """Two players of a match, the one of the first team first."""
    teams = desk.state.teams
    for one, two in (pair, pair[::-1]):
        if one in teams[match.one].players and two in teams[match.two].players:
            _refuse_gone(desk.state, one, two)
            return one, two
    names = team_names(desk)
    fact = f"{pair[0]} and {pair[1]} are not of {names[match.one]} and {names[match.two]}."
    raise rounds_error(fact, "Name one player of each team.")


def _refuse_gone(state: State, *ids: str) -> None:
    """Refuse players who have left or have no locked list."""
    gone = [id for id in ids if not is_playing(state, id)]
    if gone:
        raise rounds_error(f"{gone[0]} does not play: without a list that is locked, or gone.", "See `status`.")


def _left_over(state: State, match: TeamMatch, pairs: list[tuple[str, str]], width: int) -> list[Row]:
    """The players of each side without an opponent; every board that both can fill must be filled."""
    chosen = [id for pair in pairs for id in pair]
    twice = next((id for id in chosen if chosen.count(id) > 1), "")
    if twice:
        raise rounds_error(f"{twice} is named twice.", "Name everybody once.")
    there = [[id for id in state.teams[team].players if is_playing(state, id)] for team in (match.one, match.two)]
    wanted = min(width, *map(len, there))
    if len(pairs) != wanted:
        raise rounds_error(f"The match has {wanted} boards, and {len(pairs)} are named.", "Name two players for each.")
    return [[id for id in side if id not in chosen][: width - wanted] for side in there]


def swap_sides(desk: Desk, pair: tuple[str, str], why: str, now: datetime) -> None:
    """Swap two teams of the draw, two players of one team, or a player and a reserve."""
    with desk.writer(now) as ledger:
        one = _last(desk.state)
        names = team_names(desk)
        ids = all(given in desk.state.entrants for given in pair)
        if not ids and any(find_team(names, given) for given in pair):
            rows = _swap_teams(desk, one, pair)
        else:
            rows = _swap_mates(desk, one, *(desk.entrant(given).id for given in pair))
        _record(ledger, desk.state, one, rows, why)


def _swap_mates(desk: Desk, round: Round, one: str, two: str) -> dict[str, Any]:
    """The round with two players of one team swapped."""
    team = next((team for team in desk.state.teams.values() if one in team.players), None)
    if team is None or two not in team.players or one == two:
        raise rounds_error(f"{one} and {two} are not of one team.", "Name two players of one team, or two teams.")
    other = {one: two, two: one}
    rows = _rows(round)
    named = {id for row in rows["games"] for id in row[1:3]} | set(round.byes)
    if not {one, two} & named:
        raise rounds_error(f"Neither {one} nor {two} sits at a board.", "Name somebody who does.")
    _refuse_gone(desk.state, *({one, two} - named))

    def swapped(value: Any) -> Any:
        return [swapped(part) for part in value] if isinstance(value, list) else other.get(value, value)

    return {**rows, **{key: swapped(rows[key]) for key in ("games", "matches", "away")}}


def _swap_teams(desk: Desk, one: Round, pair: tuple[str, str]) -> dict[str, Any]:
    """The round with two teams swapped; their boards are seated again."""
    first, second = (require_team(desk, given) for given in pair)
    if first == second:
        raise rounds_error("There is nothing to swap.", "Name two teams.")
    drawn = {id for match in one.matches for id in (match.one, match.two)} | {one.bye}
    for id in (first, second):
        if id not in drawn:
            raise rounds_error(
                f"{team_names(desk)[id]} is not in round {one.number}.", "Name two teams that are drawn."
            )
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
    """A round as keys of a ledger line."""
    games = [[game.table, game.one, game.two, game.match] for game in one.games]
    matches = [[match.number, match.one, match.two, *map(list, match.free)] for match in one.matches]
    return {"games": games, "matches": matches, "bye": one.bye, "away": list(one.away)}


def _record(ledger: LedgerWriter, state: State, one: Round, rows: dict[str, Any], why: str) -> None:
    """Record a change, unless it removes a game with a result."""
    kept = {tuple(row[:3]) for row in rows["games"]}
    gone = [game for game in one.games if game.line and (game.table, game.one, game.two) not in kept]
    if gone:
        raise rounds_error(f"Table {gone[0].table} has a result.", PLAYED)
    absent = missing_from(state, rows, one.boards)
    ledger.append(ledger_kinds.BoardsChanged(round=one.number, draw=one.line, absent=absent, why=why or None, **rows))


def _last(state: State) -> Round:
    """The current round, which must be one of teams."""
    if not state.rounds or not state.rounds[-1].matches:
        raise rounds_error("No round of teams was drawn.", "`boards` under `teams` in the pack, then `event pair`.")
    return state.rounds[-1]
