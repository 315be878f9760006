"""What decides among players: each a small function from the results of all to a number, that says how byes count."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction

from listbuilder.catalogue import Event
from listbuilder.desk.records import State
from listbuilder.desk.rounds.results import Outcome, outcomes, points_of
from listbuilder.record import record


@record
class Table:
    """Everything that a ranking is reckoned from: the outcomes and points of all, the pack, and who the event is."""

    event: Event
    id: str
    rounds: Mapping[str, list[Outcome]]
    points: Mapping[str, int]


def make_table(state: State, event: Event) -> Table:
    """The table of an event as it stands."""
    rounds = outcomes(state, event)
    points = {id: points_of(state.entrants[id], some, event) for id, some in rounds.items()}
    return Table(event=event, id=state.event, rounds=rounds, points=points)


def tournament_points(table: Table, id: str) -> Fraction:
    """Tournament points, penalties taken off."""
    return Fraction(table.points[id])


def wins(table: Table, id: str) -> Fraction:
    """Games won; a bye that counts as a win is one."""
    rounds = table.event.rounds
    free = rounds is None or rounds.bye.result == "win"
    return Fraction(sum(one.kind == "win" or (one.kind == "bye" and free) for one in table.rounds[id]))


def opponents(table: Table, id: str) -> Fraction:
    """The points of all opponents; a bye counts as an opponent with the player's own points, an absence as none."""
    met = [table.points[one.opponent] for one in table.rounds[id] if one.played]
    byes = sum(one.kind == "bye" for one in table.rounds[id])
    return Fraction(sum(met) + byes * table.points[id])


def counted(table: Table, id: str, at: int, lead: bool) -> Fraction:
    """What was scored, or how far ahead of opponents; a bye counts as the average of the player's own games, or 0."""
    games = [one for one in table.rounds[id] if one.played and len(one.own) > at]
    total = sum(one.own[at] - (one.theirs[at] if lead else 0) for one in games)
    rounds = table.event.rounds
    byes = sum(one.kind == "bye" for one in table.rounds[id])
    if not games or not byes or (rounds and rounds.bye.counts == "zero"):
        return Fraction(total)
    return total + byes * Fraction(total, len(games))


def lot(table: Table, id: str) -> Fraction:
    """A lot that was drawn when the event was opened, so that nobody could choose it."""
    return Fraction(int.from_bytes(hashlib.sha256(f"lot {table.id} {id}".encode()).digest(), "big"))


def head_to_head(table: Table, id: str, level: list[str]) -> Fraction | None:
    """The points from the games among those who are level; None unless each of them has met every other."""
    if len(level) < 2:
        return None
    others = {one for one in level if one != id}
    for one in level:
        met = {game.opponent for game in table.rounds[one] if game.played}
        if not {other for other in level if other != one} <= met:
            return None
    return Fraction(sum(game.points for game in table.rounds[id] if game.opponent in others))


TIEBREAKS: Mapping[str, Callable[[Table, str], Fraction]] = {
    "points": tournament_points,
    "wins": wins,
    "opponents": opponents,
    "lot": lot,
}


def value_of(table: Table, key: str, id: str, level: list[str]) -> Fraction | None:
    """What a player has under one key of the order; None where it says nothing about those who are level."""
    if key == "head-to-head":
        return head_to_head(table, id, level)
    if key in TIEBREAKS:
        return TIEBREAKS[key](table, id)
    ids = [one.id for one in table.event.counts]
    return counted(table, id, ids.index(key.removesuffix("-lead")), key not in ids)
