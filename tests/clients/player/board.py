"""The plain board: where figures and markers are. Squares or inches, as the distances of the game are."""

from __future__ import annotations

import math
from random import Random
from typing import NamedTuple

__all__ = ["Board", "Spot"]

BASE = 1.26
"""How wide a figure is, in inches: 32 mm. On squares it fills one."""
SIDE = {"squares": 20.0, "inches": 48.0}
"""How long a side of the table is where no rulebook says it."""
STRIP = {"squares": 3.0, "inches": 6.0}
"""How deep a zone is where no rulebook says it."""


class Spot(NamedTuple):
    """A place on the board."""

    x: float
    y: float


class Board:
    """Distances, steps and zones."""

    def __init__(self, unit: str, sides: tuple[float, float] | None, zone: float | None) -> None:
        self.squares = unit == "squares"
        self.wide, self.deep = sides or (SIDE[unit], SIDE[unit])
        self.zone = zone or STRIP[unit]
        self.base = 0.0 if self.squares else BASE

    def apart(self, one: Spot, two: Spot) -> float:
        """How far two spots are from each other, from middle to middle."""
        across, along = abs(one.x - two.x), abs(one.y - two.y)
        return max(across, along) if self.squares else math.hypot(across, along)

    def gap(self, one: Spot, two: Spot) -> float:
        """How far two figures are from each other, from base to base."""
        return max(0.0, round(self.apart(one, two) - self.base, 3))

    def inside(self, spot: Spot) -> bool:
        """Whether a figure there is on the board."""
        edge = self.base / 2
        least, most = (0, 1) if self.squares else (edge, edge)
        return least <= spot.x <= self.wide - most and least <= spot.y <= self.deep - most

    def clamped(self, spot: Spot) -> Spot:
        """The nearest spot on the board."""
        edge, most = self.base / 2, 1 if self.squares else self.base / 2
        return Spot(min(max(spot.x, edge), self.wide - most), min(max(spot.y, edge), self.deep - most))

    def toward(self, start: Spot, goal: Spot, far: float) -> Spot:
        """A spot so far from another, straight at a third; on squares the nearest such square."""
        across, along = goal.x - start.x, goal.y - start.y
        length = max(abs(across), abs(along)) if self.squares else math.hypot(across, along)
        if not length:
            return start
        part = far / length
        made = Spot(start.x + across * part, start.y + along * part)
        return Spot(float(round(made.x)), float(round(made.y))) if self.squares else made

    def zone_of(self, side: int, spot: Spot, wholly: bool = False) -> bool:
        """Whether a spot is in the zone of a side: the first has the near edge, the second the far one."""
        reach = self.base / 2 if wholly else -self.base / 2
        far = spot.y if side == 0 else self.deep - (1 if self.squares else 0) - spot.y
        return far + reach < self.zone if self.squares else far + reach <= self.zone

    def start_of(self, side: int, at: int, of: int, dice: Random) -> Spot:
        """Where the figures of a side start, spread over their zone."""
        x = self.wide * (0.2 + 0.6 * (at + 0.5) / of)
        y = dice.uniform(self.base / 2, self.zone - self.base / 2 - 0.01)
        if self.squares:
            x, y = float(int(x)), float(int(y))
        return self.clamped(Spot(x, y if side == 0 else self.deep - (1 if self.squares else 0) - y))

    def anywhere(self, low: float, high: float, dice: Random) -> Spot:
        """Some spot between two depths of the board."""
        spot = self.clamped(Spot(dice.uniform(0, self.wide), dice.uniform(low, high)))
        return Spot(float(int(spot.x)), float(int(spot.y))) if self.squares else spot

    def quarter(self, spot: Spot) -> int:
        """Which quarter of the board a spot is in."""
        return (spot.x >= self.wide / 2) + 2 * (spot.y >= self.deep / 2)

    def crosses(self, one: Spot, two: Spot, other: Spot) -> bool:
        """Whether a figure stands in the line between two others."""
        length = math.hypot(two.x - one.x, two.y - one.y)
        if not length or other in (one, two):
            return False
        part = ((other.x - one.x) * (two.x - one.x) + (other.y - one.y) * (two.y - one.y)) / length**2
        if not 0 < part < 1:
            return False
        near = Spot(one.x + part * (two.x - one.x), one.y + part * (two.y - one.y))
        return math.hypot(near.x - other.x, near.y - other.y) < (0.4 if self.squares else self.base / 2)
