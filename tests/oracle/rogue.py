"""Rogue Conflict 0.45 by hand: the tables of its rulebook and one loop that judges a list."""

from __future__ import annotations

from tests.oracle import Roster, Verdict, entries, known, over_limit

__all__ = ["ABILITIES", "ARMOUR", "FORMATS", "GEAR", "RANKS", "WEAPONS", "category_of", "judge", "stat_points"]

FORMATS = {"standard": 250}
FEWEST, MOST = 5, 10

# rank: points, stat points, abilities
RANKS = {"I": (5, 0, 0), "II": (10, 2, 1), "III": (15, 4, 1), "IV": (20, 6, 2), "V": (25, 8, 2)}

PRICES = {"hp": 1, "mv": 1, "acc": 2, "dod": 2}

ARMOUR = {"Medium": 5, "Heavy": 10}

WEAPONS = {
    "Slug Pistol": 10,
    "Laser Pistol": 15,
    "Plasma Pistol": 15,
    "Heavy Laser Pistol": 20,
    "Heavy Plasma Pistol": 20,
    "Slug Rifle": 15,
    "Laser Rifle": 20,
    "Plasma Rifle": 20,
    "Heavy Laser Rifle": 25,
    "Heavy Plasma Rifle": 25,
    "Slug Lancer": 20,
    "Laser Lancer": 25,
    "Plasma Lancer": 25,
    "Heavy Laser Lancer": 30,
    "Heavy Plasma Lancer": 30,
}

GEAR = {
    "Grappling Hook": 5,
    "Medkit": 5,
    "Ghost module": 5,
    "Combat Drugs": 10,
    "Personal Force Field": 5,
    "Tactical Shield": 5,
    "Regenerative Nanobots": 5,
    "Energy Blade": 5,
    "Body Snatcher": 5,
    "Cybernetic Implants": 5,
    "Tactical Pockets": 5,
    "Hand Flamer": 10,
    "Penetrating Rounds": 10,
    "Paralytic Rounds": 5,
    "Poison Rounds": 5,
    "Tracer Rounds": 5,
    "Heavy Rounds": 5,
    "AP Rounds": 10,
    "Poison Grenade": 5,
    "Explosive Grenade": 5,
    "Paralytic Grenade": 5,
    "Pulse Grenade": 5,
}

ABILITIES = {
    "Movement": (
        "Go for Cover",
        "Push On",
        "Scout Ahead",
        "Stick Together",
        "Vault",
        "Shove Aside",
        "Defensive Momentum",
        "Lands on their feet",
        "Reposition",
        "Hit and Run",
        "Evasive Maneuvers",
    ),
    "Support": (
        "Bulky Armor",
        "Combat Medic",
        "Deep Pockets",
        "Extra Training",
        "Inspire",
        "Tactical Positioning",
        "Spotter",
        "Fast reflexes",
        "Adaptive Tactics",
        "Saw it Coming",
        "Tactical Analysis",
    ),
    "Offensive": (
        "Came Prepared",
        "Threading The Needle",
        "Concentrated Fire",
        "Deadeye",
        "Fire Back",
        "Focused aim",
        "Rapid Fire",
        "Suppression fire",
        "Grenadier",
        "Run and Gun",
        "Higher Ground",
    ),
    "Defensive": (
        "Adaptive Cover",
        "Bunker Down",
        "Extra Shielding",
        "Hard to Hit",
        "Quick Feet",
        "Resilient",
        "Camouflage",
        "Mirage",
        "Distraction Tactics",
        "Regenerative Tissue",
        "Power Through",
    ),
}


def category_of(ability: str) -> str:
    """The category that an ability is printed under."""
    return next(category for category, names in ABILITIES.items() if ability in names)


def judge(roster: Roster) -> Verdict:
    """The verdict on a parsed list."""
    errors: set[str] = set()
    warnings: set[str] = set()
    total = models = 0
    for row in roster.get("models") or []:
        for _ in range(row.get("count", 1)):
            models += 1
            total += judge_model(row, errors, warnings)
    if over_limit(roster, total, FORMATS, "standard", errors):
        errors.add("points.over")
    if models < FEWEST:
        warnings.add("count.under")
    if models > MOST:
        warnings.add("count.over")
    return Verdict(not errors, total, frozenset(errors), frozenset(warnings))


def judge_model(row: Roster, errors: set[str], warnings: set[str]) -> int:
    """Judge one model and say what it costs."""
    ranks = entries(row, "rank", known(RANKS), errors)
    weapons = entries(row, "weapon", known(WEAPONS), errors)
    armour = entries(row, "armour", known(ARMOUR), errors)
    gear = entries(row, "gear", known(GEAR), errors)
    abilities = entries(row, "abilities", known(name for names in ABILITIES.values() for name in names), errors)

    for must in (ranks, weapons):
        if len(must) < 1:
            errors.add("room.under")
    for one in (ranks, weapons, armour):
        if len(one) > 1:
            errors.add("room.over")
    for picks in (ranks, weapons, armour, gear, abilities):
        for name in set(picks) - {"", "Extra Training"}:
            if picks.count(name) > 1:
                errors.add("limit.over")
    if abilities.count("Extra Training") > 2:
        errors.add("limit.over")

    # What is taken more often than it may be is paid for and counted, but gives nothing.
    if len(gear) > 1 + ("Deep Pockets" in abilities) + 2 * ("Tactical Pockets" in gear):
        errors.add("room.over")
    if "Tactical Shield" in gear and not any("Pistol" in weapon for weapon in weapons):
        errors.add("needs.missing")

    judge_abilities(abilities, sum(RANKS[rank][2] for rank in set(ranks) if rank), errors, warnings)
    judge_raise(row.get("raise") or {}, stat_points(ranks, gear, abilities), errors, warnings)

    cost = 0
    for rank in ranks:
        cost += RANKS[rank][0] if rank else 0
    for prices, picks in ((WEAPONS, weapons), (ARMOUR, armour), (GEAR, gear)):
        for name in picks:
            cost += prices.get(name, 0)
    return cost


def stat_points(ranks: list[str], gear: list[str], abilities: list[str]) -> int:
    """The stat points of a model: its rank's, 2 for Cybernetic Implants, 4 for each Extra Training."""
    points = sum(RANKS[rank][1] for rank in set(ranks) if rank)
    return points + 2 * ("Cybernetic Implants" in gear) + 4 * min(abilities.count("Extra Training"), 2)


def judge_abilities(abilities: list[str], room: int, errors: set[str], warnings: set[str]) -> None:
    """As many abilities as the rank allows; different ones of different categories."""
    if len(abilities) > room:
        errors.add("room.over")
    if len(abilities) < room:
        warnings.add("room.unused")
    categories = [category_of(ability) for ability in set(abilities) if ability]
    if len(categories) > len(set(categories)):
        errors.add("spread.over")


def judge_raise(raised: dict[str, int], points: int, errors: set[str], warnings: set[str]) -> None:
    """HP and MV for 1 a step, Acc and Dod for 2, DR never; nothing is lowered, and lowering earns nothing."""
    spent = 0
    for stat, steps in raised.items():
        if stat.lower() == "dr":
            if steps:
                errors.add("raise.fixed")
        elif stat.lower() not in PRICES:
            errors.add("name.unknown")
        elif steps < 0:
            errors.add("raise.lowered")
        else:
            spent += steps * PRICES[stat.lower()]
    if spent > points:
        errors.add("budget.over")
    if spent < points:
        warnings.add("budget.unspent")
