"""The sequence sheet by hand: equipment, scouting, OPs and grenades, over the two sample teams as they are printed."""

from __future__ import annotations

import random

from tests.oracle import Roster, Verdict

__all__ = ["EQUIPMENT", "OPERATIVES", "judge", "make"]

EQUIPMENT = (
    *("Ammo Cache", "Comms Device", "Heavy Barricade", "Ladders", "Light Barricades", "Mines", "Portable Barricade"),
    *("Razor Wire", "Utility Grenades", "Explosive Grenades"),
)
GRENADES = {
    "Utility Grenades": ("Smoke Grenade", "Stun Grenade"),
    "Explosive Grenades": ("Frag Grenade", "Krak Grenade"),
}
SCOUTING, PRIMARY = ("Equip", "Ploy", "Reposition"), ("Crit", "Kill", "Tac")
SALVORS, TALLMILL = "Saltglass Salvors", "Tallmill Company"
ARCHETYPES = {SALVORS: ("recon", "infiltration"), TALLMILL: ("security", "seek-and-destroy")}
TAC_OPS = {
    "Chart the Ground": "recon",
    "Long Watch": "recon",
    "Light Fingers": "infiltration",
    "Chalk Marks": "infiltration",
    "Bar the Gate": "security",
    "Keep the Stores": "security",
    "Threshing Day": "seek-and-destroy",
    "Marked for Ruin": "seek-and-destroy",
}
SIZE = {SALVORS: 7, TALLMILL: 9}
SCARCE = {SALVORS: "Scatter Pipe", TALLMILL: "Crank Crossbow"}

# operative: what it is, its ranged weapons, its melee weapons
PRINTED = {
    SALVORS: """
Dive Master: leader; Pressure Pistol, Thump Gun; Brass Gaff, Weighted Gauntlets
Harpooner: specialist; Long Harpoon, Barbed Harpoon; Line Knife
Lampbearer: specialist; Burning Lens; Lamp Pole
Cutter: specialist; Arc Cutter; Shearing Torch
Sounder: specialist; Echo Carbine, Deep Horn; Line Knife
Brinecook: specialist; Brine Sprayer; Iron Ladle
Ropehand: specialist; Weighted Net; Splicing Knives, Anchor Chain
Deckhand: warrior; Rivet Carbine, Scatter Pipe; Boarding Hatchet
Greenhorn: warrior; Flare Pistol; Deck Knife""",
    TALLMILL: """
Mill Captain: leader; Long Pistol, Spark Pistol; Sword Cane
Kite Marksman: specialist; Kite Rifle, Kite Carbine; Kite Knife
Gearwright: specialist; Cog Thrower, Spring Gun; Great Wrench
Duster: specialist; Flour Bombs, Flour Mortar; Grain Scoop
Stonebreaker: specialist; ; Millstone Hammer, Chain Flail
Bell Ringer: specialist; Thunder Bell; Bell Clapper
Almanac Keeper: specialist; Pocket Sling; Kite Knife, Grain Scoop
Sailhand: warrior; Mill Musket, Crank Crossbow; Sickle
Sackhauler: warrior; Chaff Gun; Hay Hook""",
}


def names(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(one.strip() for one in text.split(",") if one.strip())


OPERATIVES: dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...]]] = {}
for team, text in PRINTED.items():
    for line in text.strip().splitlines():
        name, _, rest = line.partition(": ")
        role, ranged, melee = rest.split(";")
        OPERATIVES[name] = (team, role, names(ranged), names(melee))
RANGED = {weapon for card in OPERATIVES.values() for weapon in card[2]}


def judge(roster: Roster) -> Verdict:
    """The verdict on a parsed list."""
    errors: set[str] = set()
    for key in ("team", "scouting", "primary-op", "tac-op"):
        if key not in roster:
            errors.add("room.under")
    judge_equipment(roster, errors)
    team = roster.get("team")
    rows = [row for row in roster["models"] for _ in range(row.get("count", 1))]
    if team and "tac-op" in roster and TAC_OPS[roster["tac-op"]] not in ARCHETYPES[team]:
        errors.add("agree.differs")
    if team and any(OPERATIVES[row["unit"]][0] != team for row in rows):
        errors.add("agree.differs")
    for row in rows:
        judge_weapons(row, team, errors)
    if team:
        judge_team(team, rows, errors)
    return Verdict(not errors, 0, frozenset(errors), frozenset())


