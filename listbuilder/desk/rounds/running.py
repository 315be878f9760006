"""Run rounds: draws, results, swaps, penalties, players who leave and return. Each is a line of the ledger."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Literal

from listbuilder.base.records import record, replace
from listbuilder.base.spelling import did_you_mean
from listbuilder.base.wording import counted, join_names
from listbuilder.catalogue import Event, Penalty
from listbuilder.desk import ledger_kinds
from listbuilder.desk.folder import Desk
from listbuilder.desk.ledger import LedgerWriter
from listbuilder.desk.players import Player
from listbuilder.desk.rounds.boards import board_terms, record_teams, seat_round, swap_sides, teams_playing
from listbuilder.desk.rounds.check_in import missing_at_draw
from listbuilder.desk.rounds.pairing import Draw, DrawInput, draw
from listbuilder.desk.rounds.round_missions import next_missions
from listbuilder.desk.rounds.standings import is_playing, make_table, rank, rounds_error
from listbuilder.desk.rounds.team_ranking import team_points
from listbuilder.desk.rounds.top_cut import is_cut_next, rounds_in_all, seat_cut
from listbuilder.desk.state import Fault, Round, State, TableGame

Missing = Literal["ask", "leave-out", "draw"]
WORDS = {"win": "loss", "draw": "draw", "loss": "win"}


def next_field(
    state: State, event: Event, players: Mapping[str, Player], seed: str, without: Collection[str] = ()
) -> DrawInput:
    """The input of the next draw; `without` are players who are left out of it."""
    rounds = event.rounds
    number = len(state.rounds) + 1
    width = board_terms(event)[0]
    points = team_points(state, event) if width else make_table(state, event).points
    drawn = {id: [id] for id in state.entrants if is_playing(state, id) and id not in without}
    groups = teams_playing(state, width) if width else drawn
    # Club mates are kept apart in the first half only; later the ranking matters more.
    early = rounds is not None and 2 * number <= rounds.count + 1
    keys = rounds.apart if rounds and early else ()
    how = (rounds.first if number == 1 else rounds.then) if rounds else "random"
    return DrawInput(
        points={id: points[id] for id in groups},
        apart=tuple(group for key in keys for group in _sharing(groups, players, key)),
        seed=seed,
        by_points=how == "by-points",
        **_history(state),
    )


def _history(state: State) -> dict[str, Any]:
    """Who has met whom, who had a bye, and who was at which table, or of teams in which match."""
    games = [(game.table, game.one, game.two) for one in state.rounds if not one.matches for game in one.games]
    games += [(match.number, match.one, match.two) for one in state.rounds for match in one.matches]
    tables: dict[str, frozenset[int]] = {}
    for table, *pair in games:
        for id in pair:
            tables[id] = tables.get(id, frozenset()) | {table}
    met = frozenset(frozenset(pair) for _, *pair in games)
    return {"met": met, "byes": frozenset(one.bye for one in state.rounds if one.bye), "tables": tables}


def _sharing(groups: Mapping[str, list[str]], players: Mapping[str, Player], key: str) -> list[frozenset[str]]:
    """Groups of players, or of teams, who share a value such as a club."""
    found: dict[str, set[str]] = {}
    for id, some in groups.items():
        for player in (players[one] for one in some if one in players):
            value = str(vars(player)[key]).casefold().strip()
            if value:
                found.setdefault(value, set()).add(id)
    return [frozenset(some) for some in found.values() if len(some) > 1]


def field_of(state: State, entry: ledger_kinds.Paired) -> DrawInput:
    """The input of a draw, from its entry and the state before it."""
    return DrawInput(
        points=dict(entry.points),
        apart=tuple(frozenset(group) for group in entry.apart),
        seed=entry.seed,
        by_points=bool(entry.by_points),
        top=bool(entry.top),
        **_history(state),
    )


def pair_round(desk: Desk, now: datetime, missing: Missing = "ask") -> tuple[Round, Draw]:
    """Draw the next round and record it. `missing`: what to do with players who did not check in today."""
    with desk.writer(now) as ledger:
        _refuse_draw(desk.state, desk.event)
        if board_terms(desk.event)[0]:
            record_teams(desk, ledger)
        state, event = desk.state, desk.event
        missions = next_missions(state, event, desk.game, ledger.chain.head) or None
        if is_cut_next(state, event):
            seats = seat_cut(state, event)
            made = Draw(games=tuple((table, one, two) for table, one, two in seats["games"]))
            ledger.append(ledger_kinds.CutDrawn(round=len(state.rounds) + 1, missions=missions, **seats))
        else:
            made = _draw_swiss(desk, ledger, missing, missions)
    return desk.state.rounds[-1], made


def _draw_swiss(desk: Desk, ledger: LedgerWriter, missing: Missing, missions: list[str] | None) -> Draw:
    """Draw a round for everybody and record it."""
    state, event = desk.state, desk.event
    without = _left_out(desk, missing)
    # After everything else is recorded, because the head of the ledger is the seed.
    field = next_field(state, event, desk.players, ledger.chain.head, without)
    made = draw(field)
    _refuse_tables(event, len(made.games) * (board_terms(event)[0] or 1))
    ledger.append(
        ledger_kinds.Paired(
            round=len(state.rounds) + 1,
            seed=field.seed,
            points=[[id, points] for id, points in sorted(field.points.items())],
            apart=sorted(sorted(group) for group in field.apart),
            by_points=int(field.by_points),
            top=1,
            missions=missions,
            **seat_round(state, made, *board_terms(event)),
        )
    )
    return made


def _left_out(desk: Desk, missing: Missing) -> list[str]:
    """The players whom a draw leaves out, because others checked in today and they did not. Teams seat themselves."""
    absent = [] if board_terms(desk.event)[0] else missing_at_draw(desk.state, desk.event)
    if absent and missing == "ask":
        names = join_names([f"{desk.name_of(id)} ({id})" for id in absent], 20)
        hint = "`event check-in` them, `event drop` them, or run `event pair --present` or `event pair --everybody`."
        raise rounds_error(f"Not checked in: {names}.", hint)
    return absent if missing == "leave-out" else []


def _refuse_tables(event: Event, games: int) -> None:
    tables = event.rounds.tables if event.rounds else None
    if tables is not None and games > tables:
        raise rounds_error(f"There are {games} games and {tables} tables.", "Change `tables` in the pack.")


def _refuse_draw(state: State, event: Event) -> None:
    if not state.locked and state.each:
        raise rounds_error("Lists are not locked.", "Run `listbuilder event lock` first.")
    if event.rounds is not None and len(state.rounds) >= rounds_in_all(state, event):
        raise rounds_error(f"All {len(state.rounds)} rounds were drawn.", "Change `rounds` in the pack for more.")
    unset = state.rounds[-1].unset if state.rounds else []
    if unset:
        hint = f"Run `listbuilder event pair --boards {unset[0].number} A B …`."
        raise rounds_error(f"It is open who meets whom in match {unset[0].number}.", hint)
    open_ = [game.table for game in state.rounds[-1].games if not game.line] if state.rounds else []
    if open_:
        names = ", ".join(map(str, open_[:10]))
        raise rounds_error(f"Tables without a result: {names}.", "Run `listbuilder event score TABLE A B`.")


def find_game(state: State, table: int, number: int = 0) -> tuple[Round, TableGame]:
    """The game at a table of a round, the last one by default."""
    if not state.rounds:
        raise rounds_error("No round was drawn.", "Run `listbuilder event pair`.")
    if number < 0 or number > len(state.rounds):
        raise rounds_error(f"There is no round {number}.", f"There are rounds 1 to {len(state.rounds)}.")
    one = state.rounds[(number or len(state.rounds)) - 1]
    game = next((game for game in one.games if game.table == table), None)
    if game is None:
        waits = f"Match {one.unset[0].number} waits for `listbuilder event pair --boards`." if one.unset else ""
        known = f"There are tables {', '.join(str(game.table) for game in one.games[:20])}." if one.games else ""
        raise rounds_error(f"Round {one.number} has no game at table {table}.", " ".join(filter(None, (known, waits))))
    return one, game


def score(desk: Desk, results: list[tuple[int, str, str]], number: int, now: datetime) -> list[TableGame]:
    """Record the results of some tables, all or none; a second result for the same table is a correction."""
    with desk.writer(now) as ledger:
        for table, *given in results:
            one, _ = find_game(desk.state, table, number)
            fields = parse_result(desk.event, one, (given[0], given[1]))
            ledger.append(ledger_kinds.Scored(round=one.number, table=table, **fields))
    return [find_game(desk.state, table, number)[1] for table, _, _ in results]


def parse_result(event: Event, one: Round, given: tuple[str, str]) -> dict[str, Any]:
    """A result as keys of a ledger line: words, or the scores of both. A game of the bracket has a winner."""
    found = _result(event, given)
    if one.cut and (found["word"] == "draw" if "word" in found else found["one"][0] == found["two"][0]):
        raise rounds_error("A game of the bracket has a winner.", "Write win loss or loss win.")
    return found


def _result(event: Event, given: tuple[str, str]) -> dict[str, Any]:
    words = (given[0].lower(), given[1].lower())
    if words[0] in WORDS or words[1] in WORDS:
        if WORDS.get(words[0]) != words[1]:
            raise rounds_error(
                f"{given[0]} and {given[1]} do not go together.", "Write win loss, draw draw or loss win."
            )
        zero = [0] * len(event.counts)
        return {"one": zero, "two": zero, "word": words[0], "word_two": words[1]}
    if not event.counts:
        raise rounds_error("This event counts nothing.", "Write win loss, draw draw or loss win.")
    return {"one": _scores(event, given[0]), "two": _scores(event, given[1])}


def _scores(event: Event, text: str) -> list[int]:
    """The scores of one side, one number for each count: `14`, `14,3`."""
    parts = text.split(",")
    like = ",".join(one.id for one in event.counts)
    if len(parts) != len(event.counts) or not all(re.fullmatch(r"-?\d{1,6}", part.strip()) for part in parts):
        raise rounds_error(f"{text!r} is no score.", f"Write {like} as numbers with commas, or win, draw, loss.")
    numbers = [int(part) for part in parts]
    for count, number in zip(event.counts, numbers, strict=True):
        if count.max is not None and number > count.max:
            raise rounds_error(f"{number} {count.name} are more than {count.max}.", "Look at the result again.")
    return numbers


def swap(desk: Desk, pair: tuple[str, str], why: str, now: datetime) -> None:
    """Swap two players of the current round, or two teams, for a reason.

    One of the two may be without a place in it, such as a walk-in who takes the seat of somebody who did not come.
    """
    if not why:
        raise rounds_error("A swap needs a reason.", "Say --why.")
    if desk.state.rounds and desk.state.rounds[-1].matches:
        swap_sides(desk, pair, why, now)
        return
    with desk.writer(now) as ledger:
        one, two = (desk.entrant(id).id for id in pair)
        if not desk.state.rounds or one == two:
            raise rounds_error("There is nothing to swap.", "Draw a round first, and name two players of it.")
        last = desk.state.rounds[-1]
        _refuse_unseated(desk.state, last, one, two)
        for id in (one, two):
            game = last.game_of(id)
            if game and game.line:
                raise rounds_error(f"The game of {id} has a result.", "Take the result back first.")
        ledger.append(ledger_kinds.Swapped(one=one, two=two, why=why, round=last.number))


def _refuse_unseated(state: State, last: Round, one: str, two: str) -> None:
    """Refuse a swap of two players without places, or with somebody who can't play."""
    unseated = [id for id in (one, two) if last.game_of(id) is None and last.bye != id]
    wrong = [id for id in unseated if not is_playing(state, id)]
    if wrong or len(unseated) == 2:
        id = (wrong or unseated)[0]
        hint = "Name players who are drawn; one of them may be somebody else whose list is locked."
        raise rounds_error(f"{id} is not in round {last.number}.", hint)


