"""Numbers of an attack: what the card, the weapon or the dice say, then what records change."""

from __future__ import annotations

from fractions import Fraction

from listbuilder.base.values import Dice, Distance, RollTarget, Split
from listbuilder.catalogue.effects.parts import Amount
from listbuilder.catalogue.effects.sequence import Sequence, Summand
from listbuilder.catalogue.effects.verbs import Change
from listbuilder.judging.force import Pick
from listbuilder.play.odds.circumstances import Circumstances, Side
from listbuilder.play.odds.conditions import (
    affects,
    effects_in_force,
    holds,
    is_active,
    must_be_stated,
    stated_uses,
    text_of,
    times_applied,
)
from listbuilder.play.odds.dice import Dist, add_distributions, constant, map_values, multiply, sum_of_dice
from listbuilder.play.odds.scene import Scene, World, all_logged
from listbuilder.play.odds.sources import ActiveEffect, Fighter, role_side


def make_scene(name: str, sequence: Sequence, actor: Fighter, target: Fighter, given: Circumstances) -> Scene:
    """An attack whose numbers can be asked."""
    return Scene(name, sequence, actor, target, given, evaluate_amount)


def evaluate_amount(
    scene: Scene, one: Amount, active: ActiveEffect | None, world: World, side: Side | None = None
) -> Dist:
    """What an amount comes to: the number it starts from, then per, times, plus, min and max."""
    found = start_value(scene, one, active, world, side)
    if one.per is not None:
        found = per_count(found, evaluate_amount(scene, one.per, active, world, side), up=one.round == "up")
    if not isinstance(one.times, int):
        found = multiply(found, evaluate_amount(scene, one.times, active, world, side))
    elif one.times != 1:
        found = multiply(found, constant(one.times))
    if one.plus is not None:
        found = add_distributions(found, evaluate_amount(scene, one.plus, active, world, side))
    return clamp(scene, found, one.min, one.max, active, world, side)


