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
from listbuilder.desk.rounds.boards import seat, terms_of
from listbuilder.desk.rounds.changing import swap_sides
from listbuilder.desk.rounds.lineups import note_teams, teams_playing
from listbuilder.desk.rounds.matches import team_points
from listbuilder.desk.rounds.pairing import Draw, Field, draw
from listbuilder.desk.rounds.refusal import refused
from listbuilder.desk.rounds.standings import stays
from listbuilder.desk.rounds.tiebreaks import make_table
from listbuilder.spelling import did_you_mean
from listbuilder.wording import counted

WORDS = {"win": "loss", "draw": "draw", "loss": "win"}


def next_field(state: State, event: Event, players: Mapping[str, Player], seed: str) -> Field:
    """What the next round is drawn from."""
    rounds = event.rounds
    number = len(state.rounds) + 1
    width = terms_of(event)[0]
    points = team_points(state, event) if width else make_table(state, event).points
    groups = teams_playing(state, width) if width else {id: [id] for id in state.entrants if stays(state, id)}
    early = rounds is not None and 2 * number <= rounds.count + 1
    keys = rounds.apart if rounds and early else ()
    how = (rounds.first if number == 1 else rounds.then) if rounds else "random"
    return Field(
        points={id: points[id] for id in groups},
        apart=tuple(group for key in keys for group in _sharing(groups, players, key)),
        seed=seed,
        by_points=how == "by-points",
        **_history(state),
    )


def _history(state: State) -> dict[str, Any]:
    """Who has met whom, who had a bye, and who was on which table; of teams, in which match."""
    games = [(game.table, game.one, game.two) for one in state.rounds if not one.matches for game in one.games]
    games += [(match.number, match.one, match.two) for one in state.rounds for match in one.matches]
    tables: dict[str, frozenset[int]] = {}
    for table, *pair in games:
        for id in pair:
            tables[id] = tables.get(id, frozenset()) | {table}
    met = frozenset(frozenset(pair) for _, *pair in games)
    return {"met": met, "byes": frozenset(one.bye for one in state.rounds if one.bye), "tables": tables}


def _sharing(groups: Mapping[str, list[str]], players: Mapping[str, Player], key: str) -> list[frozenset[str]]:
    """Players, or teams with players, who share something, such as a club; only their ids are named."""
    found: dict[str, set[str]] = {}
    for id, some in groups.items():
        for player in (players[one] for one in some if one in players):
            value = str(vars(player)[key]).casefold().strip()
            if value:
                found.setdefault(value, set()).add(id)
    return [frozenset(some) for some in found.values() if len(some) > 1]


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
        _refuse_draw(desk.state, desk.event)
        if terms_of(desk.event)[0]:
            note_teams(desk, pen)
        state, event = desk.state, desk.event
        # Whatever the desk has to note first is a part of what the seed is made from.
        field = next_field(state, event, desk.players, pen.chain.head)
        made = draw(field)
        _refuse_tables(event, len(made.games) * (terms_of(event)[0] or 1))
        pen.note(
            "paired",
            round=len(state.rounds) + 1,
            seed=field.seed,
            points=[[id, points] for id, points in sorted(field.points.items())],
            apart=sorted(sorted(group) for group in field.apart),
            **{"by-points": int(field.by_points)},
            **seat(state, made, *terms_of(event)),
        )
    return desk.state.rounds[-1], made


def _refuse_tables(event: Event, games: int) -> None:
    tables = event.rounds.tables if event.rounds else None
    if tables is not None and games > tables:
        raise refused(f"There are {games} games and {tables} tables.", "Change `tables` in the pack.")


def _refuse_draw(state: State, event: Event) -> None:
    if not state.locked:
        raise refused("Lists are not locked.", "Say `listbuilder event lock` first.")
    if event.rounds is not None and len(state.rounds) >= event.rounds.count:
        raise refused(f"All {event.rounds.count} rounds were drawn.", "Change `rounds` in the pack for more.")
    unset = state.rounds[-1].unset if state.rounds else []
    if unset:
        hint = f"Say `listbuilder event boards {unset[0].number} A B …`."
        raise refused(f"Nobody said who meets whom in match {unset[0].number}.", hint)
    open_ = [game.table for game in state.rounds[-1].games if not game.line] if state.rounds else []
    if open_:
        names = ", ".join(map(str, open_[:10]))
        raise refused(f"Tables without a result: {names}.", "Say `listbuilder event score TABLE A B`.")


