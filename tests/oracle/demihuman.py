"""Demihuman Combat by hand: drafting, deploying and mission roles, over the sample cards as they are printed."""

from __future__ import annotations

import random

from oracle import Roster, Verdict

__all__ = ["UNITS", "judge", "make"]

BUILD, TABLE = 100, 70

# the sample cards: points, faction, whether a civilian
PARLIAMENT = (
    "Magistrate Rook 25, Heron Jib 20, Skerry Mews 17, Wick Mews 17, Dispatch 16, Nightjar Nell 14, Fledgling 5"
)
UNDERTOW = "Mother Lock 24, Silt 18, Tansy Pike 17, Bell Maudlin 16, Eel Jack 15, Newt 5"
MARKET = "Small Change 22, Sol Cinder 19, Auntie Vesper 18, Halfprice 17, Mr. Crease 14, Paper Fox 5"
CIVILIANS = (
    "Steeplejack 10, Window Cleaner 8, Pigeon Feeder 5",
    "Bargee 10, Drain Plumber 9, Lock Angler 5",
    "Night Porter 10, Busker 7, Stall Hand 5",
)


def cards() -> dict[str, tuple[int, int, bool]]:
    """Every card."""
    found = {}
    for faction, (models, people) in enumerate(zip((PARLIAMENT, UNDERTOW, MARKET), CIVILIANS, strict=True)):
        for civilian, text in ((False, models), (True, people)):
            for one in text.split(", "):
                name, _, points = one.rpartition(" ")
                found[name] = (int(points), faction, civilian)
    return found


UNITS = cards()
COALITIONS = {
    "Full Session": ("Magistrate Rook", "Heron Jib"),
    "Spring Tide": ("Mother Lock", "Tansy Pike"),
    "Night Shift": ("Auntie Vesper", "Bell Maudlin", "Wick Mews"),
}
WITH_ROLES = ("Vault Robbery", "Assassination", "Teach 'Em A Lesson", "Rescue")
WITHOUT = ("Gang War", "This Land Is My Land", "Points of Interest", "King of the Hill", "Demihuman Patrolling")
# what the defender needs on the table: civilians, demihumans
DEFENDER = {"Assassination": (1, 0), "Rescue": (4, 0), "Teach 'Em A Lesson": (0, 1)}
SCORING = {"Gang War": 1, "This Land Is My Land": 2}


def judge(roster: Roster) -> Verdict:
    """The verdict on a parsed list."""
    errors: set[str] = set()
    warnings: set[str] = set()
    models = [(row["unit"], row.get("deploy", True)) for row in roster["models"] for _ in range(row.get("count", 1))]
    decided = any("deploy" in row for row in roster["models"])
    total = sum(UNITS[name][0] for name, _ in models)
    if total > roster.get("limit", BUILD):
        errors.add("points.over")
    table = [name for name, on in models if on]
    if decided and sum(UNITS[name][0] for name in table) > TABLE:
        errors.add("points.over")
    if decided and models and not table:
        warnings.add("decided.nobody")
    names = [name for name, _ in models]
    if any(names.count(name) > 1 and UNITS[name][0] != 5 for name in names):
        errors.add("unique.repeated")
    homes = {UNITS[name][1] for name in names if not UNITS[name][2]}
    if any(UNITS[name][2] and UNITS[name][1] not in homes for name in names):
        errors.add("companion.missing")
    if any(name not in table for name in COALITIONS.get(roster.get("coalition", ""), ())):
        errors.add("include.missing")
    judge_mission(roster, table, errors, warnings)
    judge_vip(roster, table, names, errors, warnings)
    if not models and not errors and not warnings:
        warnings.add("list.empty")
    return Verdict(not errors, total, frozenset(errors), frozenset(warnings))


def judge_mission(roster: Roster, table: list[str], errors: set[str], warnings: set[str]) -> None:
    """What the mission and the role in it ask for; who does not score is only warned."""
    mission, role = roster.get("mission"), roster.get("role")
    if mission in WITH_ROLES and role is None:
        warnings.add("role.missing")
    if role is not None and mission not in WITH_ROLES:
        warnings.add("role.idle")
    civilians = sum(UNITS[name][2] for name in table)
    if mission in DEFENDER and role == "defender":
        people, others = DEFENDER[mission]
        if civilians < people or len(table) - civilians < others:
            errors.add("count.under")
    if mission in SCORING and civilians < SCORING[mission]:
        warnings.add("count.under")


def judge_vip(roster: Roster, table: list[str], names: list[str], errors: set[str], warnings: set[str]) -> None:
    """The VIP, called by what it is: somebody in the list, on the table, of the sort that the mission says."""
    vip = roster.get("vip")
    if vip is None:
        return
    if vip not in names:
        errors.add("chosen.unknown")
        return
    rows = [row for row in roster["models"] if row["unit"] == vip]
    on = [row for row in rows if row.get("deploy", True)] or rows
    if len(on) > 1:
        errors.add("chosen.unclear")
        return
    mission = roster.get("mission")
    if roster.get("role") != "defender" or mission not in ("Assassination", "Teach 'Em A Lesson"):
        warnings.add("count.over")
    elif vip not in table or UNITS[vip][2] != (mission == "Assassination"):
        errors.add("match.missing")


def make(dice: random.Random) -> Roster:
    """A random team: near its limits, decided or not, with or without everything else."""
    roster: Roster = {"game": "demihuman-combat", "models": []}
    if dice.random() < 0.5:
        roster["coalition"] = dice.choice(list(COALITIONS))
    if dice.random() < 0.7:
        roster["mission"] = dice.choice(WITH_ROLES if dice.random() < 0.7 else WITHOUT)
    if dice.random() < 0.6:
        roster["role"] = dice.choice(["attacker", "defender", "defender"])
    if dice.random() < 0.2:
        roster["limit"] = dice.choice([60, 80, 120])
    factions = dice.sample(range(3), dice.choice([1, 2, 3]))
    names = [name for name, card in UNITS.items() if card[1] in factions]
    chosen = dice.sample(names, dice.randrange(min(9, len(names)) + 1))
    chosen += [name for name in COALITIONS.get(roster.get("coalition", ""), ()) if dice.random() < 0.9]
    if dice.random() < 0.85:
        chosen = list(dict.fromkeys(chosen))
    decided = dice.random() < 0.7
    for name in chosen:
        row: Roster = {"unit": name}
        if UNITS[name][0] == 5 and dice.random() < 0.5:
            row["count"] = dice.choice([2, 3, 4])
        if decided and dice.random() < 0.5:
            row["deploy"] = dice.random() < 0.4
        roster["models"].append(row)
    if dice.random() < 0.3:
        roster["vip"] = dice.choice(chosen or names) if dice.random() < 0.9 else dice.choice(list(UNITS))
    return roster
