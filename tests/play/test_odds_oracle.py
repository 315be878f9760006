"""Odds against brute force: random match-ups, reckoned by plain simulators that were written from the rulebooks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder import load_game, read_list, resolve
from listbuilder.base.errors import EditError
from listbuilder.exchange.documents.odds_document import AttackOdds, SideOdds
from listbuilder.play.odds.circumstances import parse_circumstances
from listbuilder.play.odds.table import AttackFilter, odds_between
from listbuilder.ui.cli.app import app
from tests.oracle import odds_constellation, odds_demihuman, odds_kill_team, odds_rogue
from tests.oracle.odds_constellation import UNITS, Fight
from tests.oracle.odds_rogue import ARMOUR, BLADE, FLAMER, GRENADE, Model, Table
from tests.play.test_odds import attack, damage, reckon
from tests.support import fast_yaml
from tests.support.paths import CATALOGUE

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


@pytest.mark.sample(8)
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


@pytest.mark.sample(4)
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


IN_EITHER = ["Attack Re-Rolls", "Reckless Rush", "Sacrifice", "Area damage"]
IN_MELEE = [*IN_EITHER, "Viper attack", "Perfect defense", "Jump back strike"]
IN_SHOTS = [*IN_EITHER, "Steady aim", "Swift shooter"]


def constellation_matchup(random: Random, *, ranged: bool) -> Fight:
    """Two miniatures and what is going on, all at random."""

    def flip(chance: float) -> bool:
        return random.random() < chance

    mine = random.choice(IN_SHOTS if ranged else IN_MELEE)
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


@pytest.mark.sample(8)
@pytest.mark.parametrize("ranged", [False, True])
@pytest.mark.parametrize("seed", range(30))
def test_constellation_attacks(seed: int, ranged: bool, tmp_path: Path) -> None:
    """Both sides roll: walls, penalties, re-rolls, self-damage, and the two shots of Swift shooter."""
    check_constellation(constellation_matchup(Random(seed), ranged=ranged), tmp_path)


def test_a_re_roll_spares_the_stops(tmp_path: Path) -> None:
    """A Hero that re-rolls against a Soldier takes 0.87 damage on average, worked out by hand."""
    found = check_constellation(Fight("Hero", "Soldier", used=frozenset(["Attack Re-Rolls"])), tmp_path)
    assert round(float(mean(found.to_attacker)), 2) == 0.87


def printed(game: str, kind: str) -> dict[str, Any]:
    """The sample entries of a game by name, as their file has them."""
    return {
        one["name"]: one for one in fast_yaml.load((CATALOGUE / game / f"{kind}.yaml").read_text("utf-8"))["entries"]
    }


def weapon_of(entry: Mapping[str, Any]) -> odds_kill_team.Weapon:
    """A weapon of the sample teams."""
    normal, crit = map(int, entry["damage"].split("/"))
    rules = frozenset(str(one).lower().replace('1" devastating', "devastating") for one in entry.get("keywords", ()))
    return odds_kill_team.Weapon(entry["atk"], int(entry["hit"][0]), normal, crit, rules)


KILL_TEAM_UNITS, KILL_TEAM_WEAPONS = printed("kill-team", "units"), printed("kill-team", "weapons")
ARMED = [
    (unit, weapon)
    for unit, entry in KILL_TEAM_UNITS.items()
    for weapon, one in KILL_TEAM_WEAPONS.items()
    if slug(weapon) in entry["offers"]["weapons"]
]
RANGED, MELEE = (
    [pair for pair in ARMED if KILL_TEAM_WEAPONS[pair[1]]["reach"] == reach] for reach in ("ranged", "melee")
)
FRESH = [unit for unit in KILL_TEAM_UNITS if unit != "Deckhand"]  # a Deckhand may re-roll beside another


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(3 * len(RANGED)))
def test_kill_team_shots(seed: int, tmp_path: Path) -> None:
    """Every ranged weapon: its rules, cover, obscuring, vantage on both orders, injury, CP Re-Roll, and Hot."""
    random = Random(seed)
    unit, name = RANGED[seed % len(RANGED)]
    target = random.choice(FRESH)
    entry, stats = KILL_TEAM_UNITS[unit], KILL_TEAM_UNITS[target]["stats"]
    situation = random.choice(["", "", "engaged", "concealed", "light"])
    injured = random.random() < 0.25
    shot = odds_kill_team.Shot(
        weapon=weapon_of(KILL_TEAM_WEAPONS[name]),
        save=stats["save"],
        wounds=stats["wounds"],
        cover=situation in ("", "engaged") and random.random() < 0.4,
        obscured=random.random() < 0.25,
        injured=injured,
        above=random.choice([2, 3, 4]) if situation else 0,
        concealed=situation in ("concealed", "light"),
        reroll=(random.random() < 0.2, random.random() < 0.2),
        unmoved=target == "Stonebreaker",
    )
    words = ["in-cover"] if shot.cover or situation == "light" else []
    words += ["target.obscured"] if shot.obscured else []
    words += ["attacker.on-vantage", f"above={shot.above}"] if situation else []
    words += {"engaged": ["target.engaged"], "concealed": ["target.concealed"]}.get(situation, [])
    words += ["target.concealed", "light-cover"] if situation == "light" else []
    words += ["attacker.cp-re-roll"] if shot.reroll[0] else []
    words += ["target.cp-re-roll"] if shot.reroll[1] else []
    left = entry["stats"]["wounds"]
    if injured:
        left = (left - 1) // 2
        words.append(f"attacker.wounds={left}")
    own = f"{{unit: {unit}, weapons: [{name}]}}"
    found = attack(reckon(tmp_path, "kill-team", own, f"{{unit: {target}}}", *words), name, "shoot")
    expected = odds_kill_team.shoot(shot)
    assert damage(found) == expected
    assert out(found.to_target) == expected.get(shot.wounds, 0)
    if "hot" in shot.weapon.rules:
        assert damage(found, back=True) == odds_kill_team.burns(shot.weapon, left)
    else:
        assert found.to_attacker is None


FIGHTERS = [
    (unit, weapon)
    for unit, weapon in MELEE
    if unit != "Stonebreaker" and "Hot" not in KILL_TEAM_WEAPONS[weapon].get("keywords", ())
]
"""Who can be searched through: nobody who lowers each damage or burns itself afterwards."""


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(2 * len(FIGHTERS)))
def test_kill_team_fights(seed: int, tmp_path: Path) -> None:
    """Every melee weapon against another: both strike or block as well as they can."""
    pairs = FIGHTERS[seed % len(FIGHTERS)], Random(seed).choice(FIGHTERS)
    mine, theirs = (
        odds_kill_team.Side(weapon_of(KILL_TEAM_WEAPONS[weapon]), KILL_TEAM_UNITS[unit]["stats"]["wounds"])
        for unit, weapon in pairs
    )
    rows = [f"{{unit: {unit}, weapons: [{weapon}]}}" for unit, weapon in pairs]
    found = attack(reckon(tmp_path, "kill-team", *rows), pairs[0][1], "fight")
    beaten, won, gap = odds_kill_team.fight(mine, theirs)
    assert (out(found.to_attacker), out(found.to_target)) == (beaten, won)
    assert mean(found.to_target) - mean(found.to_attacker) == gap


BURNERS = [
    (unit, weapon)
    for unit, weapon in MELEE
    if unit != "Stonebreaker" and "Hot" in KILL_TEAM_WEAPONS[weapon].get("keywords", ())
]
BURNING = [pair for own in BURNERS for other in [*FIGHTERS, *BURNERS] for pair in ((own, other), (other, own))]


@pytest.mark.sample(6)
@pytest.mark.parametrize("pair", BURNING, ids=lambda pair: f"{pair[0][1]}-{pair[1][1]}")
def test_hot_burns_its_bearer_after_a_fight(pair: tuple[tuple[str, str], tuple[str, str]], tmp_path: Path) -> None:
    """Whoever attacks or answers with a Hot weapon may be taken out by it, also after taking the other one out."""
    sides = [
        odds_kill_team.Side(weapon_of(KILL_TEAM_WEAPONS[weapon]), KILL_TEAM_UNITS[unit]["stats"]["wounds"])
        for unit, weapon in pair
    ]
    rows = [f"{{unit: {unit}, weapons: [{weapon}]}}" for unit, weapon in pair]
    found = attack(reckon(tmp_path, "kill-team", *rows), pair[0][1], "fight")
    (least, most), (low, high) = odds_kill_team.outs_with_hot(*sides)
    assert least <= out(found.to_attacker) <= most
    assert low <= out(found.to_target) <= high
    assert "Hot" in found.counted
    beaten, won, _ = odds_kill_team.fight(*sides)
    assert (out(found.to_attacker) > beaten) == ("hot" in sides[0].weapon.rules)
    assert (out(found.to_target) > won) == ("hot" in sides[1].weapon.rules)


DEMIHUMANS, ATTACKS = printed("demihuman-combat", "units"), printed("demihuman-combat", "attacks")


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(30))
def test_demihuman_attacks(seed: int, tmp_path: Path) -> None:
    """Force against defence, with conditions of the attacker and terrain between the two."""
    random = Random(seed)
    unit, target = random.choice(list(DEMIHUMANS)), random.choice(list(DEMIHUMANS))
    stats = DEMIHUMANS[target]["stats"]
    enraged, paralyzed, patterned = (random.choice([0, 0, 1, 2]) for _ in range(3))
    covered, mixed = random.random() < 0.3, random.random() < 0.3
    words = [f"attacker.enraged={enraged}"] if enraged else []
    words += [f"attacker.paralyzed={paralyzed}"] if paralyzed else []
    words += [f"patterned={patterned}", "behind-terrain"] if patterned else []
    words += ["covering", "obscured"] if covered else []
    words += ["mixed-up"] if mixed else []
    found = reckon(tmp_path, "demihuman-combat", f"{{unit: {unit}}}", f"{{unit: {target}}}", *words)
    assert found.attacks
    for one in found.attacks:
        entry = ATTACKS[one.weapon or ""]
        harmless = any(str(word).startswith(("Inflict", "Damageless")) for word in entry.get("keywords", ()))
        hit, expected = odds_demihuman.attack(
            entry["af"],
            stats["durability" if entry["attack-type"] == "physical" else "willpower"],
            stats["hp"],
            roll=-paralyzed - patterned - (mixed and entry["reach"] == "ranged"),
            enraged=enraged,
            covered=covered,
            damageless=harmless,
        )
        if "Sometimes" not in entry.get("keywords", ()):
            assert (Fraction(one.hit.exact), damage(one)) == (hit, expected)


@pytest.mark.parametrize(
    ("friends", "word", "told"),
    [
        ("", "spotter=2", "Nothing in these attacks asks for spotter"),
        ("Spotter", "spotter=2", "attacker.spotter=2 is too many: it counts once. Write attacker.spotter."),
        ("Tactical Analysis, count: 2", "tactical-analysis=2", "attacker.tactical-analysis=2 is too many"),
        ("", "half-cover=2", "target.half-cover takes no number: write target.half-cover"),
        ("", "attacker.hindered=2", "attacker.hindered=2 is too many: it counts once"),
    ],
)
def test_a_number_that_makes_no_difference_is_refused(friends: str, word: str, told: str, tmp_path: Path) -> None:
    """A number counts, or it is said why not."""
    ability, _, count = friends.partition(", ")
    more = (
        f"\n{{rank: II, weapon: Slug Pistol, abilities: [{ability}]{', ' if count else ''}{count}}}" if friends else ""
    )
    with pytest.raises(EditError, match=re.escape(told)):
        reckon(tmp_path, "rogue-conflict", row(Model()) + more, row(Model()), word)


def test_an_ability_is_its_owners_alone(tmp_path: Path) -> None:
    """A Soldier strikes a Hero as ever while another uses its Viper attack; alone, it can't use one."""
    rows = "{unit: Soldier}\n{unit: Soldier, abilities: [Viper attack]}"
    (tmp_path / "a.yaml").write_text(
        f"game: constellation-warrior\nmodels:\n  - {rows.replace(chr(10), chr(10) + '  - ')}\n"
    )
    (tmp_path / "b.yaml").write_text("game: constellation-warrior\nmodels:\n  - {unit: Hero}\n")
    left, right = (
        resolve(one, load_game(one.game)) for one in map(read_list, (tmp_path / "a.yaml", tmp_path / "b.yaml"))
    )
    plain, viper = odds_between(left, right, parse_circumstances(["attacker.viper-attack"]), AttackFilter()).attacks
    assert round(float(mean(plain.to_target)), 2) == 0.83
    assert mean(viper.to_target) == Fraction(2, 3)
    with pytest.raises(EditError, match="Nothing in these attacks asks for attacker"):
        odds_between(left, right, parse_circumstances(["attacker.viper-attack"]), AttackFilter(attacker="1"))


