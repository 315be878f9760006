"""Run the steps of an attack over the distribution of worlds, like a Markov chain.

A step maps each world to the worlds it leads to, with their chances. Worlds keep only the columns that later steps
read, and equal worlds are merged, which keeps the table small.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from math import lcm

from listbuilder.base.errors import EditError
from listbuilder.catalogue.effects.sequence import (
    AnyStep,
    CheckStep,
    DamageStep,
    NumberStep,
    PairStep,
    PoolStep,
    RollStep,
)
from listbuilder.catalogue.effects.verbs import Cancel, Choose, Damage, Effect
from listbuilder.exchange.documents.odds_document import AttackOdds
from listbuilder.judging.force import Force
from listbuilder.play.odds.attack_numbers import (
    apply_changes,
    clamp,
    evaluate_amount,
    read_number,
    repeat_roll,
    step_total,
)
from listbuilder.play.odds.cache_keys import pool_key
from listbuilder.play.odds.circumstances import OTHER, SIDES, Side
from listbuilder.play.odds.conditions import forbidding_effect, holds, triggered_effects
from listbuilder.play.odds.damage import changed_damage, damage_of_one
from listbuilder.play.odds.dice import ONE, PRODUCTS, WORK, Dist, add_distributions, constant, count_work, multiply
from listbuilder.play.odds.duel import Pairing
from listbuilder.play.odds.outcome_table import (
    LOSSES,
    OutcomeTable,
    Transitions,
    Values,
    column,
    join_step,
    world_values,
)
from listbuilder.play.odds.pools import dice_option, roll_pool
from listbuilder.play.odds.scene import LOST, STOPPED, Scene, World, all_logged
from listbuilder.play.odds.sources import ActiveEffect

Frozen = tuple[tuple[str, int], ...]
Known = dict[Frozen, Transitions]
"""The transitions of a step, by the values it reads."""


class SharedResults:
    """The cache that attacks share: odds by attack key, and dice pools by pool key.

    Pools are cached with the names of the effects that counted. `done` is the work so far, which is limited.
    """

    def __init__(self) -> None:
        # Lists have many equal attacks and pools; computing each once halves the time of odds.
        self.attacks: dict[object, AttackOdds] = {}
        self.pools: dict[object, tuple[Known, dict[str, None]]] = {}
        self.met: dict[int, Force] = {}
        self.done = 0

    @contextmanager
    def noted(self, *lists: Force) -> Iterator[None]:
        """Charge the work of the body to this cache, and that of judging each list once."""
        # A match asks for the odds in both directions: each list is charged once.
        new = {id(one): one for one in lists if id(one) not in self.met}
        self.met |= new
        self.work(PICK * sum(len(one.rows) + len(one.picks) for one in new.values()))
        token = WORK.set(self.work)
        try:
            yield
        finally:
            WORK.reset(token)

    def work(self, outcomes: int) -> None:
        """Add work; raise EditError if all attacks together exceed the limit."""
        self.done += outcomes
        if self.done > MOST:
            raise EditError(f"These attacks come to more than {MOST:,} outcomes; choose an attacker or a target.")


HIT, SHOWS = "hit?", "shows?"
PICK = 25
"""Judging one model or pick takes as long as this many outcomes."""
MOST = 290_000
"""The limit of outcomes for all attacks together, other work included. The largest shipped lists meet within it."""


def run(scene: Scene, shared: SharedResults) -> OutcomeTable:
    """The distribution of the results of an attack; dice pools are cached in `shared`."""
    return run_from(scene, shared, OutcomeTable((), {(): 1}), 0)


def run_from(scene: Scene, shared: SharedResults, worlds: OutcomeTable, start: int) -> OutcomeTable:
    """Run the steps from index `start` on."""
    steps = [step for step in scene.sequence.steps if not isinstance(step, Effect)]
    for at, step in enumerate(steps[start:], start):
        # What a die shows may decide a check whatever it adds up to, so it is read beside the sum.
        asked = scene.reads_of_step(step) | {f"{step.of}.{SHOWS}" if isinstance(step, CheckStep) else ""}
        if isinstance(step, PairStep):
            # Which dice are worth cancelling depends on the damage that they would do.
            damage = [other for other in steps if isinstance(other, DamageStep)]
            asked = asked.union(LOST.values(), *(scene.reads_of_step(other) for other in damage))
        # Columns that no later step reads are dropped, so that worlds that differ only in them become one.
        later = {*names_needed(scene, steps[at + 1 :]), HIT, *LOSSES}
        options = dice_option(scene, step) if isinstance(step, PoolStep) else None
        if isinstance(step, PoolStep) and options is not None:
            worlds = choose_dice_option(scene, step, options, worlds, asked, later, shared, at)
        else:
            worlds = apply_step(scene, step, worlds, asked, later, shared)
    return worlds


def choose_dice_option(
    scene: Scene,
    step: PoolStep,
    options: ActiveEffect,
    worlds: OutcomeTable,
    asked: frozenset[str],
    later: set[str],
    shared: SharedResults,
    at: int,
) -> OutcomeTable:
    """The worlds after a pool with a choice about its dice: in each world the option with the least expected loss."""
    assert isinstance(options.effect, Choose)
    read, kept = (column(worlds.names, names) for names in (asked, later))
    numbers, found = range(len(options.effect.options)), dict[Values, Transitions]()
    for option in numbers:
        scene.option = option
        keys = dict.fromkeys(map(read.of, worlds.ways))
        found |= {(*key, option): led for key, led in step_transitions(scene, step, read.names, keys, shared).items()}
    scene.option = None
    alike: dict[tuple[Values, Values], int] = {}
    for values, ways in worlds.ways.items():
        key, stays = read.of(values), kept.of(values)
        led = {one: join_step({((*key, one), stays): 1}, kept.names, found, later) for one in numbers}
        best = min(
            numbers, key=lambda one: expected_loss(scene, options.side, run_from(scene, shared, led[one], at + 1))
        )
        pair = (*key, best), stays
        alike[pair] = alike.get(pair, 0) + ways
    count_work(len(alike))
    made = join_step(alike, kept.names, found, later)
    count_work(len(made.ways))
    return made


def expected_loss(scene: Scene, side: Side, worlds: OutcomeTable) -> Fraction:
    """The expected damage to a side, capped at what it has left."""
    lost, left = worlds.columns((LOST[side],)), scene.left(side)
    return Fraction(sum(min(number, left) * ways for (number,), ways in lost.items()), sum(lost.values()))


def apply_step(
    scene: Scene, step: AnyStep, worlds: OutcomeTable, asked: frozenset[str], later: set[str], shared: SharedResults
) -> OutcomeTable:
    """The worlds after a step; the step runs once for each distinct set of values that it reads."""
    read, kept = (column(worlds.names, names) for names in (asked, later))
    alike: dict[tuple[Values, Values], int] = {}
    for values, ways in worlds.ways.items():
        pair = read.of(values), kept.of(values)
        alike[pair] = alike.get(pair, 0) + ways
    count_work(len(alike))
    found = step_transitions(scene, step, read.names, dict.fromkeys(key for key, _ in alike), shared)
    made = join_step(alike, kept.names, found, later)
    count_work(len(made.ways))
    return made


def step_transitions(
    scene: Scene, step: AnyStep, names: tuple[str, ...], keys: Iterable[Values], shared: SharedResults
) -> dict[Values, Transitions]:
    """The transitions of a step by the values it reads; a step that does not apply changes nothing."""
    found: dict[Values, Transitions] = {}
    if step.if_:
        found = {key: ([({}, 1)], 1) for key in keys if not step_applies(scene, step, world_values(names, key))}
        keys = [key for key in keys if key not in found]
    if isinstance(step, PoolStep):
        found |= pool_transitions(scene, step, names, keys, shared)
    elif isinstance(step, PairStep):
        pairing = Pairing(scene, step, names)
        found |= {key: ([(pairing.left(key), 1)], 1) for key in keys}
    else:
        found |= {key: integer_transitions(step_outcomes(scene, step, world_values(names, key))) for key in keys}
    return found


def step_applies(scene: Scene, step: AnyStep, world: World) -> bool:
    """Whether a step is taken in a world."""
    return all_logged(holds(scene, test, None, world) for test in step.if_)


def pool_transitions(
    scene: Scene, step: PoolStep, names: tuple[str, ...], keys: Iterable[Values], shared: SharedResults
) -> dict[Values, Transitions]:
    """The transitions of a dice pool by the values it reads, cached for all attacks."""
    known, counted = shared.pools.setdefault(pool_key(scene, step), ({}, {}))
    # Effects log themselves in `scene.counted`. The log is kept beside the pool, because a cached pool runs no effects.
    before, scene.counted = scene.counted, counted
    found: dict[Values, Transitions] = {}
    for key in keys:
        world = world_values(names, key)
        frozen = tuple(world.items())
        made = known.get(frozen)
        if made is None:
            made = known[frozen] = integer_transitions(pool_outcomes(scene, step, world))
        found[key] = made
    scene.counted = {**before, **counted}
    return found


def integer_transitions(several: Outcomes) -> Transitions:
    """Convert chances to integer weights over their common denominator."""
    found = list(several)
    count_work(len(found) // PRODUCTS)
    # Most steps are certain, and a fraction costs as much as several integers.
    if len(found) == 1:
        return [(found[0][0], 1)], 1
    whole = lcm(*(chance.denominator for _, chance in found))
    return [(more, chance.numerator * (whole // chance.denominator)) for more, chance in found], whole


def names_needed(scene: Scene, steps: Iterable[AnyStep]) -> set[str]:
    """The names that steps, or records, may read; of either side."""
    steps = tuple(steps)
    plain = {name for step in steps for name in scene.books.names_in(step)} | scene.read_by_records
    plain |= {f"{one.of}.{SHOWS}" for one in steps if isinstance(one, CheckStep) and one.always}
    return plain | {f"{side}.{name}" for side in SIDES for name in plain}


Outcomes = Iterator[tuple[Mapping[str, int], Fraction]]


def step_outcomes(scene: Scene, step: AnyStep, world: World) -> Outcomes:
    """The outcomes of a step other than a pool or pair, from one world."""
    if isinstance(step, NumberStep):
        found = clamp(scene, step_total(scene, step.sum, world), step.min, step.max, None, world, None)
        yield from (({step.number: n}, p) for n, p in found.items())
    elif isinstance(step, RollStep):
        yield from roll_outcomes(scene, step, world)
    elif isinstance(step, CheckStep):
        yield from check_outcomes(scene, step, world)
    elif isinstance(step, DamageStep):
        yield from damage_outcomes(scene, step, world)


def roll_outcomes(scene: Scene, step: RollStep, world: World) -> Outcomes:
    """The sum of a roll, with what the die shows."""
    dice = evaluate_amount(scene, step.dice, None, world)
    more = step_total(scene, step.sum, world)
    for shown, chance in dice.items():
        for plus, weight in more.items():
            yield {step.roll: shown + plus, f"{step.roll}.{SHOWS}": shown}, chance * weight


def check_outcomes(scene: Scene, step: CheckStep, world: World) -> Outcomes:
    """Whether a check succeeds; the die may decide it by itself."""
    bar = step.reach if step.reach is not None else step.over
    assert bar is not None
    number, wanted = read_number(scene, step.of, None, world), evaluate_amount(scene, bar, None, world)
    # `over` asks for one more than the bar.
    beyond = int(step.reach is None)
    chance = sum((p * q for n, p in number.items() for m, q in wanted.items() if n >= m + beyond), Fraction(0))
    decided = (step.always or {}).get(str(world.get(f"{step.of}.{SHOWS}")))
    if decided is not None:
        chance = Fraction(int(decided))
    if forbidding_effect(scene, frozenset([step.check]), world):
        chance = Fraction(0)
    yield from (({step.check: yes, HIT: yes}, p) for yes, p in ((1, chance), (0, 1 - chance)) if p)


def pool_outcomes(scene: Scene, step: PoolStep, world: World) -> Outcomes:
    """The results of a pool, and what those that are kept set off at once."""
    rolled_as = roll_pool(scene, step, world)
    whole = sum(rolled_as.values())
    for results, ways in rolled_as.items():
        for more, weight in pool_consequences(scene, step, world, results):
            yield more, Fraction(ways, whole) * weight


def pool_consequences(scene: Scene, step: PoolStep, world: World, results: Frozen) -> Outcomes:
    """What some results of a pool come to, with the damage that they do at once."""
    made = {f"{step.by}.{name}": count for name, count in results}
    if step.by == "actor":
        made[HIT] = int(any(made.get(f"actor.{name}") for name in scene.harmful))
    lost: dict[Side, Dist] = {}
    for name, event in (step.raises or {}).items():
        for side, dist in event_damage(scene, event, step.by, {**world, **made}).items():
            number = made.get(f"{step.by}.{name}", 0)
            lost[side] = add_distributions(lost.get(side, constant(0)), repeat_roll(dist, number))
    for more, weight in damage_taken(lost):
        yield {**made, **more}, weight


def event_damage(scene: Scene, event: str, by: Side, world: World) -> dict[Side, Dist]:
    """The damage that an event does by itself, to whom."""
    found: dict[Side, Dist] = {}
    for one in triggered_effects(scene, "damage", event, by, world, ahead=False):
        assert isinstance(one.effect, Damage)
        to = one.effect.to.role if one.effect.to else "self"
        side: Side | None = {"self": by, "actor": by, "target": OTHER[by]}.get(to or "")
        if side is not None:
            scene.count(one)
            step = next(step for step in scene.sequence.steps if isinstance(step, DamageStep) and step.damage == side)
            harm = changed_damage(scene, step, evaluate_amount(scene, one.effect.amount, one, world), world)
            found[side] = add_distributions(found.get(side, constant(0)), harm)
    return found


def damage_taken(lost: Mapping[Side, Dist]) -> Outcomes:
    """The joint outcomes of independent damage to each side."""
    made: list[tuple[dict[str, int], Fraction]] = [({}, ONE)]
    for side, dist in lost.items():
        made = [({**more, LOST[side]: n}, p * q) for more, p in made for n, q in dist.items()]
    yield from made


def damage_outcomes(scene: Scene, step: DamageStep, world: World) -> Outcomes:
    """The damage of a step, with what records make of it, and what is cancelled."""
    if not all(world.get(event) for event in step.needs) or forbidding_effect(scene, frozenset(["damage"]), world):
        yield {}, ONE
        return
    found = constant(0)
    for part in step.sum:
        if not all_logged(holds(scene, test, None, world) for test in part.if_):
            continue
        single = step_total(scene, (part,), world)
        if step.each is not None and part.times is not None:
            single = multiply(evaluate_amount(scene, part.add, None, world), damage_of_one(scene, step, part, world))
        found = add_distributions(found, single)
    less = step_total(scene, step.minus, world)
    found = clamp(scene, add_distributions(found, multiply(less, constant(-1))), step.min, None, None, world, None)
    for (lost, stopped), chance in reduced_damage(scene, step, found, world).items():
        yield {LOST[step.damage]: lost, **({STOPPED[step.damage]: stopped} if stopped else {})}, chance


def reduced_damage(scene: Scene, step: DamageStep, found: Dist, world: World) -> dict[tuple[int, int], Fraction]:
    """Damage with what changes or cancels it, and how much of it was cancelled by what has a bound in some period."""
    parts: dict[tuple[int, int], Fraction] = {}
    count_work(len(found) - 1)
    for number, chance in found.items():
        now: Dist = constant(max(number, 0))
        if step.named and number > 0:
            now = apply_changes(scene, step.named, None, now, {**world, step.named: number})
        for left, weight in cancelled_damage(scene, step, now, world).items():
            parts[left] = parts.get(left, Fraction(0)) + weight * chance
    return parts


def cancelled_damage(scene: Scene, step: DamageStep, found: Dist, world: World) -> dict[tuple[int, int], Fraction]:
    """What is left of damage, and how much of it was cancelled by what has a bound in some period."""
    made = {(max(number, 0), 0): chance for number, chance in found.items()}
    if not any(number for number, _ in made):
        return made
    # What earlier attacks of the same period used up of a bound is not there any more.
    before = scene.past.stopped[SIDES.index(step.damage)]
    for one in triggered_effects(scene, "cancel", scene.health.hurts, OTHER[step.damage], world, ahead=True):
        assert isinstance(one.effect, Cancel)
        scene.count(one)
        most = evaluate_amount(scene, one.effect.amount, one, world) if one.effect.amount else constant(max(found))
        parts: dict[tuple[int, int], Fraction] = {}
        for (number, stopped), chance in made.items():
            for gone, weight in most.items():
                less = min(max(gone - before, 0) if one.effect.per else gone, number)
                left = number - less, stopped + (less if one.effect.per else 0)
                parts[left] = parts.get(left, Fraction(0)) + chance * weight
        made = parts
    return made
