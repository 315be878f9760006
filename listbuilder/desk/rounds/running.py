"""Running rounds: draws, results, corrections, penalties, who leaves and who comes back, as lines of the ledger."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from listbuilder.catalogue import Event, Penalty
from listbuilder.desk.folder import Desk
from listbuilder.desk.players import Player
from listbuilder.desk.records import Game, Round, State
from listbuilder.desk.rounds.pairing import Draw, Field, draw
from listbuilder.desk.rounds.tiebreaks import make_table
from listbuilder.errors import EditError
from listbuilder.spelling import did_you_mean

__all__ = ["field_of", "game_at", "leave", "next_field", "pair_round", "penalise", "penalty_named", "score", "swap"]

WORDS = {"win": "loss", "draw": "draw", "loss": "win"}
KIND = "desk.rounds"


def next_field(state: State, event: Event, players: Mapping[str, Player], seed: str) -> Field:
    """What the next round is drawn from."""
    rounds = event.rounds
    number = len(state.rounds) + 1
    table = make_table(state, event)
    playing = [one.id for one in state.entrants.values() if one.locked and not one.dropped and not one.forgotten]
    early = rounds is not None and 2 * number <= rounds.count + 1
    keys = rounds.apart if rounds and early else ()
    how = (rounds.first if number == 1 else rounds.then) if rounds else "random"
    return Field(
        points={id: table.points[id] for id in playing},
        apart=tuple(group for key in keys for group in _sharing(playing, players, key)),
        seed=seed,
        by_points=how == "by-points",
        **_history(state),
    )


def _history(state: State) -> dict[str, Any]:
    """Who has met whom, who had a bye, and who was on which table."""
    games = [game for one in state.rounds for game in one.games]
    tables: dict[str, frozenset[int]] = {}
    for game in games:
        for id in (game.one, game.two):
            tables[id] = tables.get(id, frozenset()) | {game.table}
    met = frozenset(frozenset((game.one, game.two)) for game in games)
    return {"met": met, "byes": frozenset(one.bye for one in state.rounds if one.bye), "tables": tables}


def _sharing(ids: list[str], players: Mapping[str, Player], key: str) -> list[frozenset[str]]:
    """Groups of players who share something, such as a club; only their ids are named."""
    groups: dict[str, set[str]] = {}
    for id in ids:
        value = str(vars(players[id])[key]).casefold().strip() if id in players else ""
        if value:
            groups.setdefault(value, set()).add(id)
    return [frozenset(some) for some in groups.values() if len(some) > 1]


def field_of(state: State, said: Mapping[str, Any]) -> Field:
    """What a round was drawn from, as its line in the ledger says and the lines before it tell."""
    return Field(
        points=dict(said["points"]),
        apart=tuple(frozenset(group) for group in said["apart"]),
        seed=said["seed"],
        by_points=bool(said["by-points"]),
        **_history(state),
    )


def pair_round(desk: Desk, now: datetime) -> tuple[Round, Draw]:
    """Draw the next round and note it."""
    with desk.writer(now) as pen:
        state, event = desk.state, desk.event
        _refuse_draw(state, event)
        # Whatever the desk has to note first is a part of what the seed is made from.
        field = next_field(state, event, desk.players, pen.chain.head)
        made = draw(field)
        tables = event.rounds.tables if event.rounds else None
        if tables is not None and len(made.games) > tables:
            raise _refused(f"There are {len(made.games)} games and {tables} tables.", "Change `tables` in the pack.")
        absent = sorted(id for id in state.entrants if id not in field.points)
        pen.note(
            "paired",
            round=len(state.rounds) + 1,
            seed=field.seed,
            points=[[id, points] for id, points in sorted(field.points.items())],
            apart=sorted(sorted(group) for group in field.apart),
            bye=made.bye,
            absent=absent,
            games=[list(game) for game in made.games],
            **{"by-points": int(field.by_points)},
        )
    return desk.state.rounds[-1], made


def _refuse_draw(state: State, event: Event) -> None:
    if not state.locked:
        raise _refused("Lists are not locked.", "Say `listbuilder event lock` first.")
    if event.rounds is not None and len(state.rounds) >= event.rounds.count:
        raise _refused(f"All {event.rounds.count} rounds were drawn.", "Change `rounds` in the pack for more.")
    open_ = [game.table for game in state.rounds[-1].games if not game.line] if state.rounds else []
    if open_:
        names = ", ".join(map(str, open_[:10]))
        raise _refused(f"Tables without a result: {names}.", "Say `listbuilder event score TABLE A B`.")


def game_at(state: State, table: int, number: int = 0) -> tuple[Round, Game]:
    """The game on a table of a round; of the last one unless said."""
    if not state.rounds:
        raise _refused("No round was drawn.", "Say `listbuilder event pair`.")
    if number < 0 or number > len(state.rounds):
        raise _refused(f"There is no round {number}.", f"There are rounds 1 to {len(state.rounds)}.")
    one = state.rounds[(number or len(state.rounds)) - 1]
    game = next((game for game in one.games if game.table == table), None)
    if game is None:
        known = [game.table for game in one.games]
        raise _refused(f"Round {one.number} has no table {table}.", f"There are tables {known[0]} to {known[-1]}.")
    return one, game


def score(desk: Desk, results: list[tuple[int, str, str]], number: int, now: datetime) -> list[Game]:
    """Note the results of some tables, all or none; a second result for the same table is a correction."""
    with desk.writer(now) as pen:
        for table, *said in results:
            one, _ = game_at(desk.state, table, number)
            pen.note("scored", round=one.number, table=table, **_result(desk.event, (said[0], said[1])))
    return [game_at(desk.state, table, number)[1] for table, _, _ in results]


def _result(event: Event, said: tuple[str, str]) -> dict[str, Any]:
    """A result as the ledger has it: words, or what both scored."""
    words = (said[0].lower(), said[1].lower())
    if words[0] in WORDS or words[1] in WORDS:
        if WORDS.get(words[0]) != words[1]:
            raise _refused(f"{said[0]} and {said[1]} do not go together.", "Write win loss, draw draw or loss win.")
        zero = [0] * len(event.counts)
        return {"one": zero, "two": zero, "word": words[0], "word-two": words[1]}
    if not event.counts:
        raise _refused("This event counts nothing.", "Write win loss, draw draw or loss win.")
    return {"one": _scores(event, said[0]), "two": _scores(event, said[1])}


def _scores(event: Event, text: str) -> list[int]:
    """What one side scored, one number for each count: `14`, `14,3`."""
    parts = text.split(",")
    like = ",".join(one.id for one in event.counts)
    if len(parts) != len(event.counts) or not all(re.fullmatch(r"-?\d{1,6}", part.strip()) for part in parts):
        raise _refused(f"{text!r} is no score.", f"Write {like} as numbers with commas, or win, draw, loss.")
    numbers = [int(part) for part in parts]
    for count, number in zip(event.counts, numbers, strict=True):
        if count.max is not None and number > count.max:
            raise _refused(f"{number} {count.name} are more than {count.max}.", "Look at the result again.")
    return numbers


def swap(desk: Desk, pair: tuple[str, str], why: str, now: datetime) -> None:
    """Two players of the round at hand change places; the reason stands in the ledger."""
    if not why:
        raise _refused("A swap needs a reason.", "Say --why.")
    with desk.writer(now) as pen:
        one, two = (desk.entrant(id).id for id in pair)
        if not desk.state.rounds or one == two:
            raise _refused("There is nothing to swap.", "Draw a round first, and name two players of it.")
        last = desk.state.rounds[-1]
        for id in (one, two):
            games = [game for game in last.games if id in (game.one, game.two)]
            if not games and last.bye != id:
                raise _refused(f"{id} is not in round {last.number}.", "Name two players who are drawn.")
            if games and games[0].line:
                raise _refused(f"The game of {id} has a result.", "Take the result back first.")
        pen.note("swapped", one=one, two=two, why=why, round=last.number)


def leave(desk: Desk, named: str, back: bool, now: datetime) -> Game | None:
    """A player leaves, or comes back; the game that waits for one who leaves."""
    with desk.writer(now) as pen:
        entrant = desk.entrant(named)
        if entrant.dropped is not back:
            raise _refused(f"{entrant.id} {'has not left' if back else 'has left already'}.", "See `event status`.")
        pen.note("back" if back else "dropped", player=entrant.id)
    games = desk.state.rounds[-1].games if desk.state.rounds and not back else ()
    return next((game for game in games if entrant.id in (game.one, game.two) and not game.line), None)


def penalty_named(event: Event, id: str) -> Penalty:
    """A penalty of the pack."""
    known = {one.id: one for one in event.penalties}
    if id not in known:
        hint = did_you_mean(id, known) or f"The pack has {', '.join(known) or 'none'}."
        raise _refused(f"There is no penalty `{id}`.", hint)
    return known[id]


def penalise(desk: Desk, named: str, id: str, remedy: str, number: int, now: datetime) -> int:
    """Give a player a penalty; where the pack has a choice of remedies, one must be said. The number of its line."""
    one = penalty_named(desk.event, id)
    if one.remedies and remedy not in one.remedies:
        raise _refused(f"{one.name} needs a remedy.", f"Say --remedy with one of {', '.join(one.remedies)}.")
    if remedy and not one.remedies:
        raise _refused(f"{one.name} has no remedies.", "Leave --remedy out.")
    with desk.writer(now) as pen:
        entrant = desk.entrant(named)
        at = number or len(desk.state.rounds)
        more = {"remedy": remedy} if remedy else {}
        return pen.note("penalty", player=entrant.id, penalty=one.id, round=at, **more)


def _refused(message: str, hint: str) -> EditError:
    return EditError.of(KIND, message, hint)
