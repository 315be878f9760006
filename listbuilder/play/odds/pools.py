"""Pools: dice that are read one by one, some of them not rolled, some rolled again, some turned afterwards.

Players are assumed to do whatever a record lets them do. In pools with bars, dice with the last result are rolled
again; in pools with faces, dice that do not show the first result, those that stop no damage before others.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import add
from typing import NamedTuple

from listbuilder.catalogue.effects.sequence import PoolStep
from listbuilder.catalogue.effects.verbs import Choose, Effect, Reroll, Turn
from listbuilder.play.odds.attack_numbers import evaluate_amount
from listbuilder.play.odds.conditions import affects, forbidding_effect, is_active, stated_uses
from listbuilder.play.odds.dice import Counts, count_pool_results, count_work, multisets
from listbuilder.play.odds.scene import Scene, World
from listbuilder.play.odds.sources import ActiveEffect

Results = dict[tuple[tuple[str, int], ...], int]
"""What dice came out as, and in how many ways of all."""
TURNS = 10
"""Testing once whether a record turns dice takes as long as this many outcomes."""
UNROLLED, NOTHING, ALL, SAME = "unrolled", "nothing", "all", "same"


class DiceReading(NamedTuple):
    """How the dice of a pool are read: the results that matter, and how many of each a face is."""

    step: PoolStep
    names: tuple[str, ...]
    faces: tuple[Counts, ...]
    shields: frozenset[str] = frozenset()

    def shielding(self, shown: int) -> int:
        """How much damage a face stops, so that it is rolled again after those that stop less."""
        return sum(count for name, count in zip(self.names, self.result_of(shown), strict=True) if name in self.shields)

    def result_of(self, shown: int) -> Counts:
        """How many of each result a face is."""
        return self.faces[shown - 1]


class OpenPool(NamedTuple):
    """A pool that is about to be rolled: how many dice, how they are read, and the results that need no die."""

    reading: DiceReading
    dice: int
    kept: Mapping[str, int]


def open_pool(scene: Scene, step: PoolStep, world: World) -> OpenPool:
    """A pool after records took out the dice that are not rolled at all."""
    names = tuple(step.reach or live_results(scene, step))
    dice = max(min(evaluate_amount(scene, step.dice, None, world)), 0)
    if step.action and forbidding_effect(scene, frozenset([step.action]), world, step.by):
        dice = 0
    kept = dict.fromkeys(names, 0)
    for one in (*turn_effects(scene, step, unrolled=True), *chosen_option_effects(scene, step)):
        assert isinstance(one.effect, Turn)
        number = min(dice_turned(scene, one, world), dice) if is_active(scene, one, world) else 0
        if number and one.effect.into in kept:
            kept[one.effect.into] += number
            dice -= number
            scene.count(one)
    return OpenPool(DiceReading(step, names, read_faces(scene, step, names, world), scene.shields), dice, kept)


def roll_pool(scene: Scene, step: PoolStep, world: World) -> Results:
    """How many dice come out as each result, and in how many ways."""
    pool = open_pool(scene, step, world)
    rolled = roll_dice(scene, pool.reading, pool.dice, world)
    found: Results = {}
    later = turn_effects(scene, step, unrolled=False)
    count_work(len(rolled) * len(later) * TURNS)
    for counts, ways in rolled.items():
        key = tuple(turned_results(scene, pool, counts, world, later).items())
        found[key] = found.get(key, 0) + ways
    return found


def turned_results(
    scene: Scene, pool: OpenPool, counts: Counts, world: World, later: list[ActiveEffect]
) -> dict[str, int]:
    """The results of rolled dice and of those that need no roll, after records turned some into others."""
    now = {name: count + pool.kept[name] for name, count in zip(pool.reading.names, counts, strict=True)}
    return apply_turns(scene, pool.reading.step, now, world, later) if later else now


def read_shown(scene: Scene, pool: OpenPool, shown: list[int], world: World) -> dict[str, int]:
    """The results of a pool whose dice show these faces."""
    read = [pool.reading.result_of(face) for face in shown]
    counts = tuple(map(sum, zip(*read, strict=True))) if read else (0,) * len(pool.reading.names)
    return turned_results(scene, pool, counts, world, turn_effects(scene, pool.reading.step, unrolled=False))


def shown_again(scene: Scene, pool: OpenPool, shown: list[int], world: World) -> list[int]:
    """Which of the dice that show these faces are rolled again, by their places."""
    left = dict(enumerate(shown))
    for one in reroll_effects(scene, pool.reading.step, world):
        for face in dice_to_reroll(one.effect, most_rerolls(scene, one, world), [*left.values()], pool.reading):
            del left[next(at for at, other in left.items() if other == face)]
            scene.count(one)
    return [at for at in range(len(shown)) if at not in left]


def live_results(scene: Scene, step: PoolStep) -> list[str]:
    """The results that anything reads, and the first one, by which dice to roll again are chosen."""
    faces = list(step.faces or ())
    return [name for name in faces if name == faces[0] or name in scene.reads or name in scene.read_by_records]


def read_faces(scene: Scene, step: PoolStep, names: tuple[str, ...], world: World) -> tuple[Counts, ...]:
    """How each face of a die is read: by the faces of the results, or by the first bar it reaches."""
    sides = range(1, step.sides + 1)
    if step.faces is not None:
        faces = step.faces
        return tuple(tuple(faces[name].count(shown) for name in names) for shown in sides)
    bars = [min(evaluate_amount(scene, bar, None, world, step.by)) for bar in (step.reach or {}).values()]

    def result(shown: int) -> Counts:
        first = next((at for at, bar in enumerate(bars) if shown >= bar), None)
        return tuple(int(at == first) for at in range(len(bars)))

    return tuple(result(shown) for shown in sides)


def roll_dice(scene: Scene, reading: DiceReading, dice: int, world: World) -> Mapping[Counts, int]:
    """The results of so many dice, some of them rolled again."""
    step = reading.step
    again = reroll_effects(scene, step, world)
    if not again or not dice:
        return count_pool_results(dice, reading.faces)
    for one in again:
        scene.count(one)
    most = tuple(most_rerolls(scene, one, world) for one in again)
    key = ("rolled", dice, id(step), reading.names, reading.faces, tuple(id(one.effect) for one in again), most)
    if key not in scene.memory:
        scene.memory[key] = roll_again([(one.effect, n) for one, n in zip(again, most, strict=True)], reading, dice)
    found: Mapping[Counts, int] = scene.memory[key]
    return found


def reroll_effects(scene: Scene, step: PoolStep, world: World) -> list[ActiveEffect]:
    """The records in force that roll dice of a pool again."""
    return [
        one
        for one in scene.about("reroll", step.pool)
        if affects(scene, one, step.by, world) and is_active(scene, one, world)
    ]


def roll_again(again: list[tuple[Effect, int]], reading: DiceReading, dice: int) -> Mapping[Counts, int]:
    """The results of so many dice, with those that records roll again, each so many at most."""
    read_as, sides = reading.result_of, reading.step.sides
    found: dict[Counts, int] = {}
    for shown, ways in multisets(dice, sides):
        left = list(shown)
        for effect, most in again:
            for face in dice_to_reroll(effect, most, left, reading):
                left.remove(face)
        kept = [read_as(face) for face in left]
        plain = tuple(map(sum, zip(*kept, strict=True))) if kept else (0,) * len(read_as(1))
        # As if the dice that stay were rolled again as well, to no effect: so all weights have one denominator.
        often = ways * sides ** len(left)
        for more, again_ways in count_pool_results(dice - len(left), reading.faces).items():
            key = tuple(map(add, plain, more))
            found[key] = found.get(key, 0) + often * again_ways
    return found


def most_rerolls(scene: Scene, one: ActiveEffect, world: World) -> int:
    """How many dice a record rolls again at most; all of them where it does not say a number."""
    effect = one.effect
    assert isinstance(effect, Reroll)
    # These counts are not numbers: `dice_to_reroll` decides them by the faces.
    if effect.count.of in (SAME, ALL):
        return 0
    return min(evaluate_amount(scene, effect.count, one, world)) * max(stated_uses(scene, one) if one.asked else 1, 1)


def dice_to_reroll(effect: Effect, most: int, left: list[int], reading: DiceReading) -> list[int]:
    """The dice that a record rolls again."""
    assert isinstance(effect, Reroll)
    # Sorted by face first: the second sort is stable, so that equal faces are chosen in the same order in every run.
    bad = sorted(face for face in left if should_reroll(reading, face, effect.from_))
    bad.sort(key=reading.shielding)
    if effect.count.of == SAME:
        best = max(set(bad), key=lambda face: (bad.count(face), -face), default=0)
        return [face for face in bad if face == best]
    if effect.count.of == ALL:
        return bad
    return bad[:most]


def should_reroll(reading: DiceReading, face: int, wanted: tuple[str, ...]) -> bool:
    """Whether a die is one to roll again."""
    counts = reading.result_of(face)
    if wanted:
        return any(count and name in wanted for name, count in zip(reading.names, counts, strict=True))
    return not counts[0] if reading.step.faces is not None else bool(counts[-1]) or not any(counts)


def apply_turns(
    scene: Scene, step: PoolStep, counts: dict[str, int], world: World, records: list[ActiveEffect]
) -> dict[str, int]:
    """Results after records turned some into others, the acting side's first."""
    for one in records:
        effect = one.effect
        assert isinstance(effect, Turn)
        now = {**world, **{f"{step.by}.{name}": count for name, count in counts.items()}}
        if not is_active(scene, one, now):
            continue
        for name in effect.from_:
            there = counts.get(name, 0)
            all_of_them = effect.count is None or effect.count.of == ALL
            number = there if all_of_them else min(dice_turned(scene, one, now), there)
            if number:
                scene.count(one)
                counts = {**counts, name: there - number}
                if effect.into != NOTHING:
                    counts[effect.into] = counts.get(effect.into, 0) + number
    return counts


