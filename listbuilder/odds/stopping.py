"""Two pools that stop each other in an attack: what stops what, what gets through, and who is still standing."""

from __future__ import annotations

from typing import NamedTuple

from listbuilder.catalogue.effects.sequence import DamageStep, PairStep, PoolStep
from listbuilder.catalogue.effects.verbs import Choose, Take
from listbuilder.odds.asking import forbidden, triggered
from listbuilder.odds.given import OTHER, Side
from listbuilder.odds.harming import harms
from listbuilder.odds.pairing import Duel, Rates, Takes, least_left, play_out
from listbuilder.odds.scene import LOST, Scene, World
from listbuilder.odds.worlds import Values, column, numbers, world_of


class Frame(NamedTuple):
    """What two pools stop each other by: what those who are hit may stop with, the duel, and the health of both."""

    stops: Rates
    duel: Duel
    health: tuple[int, int]


class Pairing:
    """Two pools that stop each other, asked with the values of what the step reads; who hits or begins is first."""

    def __init__(self, scene: Scene, step: PairStep, names: tuple[str, ...]) -> None:
        self.scene, self.step, self.names = scene, step, names
        self.results = tuple(sorted({name for rate in step.rates for name in (*rate.stop, *rate.with_)}))
        hits = next(one.by for one in scene.sequence.steps if isinstance(one, PoolStep) and one.pool == step.pair)
        first = step.turns or hits
        self.sides: tuple[Side, Side] = (first, OTHER[first])
        own, theirs = (tuple(f"{side}.{name}" for name in self.results) for side in self.sides)
        self.own, self.theirs = numbers(names, own), numbers(names, theirs)
        self.lost = numbers(names, tuple(LOST[side] for side in self.sides))
        self.made = own if step.turns is None else (*own, *theirs)
        self.read = column(names, scene.read_for(topics(scene, step)))
        self.frames: dict[Values, Frame] = {}

    def left(self, values: Values) -> dict[str, int]:
        """What is left of the pool that hits; in turns, the dice with which each side strikes."""
        key = self.read.of(values)
        frame = self.frames.get(key)
        if frame is None:
            frame = self.frames[key] = self.framed(world_of(self.names, values))
        own, theirs = self.own(values), self.theirs(values)
        if self.step.turns is None:
            left = least_left(own, theirs, frame.stops, frame.duel.harm[0])
            return dict(zip(self.made, left, strict=True))
        lost, others = self.lost(values)
        struck, answered = play_out(frame.duel, (frame.health[0] - lost, frame.health[1] - others), own, theirs)
        return dict(zip(self.made, struck + answered, strict=True))

    def framed(self, world: World) -> Frame:
        """What the results do and stop in a world."""
        scene, step, names, sides = self.scene, self.step, self.results, self.sides
        first, second = (rates_of(scene, step, side, names, world) for side in sides)
        harm = harms(scene, sides[1], names, world), harms(scene, sides[0], names, world)
        takes = takes_of(scene, step, sides[0], names, world), takes_of(scene, step, sides[1], names, world)
        health = scene.left(sides[0]), scene.left(sides[1])
        return Frame(second, Duel(harm, (first, second), takes), health)


def topics(scene: Scene, step: PairStep) -> frozenset[str]:
    """What the dice stop each other by is about."""
    damage = [one for one in scene.sequence.steps if isinstance(one, DamageStep)]
    parts = {name for one in damage for part in one.sum for name in scene.books.names_in(part)}
    takes = scene.by_event.get(("choose", False, step.strike or ""), ())
    strike = step.strike if any(one.effect.if_ for one in takes) else None
    actions = {name for name in (strike, *(rate.action for rate in step.rates)) if name}
    return frozenset({*parts, *actions, *(one.each for one in damage if one.each), scene.health.hurts or ""})


def takes_of(scene: Scene, step: PairStep, side: Side, names: tuple[str, ...], world: World) -> Takes:
    """What the first strike of a side with some result takes away from the other, where a record says so."""
    for one in triggered(scene, "choose", step.strike, side, world, ahead=False):
        assert isinstance(one.effect, Choose)
        shown = [result for moment in one.effect.when for result in moment.result if result in names]
        order = taken_by(one.effect, names)
        if order and len(shown) == 1 and one.effect.uses is not None:
            scene.count(one)
            return names.index(shown[0]), order
    return None


def taken_by(effect: Choose, names: tuple[str, ...]) -> tuple[int, ...]:
    """The results that a choice takes one die of, in order; nothing where it is about anything else."""
    taken = [one for option in effect.options for one in option]
    plain = all(isinstance(one, Take) and len(one.what) == 1 and one.what[0] in names for one in taken)
    return tuple(names.index(one.what[0]) for one in taken if isinstance(one, Take)) if plain else ()


def rates_of(scene: Scene, step: PairStep, side: Side, names: tuple[str, ...], world: World) -> Rates:
    """The rates that nothing forbids to a side."""
    return tuple(
        (tuple(rate.stop.get(name, 0) for name in names), tuple(rate.with_.get(name, 0) for name in names))
        for rate in step.rates
        if rate.action is None or not forbidden(scene, frozenset([rate.action]), world, side)
    )
