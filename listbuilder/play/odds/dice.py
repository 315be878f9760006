"""Exact distributions: numbers with their chances as fractions, added up die by die. Nothing is ever simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial
from operator import add
from typing import TypeAlias

from listbuilder.base.errors import EditError
from listbuilder.base.values import Dice

Dist: TypeAlias = Mapping[int, Fraction]
Counts: TypeAlias = tuple[int, ...]
ONE = Fraction(1)
SUMS, PRODUCTS = 40, 4
"""So many additions of ways, or products of fractions, take as long as one outcome."""
LIMIT = 100_000
"""The most outcomes of one distribution; anything larger is refused."""
WORK: ContextVar[Callable[[int], None]] = ContextVar("WORK")
"""The function that gets all work of an attack. A context variable, so that the arithmetic need not pass it around."""


def count_work(outcomes: int) -> None:
    """Charge work, in outcomes that take as long, to whoever set `WORK`."""
    note = WORK.get(None)
    if note is not None:
        note(outcomes)


def constant(number: int) -> Dist:
    """A certain number."""
    return {number: ONE}


def check_outcome_limit(size: int, what: str) -> None:
    """Refuse to go on where there are too many outcomes."""
    if size > LIMIT:
        raise EditError(f"{what} has more than {LIMIT:,} outcomes, too many to calculate each of them.")


def sum_of_dice(dice: Dice) -> Dist:
    """The sum of some dice and their bonus."""
    total = {dice.bonus: 1}
    for _ in range(dice.count):
        check_outcome_limit(len(total) * dice.sides, f"The sum of {dice.count} dice")
        count_work(len(total) * dice.sides // SUMS)
        # Integers until the end: the denominator is known, and adding fractions would reduce each of them.
        before, total = total, {}
        for number, ways in before.items():
            for face in range(number + 1, number + dice.sides + 1):
                total[face] = total.get(face, 0) + ways
    whole = dice.sides**dice.count
    return {number: Fraction(ways, whole) for number, ways in total.items()}


def add_distributions(one: Dist, other: Dist) -> Dist:
    """The sum of two numbers that do not depend on each other."""
    if len(other) == 1:
        return shift(one, next(iter(other)))
    if len(one) == 1:
        return shift(other, next(iter(one)))
    count_products(one, other)
    return mix((a + b, p * q) for a, p in one.items() for b, q in other.items())


def count_products(one: Dist, other: Dist) -> None:
    """Note the work of each outcome of one number with each of another; too much of it at once is refused."""
    size = len(one) * len(other)
    check_outcome_limit(size, f"A sum of {len(one)} and {len(other)} numbers")
    count_work(size // PRODUCTS)


def shift(dist: Dist, by: int) -> Dist:
    """A number plus a certain one."""
    return {number + by: chance for number, chance in dist.items()} if by else dist


def map_values(dist: Dist, change: Callable[[int], int]) -> Dist:
    """A number after a function is applied to it."""
    if len(dist) == 1:
        return {change(number): chance for number, chance in dist.items()}
    return mix((change(number), chance) for number, chance in dist.items())


def multiply(one: Dist, other: Dist) -> Dist:
    """The product of two numbers that do not depend on each other."""
    if len(one) == 1:
        one, other = other, one
    if len(other) == 1:
        return map_values(one, next(iter(other)).__mul__)
    count_products(one, other)
    return mix((a * b, p * q) for a, p in one.items() for b, q in other.items())


def mix(parts: Iterable[tuple[int, Fraction]]) -> Dist:
    """Outcomes with their chances, equal ones together."""
    found: dict[int, Fraction] = {}
    for number, chance in parts:
        found[number] = found.get(number, Fraction(0)) + chance
    return found


@lru_cache(maxsize=1 << 10)
def count_pool_results(dice: int, faces: tuple[Counts, ...]) -> Mapping[Counts, int]:
    """In how many ways each result comes out of some dice that are read one by one; `faces` says what each face is."""
    if not dice:
        return {(0,) * len(faces[0]): 1}
    total: dict[Counts, int] = {}
    # Recursive, so that the cache also serves smaller pools; attacks of one list need many sizes of the same die.
    for counts, ways in count_pool_results(dice - 1, faces).items():
        for more, often in Counter(faces).items():
            key = tuple(map(add, counts, more))
            total[key] = total.get(key, 0) + ways * often
    check_outcome_limit(len(total), f"A pool of {dice} dice")
    count_work(len(total) // PRODUCTS)
    return total


def multisets(dice: int, sides: int) -> Iterator[tuple[Counts, int]]:
    """What some dice show together, whatever their order, with the number of orders."""
    size = 1
    for at in range(1, sides):
        size = size * (dice + at) // at
    check_outcome_limit(size, f"A pool of {dice} dice with {sides} sides")
    count_work(size)
    for shown in combinations_with_replacement(range(1, sides + 1), dice):
        ways = factorial(dice)
        for face in set(shown):
            ways //= factorial(shown.count(face))
        yield shown, ways
