"""Rankings and draws as reports and as files in `out/`. Players appear under the names they agreed to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from listbuilder.base.records import replace
from listbuilder.base.wording import counted, sentence
from listbuilder.desk.folder import Desk
from listbuilder.desk.reports.report_files import DeskReport, report_text
from listbuilder.desk.rounds.boards import table_of, team_names
from listbuilder.desk.rounds.round_missions import mission_names
from listbuilder.desk.rounds.standings import StandingsRow, format_number, rank, ranking_table, swiss_rounds
from listbuilder.desk.rounds.team_ranking import (
    boards_of,
    match_table,
    rank_matches,
    rank_teams,
    team_event,
    team_table,
)
from listbuilder.desk.rounds.top_cut import bracket_data
from listbuilder.desk.state import Round
from listbuilder.storage.files import make_folder, write_text

# Team events: the ranking of teams and the matches of a round.


HEADS = ("Match", "Table", "Player", "Player")


def match_report(desk: Desk) -> DeskReport:
    """The ranking of teams by their matches as a report."""
    event = team_event(desk.event)
    places = rank_matches(desk.state, desk.event)
    names = team_names(desk)
    heads, rows = ranking_table(event, places, names.__getitem__, "Team")
    data = []
    for one in places:
        players = list(desk.state.teams[one.player].players)
        data.append(_place_data(one, id=one.player, team=names[one.player], players=players))
    return _ranking_report(desk, "teams", heads, rows, {"teams": data})


def _place_data(place: StandingsRow, **who: Any) -> dict[str, Any]:
    """A place in a ranking as data; the lot is left out, because it means nothing to people."""
    values = {key: format_number(value) for key, value in place.values.items() if key != "lot"}
    scores = {"points": place.points, "played": place.played, "values": values, "decided": place.decided}
    return {"rank": place.rank, **who, **scores}


def _ranking_report(desk: Desk, of: str, heads: list[str], rows: list[list[str]], data: Any) -> DeskReport:
    """A ranking after the current round, with the head of the ledger that it follows from."""
    title = f"{desk.event.name}: {of} after {counted(len(desk.state.rounds), 'round')}"
    note = f"Ledger: {len(desk.chain.lines)} lines, head {desk.chain.code}."
    return DeskReport(title=title, heads=heads, rows=rows, data=data, notes=(note,))


def matches_data(desk: Desk, rounds: Sequence[Round]) -> list[dict[str, Any]]:
    """The matches of rounds as data: teams, tables, and the results of those that are complete."""
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
    """The games of a team round, match by match; for a match without boards yet, its teams and tables."""
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


def public_name(desk: Desk, id: str) -> str:
    """The public name of a player; a number if the player was forgotten."""
    player = desk.players.get(id)
    return player.public if player else f"Player {id.removeprefix('p')}"


def ranking_data(desk: Desk, places: list[StandingsRow]) -> dict[str, Any]:
    """The ranking as data."""
    rows = [_place_data(one, player=one.player, name=public_name(desk, one.player)) for one in places]
    return {"event": desk.event.name, "rounds": len(desk.state.rounds), "head": desk.chain.code, "standings": rows}


def ranking_report(desk: Desk) -> DeskReport:
    """The ranking as a report."""
    places = rank(desk.state, desk.event)
    heads, rows = ranking_table(desk.event, places, partial(public_name, desk))
    report = _ranking_report(desk, "standings", heads, rows, _results(desk, places))
    return replace(report, notes=(*bracket_lines(desk, partial(public_name, desk)), *report.notes))


def bracket_lines(desk: Desk, name_of: Callable[[str], str]) -> list[str]:
    """The bracket in words, round by round: `Semifinals: Ada beat Tom; Mira plays Jon.`"""
    games = bracket_data(desk.state, desk.event)
    found: dict[str, list[str]] = {}
    for game in games:
        one, two = game["players"]
        loser = two if game["winner"] == one else one
        words = (
            f"{name_of(game['winner'])} beat {name_of(loser)}"
            if game["winner"]
            else f"{name_of(one)} plays {name_of(two)}"
        )
        found.setdefault(game["stage"], []).append(words)
    return [f"{stage.capitalize()}: {'; '.join(some)}." for stage, some in found.items()]


def team_report(desk: Desk) -> DeskReport:
    """The ranking of teams as a report."""
    if boards_of(desk.event):
        return match_report(desk)
    places = rank_teams(desk.state, desk.event, desk.teams)
    heads, rows = team_table(desk.event, places)
    data = [
        {
            "rank": one.rank,
            "team": one.team,
            "players": list(one.players),
            "values": {key: format_number(value) for key, value in one.values.items()},
        }
        for one in places
    ]
    return _ranking_report(desk, "teams", heads, rows, {"teams": data})


def write_ranking(desk: Desk) -> list[str]:
    """Write the ranking, and every draw again; the names of the files."""
    report = ranking_report(desk)
    names = {"standings.html": ".html", "standings.csv": ".csv", "standings.md": ".md", "results.json": ".json"}
    make_folder(desk.out)
    for name, ending in names.items():
        write_text(desk.out / name, report_text(ending, report), replace=True, private=True)
    if desk.event.teams:
        teams = team_report(desk)
        for ending in (".html", ".csv"):
            write_text(desk.out / f"teams{ending}", report_text(ending, teams), replace=True, private=True)
            names[f"teams{ending}"] = ending
    # Draws as well: since they were posted, players may have changed what they agree to, or were forgotten.
    return [*names, *(write_draw(desk, one) for one in desk.state.rounds)]


def _results(desk: Desk, places: list[StandingsRow]) -> dict[str, Any]:
    """The ranking with the games, byes and penalties that it follows from."""
    # The games of the bracket are under `bracket`, because the ranking does not count them.
    games = [
        {
            "round": one.number,
            "table": game.table,
            "players": [game.one, game.two],
            "scores": [list(side) for side in game.scores],
            "said": list(game.words),
            **({"lists": list(game.lists)} if desk.state.each > 1 else {}),
        }
        for one in swiss_rounds(desk.state)
        for game in one.games
        if game.line
    ]
    byes = [{"round": one.number, "player": id} for one in desk.state.rounds for id in one.byes]
    worth = {one.id: one.points for one in desk.event.penalties}
    penalties = [
        {"player": entrant.id, "id": one.id, "points": worth.get(one.id, 0), "round": one.round, "remedy": one.remedy}
        for entrant in desk.state.entrants.values()
        for one in entrant.faults
    ]
    found = {**ranking_data(desk, places), "games": games, "byes": byes, "penalties": penalties}
    if bracket := bracket_data(desk.state, desk.event):
        found["bracket"] = bracket
    if boards_of(desk.event):
        found |= match_report(desk).data
        found["matches"] = matches_data(desk, desk.state.rounds)
    return found


def draw_report(desk: Desk, one: Round) -> DeskReport:
    """A draw as a report to post, with its seed and the head of the ledger."""

    played = {desk.state.lists[id].player: id for game in one.games for id in game.lists if id}

    def named(id: str) -> str:
        return desk.title_with_number(played[id], partial(public_name, desk)) if id in played else public_name(desk, id)

    bye = (team_names(desk)[one.bye] if one.matches else named(one.bye)) if one.bye else ""
    missions = mission_names(desk.game, one)
    notes = [sentence(f"Mission: {' and '.join(missions)}")] if missions else []
    notes += [f"No opponent: {bye}."] if bye else []
    notes.append(f"{'' if one.cut else f'Seed {one.seed}. '}Ledger: head {desk.chain.code}.")
    data = {
        "event": desk.event.name,
        "round": one.number,
        "stage": one.stage,
        "missions": missions,
        "games": [{"table": game.table, "players": [named(game.one), named(game.two)]} for game in one.games],
        "bye": bye,
        "seed": one.seed,
        "head": desk.chain.code,
    }
    rows = [[str(game.table), named(game.one), named(game.two)] for game in one.games]
    if one.matches:
        data["matches"] = matches_data(desk, [one])
        rows = board_rows(desk, one, named)
    title = f"{desk.event.name}: {one.title}"
    heads = HEADS if one.matches else HEADS[1:]
    return DeskReport(title=title, heads=heads, rows=rows, data=data, notes=tuple(notes))


def write_draw(desk: Desk, one: Round) -> str:
    """Write the page of a draw; its name."""
    name = f"round-{one.number}.html"
    make_folder(desk.out)
    write_text(desk.out / name, report_text(".html", draw_report(desk, one)), replace=True, private=True)
    return name
