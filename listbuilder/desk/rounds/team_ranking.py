"""The ranking of teams, by their matches or by the sums of their players.

Teams are ranked like players: a match is their game, and the sum of its boards is the first count. A board without an
opponent gives its side the points, or the win, of a bye, and no counts. A team without an opponent has a bye, whose
counts are the average of its own matches, or 0, as the pack says.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from listbuilder.base.records import record, replace
from listbuilder.catalogue import Event, ScoreCount
from listbuilder.catalogue.event_pack import BOARDS, Boards
from listbuilder.desk.rounds.standings import (
    LOSING,
    Kind,
    RoundOutcome,
    StandingsInput,
    StandingsRow,
    band_points,
    column_head,
    format_number,
    is_playing,
    outcomes,
    points_for,
    rank,
    rank_table,
)
from listbuilder.desk.state import Round, State, TeamMatch

SUMS = {"points": "Board points", "wins": "Boards won"}


def boards_of(event: Event) -> Boards | None:
    """How team matches are played; None if players are drawn."""
    return event.teams.boards if event.teams else None


def team_event(event: Event) -> Event:
    """The pack with the results and order of teams, and the boards as the first count."""
    boards = boards_of(event)
    assert boards is not None
    counts = (ScoreCount(id=BOARDS, name=SUMS[boards.sum]), *event.counts)
    return replace(event, counts=counts, order=boards.order, result=boards.result)


def team_points(state: State, event: Event) -> dict[str, int]:
    """The points of every team."""
    return dict(match_table(state, event).points)


def rank_matches(state: State, event: Event) -> list[StandingsRow]:
    """The ranking of all teams that were drawn for a round, or still play."""
    table = match_table(state, event)
    taking = [
        id
        for id, rounds in table.rounds.items()
        if any(one.kind != "absent" for one in rounds) or any(is_playing(state, one) for one in state.teams[id].players)
    ]
    return rank_table(table, taking)


def match_table(state: State, event: Event) -> StandingsInput:
    """The input of the ranking of teams."""
    teams = team_event(event)
    games = {(one.round, id): one for id, rounds in outcomes(state, event).items() for one in rounds}
    rounds: dict[str, list[RoundOutcome]] = {id: [] for id in state.teams}
    for one in state.rounds:
        drawn = {one.bye} | {id for match in one.matches for id in (match.one, match.two)}
        for match in one.matches:
            # Not strict: a match that is not over has no outcomes.
            for id, outcome in zip((match.one, match.two), _match(teams, one, match, games), strict=False):
                rounds[id].append(outcome)
        if one.bye in rounds:
            result = event.rounds.bye.result if event.rounds else "win"
            rounds[one.bye].append(RoundOutcome(round=one.number, kind="bye", points=points_for(teams, result)))
        for id in rounds.keys() - drawn:
            rounds[id].append(RoundOutcome(round=one.number, kind="absent"))
    points = {id: sum(one.points for one in some) for id, some in rounds.items()}
    return StandingsInput(event=teams, id=state.event, rounds=rounds, points=points)


def _match(
    teams: Event, one: Round, match: TeamMatch, games: dict[tuple[int, str], RoundOutcome]
) -> list[RoundOutcome]:
    """The outcomes of both sides of a match; empty while a board has no result."""
    boards = one.games_of(match)
    if match in one.unset or any(not game.line for game in boards):
        return []
    players = ([game.one for game in boards], [game.two for game in boards])
    sides = [[games[one.number, id] for id in (*players[at], *match.free[at])] for at in (0, 1)]
    own, theirs = (_sum(teams, side) for side in sides)
    points, kinds = _ended(teams, own[0], theirs[0])
    return [
        RoundOutcome(round=one.number, kind=kinds[0], opponent=match.two, points=points[0], own=own, theirs=theirs),
        RoundOutcome(round=one.number, kind=kinds[1], opponent=match.one, points=points[1], own=theirs, theirs=own),
    ]


def _sum(teams: Event, side: list[RoundOutcome]) -> tuple[int, ...]:
    """The sum of the boards of one side, and of every count on those that were played."""
    boards = boards_of(teams)
    assert boards is not None
    free = teams.rounds.bye.result if teams.rounds else "win"
    won = sum(one.kind == "win" or (one.kind == "bye" and free == "win") for one in side)
    first = won if boards.sum == "wins" else sum(one.points for one in side)
    counts = range(len(teams.counts) - 1)
    return first, *(sum(one.own[at] for one in side if one.own) for at in counts)


def _ended(teams: Event, one: int, two: int) -> tuple[tuple[int, int], tuple[Kind, Kind]]:
    """The points and results of both sides; a band that gives both the same is a draw."""
    kind: Kind = "win" if one > two else "loss" if one < two else "draw"
    if teams.result.bands:
        points = band_points(teams, one, two)
        kind = kind if points[0] != points[1] else "draw"
    else:
        points = points_for(teams, kind), points_for(teams, LOSING[kind])
    return points, (kind, LOSING[kind])


# Without matches, teams are ranked by the sums of their players' values.


ALONE = ("head-to-head", "lot")
"""Keys that can't be summed over players."""


@record
class TeamPlace:
    """A team in the ranking: its place, its players, and their sums under each key."""

    rank: int
    team: str
    players: tuple[str, ...]
    values: Mapping[str, Fraction]


def rank_teams(state: State, event: Event, teams: Mapping[str, list[str]]) -> list[TeamPlace]:
    """The teams in order; teams tied under every key share a place."""
    places = {one.player: one for one in rank(state, event)}
    keys = [key for key in event.order if key not in ALONE]
    sums = {name: _sums(keys, [places[id] for id in ids if id in places]) for name, ids in teams.items()}
    order = sorted(teams, key=lambda name: ([-sums[name][key] for key in keys], name.casefold()))
    found: list[TeamPlace] = []
    for at, name in enumerate(order, 1):
        # Tied teams share a place, and the next place counts all of them: 1, 2, 2, 4.
        level = found and found[-1].values == sums[name]
        number = found[-1].rank if level else at
        found.append(TeamPlace(rank=number, team=name, players=tuple(teams[name]), values=sums[name]))
    return found


def _sums(keys: list[str], places: list[StandingsRow]) -> dict[str, Fraction]:
    return {key: sum((one.values.get(key, Fraction(0)) for one in places), Fraction(0)) for key in keys}


def team_table(event: Event, places: list[TeamPlace]) -> tuple[list[str], list[list[str]]]:
    """The ranking of teams as heads and rows."""
    keys = list(places[0].values) if places else []
    rows = [
        [str(one.rank), one.team, str(len(one.players)), *(format_number(one.values[key]) for key in keys)]
        for one in places
    ]
    return ["Place", "Team", "Players", *(column_head(event, key) for key in keys)], rows
