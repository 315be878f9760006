"""Tests of picks and of what carries them, put together: what selectors are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from listbuilder.catalogue import Entry
    from listbuilder.force import Owner, Pick
    from listbuilder.selectors import Range

T = TypeVar("T")
Scalar = str | int | bool
ValueTest = Callable[[object], bool]
PickTest = Callable[["Pick"], bool]
OwnerTest = Callable[["Owner"], bool]


def all_of(tests: list[Callable[[T], bool]]) -> Callable[[T], bool]:
    """Whether something passes all of them."""
    first, *more = tests
    if not more:
        return first
    others = all_of(more)
    return lambda one: first(one) and others(one)


def any_of(tests: list[Callable[[T], bool]]) -> Callable[[T], bool]:
    """Whether something passes one of them."""
    first, *more = tests
    if not more:
        return first
    others = any_of(more)
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


def among(wanted: tuple[Scalar | Range, ...]) -> ValueTest:
    """Whether a value, or one of several, is among those wanted; true is not the number 1.

    Asked of names and texts, true means that something is said.
    """
    flags = frozenset(one for one in wanted if isinstance(one, bool))
    others = frozenset(one for one in wanted if isinstance(one, str | int) and not isinstance(one, bool))
    ranges = [one for one in wanted if not isinstance(one, str | int)]

    def test(value: object) -> bool:
        if value is None or isinstance(value, bool):
            return value in flags
        if isinstance(value, int):
            return value in others or any(one.holds(value) for one in ranges)
        if isinstance(value, tuple):
            return not others.isdisjoint(value) or (True in flags and bool(value))
        return str(value) in others or (True in flags and value != "")

    return test


def has_value(name: str, test: ValueTest, alone: bool) -> OwnerTest:
    """Whether a value of a row, such as a flag, passes a test.

    Unless it is asked `alone`, a model has the values of its group too, but for fields that models have themselves.
    """
    if alone:
        return lambda owner: test(owner.values.get(name))

    def has(owner: Owner) -> bool:
        value = owner.values.get(name)
        group = owner.group if value is None else None
        if group is not None and name not in group.up.model_fields:
            for around in (group, *group.chain):
                value = around.values.get(name) if value is None else value
        return test(value)

    return has


def with_own_values(
    wanted: Mapping[str, tuple[Scalar | Range, ...]],
    on_row: OwnerTest,
    less: Callable[[frozenset[str], bool], OwnerTest],
) -> OwnerTest:
    """A test of a row, or of a group or the list, whose own values may be meant; what is left is asked of picks there.

    Members of a group answer for themselves `alone`: what groups say there is asked of the group.
    """
    asked = {name: among(values) for name, values in wanted.items()}
    known: dict[tuple[frozenset[str], bool], OwnerTest] = {}

    def test(owner: Owner) -> bool:
        if not owner.wide:
            return on_row(owner)
        own = frozenset(name for name, one in asked.items() if one(owner.values.get(name)))
        key = (own, owner.group is not None)
        if key not in known:
            known[key] = less(*key)
        return known[key](owner)

    return test


def there(on_row: OwnerTest) -> OwnerTest:
    """Whether a row passes a test, or some row that stands in it."""
    return lambda owner: on_row(owner) or (owner.wide and any(map(on_row, owner.below)))


def some_pick(test: PickTest) -> OwnerTest:
    """Whether some pick on a row passes a test."""
    return lambda row: any(map(test, row.inside))


class Answers:
    """What each entry met so far answers to a selector, by its identity: entries outlive lists.

    An entry fits, does not, or leaves some words to its row, which is then asked a test.
    """

    __slots__ = ("asking", "by_entry", "fitting", "known")

    def __init__(self) -> None:
        self.by_entry: dict[int, bool | OwnerTest] = {}
        self.known: set[int] = set()
        self.fitting: set[int] = set()
        self.asking: dict[OwnerTest, set[int]] = {}

    def learn(self, entry: Entry, answer: bool | OwnerTest) -> None:
        """Keep what an entry answers, unless the entry does not outlive the list."""
        if entry.unknown or entry.said:
            return
        self.by_entry[id(entry)] = answer
        self.known.add(id(entry))
        if answer is True:
            self.fitting.add(id(entry))
        elif answer is not False:
            self.asking.setdefault(answer, set()).add(id(entry))


def some_entry(answers: Answers, decided: Callable[[Entry], bool | OwnerTest]) -> OwnerTest:
    """The same where entries decide it: a row is looked at as the set of its entries, not pick by pick."""
    known, fitting, asking = answers.known, answers.fitting, answers.asking

    def on_row(row: Owner) -> bool:
        held = row.held or row.hold()
        if not held <= known:
            found = {decided(pick.entry) for pick in row.inside}
            return True in found or any(test(row) for test in found if not isinstance(test, bool))
        fits = not fitting.isdisjoint(held)
        for test, entries in asking.items():
            fits = fits or (not entries.isdisjoint(held) and test(row))
        return fits

    return on_row
