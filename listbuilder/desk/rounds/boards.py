"""Boards: a draw of teams made into matches, and matches into games at tables, by seat or as captains chose.

Who is there sits by the order of the team; who has nobody to sit across has a bye. Those behind the last board are
reserves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from listbuilder.catalogue import Event
from listbuilder.desk.records import State
from listbuilder.desk.rounds.matches import boards_of
from listbuilder.desk.rounds.pairing import Draw
from listbuilder.desk.rounds.standings import stays

Row = list[Any]


def terms_of(event: Event) -> tuple[int, bool]:
    """How many boards a match has, and whether captains choose who meets whom; no boards where players are drawn."""
    boards, teams = boards_of(event), event.teams
    return (teams.size or 0, boards.by == "choice") if boards and teams else (0, False)


def line_up(state: State, team: str, width: int) -> list[str]:
    """Who of a team sits down, by seat."""
    return [id for id in state.teams[team].players if id in state.entrants and stays(state, id)][:width]


def seat(state: State, made: Draw, width: int, choice: bool) -> dict[str, Any]:
    """What the line of a draw says about who meets whom; without boards, players were drawn."""
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
    """The table of a board: those of a match stand beside each other."""
    return (match - 1) * width + board


def missing_from(state: State, found: Mapping[str, Any], width: int) -> list[str]:
    """Who has no part in a round; who may still be chosen for a match has."""
    there = {id for _, one, two, _ in found["games"] for id in (one, two)} | {*found["away"]}
    chosen = {match for *_, match in found["games"]}
    for number, one, two, *free in found["matches"]:
        there |= {id for side in free for id in side}
        if number not in chosen:
            there |= {id for team in (one, two) for id in line_up(state, team, width)}
    return sorted(id for id in state.entrants if id not in there)
