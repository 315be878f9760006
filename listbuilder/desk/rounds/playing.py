"""Which of their lists players put on the table: a line of the ledger for each game of an event with several lists."""

from __future__ import annotations

from datetime import datetime

from listbuilder.desk.folder import Desk
from listbuilder.desk.records import Game
from listbuilder.desk.rounds.refusal import refused
from listbuilder.desk.rounds.running import game_at


def note_lists(desk: Desk, tables: list[tuple[int, str, str]], number: int, now: datetime) -> list[Game]:
    """Note which lists are played at some tables, all or none; said again, it is a correction."""
    with desk.writer(now) as pen:
        if desk.state.each == 1:
            raise refused("Every player brings one list.", "`lists: {each: 2}` in the pack asks for two.")
        for table, *said in tables:
            one, game = game_at(desk.state, table, number)
            lists = [_list(desk, player, name) for player, name in zip((game.one, game.two), said, strict=True)]
            pen.note("plays", round=one.number, draw=one.line, table=table, lists=lists)
    return [game_at(desk.state, table, number)[1] for table, _, _ in tables]


def _list(desk: Desk, player: str, said: str) -> str:
    """The list of a player by its number or its id; it must be locked."""
    lists = desk.state.lists_of(player)
    found = next((one for one in lists if said in (str(one.number), f"{player}-{one.number}")), None)
    if found is None:
        hint = f"Write {' or '.join(str(one.number) for one in lists)}."
        raise refused(f"{desk.name_of(player)} ({player}) has no list {said}.", hint)
    if not found.locked:
        hint = f"Take it in with `listbuilder event intake --player {player}-{found.number} --late WHY FILE`."
        raise refused(f"List {found.number} of {desk.name_of(player)} ({player}) is not locked.", hint)
    return found.id


def unsaid(desk: Desk) -> list[tuple[int, int]]:
    """The games with a result of which nobody said which lists were played, by round and table."""
    games = [(one.number, game) for one in desk.state.rounds for game in one.games] if desk.state.each > 1 else []
    return [(number, game.table) for number, game in games if game.line and not any(game.lists)]
