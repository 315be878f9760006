"""Two pools that stop each other in an attack: what stops what, what gets through, and who is still standing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from listbuilder.catalogue.effects.sequence import DamageStep, PairStep, PoolStep
from listbuilder.catalogue.effects.verbs import Choose, Take
from listbuilder.odds.asking import forbidden, triggered
from listbuilder.odds.given import SIDES, Side
from listbuilder.odds.harming import harms
from listbuilder.odds.pairing import Duel, Hand, Rates, Takes, least_left, play_out
from listbuilder.odds.scene import LOST, OTHER, Scene, World

__all__ = ["paired"]


def paired(scene: Scene, step: PairStep, world: World) -> dict[str, int]:
    """What is left of two pools that stop each other; in turns, the dice that strike."""
    frame = frame_of(scene, step, world)
    one, other = frame.first, OTHER[frame.first]
    names, others = frame.names[one], frame.names[other]
    own = tuple([world.get(name, 0) for name in names])
    theirs = tuple([world.get(name, 0) for name in others])
    if step.turns is None:
        left = least_left(own, theirs, frame.rates[other], frame.harm[one])
        return dict(zip(names, left, strict=True))
    health = frame.health[one] - world.get(LOST[one], 0), frame.health[other] - world.get(LOST[other], 0)
    struck, answered = play_out(frame.duel, health, own, theirs)
    return dict(zip((*names, *others), (*struck, *answered), strict=True))


class Frame(NamedTuple):
    """What two pools stop each other by: who hits or begins; of each side its results, rates, damage and health."""

    first: Side
    names: Mapping[Side, tuple[str, ...]]
    rates: Mapping[Side, Rates]
    harm: Mapping[Side, Hand]
    health: Mapping[Side, int]
    duel: Duel


def frame_of(scene: Scene, step: PairStep, world: World) -> Frame:
    """What dice stop each other by; reckoned once for all worlds in which it is the same."""
    read = scene.topics.get(id(step))
    if read is None:
        damage = [one for one in scene.sequence.steps if isinstance(one, DamageStep)]
        parts = {name for one in damage for part in one.sum for name in scene.books.names_in(part)}
        takes = scene.by_event.get(("choose", False, step.strike or ""), ())
        strike = step.strike if any(one.effect.if_ for one in takes) else None
        actions = {name for name in (strike, *(rate.action for rate in step.rates)) if name}
        names = {*parts, *actions, *(one.each for one in damage if one.each), scene.health.hurts or ""}
        read = scene.topics[id(step)] = frozenset(names)
    return scene.kept(("frame", id(step)), read, world, lambda: frame_made(scene, step, world))


def frame_made(scene: Scene, step: PairStep, world: World) -> Frame:
    """The results that stop or are stopped, and what they do in a world."""
    names = tuple(sorted({name for rate in step.rates for name in (*rate.stop, *rate.with_)}))
    hits = next(one.by for one in scene.sequence.steps if isinstance(one, PoolStep) and one.pool == step.pair)
    one = step.turns or hits
    other = OTHER[one]
    rates = {side: rates_of(scene, step, side, names, world) for side in SIDES}
    harm = {side: harms(scene, OTHER[side], names, world) for side in SIDES}
    takes = {side: takes_of(scene, step, side, names, world) for side in SIDES}
    return Frame(
        one,
        {side: tuple(f"{side}.{name}" for name in names) for side in SIDES},
        rates,
        harm,
        {side: scene.capacity(side) for side in SIDES},
        Duel((harm[one], harm[other]), (rates[one], rates[other]), (takes[one], takes[other])),
    )


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
