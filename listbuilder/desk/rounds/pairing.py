"""The draw: a perfect matching of minimum cost, reproducible from the ledger.

In this order, each criterion outweighing all later ones: nobody meets twice; nobody has two byes; players who are kept
apart don't meet; the squared difference of points is small, and a bye goes to the bottom; 40 random bits for each pair
make the best draw unique. The seed is the hash of the ledger's last line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from listbuilder.base.records import record
from listbuilder.desk.rounds.standings import rounds_error

NOISE_BITS = 40
# Up to this many players all pairs are compared; in larger fields, so many neighbours by points at first.
WHOLE, NEIGHBOURS = 256, 64
WIDEST = 120
"""The most bits of a cost: the matching library computes with 128."""
BYE = ""


@record
class DrawInput:
    """The input of a draw: points, pairs that have met, who had a bye, groups that are kept apart, and the seed.

    `by_points`: whether points count; `tables`: the tables that each has played on; `top`: whether the game with the
    most points is at table 1.
    """

    points: Mapping[str, int]
    met: frozenset[frozenset[str]]
    byes: frozenset[str]
    apart: tuple[frozenset[str], ...]
    seed: str
    by_points: bool = True
    top: bool = True
    tables: Mapping[str, frozenset[int]]


@record
class Draw:
    """The games as table and two players, who has a bye, and the pairs whose points differ."""

    games: tuple[tuple[int, str, str], ...]
    bye: str = ""
    floats: tuple[tuple[str, str], ...] = ()


def noise(seed: str, one: str, two: str) -> int:
    """The random number of a pair, in either order."""
    pair = " ".join(sorted((one, two)))
    return int.from_bytes(hashlib.sha256(f"pair {seed} {pair}".encode()).digest()[: NOISE_BITS // 8], "big")


def draw(field: DrawInput) -> Draw:
    """The draw of a round."""
    players = sorted(field.points)
    if len(players) < 2:
        raise rounds_error("There are fewer than two players to draw.", "See `event status`.")
    pairs = _match(field, [*players, BYE] if len(players) % 2 else players)
    bye = next((max(pair) for pair in pairs if BYE in pair), "")
    games = [pair for pair in pairs if BYE not in pair]
    ordered = sorted(games, key=lambda pair: (-sum(field.points[id] for id in pair), noise(field.seed, *pair)))
    floats = tuple(_ordered(field, pair) for pair in ordered if len({field.points[id] for id in pair}) > 1)
    return Draw(games=_tables(field, ordered), bye=bye, floats=floats)


def _ordered(field: DrawInput, pair: tuple[str, str]) -> tuple[str, str]:
    """A pair with the player who has more points first; if equal, at random."""
    one, two = sorted(pair)
    if field.points[one] != field.points[two]:
        return (one, two) if field.points[one] > field.points[two] else (two, one)
    return (one, two) if noise(field.seed, f"{one} first", two) % 2 else (two, one)


def _match(field: DrawInput, nodes: list[str]) -> list[tuple[str, str]]:
    """The perfect matching of minimum cost. In large fields, only neighbours by points are tried first."""
    near = len(nodes) if len(nodes) <= WHOLE else NEIGHBOURS
    order = sorted(nodes, key=lambda one: (-field.points.get(one, -1), noise(field.seed, one, one)))
    while True:
        pairs = [
            (one, two) for at, one in enumerate(order) for two in order[at + 1 : at + 1 + near] if _may(field, one, two)
        ]
        found = _least(field, nodes, pairs)
        if found is not None:
            return found
        if near >= len(order):
            break
        # Without the far pairs there may be no perfect matching, so the window grows until there is one.
        near *= 2
    # No matching without a repeated pair exists, so as few as possible meet again.
    every = [(one, two) for at, one in enumerate(order) for two in order[at + 1 :]]
    again = _least(field, nodes, every)
    assert again is not None
    return again


def _may(field: DrawInput, one: str, two: str) -> bool:
    return frozenset((one, two)) not in field.met


def _least(field: DrawInput, nodes: list[str], pairs: list[tuple[str, str]]) -> list[tuple[str, str]] | None:
    """The perfect matching of minimum cost among some pairs; None if there is none."""
    # Compiled code: 200 players are drawn in 0.12 s, against 4.6 in Python.
    from rustworkx import PyGraph, max_weight_matching

    costs = _costs(field, pairs)
    most = max(costs.values(), default=0) + 1
    if most.bit_length() > WIDEST:
        raise rounds_error("Points lie too far apart to be drawn by.", "Look at results and penalties.")
    graph: PyGraph[str, int] = PyGraph(multigraph=False)
    places = dict(zip(nodes, graph.add_nodes_from(nodes), strict=True))
    # The library maximises weights.
    graph.add_edges_from([(places[one], places[two], most - cost) for (one, two), cost in costs.items()])
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(graph[one], graph[two]) for one, two in found] if 2 * len(found) == len(nodes) else None


def _costs(field: DrawInput, pairs: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The cost of each pair: one number in which each part outweighs the sum of all later ones."""
    lowest = min(field.points.values())
    parts = {pair: _parts(field, *pair, lowest) for pair in pairs}
    games = (len(field.points) + 1) // 2
    costs = dict.fromkeys(parts, 0)
    for at in range(5):
        most = max((part[at] for part in parts.values()), default=0)
        for pair, part in parts.items():
            # Mixed radix: the next digit's base is above the sum of a part over all games of a round.
            costs[pair] = costs[pair] * (most * games + 1) + part[at]
    return costs


def _parts(field: DrawInput, one: str, two: str, lowest: int) -> tuple[int, int, int, int, int]:
    """The parts of a pair's cost, the most important first."""
    lot = noise(field.seed, one, two)
    if BYE in (one, two):
        free = one or two
        return 0, int(free in field.byes), 0, (field.points[free] - lowest) ** 2, lot
    again = int(not _may(field, one, two))
    apart = int(any(one in some and two in some for some in field.apart))
    far = (field.points[one] - field.points[two]) ** 2 if field.by_points else 0
    return again, 0, apart, far, lot


def _tables(field: DrawInput, games: list[tuple[str, str]]) -> tuple[tuple[int, str, str], ...]:
    """Assign tables: the first to the most points, the others if possible to players who have not used them."""
    free = list(range(1, len(games) + 1))
    found = [(free.pop(0), *_ordered(field, pair)) for pair in games[:1] if field.top]
    for pair in games[len(found) :]:
        known = frozenset[int]().union(*(field.tables.get(id, frozenset()) for id in pair))
        table = next((one for one in free if one not in known), free[0])
        free.remove(table)
        found.append((table, *_ordered(field, pair)))
    return tuple(sorted(found))
