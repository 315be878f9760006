"""Who meets whom in a round: what a line of the ledger says in, the records of its games and matches out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from listbuilder.desk.records import Entrant, Game, Match, Round
from listbuilder.record import changed


def places_of(said: Mapping[str, Any], before: tuple[Game, ...]) -> dict[str, Any]:
    """Who meets whom, as a line says; games that were there before stay as they are."""
    kept = {(game.table, game.one, game.two): game for game in before}
    rows = [(*row, 0) if len(row) == 3 else tuple(row) for row in said["games"]]
    games = tuple(
        kept.get((table, one, two)) or Game(table=table, one=one, two=two, match=match)
        for table, one, two, match in rows
    )
    matches = tuple(
        Match(number=number, one=one, two=two, free=(tuple(first), tuple(second)))
        for number, one, two, first, second in said.get("matches", ())
    )
    away, absent = tuple(said.get("away", ())), tuple(said["absent"])
    return {"games": games, "matches": matches, "bye": said["bye"], "away": away, "absent": absent}


def change_places(now: Round, one: str, two: str) -> Round:
    """A round in which two players have each other's place."""
    other = {one: two, two: one}
    games = tuple(
        changed(game, one=other.get(game.one, game.one), two=other.get(game.two, game.two), lists=("", ""))
        if {game.one, game.two} & {one, two}
        else game
        for game in now.games
    )
    return changed(now, games=games, bye=other.get(now.bye, now.bye))


def score_game(now: Round, said: Mapping[str, Any], line: int) -> Round:
    """A round in which the game at a table has a result; LookupError where there is no such game, or no result."""
    scores = (tuple(said["one"]), tuple(said["two"]))
    words = (said.get("word", ""), said.get("word-two", ""))
    if not (all(scores) or all(words)) or said["table"] not in [game.table for game in now.games]:
        raise LookupError(said["table"])
    return _change_game(now, said["table"], scores=scores, words=words, line=line)


def _change_game(now: Round, table: int, **changes: Any) -> Round:
    """A round in which something else is known of the game at a table."""
    games = tuple(changed(game, **changes) if game.table == table else game for game in now.games)
    return changed(now, games=games)


def put_down(now: Round, said: Mapping[str, Any], lists: list[Entrant]) -> Round:
    """A round in which it is known which lists are played at a table; as it is where others sit there since."""
    players = tuple(one.player for one in lists)
    there = [(game.one, game.two) for game in now.games if game.table == said["table"]]
    if (now.number, now.line) != (said["round"], said["draw"]) or players not in there:
        return now
    return _change_game(now, said["table"], lists=tuple(one.id for one in lists))
