"""Standings: the outcome of every game, and the ranking by the keys of the pack, with what broke each tie.

The remedy `lose-round` turns the game of its round into a loss without scores, `lose-all` every game of the player; the
opponent has won such a game and keeps their scores.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal

from listbuilder.base.errors import EditError
from listbuilder.base.records import record, replace
from listbuilder.catalogue import Event
from listbuilder.desk.state import Entrant, Round, State, TableGame

Kind = Literal["win", "draw", "loss", "bye", "absent"]
LOT_BITS = 256
LOSING: Mapping[Kind, Kind] = {"win": "loss", "draw": "draw", "loss": "win"}


@record
class RoundOutcome:
    """One round of one player: the opponent (a bye has none), the result, the points, and the scores of both.

    `list` is the one that was played; empty if a player brings several and it was not recorded.
    """

    round: int
    kind: Kind
    opponent: str = ""
    points: int = 0
    own: tuple[int, ...] = ()
    theirs: tuple[int, ...] = ()
    list: str = ""

    @property
    def played(self) -> bool:
        """Whether there was an opponent."""
        return bool(self.opponent)


def outcomes(state: State, event: Event) -> dict[str, list[RoundOutcome]]:
    """The outcomes of every player, round by round; games without a result are left out."""
    found: dict[str, list[RoundOutcome]] = {id: [] for id in state.entrants}
    for one in state.rounds:
        for game in one.games:
            if game.line:
                for outcome, id in zip(_game(state, event, one, game), (game.one, game.two), strict=True):
                    found[id].append(outcome)
        for id in one.byes:
            points = points_for(event, event.rounds.bye.result if event.rounds else "win")
            found[id].append(RoundOutcome(round=one.number, kind="bye", points=points))
        for id in one.absent:
            found[id].append(RoundOutcome(round=one.number, kind="absent"))
    return found


def swiss_rounds(state: State) -> tuple[Round, ...]:
    """The rounds for everybody, which come before those of a bracket."""
    return tuple(one for one in state.rounds if not one.cut)


def winner_of(state: State, event: Event, one: Round, game: TableGame) -> str:
    """Who won a game, after remedies."""
    return game.two if _game(state, event, one, game)[0].kind == "loss" else game.one


def points_of(entrant: Entrant, rounds: list[RoundOutcome], event: Event) -> int:
    """The tournament points of a player, minus penalties."""
    costs = {one.id: one.points for one in event.penalties}
    return sum(one.points for one in rounds) + sum(costs.get(fault.id, 0) for fault in entrant.faults)


def points_for(event: Event, kind: str) -> int:
    """The tournament points of a result."""
    return {"win": event.result.win, "draw": event.result.draw, "loss": event.result.loss}[kind]


def _game(state: State, event: Event, one: Round, game: TableGame) -> tuple[RoundOutcome, RoundOutcome]:
    """Both sides of a game."""
    first, second = _lost(state.entrants[game.one], one.number), _lost(state.entrants[game.two], one.number)
    own, theirs = game.scores
    kind = _kind(game)
    if first or second:
        kind = "loss" if first else "win"
        own, theirs = (_no_scores(own) if first else own), (_no_scores(theirs) if second else theirs)
    other: Kind = "loss" if first and second else LOSING[kind]
    played = bool(event.result.bands) and not game.words[0] and not first and not second
    lists = game.lists if state.each > 1 else (game.one, game.two)
    points = band_points(event, own[0], theirs[0]) if played else (points_for(event, kind), points_for(event, other))
    first_side = RoundOutcome(
        round=one.number, kind=kind, opponent=game.two, points=points[0], own=own, theirs=theirs, list=lists[0]
    )
    return first_side, replace(
        first_side, kind=other, opponent=game.one, points=points[1], own=theirs, theirs=own, list=lists[1]
    )


def _lost(entrant: Entrant, round: int) -> bool:
    """Whether a remedy turns a player's game of a round into a loss."""
    return any(
        one.remedy == "lose-all" or (one.remedy == "lose-round" and one.round == round) for one in entrant.faults
    )


