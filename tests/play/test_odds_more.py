"""Odds beyond one plain attack: several at once, terrain on the table, fights of every sort; by brute force."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

from listbuilder.loading import load_game
from listbuilder.play.odds.duel import Duel, play_out
from tests.play.test_odds import DECKHAND, DOE, ZED, attack, capped, damage, reckon, rending, results, volley

RATES = (((0, 1), (0, 1)), ((0, 1), (1, 0)), ((1, 0), (1, 0)))
"""Hands are crits and normals: what is stopped, and with what."""


def test_several_attacks_are_reckoned_together(tmp_path: Path) -> None:
    """Two shots at -3 each: every pair of single shots, and the target is out when both together do enough."""
    left, right = DOE % ("Rapid Fire", ""), ZED % ("", "")
    once = damage(attack(reckon(tmp_path, "rogue-conflict", left, right, "to-hit=0")))
    both = attack(reckon(tmp_path, "rogue-conflict", left, right, "rapid-fire"))
    plain = attack(reckon(tmp_path, "rogue-conflict", left, right))
    assert (plain.attacks, both.attacks) == (1, 2)
    assert damage(plain) == once
    miss = 1 - Fraction(plain.hit.exact) + Fraction(3, 20)
    single = {0: miss, **{n: p * (1 - miss) / (1 - once[0]) for n, p in once.items() if n}}
    pairs: Counter[int] = Counter()
    for (a, p), (b, q) in product(single.items(), repeat=2):
        pairs[a + b] += p * q  # type: ignore[assignment]
    assert damage(both) == capped(pairs, both)  # type: ignore[arg-type]
    assert Fraction(both.hit.exact) == 1 - miss**2
    assert "Rapid Fire" in both.counted


def test_it_is_said_how_many_attacks_the_odds_are_of(tmp_path: Path) -> None:
    """What brings several attacks is named, with what the odds are of."""
    found = reckon(tmp_path, "rogue-conflict", DOE % ("Rapid Fire", ""), ZED % ("", ""), "rapid-fire")
    told = "Rapid Fire brings 2 attacks, one after the other: the odds are of all of them together."
    assert told in found.policy


@pytest.mark.parametrize(
    "words", [("patterned=2", "behind-terrain"), ("patterned=2",), ("patterned=3", "behind-terrain")]
)
def test_patterned_terrain_lowers_hit_rolls(words: tuple[str, ...], tmp_path: Path) -> None:
    """Two dice against two, so much lower where the target is behind it."""
    less = int(words[0][-1]) if len(words) > 1 else 0
    hits = sum(a + 2 - less >= b + 2 for a, b in product(range(1, 7), repeat=2))
    rows = ("{unit: Magistrate Rook}", "{unit: Skerry Mews}")
    found = attack(reckon(tmp_path, "demihuman-combat", *rows, *words), weapon="Punch")
    assert Fraction(found.hit.exact) == Fraction(hits, 36)


def test_vantage_raises_hit_rolls_from_above_only(tmp_path: Path) -> None:
    """A shot from the terrain at who is not on it; a punch from there gains nothing."""
    row = "{unit: Magistrate Rook}"
    up = reckon(tmp_path, "demihuman-combat", row, "{unit: Silt}", "vantage=2", "attacker.on-terrain")
    plain = reckon(tmp_path, "demihuman-combat", row, "{unit: Silt}")
    assert Fraction(attack(up, "Contempt of Court").hit.exact) > Fraction(attack(plain, "Contempt of Court").hit.exact)
    assert attack(up, "Punch").hit == attack(plain, "Punch").hit
    assert "Vantage" in attack(up, "Contempt of Court").counted


def searched(duel: Duel, healths: tuple[int, int], first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, int]:
    """What a fight comes to when every choice of both sides is tried: who is out, and the damage between them."""

    @cache
    def best(
        hands: tuple[tuple[int, ...], tuple[int, ...]], hurt: tuple[int, int], turn: int, spent: frozenset[int]
    ) -> tuple[int, int]:
        out = [taken >= health for taken, health in zip(hurt, healths, strict=True)]
        if any(out) or not any(hands[0] + hands[1]):
            return out[1] - out[0], min(hurt[1], healths[1]) - min(hurt[0], healths[0])
        own, theirs = hands[turn], hands[1 - turn]
        if not any(own):
            return best(hands, hurt, 1 - turn, spent)
        options = []
        for die in (0, 1):
            if own[die]:
                left = tuple(n - (at == die) for at, n in enumerate(own))
                after = [*hurt]
                after[1 - turn] += duel.harm[turn][die]
                rest, now, takes = theirs, spent, duel.takes[turn]
                if takes and takes[0] == die and turn not in spent:
                    gone = next((one for one in takes[1] if theirs[one]), None)
                    rest, now = tuple(n - (at == gone) for at, n in enumerate(theirs)), spent | {turn}
                pair = (left, rest) if turn == 0 else (rest, left)
                options.append(best(pair, (after[0], after[1]), 1 - turn, now))
        for stop, used in duel.rates[turn]:
            kept, cut = (tuple(a - b for a, b in zip(*both, strict=True)) for both in ((own, used), (theirs, stop)))
            if min(kept) >= 0 and min(cut) >= 0:
                options.append(best((kept, cut) if turn == 0 else (cut, kept), hurt, 1 - turn, spent))
        return (max if turn == 0 else min)(options)

    return best((first, second), (0, 0), 0, frozenset())


@pytest.mark.sample(8)
@pytest.mark.parametrize("seed", range(60))
def test_a_fight_is_played_as_a_search_would(seed: int) -> None:
    """Random small fights: dice, damage, wounds, ways to block, Shock; what comes out is what a full search finds."""
    random = Random(seed)
    rates = tuple(one for one in RATES if random.random() < 0.8)
    other = tuple(one for one in RATES if random.random() < 0.8)
    harm = tuple((random.randint(2, 7), random.randint(1, 5)) for _ in range(2))
    shock = [(0, (1, 0)) if random.random() < 0.4 else None for _ in range(2)]
    health = (random.randint(3, 12), random.randint(3, 12))
    duel = Duel((harm[0], harm[1]), (rates, other), (shock[0], shock[1]))
    hands = [(random.randint(0, 3), random.randint(0, 3)) for _ in range(2)]
    struck = play_out(duel, health, hands[0], hands[1])
    dealt = [sum(n * h for n, h in zip(struck[side], duel.harm[side], strict=True)) for side in (0, 1)]
    out = (dealt[1] >= health[0], dealt[0] >= health[1])
    worth = (out[1] - out[0], min(dealt[0], health[1]) - min(dealt[1], health[0]))
    assert worth == searched(duel, health, hands[0], hands[1])


def test_shock_is_counted(tmp_path: Path) -> None:
    """It takes a die away in a fight, and is not called uncounted; a way to score is neither."""
    row = "{unit: Brinecook, weapons: [Iron Ladle]}"
    found = attack(reckon(tmp_path, "kill-team", row, row, op="Threshing Day"), sequence="fight")
    assert "Shock" in found.counted
    assert found.uncounted == ()


@pytest.mark.parametrize(("above", "free"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_accurate_from_above_is_counted(above: int, free: int, tmp_path: Path) -> None:
    """From a vantage point, so many dice are normal hits without a roll; it depends on the height."""
    row = "{unit: Harpooner, weapons: [Barbed Harpoon, Line Knife]}"
    words = ("attacker.on-vantage", "target.engaged", f"above={above}")
    found = attack(reckon(tmp_path, "kill-team", row, DECKHAND, *words), "Barbed Harpoon")
    assert damage(found) == capped(volley(4, 3, 4, (4, 5), adjust=rending, free=free), found)
    assert found.uncounted == ()


FIGHTERS = {
    "Deckhand": ("Rivet Carbine", "Boarding Hatchet"),
    "Harpooner": ("Barbed Harpoon", "Line Knife"),
}


@pytest.mark.parametrize(("mine", "theirs"), [("Deckhand", "Harpooner"), ("Harpooner", "Deckhand")])
def test_a_whole_fight_is_the_sum_of_all_rolls(mine: str, theirs: str, tmp_path: Path) -> None:
    """Every roll of both sides, each fought out by search: the chances that either is out are the same."""
    game = load_game("kill-team")
    rows = [f"{{unit: {one}, weapons: [{', '.join(FIGHTERS[one])}]}}" for one in (mine, theirs)]
    found = attack(reckon(tmp_path, "kill-team", *rows), sequence="fight")
    sides = []
    for unit in (mine, theirs):
        weapon = game.find("weapon", FIGHTERS[unit][1])
        assert weapon is not None and not weapon.keyword_uses
        normal, crit = map(int, str(weapon.field("damage")).split("/"))
        dice, hit = int(str(weapon.field("atk"))), int(str(weapon.field("hit"))[0])
        rolls = Counter(results(faces, 6, hit) for faces in product(range(1, 7), repeat=dice))
        sides.append((rolls, 6**dice, (crit, normal)))
    assert found.to_attacker is not None and found.to_target is not None
    health = (found.to_attacker.health, found.to_target.health)
    duel = Duel((sides[0][2], sides[1][2]), (RATES, RATES))
    out = [Fraction(0), Fraction(0)]
    for (one, p), (other, q) in product(sides[0][0].items(), sides[1][0].items()):
        won = searched(duel, health, one, other)[0]
        out[0] += Fraction(p * q, sides[0][1] * sides[1][1]) * (won < 0)
        out[1] += Fraction(p * q, sides[0][1] * sides[1][1]) * (won > 0)
    assert [Fraction(found.to_attacker.out.exact), Fraction(found.to_target.out.exact)] == out
