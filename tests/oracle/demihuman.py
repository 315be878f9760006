"""Demihuman Combat by hand: drafting, deploying and mission roles, over the sample cards as they are printed."""

from __future__ import annotations

import random

from tests.oracle import Roster, Verdict

__all__ = ["UNITS", "copies_named", "judge", "make", "make_rescue"]

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
# how many the list names, and for whom: the mission, and whether they are civilians
NAMED = {
    "vip": (1, {"Assassination": True, "Teach 'Em A Lesson": False}),
    "rescuees": (4, {"Rescue": True}),
}


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
    for key in NAMED:
        judge_named(roster, key, errors, warnings)
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
    if mission == "Demihuman Patrolling" and civilians == len(table):
        warnings.add("count.under")


def copies_named(roster: Roster, key: str, errors: set[str]) -> list[tuple[int, int]]:
    """The copies that a list names, each as its row and number: one for each name, then more of the same rows."""
    need, rows = NAMED[key][0], roster["models"]
    said = roster.get(key)
    names = said if isinstance(said, list) else [] if said is None else [said]
    free = [(at, copy) for at, row in enumerate(rows) for copy in range(row.get("count", 1))]
    found: list[tuple[int, int]] = []
    lost = 0
    if len(names) > need:
        errors.add("chosen.over")
    for name in names:
        word = name.lower().replace("-", " ")
        meant = [at for at, row in enumerate(rows) if row.get("name", "").lower() == word]
        meant = meant or [at for at, row in enumerate(rows) if row["unit"].lower() == word]
        meant = [at for at in meant if rows[at].get("deploy", True)] or meant
        left = [one for one in free if one[0] in meant]
        if len(meant) > 1:
            errors.add("chosen.unclear")
            lost += 1
        elif not left:
            errors.add("chosen.unknown")
            lost += 1
        else:
            found.append(left[0])
            free.remove(left[0])
    for one in [one for at in dict.fromkeys(at for at, _ in found) for one in free if one[0] == at]:
        if len(found) + lost < need:
            found.append(one)
    if names and len(found) + lost < need:
        errors.add("chosen.under")
    return found


def judge_named(roster: Roster, key: str, errors: set[str], warnings: set[str]) -> None:
    """Whom the list names: on the table, of the sort that the mission says; idle where the role has nobody such."""
    found = copies_named(roster, key, errors)
    if not found:
        return
    civilians = NAMED[key][1].get(roster.get("mission", "")) if roster.get("role") == "defender" else None
    rows = [roster["models"][at] for at, _ in found]
    if civilians is None:
        warnings.add("count.over")
    elif any(not row.get("deploy", True) or UNITS[row["unit"]][2] != civilians for row in rows):
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
    for row in roster["models"]:
        if dice.random() < 0.2:
            row["name"] = dice.choice(["Ann", "ann", "Bo", row["unit"], "Newt"])
    known = [word for row in roster["models"] for word in (row["unit"], row.get("name", row["unit"]))] or names
    if dice.random() < 0.3:
        roster["vip"] = dice.choice(known) if dice.random() < 0.9 else dice.choice(list(UNITS))
    if (dice.random() < 0.5 and roster.get("mission") == "Rescue") or dice.random() < 0.1:
        many = [word for word in known if UNITS.get(word, (0, 0, True))[2]] or known
        said = [dice.choice(many) for _ in range(dice.choice([0, 1, 1, 2, 3, 4, 4, 5]))]
        roster["rescuees"] = [dice.choice([word, word.upper(), word.lower()]) for word in said]
    return roster


def make_rescue(dice: random.Random) -> Roster:
    """A defender of Rescue near four named civilians, rows of several among them."""
    people = [name for name, card in UNITS.items() if card[2] and card[1] == 0]
    rows: list[Roster] = [{"unit": "Fledgling"}]
    for name in dice.choices(people, k=dice.choice([1, 2, 3, 4])):
        row: Roster = {"unit": name}
        if UNITS[name][0] == 5:
            row["count"] = dice.choice([1, 2, 3, 4, 6])
        if dice.random() < 0.3:
            row["name"] = dice.choice(["Ann", "Bo", "Cy"])
        if dice.random() < 0.1:
            row["deploy"] = False
        rows.append(row)
    known = [row.get("name", row["unit"]) for row in rows[1:]]
    said = [dice.choice(known) for _ in range(dice.choice([1, 2, 3, 4]))]
    said = list(dict.fromkeys(said)) if dice.random() < 0.7 else said
    return {"game": "demihuman-combat", "mission": "Rescue", "role": "defender", "rescuees": said, "models": rows}
