"""Published values as numbers: integers stay, distances lose their unit, dice are rolled."""

from __future__ import annotations

from random import Random
from typing import Any

__all__ = ["Data", "Rows", "figure_of", "parts_of"]

Data = dict[str, Any]
Rows = list[Data]


def figure_of(value: Any, dice: Random) -> float:
    """The number that a value comes to."""
    if value is None:
        return 0
    if isinstance(value, int | float):
        return value
    if value["type"] == "dice":
        return sum(parts_of(value, dice)) + int(value["bonus"])
    return float(value["value"])


def parts_of(value: Data, dice: Random) -> list[int]:
    """What each die of a roll shows."""
    return [dice.randint(1, int(value["sides"])) for _ in range(int(value["count"]))]