def per_count(found: Dist, several: Dist, *, up: bool = False) -> Dist:
    """A number divided by another, rounded down or up."""
    step = max(min(several), 1)
    return map_values(found, lambda n: -(-n // step) if up else n // step)


def clamp(
    scene: Scene,
    found: Dist,
    least: Amount | None,
    most: Amount | None,
    active: ActiveEffect | None,
    world: World,
    side: Side | None,
) -> Dist:
    """A number kept inside bounds."""
    if least is not None:
        low = min(evaluate_amount(scene, least, active, world, side))
        found = map_values(found, lambda n: max(n, low))
    if most is not None:
        high = min(evaluate_amount(scene, most, active, world, side))
        found = map_values(found, lambda n: min(n, high))
    return found


def start_value(scene: Scene, one: Amount, active: ActiveEffect | None, world: World, side: Side | None) -> Dist:
    """The number that an amount starts from."""
    if one.value is not None or one.dice is not None:
        return value_distribution(one.value if one.value is not None else one.dice)
    if one.of is not None:
        whose = side if side is not None else active.side if active else None
        if one.whose is not None:
            whose = role_side(one.whose.role, active)
        return read_number(scene, one.of, whose, world, card=one.card)
    if active is not None:
        # An amount without a source is a number that players state.
        return constant(stated_uses(scene, active))
    return constant(0)


def value_distribution(value: object) -> Dist:
    """A printed value as a number, or as the sum of its dice."""
    if isinstance(value, Dice):
        return sum_of_dice(value)
    if isinstance(value, Distance):
        return constant(int(value.value))
    if isinstance(value, RollTarget | Split):
        return constant(value.number)
    return constant(value if isinstance(value, int) else 0)


def read_number(scene: Scene, name: str, side: Side | None, world: World, *, card: bool = False) -> Dist:
    """A number by name: as the card has it, or as it is in this attack."""
    found = base_number(scene, name, side, world, card=card)
    return found if card else apply_changes(scene, name, side, found, world)


def apply_changes(scene: Scene, name: str, side: Side | None, found: Dist, world: World) -> Dist:
    """A number with what records make of it: first those that set it, then those that add to it; ignored, it is 0."""
    there = list(changes_to(scene, name, side, world))
    for one in sorted(there, key=lambda one: one.effect.as_ is None):  # type: ignore[attr-defined]
        effect = one.effect
        assert isinstance(effect, Change)
        scene.count(one)
        by = effect.as_ if effect.as_ is not None else effect.by
        assert by is not None
        more = evaluate_amount(scene, by, one, world)
        made = (
            more
            if effect.as_ is not None
            else add_distributions(found, multiply(more, constant(times_applied(scene, one))))
        )
        found = clamp(scene, made, effect.min, effect.max, one, world, None)
    ignored = list(effects_in_force(scene, "ignore", name, side, world)) if side is not None else []
    for one in ignored:
        scene.count(one)
    return constant(0) if ignored else found


def changes_to(scene: Scene, name: str, side: Side | None, world: World) -> list[ActiveEffect]:
    """The records that change a number here; the same one of several models, or of both players, stands there once."""
    found: dict[object, ActiveEffect] = {}
    for one in scene.about("change", name):
        affected = affects(scene, one, side, world)
        if side is None and not one.effect.during:
            affected = affects(scene, one, "actor", world)
        if affected and is_active(scene, one, world):
            found[change_key(one)] = one
    return list(found.values())


def change_key(one: ActiveEffect) -> object:
    """The identity of a change: one that players state is stated once for all models of a side."""
    if one.kind == "player":
        return one.entry, one.effect
    return (one.entry, one.effect, one.side) if must_be_stated(one) else id(one)


def base_number(scene: Scene, name: str, side: Side | None, world: World, *, card: bool) -> Dist:
    """A number before anything changes it: of the dice, the model, the rulebook or the weapon, or what was said."""
    for key in (f"{side}.{name}", name):
        if key in world and not card:
            return constant(world[key])
    fighter = scene.sides[side or "actor"]
    if name in fighter.model.stats:
        # Asked even if the card's number is meant, so that players are told that they can state it.
        here = scene.given.ask(side or "actor", name, "number", scene.game.stats[name].text)
        was = scene.given.is_stated(side or "actor", name) and not card
        now = here if was else fighter.model.stats[name]
        return constant(now if card else now - scene.taken_from(side or "actor", name))
    term = scene.terms.numbers.get(name)
    if term is not None and term.value is not None:
        return value_distribution(term.value)
    if term is not None and term.of is not None:
        return constant(value_part(fighter.weapon, term.of, term.part or "first"))
    printed = fighter.weapon.field(name) if fighter.weapon else None
    if printed is not None:
        return value_distribution(printed)
    own = fighter.model.values.get(name)
    if isinstance(own, int):
        return constant(own)
    if name in scene.fields or name in scene.made:
        return constant(0)
    return constant(scene.given.ask(side, name, "number", text_of(scene, name)))


def value_part(weapon: Pick | None, field: str, part: str) -> int:
    """One of the two numbers of a printed value."""
    value = weapon.field(field) if weapon else None
    if not isinstance(value, Split):
        return 0
    return value.normal if part == "first" else value.critical


def repeat_roll(dist: Dist, number: int) -> Dist:
    """The sum of a number of independent rolls."""
    found = constant(0)
    for _ in range(number):
        found = add_distributions(found, dist)
    return found


def step_total(scene: Scene, parts: tuple[Summand, ...], world: World) -> Dist:
    """A sum of a step."""
    found: Dist = {0: Fraction(1)}
    for one in parts:
        if not all_logged(holds(scene, test, None, world) for test in one.if_):
            continue
        more = evaluate_amount(scene, one.add, None, world)
        if one.times is not None:
            often = evaluate_amount(scene, one.times, None, world)
            # Three times 1d6 are three rolls, not one roll times three.
            more = repeat_roll(more, min(often)) if len(more) > 1 else multiply(more, often)
        if one.per is not None:
            more = per_count(more, evaluate_amount(scene, one.per, None, world))
        found = add_distributions(found, more)
    return found
