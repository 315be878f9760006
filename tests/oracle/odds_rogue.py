"""The odds of Rogue Conflict by brute force: every face of every die, one attack after the other, from the rulebook."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from typing import NamedTuple

WEAPONS = {"Slug": (1, 0), "Laser": (1, 3), "Plasma": (2, 0), "Heavy Laser": (2, 3), "Heavy Plasma": (3, 0)}
"""Dice and what is added, by the first words of a weapon's name."""
ARMOUR = {None: 0, "Medium": 2, "Heavy": 4}
GRENADE, FLAMER, BLADE = "Explosive Grenade", "Hand Flamer", "Energy Blade"


class Model(NamedTuple):
    """One model of the match-up, with what is on it."""

    acc: int = 0
    dod: int = 0
    hp: int = 6
    weapon: str = "Laser Rifle"
    armour: str | None = None
    abilities: frozenset[str] = frozenset()
    gear: frozenset[str] = frozenset()


class Table(NamedTuple):
    """What the table is like: cover, distance, and what is in use."""

    half_cover: bool = False
    full_cover: bool = False
    half_range: bool = False
    elevated: bool = False
    off_turn: bool = False
    hindered: bool = False
    attacked: bool = False
    moved: int = 0
    spotters: int = 0
    analysis: bool = False
    used: frozenset[str] = frozenset()


class State(NamedTuple):
    """Where an attack leaves the target."""

    hp: int
    soak: int = 2
    attacks: int = 0
    hits: int = 0


def cover(attacker: Model, target: Model, table: Table) -> int:
    """0 for none, 1 for half, 2 for full: full replaces half, and penetrating rounds come last."""
    level = 2 if table.full_cover else 1 if table.half_cover else 0
    if "Bunker Down" in table.used and level == 1:
        level = 2
    if "Personal Force Field" in table.used:
        level = 2
    if "Penetrating Rounds" in attacker.gear and level == 2:
        level = 1
    return level


def needed(attacker: Model, target: Model, table: Table, state: State) -> int:
    """What the die must show at least, every modifier added up."""
    level = cover(attacker, target, table)
    dodge = target.dod + (2 * state.attacks if "Adaptive Cover" in target.abilities else 0)
    dodge += table.moved // 3 if "Defensive Momentum" in target.abilities else 0
    dodge += 3 if "Quick Feet" in table.used else 0
    dodge += 2 if "Camouflage" in target.abilities and level else 0
    accuracy = attacker.acc + 3 * table.spotters + (2 if table.analysis else 0)
    accuracy += 2 if "Threading The Needle" in attacker.abilities and level else 0
    accuracy += 5 if "Focused aim" in table.used else 0
    accuracy += 2 if "Higher Ground" in attacker.abilities and table.elevated else 0
    accuracy += 3 if "Saw it Coming" in attacker.abilities and table.off_turn else 0
    bonus = -3 if "Heavy Rounds" in attacker.gear else 0
    bonus -= 3 if table.hindered else 0
    bonus -= 3 if "Rapid Fire" in table.used else 0
    bonus -= 3 if "Run and Gun" in table.used else 0
    bonus -= 5 if "Fire Back" in table.used else 0
    bonus -= 2 if "Hard to Hit" in target.abilities else 0
    bonus -= 5 if "Extra Shielding" in table.used else 0
    bonus += 3 if "Concentrated Fire" in attacker.abilities and (table.attacked or state.attacks) else 0
    bonus += 2 if "Tracer Rounds" in attacker.gear and state.hits else 0
    return 5 + dodge - accuracy + (0, 5, 10)[level] - (5 if table.half_range else 0) - bonus


def wound(target: Model, state: State, harm: int) -> State:
    """The target after some damage that got past its armour: Power Through, then Resilient."""
    soaked = min(harm, state.soak) if "Power Through" in target.abilities else 0
    hp = state.hp - (harm - soaked)
    if hp <= 0 and "Resilient" in target.abilities and state.hp >= 3:
        hp = 1
    return state._replace(hp=max(hp, 0), soak=state.soak - soaked)


def attack(attacker: Model, target: Model, table: Table) -> tuple[Fraction, dict[int, Fraction]]:
    """The chance of any hit, and the damage of all attacks of one use."""
    dice, more = next(WEAPONS[name] for name in sorted(WEAPONS, key=len)[::-1] if attacker.weapon.startswith(name))
    more += 2 if "Heavy Rounds" in attacker.gear else 0
    dr = ARMOUR[target.armour] + (2 if "Tactical Shield" in target.gear else 0)
    dr = 0 if "AP Rounds" in attacker.gear else dr
    rolls = Counter(max(sum(faces) + more - dr, 1) for faces in product(range(1, 7), repeat=dice))
    states = {State(target.hp): Fraction(1)}
    for _ in range(2 if "Rapid Fire" in table.used else 1):
        after: defaultdict[State, Fraction] = defaultdict(Fraction)
        for state, chance in states.items():
            if state.hp <= 0:
                after[state] += chance
                continue
            bar = needed(attacker, target, table, state)
            faces = [one for one in range(1, 21) if one != 1 and (one == 20 or one >= bar)]
            if table.off_turn and "Evasive Maneuvers" in target.abilities:
                faces = []
            after[state._replace(attacks=state.attacks + 1)] += chance * (20 - len(faces)) / 20
            for harm, ways in rolls.items() if faces else ():
                then = wound(target, state, harm)._replace(attacks=state.attacks + 1, hits=state.hits + 1)
                after[then] += chance * len(faces) / 20 * Fraction(ways, 6**dice)
        states = dict(after)
    damage: defaultdict[int, Fraction] = defaultdict(Fraction)
    for state, chance in states.items():
        damage[target.hp - state.hp] += chance
    return sum((chance for state, chance in states.items() if state.hits), Fraction(0)), dict(damage)


def thrown(what: str, target: Model) -> dict[int, Fraction]:
    """The damage of what needs no attack: a grenade and a flamer 1d6+3 less DR, a blade 2 whatever the DR."""
    dr = ARMOUR[target.armour] + (2 if "Tactical Shield" in target.gear else 0)
    harms = [2] if what == BLADE else [max(face + 3 - dr, 1) for face in range(1, 7)]
    damage: defaultdict[int, Fraction] = defaultdict(Fraction)
    for harm in harms:
        damage[target.hp - wound(target, State(target.hp), harm).hp] += Fraction(1, len(harms))
    return dict(damage)
