"""The damage of a single die or hit, with the effects that change it."""

from __future__ import annotations

from listbuilder.catalogue.effects.sequence import DamageStep, Summand
from listbuilder.catalogue.effects.verbs import Change
from listbuilder.play.odds.attack_numbers import apply_changes, evaluate_amount
from listbuilder.play.odds.circumstances import OTHER
from listbuilder.play.odds.conditions import triggered_effects
from listbuilder.play.odds.dice import Dist, add_distributions, constant, map_values
from listbuilder.play.odds.scene import Scene, World


def damage_of_one(scene: Scene, step: DamageStep, part: Summand, world: World) -> Dist:
    """The damage of one unit of a summand, after effects; cached."""
    names = {step.each or "", scene.health.hurts or ""} | scene.books.names_in(part)
    key = ("one", id(step), id(part))
    return scene.kept(key, frozenset(names), world, lambda: base_damage_of_one(scene, step, part, world))


def base_damage_of_one(scene: Scene, step: DamageStep, part: Summand, world: World) -> Dist:
    """The damage of one unit of a summand, after effects."""
    each = evaluate_amount(scene, part.times, None, world) if part.times is not None else constant(1)
    return changed_damage(scene, step, each, world)


def changed_damage(scene: Scene, step: DamageStep, each: Dist, world: World) -> Dist:
    """The damage of one unit after effects that change it before it is taken."""
    if step.each is None:
        return each
    found = apply_changes(scene, step.each, step.damage, each, world)
    here = {**world, step.each: min(found)}
    for one in triggered_effects(scene, "change", scene.health.hurts, OTHER[step.damage], here, ahead=True):
        assert isinstance(one.effect, Change)
        if step.each in one.effect.what and one.effect.by is not None:
            scene.count(one)
            found = add_distributions(found, evaluate_amount(scene, one.effect.by, one, world))
    return map_values(found, lambda n: max(n, 0))
