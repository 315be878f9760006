"""Constellation Warrior by hand: the tables of its rulebook and one loop that judges a band."""

from __future__ import annotations

from tests.oracle import Roster, Verdict, entries, known, over_limit

__all__ = ["ABILITIES", "FORMATS", "SHOOTING", "UNITS", "WEAPONS", "judge", "quota"]

FORMATS = {"small": 30, "medium": 50, "big": 70}
MOST = 12

# unit: points, abilities allowed
UNITS = {"Novice": (8, 1), "Soldier": (16, 2), "Expert": (20, 3), "Hero": (30, 4)}

WEAPONS = {"Short": 4, "Long": 8}

ABILITIES = {
    "Attack Re-Rolls": 1,
    "Step": 2,
    "Reckless Rush": 1,
    "Push attack": 2,
    "Light feet": 2,
    "Smoke cover": 3,
    "Cautious": 2,
    "Hawk eye": 2,
    "Viper attack": 3,
    "Perfect defense": 3,
    "Warrior wall": 2,
    "Holy man": 1,
    "Healing": 3,
    "Swift shooter": 4,
    "Whirl": 2,
    "Right in the feet": 2,
    "Reckless": 1,
    "Gift attack": 3,
    "Steady aim": 2,
    "Sacrifice": 2,
    "Area damage": 3,
    "Chain attack": 3,
    "Whirlwind": 3,
    "Jump back": 1,
    "Poison attack": 2,
    "Paralyze": 4,
    "Jump back strike": 1,
}

SHOOTING = {"Hawk eye", "Swift shooter", "Steady aim"}


def quota(miniatures: int) -> int:
    """How many may have a range weapon: a quarter of the band, rounded up."""
    return miniatures // 4 + (1 if miniatures % 4 else 0)


def judge(roster: Roster) -> Verdict:
    """The verdict on a parsed list."""
    errors: set[str] = set()
    warnings: set[str] = set()
    total = miniatures = shooters = 0
    for row in roster.get("models") or []:
        for _ in range(row.get("count", 1)):
            miniatures += 1
            shooters += 1 if entries(row, "weapon", known(WEAPONS), set()) else 0
            total += judge_miniature(row, errors, warnings)
    if miniatures > MOST:
        errors.add("count.over")
    if shooters > quota(miniatures):
        errors.add("count.over")
    if over_limit(roster, total, FORMATS, "medium", errors):
        errors.add("points.over")
    if not errors and not roster.get("models"):
        warnings.add("list.empty")
    return Verdict(not errors, total, frozenset(errors), frozenset(warnings))


def judge_miniature(row: Roster, errors: set[str], warnings: set[str]) -> int:
    """Judge one miniature and say what it costs."""
    units = entries(row, "unit", {**known(UNITS), "heroe": "Hero"}, errors)
    weapons = entries(row, "weapon", known(WEAPONS), errors)
    abilities = entries(row, "abilities", known(ABILITIES), errors)

    if not units:
        errors.add("room.under")
    if len(units) > 1 or len(weapons) > 1:
        errors.add("room.over")
    # One name is printed for two abilities: written twice, it means both. The id written twice is one of them twice.
    raw = row.get("abilities") or []
    printed = [name for name in (raw if isinstance(raw, list) else [raw]) if str(name).lower() == "jump back"]
    if "Jump back strike" not in abilities and len(printed) > 1:
        abilities[len(abilities) - 1 - abilities[::-1].index("Jump back")] = "Jump back strike"
    # A unit that is named twice gives its room once.
    if len(abilities) > sum(UNITS[unit][1] for unit in set(units) if unit):
        errors.add("room.over")
    for picks in (units, weapons, abilities):
        for name in set(picks) - {""}:
            if picks.count(name) > 1:
                errors.add("limit.over")
    if not weapons and SHOOTING & set(abilities):
        warnings.add("match.missing")

    cost = sum(UNITS[unit][0] for unit in units if unit)
    for prices, picks in ((WEAPONS, weapons), (ABILITIES, abilities)):
        for name in picks:
            cost += prices.get(name, 0)
    return cost
