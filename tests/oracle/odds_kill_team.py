"""The odds of Kill Team by brute force: every attack die with every defence die, and every way to strike or block."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

Hits = tuple[int, int]
"""Critical and normal ones."""


class Weapon(NamedTuple):
    """A weapon as printed; rules are written in lower case, a number after a blank."""

    atk: int
    hit: int
    normal: int
    crit: int
    rules: frozenset[str] = frozenset()

    def number(self, rule: str) -> int:
        """The number of a rule, 0 where the weapon does not have it."""
        found = [one for one in self.rules if one.startswith(f"{rule} ") and one.split()[-1].strip("+").isdigit()]
        return int(found[0].split()[-1].strip("+")) if found else 0


class Shot(NamedTuple):
    """One Shoot: the weapon, the target's save and wounds, and what the table is like."""

    weapon: Weapon
    save: int
    wounds: int
    cover: bool = False
    obscured: bool = False
    injured: bool = False
    above: int = 0
    concealed: bool = False
    reroll: tuple[bool, bool] = (False, False)
    unmoved: bool = False


@cache
def attack_dice(weapon: Weapon, hit: int, free: int, rerolls: int) -> Mapping[tuple[int, int, int], Fraction]:
    """Criticals, normals and misses; misses are rolled again as far as the rules allow."""
    lethal = weapon.number("lethal") or 6
    dice = max(weapon.atk - free, 0)
    found: defaultdict[tuple[int, int, int], Fraction] = defaultdict(Fraction)

    def read(faces: tuple[int, ...]) -> tuple[int, int, int]:
        crits = sum(face >= lethal for face in faces)
        good = sum(face >= min(hit, lethal) for face in faces)
        return crits, good - crits, len(faces) - good

    for faces, ways in Counter(tuple(sorted(one)) for one in product(range(1, 7), repeat=dice)).items():
        bad = [face for face in faces if face < min(hit, lethal)]
        again = min(len(bad), rerolls + ("balanced" in weapon.rules))
        if "ceaseless" in weapon.rules:
            most = max((bad.count(face) for face in bad), default=0)
            again = min(len(bad), max(most, 0) + rerolls)
        if "relentless" in weapon.rules:
            again = len(bad)
        kept = list(faces)
        left = read(tuple(kept))
        for more in product(range(1, 7), repeat=again):
            extra = read(more)
            result = (left[0] + extra[0], left[1] + extra[1] + free, left[2] - again + extra[2])
            found[result] += Fraction(ways, 6 ** (dice + again))
    return found


def kept_hits(weapon: Weapon, result: tuple[int, int, int]) -> Hits:
    """The hits after Severe, Punishing and Rending."""
    crits, normals, misses = result
    if "severe" in weapon.rules and not crits and normals:
        crits, normals = 1, normals - 1
    if "punishing" in weapon.rules and crits and misses:
        normals += 1
    if "rending" in weapon.rules and crits and normals:
        crits, normals = crits + 1, normals - 1
    return crits, normals


@cache
def least(hits: Hits, saves: Hits, harm: Hits) -> int:
    """The least damage that is left, of all ways to use the saves."""
    best = hits[0] * harm[0] + hits[1] * harm[1]
    for stopped, used in (((0, 1), (0, 1)), ((0, 1), (1, 0)), ((1, 0), (1, 0)), ((1, 0), (0, 2))):
        left = (hits[0] - stopped[0], hits[1] - stopped[1])
        kept = (saves[0] - used[0], saves[1] - used[1])
        if min(*left, *kept) >= 0:
            best = min(best, least(left, kept, harm))
    return best


@cache
def saves_of(dice: int, save: int, again: bool) -> Mapping[Hits, Fraction]:
    """Critical and normal saves of some dice; one that failed is rolled again where a CP is spent."""
    found: defaultdict[Hits, Fraction] = defaultdict(Fraction)
    for faces, ways in Counter(tuple(sorted(one)) for one in product(range(1, 7), repeat=dice)).items():
        failed = again and any(face < save for face in faces)
        for extra in range(1, 7) if failed else (0,):
            now = (*faces[1:], extra) if failed else faces  # the lowest die comes first
            crits = sum(face == 6 for face in now)
            good = sum(face >= save for face in now)
            found[crits, good - crits] += Fraction(ways, 6**dice * (6 if failed else 1))
    return found


def eased(shot: Shot, harm: int) -> int:
    """One damage: of 3 and more, an Unmoved target takes one less."""
    return harm - 1 if shot.unmoved and harm >= 3 else harm


