"""Two dice pools that cancel each other: all at once by the side that is hit, or in turns, die by die.

`Pairing` reads the rules of a scene; the functions before it know only hands, which count the dice of each result in a
fixed order. Cancelling at once minimises the damage taken. In turns both sides play a minimax game: taking the other
side out comes first, then the difference between damage done and damage taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import sub
from typing import NamedTuple, TypeAlias

from listbuilder.catalogue.effects.sequence import DamageStep, PairStep, PoolStep
from listbuilder.catalogue.effects.verbs import Choose, Take
from listbuilder.play.odds.circumstances import OTHER, Side
from listbuilder.play.odds.conditions import forbidding_effect, triggered_effects
from listbuilder.play.odds.damage import damage_of_one
from listbuilder.play.odds.dice import check_outcome_limit, count_work
from listbuilder.play.odds.outcome_table import Values, column, numbers_getter, world_values
from listbuilder.play.odds.scene import LOST, Scene, World

Hand: TypeAlias = tuple[int, ...]
"""A number for each result: how many dice show it, or the damage of one such die."""
Rates: TypeAlias = tuple[tuple[Hand, Hand], ...]
"""Pairs of the dice cancelled and the dice spent on it."""
Takes: TypeAlias = tuple[int, tuple[int, ...]] | None
"""The result whose first strike removes a die of the other side, and the results to remove in order of preference."""


@lru_cache(maxsize=1 << 12)
def remove_results(hand: Hand, taken: Hand) -> Hand | None:
    """A hand without some dice; None if it does not have them."""
    left = tuple(map(sub, hand, taken))
    return None if min(left) < 0 else left


@lru_cache(maxsize=1 << 12)
def hand_damage(hand: Hand, harm: Hand) -> int:
    """The damage that all of a hand does."""
    return sum(map(int.__mul__, hand, harm))


@lru_cache(maxsize=1 << 16)
def least_left(hits: Hand, saves: Hand, rates: Rates, harm: Hand) -> Hand:
    """What is left of the hits when the saves stop as much damage as they can."""
    count_work(1)
    best = hits
    for stop, used in rates:
        left, kept = remove_results(hits, stop), remove_results(saves, used)
        if left is not None and kept is not None:
            best = min(best, least_left(left, kept, rates, harm), key=lambda hand: hand_damage(hand, harm))
    return best


class Duel(NamedTuple):
    """The rules of a fight in turns; each pair has the side that begins first.

    `harm` is the damage of one die of each result, `rates` what may cancel what, `takes` the bonus of a first strike.
    """

    harm: tuple[Hand, Hand]
    rates: tuple[Rates, Rates]
    takes: tuple[Takes, Takes] = (None, None)


DuelPosition: TypeAlias = tuple[Hand, Hand, int, int, int, int]
"""The dice left of both sides, their health, whose turn it is, and a bit set of the sides that used `takes`."""
BestMove: TypeAlias = "tuple[int, int | None, DuelPosition | None]"
"""The minimax value for the side that began, the result to strike with (None to cancel), and the next position."""
OUT = 1 << 20
"""The value of taking the other side out, above any damage; also the health of a side that cannot be taken out."""


def play_out(duel: Duel, health: tuple[int, int], first: Hand, second: Hand) -> tuple[Hand, Hand]:
    """The dice with which each side strikes under best play, given the health of both."""
    return play_from(duel, canonical_position(duel, first, second, *health, 0, 0))


@lru_cache(maxsize=1 << 16)
def play_from(duel: Duel, at: DuelPosition | None) -> tuple[Hand, Hand]:
    """The dice with which each side strikes from where a duel stands."""
    known, struck = position_cache(duel), ([0] * len(duel.harm[0]), [0] * len(duel.harm[1]))
    while at is not None:
        if one_side_left(at):
            strike_with_all(duel, at, struck)
            break
        _, strike, then = known.get(at) or best_result(duel, at, known)
        if strike is not None:
            struck[at[4]][strike] += 1
        at = then
    return tuple(struck[0]), tuple(struck[1])


def one_side_left(at: DuelPosition) -> bool:
    """Whether only one side has dice left, which all strike."""
    return not (any(at[0]) and any(at[1]))


def strike_with_all(duel: Duel, at: DuelPosition, struck: tuple[list[int], list[int]]) -> None:
    """Strike with all dice that are left, in their order, until the other is out."""
    if at[2] <= 0 or at[3] <= 0:
        return
    side, hand, left = (0, at[0], at[3]) if any(at[0]) else (1, at[1], at[2])
    for which, count in enumerate(hand):
        for _ in range(count):
            if left <= 0:
                return
            struck[side][which] += 1
            left -= min(duel.harm[side][which], left)


@lru_cache(maxsize=64)
def position_cache(duel: Duel) -> dict[DuelPosition, BestMove]:
    """The transposition table of a duel, shared by fights with any health."""
    return {}


def canonical_position(
    duel: Duel, first: Hand, second: Hand, left: int, theirs: int, turn: int, used: int
) -> DuelPosition:
    """A position; health beyond the damage of all dice left becomes OUT, so that more positions are equal."""
    if left > hand_damage(second, duel.harm[1]):
        left = OUT
    if theirs > hand_damage(first, duel.harm[0]):
        theirs = OUT
    return first, second, left, theirs, turn, used


def best_result(duel: Duel, at: DuelPosition, known: dict[DuelPosition, BestMove]) -> BestMove:
    """The minimax result of a position, cached in `known`; the search stops at a move that cannot be beaten."""
    first, second, left, theirs, turn, _ = at
    found: BestMove | None = None
    if left <= 0 or theirs <= 0:
        found = (((theirs <= 0) - (left <= 0)) * OUT, None, None)
    elif one_side_left(at):
        # Nothing can be cancelled any more, so all dice strike and the order does not matter.
        done, hurt = min(hand_damage(first, duel.harm[0]), theirs), min(hand_damage(second, duel.harm[1]), left)
        found = (done - hurt + ((done == theirs) - (hurt == left)) * OUT, None, None)
    else:
        # No move beats this bound, so the first one that reaches it ends the loop.
        goal = -best_possible(second, duel.harm[1], left) if turn else best_possible(first, duel.harm[0], theirs)
        for strike, done, then in legal_moves(duel, at):
            worth = done + (known.get(then) or best_result(duel, then, known))[0]
            if found is None or (worth < found[0] if turn else worth > found[0]):
                found = (worth, strike, then)
            if worth == goal:
                break
    assert found is not None
    check_outcome_limit(len(known), "A fight in turns")
    count_work(1)
    known[at] = found
    return found


def best_possible(hand: Hand, harm: Hand, health: int) -> int:
    """An upper bound for a side: it takes the other out, or strikes with all its dice, and takes no damage."""
    return health + OUT if health < OUT else hand_damage(hand, harm)


def legal_moves(duel: Duel, at: DuelPosition) -> Iterator[tuple[int | None, int, DuelPosition]]:
    """What the side whose turn it is can do with one of its dice, with the damage done: strike, or stop."""
    first, second, left, theirs, turn, used = at
    own, other = (second, first) if turn else (first, second)
    takes = duel.takes[turn]
    for which, kept, harm in strike_moves(own, duel.harm[turn]):
        after, now = other, used
        if takes is not None and takes[0] == which and not used >> turn & 1:
            after, now = remove_first(other, takes[1]), used | 1 << turn
        if turn:
            done = min(harm, left)
            yield which, -done, canonical_position(duel, after, kept, left - done, theirs, 0, now)
        else:
            done = min(harm, theirs)
            yield which, done, canonical_position(duel, kept, after, left, theirs - done, 1, now)
    for kept, cut in stop_moves(own, other, duel.rates[turn]):
        hands = (cut, kept) if turn else (kept, cut)
        yield None, 0, canonical_position(duel, *hands, left, theirs, 1 - turn, used)


@lru_cache(maxsize=1 << 12)
def strike_moves(hand: Hand, harm: Hand) -> tuple[tuple[int, Hand, int], ...]:
    """Each result that a hand can strike with, with what is left of the hand, and the damage."""
    return tuple(
        (which, (*hand[:which], count - 1, *hand[which + 1 :]), harm[which])
        for which, count in enumerate(hand)
        if count
    )


@lru_cache(maxsize=1 << 14)
def stop_moves(own: Hand, other: Hand, rates: Rates) -> tuple[tuple[Hand, Hand], ...]:
    """What is left of both hands, for each way in which one stops something of the other."""
    ways = ((remove_results(own, spent), remove_results(other, stop)) for stop, spent in rates)
    return tuple((kept, cut) for kept, cut in ways if kept is not None and cut is not None)


def remove_first(hand: Hand, order: tuple[int, ...]) -> Hand:
    """A hand without one die: of the first of some results that there is."""
    which = next((at for at in order if hand[at]), None)
    return hand if which is None else (*hand[:which], hand[which] - 1, *hand[which + 1 :])


class CancelRules(NamedTuple):
    """The rules of a pairing in one world: the rates of the side that is hit, the duel, and the health of both."""

    stops: Rates
    duel: Duel
    health: tuple[int, int]


class Pairing:
    """Two dice pools that cancel each other; the side that hits or begins is first."""

    def __init__(self, scene: Scene, step: PairStep, names: tuple[str, ...]) -> None:
        self.scene, self.step, self.names = scene, step, names
        self.results = tuple(sorted({name for rate in step.rates for name in (*rate.stop, *rate.with_)}))
        hits = next(one.by for one in scene.sequence.steps if isinstance(one, PoolStep) and one.pool == step.pair)
        first = step.turns or hits
        self.sides: tuple[Side, Side] = (first, OTHER[first])
        own, theirs = (tuple(f"{side}.{name}" for name in self.results) for side in self.sides)
        self.own, self.theirs = numbers_getter(names, own), numbers_getter(names, theirs)
        self.lost = numbers_getter(names, tuple(LOST[side] for side in self.sides))
        self.made = own if step.turns is None else (*own, *theirs)
        # The rules depend on few columns of a world, so they are worked out once for all worlds that agree in these.
        self.read = column(names, scene.read_for(cancel_topics(scene, step)))
        self.rules: dict[Values, CancelRules] = {}

    def left(self, values: Values) -> dict[str, int]:
        """The dice left of the pool that hits; in turns, the dice with which each side strikes."""
        key = self.read.of(values)
        rules = self.rules.get(key)
        if rules is None:
            rules = self.rules[key] = self.rules_in(world_values(self.names, values))
        own, theirs = self.own(values), self.theirs(values)
        if self.step.turns is None:
            left = least_left(own, theirs, rules.stops, rules.duel.harm[0])
            return dict(zip(self.made, left, strict=True))
        lost, others = self.lost(values)
        struck, answered = play_out(rules.duel, (rules.health[0] - lost, rules.health[1] - others), own, theirs)
        return dict(zip(self.made, struck + answered, strict=True))

    def rules_in(self, world: World) -> CancelRules:
        """The rules in one world: damage, rates and health."""
        scene, step, names, sides = self.scene, self.step, self.results, self.sides
        first, second = (allowed_rates(scene, step, side, names, world) for side in sides)
        harm = damage_by_result(scene, sides[1], names, world), damage_by_result(scene, sides[0], names, world)
        first_takes, second_takes = (taken_by_strike(scene, step, side, names, world) for side in sides)
        health = scene.left(sides[0]), scene.left(sides[1])
        return CancelRules(second, Duel(harm, (first, second), (first_takes, second_takes)), health)


def cancel_topics(scene: Scene, step: PairStep) -> frozenset[str]:
    """The names that the rules of cancelling depend on."""
    damage = [one for one in scene.sequence.steps if isinstance(one, DamageStep)]
    parts = {name for one in damage for part in one.sum for name in scene.books.names_in(part)}
    takes = scene.by_event.get(("choose", False, step.strike or ""), ())
    strike = step.strike if any(one.effect.if_ for one in takes) else None
    actions = {name for name in (strike, *(rate.action for rate in step.rates)) if name}
    return frozenset({*parts, *actions, *(one.each for one in damage if one.each), scene.health.hurts or ""})


def taken_by_strike(scene: Scene, step: PairStep, side: Side, names: tuple[str, ...], world: World) -> Takes:
    """The dice that a first strike removes, if an effect says so."""
    for one in triggered_effects(scene, "choose", step.strike, side, world, ahead=False):
        assert isinstance(one.effect, Choose)
        shown = [result for moment in one.effect.when for result in moment.result if result in names]
        order = taken_results(one.effect, names)
        if order and len(shown) == 1 and one.effect.uses is not None:
            scene.count(one)
            return names.index(shown[0]), order
    return None


def taken_results(effect: Choose, names: tuple[str, ...]) -> tuple[int, ...]:
    """The results that a choice takes one die of, in order; nothing where it is about anything else."""
    taken = [one for option in effect.options for one in option]
    plain = all(isinstance(one, Take) and len(one.what) == 1 and one.what[0] in names for one in taken)
    return tuple(names.index(one.what[0]) for one in taken if isinstance(one, Take)) if plain else ()


def allowed_rates(scene: Scene, step: PairStep, side: Side, names: tuple[str, ...], world: World) -> Rates:
    """The rates that nothing forbids to a side."""
    return tuple(
        (tuple(rate.stop.get(name, 0) for name in names), tuple(rate.with_.get(name, 0) for name in names))
        for rate in step.rates
        if rate.action is None or not forbidding_effect(scene, frozenset([rate.action]), world, side)
    )


def damage_by_result(scene: Scene, side: Side, names: tuple[str, ...], world: World) -> Hand:
    """The damage to a side by one die of each result of the other side."""
    found = dict.fromkeys(names, 0)
    for step in scene.sequence.steps:
        if isinstance(step, DamageStep) and step.damage == side:
            for part in step.sum:
                if part.add.of:
                    found[part.add.of] = min(damage_of_one(scene, step, part, world))
    return tuple(found[name] for name in names)
