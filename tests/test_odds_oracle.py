"""Odds against brute force: random match-ups, reckoned by plain simulators that were written from the rulebooks."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from oracle import odds_constellation, odds_rogue
from oracle.odds_constellation import UNITS, Fight
from oracle.odds_rogue import ARMOUR, BLADE, FLAMER, GRENADE, Model, Table
from test_odds import attack, damage, reckon

from listbuilder.documents.odds import AttackOdds, SideOdds

WEAPONS = [f"{kind} {form}" for kind in odds_rogue.WEAPONS for form in ("Pistol", "Rifle", "Lancer")]
OFFENSIVE = [
    *("Threading The Needle", "Concentrated Fire", "Focused aim", "Rapid Fire", "Higher Ground", "Fire Back"),
    *("Run and Gun", "Saw it Coming"),
]
DEFENSIVE = [
    *("Adaptive Cover", "Bunker Down", "Extra Shielding", "Hard to Hit", "Quick Feet", "Resilient", "Camouflage"),
    *("Power Through", "Evasive Maneuvers", "Defensive Momentum"),
]
ROUNDS = ["Penetrating Rounds", "Heavy Rounds", "AP Rounds", "Tracer Rounds", "Poison Rounds", "Paralytic Rounds"]
USED_BY_ATTACKER = {"Focused aim", "Rapid Fire", "Fire Back", "Run and Gun"}
USED_BY_TARGET = {"Bunker Down", "Extra Shielding", "Quick Feet", "Personal Force Field"}


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


def row(model: Model, rank: str = "V") -> str:
    """A model as a row of a list file."""
    armour = f", armour: {model.armour}" if model.armour else ""
    raises = f"acc: {model.acc}, dod: {model.dod}, hp: {model.hp - 6}"
    picks = f"abilities: [{', '.join(sorted(model.abilities))}], gear: [{', '.join(sorted(model.gear))}]"
    return f"{{rank: {rank}, raise: {{{raises}}}, weapon: {model.weapon}{armour}, {picks}}}"


def rogue_matchup(random: Random) -> tuple[Model, Model, Table]:
    """Two models and a table, all at random."""
    mine = random.sample(OFFENSIVE, random.randint(0, 2))
    theirs = random.sample(DEFENSIVE, random.randint(0, 2))
    gear = random.choice(["", "", "Personal Force Field", "Tactical Shield"])
    attacker = Model(
        acc=random.randint(0, 3),
        weapon=random.choice(WEAPONS),
        abilities=frozenset(mine),
        gear=frozenset(random.sample(ROUNDS, random.randint(0, 2))),
    )
    target = Model(
        dod=random.randint(0, 3),
        hp=random.randint(6, 12),
        weapon="Slug Pistol",
        armour=random.choice(list(ARMOUR)),
        abilities=frozenset(theirs),
        gear=frozenset([gear] if gear else []),
    )
    used = {
        name for name in (*mine, *theirs, gear) if name in USED_BY_ATTACKER | USED_BY_TARGET and random.random() < 0.7
    }
    brings = sorted(used & {"Rapid Fire", "Fire Back", "Run and Gun"})
    used -= set(brings[1:])  # one attack is brought by one thing
    table = Table(
        half_cover=random.random() < 0.4,
        full_cover=random.random() < 0.3,
        half_range=random.random() < 0.3,
        elevated="Higher Ground" in mine and random.random() < 0.5,
        off_turn=not {"Saw it Coming", "Evasive Maneuvers"}.isdisjoint({*mine, *theirs}) and random.random() < 0.5,
        hindered=random.random() < 0.2,
        attacked="Concentrated Fire" in mine and random.random() < 0.5,
        moved=random.randint(0, 12) if "Defensive Momentum" in theirs else 0,
        spotters=random.choice([0, 0, 1, 2]),
        analysis=random.random() < 0.2,
        used=frozenset(used),
    )
    return attacker, target, table


def rogue_words(table: Table) -> list[str]:
    """The table as `--with` says it."""
    states = {
        "half-cover": table.half_cover,
        "full-cover": table.full_cover,
        "half-range": table.half_range,
        "elevated": table.elevated,
        "out-of-activation": table.off_turn,
        "attacker.hindered": table.hindered,
        "was-attack": table.attacked,
        "tactical-analysis": table.analysis,
    }
    words = [word for word, given in states.items() if given]
    words += [f"moved={table.moved}"] if table.moved else []
    words += [f"spotter={table.spotters}"] if table.spotters else []
    return words + [slug(name) for name in sorted(table.used)]


def out(side: SideOdds | None) -> Fraction:
    assert side is not None
    return Fraction(side.out.exact)


def mean(side: SideOdds | None) -> Fraction:
    assert side is not None
    return Fraction(side.mean.exact)


FRIENDS = "\n{rank: II, weapon: Slug Pistol, abilities: [Spotter], count: 2}\n" + (
    "{rank: II, weapon: Slug Pistol, abilities: [Tactical Analysis]}"
)


@pytest.mark.parametrize("seed", range(60))
def test_rogue_attacks(seed: int, tmp_path: Path) -> None:
    """Cover, gear, abilities of both sides, Spotters, and the two shots of Rapid Fire."""
    attacker, target, table = rogue_matchup(Random(seed))
    found = attack(
        reckon(tmp_path, "rogue-conflict", row(attacker) + FRIENDS, row(target), *rogue_words(table)), attacker.weapon
    )
    hit, expected = odds_rogue.attack(attacker, target, table)
    assert Fraction(found.hit.exact) == hit
    assert damage(found) == expected
    assert out(found.to_target) == expected.get(target.hp, 0)


@pytest.mark.parametrize("what", [GRENADE, FLAMER, BLADE])
@pytest.mark.parametrize("seed", range(6))
def test_rogue_damage_that_never_misses(what: str, seed: int, tmp_path: Path) -> None:
    """Grenades, flamer and blade have odds of their own, whatever rounds the weapon has."""
    attacker, target, _ = rogue_matchup(Random(seed))
    attacker = attacker._replace(gear=attacker.gear | {what})
    found = attack(reckon(tmp_path, "rogue-conflict", row(attacker), row(target)), what)
    expected = odds_rogue.thrown(what, target)
    assert damage(found) == expected
    assert out(found.to_target) == expected.get(target.hp, 0)


@pytest.mark.parametrize(
    ("ability", "armour", "percent"),
    [("Resilient", None, 35.4), ("Power Through", "Medium", 28.6), ("Adaptive Cover", None, 60.0), ("", None, 65.2)],
)
def test_the_second_shot_meets_what_the_first_left(
    ability: str, armour: str | None, percent: float, tmp_path: Path
) -> None:
    """Rapid Fire with a Plasma Rifle against 8 HP, worked out by hand."""
    attacker = Model(acc=1, weapon="Plasma Rifle", abilities=frozenset(["Rapid Fire"]))
    target = Model(hp=8, armour=armour, abilities=frozenset([ability] if ability else []))
    found = attack(reckon(tmp_path, "rogue-conflict", row(attacker), row(target), "rapid-fire"))
    assert round(float(out(found.to_target)) * 100, 1) == percent
    assert found.attacks == 2


ABILITIES = [
    *("Attack Re-Rolls", "Reckless Rush", "Sacrifice", "Viper attack", "Perfect defense", "Jump back strike"),
    *("Steady aim", "Swift shooter", "Area damage", "Warrior wall"),
]


def constellation_matchup(random: Random, *, ranged: bool) -> Fight:
    """Two miniatures and what is going on, all at random."""

    def flip(chance: float) -> bool:
        return random.random() < chance

    mine = (
        random.choice(ABILITIES[:6] + ABILITIES[8:9])
        if not ranged
        else random.choice(
            ["Attack Re-Rolls", "Reckless Rush", "Sacrifice", "Steady aim", "Swift shooter", "Area damage"]
        )
    )
    return Fight(
        mine=random.choice(list(UNITS)),
        theirs=random.choice(list(UNITS)),
        ranged=ranged,
        armed=flip(0.5),
        distance=random.choice([0, 4, 6, 8]) if ranged else 0,
        cover=ranged and flip(0.4),
        moved=ranged and flip(0.4),
        surrounded=(not ranged and flip(0.3), flip(0.3)),
        outnumbered=(not ranged and flip(0.2), flip(0.2)),
        wall=(flip(0.3), flip(0.3)),
        used=frozenset([mine] if flip(0.75) else []),
    )


def constellation_words(fight: Fight) -> list[str]:
    """The match-up as `--with` says it."""
    words = [f"distance={fight.distance}"] if fight.distance else []
    words += ["in-cover"] if fight.cover else []
    words += ["moved"] if fight.moved else []
    for side, who in enumerate(("attacker", "target")):
        words += [f"{who}.encircled"] if fight.surrounded[side] else []
        words += [f"{who}.crowded"] if fight.outnumbered[side] else []
        words += [f"{who}.warrior-wall"] if fight.wall[side] else []
    return words + [f"attacker.{slug(name)}" for name in sorted(fight.used)]


def check_constellation(fight: Fight, folder: Path) -> AttackOdds:
    """The odds of one match-up, compared with brute force."""
    mine = ", ".join(sorted({*fight.used, *(["Warrior wall"] if fight.wall[0] else [])}))
    theirs = "Warrior wall" if fight.wall[1] else ""
    weapon = ", weapon: Long" if fight.ranged else ""
    answer = ", weapon: Short" if fight.armed else ""
    rows = (
        f"{{unit: {fight.mine}{weapon}, abilities: [{mine}]}}",
        f"{{unit: {fight.theirs}{answer}, abilities: [{theirs}]}}",
    )
    sequence = "ranged-attack" if fight.ranged else "melee-attack"
    found = attack(reckon(folder, "constellation-warrior", *rows, *constellation_words(fight)), sequence=sequence)
    expected = odds_constellation.outcome(fight)
    for back in (False, True):
        table: dict[int, Fraction] = {}
        for lost, chance in expected.items():
            number = lost[0 if back else 1]
            table[number] = table.get(number, Fraction(0)) + chance
        assert damage(found, back) == table
        health = sum(UNITS[fight.mine if back else fight.theirs])
        dies = back and "Sacrifice" in fight.used
        assert out(found.to_attacker if back else found.to_target) == (1 if dies else table.get(health, 0))
    return found


@pytest.mark.parametrize("ranged", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_constellation_attacks(seed: int, ranged: bool, tmp_path: Path) -> None:
    """Both sides roll: walls, penalties, re-rolls, self-damage, and the two shots of Swift shooter."""
    check_constellation(constellation_matchup(Random(seed), ranged=ranged), tmp_path)


def test_a_re_roll_spares_the_stops(tmp_path: Path) -> None:
    """A Hero that re-rolls against a Soldier takes 0.87 damage on average, worked out by hand."""
    found = check_constellation(Fight("Hero", "Soldier", used=frozenset(["Attack Re-Rolls"])), tmp_path)
    assert round(float(mean(found.to_attacker)), 2) == 0.87