KNIFE = "{unit: Harpooner, weapons: [Line Knife]}"


def test_what_has_no_odds_is_named_with_the_reason(tmp_path: Path) -> None:
    """Grenades that do no damage, poison that does it later, and mines that nobody attacks with."""
    gear = frozenset(["Poison Grenade", "Paralytic Grenade", "Pulse Grenade", "Poison Rounds"])
    found = reckon(tmp_path, "rogue-conflict", row(Model(gear=gear)), row(Model()))
    assert {one.name: one.reason for one in found.without_odds} == {
        "Paralytic Grenade": "it does no damage",
        "Poison Grenade": "Poison does its damage later",
        "Poison Rounds": "Poison does its damage later",
        "Pulse Grenade": "it does no damage",
    }
    found = reckon(tmp_path, "kill-team", KNIFE, KNIFE, gear="[Mines]")
    assert ("Mines", "nobody attacks with it") in {(one.name, one.reason) for one in found.without_odds}


def test_a_weapon_without_odds_says_why(tmp_path: Path) -> None:
    """Asked for by name, it is not said to be missing."""
    for name, gear in (("a", ", gear: [Poison Grenade]"), ("b", "")):
        text = f"game: rogue-conflict\nmodels:\n  - {{rank: I, weapon: Slug Pistol{gear}}}\n"
        (tmp_path / f"{name}.yaml").write_text(text)
    lists = [str(tmp_path / name) for name in ("a.yaml", "b.yaml")]
    result = CliRunner().invoke(app, ["odds", *lists, "--weapon", "poison grenade"])
    assert result.exit_code == 2
    assert "Poison Grenade has no odds: Poison does its damage later." in result.stderr
    assert "NO odds: Poison Grenade (Poison does its damage later)." in CliRunner().invoke(app, ["odds", *lists]).stdout


