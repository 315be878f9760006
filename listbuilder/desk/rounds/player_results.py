"""Results as players report them: equal ones count, different ones wait for the desk."""

from __future__ import annotations

from datetime import datetime

from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.rounds.running import parse_result
from listbuilder.desk.rounds.standings import rounds_error
from listbuilder.desk.state import ReportedResult, State, TableGame


def report_result(desk: Desk, id: str, own: str, theirs: str, now: datetime) -> TableGame:
    """Record what a player says about the game of the current round; the game after it.

    `own` and `theirs` are written as for `event score`. The result counts once both players say the same; until then a
    player may report again. EditError if there is no game, or it has a result.
    """
    with desk.writer(now) as ledger:
        state = desk.state
        one = state.rounds[-1] if state.rounds else None
        game = one.game_of(id) if one else None
        if one is None or game is None:
            raise rounds_error("You have no game in this round.", "Ask the desk.")
        if game.line:
            raise rounds_error(f"Table {game.table} has a result.", "If it is wrong, tell the desk.")
        first = game.one == id
        fields = parse_result(desk.event, one, (own, theirs) if first else (theirs, own))
        opponent = game.two if first else game.one
        entry = ledger_kinds.Reported(
            round=one.number, draw=one.line, table=game.table, player=id, opponent=opponent, **fields
        )
        known = game.reports[0 if first else 1]
        if known is None or not known.agrees(ReportedResult(scores=entry.scores, words=entry.words, line=0)):
            ledger.append(entry, by=id)
    found = desk.state.rounds[-1].game_of(id)
    assert found is not None
    return found


def disputed_games(state: State) -> list[TableGame]:
    """The games of the current round whose players reported different results."""
    return [game for game in state.rounds[-1].games if game.disputed] if state.rounds else []