def drop_out(desk: Desk, named: str, back: bool, now: datetime) -> TableGame | None:
    """Record that a player leaves or comes back; the open game of one who leaves."""
    with desk.writer(now) as ledger:
        entrant = desk.entrant(named)
        if entrant.dropped is not back:
            raise rounds_error(f"{entrant.id} {'has not left' if back else 'has left already'}.", "See `event status`.")
        ledger.append(ledger_kinds.Back(player=entrant.id) if back else ledger_kinds.Dropped(player=entrant.id))
    games = desk.state.rounds[-1].games if desk.state.rounds and not back else ()
    return next((game for game in games if entrant.id in (game.one, game.two) and not game.line), None)


def stand_in(state: State, id: str) -> str:
    """Who could replace a player in the current round: the one with the bye, or a reserve of the team."""
    last = state.rounds[-1] if state.rounds else None
    if last is None or not last.matches:
        return last.bye if last else ""
    mates = next((one.players for one in state.teams.values() if id in one.players), ())
    return next((one for one in mates if one in last.absent and is_playing(state, one)), "")


def penalty_named(event: Event, id: str) -> Penalty:
    """A penalty of the pack."""
    known = {one.id: one for one in event.penalties}
    if id not in known:
        hint = did_you_mean(id, known) or f"The pack has {', '.join(known) or 'none'}."
        raise rounds_error(f"There is no penalty `{id}`.", hint)
    return known[id]


