"""Results in the form that chess programs read (TRF16), for those who pair or rank with them: one line a player.

Columns are fixed: number, name, points, rank, then for each round the opponent's number, a colour and a result; where
teams play teams, a line for each has the numbers of its players by seat. Points
are those of chess, 1 for a win and 0.5 for a draw, whatever the pack gives; who was drawn first has white.
"""

from __future__ import annotations

from listbuilder.catalogue import Event
from listbuilder.desk.records import State
from listbuilder.desk.rounds.results import Outcome, outcomes
from listbuilder.desk.rounds.standings import rank
from listbuilder.letters import on_one_line

PLAYED = {"win": "1", "draw": "=", "loss": "0"}
FREE = {"win": "U", "draw": "H", "loss": "Z"}
WORTH = {"1": 2, "U": 2, "=": 1, "H": 1}
NAME, TEAM = 33, 32


def trf_text(state: State, event: Event, names: dict[str, str], teams: dict[str, list[str]]) -> str:
    """The results of all rounds that are complete; `teams` are the players of each by seat, where teams play teams."""
    places = {one.player: one.rank for one in rank(state, event)}
    numbers = {id: at for at, id in enumerate(sorted(places), 1)}
    done = [one.number for one in state.rounds if one.done]
    first = {(one.number, game.one) for one in state.rounds for game in one.games}
    count = event.rounds.count if event.rounds else len(done)
    kind = "Team" if teams else "Individual"
    lines = [f"012 {on_one_line(event.name)}", f"062 {len(numbers)}", "072 0", f"092 {kind}: Swiss-System"]
    lines += [f"082 {len(teams)}"] if teams else []
    lines.append(f"XXR {count}")
    found = outcomes(state, event)
    free = FREE[event.rounds.bye.result if event.rounds else "win"]
    for id, number in numbers.items():
        by_round = {one.round: one for one in found[id]}
        cells = [_cell(by_round.get(at), numbers, (at, id) in first, free) for at in done]
        halves = sum(WORTH.get(cell[-1], 0) for cell in cells)
        name = on_one_line(names[id])[:NAME]
        head = f"001 {number:4}      {name:{NAME}}".ljust(80)
        lines.append(f"{head}{halves / 2:4.1f} {places[id]:4}" + "".join(cells))
    for team, players in teams.items():
        seats = [f"{numbers[id]:4}" for id in players if id in numbers]
        lines.append(f"013 {on_one_line(team)[:TEAM]:{TEAM}}{' '.join(seats)}")
    return "\r\n".join(lines) + "\r\n"


def _cell(one: Outcome | None, numbers: dict[str, int], white: bool, free: str) -> str:
    """One round of a player: two signs apart, the opponent, a colour and a result."""
    if one is None or one.kind == "absent":
        return "  0000 - Z"
    if one.kind == "bye":
        return f"  0000 - {free}"
    return f"  {numbers[one.opponent]:4} {'w' if white else 'b'} {PLAYED[one.kind]}"
