"""Numbers of an attack: what the card, the weapon or the dice say, then what records change."""

from __future__ import annotations

from fractions import Fraction

from listbuilder.catalogue.effects.parts import Amount
from listbuilder.catalogue.effects.sequence import Sequence, Summand
from listbuilder.catalogue.effects.verbs import Change
from listbuilder.force import Pick
from listbuilder.odds.asking import active, affects, holds, in_force, is_said, said, text_of, times
from listbuilder.odds.borne import Borne, Fighter
from listbuilder.odds.dice import Dist, added, certain, mapped, multiplied, of_dice
from listbuilder.odds.given import Given, Side
from listbuilder.odds.scene import Scene, World, every
from listbuilder.odds.who import role_side
from listbuilder.values import Dice, Distance, Roll, Split


def stage(name: str, sequence: Sequence, actor: Fighter, target: Fighter, given: Given) -> Scene:
    """An attack whose numbers can be asked."""
    return Scene(name, sequence, actor, target, given, amount)


def amount(scene: Scene, one: Amount, borne: Borne | None, world: World, side: Side | None = None) -> Dist:
    """What an amount comes to: the number it starts from, then per, times, plus, min and max."""
    found = start(scene, one, borne, world, side)
    if one.per is not None:
        found = for_every(found, amount(scene, one.per, borne, world, side), up=one.round == "up")
    if not isinstance(one.times, int):
        found = multiplied(found, amount(scene, one.times, borne, world, side))
    elif one.times != 1:
        found = multiplied(found, certain(one.times))
    if one.plus is not None:
        found = added(found, amount(scene, one.plus, borne, world, side))
    return clamped(scene, found, one.min, one.max, borne, world, side)


def for_every(found: Dist, several: Dist, *, up: bool = False) -> Dist:
    """One for every so many of a number; what is left over counts as one more where it is rounded up."""
    step = max(min(several), 1)
    return mapped(found, lambda n: -(-n // step) if up else n // step)


def clamped(
    scene: Scene,
    found: Dist,
    least: Amount | None,
    most: Amount | None,
    borne: Borne | None,
    world: World,
    side: Side | None,
) -> Dist:
    """A number kept inside bounds."""
    if least is not None:
        low = min(amount(scene, least, borne, world, side))
        found = mapped(found, lambda n: max(n, low))
    if most is not None:
        high = min(amount(scene, most, borne, world, side))
        found = mapped(found, lambda n: min(n, high))
    return found


def start(scene: Scene, one: Amount, borne: Borne | None, world: World, side: Side | None) -> Dist:
    """The number that an amount starts from."""
    if one.value is not None or one.dice is not None:
        return of_value(one.value if one.value is not None else one.dice)
    if one.of is not None:
        whose = side if side is not None else borne.side if borne else None
        if one.whose is not None:
            whose = role_side(one.whose.role, borne)
        return read(scene, one.of, whose, world, card=one.card)
    if borne is not None:
        return certain(said(scene, borne))  # how many fit is for the players to say
    return certain(0)


def of_value(value: object) -> Dist:
    """A printed value as a number, or as the sum of its dice."""
    if isinstance(value, Dice):
        return of_dice(value)
    if isinstance(value, Distance):
        return certain(int(value.value))
    if isinstance(value, Roll | Split):
        return certain(value.number)
    return certain(value if isinstance(value, int) else 0)


def read(scene: Scene, name: str, side: Side | None, world: World, *, card: bool = False) -> Dist:
    """A number by name: as the card has it, or as it is in this attack."""
    found = base(scene, name, side, world, card=card)
    return found if card else changed_by(scene, name, side, found, world)


def changed_by(scene: Scene, name: str, side: Side | None, found: Dist, world: World) -> Dist:
    """A number with what records make of it: first those that set it, then those that add to it; ignored, it is 0."""
    there = list(changes(scene, name, side, world))
    for one in sorted(there, key=lambda one: one.effect.as_ is None):  # type: ignore[attr-defined]
        effect = one.effect
        assert isinstance(effect, Change)
        scene.count(one)
        by = effect.as_ if effect.as_ is not None else effect.by
        assert by is not None
        more = amount(scene, by, one, world)
        made = more if effect.as_ is not None else added(found, multiplied(more, certain(times(scene, one))))
        found = clamped(scene, made, effect.min, effect.max, one, world, None)
    ignored = list(in_force(scene, "ignore", name, side, world)) if side is not None else []
    for one in ignored:
        scene.count(one)
    return certain(0) if ignored else found


def changes(scene: Scene, name: str, side: Side | None, world: World) -> list[Borne]:
    """The records that change a number here; the same one of several models, or of both players, stands there once."""
    found: dict[object, Borne] = {}
    for one in scene.about("change", name):
        affected = affects(scene, one, side, world)
        if side is None and not one.effect.during:
            affected = affects(scene, one, "actor", world)
        if affected and active(scene, one, world):
            found[same_change(one)] = one
    return list(found.values())


def same_change(one: Borne) -> object:
    """What tells a change from others: what must be said is said once for all models of a side."""
    if one.kind == "player":
        return one.entry, one.effect
    return (one.entry, one.effect, one.side) if is_said(one) else id(one)


def base(scene: Scene, name: str, side: Side | None, world: World, *, card: bool) -> Dist:
    """A number before anything changes it: of the dice, the model, the rulebook or the weapon, or what was said."""
    for key in (f"{side}.{name}", name):
        if key in world and not card:
            return certain(world[key])
    fighter = scene.sides[side or "actor"]
    if name in fighter.model.stats:
        here = scene.given.ask(side or "actor", name, "number", scene.game.stats[name].text)
        was = scene.given.said(side or "actor", name) and not card
        now = here if was else fighter.model.stats[name]
        return certain(now if card else now - scene.taken_from(side or "actor", name))
    term = scene.terms.numbers.get(name)
    if term is not None and term.value is not None:
        return of_value(term.value)
    if term is not None and term.of is not None:
        return certain(part_of(fighter.weapon, term.of, term.part or "first"))
    printed = fighter.weapon.field(name) if fighter.weapon else None
    if printed is not None:
        return of_value(printed)
    own = fighter.model.values.get(name)
    if isinstance(own, int):
        return certain(own)
    if name in scene.fields or name in scene.made:
        return certain(0)
    return certain(scene.given.ask(side, name, "number", text_of(scene, name)))


def part_of(weapon: Pick | None, field: str, part: str) -> int:
    """One of the two numbers of a printed value."""
    value = weapon.field(field) if weapon else None
    if not isinstance(value, Split):
        return 0
    return value.normal if part == "first" else value.critical


def rolled_often(dist: Dist, number: int) -> Dist:
    """A number that is left to chance so many times."""
    found = certain(0)
    for _ in range(number):
        found = added(found, dist)
    return found


def total(scene: Scene, parts: tuple[Summand, ...], world: World) -> Dist:
    """A sum of a step."""
    found: Dist = {0: Fraction(1)}
    for one in parts:
        if not every(holds(scene, test, None, world) for test in one.if_):
            continue
        more = amount(scene, one.add, None, world)
        if one.times is not None:
            often = amount(scene, one.times, None, world)
            more = rolled_often(more, min(often)) if len(more) > 1 else multiplied(more, often)
        if one.per is not None:
            more = for_every(more, amount(scene, one.per, None, world))
        found = added(found, more)
    return found