def penalise(desk: Desk, named: str, id: str, remedy: str, number: int, now: datetime) -> int:
    """Give a player a penalty; if the pack offers remedies, one must be chosen. Returns the line's number."""
    one = penalty_named(desk.event, id)
    if one.remedies and remedy not in one.remedies:
        raise rounds_error(f"{one.name} needs a remedy.", f"Say --remedy with one of {', '.join(one.remedies)}.")
    if remedy and not one.remedies:
        raise rounds_error(f"{one.name} has no remedies.", "Leave --remedy out.")
    with desk.writer(now) as ledger:
        entrant = desk.entrant(named)
        at = number or len(desk.state.rounds)
        if not 0 <= number <= len(desk.state.rounds):
            raise rounds_error(
                f"There is no round {number}.", f"Drawn so far: {counted(len(desk.state.rounds), 'round')}."
            )
        return ledger.append(ledger_kinds.Penalised(player=entrant.id, penalty=one.id, round=at, remedy=remedy or None))


# Which list each player puts on the table, if players bring several.


def record_lists(desk: Desk, tables: list[tuple[int, str, str]], number: int, now: datetime) -> list[TableGame]:
    """Record which lists are played at some tables, all or none; a second entry corrects the first."""
    with desk.writer(now) as ledger:
        if desk.state.each == 1:
            raise rounds_error("Every player brings one list.", "`lists: {each: 2}` in the pack asks for two.")
        for table, *given in tables:
            one, game = find_game(desk.state, table, number)
            lists = [_list(desk, player, name) for player, name in zip((game.one, game.two), given, strict=True)]
            ledger.append(ledger_kinds.Played(round=one.number, draw=one.line, table=table, lists=lists))
    return [find_game(desk.state, table, number)[1] for table, _, _ in tables]


