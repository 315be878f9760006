"""Numbers on the tree: what budgets allow, who changed what, and how changes come together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from listbuilder.catalogue.query import Number


class Allowance(NamedTuple):
    """What a budget allows and how much of it is spent."""

    allowed: int
    spent: int


class Contribution(NamedTuple):
    """One change to a number: who gave it, what it did (`set`, `add`, `times`, `least`, `most`) and by how much.

    `copies` is for how many copies of a pick, where it is not for all of them.
    """

    giver: str
    what: str
    amount: int | Fraction
    times: int
    order: int = 0
    copies: int | None = None


class Sum(NamedTuple):
    """A fixed amount that something on a model adds to one of the model's numbers, and the note of one time."""

    number: Number
    amount: int
    note: Contribution


def apply_changes(start: int, changes: Iterable[Contribution], round_up: bool = True) -> int:
    """A number after all changes to it, whatever order they come in."""
    value = start
    several = list(changes)
    for order in sorted({change.order for change in several}):
        here = [change for change in several if change.order == order]
        sets = [change.amount for change in here if change.what == "set"]
        exact: Fraction | int = max(sets) if sets else value
        exact += sum(change.amount * change.times for change in here if change.what == "add")
        for change in here:
            if change.what == "times":
                exact *= change.amount**change.times
        value = ceil(exact) if round_up else floor(exact)
        for change in here:
            if change.what == "least":
                value = max(value, int(change.amount))
        for change in here:
            if change.what == "most":
                value = min(value, int(change.amount))
    return value


def apply_additions(start: int, changes: Sequence[Contribution], up: bool) -> int:
    """A number after its changes, quickly where they only add."""
    total = start
    for change in changes:
        if change.what != "add":
            return apply_changes(start, changes, up)
        total += int(change.amount) * change.times
    return total
