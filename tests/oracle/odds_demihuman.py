"""The odds of Demihuman Combat by brute force: a die and the attack's force against a die and the defence."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product


def attack(
    force: int,
    defence: int,
    hp: int,
    *,
    roll: int = 0,
    enraged: int = 0,
    covered: bool = False,
    damageless: bool = False,
) -> tuple[Fraction, dict[int, Fraction]]:
    """The chance that the effect happens, and the damage; `roll` is all that is added to the attack roll."""
    hits, damage = Fraction(0), defaultdict[int, Fraction](Fraction)
    for mine, theirs in product(range(1, 7), repeat=2):
        gap = mine + force + roll - theirs - defence
        hits += Fraction(gap >= 0, 36)
        harm = gap + enraged if gap > 0 else 0
        harm = max(harm - 1, 1) if covered and harm else harm
        damage[0 if damageless else min(max(harm, 0), hp)] += Fraction(1, 36)
    return hits, dict(damage)