def _list(desk: Desk, player: str, given: str) -> str:
    """The list of a player by its number or its id; it must be locked."""
    lists = desk.state.lists_of(player)
    found = next((one for one in lists if given in (str(one.number), f"{player}-{one.number}")), None)
    if found is None:
        hint = f"Write {' or '.join(str(one.number) for one in lists)}."
        raise rounds_error(f"{desk.name_of(player)} ({player}) has no list {given}.", hint)
    if not found.locked:
        hint = f"Take it in with `listbuilder event intake --player {player}-{found.number} --late WHY FILE`."
        raise rounds_error(f"List {found.number} of {desk.name_of(player)} ({player}) is not locked.", hint)
    return found.id


def games_without_lists(desk: Desk) -> list[tuple[int, int]]:
    """The games with a result for which no lists were recorded, by round and table."""
    games = [(one.number, game) for one in desk.state.rounds for game in one.games] if desk.state.each > 1 else []
    return [(number, game.table) for number, game in games if game.line and not any(game.lists)]


# Previews: the standings under each remedy, without a line in the ledger.


@record
class Preview:
    """The effect of a remedy: rounds whose games change, and players with points and places before and after."""

    remedy: str
    rounds: tuple[int, ...]
    moved: Mapping[str, tuple[int, int, int, int]]


def preview_penalty(state: State, event: Event, id: str, penalty: str, remedy: str, number: int) -> list[Preview]:
    """The effect of a penalty on the standings, for each possible remedy."""
    one = penalty_named(event, penalty)
    remedies: list[str] = [remedy] if remedy in one.remedies else [*one.remedies] or [""]
    return [_preview(state, event, id, penalty, name, number or len(state.rounds)) for name in remedies]


def _preview(state: State, event: Event, id: str, penalty: str, remedy: str, number: int) -> Preview:
    entrant = state.entrants[id]
    fault = Fault(id=penalty, line=0, round=number, remedy=remedy)
    after = replace(state, entrants={**state.entrants, id: replace(entrant, faults=(*entrant.faults, fault))})
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
