"""Team against team for the public: the ranking of teams, the matches of a round, and both as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from listbuilder.desk.folder import Desk
from listbuilder.desk.records import Round
from listbuilder.desk.reports.files import Report
from listbuilder.desk.rounds.boards import table_of
from listbuilder.desk.rounds.lineups import team_names
from listbuilder.desk.rounds.matches import match_table, rank_matches, team_event
from listbuilder.desk.rounds.standings import number_text
from listbuilder.desk.rounds.words import ranking_table
from listbuilder.wording import counted

HEADS = ("Match", "Table", "Player", "Player")


def match_report(desk: Desk) -> Report:
    """The ranking of teams by their matches as a report."""
    event = team_event(desk.event)
    places = rank_matches(desk.state, desk.event)
    names = team_names(desk)
    heads, rows = ranking_table(event, places, names.__getitem__, "Team")
    data = [
        {
            "rank": one.rank,
            "id": one.player,
            "team": names[one.player],
            "players": list(desk.state.teams[one.player].players),
            "points": one.points,
            "played": one.played,
            "values": {key: number_text(value) for key, value in one.values.items() if key != "lot"},
            "decided": one.decided,
        }
        for one in places
    ]
    title = f"{desk.event.name}: teams after {counted(len(desk.state.rounds), 'round')}"
    note = f"Ledger: {len(desk.chain.lines)} lines, head {desk.chain.code}."
    return Report(title=title, heads=heads, rows=rows, data={"teams": data}, notes=(note,))


def matches_data(desk: Desk, rounds: Sequence[Round]) -> list[dict[str, Any]]:
    """The matches of rounds as data: teams, the tables of their games, and what they came to once all are played."""
    if not any(one.matches for one in rounds):
        return []
    names = team_names(desk)
    ended = match_table(desk.state, desk.event).rounds
    met = {(row.round, id): row for id, rows in ended.items() for row in rows if row.played}
    return [
        {
            "round": one.number,
            "match": match.number,
            "teams": [match.one, match.two],
            "names": [names[id] for id in (match.one, match.two)],
            "tables": [game.table for game in one.games_of(match)],
            "free": [list(side) for side in match.free],
            "boards": [found.own[0], found.theirs[0]] if found else [],
            "points": [met[one.number, id].points for id in (match.one, match.two)] if found else [],
        }
        for one in rounds
        for match in one.matches
        for found in [met.get((one.number, match.one))]
    ]


def board_rows(desk: Desk, one: Round, name_of: Callable[[str], str]) -> list[list[str]]:
    """The games of a round of teams, match by match; of one that waits for its captains, the teams and tables."""
    rows = []
    called = team_names(desk)
    for match in one.matches:
        sides = [called[id] for id in (match.one, match.two)]
        number = str(match.number)
        for game in one.games_of(match):
            names = [f"{name_of(id)} ({side})" for id, side in zip((game.one, game.two), sides, strict=True)]
            rows.append([number, str(game.table), *names])
        for side, free in zip(sides, match.free, strict=True):
            rows += [[number, "", f"{name_of(id)} ({side})", "nobody: a bye"] for id in free]
        if match in one.unset:
            first = table_of(match.number, 1, one.boards)
            rows.append([number, f"{first}–{first + one.boards - 1}", *sides])
    return rows
