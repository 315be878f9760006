"""The steps of an attack, one after the other, over everything that can have happened so far.

A step takes each world with its chance and says which worlds it leads to. Worlds keep only what later steps read, and
equal ones are put together, so that there stay few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from math import lcm

from listbuilder.catalogue.effects.effect import Effect
from listbuilder.catalogue.effects.sequence import (
    AnyStep,
    CheckStep,
    DamageStep,
    NumberStep,
    PairStep,
    PoolStep,
    RollStep,
)
from listbuilder.catalogue.effects.verbs import Cancel, Choose, Damage
from listbuilder.documents.odds import AttackOdds
from listbuilder.errors import EditError
from listbuilder.force import Force
from listbuilder.odds.asking import forbidden, holds, triggered
from listbuilder.odds.borne import Borne
from listbuilder.odds.dice import ONE, PRODUCTS, WORK, Dist, added, certain, multiplied, work
from listbuilder.odds.given import OTHER, SIDES, Side
from listbuilder.odds.harming import eased, one_of
from listbuilder.odds.pools import options_of, roll_pool
from listbuilder.odds.reckoning import amount, changed_by, clamped, read, rolled_often, total
from listbuilder.odds.sameness import pool_key
from listbuilder.odds.scene import LOST, STOPPED, Scene, World, every
from listbuilder.odds.stopping import Pairing
from listbuilder.odds.worlds import LOSSES, Led, Values, Worlds, column, joined, world_of

Frozen = tuple[tuple[str, int], ...]
Known = dict[Frozen, Led]
"""What a step leads to, by what it reads of a world."""


class Shared:
    """What attacks have in common: those that were reckoned, by all that they depend on, and the pools of dice.

    Pools are kept with the names of what counted. `done` is the work so far, which has a bound.
    """

    def __init__(self) -> None:
        self.attacks: dict[object, AttackOdds] = {}
        self.pools: dict[object, tuple[Known, dict[str, None]]] = {}
        self.met: dict[int, Force] = {}
        self.done = 0

    @contextmanager
    def noted(self, *lists: Force) -> Iterator[None]:
        """Note here whatever work is done in the body; what there is on some lists was work before it."""
        new = {id(one): one for one in lists if id(one) not in self.met}
        self.met |= new
        self.work(PICK * sum(len(one.rows) + len(one.picks) for one in new.values()))
        token = WORK.set(self.work)
        try:
            yield
        finally:
            WORK.reset(token)

    def work(self, outcomes: int) -> None:
        """Note work, and refuse to go on where all attacks together take too much of it."""
        self.done += outcomes
        if self.done > MOST:
            raise EditError(f"These attacks come to more than {MOST:,} outcomes; choose an attacker or a target.")


HIT, SHOWS = "hit?", "shows?"
PICK = 25
"""How many outcomes take as long as one model or pick takes to be judged."""
MOST = 290_000
"""How many outcomes all attacks together come to at most, with what takes as long as so many."""


def run(scene: Scene, shared: Shared) -> Worlds:
    """Everything that an attack can come to; pools that other attacks rolled as well are `shared`."""
    return run_on(scene, shared, Worlds((), {(): 1}), 0)


def run_on(scene: Scene, shared: Shared, worlds: Worlds, start: int) -> Worlds:
    """Everything that worlds can come to in the steps from one on."""
    steps = [step for step in scene.sequence.steps if not isinstance(step, Effect)]
    for at, step in enumerate(steps[start:], start):
        asked = scene.asked_in(step) | {f"{step.of}.{SHOWS}" if isinstance(step, CheckStep) else ""}
        if isinstance(step, PairStep):
            damage = [other for other in steps if isinstance(other, DamageStep)]
            asked = asked.union(LOST.values(), *(scene.asked_in(other) for other in damage))
        later = {*needed(scene, steps[at + 1 :]), HIT, *LOSSES}
        options = options_of(scene, step) if isinstance(step, PoolStep) else None
        if isinstance(step, PoolStep) and options is not None:
            worlds = chosen(scene, step, options, worlds, asked, later, shared, at)
        else:
            worlds = stepped(scene, step, worlds, asked, later, shared)
    return worlds


def chosen(
    scene: Scene,
    step: PoolStep,
    options: Borne,
    worlds: Worlds,
    asked: frozenset[str],
    later: set[str],
    shared: Shared,
    at: int,
) -> Worlds:
    """The worlds after a pool about whose dice a record offers a choice: in each, what costs its bearer least."""
    assert isinstance(options.effect, Choose)
    read, kept = (column(worlds.names, names) for names in (asked, later))
    numbers, found = range(len(options.effect.options)), dict[Values, Led]()
    for option in numbers:
        scene.option = option
        keys = dict.fromkeys(map(read.of, worlds.ways))
        found |= {(*key, option): led for key, led in leads(scene, step, read.names, keys, shared).items()}
    scene.option = None
    alike: dict[tuple[Values, Values], int] = {}
    for values, ways in worlds.ways.items():
        key, stays = read.of(values), kept.of(values)
        led = {one: joined({((*key, one), stays): 1}, kept.names, found, later) for one in numbers}
        best = min(numbers, key=lambda one: loss(scene, options.side, run_on(scene, shared, led[one], at + 1)))
        pair = (*key, best), stays
        alike[pair] = alike.get(pair, 0) + ways
    work(len(alike))
    made = joined(alike, kept.names, found, later)
    work(len(made.ways))
    return made


def loss(scene: Scene, side: Side, worlds: Worlds) -> Fraction:
    """What a side loses on average, no more than it has."""
    lost, left = worlds.columns((LOST[side],)), scene.left(side)
    return Fraction(sum(min(number, left) * ways for (number,), ways in lost.items()), sum(lost.values()))


def stepped(
    scene: Scene, step: AnyStep, worlds: Worlds, asked: frozenset[str], later: set[str], shared: Shared
) -> Worlds:
    """The worlds after a step: of each what is read later, with what the step leads to from what it reads."""
    read, kept = (column(worlds.names, names) for names in (asked, later))
    alike: dict[tuple[Values, Values], int] = {}
    for values, ways in worlds.ways.items():
        pair = read.of(values), kept.of(values)
        alike[pair] = alike.get(pair, 0) + ways
    work(len(alike))
    found = leads(scene, step, read.names, dict.fromkeys(key for key, _ in alike), shared)
    made = joined(alike, kept.names, found, later)
    work(len(made.ways))
    return made


def leads(
    scene: Scene, step: AnyStep, names: tuple[str, ...], keys: Iterable[Values], shared: Shared
) -> dict[Values, Led]:
    """What a step leads to, by the values of what it reads; one that is not taken changes nothing."""
    found: dict[Values, Led] = {}
    if step.if_:
        found = {key: ([({}, 1)], 1) for key in keys if not taken_in(scene, step, world_of(names, key))}
        keys = [key for key in keys if key not in found]
    if isinstance(step, PoolStep):
        found |= pool_leads(scene, step, names, keys, shared)
    elif isinstance(step, PairStep):
        pairing = Pairing(scene, step, names)
        found |= {key: ([(pairing.left(key), 1)], 1) for key in keys}
    else:
        found |= {key: led(outcomes(scene, step, world_of(names, key))) for key in keys}
    return found


def taken_in(scene: Scene, step: AnyStep, world: World) -> bool:
    """Whether a step is taken in a world."""
    return every(holds(scene, test, None, world) for test in step.if_)


def pool_leads(
    scene: Scene, step: PoolStep, names: tuple[str, ...], keys: Iterable[Values], shared: Shared
) -> dict[Values, Led]:
    """What the dice of a pool come to, by the values of what is read; they are rolled once for all attacks."""
    known, counted = shared.pools.setdefault(pool_key(scene, step), ({}, {}))
    before, scene.counted = scene.counted, counted
    found: dict[Values, Led] = {}
    for key in keys:
        world = world_of(names, key)
        frozen = tuple(world.items())
        made = known.get(frozen)
        if made is None:
            made = known[frozen] = led(pooled(scene, step, world))
        found[key] = made
    scene.counted = {**before, **counted}
    return found


def led(several: Outcomes) -> Led:
    """What a step leads to, with whole numbers for chances."""
    found = list(several)
    work(len(found) // PRODUCTS)
    if len(found) == 1:
        return [(found[0][0], 1)], 1
    whole = lcm(*(chance.denominator for _, chance in found))
    return [(more, chance.numerator * (whole // chance.denominator)) for more, chance in found], whole


def needed(scene: Scene, steps: Iterable[AnyStep]) -> set[str]:
    """The names that steps, or records, may read; of either side."""
    steps = tuple(steps)
    plain = {name for step in steps for name in scene.books.names_in(step)} | scene.read_by_records
    plain |= {f"{one.of}.{SHOWS}" for one in steps if isinstance(one, CheckStep) and one.always}
    return plain | {f"{side}.{name}" for side in SIDES for name in plain}


Outcomes = Iterator[tuple[Mapping[str, int], Fraction]]


def outcomes(scene: Scene, step: AnyStep, world: World) -> Outcomes:
    """What a step that rolls no pool leads to from one world."""
    if isinstance(step, NumberStep):
        found = clamped(scene, total(scene, step.sum, world), step.min, step.max, None, world, None)
        yield from (({step.number: n}, p) for n, p in found.items())
    elif isinstance(step, RollStep):
        yield from rolled(scene, step, world)
    elif isinstance(step, CheckStep):
        yield from checked(scene, step, world)
    elif isinstance(step, DamageStep):
        yield from hurt(scene, step, world)


def rolled(scene: Scene, step: RollStep, world: World) -> Outcomes:
    """The sum of a roll, with what the die shows."""
    dice = amount(scene, step.dice, None, world)
    more = total(scene, step.sum, world)
    for shown, chance in dice.items():
        for plus, weight in more.items():
            yield {step.roll: shown + plus, f"{step.roll}.{SHOWS}": shown}, chance * weight


def checked(scene: Scene, step: CheckStep, world: World) -> Outcomes:
    """Whether a check succeeds; the die may decide it by itself."""
    bar = step.reach if step.reach is not None else step.over
    assert bar is not None
    number, wanted = read(scene, step.of, None, world), amount(scene, bar, None, world)
    beyond = int(step.reach is None)
    chance = sum((p * q for n, p in number.items() for m, q in wanted.items() if n >= m + beyond), Fraction(0))
    decided = (step.always or {}).get(str(world.get(f"{step.of}.{SHOWS}")))
    if decided is not None:
        chance = Fraction(int(decided))
    if forbidden(scene, frozenset([step.check]), world):
        chance = Fraction(0)
    yield from (({step.check: yes, HIT: yes}, p) for yes, p in ((1, chance), (0, 1 - chance)) if p)


def pooled(scene: Scene, step: PoolStep, world: World) -> Outcomes:
    """The results of a pool, and what those that are kept set off at once."""
    rolled_as = roll_pool(scene, step, world)
    whole = sum(rolled_as.values())
    for results, ways in rolled_as.items():
        made = {f"{step.by}.{name}": count for name, count in results}
        if step.by == "actor":
            made[HIT] = int(any(made.get(f"actor.{name}") for name in scene.harmful))
        lost: dict[Side, Dist] = {}
        for name, event in (step.raises or {}).items():
            for side, dist in set_off(scene, event, step.by, {**world, **made}).items():
                number = made.get(f"{step.by}.{name}", 0)
                lost[side] = added(lost.get(side, certain(0)), rolled_often(dist, number))
        for more, weight in taken(lost):
            yield {**made, **more}, Fraction(ways, whole) * weight


def set_off(scene: Scene, event: str, by: Side, world: World) -> dict[Side, Dist]:
    """The damage that an event does by itself, to whom."""
    found: dict[Side, Dist] = {}
    for one in triggered(scene, "damage", event, by, world, ahead=False):
        assert isinstance(one.effect, Damage)
        to = one.effect.to.role if one.effect.to else "self"
        side: Side | None = {"self": by, "actor": by, "target": OTHER[by]}.get(to or "")
        if side is not None:
            scene.count(one)
            step = next(step for step in scene.sequence.steps if isinstance(step, DamageStep) and step.damage == side)
            harm = eased(scene, step, amount(scene, one.effect.amount, one, world), world)
            found[side] = added(found.get(side, certain(0)), harm)
    return found


def taken(lost: Mapping[Side, Dist]) -> Outcomes:
    """What is added to the damage of each side."""
    made: list[tuple[dict[str, int], Fraction]] = [({}, ONE)]
    for side, dist in lost.items():
        made = [({**more, LOST[side]: n}, p * q) for more, p in made for n, q in dist.items()]
    yield from made


def hurt(scene: Scene, step: DamageStep, world: World) -> Outcomes:
    """The damage of a step, with what records make of it, and what is cancelled."""
    if not all(world.get(event) for event in step.needs) or forbidden(scene, frozenset(["damage"]), world):
        yield {}, ONE
        return
    found = certain(0)
    for part in step.sum:
        if not every(holds(scene, test, None, world) for test in part.if_):
            continue
        single = total(scene, (part,), world)
        if step.each is not None and part.times is not None:
            single = multiplied(amount(scene, part.add, None, world), one_of(scene, step, part, world))
        found = added(found, single)
    less = total(scene, step.minus, world)
    found = clamped(scene, added(found, multiplied(less, certain(-1))), step.min, None, None, world, None)
    for (lost, stopped), chance in softened(scene, step, found, world).items():
        yield {LOST[step.damage]: lost, **({STOPPED[step.damage]: stopped} if stopped else {})}, chance


def softened(scene: Scene, step: DamageStep, found: Dist, world: World) -> dict[tuple[int, int], Fraction]:
    """Damage with what changes or cancels it, and how much of it was cancelled by what has a bound in some period."""
    parts: dict[tuple[int, int], Fraction] = {}
    work(len(found) - 1)
    for number, chance in found.items():
        now: Dist = certain(max(number, 0))
        if step.named and number > 0:
            now = changed_by(scene, step.named, None, now, {**world, step.named: number})
        for left, weight in cancelled(scene, step, now, world).items():
            parts[left] = parts.get(left, Fraction(0)) + weight * chance
    return parts


def cancelled(scene: Scene, step: DamageStep, found: Dist, world: World) -> dict[tuple[int, int], Fraction]:
    """What is left of damage, and how much of it was cancelled by what has a bound in some period."""
    made = {(max(number, 0), 0): chance for number, chance in found.items()}
    if not any(number for number, _ in made):
        return made
    before = scene.past.stopped[SIDES.index(step.damage)]
    for one in triggered(scene, "cancel", scene.health.hurts, OTHER[step.damage], world, ahead=True):
        assert isinstance(one.effect, Cancel)
        scene.count(one)
        most = amount(scene, one.effect.amount, one, world) if one.effect.amount else certain(max(found))
        parts: dict[tuple[int, int], Fraction] = {}
        for (number, stopped), chance in made.items():
            for gone, weight in most.items():
                less = min(max(gone - before, 0) if one.effect.per else gone, number)
                left = number - less, stopped + (less if one.effect.per else 0)
                parts[left] = parts.get(left, Fraction(0)) + chance * weight
        made = parts
    return made
