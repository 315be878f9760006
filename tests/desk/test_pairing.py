"""The draw: the best one, the only one, the same for all who reckon it again, and nothing about it can be chosen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder.desk.rounds.pairing import Draw, DrawInput, draw, noise
from tests.support.work import counted

NOBODY: dict[str, Any] = {"met": frozenset(), "byes": frozenset(), "apart": (), "tables": {}}


def field(points: dict[str, int], seed: str = "seed", **more: Any) -> DrawInput:
    """What a draw is made from."""
    return DrawInput(points=points, seed=seed, **{**NOBODY, **more})


def matchings(ids: list[str]) -> Iterator[list[tuple[str, str]]]:
    """Every way to put all in pairs."""
    if not ids:
        yield []
        return
    first, *rest = ids
    for at, other in enumerate(rest):
        for more in matchings(rest[:at] + rest[at + 1 :]):
            yield [(first, other), *more]


def cost(pairs: list[tuple[str, str]], given: DrawInput) -> tuple[int, ...]:
    """What a draw costs, part by part, written down from the rules and nothing else."""
    lowest = min(given.points.values())
    again = twice = apart = far = lots = 0
    for one, two in pairs:
        lots += noise(given.seed, one, two)
        if "" in (one, two):
            free = one or two
            twice += free in given.byes
            far += (given.points[free] - lowest) ** 2
            continue
        again += frozenset((one, two)) in given.met
        apart += any({one, two} <= group for group in given.apart)
        far += (given.points[one] - given.points[two]) ** 2 if given.by_points else 0
    return again, twice, apart, far, lots


def pairs_of(made: Draw) -> set[frozenset[str]]:
    """Who plays whom."""
    return {frozenset(game[1:]) for game in made.games} | ({frozenset((made.bye, ""))} if made.bye else set())


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(25))
def test_draw_is_the_best_of_all(seed: int) -> None:
    """Of all ways to pair up to eight players, the draw is the one of least cost, and no other costs as little."""
    dice = random.Random(seed)
    ids = [f"p{at:02}" for at in range(dice.randint(4, 8))]
    met = [frozenset(dice.sample(ids, 2)) for _ in range(dice.randint(0, 8))]
    given = field(
        {id: dice.choice([0, 1, 3, 4, 6]) for id in ids},
        str(seed),
        met=frozenset(met),
        byes=frozenset(dice.sample(ids, 2)),
        apart=(frozenset(dice.sample(ids, 3)),),
        by_points=dice.random() < 0.8,
    )
    every = sorted(matchings(ids + [""] * (len(ids) % 2)), key=lambda pairs: cost(pairs, given))
    best = {frozenset(pair) for pair in every[0]}
    assert pairs_of(draw(given)) == best
    assert cost(every[0], given) < cost(every[1], given)


def test_same_draw_whatever_the_order() -> None:
    """Players in another order, and a second time, are drawn the same; another seed draws otherwise."""
    points = {f"p{at:02}": at % 4 for at in range(31)}
    turned = dict(reversed(points.items()))
    assert draw(field(points)) == draw(field(turned)) == draw(field(points))
    assert pairs_of(draw(field(points))) != pairs_of(draw(field(points, "other")))


def test_swiss_over_many_rounds() -> None:
    """In seven rounds of thirty-one players nobody meets twice, has two byes, or plays beside their points for long."""
    dice = random.Random(3)
    points = {f"p{at:02}": 0 for at in range(31)}
    met: set[frozenset[str]] = set()
    byes: set[str] = set()
    for number in range(7):
        made = draw(field(points, str(number), met=frozenset(met), byes=frozenset(byes)))
        now = {frozenset(game[1:]) for game in made.games}
        assert not now & met and made.bye not in byes and len(now) == 15
        assert all(abs(points[a] - points[b]) <= 6 for a, b in map(tuple, now))
        assert points[made.bye] <= sorted(points.values())[number + 1]
        for _, one, two in made.games:
            points[dice.choice([one, two])] += 3
        points[made.bye] += 3
        met |= now
        byes.add(made.bye)


def test_clubs_are_kept_apart_if_they_can_be() -> None:
    """Club mates do not meet while there is anybody else; three of four in one club must."""
    ids = [f"p{at:02}" for at in range(12)]
    club = frozenset(ids[:6])
    made = draw(field(dict.fromkeys(ids, 0), apart=(club,)))
    assert all(len(club & {one, two}) == 1 for _, one, two in made.games)
    assert len(draw(field(dict.fromkeys(ids[:4], 0), apart=(frozenset(ids[:3]),))).games) == 2


def test_everybody_has_met_everybody() -> None:
    """Where nobody new is left, as few as can be meet again, and there is still a draw."""
    ids = ["a", "b", "c", "d"]
    met = frozenset(frozenset((one, two)) for one in ids for two in ids if one < two)
    assert len(draw(field(dict.fromkeys(ids, 0), met=met)).games) == 2


def test_tables_are_new() -> None:
    """The leaders are at table 1; nobody else sits at a table twice while there is another."""
    points = {f"p{at}": 8 - at for at in range(8)}
    made = draw(field(points))
    assert [game[0] for game in made.games] == [1, 2, 3, 4]
    assert {"p0", "p1"} == set(made.games[0][1:])
    tables = {"p0": frozenset({1}), "p1": frozenset({2}), "p2": frozenset({2}), "p3": frozenset({1})}
    at = {id: table for table, *pair in draw(field(points, tables=tables)).games for id in pair}
    assert at["p0"] == at["p1"] == 1 and at["p2"] == at["p3"] == 3
    of_before = draw(field(points, tables=tables, top=False)).games
    assert next(table for table, *pair in of_before if "p0" in pair) == 3


def test_floats_are_named() -> None:
    """A pair whose points differ is a float, the higher one first."""
    assert draw(field({"a": 3, "b": 3, "c": 3, "d": 0})).floats == (
        next(iter(draw(field({"a": 3, "b": 3, "c": 3, "d": 0})).floats)),
    )
    high, low = draw(field({"a": 3, "b": 3, "c": 3, "d": 0})).floats[0]
    assert low == "d" and high in "abc"


def test_sixty_players_are_little_work() -> None:
    """Sixty players are drawn with little work."""
    with counted() as work:
        draw(field({f"p{at:02}": at % 5 for at in range(60)}))
    assert work.calls < 200_000
