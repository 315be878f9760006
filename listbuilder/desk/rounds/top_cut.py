"""The top cut: after the rounds for everybody, the best play on in a bracket until one is left."""

from __future__ import annotations

from typing import Any

from listbuilder.catalogue import Event
from listbuilder.desk.rounds.standings import is_playing, rank, swiss_rounds, winner_of
from listbuilder.desk.state import State

Games = list[list[Any]]


def cut_size(state: State, event: Event) -> int:
    """How many play in the bracket: as many as the pack says, or the next power of two that there are players for."""
    first = next((one for one in state.rounds if one.cut), None)
    if first is not None:
        return first.cut
    size = event.rounds.cut or 0 if event.rounds else 0
    there = sum(is_playing(state, id) for id in state.entrants)
    while size > there:
        size //= 2
    return size if size > 1 else 0


def rounds_in_all(state: State, event: Event) -> int:
    """The number of rounds with those of the bracket."""
    count = event.rounds.count if event.rounds else 0
    return count + max(cut_size(state, event).bit_length() - 1, 0)


def is_cut_next(state: State, event: Event) -> bool:
    """Whether the next round is one of the bracket."""
    return event.rounds is not None and bool(event.rounds.cut) and len(swiss_rounds(state)) >= event.rounds.count


def next_cut_games(state: State, event: Event) -> Games:
    """The games of the next round of the bracket: the first plays the last, and so on; then winners meet.

    Places are those of the ranking. The games keep the order of the bracket, so that the winners of tables 1 and 2
    meet at table 1.
    """
    last = state.rounds[-1]
    if last.cut:
        through = [winner_of(state, event, last, game) for game in last.games]
    else:
        size = cut_size(state, event)
        best = [one.player for one in rank(state, event) if is_playing(state, one.player)][:size]
        through = [best[at] for at in bracket_order(size)]
    return [[at // 2 + 1, through[at], through[at + 1]] for at in range(0, len(through), 2)]


def bracket_order(size: int) -> list[int]:
    """The places of the ranking from 0 in the order of the bracket, so that the first two meet in the final only."""
    order = [0]
    while len(order) < size:
        order = [place for one in order for place in (one, 2 * len(order) - 1 - one)]
    return order


def seat_cut(state: State, event: Event) -> dict[str, Any]:
    """The next round of the bracket as keys of its ledger line."""
    games = next_cut_games(state, event)
    there = {id for _, *pair in games for id in pair}
    return {"games": games, "bye": "", "absent": sorted(id for id in state.entrants if id not in there)}


def bracket_data(state: State, event: Event) -> list[dict[str, Any]]:
    """The games of the bracket so far, each with its winner once there is one."""
    return [
        {
            "round": one.number,
            "stage": one.stage,
            "table": game.table,
            "players": [game.one, game.two],
            "winner": winner_of(state, event, one, game) if game.line else "",
        }
        for one in state.rounds
        if one.cut
        for game in one.games
    ]
