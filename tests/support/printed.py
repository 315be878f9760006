"""Names as the rulebooks print them, sign for sign: by game and kind, and the shapes of keywords with their values.

Typed off the printed tables, lists and headings, odd capitals and signs included; nothing is read from a catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["NAMES", "SHAPES"]


def many(text: str) -> list[str]:
    """Names with a bar between them."""
    return [" ".join(one.split()) for one in text.split("|")]


NAMES: dict[str, dict[str, list[str]]] = {
    "rogue-conflict": {
        "rank": many("I | II | III | IV | V | Rank 4"),
        "armour": many("Medium | Heavy"),
        "weapon": many(
            """Slug Pistol | Laser Pistol | Plasma Pistol | Heavy Laser Pistol | Heavy Plasma Pistol | Slug Rifle |
            Laser Rifle | Plasma Rifle | Heavy Laser Rifle | Heavy Plasma Rifle | Slug Lancer | Laser Lancer |
            Plasma Lancer | Heavy Laser Lancer | Heavy Plasma Lancer | laser rifle"""
        ),
        "gear": many(
            """Grappling Hook | Medkit | Ghost module | Combat Drugs | Personal Force Field | Tactical Shield |
            Regenerative Nanobots | Energy Blade | Body Snatcher | Cybernetic Implants | Tactical Pockets |
            Hand Flamer | Penetrating Rounds | Paralytic Rounds | Poison Rounds | Tracer Rounds | Heavy Rounds |
            AP Rounds | Poison Grenade | Explosive Grenade | Paralytic Grenade | Pulse Grenade"""
        ),
        "ability": many(
            """Go for Cover | Push On | Scout Ahead | Stick Together | Vault | Shove Aside | Defensive Momentum |
            Lands on their feet | Reposition | Hit and Run | Evasive Maneuvers | Bulky Armor | Combat Medic |
            Deep Pockets | Extra Training | Inspire | Tactical Positioning | Spotter | Fast reflexes |
            Adaptive Tactics | Saw it Coming | Tactical Analysis | Came Prepared | Threading The Needle |
            Concentrated Fire | Deadeye | Fire Back | Focused aim | Rapid Fire | Suppression fire | Grenadier |
            Run and Gun | Higher Ground | Adaptive Cover | Bunker Down | Extra Shielding | Hard to Hit |
            Quick Feet | Resilient | Camouflage | Mirage | Distraction Tactics | Regenerative Tissue |
            Power Through"""
        ),
        "condition": many("Poison | Hindered"),
        "objective": many(
            """Break their ranks! | Behind enemy lines! | Claim the battlefield! | Claim the loot! |
            Control the sector! | Siphon Data!"""
        ),
    },
    "constellation-warrior": {
        "unit": many("Novice 2 | Soldier 2 | Expert 2 | Heroe 2 | Soldier (16) | Expert (20) | Heroe"),
        "weapon": many("Short | Long | Short (4) | Long (8) | Short range | Long range"),
        "ability": many(
            """(1) Attack Re-Rolls | (2) Step | (1) Reckless Rush | (2) Push attack | (2) Light feet |
            (3) Smoke cover | (2) Cautious | (2) Hawk eye | (3) Viper attack | (3) Perfect defense |
            (2) Warrior wall | (1) Holy man | (3) Healing | (4) Swift shooter | (2) Whirl | (2) Right in the feet |
            (1) Reckless | (3) Gift attack | (2) Steady aim | (2) Sacrifice | (3) Area damage | (3) Chain attack |
            (3) whirlwind | (1) Jump back | (2) Poison attack | (4) Paralyze | (1) Reckless rush | reckless (1) |
            Sacrifice (2) | Swift shooter (4) | area damage (3) | Attack Re-Rolls | Step | Push attack | Hawk eye"""
        ),
    },
    "demihuman-combat": {
        "mission": many(
            """Vault Robbery | Assassination | Teach ‘Em A Lesson | Gang War | Rescue | This Land Is My Land |
            Points of Interest | King of the Hill | Demihuman Patrolling (Most Used) | Demihuman Patrolling"""
        ),
        "tag": many(
            """Carry (target) | Fly | Point (X) | Pulled (X) | Blind (Effect) | Spawn (Model) | Damageless | Tagged |
            Fading | Quick X | Triggered | Save | At Will X | Fortune Teller X (Y'') | Natural | Improv | X-Block-Y |
            Y-Limit X | Inflict X | X Make (Model) | Sometimes | (Characters) Family X"""
        ),
        "terrain": many(
            """Blocking | Movable | Covering X | Height X | Difficult | Patterned X | Unclimbable | Dangerous X, Y'' |
            Hazardous X Y, Z'' | Overhang X | Up Top | Down Low | Vantage X"""
        ),
        "condition": many("Burning | Panic | Enraged | Paralyzed | Slow"),
    },
    "stack-and-horde": {
        "special": many(
            """Mining | Fabricate | Military | Elite | Scout | Construct | Beast | Inhuman | Uncroaked | Skeletal |
            Mount | Transport (X) | Siege(X) | Digging(X) | Agile | Leadership | Paragon | Caster | Thriller |
            Bone Warlord | Heavy"""
        ),
        "status": many("Immobilized | Incapacitated | Stun | Calm"),
        "modifier": many("Block | Mighty Blow | Guard | Interpose | Support | Coordinate | Dodge | Take Cover"),
        "tactic": many(
            """Hold | Delay | Rally (X,Y) | Bull Rush (X,Y) | Withdraw (X,Y) | Rally (4,7) | Bull Rush (12,3) |
            Withdraw (0,0) | Rally"""
        ),
        "maneuver": many("Regroup | Bull Rush | Subdue"),
    },
    "kill-team": {
        "weapon-rule": many(
            """Accurate x | Balanced | Blast x | Brutal | Ceaseless | Devastating x | 1" Devastating x |
            Heavy /(x)/ | Heavy (x) | Hot | Lethal x | Limited x | Piercing X /Crits/ | Piercing Crits x | Punishing |
            Range x | Relentless | Rending | Saturate | Seek /light/ | Severe | Shock | Silent | Stun | Torrent x"""
        ),
        "equipment": many(
            """1x Ammo Cache | 1x Comms Device | 1x Heavy Barricade | 2x Ladders | 2x Light Barricades | 1x Mines |
            1x Portable Barricade | 1x Razor Wire | 2x Utility Grenades | 2x Explosive Grenades | Ammo Cache"""
        ),
        "grenade": many("Smoke Grenade | Stun Grenade | Frag Grenade | Krak Grenade"),
        "killzone": many("Volkus | Gallowdark | Bheta-Decima | Killzone: Volkus | Killzone: Bheta-Decima"),
        "scouting-option": many("Equip | Ploy | Reposition"),
        "primary-op": many("CRIT | KILL | TAC | KILL OP | TAC OP | CRIT OP"),
        "terrain-trait": many("Accessible | Blocking | Exposed | Heavy | Light | Vantage"),
        "action": many(
            """Reposition | Dash | Fall Back | Charge | Shoot | Fight | Pick Up | Place Down | Pass | Counteract |
            Door Fight | Operate Hatch | Guard | Hatchway Fight | Ammo Resupply | Move with Barricade"""
        ),
    },
}


def around(word: str, number: int, more: str = "") -> list[str]:
    """The ways to print a number behind a word: plain, in brackets, with its sign."""
    return [f"{word} {number}", f"{word} ({number})", f"{word}({number})", *([f"{word} {number}{more}"] * bool(more))]


def shapes() -> Iterator[tuple[str, str, str, list[str]]]:
    """The game, the kind, how it is printed in the end, and every way to write it."""
    for word in ("Transport", "Siege", "Digging"):
        for number in (1, 4, 12):
            yield "stack-and-horde", "special", f"{word} {number}", around(word, number)
    for word in ("Accurate", "Limited", "Piercing", "Piercing Crits", "Devastating"):
        yield "kill-team", "weapon-rule", f"{word} 2", around(word, 2)
    for word in ("Blast", "Range", "Torrent"):
        ways = [*around(word, 2, '"'), f"{word} 2''", f"{word} 2”", f"{word} 2″"]
        yield "kill-team", "weapon-rule", f'{word} 2"', ways
    yield "kill-team", "weapon-rule", 'Range 6"', ['Rng.6"', 'Rng. 6"', "range 6"]
    yield "kill-team", "weapon-rule", "Lethal 5+", around("Lethal", 5, "+")
    yield "kill-team", "weapon-rule", '1" Devastating 2', ['1" Devastating 2', "1'' Devastating 2", "1 Devastating 2"]
    yield "kill-team", "weapon-rule", "Heavy (Dash only)", ["Heavy (Dash only)"]
    yield "kill-team", "weapon-rule", "Seek Light", ["Seek Light", "Seek light"]
    for word in ("Quick", "At Will"):
        yield "demihuman-combat", "tag", f"{word} 2", around(word, 2)
    for word in ("Point", "Pulled"):
        yield "demihuman-combat", "tag", f'{word} (6")', [*around(word, 6, '"'), f'{word} (6")', f"{word} (6'')"]
    teller = ['Fortune Teller 2 (6")', "Fortune Teller 2 (6'')", "Fortune Teller 2 (6)"]
    yield "demihuman-combat", "tag", 'Fortune Teller 2 (6")', teller
    yield "demihuman-combat", "tag", "(the twins) Family 1", ["(the twins) Family 1"]
    yield "demihuman-combat", "tag", "Inflict Burning 2", ["Inflict Burning 2", "inflict Burning (2)"]
    yield "demihuman-combat", "tag", "Inflict Slow", ["Inflict Slow"]
    for word in ("Covering", "Height", "Patterned", "Overhang", "Vantage"):
        yield "demihuman-combat", "terrain", f"{word} 3", around(word, 3)
    danger = ["Dangerous 2, 3''", 'Dangerous 2, 3"', "Dangerous 2,3", "dangerous 2, 3"]
    yield "demihuman-combat", "terrain", 'Dangerous 2, 3"', danger
    yield "demihuman-combat", "terrain", 'Hazardous Burning 2, 3"', ["Hazardous Burning 2, 3''"]


SHAPES = list(shapes())
