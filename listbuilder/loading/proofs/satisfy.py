"""Satisfiability: whether any list can have what selectors ask for, and whether any can lack it.

A selector is asked of a pick where it stands, or of the row (a model, a group, the list) that carries it. The search
goes through the entries that can stand there, the values of the row and the kind of its group. It knows that a slot
for one thing holds one, and that a required slot is filled. It is sound: what it calls impossible is impossible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from listbuilder.base.records import replace
from listbuilder.catalogue import Field
from listbuilder.catalogue.query import Range, Selector, value_test
from listbuilder.loading.proofs.case import Case, On, PossiblePick

MOST = 20_000
"""How many worlds are tried; a selector with more is taken to be possible, which keeps the search sound."""
WIDE: dict[On, frozenset[On]] = {
    "model": frozenset({"model"}),
    "group": frozenset({"group", "model"}),
    "list": frozenset({"list", "group", "model"}),
}
"""The sheets whose rows stand in a row of each sheet."""
WORDS = ("entry", "kind", "slot", "tag", "category", "keyword")
Asked = tuple[Selector, bool]
"""A selector that is asked of a row, and the answer that is wanted."""


@dataclass(eq=False)
class World:
    """One assignment: the row's values and group, facts about the pick in question, the bundles on the row."""

    values: dict[str, object]
    group: object = None
    given: bool = False
    part: str = "all"
    under: list[Selector] = field(default_factory=list)
    there: list[Selector] = field(default_factory=list)


def fits_some(case: Case, selector: Selector, on: Iterable[On], part: str = "all") -> bool:
    """Whether some pick on rows of these sheets can fit."""
    return any(can_be(case, on_, (selector, stand), (), part) for on_ in on for stand in case.standing_on(on_))


def row_can(case: Case, on: On, *asked: Asked, part: str = "all") -> bool:
    """Whether a row can give every selector in `asked` the wanted answer."""
    return can_be(case, on, None, asked, part)


def can_be(
    case: Case, on: On, pick: tuple[Selector, PossiblePick] | None, asked: Sequence[Asked] = (), part: str = "all"
) -> bool:
    """Whether a pick can fit, on a row that gives every selector in `asked` the wanted answer."""
    selector, stand = pick or (None, None)
    if selector and stand:
        # Most questions end here: the entry and its slot decide them without any world.
        first = quick_answer(selector, stand)
        if first is False:
            return False
        if first and not asked:
            return True
    rows = [one for one, _ in asked]
    rows += [one.has for one in selector.parts() if one.has] if selector else []
    bundles = distinct(bundle for one in rows for bundle in bundles_of(one))
    everything = [deep for one in (*rows, *([selector] if selector else [])) for deep in one.parts()]
    names = sorted({name for one in everything for name in one.fields})
    domains = [domain(case, on, name, everything, part) for name in names]
    groups = [None, *case.group_kinds] if on != "list" and any(one.group for one in everything) else [None]
    givens = given_of(case, stand) if stand else [False]
    unders = distinct(one.under for one in everything if one.under)
    can = [one for one in unders if stand is None or inside_some(case, one, stand)]
    # The number of worlds is known before the first is tried.
    size = len(groups) * len(givens) * 2 ** (len(can) + len(bundles))
    for each in domains:
        size *= len(each)
    if size > MOST:
        return True
    for values in product(*domains):
        for group, given in product(groups, givens):
            for under in subsets(can):
                world = World(dict(zip(names, values, strict=True)), group, given, part, under)
                for there in subsets(bundles):
                    world.there = there
                    if (
                        (selector is None or stand is None or pick_holds(selector, stand, world, on))
                        and all(row_holds(one, world, on) is wanted for one, wanted in asked)
                        and consistent(case, on, world, bundles, stand)
                    ):
                        return True
    return False


def quick_answer(selector: Selector, stand: PossiblePick) -> bool | None:
    """What the entry and its slot decide alone; None where more must be known."""
    if not selector.matches_words(stand.entry) or (selector.slot and stand.slot not in selector.slot):
        return False
    known: bool | None = True
    for name, values in selector.fields.items():
        value = stand.entry.field(name)
        if value is None:
            known = None
        elif not value_test(values)(value):
            return False
    more = selector.given is not None or selector.under or selector.has or selector.group
    parts = [quick_answer(one, stand) for one in selector.all]
    if selector.any:
        some = [quick_answer(one, stand) for one in selector.any]
        parts.append(True if True in some else None if None in some else False)
    if selector.not_:
        refused = quick_answer(selector.not_, stand)
        parts.append(None if refused is None else not refused)
    if False in parts:
        return False
    return None if more or None in parts else known


