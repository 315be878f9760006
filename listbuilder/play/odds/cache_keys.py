"""Cache keys: attacks with equal keys have equal odds, so each is computed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.catalogue.effects.sequence import DamageStep, PoolStep
from listbuilder.play.odds.circumstances import SIDES, Circumstances, Side
from listbuilder.play.odds.conditions import count_bearers, state_holds
from listbuilder.play.odds.scene import Scene
from listbuilder.play.odds.sources import ActiveEffect, Fighter


def attack_key(scene: Scene) -> tuple[object, ...]:
    """Everything that the odds of an attack depend on; attacks with equal keys differ in labels only."""
    health = {f"{side}.{stat}" for side in sides_hurt(scene) for group in scene.health.from_ for stat in group}
    read = health.union(*(scene.books.sided(step) for step in scene.sequence.steps))
    return (scene.name, *facts_of(scene, read, records_in_effect(scene, scene.active_effects), scene.sequence))


def pool_key(scene: Scene, step: PoolStep) -> tuple[object, ...]:
    """All that the dice of one pool depend on or ask for, beside what was rolled before."""
    harm = [one for one in scene.sequence.steps if isinstance(one, DamageStep) and step.raises]
    names = {step.pool, step.action or "", *(step.raises or {}).values(), *(one.each or "" for one in harm)}
    names = names.union(
        *(scene.reads_of_step(one) for one in (step, *harm)), {scene.health.hurts or ""} if harm else ()
    )
    here = [one for one in scene.active_effects if not scene.books.touched(one.effect).isdisjoint(names)]
    read = frozenset[str]().union(*(scene.books.sided(one) for one in (step, *harm)))
    results = tuple(sorted(scene.read_by_records & (step.faces or {}).keys()))
    return (id(step), results, scene.past, scene.option, *facts_of(scene, read, here, step))


def records_in_effect(scene: Scene, several: Iterable[ActiveEffect]) -> list[ActiveEffect]:
    """The effects that count unconditionally, or that players stated."""
    words = {name for _, name in scene.given.words}
    return [one for one in several if one.entry in words or not (one.asked or one.kind == "other")]


def facts_of(scene: Scene, read: Iterable[str], here: list[ActiveEffect], what: object) -> tuple[object, ...]:
    """What both sides bring to something that reads these names, and the records in force for it."""
    names = frozenset(read).union(*(scene.books.sided(one.effect) for one in here))
    states = tuple(states_in(scene, names))
    # A state that follows from stats alone is known before any die is rolled: then the state is part of the key and not
    # the stats, so that attacks of models with different stats can be equal.
    stats = {
        *names,
        *(name for one in states if not follows_from_stats(scene, one) for name in state_reads(scene, one)),
    }
    asking = [who for one in (what, *(one.effect for one in here)) for who in scene.books.choosing(one)]
    facts = [
        (
            *side_facts(scene.sides[side], side, stats),
            tuple(who.where.fits(scene.sides[side].model) for who in asking if who.where),
        )
        for side in SIDES
    ]
    many = {name for (_, name), number in scene.given.words.items() if number > 1}
    often = tuple(count_bearers(scene, one) for one in here if one.entry in many)
    return (*facts, plain_states(scene, states), tuple(map(record_key, here)), often)


def record_key(one: ActiveEffect) -> tuple[object, ...]:
    """Which record it is, and whose."""
    return id(one.effect), one.side, one.kind, one.asked, one.name


def sides_hurt(scene: Scene) -> Iterator[Side]:
    """The sides that an attack can hurt."""
    yield from (step.damage for step in scene.sequence.steps if isinstance(step, DamageStep))


def side_facts(fighter: Fighter, side: Side, read: Iterable[str]) -> tuple[object, ...]:
    """What one side brings: its weapon as it is now, and what is read of its stats, values and keywords."""
    model, weapon, names = fighter.model, fighter.weapon, frozenset(read)
    words = {word for pick in model.inside for word in pick.entry.keyword_ids}
    return (
        (weapon.entry.key, str(weapon.changed_fields)) if weapon else None,
        tuple((stat, number) for stat, number in model.stats.items() if f"{side}.{stat}" in names),
        tuple((name, str(value)) for name, value in model.values.items() if f"{side}.{name}" in names),
        tuple(sorted(word for word in words if f"{side}.{word}" in names)),
    )


def states_in(scene: Scene, read: frozenset[str]) -> Iterator[str]:
    """The states with tests of their own that are read, also by other states."""
    waiting, seen = [name for name in scene.terms.states if name in read], set[str]()
    for name in waiting:
        if name in seen:
            continue
        seen.add(name)
        term = scene.terms.states[name]
        waiting += [one for one in (*term.any, *state_reads(scene, name)) if one in scene.terms.states]
        if term.if_:
            yield name


def state_reads(scene: Scene, name: str) -> frozenset[str]:
    """What the tests of a state read, of either side."""
    return scene.books.sided(scene.terms.states[name].if_)


def follows_from_stats(scene: Scene, name: str) -> bool:
    """Whether a state follows from stats alone that no record changes: then it is known before any die is rolled."""
    plain = {one for one in state_reads(scene, name) if "." not in one}
    return plain <= scene.game.stats.keys() and not any(scene.about("change", stat) for stat in plain)


def plain_states(scene: Scene, states: Iterable[str]) -> tuple[object, ...]:
    """Which states that follow from stats are there; asking this is no question to the players."""
    given, counted = scene.given, dict(scene.counted)
    scene.given = Circumstances(given.words)
    try:
        return tuple((one, side, state_holds(scene, side, one, {})) for one in states for side in SIDES)
    finally:
        scene.given, scene.counted = given, counted
