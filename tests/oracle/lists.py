"""Random lists for both games, legal and illegal, crowded around every limit; names in all four spellings."""

from __future__ import annotations

from operator import itemgetter

from hypothesis import strategies as st

from tests.oracle import Roster, canonical, constellation, known, rogue, spellings

__all__ = ["GAMES", "constellation_lists", "rogue_lists"]

RANKS = st.sampled_from(spellings(rogue.RANKS))
ROGUE_WEAPONS = st.sampled_from(spellings(rogue.WEAPONS))
PISTOLS = st.sampled_from(spellings(name for name in rogue.WEAPONS if "Pistol" in name))
ARMOUR = st.sampled_from(spellings(rogue.ARMOUR))
GEAR_NAMES = known(rogue.GEAR)
ABILITY_NAMES = known(name for names in rogue.ABILITIES.values() for name in names)
# Those that change what a model may have come up far more often than their share of the tables.
GEAR = st.sampled_from(spellings(rogue.GEAR)) | st.sampled_from(
    spellings(["Tactical Pockets", "Cybernetic Implants", "Tactical Shield", "Medkit"])
)
ROGUE_ABILITIES = st.sampled_from(spellings(ABILITY_NAMES.values())) | st.sampled_from(
    spellings(["Extra Training", "Deep Pockets", "Combat Medic"])
)
STRANGERS = st.sampled_from(["Laser Rifel", "Jetpack", "rank 9"])

UNITS = st.sampled_from([*spellings(constellation.UNITS), *spellings(["Heroe"])])
RANGE_WEAPONS = st.sampled_from(spellings(constellation.WEAPONS))
ABILITIES = st.sampled_from(spellings(constellation.ABILITIES)) | st.sampled_from(spellings(constellation.SHOOTING))

COUNTS = st.sampled_from([1, 1, 1, 2, 3])
NEAR = st.sampled_from([0, 0, 0, 1, -1, 5, -5, 40])


def category(name: str) -> str:
    """The category of an ability, by any spelling."""
    return rogue.category_of(ABILITY_NAMES[canonical(name)])


@st.composite
def tidy_operatives(draw: st.DrawFn) -> Roster:
    """A model of Rogue Conflict that keeps every rule."""
    rank = draw(RANKS)
    room = rogue.RANKS[rank.upper()][2]
    abilities = draw(st.lists(ROGUE_ABILITIES, max_size=room, unique_by=category))
    if room == 2 and len(abilities) == 1 and canonical(abilities[0]) == "extra-training" and draw(st.booleans()):
        abilities.append("Extra Training")
    pockets = 1 + sum(canonical(name) == "deep-pockets" for name in abilities)
    gear = draw(st.lists(GEAR, max_size=4, unique_by=canonical))
    pockets += 2 * any(canonical(name) == "tactical-pockets" for name in gear[:pockets])
    gear = gear[:pockets]
    shield = any(canonical(name) == "tactical-shield" for name in gear)
    model: Roster = {"rank": rank, "weapon": draw(PISTOLS if shield else ROGUE_WEAPONS)}
    model |= {"abilities": abilities} if abilities else {}
    model |= {"gear": gear[0] if len(gear) == 1 and draw(st.booleans()) else gear} if gear else {}
    model |= {"armour": draw(ARMOUR)} if draw(st.booleans()) else {}
    return model | draw(raises(budget(model)))


def budget(model: Roster) -> int:
    """The stat points of a tidy model."""
    gear = model.get("gear", [])
    return rogue.stat_points(
        [model["rank"].upper()],
        [GEAR_NAMES[canonical(name)] for name in (gear if isinstance(gear, list) else [gear])],
        [ABILITY_NAMES[canonical(name)] for name in model.get("abilities", [])],
    )


