"""Policies: who activates next, what it does, and whether somebody is held back. Each is one way to play."""

from __future__ import annotations

from .match import Match
from .world import Figure, Held

__all__ = ["POLICIES", "Policy"]


class Policy:
    """Bold: whoever is nearest to an enemy goes first, and fights where it can."""

    fight, prepare, move = 6.0, 4.0, 3.0
    stop = 1.0
    """For what ends the activation."""
    waits = False

    def next(self, match: Match, waiting: list[Figure]) -> Figure:
        """The figure that activates."""
        return min(waiting, key=lambda one: (self.danger(match, one), one.title))

    def held_back(self, match: Match, waiting: list[Figure]) -> Figure | None:
        """The figure that goes last of its side, if the rules let a player say so."""
        return max(waiting, key=lambda one: (self.danger(match, one), one.title)) if self.waits and waiting else None

    def passes(self, own: int, others: int) -> bool:
        """Whether to let the other side go on instead, with so many left to activate on each side."""
        return self.waits and own <= others

    def weight(self, match: Match, held: Held) -> float:
        """How gladly a figure does something."""
        steps = match.sequences.get(held.sequence or held.entry["id"], {}).get("steps", [])
        if any("damage" in step for step in steps):
            return self.fight
        if any("is" in test for effect in held.entry.get("effects", []) for test in effect.get("ends", [])):
            return self.fight  # A move that has to end at somebody leads to a fight.
        if any(effect["do"] == "cancel" and "what" in effect for effect in held.entry.get("effects", [])):
            return self.stop
        price = sum(one.get("value", 1) for one in held.entry.get("use", {}).get("price", {}).values())
        return self.prepare if held.pick or not held.entry.get("effects") else self.move / max(1, price**3)

    def danger(self, match: Match, one: Figure) -> float:
        """How far the nearest enemy is."""
        enemies = [other for other in match.present() if other.side != one.side]
        return min((match.board.gap(one.spot, other.spot) for other in enemies), default=0.0)


class Careful(Policy):
    """Careful: whoever is farthest from the enemy goes first, prepares before it fights, and somebody is held back."""

    fight, prepare, move = 4.0, 6.0, 2.0
    waits = True

    def danger(self, match: Match, one: Figure) -> float:
        """The other way round."""
        return -super().danger(match, one)


POLICIES = {"bold": Policy(), "careful": Careful()}