def judge_equipment(roster: Roster, errors: set[str]) -> None:
    """Four options, a fifth with Equip, none twice; two grenades of its own sort in each grenade option."""
    options = roster.get("equipment", [])
    taken = [one["entry"] if isinstance(one, dict) else one for one in options]
    if len(taken) > 4 + (roster.get("scouting") == "Equip"):
        errors.add("room.over")
    if len(set(taken)) < len(taken):
        errors.add("limit.over")
    for one, name in zip(options, taken, strict=True):
        picks = one.get("picks", []) if isinstance(one, dict) else []
        if name in GRENADES:
            if len(picks) < 2:
                errors.add("picks.under")
            if len(picks) > 2:
                errors.add("picks.over")
            if any(pick not in GRENADES[name] for pick in picks):
                errors.add("picks.outside")


def judge_weapons(row: Roster, team: str | None, errors: set[str]) -> None:
    """One or two of what the operative has; the teams want no two ranged and no two melee weapons."""
    weapons = row.get("weapons", [])
    if not weapons:
        errors.add("room.under")
    if len(weapons) > 2:
        errors.add("room.over")
    if len(set(weapons)) < len(weapons):
        errors.add("limit.over")
    _, _, ranged, melee = OPERATIVES[row["unit"]]
    if any(one not in (*ranged, *melee) for one in weapons):
        errors.add("offer.outside")
    shooting = len([one for one in set(weapons) if one in RANGED])
    if team and (shooting > 1 or len(set(weapons)) - shooting > 1):
        errors.add("spread.over")


def judge_team(team: str, rows: list[Roster], errors: set[str]) -> None:
    """One leader, a fixed number, no specialist twice, two of the scarce weapon."""
    units = [row["unit"] for row in rows]
    leaders = sum(OPERATIVES[unit][1].strip() == "leader" for unit in units)
    scarce = sum(row.get("weapons", []).count(SCARCE[team]) for row in rows)
    for number, least, most in ((leaders, 1, 1), (len(rows), SIZE[team], SIZE[team]), (scarce, 0, 2)):
        if number < least:
            errors.add("count.under")
        if number > most:
            errors.add("count.over")
    if any(units.count(unit) > 1 and OPERATIVES[unit][1].strip() == "specialist" for unit in units):
        errors.add("unique.repeated")


def make(dice: random.Random) -> Roster:
    """A random team, mostly whole, with a slip here and there."""
    team = dice.choice([SALVORS, TALLMILL])
    own = [name for name, card in OPERATIVES.items() if card[0] == team]
    leader, rest = own[0], own[1:]
    size = SIZE[team] + dice.choice([0] * 12 + [1, -1])
    units = [leader] * dice.choice([1] * 12 + [0, 2])
    special = [name for name in rest if OPERATIVES[name][1].strip() == "specialist"]
    units += dice.sample(special, dice.randrange(len(special) + 1)) + [special[0]] * (dice.random() < 0.08)
    warriors = [name for name in rest if name not in special]
    while len(units) < size:
        units.append(dice.choice(warriors) if dice.random() < 0.99 else dice.choice(list(OPERATIVES)))
    roster: Roster = {"game": "kill-team", "team": team, "models": [operative(name, dice) for name in units[:size]]}
    roster["tac-op"] = dice.choice([name for name, one in TAC_OPS.items() if one in ARCHETYPES[team]])
    if dice.random() < 0.1:
        roster["tac-op"] = dice.choice(list(TAC_OPS))
    roster["scouting"], roster["primary-op"] = dice.choice(SCOUTING), dice.choice(PRIMARY)
    options = dice.sample(EQUIPMENT, dice.choice([0, 2, 3, 4, 4, 4, 5, 6]))
    options += options[:1] if dice.random() < 0.05 else []
    roster["equipment"] = [equipped(name, dice) for name in options]
    for key in ("team", "tac-op", "scouting", "primary-op"):
        if dice.random() < 0.03:
            del roster[key]
    return roster


def operative(name: str, dice: random.Random) -> Roster:
    """An operative with one of each sort of its weapons, or nearly."""
    _, _, ranged, melee = OPERATIVES[name]
    weapons = [dice.choice(sort) for sort in (ranged, melee) if sort]
    if dice.random() < 0.02:
        weapons.append(dice.choice([*ranged, *melee, "Kite Knife", "Line Knife"]))
    if dice.random() < 0.01:
        weapons = []
    return {"unit": name, **({"weapons": weapons} if weapons else {})}


def equipped(name: str, dice: random.Random) -> object:
    """An equipment option with its grenades, mostly two of the right sort."""
    if name not in GRENADES:
        return name
    sort = GRENADES[name] if dice.random() < 0.9 else GRENADES["Utility Grenades"]
    picks = [dice.choice(sort) for _ in range(dice.choice([2, 2, 2, 2, 2, 2, 1, 3, 0]))]
    return {"entry": name, "picks": picks} if picks else name
