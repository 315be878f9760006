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
    names, rates, harm = frame.names, frame.rates, frame.harm
    hands = {side: tuple(world.get(f"{side}.{name}", 0) for name in names) for side in SIDES}
    if step.turns is None:
        hitter = next(one.by for one in scene.sequence.steps if isinstance(one, PoolStep) and one.pool == step.pair)
        saver = OTHER[hitter]
        left = least_left(hands[hitter], hands[saver], rates[saver], harm[hitter])
        return {f"{hitter}.{name}": count for name, count in zip(names, left, strict=True)}
    one, other = step.turns, OTHER[step.turns]
    healths = {side: frame.health[side] - world.get(LOST[side], 0) for side in SIDES}
    takes = (frame.takes[one], frame.takes[other])
    duel = Duel((harm[one], harm[other]), (healths[one], healths[other]), (rates[one], rates[other]), takes)
    struck = dict(zip((one, other), play_out(duel, hands[one], hands[other]), strict=True))
    return {f"{side}.{name}": n for side in SIDES for name, n in zip(names, struck[side], strict=True)}


class Frame(NamedTuple):
    """What two pools stop each other by: the results; of each side its rates, what its dice do and take, its health."""

    names: tuple[str, ...]
    rates: Mapping[Side, Rates]
    harm: Mapping[Side, Hand]
    health: Mapping[Side, int]
    takes: Mapping[Side, Takes]


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
    return Frame(
        names,
        {side: rates_of(scene, step, side, names, world) for side in SIDES},
        {side: harms(scene, OTHER[side], names, world) for side in SIDES},
        {side: scene.capacity(side) for side in SIDES},
        {side: takes_of(scene, step, side, names, world) for side in SIDES},
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
