"""The odds of Constellation Warrior by brute force: both sides roll every die, from the rulebook and its rulings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

UNITS = {"Novice": (2, 1), "Soldier": (3, 2), "Expert": (4, 3), "Hero": (5, 3)}
"""ATT and AR."""
Lost = tuple[int, int]


class Fight(NamedTuple):
    """A match-up: who, how hurt already, and what is in use."""

    mine: str
    theirs: str
    ranged: bool = False
    armed: bool = False
    distance: int = 0
    cover: bool = False
    moved: bool = False
    surrounded: tuple[bool, bool] = (False, False)
    outnumbered: tuple[bool, bool] = (False, False)
    wall: tuple[bool, bool] = (False, False)
    used: frozenset[str] = frozenset()


def blows(faces: tuple[int, ...]) -> int:
    """4 and 5 do one point of damage, 6 does two."""
    return sum({4: 1, 5: 1, 6: 2}.get(face, 0) for face in faces)


def stops(faces: tuple[int, ...]) -> int:
    """1 and 2 stop a point each."""
    return sum(face <= 2 for face in faces)


@cache
def rolled(dice: int, again: bool) -> Mapping[tuple[int, int], Fraction]:
    """Blows and stops of some dice; one is rolled again that does no damage, a 3 before a 1 or a 2."""
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for faces, ways in Counter(tuple(sorted(one)) for one in product(range(1, 7), repeat=dice)).items():
        weak = [face for face in (3, 1, 2) if face in faces] if again else []
        if not weak:
            found[blows(faces), stops(faces)] += Fraction(ways, 6**dice)
            continue
        kept = list(faces)
        kept.remove(weak[0])
        for face in range(1, 7):
            now = (*kept, face)
            found[blows(now), stops(now)] += Fraction(ways, 6 ** (dice + 1))
    return found


def att_left(unit: str, lost: int) -> int:
    """Wounds take the armour first, then ATT."""
    att, armour = UNITS[unit]
    return att - max(lost - armour, 0)


def dice_of(fight: Fight, lost: Lost) -> tuple[int, int]:
    """How many dice each side rolls."""
    mine, theirs = att_left(fight.mine, lost[0]), att_left(fight.theirs, lost[1])
    mine, theirs = mine + fight.wall[0], theirs + fight.wall[1]
    if fight.ranged:
        mine -= fight.distance // 6 + fight.cover + fight.moved
    else:
        mine -= fight.surrounded[0] + fight.outnumbered[0]
    theirs -= fight.surrounded[1] + fight.outnumbered[1]
    mine += 2 * ("Reckless Rush" in fight.used) + 4 * ("Sacrifice" in fight.used)
    mine += "Steady aim" in fight.used and fight.ranged
    mine -= "Area damage" in fight.used
    single = not fight.ranged and not fight.used.isdisjoint({"Viper attack", "Perfect defense", "Jump back strike"})
    return (1 if single else max(mine, 0)), (0 if single else max(theirs, 0))


def outcome(fight: Fight) -> dict[Lost, Fraction]:
    """What both sides lose, with the chance of it."""
    healths = tuple(sum(UNITS[unit]) for unit in (fight.mine, fight.theirs))
    start = min(1, healths[0]) if "Reckless Rush" in fight.used else 0
    states = {(start, 0): Fraction(1)}
    for _ in range(2 if "Swift shooter" in fight.used and fight.ranged else 1):
        after: defaultdict[Lost, Fraction] = defaultdict(Fraction)
        for lost, chance in states.items():
            if lost[0] >= healths[0] or lost[1] >= healths[1]:
                after[lost] += chance
                continue
            dice = dice_of(fight, lost)
            answers = (fight.armed or not fight.ranged) and "Area damage" not in fight.used
            for (dealt, saved), p in rolled(dice[0], "Attack Re-Rolls" in fight.used).items():
                for (back, stopped), q in rolled(dice[1], False).items():
                    hurt = max(dealt - stopped, 0)
                    own = max(back - saved, 0) if answers else 0
                    then = (min(lost[0] + own, healths[0]), min(lost[1] + hurt, healths[1]))
                    after[then] += chance * p * q
        states = dict(after)
    return states