def shoot(shot: Shot) -> dict[int, Fraction]:
    """The damage to the target, no more than it has wounds."""
    weapon = shot.weapon
    accurate = weapon.number("accurate")
    high = (2 if shot.above >= 4 else 1 if shot.above >= 2 else 0) if not shot.concealed else 0
    free = 2 if accurate and high else accurate or high
    harm = (eased(shot, weapon.crit), eased(shot, weapon.normal))
    extra = eased(shot, weapon.number("devastating"))
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for result, chance in attack_dice(weapon, weapon.hit + shot.injured, min(free, weapon.atk), shot.reroll[0]).items():
        crits, normals = kept_hits(weapon, result)
        if shot.obscured:
            crits, normals = 0, max(normals - 1, 0) + crits
        dice = 3 - (weapon.number("piercing") if "piercing crits" not in " ".join(weapon.rules) or crits else 0)
        dice = max(dice, 0)
        options: list[Hits] = [(0, 0)]
        if "saturate" not in weapon.rules:
            if shot.concealed and shot.above:
                options = [(1, 0), (0, 2)]
            elif shot.cover:
                options = [(0, 1)]
        tables = []
        for free_crits, free_normals in options:
            unrolled = min(free_crits + free_normals, dice)
            table: defaultdict[int, Fraction] = defaultdict(Fraction)
            for (hard, soft), p in saves_of(dice - unrolled, shot.save, shot.reroll[1]).items():
                saves = (hard + min(free_crits, dice), soft + min(free_normals, dice))
                lost = least((crits, normals), saves, harm) + extra * crits
                table[min(lost, shot.wounds)] += p
            tables.append(table)
        best = min(tables, key=lambda table: sum(lost * p for lost, p in table.items()))
        for lost, p in best.items():
            found[lost] += chance * p
    return dict(found)


def burns(weapon: Weapon, wounds: int) -> dict[int, Fraction]:
    """Hot: a die lower than the HIT stat does twice its roll to the bearer."""
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for face in range(1, 7):
        found[min(2 * face, wounds) if "hot" in weapon.rules and face < weapon.hit else 0] += Fraction(1, 6)
    return dict(found)


class Side(NamedTuple):
    """One of two who fight: the weapon and the wounds."""

    weapon: Weapon
    wounds: int


class Ending(NamedTuple):
    """How a fight ends under best play: its worth to the attacker, and the wounds both may have left."""

    worth: tuple[int, int]
    left: frozenset[tuple[int, int]]


def fights(mine: Side, theirs: Side) -> Iterator[tuple[Ending, Fraction]]:
    """How a fight ends for every roll of both, with its chance."""

    @cache
    def best(hands: tuple[Hits, Hits], left: tuple[int, int], turn: int, shocked: int) -> Ending:
        if min(left) <= 0 or not any(hands[0] + hands[1]):
            lost = (mine.wounds - max(left[0], 0), theirs.wounds - max(left[1], 0))
            return Ending(((left[1] <= 0) - (left[0] <= 0), lost[1] - lost[0]), frozenset({left}))
        if not any(hands[turn]):
            return best(hands, left, 1 - turn, shocked)
        own, other, weapon = hands[turn], hands[1 - turn], (mine, theirs)[turn].weapon
        foe = (mine, theirs)[1 - turn].weapon
        options = []
        for die in (0, 1):
            if not own[die]:
                continue
            rest = (own[0] - (die == 0), own[1] - (die == 1))
            cut, now = other, shocked
            if die == 0 and "shock" in weapon.rules and not shocked & (1 << turn):
                cut = (other[0], other[1] - 1) if other[1] else (max(other[0] - 1, 0), 0)
                now |= 1 << turn
            after = [*left]
            after[1 - turn] -= weapon.crit if die == 0 else weapon.normal
            pair = (rest, cut) if turn == 0 else (cut, rest)
            options.append(best(pair, (after[0], after[1]), 1 - turn, now))
            for stopped in (0, 1):
                if not other[stopped] or (die == 1 and (stopped == 0 or "brutal" in foe.rules)):
                    continue
                less = (other[0] - (stopped == 0), other[1] - (stopped == 1))
                pair = (rest, less) if turn == 0 else (less, rest)
                options.append(best(pair, left, 1 - turn, shocked))
        worth = (max if turn == 0 else min)(one.worth for one in options)
        return Ending(worth, frozenset().union(*(one.left for one in options if one.worth == worth)))

    rolls: list[Mapping[Hits, Fraction]] = []
    for side in (mine, theirs):
        hands: defaultdict[Hits, Fraction] = defaultdict(Fraction)
        for result, chance in attack_dice(side.weapon, side.weapon.hit, side.weapon.number("accurate"), 0).items():
            hands[kept_hits(side.weapon, result)] += chance
        rolls.append(hands)
    for (one, p), (two, q) in product(rolls[0].items(), rolls[1].items()):
        yield best((one, two), (mine.wounds, theirs.wounds), 0, 0), p * q


def fight(mine: Side, theirs: Side) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the attacker and the target are out, and how much more the target loses on average."""
    outs, gap = [Fraction(0), Fraction(0)], Fraction(0)
    for ending, chance in fights(mine, theirs):
        won, more = ending.worth
        outs[0] += chance * (won < 0)
        outs[1] += chance * (won > 0)
        gap += chance * more
    return outs[0], outs[1], gap


def outs_with_hot(mine: Side, theirs: Side) -> list[tuple[Fraction, Fraction]]:
    """The least and the highest chance of each to be out once Hot is rolled; plays of equal worth leave it open."""
    found = []
    for at, side in enumerate((mine, theirs)):
        burns = [2 * face if "hot" in side.weapon.rules and face < side.weapon.hit else 0 for face in range(1, 7)]
        least = most = Fraction(0)
        for ending, chance in fights(mine, theirs):
            chances = [Fraction(sum(left[at] <= burn for burn in burns), 6) for left in ending.left]
            least, most = least + chance * min(chances), most + chance * max(chances)
        found.append((least, most))
    return found