def turn_effects(scene: Scene, step: PoolStep, *, unrolled: bool) -> list[ActiveEffect]:
    """The records that turn dice of a pool: those which are not rolled at all, or those that were rolled."""
    return [
        one
        for one in scene.about("turn", step.pool)
        if isinstance(one.effect, Turn) and (UNROLLED in one.effect.from_) == unrolled
    ]


def dice_option(scene: Scene, step: PoolStep) -> ActiveEffect | None:
    """The record in force that offers a choice of dice of a pool that are not rolled."""
    for one in scene.about("choose", step.pool):
        if is_active(scene, one, {}):
            return one
    return None


def chosen_option_effects(scene: Scene, step: PoolStep) -> list[ActiveEffect]:
    """The records of the option that is chosen about dice of a pool."""
    one = dice_option(scene, step) if scene.option is not None else None
    if one is None or scene.option is None:
        return []
    assert isinstance(one.effect, Choose)
    scene.count(one)
    return [one._replace(effect=effect) for effect in one.effect.options[scene.option] if isinstance(effect, Turn)]


def dice_turned(scene: Scene, one: ActiveEffect, world: World) -> int:
    """How many dice a record turns."""
    assert isinstance(one.effect, Turn)
    return min(evaluate_amount(scene, one.effect.count, one, world)) if one.effect.count else 1
