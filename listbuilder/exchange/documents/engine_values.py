"""Printed numbers as an engine gets them: each says its type, its numbers, and the text that a rulebook prints.

They carry no behaviour: `listbuilder.base.values` parses and adds, these are what is left when all of that is done.
"""

from __future__ import annotations

from typing import Any, Literal

from listbuilder.base import values
from listbuilder.base.records import complete


@complete
class DiceValue:
    """A roll: `count` dice with `sides` sides, plus `bonus`; a plain number has `count` 0."""

    type: Literal["dice"] = "dice"
    """Which kind of value this is."""
    count: int
    """How many dice."""
    sides: int
    """How many sides each die has."""
    bonus: int
    """What is added to the dice; may be negative."""
    text: str
    """As printed, such as 2d6+3."""


@complete
class DistanceValue:
    """A length on the table."""

    type: Literal["distance"] = "distance"
    """Which kind of value this is."""
    value: int | float
    """How long."""
    unit: str
    """In which unit: inches, squares, …"""
    text: str
    """As printed, such as 24"."""


@complete
class RollValue:
    """A number to reach on a die."""

    type: Literal["roll"] = "roll"
    """Which kind of value this is."""
    value: int
    """The number to reach."""
    text: str
    """As printed, such as 4+."""


@complete
class SplitValue:
    """A normal and a critical number."""

    type: Literal["split"] = "split"
    """Which kind of value this is."""
    normal: int
    """The number for a normal success."""
    critical: int
    """The number for a critical success."""
    text: str
    """As printed, such as 3/4."""


@complete
class UsesValue:
    """How often something works."""

    type: Literal["uses"] = "uses"
    """Which kind of value this is."""
    times: int
    """How many times."""
    per: str
    """In which stretch of play: game, activation, …"""
    text: str
    """As printed, such as 1 per game."""


PUBLISHED: dict[type, type] = {
    values.Dice: DiceValue,
    values.Distance: DistanceValue,
    values.RollTarget: RollValue,
    values.Split: SplitValue,
    values.Uses: UsesValue,
}


def publish_value(value: Any) -> Any:
    """A printed value in its published form; numbers and texts as they are."""
    made = PUBLISHED.get(type(value))
    if made is None:
        return value
    own = {name: one for name, one in vars(value).items() if name in made.record_set}  # type: ignore[attr-defined]
    return made(**own, text=str(value))