@st.composite
def raises(draw: st.DrawFn, points: int, over: int = 0) -> Roster:
    """Raises that spend all of the points, one fewer or none; or some more than all."""
    dear = draw(st.integers(0, points // 2))
    acc = draw(st.integers(0, dear))
    cheap = max(points - 2 * dear + (over or draw(st.sampled_from([0, 0, -1]))), 0)
    hp = draw(st.integers(0, cheap))
    raised = {"hp": hp, "mv": cheap - hp, "acc": acc, "dod": dear - acc}
    if not over and not draw(st.integers(0, 4)):
        return {}
    upper = draw(st.booleans())
    return {"raise": {stat.upper() if upper else stat: steps for stat, steps in raised.items() if steps}}


CARELESS: list[tuple[str, st.SearchStrategy[object]]] = [
    ("rank", st.none() | RANKS),
    ("rank", st.lists(RANKS, max_size=2) | STRANGERS),
    ("weapon", st.none() | ROGUE_WEAPONS),
    ("weapon", st.lists(ROGUE_WEAPONS, max_size=2) | STRANGERS),
    ("armour", st.lists(ARMOUR, min_size=2, max_size=2) | STRANGERS),
    ("gear", st.lists(GEAR, min_size=1, max_size=5)),
    ("gear", st.sampled_from(spellings(["Tactical Shield"])) | st.lists(GEAR | STRANGERS, max_size=2)),
    ("abilities", st.lists(ROGUE_ABILITIES, min_size=1, max_size=4)),
    ("abilities", st.sampled_from([["Vault", "Push On"], ["Inspire", "Extra Training"], ["Vault", "vault"]])),
    ("abilities", st.sampled_from([["Extra Training"] * 2, ["Extra Training"] * 3, ["Vault", "Mirage", "Deadeye"]])),
    ("raise", st.sampled_from([{"dr": 1}, {"DR": -1}, {"hp": -1}, {"mv": 1, "Dod": -2}])),
    ("raise", st.sampled_from([{"dod": 1}, {"acc": 9}, {"luck": 1}])),
]


@st.composite
def wild_operatives(draw: st.DrawFn) -> Roster:
    """A model of Rogue Conflict that was tidy until one or two of its keys were redone with no care."""
    model = draw(tidy_operatives())
    points = budget(model)
    for _ in range(draw(st.integers(1, 2))):
        key, strategy = draw(st.sampled_from([*CARELESS, ("raise", raises(points, over=1).map(itemgetter("raise")))]))
        model[key] = draw(strategy)
        if model[key] is None:
            del model[key]
    return model


@st.composite
def rogue_lists(draw: st.DrawFn) -> Roster:
    """A list for Rogue Conflict."""
    models = draw(st.lists(tidy_operatives(), max_size=6))
    if draw(st.booleans()):
        models.insert(draw(st.integers(0, len(models))), draw(wild_operatives()))
    copy_some(draw, models)
    roster: Roster = {"game": "rogue-conflict", "models": models}
    return roster | draw(limits(rogue.judge(roster).total, ["standard", "STANDARD"]))


@st.composite
def miniatures(draw: st.DrawFn, wild: bool) -> Roster:
    """An unarmed miniature of Constellation Warrior, with too many or repeated abilities if it may."""
    unit = draw(UNITS)
    room = 4 if canonical(unit) == "heroe" else constellation.UNITS[unit.capitalize()][1]
    if not wild:
        abilities = draw(st.lists(ABILITIES, max_size=room, unique_by=canonical))
        return {"unit": unit} | ({"abilities": abilities} if abilities else {})
    model: Roster = {"unit": unit, "abilities": draw(st.lists(ABILITIES | STRANGERS, max_size=room + 1))}
    odd = draw(st.sampled_from(["", "", "no unit", "two units", "same twice"]))
    if odd == "no unit":
        del model["unit"]
    elif odd == "two units":
        model["unit"] = draw(st.lists(UNITS, min_size=2, max_size=2))
    elif odd == "same twice":
        model["abilities"] = [draw(ABILITIES)] * 2
    return model


@st.composite
def constellation_lists(draw: st.DrawFn) -> Roster:
    """A list for Constellation Warrior, with about as many range weapons as it may have."""
    models = draw(st.lists(miniatures(wild=False), max_size=5))
    wild = not draw(st.integers(0, 2))
    if wild:
        models.insert(draw(st.integers(0, len(models))), draw(miniatures(wild=True)))
    if not draw(st.integers(0, 3)):
        models.append({"unit": "Novice", "count": draw(st.integers(6, 13))})
    copy_some(draw, models)
    arm(draw, models)
    if wild and draw(st.booleans()):
        models[0]["weapon"] = draw(st.lists(RANGE_WEAPONS, max_size=2))
    roster: Roster = {"game": "constellation-warrior", "models": models}
    return roster | draw(limits(constellation.judge(roster).total, ["small", "medium", "big", "BIG"]))


def arm(draw: st.DrawFn, models: list[Roster]) -> None:
    """Hand out range weapons: one fewer than the quota, all of it, or one more."""
    left = constellation.quota(sum(model.get("count", 1) for model in models)) + draw(st.sampled_from([-1, 0, 0, 1]))
    for model in models:
        if model.get("count", 1) <= left:
            left -= model.get("count", 1)
            model["weapon"] = draw(RANGE_WEAPONS)


def copy_some(draw: st.DrawFn, models: list[Roster]) -> None:
    """Put a `count` on some rows."""
    for model in models:
        if "count" not in model and (count := draw(COUNTS)) > 1:
            model["count"] = count


@st.composite
def limits(draw: st.DrawFn, total: int, formats: list[str]) -> Roster:
    """A format, a limit just at or around the points, both or neither."""
    found: Roster = {}
    if draw(st.booleans()):
        found["format"] = draw(st.sampled_from(formats))
    if draw(st.integers(0, 3)):
        found["limit"] = max(total + draw(NEAR), 1)
    return found


GAMES = {"constellation-warrior": constellation_lists(), "rogue-conflict": rogue_lists()}
