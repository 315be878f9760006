"""Conditions of an attack: whom a selector means, which tests and states hold, which effects are in force.

A state starts from what players stated, then effects may treat it as another or ignore it. Every answer is evaluated,
even after a False, so that `Circumstances` logs all that players could state.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue.effects.parts import Moment, Test, Who
from listbuilder.catalogue.effects.verbs import Change, Effect, Forbid, Give, Ignore, Reroll, Treat
from listbuilder.play.odds.circumstances import OTHER, SIDES, Side
from listbuilder.play.odds.dice import Dist
from listbuilder.play.odds.library import is_lasting, subjects
from listbuilder.play.odds.scene import Scene, World, all_logged, any_logged
from listbuilder.play.odds.sources import ActiveEffect, may_refer_to, role_side

NOBODY = Effect(do="")


def fits(scene: Scene, who: Who | None, side: Side, one: ActiveEffect | None, world: World) -> bool:
    """Whether one of the two models is meant. They are assumed to see each other and to be in range."""
    if who is None:
        return True
    plain = one or ActiveEffect(NOBODY, side, "own", "", "", "")
    answers = [may_refer_to(who, side, plain)]
    answers += [state_holds(scene, side, name, world) for name in (*who.is_, *who.in_)]
    answers += [has_condition(scene, side, name) for name in who.has]
    answers += [holds(scene, test, one, world, side) for test in who.if_]
    if who.where is not None:
        answers.append(who.where.fits(scene.sides[side].model))
    if who.not_ is not None:
        answers.append(not fits(scene, who.not_, side, one, world))
    return all(answers)


def holds(scene: Scene, test: Test, one: ActiveEffect | None, world: World, side: Side | None = None) -> bool:
    """Whether a test holds, of the bearer or `side` unless it says of whom."""
    subject = side or (one.side if one else None)
    if test.who is not None:
        subject = role_side(test.who.role, one)
    answers = [state_holds(scene, subject, name, world) for name in test.is_]
    answers += [has_condition(scene, subject, name) for name in test.has]
    answers += [has_happened(scene, subject, "did", name) for name in test.did]
    answers += [has_happened(scene, subject, "was", name) for name in test.was]
    if not (test.did or test.was):
        answers += [state_holds(scene, subject, name, world) for name in test.in_]
    if test.number is not None:
        answers.append(within_bounds(scene, test, one, world, subject))
    if test.some is not None:
        answers.append(anyone_fits(scene, test.some, one, world))
    if test.with_ is not None:
        weapon = scene.sides["actor"].weapon
        answers.append(weapon is not None and test.with_.fits_pick(weapon))
    if test.any:
        answers.append(any_logged(holds(scene, part, one, world, side) for part in test.any))
    if test.not_:
        answers.append(not all_logged(holds(scene, part, one, world, side) for part in test.not_))
    return all(answers)


def anyone_fits(scene: Scene, who: Who, one: ActiveEffect | None, world: World) -> bool:
    """Whether somebody fits: one of the two, or somebody else near by, if players stated that."""
    side = role_side(who.role, one)
    if side is not None:
        return fits(scene, who, side, one, world)
    return one is not None and stated_uses(scene, one) > 0


def within_bounds(scene: Scene, test: Test, one: ActiveEffect | None, world: World, side: Side | None) -> bool:
    """Whether a number is inside bounds."""
    assert test.number is not None
    number = lowest_value(scene.evaluate(scene, test.number, one, world, side))
    for bound, fine in (
        (test.min, int.__ge__),
        (test.max, int.__le__),
        (test.under, int.__lt__),
        (test.over, int.__gt__),
    ):
        if bound is not None and not fine(number, lowest_value(scene.evaluate(scene, bound, one, world, side))):
            return False
    return True


def lowest_value(dist: Dist) -> int:
    """The number that a distribution stands for in a test: its lowest value."""
    return min(dist)


def stated_uses(scene: Scene, one: ActiveEffect) -> int:
    """How often players stated an entry to be in use, or its circumstances to hold."""
    side = None if one.table else one.side
    return scene.given.ask(side, one.entry, "entry", one.text or one.name, most_uses(scene, one))


def most_uses(scene: Scene, one: ActiveEffect) -> int | None:
    """How often an entry in use can count: once for each model that has it, where it adds up; None has no bound."""
    effect = one.effect
    if isinstance(effect, Reroll) or scene.books.reads_stated_number(effect):
        return None
    if not isinstance(effect, Change) or effect.by is None or effect.stacks is False:
        return 1
    return None if effect.stacks else count_bearers(scene, one)


def count_bearers(scene: Scene, one: ActiveEffect) -> int:
    """How many models of a side can bring a record to this attack: its own, and its friends if it helps others."""
    own, other = one._replace(kind="own"), one._replace(kind="other")
    effect, fighter = one.effect, scene.sides[one.side]
    helped = (effect.to,) if effect.to else tuple(moment.by for moment in effect.during)
    helps = any(who is not None and may_refer_to(who, side, other) for who in helped for side in SIDES)
    number = fighter.friends_with(one.entry) if helps and scene.may_hold(other) else 0
    return max(number + (fighter.has(one.entry) and scene.may_hold(own)), 1)


def times_applied(scene: Scene, one: ActiveEffect) -> int:
    """How many times a change counts: as often as players stated or earlier attacks set it off, if it adds up."""
    most = most_uses(scene, one)
    if scene.books.reads_stated_number(one.effect) or most == 1:
        return 1
    number = (stated_uses(scene, one) if must_be_stated(one) else 0) + set_off_before(scene, one)
    return max(number if most is None else min(number, most), 1)


def must_be_stated(one: ActiveEffect) -> bool:
    """Whether a record counts only where that is said, or where an earlier attack set it off."""
    return one.asked or one.kind == "other" or bool(one.effect.price or one.effect.pick or one.effect.when)


def set_off_before(scene: Scene, one: ActiveEffect) -> int:
    """How often the attacks so far of the same use set a record off; what it does then lasts."""
    if one.kind != "own" or one.effect.later or not is_lasting(one.effect):
        return 0
    number = 0
    for moment in one.effect.when:
        often = scene.past.attacks if not scene.events.isdisjoint(moment.after) else 0
        often = often or (scene.past.hits if not scene.checks.isdisjoint(moment.after) else 0)
        if often and may_refer_to(moment.by, "actor", one) and may_refer_to(moment.at, "target", one):
            number += often if all(state_holds(scene, None, name, {}) for name in moment.is_) else 0
    return number


def has_condition(scene: Scene, side: Side | None, name: str) -> bool:
    """Whether a model has a condition or marker, or a keyword on something of its own."""
    models = [scene.sides[one].model for one in SIDES if side in (None, one)]
    # What gives a condition prints its name and does not have it.
    printed = name not in {entry.id for entry in scene.books.conditions}
    if printed and any(name in pick.entry.keyword_ids for model in models for pick in model.inside):
        return True
    return scene.given.ask(side, name, "state", text_of(scene, name)) > 0


def has_happened(scene: Scene, side: Side | None, tense: str, name: str) -> bool:
    """Whether a model did something before, or something was done to it."""
    actor = side in (None, "actor" if tense == "did" else "target")
    if actor and ((scene.past.attacks and name in scene.events) or (scene.past.hits and name in scene.checks)):
        return True
    return scene.given.ask(side, f"{tense}-{name}", "history", text_of(scene, name)) > 0


def text_of(scene: Scene, name: str) -> str:
    """What a word of the game means."""
    for _, terms in scene.terms.sorts():
        if name in terms and terms[name].text:
            return str(terms[name].text)
    return next((entry.text or entry.name for entry in scene.game.entries if entry.id == name), "")


def state_holds(scene: Scene, side: Side | None, name: str, world: World) -> bool:
    """Whether a state counts: as it is on the table, then as records treat it, unless one ignores it."""
    term = scene.terms.states.get(name)
    if term is not None and term.any:
        return any_logged(state_holds(scene, side, one, world) for one in term.any)
    key = ("state", side, name)
    # A record may read the very state that it changes: inside itself the state is what the table says.
    if key in scene.reading:
        return raw_state(scene, side, name, world)
    scene.reading.add(key)
    try:
        there = treated_state(scene, side, name, world)
        ignored = [one for one in effects_in_force(scene, "ignore", name, side, world) if there]
    finally:
        scene.reading.discard(key)
    for one in ignored:
        scene.count(one)
    return there and not ignored


def treated_state(scene: Scene, side: Side | None, name: str, world: World) -> bool:
    """Whether a state is there once every record has treated it as another.

    Records of the model that is in the state come first, so those of its enemy meet the state however it came about.
    """
    # `names` grows while it is walked: what is treated as this state may itself come about by treating another.
    names, records = [name], dict[int, ActiveEffect]()
    for each in names:
        for one in effects_in_force(scene, "treat", each, side, world):
            assert isinstance(one.effect, Treat)
            records[id(one)] = one
            if each in one.effect.as_:
                names += [was for was in one.effect.what if was in scene.terms.states and was not in names]
    there = {each: raw_state(scene, side, each, world) for each in names}
    for one in sorted(records.values(), key=lambda one: one.side != side):
        assert isinstance(one.effect, Treat)
        if any(there.get(was) for was in one.effect.what):
            scene.count(one)
            there |= dict.fromkeys(one.effect.what, False) | dict.fromkeys(one.effect.as_, True)
    return there[name]


def raw_state(scene: Scene, side: Side | None, name: str, world: World) -> bool:
    """Whether a state is there on the table: said, following from numbers, or given by a record."""
    term = scene.terms.states.get(name)
    there = scene.given.ask(side, name, "state", text_of(scene, name)) > 0
    if term is not None and term.if_:
        there = there or all_logged(holds(scene, test, None, world, side) for test in term.if_)
    for one in effects_in_force(scene, "give", name, side, world):
        assert isinstance(one.effect, Give)
        there = True
        scene.count(one)
    return there


def effects_in_force(scene: Scene, verb: str, name: str, side: Side | None, world: World) -> Iterator[ActiveEffect]:
    """The records of a verb about something that affect one of the two, and are in force."""
    for one in scene.about(verb, name):
        if affects(scene, one, side, world) and is_active(scene, one, world):
            yield one


def affects(scene: Scene, one: ActiveEffect, side: Side | None, world: World) -> bool:
    """Whether a record affects one of the two: whom it says, or else its bearer; None is the attack itself."""
    if side is None:
        return True
    if one.effect.to is not None:
        return may_refer_to(one.effect.to, side, one) and fits(scene, one.effect.to, side, one, world)
    if one.kind == "own":
        return side == one.side
    if any(moment.by is not None and may_refer_to(moment.by, "actor", one) for moment in one.effect.during):
        return side == "actor"
    return one.kind == "player" and side == one.side


def event_matches(scene: Scene, moment: Moment, one: ActiveEffect, world: World, by: Side = "actor") -> bool:
    """Whether an event is what a record speaks of: done by whom, to whom, with what, in which state."""
    answers = [fits(scene, moment.by, by, one, world), fits(scene, moment.at, OTHER[by], one, world)]
    if moment.with_ is not None:
        answers.append(scene.is_done_with(moment, one))
    answers += [state_holds(scene, None, name, world) for name in moment.is_]
    return all(answers)


def is_active(scene: Scene, one: ActiveEffect, world: World, *, set_off: bool = False) -> bool:
    """Whether a record is in force here. What must be used, paid or set off before counts only where it is said."""
    effect = one.effect
    during = [moment for moment in effect.during if scene.can_mean_attack(moment, one)]
    if effect.during and not during:
        return False
    if effect.when and not set_off and not (is_lasting(effect) or one.act):
        return False
    needs = one.asked or one.kind == "other" or bool(effect.price or effect.pick or (effect.when and not set_off))
    if needs and not (stated_uses(scene, one) or set_off_before(scene, one)):
        return False
    answers = [any_logged(event_matches(scene, moment, one, world) for moment in during)] if during else []
    answers += [holds(scene, test, one, world) for test in effect.if_]
    return all(answers) and not (effect.rule and is_ignored(scene, one, world))


def note_circumstances(scene: Scene) -> None:
    """Log what players could state about an attack whose odds come from the cache."""
    for one in scene.active_effects:
        lasts = not one.effect.when or is_lasting(one.effect) or one.act is not None
        about = {*subjects(one.effect)}
        if about and about.isdisjoint(
            scene.reads | scene.inside | scene.terms.states.keys() | scene.terms.rules.keys()
        ):
            continue
        stat = not about.isdisjoint(scene.game.stats.keys() | scene.terms.states.keys())
        own = one.kind == "own" and (stat or one.side == "actor" or bool(one.effect.during))
        touches = any(may_refer_to(one.effect.to, side, one) for side in SIDES) if one.effect.to else own
        if one.asked and lasts and touches:
            stated_uses(scene, one)


def is_ignored(scene: Scene, one: ActiveEffect, world: World) -> bool:
    """Whether the named rule that a record belongs to does not count for its bearer."""
    for other in scene.about("ignore", one.effect.rule or ""):
        assert isinstance(other.effect, Ignore)
        loose = other.effect.to is None and other.kind == "player"
        if (loose or affects(scene, other, one.side, world)) and is_active(scene, other, world):
            scene.count(other)
            return True
    return False


def forbidding_effect(scene: Scene, names: frozenset[str], world: World, by: Side | None = None) -> ActiveEffect | None:
    """The record that forbids something here, to a side where it says to whom."""
    for name in sorted(names):
        for one in scene.about("forbid", name):
            assert isinstance(one.effect, Forbid)
            wide = one.effect.to is None and bool(one.effect.during or one.act)
            meant = by is None or wide or affects(scene, one, by, world)
            if meant and one.effect.except_ == () and is_active(scene, one, world):
                scene.count(one)
                return one
    return None


def triggered_effects(
    scene: Scene, verb: str, event: str | None, by: Side, world: World, *, ahead: bool
) -> Iterator[ActiveEffect]:
    """The records of a verb that an event of this attack sets off, `ahead` of it or afterwards."""
    for one in scene.by_event.get((verb, ahead, event or ""), ()):
        moments = [moment for moment in one.effect.when if event in (moment.before if ahead else moment.after)]
        matches = any(event_matches(scene, moment, one, world, by) for moment in moments)
        if matches and is_active(scene, one, world, set_off=True):
            yield one