def _no_scores(scores: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(0 for _ in scores)


def _kind(game: TableGame) -> Kind:
    """The result of a game for the first player: as entered, or by the first count."""
    if game.words[0]:
        return game.words[0]  # type: ignore[return-value]
    one, two = game.scores[0][0], game.scores[1][0]
    return "win" if one > two else "loss" if one < two else "draw"


def band_points(event: Event, one: int, two: int) -> tuple[int, int]:
    """Points by the lead; in a tied game both get half of what the band gives, rounded down."""
    lead = abs(one - two)
    found = [band for band in event.result.bands if band.bounds[0] <= lead]
    high, low = found[-1].gives
    if not lead:
        return (high + low) // 2, (high + low) // 2
    return (high, low) if one > two else (low, high)


def rounds_error(message: str, hint: str) -> EditError:
    """The error for a step that the rounds do not allow."""
    return EditError.of("desk.rounds", message, hint)


# Tiebreaks: each is a function from everybody's results to a number; its docstring says how byes count.


@record
class StandingsInput:
    """The input of a ranking: outcomes and points of everybody, the pack, and the id of the event."""

    event: Event
    id: str
    rounds: Mapping[str, list[RoundOutcome]]
    points: Mapping[str, int]


def make_table(state: State, event: Event) -> StandingsInput:
    """The input of the current ranking."""
    rounds = outcomes(replace(state, rounds=swiss_rounds(state)), event)
    points = {id: points_of(state.entrants[id], some, event) for id, some in rounds.items()}
    return StandingsInput(event=event, id=state.event, rounds=rounds, points=points)


def tournament_points(table: StandingsInput, id: str) -> Fraction:
    """Tournament points minus penalties."""
    return Fraction(table.points[id])


def wins(table: StandingsInput, id: str) -> Fraction:
    """Games won; a bye that counts as a win is one."""
    rounds = table.event.rounds
    free = rounds is None or rounds.bye.result == "win"
    return Fraction(sum(one.kind == "win" or (one.kind == "bye" and free) for one in table.rounds[id]))


def opponents(table: StandingsInput, id: str) -> Fraction:
    """The points of all opponents; an absence counts as none.

    A bye counts as an opponent with the points that the player has without byes, so that it does not lead round 1.
    """
    met = [table.points[one.opponent] for one in table.rounds[id] if one.played]
    byes = [one.points for one in table.rounds[id] if one.kind == "bye"]
    return Fraction(sum(met) + len(byes) * (table.points[id] - sum(byes)))


def counted(table: StandingsInput, id: str, at: int, lead: bool) -> Fraction:
    """What was scored, or how far ahead of opponents; a bye counts as the average of the player's own games, or 0."""
    games = [one for one in table.rounds[id] if one.played and len(one.own) > at]
    total = sum(one.own[at] - (one.theirs[at] if lead else 0) for one in games)
    rounds = table.event.rounds
    byes = sum(one.kind == "bye" for one in table.rounds[id])
    if not games or not byes or (rounds and rounds.bye.counts == "zero"):
        return Fraction(total)
    return total + byes * Fraction(total, len(games))


def lot(table: StandingsInput, id: str) -> Fraction:
    """A random number that was fixed when the event was created; whoever had fewer byes goes first."""
    drawn = int.from_bytes(hashlib.sha256(f"lot {table.id} {id}".encode()).digest(), "big")
    return Fraction(drawn - (sum(one.kind == "bye" for one in table.rounds[id]) << LOT_BITS))


def head_to_head(table: StandingsInput, id: str, level: list[str]) -> Fraction | None:
    """The points from games among tied players; None unless each has met every other."""
    if len(level) < 2:
        return None
    others = {one for one in level if one != id}
    for one in level:
        met = {game.opponent for game in table.rounds[one] if game.played}
        if not {other for other in level if other != one} <= met:
            return None
    return Fraction(sum(game.points for game in table.rounds[id] if game.opponent in others))


TIEBREAKS: Mapping[str, Callable[[StandingsInput, str], Fraction]] = {
    "points": tournament_points,
    "wins": wins,
    "opponents": opponents,
    "lot": lot,
}


def value_of(table: StandingsInput, key: str, id: str, level: list[str]) -> Fraction | None:
    """The value of a player under a key of the order; None if the key can't compare the tied players."""
    if key == "head-to-head":
        return head_to_head(table, id, level)
    if key in TIEBREAKS:
        return TIEBREAKS[key](table, id)
    ids = [one.id for one in table.event.counts]
    return counted(table, id, ids.index(key.removesuffix("-lead")), key not in ids)


@record
class StandingsRow:
    """A place in the ranking: its number, the value under every key, and the key that decided against the one above."""

    rank: int
    player: str
    points: int
    played: int
    values: Mapping[str, Fraction]
    decided: str = ""


def rank(state: State, event: Event) -> list[StandingsRow]:
    """The ranking of everybody who was drawn for a round, or still plays."""
    table = make_table(state, event)
    taking = [
        id
        for id, rounds in table.rounds.items()
        if any(one.kind != "absent" for one in rounds) or is_playing(state, id)
    ]
    return _with_bracket(state, event, rank_table(table, taking))


def _with_bracket(state: State, event: Event, places: list[StandingsRow]) -> list[StandingsRow]:
    """The ranking with those of the bracket in front, by how far they came."""
    came = _bracket_marks(state, event)
    if not came:
        return places
    cut = sorted((one for one in places if one.player in came), key=lambda one: came[one.player], reverse=True)
    found: list[StandingsRow] = []
    for at, one in enumerate(cut, 1):
        apart = bool(found) and came[found[-1].player] != came[one.player]
        found.append(replace(one, rank=at, decided=BRACKET if apart else _first_difference(event, found[-1:], one)))
    below = [one for one in places if one.player not in came]
    for at, one in enumerate(below):
        level = at and one.rank == below[at - 1].rank
        rank = found[-1].rank if level else len(found) + 1
        found.append(replace(one, rank=rank, decided=BRACKET if not at else one.decided))
    return found


def _first_difference(event: Event, above: list[StandingsRow], one: StandingsRow) -> str:
    """The first key of the order by which a place differs from the one above."""
    return next((key for other in above for key in event.order if other.values.get(key) != one.values.get(key)), "")


def _bracket_marks(state: State, event: Event) -> dict[str, tuple[int, bool]]:
    """How many games of the bracket each of its players won, and whether the player is still in it."""
    found: dict[str, tuple[int, bool]] = {}
    for one in (one for one in state.rounds if one.cut):
        for game in one.games:
            won = winner_of(state, event, one, game) if game.line else ""
            for id in (game.one, game.two):
                before = found.get(id, (0, True))[0]
                found[id] = (before + (id == won), won in ("", id))
    return found


def rank_table(table: StandingsInput, ids: list[str]) -> list[StandingsRow]:
    """The ranking of some players, or teams, of a table."""
    return _Ranking(table).places(ids)


def is_playing(state: State, id: str) -> bool:
    """Whether a player can be drawn: active, with at least one locked list if the event has lists."""
    one = state.entrants[id]
    listed = not state.each or any(one.locked for one in state.lists_of(id))
    return listed and not one.dropped and not one.forgotten


class _Ranking:
    """Splits tied players by one key after the other."""

    def __init__(self, table: StandingsInput) -> None:
        self.table = table
        self.values: dict[str, dict[str, Fraction]] = {}
        self.decided: dict[str, str] = {}

    def places(self, ids: list[str]) -> list[StandingsRow]:
        """All places, the best first; players tied under every key share a place."""
        self.values = {id: {} for id in ids}
        found: list[StandingsRow] = []
        for group in self.split(sorted(ids), 0):
            number = len(found) + 1
            found += [self.place(number, id, at) for at, id in enumerate(group)]
        return found

    def place(self, number: int, id: str, at: int) -> StandingsRow:
        """One place."""
        played = sum(one.played for one in self.table.rounds[id])
        decided = "" if at else self.decided.get(id, "")
        points = self.table.points[id]
        return StandingsRow(
            rank=number, player=id, points=points, played=played, values=self.values[id], decided=decided
        )

    def split(self, level: list[str], at: int) -> list[list[str]]:
        """Split tied players into groups by the keys from `at` on."""
        order = self.table.event.order
        if at == len(order):
            return [level] if level else []
        key = order[at]
        values = {id: value_of(self.table, key, id, level) for id in level}
        groups: dict[Fraction, list[str]] = {}
        for id, value in values.items():
            if value is not None:
                self.values[id][key] = value
            groups.setdefault(value if value is not None else Fraction(0), []).append(id)
        made: list[list[str]] = []
        for value in sorted(groups, reverse=True):
            # Each group by itself: head-to-head among tied players depends on who is still tied.
            inner = self.split(groups[value], at + 1)
            if made:
                # The key splits this group from the one above, so it decided for all who lead the group.
                self.decided |= dict.fromkeys(inner[0], key)
            made += inner
        return made


def format_number(value: Fraction) -> str:
    """A number of a ranking as text: an integer, or with two decimals."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}"


# The ranking as text: column heads, cells, and what broke each tie.


BRACKET = "bracket"
KEY_WORDS = {
    BRACKET: "the bracket",
    "points": "points",
    "wins": "games won",
    "opponents": "the points of all opponents",
    "head-to-head": "the games among those who are level",
    "lot": "lot",
}
HEADS = {"points": "Points", "wins": "Won", "opponents": "Opponents", "head-to-head": "Head to head"}


def describe_key(event: Event, key: str) -> str:
    """What a key of the order is, in words."""
    names = {one.id: one.name for one in event.counts}
    names |= {f"{one.id}-lead": f"{one.name} ahead of opponents" for one in event.counts}
    return names.get(key) or KEY_WORDS[key]


def column_head(event: Event, key: str) -> str:
    """The head of a key's column."""
    names = {f"{one.id}-lead": f"{one.name} +/-" for one in event.counts} | {one.id: one.name for one in event.counts}
    return names.get(key) or HEADS[key]


def ranking_table(
    event: Event, places: list[StandingsRow], name_of: Callable[[str], str], who: str = "Player"
) -> tuple[list[str], list[list[str]]]:
    """A ranking as headers and rows, without the lot and without keys that compared nobody."""
    keys = [key for key in event.order if key != "lot" and any(key in one.values for one in places)]
    heads = ["Place", who, *(column_head(event, key) for key in keys), "Decided by"]
    return heads, [_cells(event, keys, one, name_of(one.player)) for one in places]


def _cells(event: Event, keys: list[str], place: StandingsRow, name: str) -> list[str]:
    values = [format_number(place.values[key]) if key in place.values else "" for key in keys]
    return [str(place.rank), name, *values, describe_key(event, place.decided) if place.decided else ""]
