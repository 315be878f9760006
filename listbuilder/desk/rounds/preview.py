"""What a penalty would do: the standings before it and under each remedy, without a line in the ledger."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.catalogue import Event
from listbuilder.desk.records import Fault, State
from listbuilder.desk.rounds.running import penalty_named
from listbuilder.desk.rounds.standings import rank
from listbuilder.record import changed, record


@record
class Preview:
    """One remedy: the rounds whose games change, and who moves: points before and after, place before and after."""

    remedy: str
    rounds: tuple[int, ...]
    moved: Mapping[str, tuple[int, int, int, int]]


def preview_penalty(state: State, event: Event, id: str, penalty: str, remedy: str, number: int) -> list[Preview]:
    """What a penalty does to the standings, for each remedy that may be chosen."""
    one = penalty_named(event, penalty)
    remedies: list[str] = [remedy] if remedy in one.remedies else [*one.remedies] or [""]
    return [_preview(state, event, id, penalty, name, number or len(state.rounds)) for name in remedies]


def _preview(state: State, event: Event, id: str, penalty: str, remedy: str, number: int) -> Preview:
    entrant = state.entrants[id]
    fault = Fault(id=penalty, line=0, round=number, remedy=remedy)
    after = changed(state, entrants={**state.entrants, id: changed(entrant, faults=(*entrant.faults, fault))})
    old = {place.player: place for place in rank(state, event)}
    new = {place.player: place for place in rank(after, event)}
    moved = {
        player: (old[player].points, place.points, old[player].rank, place.rank)
        for player, place in new.items()
        if (old[player].points, old[player].rank) != (place.points, place.rank)
    }
    played = [one.number for one in state.rounds if any(id in (game.one, game.two) for game in one.games)]
    rounds = played if remedy == "lose-all" else [at for at in played if at == number and remedy == "lose-round"]
    return Preview(remedy=remedy, rounds=tuple(rounds), moved=moved)
