"""One attack with real dice, step by step: the same sequence, numbers and effects as the odds, one way through them.

A scene of the odds goes in, the steps with what each die showed come out. Each step has a random generator of its own,
made of the seed and the number of the step: dice that a player rolled by hand in one step leave the others as they are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from listbuilder.base.errors import EditError
from listbuilder.base.values import Dice
from listbuilder.base.wording import as_words
from listbuilder.catalogue.effects.sequence import (
    AnyStep,
    CheckStep,
    DamageStep,
    NumberStep,
    PairStep,
    PoolStep,
    RollStep,
)
from listbuilder.catalogue.effects.verbs import Choose, Effect
from listbuilder.play.odds.circumstances import SIDES, Side
from listbuilder.play.odds.conditions import forbidding_effect
from listbuilder.play.odds.duel import Pairing
from listbuilder.play.odds.multi_attacks import (
    attack_series,
    hurt_sides,
    self_damage_after,
    self_damage_paid,
    self_kill_effects,
    survival_health,
)
from listbuilder.play.odds.outcome_table import LOSSES, OutcomeTable
from listbuilder.play.odds.pools import dice_option, open_pool, read_shown, shown_again
from listbuilder.play.odds.scene import LOST, STOPPED, AttackHistory, Scene
from listbuilder.play.odds.sources import ActiveEffect, role_side
from listbuilder.play.odds.steps import (
    HIT,
    SHOWS,
    SharedResults,
    apply_step,
    expected_loss,
    names_needed,
    pool_consequences,
    run_from,
    step_applies,
    step_outcomes,
)

T = TypeVar("T")
LOST_NAMES = {key: f"{side}.lost" for side, key in LOST.items()}
SIDE_WORDS: Mapping[str, str] = {"actor": "Attacker", "target": "Target"}
HIDDEN = frozenset((HIT, *STOPPED.values()))
Rolls = Mapping[int, Sequence[int]]
"""What players rolled themselves: the faces of the dice, or the result of a step, by the number of the step."""


class RolledDie(NamedTuple):
    """A die: what it showed first, and what after it was rolled again."""

    sides: int
    shows: int
    again: int | None = None


class RolledStep(NamedTuple):
    """A step of an attack: what was rolled by whom, and what it came to."""

    nth: int
    """Its number among all steps, by which a player states what was rolled."""
    kind: str
    name: str
    by: Side | None = None
    dice: tuple[RolledDie, ...] = ()
    bonus: int = 0
    results: tuple[tuple[str, int], ...] = ()
    """The numbers that it came to, by name."""
    choices: tuple[int, ...] = ()
    """What it may come to, where no dice are shown and a player can state it."""


class RolledAttack(NamedTuple):
    """An attack from its first die to its last."""

    steps: tuple[RolledStep, ...]
    hit: bool
    lost: tuple[int, int]
    """What attacker and target lose."""
    out: tuple[bool, bool]
    """Whether attacker and target are out of the game."""
    forbidden_by: str | None
    counted: tuple[str, ...]


def roll_attack(scene: Scene, seed: int, rolls: Rolls | None = None) -> RolledAttack:
    """Roll an attack, or so many as something in use brings."""
    return AttackRoller(scene, seed, rolls or {}).roll()


class AttackRoller:
    """Walks through the steps of an attack with one world instead of a distribution of them."""

    def __init__(self, scene: Scene, seed: int, rolls: Rolls) -> None:
        self.scene, self.seed, self.rolls = scene, seed, rolls
        self.shared = SharedResults()
        self.sides = hurt_sides(scene)
        self.done: list[RolledStep] = []

    def roll(self) -> RolledAttack:
        """All attacks of one use, with what the use costs before them and what follows after."""
        scene = self.scene
        forbids = forbidding_effect(scene, scene.events, {}, "actor")
        past = AttackHistory()
        if forbids is None:
            with self.shared.noted(*(fighter.force for fighter in scene.sides.values())):
                past = self.roll_all()
        lost_all = [side in self.sides and past.lost[at] >= scene.capacity(side) for at, side in enumerate(SIDES)]
        killed = forbids is None and any(self_kill_effects(scene))
        return RolledAttack(
            steps=tuple(self.done),
            hit=past.hits > 0,
            lost=past.lost,
            out=(lost_all[0] or killed, lost_all[1]),
            forbidden_by=forbids.name if forbids else None,
            counted=tuple(scene.counted),
        )

    def roll_all(self) -> AttackHistory:
        """What all attacks leave."""
        scene = self.scene
        past = self.draw_damage("price", "actor", self_damage_paid(scene), lambda one: one.lost[0])
        for _ in range(attack_series(scene).attacks):
            scene.continue_after(past)
            if any(scene.left(side) <= 0 for side in self.sides):
                break
            past = self.roll_one()
        scene.continue_after(past)
        for at, side in enumerate(SIDES):
            if side in self.sides and scene.left(side) > 0:
                more = self.draw_damage("aftermath", side, self_damage_after(scene, side), int)
                more = min(more, scene.left(side))
                past = past._replace(lost=(past.lost[0] + more * (at == 0), past.lost[1] + more * (at == 1)))
        scene.continue_after(AttackHistory())
        return past

    def roll_one(self) -> AttackHistory:
        """What one attack leaves."""
        scene, world = self.scene, dict[str, int]()
        past, steps = scene.past, [step for step in scene.sequence.steps if not isinstance(step, Effect)]
        for at, step in enumerate(steps):
            if step_applies(scene, step, world):
                for name, number in self.take(step, at, steps, world).items():
                    world[name] = number + (world.get(name, 0) if name in LOSSES else 0)
        sure = not any(isinstance(step, CheckStep | PoolStep) for step in steps)
        lost = [0, 0]
        for at, side in enumerate(SIDES):
            left = scene.left(side) if side in self.sides else 0
            lost[at] = min(world.get(LOST[side], 0), left)
            if side in self.sides and lost[at] == left:
                lost[at] = max(left - (survival_health(scene, side) or 0), 0)
        stopped = [world.get(STOPPED[side], 0) for side in SIDES]
        return AttackHistory(
            attacks=past.attacks + 1,
            hits=past.hits + bool(world.get(HIT) or sure),
            lost=(past.lost[0] + lost[0], past.lost[1] + lost[1]),
            stopped=(past.stopped[0] + stopped[0], past.stopped[1] + stopped[1]),
        )

    def take(self, step: AnyStep, at: int, steps: Sequence[AnyStep], world: dict[str, int]) -> Mapping[str, int]:
        """What one step adds to the world."""
        if isinstance(step, PoolStep):
            return self.roll_pool(step, at, steps, world)
        if isinstance(step, PairStep):
            names = tuple(world)
            made = Pairing(self.scene, step, names).left(tuple(world[name] for name in names))
            self.note("pair", step.pair, None, made)
            return made
        return self.roll_numbers(step, world)

    def roll_numbers(self, step: AnyStep, world: dict[str, int]) -> Mapping[str, int]:
        """A step over numbers: the dice that it names are rolled one by one, whatever else is random is drawn."""
        kind, name, by = describe_step(step)
        rolled: list[RolledDie] = []
        here, bonus = dict(world), 0
        due = not isinstance(step, DamageStep) or all(world.get(event) for event in step.needs)
        for key, dice in named_dice(self.scene, step, world) if due else ():
            faces = self.faces(dice.count, dice.sides, len(rolled))
            rolled += [RolledDie(sides=dice.sides, shows=face) for face in faces]
            here[key], bonus = sum(faces) + dice.bonus, bonus + dice.bonus
        several = list(step_outcomes(self.scene, step, here))

        def result(more: Mapping[str, int]) -> int:
            return next((more[key] for key in (name, *LOST.values()) if key in more), 0)

        made = self.draw(several, result, stated=not rolled)
        choices = tuple(sorted({result(more) for more, _ in several})) if len(several) > 1 and not rolled else ()
        self.note(kind, name, by, made, tuple(rolled), bonus, choices)
        return made

    def roll_pool(self, step: PoolStep, at: int, steps: Sequence[AnyStep], world: dict[str, int]) -> Mapping[str, int]:
        """A pool: what needs no roll, the dice, those that are rolled again, then what records turn."""
        scene = self.scene
        option = dice_option(scene, step)
        scene.option = None if option is None else self.best_option(option, step, at, steps, world)
        pool = open_pool(scene, step, world)
        shown = self.faces(pool.dice, step.sides, 0)
        again = shown_again(scene, pool, shown, world)
        new = dict(zip(again, self.faces(len(again), step.sides, pool.dice), strict=True))
        dice = tuple(RolledDie(sides=step.sides, shows=face, again=new.get(nth)) for nth, face in enumerate(shown))
        results = read_shown(scene, pool, [one.again or one.shows for one in dice], world)
        scene.option = None
        several = list(pool_consequences(scene, step, world, tuple(results.items())))
        made = self.draw(several, lambda one: 0, stated=False)
        self.note("pool", step.pool, step.by, made, dice)
        return made

    def best_option(
        self, options: ActiveEffect, step: PoolStep, at: int, steps: Sequence[AnyStep], world: dict[str, int]
    ) -> int:
        """The option about dice that costs its owner least, as the odds take it."""
        scene = self.scene
        assert isinstance(options.effect, Choose)
        later = {*names_needed(scene, steps[at + 1 :]), HIT, *LOSSES}
        table = OutcomeTable(tuple(world), {tuple(world.values()): 1})
        losses: list[tuple[Fraction, int]] = []
        for number in range(len(options.effect.options)):
            scene.option = number
            led = apply_step(scene, step, table, scene.reads_of_step(step), later, self.shared)
            scene.option = None
            losses.append((expected_loss(scene, options.side, run_from(scene, self.shared, led, at + 1)), number))
        return min(losses)[1]

    def faces(self, count: int, sides: int, start: int) -> list[int]:
        """The faces of so many dice of the next step: those that a player states, from `start` on, or rolled ones."""
        nth = len(self.done)
        stated = list(self.rolls.get(nth, ()))[start : start + count]
        if any(not 1 <= face <= sides for face in stated):
            raise EditError(f"A die with {sides} sides shows 1 to {sides}.")
        source = random.Random(f"{self.seed}/{nth}/{start}")
        # All dice are rolled, stated ones too, so that stating one leaves the others as they are.
        rolled = [source.randint(1, sides) for _ in range(count)]
        return [*stated, *rolled[len(stated) :]]

    def draw(self, several: list[tuple[T, Fraction]], result: Callable[[T], int], *, stated: bool) -> T:
        """One of some outcomes by its chance, or with `stated` the one that a player names by its result."""
        nth = len(self.done)
        if len(several) == 1:
            return several[0][0]
        if stated and self.rolls.get(nth):
            fits = [one for one, _ in several if result(one) == self.rolls[nth][0]]
            if not fits:
                raise EditError(f"Step {nth + 1} can't come to {self.rolls[nth][0]}.")
            return fits[0]
        chances = [float(chance) for _, chance in several]
        return random.Random(f"{self.seed}/{nth}/draw").choices([one for one, _ in several], chances)[0]

    def draw_damage(self, name: str, side: Side, dist: Mapping[T, Fraction], result: Callable[[T], int]) -> T:
        """Damage before or after the steps, drawn by its chance; noted where there may be some."""
        one = self.draw(list(dist.items()), result, stated=True)
        if max(map(result, dist)) > 0:
            choices = tuple(sorted({result(other) for other in dist})) if len(dist) > 1 else ()
            self.note("damage", name, side, {LOST[side]: result(one)}, choices=choices)
        return one

    def note(
        self,
        kind: str,
        name: str,
        by: Side | None,
        made: Mapping[str, int],
        dice: tuple[RolledDie, ...] = (),
        bonus: int = 0,
        choices: tuple[int, ...] = (),
    ) -> None:
        """Remember a step."""
        results = tuple((LOST_NAMES.get(key, key), number) for key, number in made.items() if key not in HIDDEN)
        shown = tuple(one for one in results if not one[0].endswith(SHOWS))
        nth = len(self.done)
        self.done.append(RolledStep(nth, kind, name, by, dice, bonus, shown, choices))


def describe_step(step: AnyStep) -> tuple[str, str, Side | None]:
    """The kind of a step, its name, and whose it is."""
    if isinstance(step, NumberStep):
        return "number", step.number, None
    if isinstance(step, RollStep):
        return "roll", step.roll, None
    if isinstance(step, CheckStep):
        return "check", step.check, None
    assert isinstance(step, DamageStep)
    return "damage", "damage", step.damage


def named_dice(scene: Scene, step: AnyStep, world: Mapping[str, int]) -> Iterator[tuple[str, Dice]]:
    """The dice that a step reads once by name, each with the key under which a world states their sum."""
    amounts = [step.dice] if isinstance(step, RollStep) else []
    sums = getattr(step, "sum", ())
    # Dice that are multiplied or divided are rolled more than once or not shown one by one, so their result is drawn.
    amounts += [part.add for part in (*sums, *getattr(step, "minus", ())) if part.times is None and part.per is None]
    for one in amounts:
        if one.of is None or one.card or one.times != 1:
            continue
        side = role_side(one.whose.role, None) if one.whose else None
        key = f"{side}.{one.of}" if side else one.of
        value = printed_value(scene, one.of, side)
        if key not in world and isinstance(value, Dice) and value.count:
            yield key, value


def printed_value(scene: Scene, name: str, side: Side | None) -> object:
    """A number as the rulebook or the weapon prints it, where nothing else is called so."""
    fighter, term = scene.sides[side or "actor"], scene.terms.numbers.get(name)
    if name in fighter.model.stats:
        return None
    if term is not None:
        return term.value
    return fighter.weapon.field(name) if fighter.weapon else None


class StepWords(NamedTuple):
    """A step in words: what it is called, and what came of it."""

    label: str
    came: str


def step_words(step: RolledStep) -> StepWords:
    """A step for people."""
    heading = "left after blocks" if step.kind == "pair" else as_words(step.name)
    label = f"{SIDE_WORDS[step.by]}: {heading}" if step.by else heading[:1].upper() + heading[1:]
    results = [(name.rpartition("."), number) for name, number in step.results]
    if step.kind == "check":
        return StepWords(label, "yes" if any(number for _, number in results) else "no")
    both = step.kind == "pair" and len({side for (side, _, _), _ in results}) > 1
    named = step.kind in ("pool", "pair")
    parts = [
        " ".join((*([SIDE_WORDS[side]] if both else []), str(number), *([as_words(name)] if named else [])))
        for (side, _, name), number in results
        if name != "lost" or step.kind == "damage"
    ]
    return StepWords(label, ", ".join(parts) or "none")