def test_an_answer_to_the_attack_is_named_as_not_counted(tmp_path: Path) -> None:
    """Fire Back comes after the attack and is an attack of its own."""
    found = attack(reckon(tmp_path, "rogue-conflict", row(Model()), row(Model(abilities=frozenset(["Fire Back"])))))
    assert found.uncounted == ("Fire Back",)


def test_a_shot_on_guard_is_possible_in_control_range(tmp_path: Path) -> None:
    """On Guard, one of several things to choose, allows it at 1 worse; otherwise nobody shoots there."""
    rows = "{unit: Deckhand, weapons: [Rivet Carbine]}", "{unit: Greenhorn, weapons: [Deck Knife]}"
    closed, shot = (
        attack(reckon(tmp_path, "kill-team", *rows, *words, gear="[]\nkillzone: Gallowdark"), "Rivet Carbine", "shoot")
        for words in (("attacker.held",), ("attacker.held", "attacker.on-guard"))
    )
    stats = KILL_TEAM_UNITS["Greenhorn"]["stats"]
    carbine = weapon_of(KILL_TEAM_WEAPONS["Rivet Carbine"])
    expected = odds_kill_team.Shot(carbine._replace(hit=carbine.hit + 1), stats["save"], stats["wounds"])
    assert out(closed.to_target) == 0
    assert damage(shot) == odds_kill_team.shoot(expected)