def game_at(state: State, table: int, number: int = 0) -> tuple[Round, Game]:
    """The game on a table of a round; of the last one unless said."""
    if not state.rounds:
        raise refused("No round was drawn.", "Say `listbuilder event pair`.")
    if number < 0 or number > len(state.rounds):
        raise refused(f"There is no round {number}.", f"There are rounds 1 to {len(state.rounds)}.")
    one = state.rounds[(number or len(state.rounds)) - 1]
    game = next((game for game in one.games if game.table == table), None)
    if game is None:
        waits = f"Match {one.unset[0].number} waits for `listbuilder event boards`." if one.unset else ""
        known = f"There are tables {', '.join(str(game.table) for game in one.games[:20])}." if one.games else ""
        raise refused(f"Round {one.number} has no game at table {table}.", " ".join(filter(None, (known, waits))))
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
            raise refused(f"{said[0]} and {said[1]} do not go together.", "Write win loss, draw draw or loss win.")
        zero = [0] * len(event.counts)
        return {"one": zero, "two": zero, "word": words[0], "word-two": words[1]}
    if not event.counts:
        raise refused("This event counts nothing.", "Write win loss, draw draw or loss win.")
    return {"one": _scores(event, said[0]), "two": _scores(event, said[1])}


def _scores(event: Event, text: str) -> list[int]:
    """What one side scored, one number for each count: `14`, `14,3`."""
    parts = text.split(",")
    like = ",".join(one.id for one in event.counts)
    if len(parts) != len(event.counts) or not all(re.fullmatch(r"-?\d{1,6}", part.strip()) for part in parts):
        raise refused(f"{text!r} is no score.", f"Write {like} as numbers with commas, or win, draw, loss.")
    numbers = [int(part) for part in parts]
    for count, number in zip(event.counts, numbers, strict=True):
        if count.max is not None and number > count.max:
            raise refused(f"{number} {count.name} are more than {count.max}.", "Look at the result again.")
    return numbers


def swap(desk: Desk, pair: tuple[str, str], why: str, now: datetime) -> None:
    """Two players of the round at hand change places, or two teams; the reason stands in the ledger."""
    if not why:
        raise refused("A swap needs a reason.", "Say --why.")
    if desk.state.rounds and desk.state.rounds[-1].matches:
        swap_sides(desk, pair, why, now)
        return
    with desk.writer(now) as pen:
        one, two = (desk.entrant(id).id for id in pair)
        if not desk.state.rounds or one == two:
            raise refused("There is nothing to swap.", "Draw a round first, and name two players of it.")
        last = desk.state.rounds[-1]
        for id in (one, two):
            games = [game for game in last.games if id in (game.one, game.two)]
            if not games and last.bye != id:
                raise refused(f"{id} is not in round {last.number}.", "Name two players who are drawn.")
            if games and games[0].line:
                raise refused(f"The game of {id} has a result.", "Take the result back first.")
        pen.note("swapped", one=one, two=two, why=why, round=last.number)


def leave(desk: Desk, named: str, back: bool, now: datetime) -> Game | None:
    """A player leaves, or comes back; the game that waits for one who leaves."""
    with desk.writer(now) as pen:
        entrant = desk.entrant(named)
        if entrant.dropped is not back:
            raise refused(f"{entrant.id} {'has not left' if back else 'has left already'}.", "See `event status`.")
        pen.note("back" if back else "dropped", player=entrant.id)
    games = desk.state.rounds[-1].games if desk.state.rounds and not back else ()
    return next((game for game in games if entrant.id in (game.one, game.two) and not game.line), None)


def penalty_named(event: Event, id: str) -> Penalty:
    """A penalty of the pack."""
    known = {one.id: one for one in event.penalties}
    if id not in known:
        hint = did_you_mean(id, known) or f"The pack has {', '.join(known) or 'none'}."
        raise refused(f"There is no penalty `{id}`.", hint)
    return known[id]


def penalise(desk: Desk, named: str, id: str, remedy: str, number: int, now: datetime) -> int:
    """Give a player a penalty; where the pack has a choice of remedies, one must be said. The number of its line."""
    one = penalty_named(desk.event, id)
    if one.remedies and remedy not in one.remedies:
        raise refused(f"{one.name} needs a remedy.", f"Say --remedy with one of {', '.join(one.remedies)}.")
    if remedy and not one.remedies:
        raise refused(f"{one.name} has no remedies.", "Leave --remedy out.")
    with desk.writer(now) as pen:
        entrant = desk.entrant(named)
        at = number or len(desk.state.rounds)
        if not 0 <= number <= len(desk.state.rounds):
            raise refused(f"There is no round {number}.", f"Drawn so far: {counted(len(desk.state.rounds), 'round')}.")
        more = {"remedy": remedy} if remedy else {}
        return pen.note("penalty", player=entrant.id, penalty=one.id, round=at, **more)
