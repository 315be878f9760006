"""The ranking of teams: what their players have, added up key by key in the order of the pack."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from listbuilder.catalogue import Event
from listbuilder.desk.records import State
from listbuilder.desk.rounds.standings import Place, number_text, rank
from listbuilder.desk.rounds.words import head_words
from listbuilder.record import record

ALONE = ("head-to-head", "lot")
"""Keys that say nothing about several players together."""


@record
class TeamPlace:
    """A team in the ranking: its place, its players, and what they have together under each key."""

    rank: int
    team: str
    players: tuple[str, ...]
    values: Mapping[str, Fraction]


def rank_teams(state: State, event: Event, teams: Mapping[str, list[str]]) -> list[TeamPlace]:
    """The teams in order; those that are level under every key share a place."""
    places = {one.player: one for one in rank(state, event)}
    keys = [key for key in event.order if key not in ALONE]
    sums = {name: _sums(keys, [places[id] for id in ids if id in places]) for name, ids in teams.items()}
    order = sorted(teams, key=lambda name: ([-sums[name][key] for key in keys], name.casefold()))
    found: list[TeamPlace] = []
    for at, name in enumerate(order, 1):
        level = found and found[-1].values == sums[name]
        number = found[-1].rank if level else at
        found.append(TeamPlace(rank=number, team=name, players=tuple(teams[name]), values=sums[name]))
    return found


def _sums(keys: list[str], places: list[Place]) -> dict[str, Fraction]:
    return {key: sum((one.values.get(key, Fraction(0)) for one in places), Fraction(0)) for key in keys}


def team_table(event: Event, places: list[TeamPlace]) -> tuple[list[str], list[list[str]]]:
    """The ranking of teams as heads and rows."""
    keys = list(places[0].values) if places else []
    rows = [
        [str(one.rank), one.team, str(len(one.players)), *(number_text(one.values[key]) for key in keys)]
        for one in places
    ]
    return ["Place", "Team", "Players", *(head_words(event, key) for key in keys)], rows
