"""Everything that can have happened in an attack so far, in columns: names, and the values they have in each world."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from math import gcd, lcm
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from listbuilder.odds.scene import LOST, STOPPED

Values: TypeAlias = tuple[int | None, ...]
Alike: TypeAlias = Mapping[tuple[Values, Values], int]
"""Worlds by what a step reads of them and by what is kept of them, each in so many ways."""
Led: TypeAlias = tuple[list[tuple[Mapping[str, int], int]], int]
"""What a step leads to, each in so many ways, and in how many altogether."""
LOSSES = (*LOST.values(), *STOPPED.values())


class Worlds(NamedTuple):
    """All that can have happened so far: the names of what is known, and its values, each in so many ways of all.

    Chances are whole numbers here, for fractions take their time.
    """

    names: tuple[str, ...]
    ways: dict[Values, int]

    def columns(self, wanted: tuple[str, ...]) -> dict[tuple[int, ...], int]:
        """In how many ways each numbers came out under some names, 0 where nothing did."""
        of, found = numbers(self.names, wanted), dict[tuple[int, ...], int]()
        for values, ways in self.ways.items():
            key = of(values)
            found[key] = found.get(key, 0) + ways
        return found


class Column(NamedTuple):
    """Some of the names of worlds, and how to get their values."""

    names: tuple[str, ...]
    of: Callable[[Values], Values]


def column(names: tuple[str, ...], wanted: Container[str]) -> Column:
    """The wanted ones of some names."""
    at = [place for place, name in enumerate(names) if name in wanted]
    if len(at) > 1:
        return Column(tuple(names[one] for one in at), itemgetter(*at))
    return Column(tuple(names[one] for one in at), lambda values: tuple(values[one] for one in at))


def numbers(names: tuple[str, ...], wanted: tuple[str, ...]) -> Callable[[Values], tuple[int, ...]]:
    """How to get the numbers under some names, 0 where nothing came out."""
    at = [names.index(name) if name in names else None for name in wanted]
    return lambda values: tuple([0 if one is None else values[one] or 0 for one in at])


def world_of(names: tuple[str, ...], values: Values) -> dict[str, int]:
    """What came out in a world, by name."""
    return {name: number for name, number in zip(names, values, strict=True) if number is not None}


def joined(worlds: Alike, kept: tuple[str, ...], found: Mapping[Values, Led], later: Container[str]) -> Worlds:
    """The worlds after a step: of each what was kept, with what the step leads to of what is read later."""
    new = tuple({name: None for several, _ in found.values() for more, _ in several for name in more if name in later})
    whole = lcm(*(all_ways for _, all_ways in found.values()))
    tails = {key: tails_of(several, new, whole // all_ways) for key, (several, all_ways) in found.items()}
    stays, before = column(kept, {*kept} - {*new}), column(kept, {*new})
    places = [new.index(name) for name in before.names]
    mixes = any(name in LOSSES for name in before.names) or any(
        tail[at] is None for several in tails.values() for tail, _ in several for at in places
    )
    made: dict[Values, int] = {}
    for (key, values), ways in worlds.items():
        head, old = stays.of(values), before.of(values)
        for tail, often in tails[key]:
            world = head + (over(new, dict(zip(before.names, old, strict=True)), tail) if mixes else tail)
            made[world] = made.get(world, 0) + ways * often
    part = gcd(*made.values())
    return Worlds((*stays.names, *new), {world: ways // part for world, ways in made.items()})


def tails_of(
    several: list[tuple[Mapping[str, int], int]], new: tuple[str, ...], times: int
) -> list[tuple[Values, int]]:
    """What a step leads to as values of its names, each in so many times its ways."""
    if len(several) == 1:
        return [(tuple(map(several[0][0].get, new)), several[0][1] * times)]
    found: dict[Values, int] = {}
    for more, ways in several:
        tail = tuple(map(more.get, new))
        found[tail] = found.get(tail, 0) + ways * times
    return list(found.items())


def over(new: tuple[str, ...], old: Mapping[str, int | None], tail: Values) -> Values:
    """What a step adds over what was there before; damage comes on top of damage."""
    made: list[int | None] = []
    for name, now in zip(new, tail, strict=True):
        was = old.get(name)
        both = name in LOSSES and was is not None and now is not None
        made.append(was + now if both else was if now is None else now)  # type: ignore[operator]
    return tuple(made)
