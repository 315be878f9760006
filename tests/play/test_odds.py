"""Odds: equal, fraction by fraction, to a brute force that knows each rulebook by itself and rolls every die."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from listbuilder import load_game, read_list, resolve
from listbuilder.exchange.documents.odds_document import AttackOdds, OddsDocument
from listbuilder.play.odds.circumstances import parse_circumstances
from listbuilder.play.odds.table import AttackFilter, odds_between
from listbuilder.ui.cli.app import app

Table = dict[int, Fraction]
HEAD = {
    "rogue-conflict": "game: rogue-conflict\nname: {name}\nmodels:\n",
    "constellation-warrior": "game: constellation-warrior\nname: {name}\nmodels:\n",
    "stack-and-horde": "game: stack-and-horde\nname: {name}\nmodels:\n",
    "demihuman-combat": "game: demihuman-combat\nname: {name}\nmodels:\n",
    "kill-team": (
        "game: kill-team\nname: {name}\nteam: {team}\ntac-op: {op}\nscouting: Ploy\nprimary-op: Kill\n"
        "equipment: {gear}\nmodels:\n"
    ),
}


def reckon(folder: Path, game: str, left: str, right: str, *words: str, **more: str) -> OddsDocument:
    """The odds of one row against another."""
    forces = []
    for name, row in (("A", left), ("B", right)):
        extra = {"team": "Saltglass Salvors", "op": "Long Watch", "gear": "[]", **more}
        path = folder / f"{name}.yaml"
        path.write_text(HEAD[game].format(name=name, **extra) + "".join(f"  - {one}\n" for one in row.split("\n")))
        document = read_list(str(path))
        forces.append(resolve(document, load_game(document.game)))
    return odds_between(forces[0], forces[1], parse_circumstances(words), AttackFilter(attacker="1", target="1"))


def attack(found: OddsDocument, weapon: str | None = None, sequence: str | None = None) -> AttackOdds:
    """The one attack that is meant."""
    wanted = [
        one
        for one in found.attacks
        if (weapon is None or one.weapon == weapon) and (sequence is None or one.sequence == sequence)
    ]
    assert len(wanted) == 1, [(one.sequence, one.weapon, one.answer) for one in found.attacks]
    return wanted[0]


def damage(one: AttackOdds, back: bool = False) -> Table:
    """Damage with its exact chances."""
    side = one.to_attacker if back else one.to_target
    assert side is not None
    made = {outcome.damage: Fraction(outcome.chance.exact) for outcome in side.damage}
    assert sum(made.values()) == 1
    assert Fraction(side.wound.exact) == sum(p for n, p in made.items() if n)
    return made


def capped(table: Mapping[int, Fraction], one: AttackOdds, back: bool = False) -> Table:
    """Damage past the last wound is none."""
    side = one.to_attacker if back else one.to_target
    assert side is not None
    made: defaultdict[int, Fraction] = defaultdict(Fraction)
    for number, chance in table.items():
        made[min(number, side.health)] += chance
    return dict(made)


def tally(outcomes: Iterator[int]) -> Table:
    """Equally likely outcomes as chances."""
    counts: defaultdict[int, int] = defaultdict(int)
    for one in outcomes:
        counts[one] += 1
    total = sum(counts.values())
    return {number: Fraction(count, total) for number, count in counts.items()}


# Rogue Conflict: a d20 against a difficulty, then the dice of the weapon.


def shots(difficulty: int, to_hit: int, dice: int, bonus: int, dr: int) -> Table:
    """Every d20 with every roll of the weapon."""

    def each() -> Iterator[int]:
        for natural in range(1, 21):
            hits = natural != 1 and (natural == 20 or natural + to_hit >= difficulty)
            for faces in product(range(1, 7), repeat=dice):
                yield max(sum(faces) + bonus - dr, 1) if hits else 0

    return tally(each())


DOE = "{rank: IV, raise: {acc: 1}, weapon: Laser Rifle, abilities: [%s], gear: [%s]}"
ZED = "{rank: IV, raise: {dod: 2, hp: 1}, weapon: Slug Pistol, abilities: [%s], gear: [%s], armour: Medium}"


@pytest.mark.parametrize(
    ("mine", "theirs", "words", "expected"),
    [
        (("", ""), ("", ""), (), (5 - 1 + 2, 0, 1, 3, 2)),
        (("", ""), ("", ""), ("half-cover",), (11, 0, 1, 3, 2)),
        (("", ""), ("", ""), ("full-cover", "half-range"), (11, 0, 1, 3, 2)),
        (("Threading The Needle", "Heavy Rounds"), ("Camouflage", ""), ("full-cover",), (16, -3, 1, 5, 2)),
        (("Threading The Needle", "Penetrating Rounds"), ("Hard to Hit", ""), ("full-cover",), (9, -2, 1, 3, 2)),
        (("Focused aim", "AP Rounds"), ("Extra Shielding", ""), ("focused-aim", "extra-shielding"), (1, -5, 1, 3, 0)),
        (("Concentrated Fire", "AP Rounds"), ("", "Tactical Shield"), ("was-attack",), (6, 3, 1, 3, 0)),
        (("", ""), ("Bunker Down", ""), ("bunker-down", "half-cover"), (16, 0, 1, 3, 2)),
        (("", ""), ("Defensive Momentum", ""), ("moved=7", "attacker.hindered"), (8, -3, 1, 3, 2)),
        (("Higher Ground", ""), ("Adaptive Cover", ""), ("elevated", "adaptive-cover=2"), (8, 0, 1, 3, 2)),
        (("Rapid Fire", ""), ("", "Personal Force Field"), ("rapid-fire", "personal-force-field"), (16, -3, 1, 3, 2)),
    ],
)
def test_a_d20_against_a_difficulty(
    mine: tuple[str, str], theirs: tuple[str, str], words: tuple[str, ...], expected: tuple[int, ...], tmp_path: Path
) -> None:
    """Cover, range, gear, abilities and conditions, as the rulebook adds them up."""
    found = attack(reckon(tmp_path, "rogue-conflict", DOE % mine, ZED % theirs, *words))
    if "Tactical Shield" in theirs:
        assert "AP Rounds" in found.counted
    once = shots(*expected)
    twice: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (one, p), (other, q) in product(once.items(), repeat=2):
        twice[one + other] += p * q
    assert damage(found) == capped(twice if "Rapid Fire" in mine else once, found)
    assert found.uncounted == ()


def test_a_hand_reckoned_shot(tmp_path: Path) -> None:
    """Difficulty 5, Accuracy 1, Dodge 2: a 6 hits, 15 faces of 20. 1d6+3 less DR 2 against 7 HP: a 6 alone, 1 in 8."""
    found = attack(reckon(tmp_path, "rogue-conflict", DOE % ("", ""), ZED % ("", "")))
    assert found.to_target is not None
    assert (found.hit.exact, found.to_target.wound.exact, found.to_target.out.exact) == ("3/4", "3/4", "1/8")
    assert found.to_target.health == 7


def test_who_can_not_be_killed_at_once(tmp_path: Path) -> None:
    """Resilient: a killing blow leaves it on 1 HP, if it had 3; with 2 left it is out as usual."""
    row = ZED % ("Resilient", "")
    whole = attack(reckon(tmp_path, "rogue-conflict", DOE % ("", ""), row))
    weak = attack(reckon(tmp_path, "rogue-conflict", DOE % ("", ""), row, "target.hp=2"))
    assert whole.to_target is not None and weak.to_target is not None
    assert (whole.to_target.out.exact, weak.to_target.out.exact) == ("0", "3/4")
    assert "Resilient" in whole.counted


def test_the_first_damage_of_a_round_is_shrugged_off(tmp_path: Path) -> None:
    """Power Through takes 2 off what gets through."""
    found = attack(reckon(tmp_path, "rogue-conflict", DOE % ("", ""), ZED % ("Power Through", "")))
    plain = shots(6, 0, 1, 3, 2)
    expected: Table = defaultdict(Fraction)
    for number, chance in plain.items():
        expected[max(number - 2, 0)] += chance
    assert damage(found) == dict(expected)


def test_what_always_misses(tmp_path: Path) -> None:
    """Evasive Maneuvers forbids hits of attacks out of activation, even a natural 20."""
    row = ZED % ("Evasive Maneuvers", "")
    found = attack(reckon(tmp_path, "rogue-conflict", DOE % ("", ""), row, "out-of-activation"))
    assert found.hit.exact == "0"


# Constellation Warrior: both sides roll at once.


def blows(faces: tuple[int, ...]) -> int:
    return sum({4: 1, 5: 1, 6: 2}.get(face, 0) for face in faces)


def stops(faces: tuple[int, ...]) -> int:
    return sum(face < 3 for face in faces)


def melee(mine: int, theirs: int, armed: bool = True, answers: bool = True) -> tuple[Table, Table]:
    """Every roll of both sides: what each suffers."""
    one, other = (
        Counter((blows(faces), stops(faces)) for faces in product(range(1, 7), repeat=dice))
        for dice in (mine, theirs if answers else 0)
    )
    hurt: defaultdict[int, Fraction] = defaultdict(Fraction)
    back: defaultdict[int, Fraction] = defaultdict(Fraction)
    total = sum(one.values()) * sum(other.values())
    for (dealt, saved_by), ways in one.items():
        for (answer, stopped), more in other.items():
            hurt[max(dealt - stopped, 0)] += Fraction(ways * more, total)
            back[max((answer if armed else 0) - saved_by, 0)] += Fraction(ways * more, total)
    return dict(hurt), dict(back)


@pytest.mark.parametrize(
    ("words", "mine", "theirs", "answers"),
    [
        ((), 3, 2, True),
        (("attacker.crowded", "target.encircled"), 2, 1, True),
        (("reckless-rush",), 5, 2, True),
        (("viper-attack",), 1, 2, False),
    ],
)
def test_both_sides_strike_at_once(
    words: tuple[str, ...], mine: int, theirs: int, answers: bool, tmp_path: Path
) -> None:
    """Penalties of who is surrounded or outnumbered, and abilities that are paid for."""
    row = "{unit: Soldier, abilities: [Reckless Rush, Viper attack]}"
    found = attack(reckon(tmp_path, "constellation-warrior", row, "{unit: Novice}", *words))
    hurt, back = melee(mine, theirs, answers=answers)
    if "reckless-rush" in words:
        back = {number + 1: chance for number, chance in back.items()}
    assert (damage(found), damage(found, back=True)) == (capped(hurt, found), capped(back, found, back=True))
    assert found.to_target is not None and found.to_target.health == 3
    assert Fraction(found.to_target.out.exact) == sum(p for n, p in hurt.items() if n >= 3)


@pytest.mark.parametrize(
    ("weapon", "words", "dice"),
    [
        ("", (), 3),
        (", weapon: Short", (), 3),
        (", weapon: Short", ("in-cover", "moved"), 1),
        ("", ("distance=7", "steady-aim"), 3),
        ("", ("distance=12", "in-cover", "moved"), 0),
    ],
)
def test_shots_at_who_can_and_can_not_shoot_back(
    weapon: str, words: tuple[str, ...], dice: int, tmp_path: Path
) -> None:
    """A target without a range weapon stops damage but does none."""
    row = "{unit: Soldier, weapon: Long, abilities: [Steady aim]}"
    found = reckon(tmp_path, "constellation-warrior", row, f"{{unit: Novice{weapon}}}", *words)
    one = attack(found, sequence="ranged-attack")
    hurt, back = melee(dice, 2, armed=bool(weapon))
    assert (damage(one), damage(one, back=True)) == (capped(hurt, one), capped(back, one, back=True))


def test_a_die_that_does_no_damage_is_rolled_again(tmp_path: Path) -> None:
    """Attack Re-Rolls: one die without a blow, if there is one, and rather one that stops nothing."""
    row = "{unit: Novice, abilities: [Attack Re-Rolls]}"
    found = attack(reckon(tmp_path, "constellation-warrior", row, "{unit: Novice}", "attack-re-rolls"))

    def each() -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        for one, other, again in product(product(range(1, 7), repeat=2), product(range(1, 7), repeat=2), range(1, 7)):
            weak = sorted((face for face in one if face < 4), key=lambda face: face != 3)
            kept = list(one)
            if weak:
                kept[kept.index(weak[0])] = again
            yield tuple(kept), other

    hurt = tally(max(blows(mine) - stops(theirs), 0) for mine, theirs in each())
    back = tally(max(blows(theirs) - stops(mine), 0) for mine, theirs in each())
    assert (damage(found), damage(found, back=True)) == (capped(hurt, found), capped(back, found, back=True))


# Demihuman Combat: force against defense.


@pytest.mark.parametrize(
    ("weapon", "words", "force", "defense", "more"),
    [
        ("Gavel Drop", (), 4, 2, 0),
        ("Gavel Drop", ("attacker.enraged=2",), 4, 2, 2),
        ("Gavel Drop", ("attacker.paralyzed=1", "target.obscured", "target.covering"), 3, 2, -1),
        ("Punch", (), 2, 2, 0),
    ],
)
def test_force_against_defense(
    weapon: str, words: tuple[str, ...], force: int, defense: int, more: int, tmp_path: Path
) -> None:
    """Damage is the difference; conditions and cover change it where there is some."""
    found = reckon(tmp_path, "demihuman-combat", "{unit: Magistrate Rook}", "{unit: Skerry Mews}", *words)
    one = attack(found, weapon)

    def each() -> Iterator[int]:
        for mine, theirs in product(range(1, 7), repeat=2):
            gap = mine + force - theirs - defense
            yield max(gap + more, 1) if gap > 0 else 0

    assert damage(one) == capped(tally(each()), one)
    assert Fraction(one.hit.exact) == Fraction(
        sum(mine + force >= theirs + defense for mine, theirs in product(range(1, 7), repeat=2)), 36
    )
    assert any("Pips" in text for text in found.policy)


def test_a_mental_attack_meets_willpower_and_may_do_no_damage(tmp_path: Path) -> None:
    """Contempt of Court is ranged and mental, and gives Panic in place of damage."""
    row = "{unit: Skerry Mews}"
    found = reckon(tmp_path, "demihuman-combat", "{unit: Magistrate Rook}", row, "mixed-up")
    one = attack(found, "Contempt of Court")
    hits = sum(mine + 3 - 1 >= theirs + 1 for mine, theirs in product(range(1, 7), repeat=2))
    assert Fraction(one.hit.exact) == Fraction(hits, 36)
    assert damage(one) == {0: Fraction(1)}


# Kill Team: dice against dice.


def results(faces: tuple[int, ...], crit: int, normal: int) -> tuple[int, int]:
    """Critical and normal successes."""
    crits = sum(face >= crit for face in faces)
    return crits, sum(face >= normal for face in faces) - crits


def saved(hits: tuple[int, int], saves: tuple[int, int], harm: tuple[int, int]) -> int:
    """The least damage that is left, of all ways to use the saves one by one."""
    crits, normals = hits
    best = crits * harm[1] + normals * harm[0]
    for stopped, used in (((0, 1), (0, 1)), ((0, 1), (1, 0)), ((1, 0), (1, 0)), ((1, 0), (0, 2))):
        left = (crits - stopped[0], normals - stopped[1])
        kept = (saves[0] - used[0], saves[1] - used[1])
        if min(*left, *kept) >= 0:
            best = min(best, saved(left, kept, harm))
    return best


Adjust = Callable[[tuple[int, int], int], tuple[int, int]]


def volley(
    atk: int,
    hit: int,
    save: int,
    harm: tuple[int, int],
    *,
    free: int = 0,
    cover: int = 0,
    fewer: Callable[[int], int] = lambda crits: 0,
    crit: int = 6,
    adjust: Adjust = lambda hits, fails: hits,
    extra: int = 0,
) -> Table:
    """Every roll of the attacker with every roll of the defender."""

    attacks: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=atk - free):
        rolled = results(faces, crit, hit)
        attacks[adjust((rolled[0], rolled[1] + free), atk - free - sum(rolled))] += 1
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for hits, ways in attacks.items():
        dice = max(3 - fewer(hits[0]), 0)
        kept = min(cover, dice)
        guards = Counter(results(faces, 6, save) for faces in product(range(1, 7), repeat=dice - kept))
        for (crits, normals), more in guards.items():
            chance = Fraction(ways * more, 6 ** (atk - free) * 6 ** (dice - kept))
            found[saved(hits, (crits, normals + kept), harm) + extra * hits[0]] += chance
    return dict(found)


def obscured(hits: tuple[int, int], fails: int) -> tuple[int, int]:
    return 0, max(hits[1] - 1, 0) + hits[0]


def rending(hits: tuple[int, int], fails: int) -> tuple[int, int]:
    return (hits[0] + 1, hits[1] - 1) if hits[0] and hits[1] else hits


DECKHAND = "{unit: Deckhand, weapons: [Rivet Carbine, Boarding Hatchet]}"
"""Save 4+, 9 wounds."""


@pytest.mark.parametrize(
    ("row", "weapon", "words", "made"),
    [
        ("{unit: Harpooner, weapons: [Long Harpoon, Line Knife]}", "Long Harpoon", (), "piercing"),
        ("{unit: Harpooner, weapons: [Long Harpoon, Line Knife]}", "Long Harpoon", ("in-cover",), "piercing cover"),
        ("{unit: Harpooner, weapons: [Long Harpoon, Line Knife]}", "Long Harpoon", ("obscured",), "piercing obscured"),
        ("{unit: Harpooner, weapons: [Barbed Harpoon, Line Knife]}", "Barbed Harpoon", (), "rending"),
        (
            "{unit: Harpooner, weapons: [Barbed Harpoon, Line Knife]}",
            "Barbed Harpoon",
            ("attacker.wounds=4",),
            "injured",
        ),
        ("{unit: Dive Master, weapons: [Thump Gun, Brass Gaff]}", "Thump Gun", ("in-cover",), "devastating"),
    ],
)
def test_dice_against_dice(row: str, weapon: str, words: tuple[str, ...], made: str, tmp_path: Path) -> None:
    """Shooting with cover, obscuring, Piercing, Rending, Devastating, and a shooter who is injured."""
    expected: Mapping[str, Callable[[], Table]] = {
        "piercing": lambda: volley(4, 3, 4, (4, 6), fewer=lambda crits: 1),
        "piercing cover": lambda: volley(4, 3, 4, (4, 6), fewer=lambda crits: 1, cover=1),
        "piercing obscured": lambda: volley(4, 3, 4, (4, 6), fewer=lambda crits: 1, adjust=obscured),
        "rending": lambda: volley(4, 3, 4, (4, 5), adjust=rending),
        "injured": lambda: volley(4, 4, 4, (4, 5), adjust=rending),
        "devastating": lambda: volley(4, 4, 4, (3, 5), cover=1, extra=1),
    }
    found = attack(reckon(tmp_path, "kill-team", row, DECKHAND, *words), weapon)
    assert damage(found) == capped(expected[made](), found)


def test_saturate_takes_cover_saves_away(tmp_path: Path) -> None:
    """The Burning Lens: Saturate and Ceaseless, five dice on 4+; dice of the commonest miss are rolled again."""
    row = "{unit: Lampbearer, weapons: [Burning Lens, Lamp Pole]}"
    bare, covered = (
        attack(reckon(tmp_path, "kill-team", row, DECKHAND, *words), "Burning Lens") for words in ((), ("in-cover",))
    )
    assert damage(bare) == damage(covered)
    policy = reckon(tmp_path, "kill-team", row, DECKHAND).policy
    assert "Shoot: where dice of attack may be rolled again, it is those that came out as fail." in policy
    assert "Shoot: not printed in full; the ruling 'How saves stop hits' decides." in policy
    assert {"Saturate", "Ceaseless"} <= {*covered.counted}
    found: defaultdict[tuple[int, int], Fraction] = defaultdict(Fraction)
    again = [Counter(results(faces, 6, 4) for faces in product(range(1, 7), repeat=dice)) for dice in range(6)]
    for faces in product(range(1, 7), repeat=5):
        misses = [face for face in faces if face < 4]
        dice = max((misses.count(face) for face in misses), default=0)
        crits, normals = results(faces, 6, 4)
        for more, ways in again[dice].items():
            found[crits + more[0], normals + more[1]] += Fraction(ways, 6 ** (5 + dice))
    total: defaultdict[int, Fraction] = defaultdict(Fraction)
    for guard, ways in defence_rolls().items():
        for hits, chance in found.items():
            total[saved(hits, guard, (2, 3))] += chance * ways / 216
    assert damage(bare) == capped(total, bare)


def defence_rolls() -> Counter[tuple[int, int]]:
    """Three defence dice on 4+."""
    return Counter(results(faces, 6, 4) for faces in product(range(1, 7), repeat=3))


def fought(mine: tuple[int, int], theirs: tuple[int, int], harm: tuple[int, ...], health: tuple[int, int]) -> Table:
    """Strike or block in turn, both as well as they can; returns damage to the target, by brute search."""

    def search(hands: tuple[int, ...], left: tuple[int, int], turn: int) -> tuple[tuple[int, int], int]:
        a_crit, a_norm, b_crit, b_norm = hands
        over = left[0] <= 0 or left[1] <= 0
        if over or not any(hands):
            lost = (health[0] - max(left[0], 0), health[1] - max(left[1], 0))
            return ((left[1] <= 0) - (left[0] <= 0), lost[1] - lost[0]), health[1] - left[1]
        own = hands[:2] if turn == 0 else hands[2:]
        if not any(own):
            return search(hands, left, 1 - turn)
        options = []
        for kind in (0, 1):
            if own[kind]:
                used = (own[0] - (kind == 0), own[1] - (kind == 1))
                blow = harm[turn * 2 + 1 - kind]
                after = (left[0], left[1] - blow) if turn == 0 else (left[0] - blow, left[1])
                options.append(
                    search((*used, b_crit, b_norm) if turn == 0 else (a_crit, a_norm, *used), after, 1 - turn)
                )
                for stopped in (0, 1):
                    other = hands[2:] if turn == 0 else hands[:2]
                    if other[stopped] and (kind == 0 or stopped == 1):
                        cut = (other[0] - (stopped == 0), other[1] - (stopped == 1))
                        now = (*used, *cut) if turn == 0 else (*cut, *used)
                        options.append(search(now, left, 1 - turn))
        return (max if turn == 0 else min)(options, key=lambda one: one[0])

    return {search((*mine, *theirs), health, 0)[1]: Fraction(1)}


def test_strike_or_block_is_played_as_well_as_can_be(tmp_path: Path) -> None:
    """The chance that each side is out is that of a search through every choice."""
    row = "{unit: Deckhand, weapons: [Rivet Carbine, Boarding Hatchet]}"
    found = attack(reckon(tmp_path, "kill-team", row, row), sequence="fight")
    hatchet = load_game("kill-team").find("weapon", "Boarding Hatchet")
    assert hatchet is not None and found.answer == "Boarding Hatchet"
    atk, hit, harm = int(str(hatchet.field("atk"))), int(str(hatchet.field("hit"))[0]), (3, 4, 3, 4)
    assert str(hatchet.field("damage")) == "3/4"
    rolls: defaultdict[tuple[int, int], int] = defaultdict(int)
    for faces in product(range(1, 7), repeat=atk):
        rolls[results(faces, 6, hit)] += 1
    out = Fraction(0)
    for (mine, one), (theirs, other) in product(rolls.items(), repeat=2):
        dealt = next(iter(fought(mine, theirs, harm, (9, 9))))
        out += Fraction(one * other, 6 ** (2 * atk)) * (dealt >= 9)
    assert found.to_target is not None and found.to_target.health == 9
    assert Fraction(found.to_target.out.exact) == out


# Stack and Horde: no normal attack is printed, but these two are.


@pytest.mark.parametrize(
    ("mine", "theirs", "words", "dice"),
    [
        ("Reedspear", "Reedspear", (), (3, 3)),
        ("Tussock Hulk", "Reedspear", ("target.more-squares=1",), (4, 4)),
        ("Reedspear", "Tussock Hulk", (), (3, 4)),
        ("Reedspear", "Reedspear", ("dodges",), (3, 0)),
    ],
)
def test_a_bull_rush_beats_all_other_rolls(
    mine: str, theirs: str, words: tuple[str, ...], dice: tuple[int, int], tmp_path: Path
) -> None:
    """Two dice, one for each square filled, one if Heavy; equal is not enough, and who dodges has lost."""
    found = reckon(tmp_path, "stack-and-horde", f"{{unit: {mine}}}", f"{{unit: {theirs}}}", *words)
    one = attack(found, sequence="bull-rush-maneuver")
    rolls = [Counter(map(sum, product(range(1, 7), repeat=number))) for number in dice]
    won = sum(a * b for (n, a), (m, b) in product(rolls[0].items(), rolls[1].items()) if n > m)
    assert Fraction(one.hit.exact) == Fraction(won, 6 ** sum(dice))
    assert one.to_target is None


def test_agile_units_rush_nobody_but_are_rushed(tmp_path: Path) -> None:
    """It is said who forbids it."""
    rows = "{unit: Stilt Runner}", "{unit: Reedspear}"
    mine = attack(reckon(tmp_path, "stack-and-horde", *rows), sequence="bull-rush-maneuver")
    theirs = attack(reckon(tmp_path, "stack-and-horde", *reversed(rows)), sequence="bull-rush-maneuver")
    assert (mine.possible, mine.forbidden_by, theirs.possible) == (False, "Agile", True)


def test_a_rider_is_dismounted_past_the_defense_of_the_mount(tmp_path: Path) -> None:
    """Two dice and one for each helper, over the Defense; nobody else can be dismounted."""
    found = reckon(
        tmp_path, "stack-and-horde", "{unit: Reedspear}", "{unit: Saddle Toad}", "helpers=1", "target.defense=9"
    )
    one = attack(found, sequence="dismount")
    assert Fraction(one.hit.exact) == Fraction(sum(sum(faces) > 9 for faces in product(range(1, 7), repeat=3)), 216)
    plain = reckon(tmp_path, "stack-and-horde", "{unit: Reedspear}", "{unit: Reedspear}")
    assert {one.sequence for one in plain.attacks} == {"bull-rush-maneuver"}


# The command


def run(*args: str) -> Result:
    return CliRunner().invoke(app, args)


def write(folder: Path, name: str, row: str) -> str:
    path = folder / f"{name}.yaml"
    path.write_text(HEAD["rogue-conflict"].format(name=name) + f"  - {row}\n")
    return str(path)


def test_the_command_says_what_it_counts_and_assumes(tmp_path: Path) -> None:
    """One attack in full, with fractions."""
    left = write(tmp_path, "left", DOE % ("Focused aim", "Heavy Rounds"))
    right = write(tmp_path, "right", ZED % ("Hard to Hit", ""))
    result = run("odds", left, right, "--with", "full-cover", "--with", "focused-aim")
    assert "hit" in result.stdout and "7/20" not in result.stdout.split("\n")[0]
    assert "Counted: Focused aim, Heavy Rounds, Hard to Hit." in result.stdout
    assert "target.half-cover" in result.stdout and "in range and in sight" in result.stdout


def test_an_unknown_circumstance_is_told(tmp_path: Path) -> None:
    """With what was probably meant, and all there are; nothing is guessed."""
    left, right = write(tmp_path, "left", DOE % ("", "")), write(tmp_path, "right", ZED % ("", ""))
    result = run("odds", left, right, "--with", "ful-cover")
    assert result.exit_code == 2 and "Did you mean full-cover?" in result.stderr
    assert "target.half-cover" in result.stderr
    assert run("odds", left, right, "--with", "a=b=c").exit_code == 2


def test_json_fits_its_schema(tmp_path: Path) -> None:
    """Exact fractions beside decimals."""
    left, right = write(tmp_path, "left", DOE % ("", "")), write(tmp_path, "right", ZED % ("", ""))
    result = run("odds", left, right, "--json")
    document = json.loads(result.stdout)
    one = document["attacks"][0]
    assert one["hit"] == {"exact": "3/4", "decimal": 0.75}
    assert one["to_target"]["out"]["exact"] == "1/8" and one["to_attacker"] is None
    (tmp_path / "odds.json").write_text(result.stdout)
    assert run("schema", "check", str(tmp_path / "odds.json")).exit_code == 0


def test_work_is_bounded(tmp_path: Path) -> None:
    """Too many attacks are refused with a way out."""
    folder = tmp_path / "many"
    folder.mkdir()
    rows = "".join(f"  - {{name: M{n}, rank: I, weapon: Slug Pistol}}\n" for n in range(50))
    path = folder / "many.yaml"
    path.write_text(HEAD["rogue-conflict"].format(name="Many") + rows)
    result = run("odds", str(path), str(path))
    assert result.exit_code == 2 and "choose an attacker or a target" in result.stderr