def test_what_follows_the_targets_own_attacks_is_not_named(tmp_path: Path) -> None:
    """A grenade of the target blasts only when the target throws it."""
    gear = "[{entry: Explosive Grenades, picks: [Frag Grenade, Krak Grenade]}]"
    assert attack(reckon(tmp_path, "kill-team", KNIFE, KNIFE, gear=gear), "Krak Grenade").uncounted == ()


def test_an_ability_for_shots_does_nothing_in_melee(tmp_path: Path) -> None:
    """Steady aim is used in ranged attacks."""
    mine = "{unit: Soldier, weapon: Short, abilities: [Steady aim]}"
    plain, aimed = (
        attack(reckon(tmp_path, "constellation-warrior", mine, "{unit: Hero}", *words), sequence="melee-attack")
        for words in ((), ("steady-aim",))
    )
    assert plain.to_target == aimed.to_target


def test_the_choice_of_saves_is_counted_and_stated(tmp_path: Path) -> None:
    """A concealed target keeps one critical save or two normal ones; what is assumed stands there."""
    rows = "{unit: Harpooner, weapons: [Barbed Harpoon]}", "{unit: Deckhand, weapons: [Rivet Carbine]}"
    found = reckon(tmp_path, "kill-team", *rows, "attacker.on-vantage", "target.concealed")
    assert "Vantage on Concealed Targets" in attack(found).counted
    told = "Vantage on Concealed Targets: whoever may choose takes what costs least damage on average."
    assert told in found.policy
    assert told not in reckon(tmp_path, "kill-team", *rows).policy
