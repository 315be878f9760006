"""What dice do when they get through: the damage of one of them, with what records make of it."""

from __future__ import annotations

from listbuilder.catalogue.effects.sequence import DamageStep, Summand
from listbuilder.catalogue.effects.verbs import Change
from listbuilder.odds.asking import triggered
from listbuilder.odds.dice import Dist, added, certain, mapped
from listbuilder.odds.given import OTHER, Side
from listbuilder.odds.pairing import Hand
from listbuilder.odds.reckoning import amount, changed_by
from listbuilder.odds.scene import Scene, World


def harms(scene: Scene, side: Side, names: tuple[str, ...], world: World) -> Hand:
    """What one die of each result of the other side does to a side."""
    found = dict.fromkeys(names, 0)
    for step in scene.sequence.steps:
        if isinstance(step, DamageStep) and step.damage == side:
            for part in step.sum:
                if part.add.of:
                    found[part.add.of] = min(one_of(scene, step, part, world))
    return tuple(found[name] for name in names)


def one_of(scene: Scene, step: DamageStep, part: Summand, world: World) -> Dist:
    """What one of a part of the damage does, with what records make of it; reckoned once."""
    names = {step.each or "", scene.health.hurts or ""} | scene.books.names_in(part)
    key = ("one", id(step), id(part))
    return scene.kept(key, frozenset(names), world, lambda: one_made(scene, step, part, world))


def one_made(scene: Scene, step: DamageStep, part: Summand, world: World) -> Dist:
    """What one of a part of the damage does."""
    each = amount(scene, part.times, None, world) if part.times is not None else certain(1)
    return eased(scene, step, each, world)


def eased(scene: Scene, step: DamageStep, each: Dist, world: World) -> Dist:
    """What one of several does, with what records make of it before it is taken."""
    if step.each is None:
        return each
    found = changed_by(scene, step.each, step.damage, each, world)
    here = {**world, step.each: min(found)}
    for one in triggered(scene, "change", scene.health.hurts, OTHER[step.damage], here, ahead=True):
        assert isinstance(one.effect, Change)
        if step.each in one.effect.what and one.effect.by is not None:
            scene.count(one)
            found = added(found, amount(scene, one.effect.by, one, world))
    return mapped(found, lambda n: max(n, 0))
