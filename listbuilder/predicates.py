"""Tests of picks and of what carries them, put together: what selectors are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.force import Owner, Pick

__all__ = ["OwnerTest", "PickTest", "Scalar", "all_of", "among", "has_field", "is_inside", "some_pick"]

Scalar = str | int | bool
PickTest = Callable[["Pick"], bool]
OwnerTest = Callable[["Owner"], bool]


def all_of(tests: list[PickTest]) -> PickTest:
    """Whether a pick passes all of them."""
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda pick: first(pick) and second(pick)
    return lambda pick: all(test(pick) for test in tests)


def is_inside(test: PickTest) -> PickTest:
    """Whether some pick that holds a pick, at whatever height, passes a test."""

    def inside(pick: Pick) -> bool:
        above = pick.holder
        while above is not None:
            if test(above):
                return True
            above = above.holder
        return False

    return inside


def has_field(name: str, wanted: frozenset[Scalar]) -> PickTest:
    """A field of the entry, or else a value of the row that carries it, such as a flag."""

    def test(pick: Pick) -> bool:
        value = pick.entry.field(name)
        if value is None:
            value = pick.owner.values.get(name)
        return among(value, wanted)

    return test


def among(value: object, wanted: Iterable[Scalar]) -> bool:
    """Whether a value, or one of several, is among those wanted; true is not the number 1."""
    if isinstance(value, tuple):
        return any(one in wanted for one in value)
    if isinstance(value, bool):
        return any(one is value for one in wanted)
    plain = value if isinstance(value, str | int | None) else str(value)
    return any(one == plain and not isinstance(one, bool) for one in wanted)


def some_pick(test: PickTest) -> OwnerTest:
    """Whether some pick on a row, or on a row that stands in it, passes a test."""

    def some(owner: Owner) -> bool:
        for pick in owner.inside:
            if test(pick):
                return True
        return any(test(pick) for row in owner.below for pick in row.inside) if owner.below else False

    return some
