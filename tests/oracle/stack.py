"""The squad combat rules by hand: squads, orders, modifiers and riders, over the sample cards as they are printed."""

from __future__ import annotations

import random
from typing import NamedTuple

from tests.oracle import Roster, Verdict

__all__ = ["CARDS", "judge", "make", "stats"]


class Card(NamedTuple):
    """A sample card: Combat, Defense, Hits, Move, upkeep, specials."""

    combat: int
    defense: int
    hits: int
    move: int
    upkeep: int
    specials: frozenset[str]


PRINTED = """
Fen Reeve: 5 6 14 6 8 Military Leadership
Marsh Alderman: 2 4 10 5 5 Leadership
Last Lamplighter: 7 7 18 7 14 Military Elite Paragon
Fog Chanter: 2 3 8 5 7 Caster
Jig Piper: 3 4 9 6 9 Caster Thriller
Sedge Widow: 5 6 15 6 12 Military Leadership Warlord
Reedspear: 3 3 7 6 2 Military
Turfshield: 3 5 9 5 4 Military Elite
Grey Fencible: 4 4 10 5 5 Military
Mudlark Slinger: 2 3 5 7 2 Military Agile
Stilt Runner: 2 3 6 9 4 Scout Agile
Tussock Hulk: 6 5 20 4 8 Heavy
Peatcutter: 2 2 7 5 2
Wickwright: 1 2 6 5 3
Peat Sleeper: 4 4 10 4 1 Uncroaked
Eelbone Rattler: 3 3 6 6 1 Uncroaked Agile
Sunken Bailiff: 5 6 13 5 6 Military Elite Uncroaked Leadership
Saddle Toad: 3 5 14 8 3 Mount
Wading Heron: 4 4 9 10 4 Mount Agile
Barge Snail: 1 8 24 3 6 Heavy Transport4
Velvet Mole: 4 4 16 5 5 Heavy
Midge Cloud: 1 6 4 8 2 Scout Agile
Toll Ferry: 3 7 22 4 9 Military Heavy Transport6
Kettle Ram: 4 6 18 4 7 Heavy
"""
CARDS: dict[str, Card] = {}
for line in PRINTED.strip().splitlines():
    name, _, rest = line.partition(": ")
    numbers, specials = rest.split()[:5], rest.split()[5:]
    combat, defense, hits, move, upkeep = map(int, numbers)
    CARDS[name] = Card(combat, defense, hits, move, upkeep, frozenset(specials))

# what each combat modifier does to Combat and Defense for good
MODIFIERS = {
    "Block": (-2, 3),
    "Mighty Blow": (3, -2),
    "Guard": (-2, 0),
    "Interpose": (0, -2),
    "Support": (-2, 0),
    "Coordinate": (0, -2),
    "Dodge": (0, 0),
    "Take Cover": (0, 0),
}
COMMAND = {"Leadership", "Paragon", "Caster"}
SEATS = {"Mount": 1, "Transport4": 4, "Transport6": 6}


def stats(row: Roster) -> tuple[int, int, int, int]:
    """Combat, Defense, Hits and Move with Elite and modifiers; modifiers take nothing below 1."""
    card = CARDS[row["unit"]]
    elite = "Elite" in card.specials
    combat, defense = card.combat + elite, card.defense + 2 * elite
    combat += sum(MODIFIERS[name][0] for name in row.get("modifiers", []))
    defense += sum(MODIFIERS[name][1] for name in row.get("modifiers", []))
    return max(combat, 1), max(defense, 1), card.hits + 5 * elite, card.move