# What a world says


def pick_holds(selector: Selector, stand: PossiblePick, world: World, on: On) -> bool:
    """Whether a pick fits in a world."""
    if not selector.matches_words(stand.entry) or (selector.slot and stand.slot not in selector.slot):
        return False
    for name, values in selector.fields.items():
        printed = stand.entry.field(name)
        if not value_test(values)(world.values[name] if printed is None else printed):
            return False
    return (
        (selector.given is None or selector.given is world.given)
        and (selector.under is None or selector.under in world.under)
        and (selector.has is None or row_holds(selector.has, world, on))
        and (not selector.group or world.group in selector.group)
        and all(pick_holds(one, stand, world, on) for one in selector.all)
        and (not selector.any or any(pick_holds(one, stand, world, on) for one in selector.any))
        and not (selector.not_ and pick_holds(selector.not_, stand, world, on))
    )


def row_holds(selector: Selector, world: World, on: On) -> bool:
    """Whether a row fits in a world."""
    own = bundle_of(selector)
    return (
        (own is None or own in world.there)
        and (selector.has is None or row_holds(selector.has, world, on))
        and (not selector.group or world.group in selector.group)
        and all(row_holds(one, world, on) for one in selector.all)
        and (not selector.any or any(row_holds(one, world, on) for one in selector.any))
        and not (selector.not_ and row_holds(selector.not_, world, on))
    )


def consistent(case: Case, on: On, world: World, bundles: list[Selector], pick: PossiblePick | None) -> bool:
    """Whether some picks make exactly the bundles true that the world says are there."""
    missing = [one for one in bundles if one not in world.there]
    # What makes the stricter bundle true makes the weaker one true as well.
    if any(asks_no_more(no, yes) for no in missing for yes in world.there):
        return False
    found = [(candidates(case, on, one, world), has_own_value(case, on, one)) for one in world.there]
    # These picks can't be on the row, since they would make a missing bundle true.
    out = {id(stand) for one in missing for stand in certain_picks(case, on, one, world)}
    if pick is not None and id(pick) in out:
        return False
    left = [{id(stand): stand for stand in stands if id(stand) not in out} for stands, _ in found]
    if any(not few and not own for few, (_, own) in zip(left, found, strict=True)):
        return False
    if out and any(all(id(stand) in out for stand in few) for few in case.required[on] if few):
        return False
    for slot in case.singles[on]:
        # Bundles that only this slot can fill must share one entry, because it holds one.
        tight = [few for few in left if few and all(one.slot == slot and one.on == on for one in few.values())]
        if pick is not None and pick.slot == slot and pick.on == on and pick.holder is None:
            tight.append({id(pick): pick})
        if len(tight) > 1 and not set(tight[0]).intersection(*tight[1:]):
            return False
    return True


def candidates(case: Case, on: On, bundle: Selector, world: World) -> list[PossiblePick]:
    """The picks on a row that may make a bundle true."""
    few = case.fitting_stands(WIDE[on], bundle)
    return [stand for stand in few if makes_true(case, on, bundle, stand, world) is not False]


def certain_picks(case: Case, on: On, bundle: Selector, world: World) -> list[PossiblePick]:
    """The picks on a row that make a bundle true, whatever else there is."""
    few = case.fitting_stands(WIDE[on], bundle)
    return [stand for stand in few if makes_true(case, on, bundle, stand, world) is True]


def makes_true(case: Case, on: On, bundle: Selector, stand: PossiblePick, world: World) -> bool | None:
    """Whether a pick makes a bundle true; None where it depends on what the world does not say."""
    if not bundle.matches_words(stand.entry) or (bundle.slot and stand.slot not in bundle.slot):
        return False
    known: bool | None = True
    for name, values in bundle.fields.items():
        printed, test = stand.entry.field(name), value_test(values)
        if printed is not None:
            if not test(printed):
                return False
        elif on == "model":
            if not test(world.values[name]):
                return False
        elif any(test(one) for sheet in (stand.on, on) for one in domain(case, sheet, name, [bundle], world.part)):
            known = None
        else:
            return False
    if bundle.given is not None:
        can = given_of(case, stand)
        if bundle.given not in can:
            return False
        known = known if len(can) == 1 else None
    if bundle.under is not None:
        return None if inside_some(case, bundle.under, stand) else False
    return known


def has_own_value(case: Case, on: On, bundle: Selector) -> bool:
    """Whether a group or the list can answer a bundle with its own values alone."""
    if on == "model" or not bundle.fields or bundle != Selector(fields=bundle.fields):
        return False
    asked = bundle.fields.items()
    return all(any(map(value_test(values), domain(case, on, name, [bundle], "all"))) for name, values in asked)


