"""The ranking: the order of the pack applied key by key, and for each player what decided against the one above."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from listbuilder.catalogue import Event
from listbuilder.desk.records import State
from listbuilder.desk.rounds.tiebreaks import Table, make_table, value_of
from listbuilder.record import record


@record
class Place:
    """A place in the ranking: its number, the value under every key, and the key that decided against the one above."""

    rank: int
    player: str
    points: int
    played: int
    values: Mapping[str, Fraction]
    decided: str = ""


def rank(state: State, event: Event) -> list[Place]:
    """The ranking of everybody who was drawn for a round, or still plays."""
    table = make_table(state, event)
    taking = [
        id for id, rounds in table.rounds.items() if any(one.kind != "absent" for one in rounds) or stays(state, id)
    ]
    return rank_table(table, taking)


def rank_table(table: Table, ids: list[str]) -> list[Place]:
    """The ranking of some players, or teams, of a table."""
    return _Ranking(table).places(ids)


def stays(state: State, id: str) -> bool:
    """Whether a player is there to be drawn: with a list that is locked, of several at least one."""
    return not state.entrants[id].dropped and any(one.locked for one in state.lists_of(id))


class _Ranking:
    """One ranking, made by splitting those who are level by one key after the other."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.values: dict[str, dict[str, Fraction]] = {}
        self.decided: dict[str, str] = {}

    def places(self, ids: list[str]) -> list[Place]:
        """All places, the best first; who is level to the last key shares a place."""
        self.values = {id: {} for id in ids}
        found: list[Place] = []
        for group in self.split(sorted(ids), 0):
            number = len(found) + 1
            found += [self.place(number, id, at) for at, id in enumerate(group)]
        return found

    def place(self, number: int, id: str, at: int) -> Place:
        """One place."""
        played = sum(one.played for one in self.table.rounds[id])
        decided = "" if at else self.decided.get(id, "")
        points = self.table.points[id]
        return Place(rank=number, player=id, points=points, played=played, values=self.values[id], decided=decided)

    def split(self, level: list[str], at: int) -> list[list[str]]:
        """Those who are level, in groups by the keys from one on."""
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
            inner = self.split(groups[value], at + 1)
            if made:
                self.decided |= dict.fromkeys(inner[0], key)
            made += inner
        return made


def number_text(value: Fraction) -> str:
    """A number of a ranking as people read it: whole, or with two places."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}"