def judge(roster: Roster) -> Verdict:
    """The verdict on a parsed list."""
    errors: set[str] = set()
    warnings: set[str] = set()
    rows = roster["models"]
    total = 0
    for row in rows:
        card = CARDS[row["unit"]]
        upkeep = -(-card.upkeep // 2) if "Scout" in card.specials else card.upkeep
        total += upkeep * row.get("count", 1)
        judge_modifiers(row, card, errors)
    if roster.get("limit") is not None and total > roster["limit"]:
        errors.add("points.over")
    names = [squad["name"] for squad in roster.get("groups", [])]
    if any(row.get("group") not in (None, *names) for row in rows):
        errors.add("group.unknown")
    for squad in roster.get("groups", []):
        judge_squad(squad, [row for row in rows if row.get("group") == squad["name"]], errors, warnings)
    judge_riders(roster, errors)
    if not rows and not errors and not warnings:
        warnings.add("list.empty")
    return Verdict(not errors, total, frozenset(errors), frozenset(warnings))


def judge_modifiers(row: Roster, card: Card, errors: set[str]) -> None:
    """As many as the level, each at most once a level; for Military units, no Dodge on a Transport."""
    taken, level = row.get("modifiers", []), row.get("level", 1)
    if len(taken) > level + (row["unit"] == "Grey Fencible"):
        errors.add("room.over")
    if any(taken.count(name) > level for name in taken):
        errors.add("count.over")
    transport = any(one.startswith("Transport") for one in card.specials)
    if taken and ("Military" not in card.specials or (transport and "Dodge" in taken)):
        errors.add("needs.missing")


def commands(row: Roster) -> bool:
    """Whether a unit is a Command Unit."""
    return bool(COMMAND & CARDS[row["unit"]].specials) or row.get("player", False)


def judge_squad(squad: Roster, members: list[Roster], errors: set[str], warnings: set[str]) -> None:
    """Its size, who may be in it, who leads it, and its order."""
    if not members:
        warnings.add("group.empty")
    number = sum(row.get("count", 1) for row in members)
    if number > {"stack": 8, "horde": 24}[squad["kind"]]:
        errors.add("count.over")
    kinds = [CARDS[row["unit"]].specials for row in members]
    raised = all("Uncroaked" in one for one in kinds)
    if squad["kind"] == "horde" and not raised and not any(one & {"Thriller", "Warlord"} for one in kinds):
        errors.add("companion.missing")
    leaders = [row for row in members if row.get("name", "").lower() == squad["leader"].lower()]
    leaders = leaders or [row for row in members if not row.get("name") and row["unit"] == squad["leader"]]
    if len(leaders) > 1:
        errors.add("group.unclear")
        leaders = []
    elif not leaders:
        errors.add("group.stranger")
    if leaders and not commands(leaders[0]):
        warnings.add("match.missing")
    others = [row for row in members if commands(row) and row not in leaders]
    spare = bool(others) or any(commands(row) and row.get("count", 1) > 1 for row in leaders)
    if members and not spare:
        warnings.add("count.under")
    if squad.get("tactic", "").startswith("Bull Rush") and any("Agile" in one for one in kinds):
        warnings.add("together.forbidden")


def judge_riders(roster: Roster, errors: set[str]) -> None:
    """Who carries whom: room, no Heavy rider on a Mount, mount and rider in one stack, nobody twice."""
    by_name = {row["name"]: row for row in roster["models"] if "name" in row}
    kinds = {squad["name"]: squad["kind"] for squad in roster.get("groups", [])}
    carried: list[str] = []
    for row in roster["models"]:
        specials = CARDS[row["unit"]].specials
        riders = row.get("carries", [])
        if len(riders) > sum(SEATS.get(one, 0) for one in specials):
            errors.add("carry.over")
        for name in riders:
            if name in carried:
                errors.add("carry.twice")
            carried.append(name)
            rider = by_name[name]
            if "Mount" in specials and "Heavy" in CARDS[rider["unit"]].specials:
                errors.add("link.unfit")
            if (
                "Mount" in specials
                and kinds.get(row.get("group", "")) == "stack"
                and rider.get("group") != row["group"]
            ):
                errors.add("link.apart")


def make(dice: random.Random) -> Roster:
    """A random side: two squads near their limits, some loose units, riders, modifiers."""
    squads = [
        {"name": name, "kind": dice.choice(["stack", "stack", "horde"]), "leader": f"{name} leader"}
        for name in ("Van", "Rear")[: dice.choice([0, 1, 2, 2])]
    ]
    dead = [name for name, card in CARDS.items() if "Uncroaked" in card.specials]
    rows: list[Roster] = []
    for squad in squads:
        if dice.random() < 0.4:
            squad["tactic"] = dice.choice(["Hold", "Delay", "Rally (4,7)", "Bull Rush", "Bull Rush (1,2)", "Withdraw"])
        raised = squad["kind"] == "horde" and dice.random() < 0.7
        names = dead if raised else list(CARDS)
        for at in range(dice.choice([0, 2, 3, 4, 7, 8, 9])):
            row: Roster = {"unit": dice.choice(names), "group": squad["name"]}
            if at == 0 and dice.random() < 0.15:
                squad["leader"] = row["unit"]
            elif at == 0 and dice.random() < 0.9:
                row["name"] = dice.choice([squad["leader"], squad["leader"].upper()])
                row |= {"count": dice.choice([2, 3])} if dice.random() < 0.2 else {}
            elif squad["kind"] == "horde" and dice.random() < 0.5:
                row["count"] = dice.choice([2, 3, 4, 5])
            rows.append(row)
    rows += [{"unit": dice.choice(list(CARDS))} for _ in range(dice.choice([0, 0, 1, 3]))]
    for row in rows:
        if dice.random() < 0.4:
            row["level"] = dice.choice([1, 2, 3, 4])
        if dice.random() < 0.15:
            row["player"] = True
        wanted = "Military" in CARDS[row["unit"]].specials or dice.random() < 0.05
        if wanted and dice.random() < 0.7:
            most = row.get("level", 1) + (dice.random() < 0.1)
            row["modifiers"] = [dice.choice(list(MODIFIERS)) for _ in range(dice.randrange(most + 1))]
    mounts = [row for row in rows if SEATS.keys() & CARDS[row["unit"]].specials and "count" not in row]
    single = [row for row in rows if "count" not in row and row not in mounts]
    for at, mount in enumerate(mounts):
        for row in dice.sample(single, min(len(single), dice.choice([0, 1, 1, 2, 5]))):
            row.setdefault("name", f"rider {at} {len({one.get('name') for one in rows})}")
            if dice.random() < 0.5 and "group" in mount and row.get("name") not in {one["leader"] for one in squads}:
                row["group"] = mount["group"]
            mount.setdefault("carries", []).append(row["name"])
    roster: Roster = {"game": "stack-and-horde", "models": rows, **({"groups": squads} if squads else {})}
    if dice.random() < 0.4:
        roster["limit"] = dice.choice([20, 40, 60])
    return roster
