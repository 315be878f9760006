"""Tests of picks and of what carries them, put together: what selectors are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from listbuilder.catalogue import Entry
    from listbuilder.force import Owner, Pick

__all__ = [
    "OwnerTest",
    "PickTest",
    "Scalar",
    "ValueTest",
    "all_of",
    "among",
    "any_of",
    "has_value",
    "is_inside",
    "some_entry",
    "some_pick",
    "with_own_values",
]

T = TypeVar("T")
Scalar = str | int | bool
ValueTest = Callable[[object], bool]
PickTest = Callable[["Pick"], bool]
OwnerTest = Callable[["Owner"], bool]


def all_of(tests: list[Callable[[T], bool]]) -> Callable[[T], bool]:
    """Whether something passes all of them."""
    if len(tests) < 2:
        return tests[0] if tests else lambda one: True
    first, others = tests[0], all_of(tests[1:])
    return lambda one: first(one) and others(one)


def any_of(tests: list[Callable[[T], bool]]) -> Callable[[T], bool]:
    """Whether something passes one of them."""
    if len(tests) < 2:
        return tests[0] if tests else lambda one: False
    first, others = tests[0], any_of(tests[1:])
    return lambda one: first(one) or others(one)


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


def among(wanted: tuple[Scalar, ...]) -> ValueTest:
    """Whether a value, or one of several, is among those wanted; true is not the number 1."""
    flags = frozenset(one for one in wanted if isinstance(one, bool))
    others = frozenset(one for one in wanted if not isinstance(one, bool))

    def test(value: object) -> bool:
        if value is None or isinstance(value, bool):
            return value in flags
        if isinstance(value, tuple):
            return not others.isdisjoint(value)
        return (value if isinstance(value, str | int) else str(value)) in others

    return test


def has_value(name: str, test: ValueTest, alone: bool) -> OwnerTest:
    """Whether a value of a row, such as a flag, passes a test.

    Unless it is asked `alone`, a model has the values of its group too, but for fields that models have themselves.
    """
    if alone:
        return lambda owner: test(owner.values.get(name))

    def has(owner: Owner) -> bool:
        value, group = owner.values.get(name), owner.group
        if value is None and group is not None and name not in group.up.model_fields:
            for around in (group, *group.chain):
                value = around.values.get(name) if value is None else value
        return test(value)

    return has


def with_own_values(
    wanted: Mapping[str, tuple[Scalar, ...]], plain: OwnerTest, less: Callable[[frozenset[str], bool], OwnerTest]
) -> OwnerTest:
    """A test of a group or the list, whose own values may be meant; what is left is asked of the picks there.

    Members of a group answer for themselves `alone`: what groups say there is asked of the group.
    """
    asked = {name: among(values) for name, values in wanted.items()}
    known: dict[tuple[frozenset[str], bool], OwnerTest] = {}

    def test(owner: Owner) -> bool:
        if not owner.wide:
            return plain(owner)
        own = frozenset(name for name, one in asked.items() if one(owner.values.get(name)))
        key = (own, owner.group is not None)
        if key not in known:
            known[key] = less(*key)
        return known[key](owner)

    return test


def some_pick(test: PickTest) -> OwnerTest:
    """Whether some pick on a row, or on a row that stands in it, passes a test."""

    def some(owner: Owner) -> bool:
        for pick in owner.inside:
            if test(pick):
                return True
        return any(test(pick) for row in owner.below for pick in row.inside) if owner.below else False

    return some


def some_entry(known: Mapping[int, bool | OwnerTest], decided: Callable[[Entry], bool | OwnerTest]) -> OwnerTest:
    """The same where entries decide it: what they leave to their row is asked once for each row, not for each pick."""

    def on(row: Owner) -> bool:
        asked: bool | OwnerTest = False
        for pick in row.inside:
            found = known.get(id(pick.entry))
            if found is None:
                found = decided(pick.entry)
            if found is False or found is asked:
                continue
            if found is True or found(row):
                return True
            asked = found
        return False

    return lambda owner: on(owner) or (owner.wide and any(map(on, owner.below)))
