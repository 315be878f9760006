"""The joint distribution of an attack so far, as a table: named columns, and the weight of each row of values."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from math import gcd, lcm
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from listbuilder.play.odds.scene import LOST, STOPPED

Values: TypeAlias = tuple[int | None, ...]
GroupedWorlds: TypeAlias = Mapping[tuple[Values, Values], int]
"""Weights of worlds, grouped by the values that a step reads and the values that later steps need."""
Transitions: TypeAlias = tuple[list[tuple[Mapping[str, int], int]], int]
"""The outcomes of a step with their weights, and the total weight."""
LOSSES = (*LOST.values(), *STOPPED.values())


class OutcomeTable(NamedTuple):
    """The worlds so far: names of columns, and rows of values with their weights.

    Weights are integers with a common denominator, because fractions are slow.
    """

    names: tuple[str, ...]
    ways: dict[Values, int]

    def columns(self, wanted: tuple[str, ...]) -> dict[tuple[int, ...], int]:
        """The marginal distribution of some columns; a missing value is 0."""
        of, found = numbers_getter(self.names, wanted), dict[tuple[int, ...], int]()
        for values, ways in self.ways.items():
            key = of(values)
            found[key] = found.get(key, 0) + ways
        return found


class OutcomeColumn(NamedTuple):
    """A selection of columns, and the function that gets their values from a row."""

    names: tuple[str, ...]
    of: Callable[[Values], Values]


def column(names: tuple[str, ...], wanted: Container[str]) -> OutcomeColumn:
    """Select the wanted columns."""
    at = [place for place, name in enumerate(names) if name in wanted]
    # `itemgetter` is the fastest, but with a single index it returns the value itself and no tuple.
    if len(at) > 1:
        return OutcomeColumn(tuple(names[one] for one in at), itemgetter(*at))
    return OutcomeColumn(tuple(names[one] for one in at), lambda values: tuple(values[one] for one in at))


def numbers_getter(names: tuple[str, ...], wanted: tuple[str, ...]) -> Callable[[Values], tuple[int, ...]]:
    """A function that gets the wanted columns of a row; a missing value is 0."""
    at = [names.index(name) if name in names else None for name in wanted]
    return lambda values: tuple([0 if one is None else values[one] or 0 for one in at])


def world_values(names: tuple[str, ...], values: Values) -> dict[str, int]:
    """A row as a mapping, without missing values."""
    return {name: number for name, number in zip(names, values, strict=True) if number is not None}


def join_step(
    worlds: GroupedWorlds, kept: tuple[str, ...], found: Mapping[Values, Transitions], later: Container[str]
) -> OutcomeTable:
    """The worlds after a step: kept columns joined with the outcomes of the step that are read `later`."""
    new = tuple({name: None for several, _ in found.values() for more, _ in several for name in more if name in later})
    whole = lcm(*(all_ways for _, all_ways in found.values()))
    tails = {key: step_results(several, new, whole // all_ways) for key, (several, all_ways) in found.items()}
    stays, before = column(kept, {*kept} - {*new}), column(kept, {*new})
    places = [new.index(name) for name in before.names]
    # Only losses are added to what was there, and only missing values keep it; in all other cases a step's values
    # replace the old ones without looking at them.
    mixes = any(name in LOSSES for name in before.names) or any(
        tail[at] is None for several in tails.values() for tail, _ in several for at in places
    )
    made: dict[Values, int] = {}
    for (key, values), ways in worlds.items():
        head, old = stays.of(values), before.of(values)
        for tail, often in tails[key]:
            world = head + (merge_world(new, dict(zip(before.names, old, strict=True)), tail) if mixes else tail)
            made[world] = made.get(world, 0) + ways * often
    # Reduced, or the weights would grow with every step.
    part = gcd(*made.values())
    return OutcomeTable((*stays.names, *new), {world: ways // part for world, ways in made.items()})


def step_results(
    several: list[tuple[Mapping[str, int], int]], new: tuple[str, ...], times: int
) -> list[tuple[Values, int]]:
    """The outcomes of a step as rows of the `new` columns, with weights multiplied by `times`."""
    if len(several) == 1:
        return [(tuple(map(several[0][0].get, new)), several[0][1] * times)]
    found: dict[Values, int] = {}
    for more, ways in several:
        tail = tuple(map(more.get, new))
        found[tail] = found.get(tail, 0) + ways * times
    return list(found.items())


def merge_world(new: tuple[str, ...], old: Mapping[str, int | None], tail: Values) -> Values:
    """Overwrite old values by those of a step; damage is added up."""
    made: list[int | None] = []
    for name, now in zip(new, tail, strict=True):
        was = old.get(name)
        both = name in LOSSES and was is not None and now is not None
        made.append(was + now if both else was if now is None else now)  # type: ignore[operator]
    return tuple(made)