# What selectors are made of


def bundle_of(selector: Selector) -> Selector | None:
    """The words of a selector that a single pick must match; None if it has none."""
    own = replace(selector, all=(), any=(), not_=None, has=None, group=())
    return None if own == EMPTY else own


def bundles_of(selector: Selector) -> Iterator[Selector]:
    """Every bundle that a row is asked for."""
    own = bundle_of(selector)
    if own is not None:
        yield own
    for one in (*selector.all, *selector.any, *(part for part in (selector.not_, selector.has) if part)):
        yield from bundles_of(one)


def asks_no_more(one: Selector, other: Selector) -> bool:
    """Whether a bundle asks for no more than another, word by word."""
    for word in WORDS:
        mine, theirs = frozenset(getattr(one, word)), frozenset(getattr(other, word))
        if mine and not (theirs and theirs <= mine):
            return False
    if any(name not in other.fields or not set(other.fields[name]) <= set(mine) for name, mine in one.fields.items()):
        return False
    return all(getattr(one, word) in (None, getattr(other, word)) for word in ("cost", "given", "under"))


def distinct(selectors: Iterable[Selector]) -> list[Selector]:
    """Selectors, each once."""
    found: list[Selector] = []
    for one in selectors:
        if one not in found:
            found.append(one)
    return found


def subsets(few: list[Selector]) -> Iterator[list[Selector]]:
    """Every choice among a few, the largest first: most often it is the one that is possible."""
    for chosen in product((True, False), repeat=len(few)):
        yield [one for one, is_in in zip(few, chosen, strict=True) if is_in]


EMPTY = Selector()


# What rows and picks can be


def domain(case: Case, on: On, name: str, asking: Iterable[Selector], part: str) -> list[object]:
    """The values that matter of those that a row can have under a name."""
    found = field_of(case, on, name)
    if found is None:
        return [None]
    wanted = [value for one in asking for value in one.fields.get(name, ())]
    values = values_of(found, wanted)
    own = name in case.game.sheets[on].fields
    values += [None] if found.default_value is None or not own else []
    parts = [(one, found.part_of(name, one)) for one in values]  # type: ignore[arg-type]
    wanted_part = None if part == "main" else part
    # Another field may be the one that puts a model into that part; it says nothing about this one.
    if part == "all" or (part != "main" and part not in {one for _, one in parts}):
        return values
    return [value for value, one in parts if one == wanted_part]


def field_of(case: Case, on: On, name: str) -> Field | None:
    """The field that a row of a sheet has under a name: its own, its group's, or that of a list that names models."""
    game = case.game
    own = game.sheets[on].fields.get(name)
    if own is not None or on != "model":
        return own
    named = game.list.fields[name] if name in game.list.named else None
    return game.group.fields.get(name) or named


def values_of(one: Field, wanted: Sequence[object]) -> list[object]:
    """The values of a field: one for each way in which the wanted values tell them apart."""
    if one.counts:
        low, high = one.bounds
        ends = [end for value in wanted if isinstance(value, Range) for end in (value.min, value.max)]
        points = [end for end in (*wanted, *ends, low, high, one.default_value) if type(end) is int]
        # A number field has too many values to try: those at and beside the bounds that are asked for stand for all.
        near = {point + step for point in points for step in (-1, 0, 1)}
        return [n for n in sorted(near) if (low is None or n >= low) and (high is None or n <= high)] or [None]
    if one.selector_values:
        return sorted(one.selector_values, key=str)
    # Any text that nobody asks for stands for all others.
    return ["…", *(value for value in wanted if isinstance(value, str))]


def given_of(case: Case, stand: PossiblePick) -> list[bool]:
    """Whether a pick can be given, and whether it can be chosen."""
    if stand.slot == "":
        return [True]
    gifts = (stand.entry.kind, stand.entry.id) in case.gifts.get(stand.slot, frozenset())
    return [*([True] if gifts else []), *([False] if stand.chosen or not gifts else [])]


def inside_some(case: Case, selector: Selector, stand: PossiblePick, seen: frozenset[int] = frozenset()) -> bool:
    """Whether a pick that holds this one, directly or further out, may fit."""
    if stand.holder is None:
        return False
    above = [one for one in case.standing if one.entry is stand.holder and one.on == stand.on and id(one) not in seen]
    seen |= {id(one) for one in above}
    return any(quick_answer(selector, one) is not False or inside_some(case, selector, one, seen) for one in above)
