"""One attack: who attacks whom with what, the circumstances that players stated, and the effects that may apply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, TypeVar

from listbuilder.catalogue import Game, KeywordUse
from listbuilder.catalogue.effects.parts import Amount, Moment
from listbuilder.catalogue.effects.playbook import Health
from listbuilder.catalogue.effects.sequence import AnyStep, CheckStep, DamageStep, PairStep, PoolStep, Sequence
from listbuilder.catalogue.effects.verbs import Turn
from listbuilder.judging.force import Pick
from listbuilder.play.odds.circumstances import SIDES, Circumstances, Side
from listbuilder.play.odds.dice import Dist
from listbuilder.play.odds.library import SetOff, is_lasting, library, number_of, subjects
from listbuilder.play.odds.sources import ActiveEffect, Fighter, may_refer_to

T = TypeVar("T")
World: TypeAlias = Mapping[str, int]
"""What the dice came to so far, by name; `actor.` and `target.` say whose."""
LOST: Mapping[Side, str] = {"actor": "actor.lost?", "target": "target.lost?"}
"""The damage that each side has taken so far in this attack, among what the dice came to."""
STOPPED: Mapping[Side, str] = {"actor": "actor.stopped?", "target": "target.stopped?"}
"""The damage to each side that was cancelled by what cancels no more than so much in a period."""


class AttackHistory(NamedTuple):
    """The result of the attacks so far of one use: how many there were, how many hit, and what both sides lost.

    `stopped` is the damage that was cancelled by what cancels no more than so much in a period.
    """

    attacks: int = 0
    hits: int = 0
    lost: tuple[int, int] = (0, 0)
    stopped: tuple[int, int] = (0, 0)


Evaluate: TypeAlias = "Callable[[Scene, Amount, ActiveEffect | None, World, Side | None], Dist]"


class Scene:
    """One attack. `counted` and `uncounted` collect the names of effects that did and did not count."""

    def __init__(
        self, name: str, sequence: Sequence, actor: Fighter, target: Fighter, given: Circumstances, evaluate: Evaluate
    ) -> None:
        self.name, self.given, self.evaluate = name, given, evaluate
        self.sides: Mapping[Side, Fighter] = {"actor": actor, "target": target}
        self.game: Game = actor.force.game
        self.books = library(self.game)
        self.terms = self.game.playbook.terms
        self.sequence = sequence
        self.counted: dict[str, None] = {}
        self.uncounted: dict[str, None] = {}
        self.reading: set[tuple[object, ...]] = set()
        self.closures: dict[frozenset[str], frozenset[str]] = {}
        self.memory: dict[tuple[object, ...], Any] = {}
        self.past = AttackHistory()
        # The option that is tried about the dice of the pool that is being rolled.
        self.option: int | None = None

    def continue_after(self, past: AttackHistory) -> None:
        """Prepare the next attack of the same use: set the history and clear the cache."""
        if past != self.past:
            self.past = past
            self.memory.clear()

    @cached_property
    def look(self) -> tuple[object, ...]:
        """A cheap key: attacks with equal keys are equal. `attack_key` also finds equal ones with different keys."""
        return self.name, *(fighter.look for fighter in self.sides.values())

    @cached_property
    def events(self) -> frozenset[str]:
        """The names under which the attack goes: its own, and the groups of actions that it is in."""
        found = {self.name}
        for name, term in (*self.terms.actions.items(), *self.terms.events.items()):
            if self.name in term.any:
                found.add(name)
        return frozenset(found)

    @cached_property
    def all_records(self) -> tuple[ActiveEffect, ...]:
        """Every record that either side brings, the acting side first."""
        gathered = (
            one
            for side, fighter in self.sides.items()
            for one in fighter.brings(side, self.events, self.weapons(fighter))
        )
        stacked = (
            self.stacked(one) if one.granted_keyword in self.weapon_keywords(one.side) else one for one in gathered
        )
        return tuple(one for one in stacked if one is not None)

    def weapon_keywords(self, side: Side) -> Mapping[str, KeywordUse]:
        """The keywords on the weapon of a side."""
        weapon = self.sides[side].weapon
        return {use.keyword: use for use in weapon.entry.keyword_uses} if weapon else {}

    def stacked(self, one: ActiveEffect) -> ActiveEffect | None:
        """A record of a keyword given to a weapon that has it already: the part that is missing to the stacked number.

        None where the keyword does not stack, or does anything but turn dice.
        """
        whole = self.books.stacks_to(one.granted_keyword)
        part = number_of(self.weapon_keywords(one.side)[one.granted_keyword])
        if whole is None or part is None or not isinstance(one.effect, Turn):
            return None
        return one._replace(effect=self.books.turn_record(one.effect, max(whole - part, 0)))

    def can_mean_attack(self, moment: Moment, one: ActiveEffect) -> bool:
        """Whether a moment can mean this attack at all, by event, role, side and what it is done with."""
        named = (*moment.event, *moment.before, *moment.after)
        return (
            not self.events.isdisjoint(named)
            and may_refer_to(moment.by, "actor", one)
            and may_refer_to(moment.at, "target", one)
            and (moment.with_ is None or self.is_done_with(moment, one))
        )

    def is_done_with(self, moment: Moment, one: ActiveEffect) -> bool:
        """Whether the attack is done with what a record says."""
        assert moment.with_ is not None
        weapon = self.sides["actor" if one.table else one.side].weapon
        if moment.with_.this:
            return weapon is not None and one.kind == "own" and one.pick is weapon
        return weapon is not None and moment.with_.where is not None and moment.with_.where.fits_pick(weapon)

    @cached_property
    def active_effects(self) -> tuple[ActiveEffect, ...]:
        """The effects that may apply and touch what the steps read, directly or through other effects."""
        read = self.reads | self.allowed
        # A fixed point: each record that counts may read names that make further records count. Without this filter
        # attacks that differ only in records without effect on them would not share their odds.
        waiting = {at: one for at, one in enumerate(self.all_records) if self.may_hold(one)}
        kept = dict[int, ActiveEffect]()
        while found := {at: one for at, one in waiting.items() if self.is_relevant(one, read)}:
            kept |= found
            waiting = {at: one for at, one in waiting.items() if at not in found}
            read |= {name for one in found.values() for name in self.books.names_in(one.effect)}
            read |= {
                name
                for word in read & self.terms.states.keys()
                for name in self.books.names_in(self.terms.states[word])
            }
        return tuple(one for _, one in sorted(kept.items()))

    def may_hold(self, one: ActiveEffect) -> bool:
        """Whether a record can be in force in this attack: always, or during events that this attack can be."""
        during = one.effect.during
        return not during or any(self.can_mean_attack(moment, one) for moment in during)

    def is_relevant(self, one: ActiveEffect, read: frozenset[str]) -> bool:
        """Whether a record matters: an event of the attack sets it off, or it is about a name that is read."""
        effect = one.effect
        if not self.event_lookups.isdisjoint(self.books.set_off(effect)):
            return True
        if effect.when and not (is_lasting(effect) or one.act):
            return False
        forbids = effect.do == "forbid"
        return not self.books.about(effect).isdisjoint(self.allowed if forbids else read)

    @cached_property
    def allowed(self) -> frozenset[str]:
        """What may be forbidden in the attack: itself, and what happens inside it."""
        return self.events | self.inside | {"damage"}

    @cached_property
    def event_lookups(self) -> frozenset[SetOff]:
        """What is looked up by event: the verb, whether it is ahead of the event, and the event."""
        hurts, ends = self.health.hurts or "", self.health.ends or ""
        found = {("change", True, hurts), ("cancel", True, hurts), ("cancel", True, ends), ("change", True, ends)}
        found |= {("roll", False, event) for event in self.end_events} | {
            ("kill", False, event) for event in self.events
        }
        for step in self.sequence.steps:
            if isinstance(step, PairStep):
                found.add(("choose", False, step.strike or ""))
            elif isinstance(step, PoolStep):
                found |= {("damage", False, event) for event in (step.raises or {}).values()}
        return frozenset(found)

    @cached_property
    def inside(self) -> frozenset[str]:
        """The events and actions inside the attack."""
        steps = self.sequence.steps
        harmless = bool(steps) and not any(isinstance(step, DamageStep) for step in steps)
        found: set[str | None] = {*self.end_events, *(() if harmless else (self.health.hurts, self.health.ends))}
        for step in steps:
            if isinstance(step, CheckStep):
                found.add(step.check)
            elif isinstance(step, PairStep):
                found |= {step.strike, *(rate.action for rate in step.rates)}
            elif isinstance(step, PoolStep):
                found |= {step.pool, step.action, *(step.raises or {}).values()}
        return frozenset(one for one in found if one)

    def reads_of_step(self, step: AnyStep) -> frozenset[str]:
        """The names that one step reads, and the records that touch what it reads; with their sides."""
        read = {one.partition(".")[2] or one for one in self.books.sided(step)}
        if isinstance(step, DamageStep):
            read |= {one for one in (step.named, step.each, self.health.hurts) if one}
        if isinstance(step, PoolStep):
            read |= {step.pool, step.action or step.pool, *(step.raises or {}).values()}
        return self.books.sided(step) | self.read_for(frozenset(read))

    def read_for(self, names: frozenset[str]) -> frozenset[str]:
        """What records read that touch some names, or touch what such records read in their turn; of either side."""
        known = self.closures.get(names)
        if known is None:
            found: set[str] = set()
            waiting = list(self.touching)
            while near := [read for about, read in waiting if not about.isdisjoint(names | found)]:
                waiting = [one for one in waiting if one[0].isdisjoint(names | found)]
                found = found.union(*near)
            known = frozenset(key for one in found for key in (one, f"actor.{one}", f"target.{one}"))
            self.closures[names] = known
        return known

    @cached_property
    def touching(self) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
        """What each record touches, and what it reads; a record that both sides bring stands there once."""
        effects = {id(one.effect): one.effect for one in self.active_effects}.values()
        pairs = ((self.books.touched(one), self.books.reads_in(one)) for one in effects)
        return tuple(dict.fromkeys(pair for pair in pairs if pair[1]))

    def kept(self, key: tuple[object, ...], names: frozenset[str], world: World, make: Callable[[], T]) -> T:
        """Cache a value that depends on a world only through what effects on some names read."""
        read = self.read_for(names)
        whole = (*key, tuple([(name, number) for name, number in world.items() if name in read]))
        if whole not in self.memory:
            self.memory[whole] = make()
        found: T = self.memory[whole]
        return found

    @cached_property
    def health(self) -> Health:
        """How models of this game are hurt."""
        return self.game.playbook.course.health or Health(from_=(), out="")

    @cached_property
    def checks(self) -> frozenset[str]:
        """The events that the checks of the attack raise."""
        return frozenset(step.check for step in self.sequence.steps if isinstance(step, CheckStep))

    @cached_property
    def end_events(self) -> frozenset[str]:
        """The events of an attack being over."""
        return frozenset(name for name, term in self.terms.events.items() if term.means == "attack-over")

    def lost(self, side: Side) -> int:
        """The damage that a side took in the attacks so far."""
        return self.past.lost[SIDES.index(side)]

    def taken_from(self, side: Side, stat: str) -> int:
        """How much of a stat the damage so far took away."""
        left = self.lost(side)
        for group in self.health.from_ if left else ():
            whole = self.now(side, self.health.out if self.health.out in group else group[0])
            if stat in group:
                return min(left, whole)
            left -= min(left, whole)
        return 0

    def now(self, side: Side, stat: str) -> int:
        """A stat before this attack: as it was said, or as the card has it."""
        here = self.given.ask(side, stat, "number", self.game.stats[stat].text)
        return here if self.given.is_stated(side, stat) else self.sides[side].model.stats[stat]

    def capacity(self, side: Side) -> int:
        """The damage that takes a model out: all of what it is taken from, the stat that decides in its place."""
        found = 0
        for group in self.health.from_:
            stat = self.health.out if self.health.out in group else group[0]
            found += self.now(side, stat)
            if stat == self.health.out:
                break
        return found

    def left(self, side: Side) -> int:
        """The damage that still takes a model out."""
        return self.capacity(side) - self.lost(side)

    @cached_property
    def harmful(self) -> frozenset[str]:
        """The results of dice that do damage to the target."""
        sums = [one.sum for one in self.sequence.steps if isinstance(one, DamageStep) and one.damage == "target"]
        return frozenset(part.add.of for parts in sums for part in parts if part.add.of)

    @cached_property
    def shields(self) -> frozenset[str]:
        """The results of dice that damage is lowered by."""
        sums = [one.minus for one in self.sequence.steps if isinstance(one, DamageStep)]
        return frozenset(part.add.of for parts in sums for part in parts if part.add.of)

    @cached_property
    def reads(self) -> frozenset[str]:
        """The names that the steps read or that stand for something in them."""
        return self.books.read_in(self.sequence)

    @cached_property
    def made(self) -> frozenset[str]:
        """The results that dice of this attack can come to."""
        pools = [step for step in self.sequence.steps if isinstance(step, PoolStep)]
        return frozenset(name for step in pools for name in (step.reach or step.faces or ()))

    @cached_property
    def read_by_records(self) -> frozenset[str]:
        """The numbers that records of either side read."""
        return frozenset(name for one in self.active_effects for name in self.books.names_in(one.effect))

    @cached_property
    def fields(self) -> frozenset[str]:
        """The numbers that weapons have printed on them."""
        return frozenset(name for spec in self.game.kinds.values() for name in spec.fields) | {"range", "damage"}

    def weapons(self, fighter: Fighter) -> tuple[Pick, ...]:
        """What a model could do this with: on it, or at hand for its whole side."""
        return weapons_of(fighter, self.sequence)

    @cached_property
    def by_name(self) -> Mapping[tuple[str, str], tuple[ActiveEffect, ...]]:
        """The records by verb and by each thing they are about."""
        found: dict[tuple[str, str], list[ActiveEffect]] = {}
        for one in self.active_effects:
            for name in dict.fromkeys(subjects(one.effect)):
                found.setdefault((one.effect.do, name), []).append(one)
        return {key: tuple(several) for key, several in found.items()}

    @cached_property
    def by_event(self) -> Mapping[SetOff, tuple[ActiveEffect, ...]]:
        """The records that an event sets off, by verb, whether it is ahead of the event, and the event."""
        found: dict[SetOff, list[ActiveEffect]] = {}
        for one in self.active_effects:
            for key in self.books.set_off(one.effect):
                found.setdefault(key, []).append(one)
        return {key: tuple(several) for key, several in found.items()}

    def about(self, verb: str, name: str) -> tuple[ActiveEffect, ...]:
        """The records of a verb that are about something."""
        return self.by_name.get((verb, name), ())

    def count(self, one: ActiveEffect) -> None:
        """Log that an effect counts."""
        self.counted[one.name] = None


def all_logged(answers: Iterable[bool]) -> bool:
    """`all` of all items, whatever the first say, so that every circumstance that is read is logged."""
    return all(list(answers))


def any_logged(answers: Iterable[bool]) -> bool:
    """`any` of all items, for the same reason."""
    return any(list(answers))


def weapons_of(fighter: Fighter, sequence: Sequence) -> tuple[Pick, ...]:
    """What a model could use in a sequence: on it, or at hand for its whole side, each once."""
    chosen = sequence.with_
    if chosen is None:
        return ()
    fits = [pick for pick in (*fighter.model.inside, *fighter.force.root.inside) if chosen.fits_pick(pick)]
    # Reversed twice, so that of equal picks the first stays, which is the model's own.
    return tuple({(pick.entry.key, str(pick.changed_fields)): pick for pick in reversed(fits)}.values())[::-1]
