"""Results that stop each other: chosen at once by who is hit, or in turns, where each die strikes or stops.

Players decide here. Who chooses at once takes the least damage; in turns both play as well as can be: first to be the
one who takes the other out, then to do more damage than they take. Hands are counts of results, in one order for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import sub
from typing import NamedTuple, TypeAlias

from listbuilder.odds.dice import bounded, work

Hand: TypeAlias = tuple[int, ...]
"""How many dice came out as each result; or what one of them does."""
Rates: TypeAlias = tuple[tuple[Hand, Hand], ...]
"""What is stopped, and with what."""
Takes: TypeAlias = tuple[int, tuple[int, ...]] | None
"""The result whose first strike takes a die of the other away, and of which results, those that come first first."""


@lru_cache(maxsize=1 << 12)
def less(hand: Hand, taken: Hand) -> Hand | None:
    """A hand without some results; nothing where it does not have them."""
    left = tuple(map(sub, hand, taken))
    return None if min(left) < 0 else left


@lru_cache(maxsize=1 << 12)
def harm_of(hand: Hand, harm: Hand) -> int:
    """The damage that all of a hand does."""
    return sum(map(int.__mul__, hand, harm))


@lru_cache(maxsize=1 << 16)
def least_left(hits: Hand, saves: Hand, rates: Rates, harm: Hand) -> Hand:
    """What is left of the hits when the saves stop as much damage as they can."""
    work(1)
    best = hits
    for stop, used in rates:
        left, kept = less(hits, stop), less(saves, used)
        if left is not None and kept is not None:
            best = min(best, least_left(left, kept, rates, harm), key=lambda hand: harm_of(hand, harm))
    return best


class Duel(NamedTuple):
    """Two sides that strike or stop in turn, the one who begins first.

    What one die of each does, what each may stop with, and what its first strike with some result takes away.
    """

    harm: tuple[Hand, Hand]
    rates: tuple[Rates, Rates]
    takes: tuple[Takes, Takes] = (None, None)


Stand: TypeAlias = tuple[Hand, Hand, int, int, int, int]
"""Where a duel stands: the dice left of both, what both can still take, whose turn it is, and who took dice away."""
Best: TypeAlias = "tuple[int, int | None, Stand | None]"
"""What the best play comes to from here for the side that began, the die it strikes with, if any, and what follows."""
OUT = 1 << 20
"""What taking the other out is worth beside any damage, and the health of a side that nothing left can take out."""


def play_out(duel: Duel, health: tuple[int, int], first: Hand, second: Hand) -> tuple[Hand, Hand]:
    """The dice with which each side strikes, when both play as well as they can, with what each can take."""
    return played(duel, stand(duel, first, second, *health, 0, 0))


@lru_cache(maxsize=1 << 16)
def played(duel: Duel, at: Stand | None) -> tuple[Hand, Hand]:
    """The dice with which each side strikes from where a duel stands."""
    known, struck = stands_of(duel), ([0] * len(duel.harm[0]), [0] * len(duel.harm[1]))
    while at is not None:
        if alone(at):
            add_all(duel, at, struck)
            break
        _, strike, then = known.get(at) or judged(duel, at, known)
        if strike is not None:
            struck[at[4]][strike] += 1
        at = then
    return tuple(struck[0]), tuple(struck[1])


def alone(at: Stand) -> bool:
    """Whether only one side has dice left, which all strike."""
    return not (any(at[0]) and any(at[1]))


def add_all(duel: Duel, at: Stand, struck: tuple[list[int], list[int]]) -> None:
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
def stands_of(duel: Duel) -> dict[Stand, Best]:
    """What was found out about a duel so far, whatever the health of those who fight."""
    return {}


def stand(duel: Duel, first: Hand, second: Hand, left: int, theirs: int, turn: int, used: int) -> Stand:
    """Where a duel stands; health that all dice of the other can't take away is the same as any more of it."""
    if left > harm_of(second, duel.harm[1]):
        left = OUT
    if theirs > harm_of(first, duel.harm[0]):
        theirs = OUT
    return first, second, left, theirs, turn, used


def judged(duel: Duel, at: Stand, known: dict[Stand, Best]) -> Best:
    """Over, or the best of what the side whose turn it is can do with one die; it is remembered."""
    first, second, left, theirs, turn, _ = at
    found: Best | None = None
    if left <= 0 or theirs <= 0:
        found = (((theirs <= 0) - (left <= 0)) * OUT, None, None)
    elif alone(at):
        done, hurt = min(harm_of(first, duel.harm[0]), theirs), min(harm_of(second, duel.harm[1]), left)
        found = (done - hurt + ((done == theirs) - (hurt == left)) * OUT, None, None)
    else:
        goal = -most_done(second, duel.harm[1], left) if turn else most_done(first, duel.harm[0], theirs)
        for strike, done, then in moves(duel, at):
            worth = done + (known.get(then) or judged(duel, then, known))[0]
            if found is None or (worth < found[0] if turn else worth > found[0]):
                found = (worth, strike, then)
            if worth == goal:
                break
    assert found is not None
    bounded(len(known), "A fight in turns")
    work(1)
    known[at] = found
    return found


def most_done(hand: Hand, harm: Hand, health: int) -> int:
    """What a side can come to at best: it takes the other out, or strikes with all it has, and takes no damage."""
    return health + OUT if health < OUT else harm_of(hand, harm)


def moves(duel: Duel, at: Stand) -> Iterator[tuple[int | None, int, Stand]]:
    """What the side whose turn it is can do with one of its dice, with the damage done: strike, or stop."""
    first, second, left, theirs, turn, used = at
    own, other = (second, first) if turn else (first, second)
    takes = duel.takes[turn]
    for which, kept, harm in strikes(own, duel.harm[turn]):
        after, now = other, used
        if takes is not None and takes[0] == which and not used >> turn & 1:
            after, now = without_first(other, takes[1]), used | 1 << turn
        if turn:
            done = min(harm, left)
            yield which, -done, stand(duel, after, kept, left - done, theirs, 0, now)
        else:
            done = min(harm, theirs)
            yield which, done, stand(duel, kept, after, left, theirs - done, 1, now)
    for kept, cut in stops(own, other, duel.rates[turn]):
        hands = (cut, kept) if turn else (kept, cut)
        yield None, 0, stand(duel, *hands, left, theirs, 1 - turn, used)


@lru_cache(maxsize=1 << 12)
def strikes(hand: Hand, harm: Hand) -> tuple[tuple[int, Hand, int], ...]:
    """Each result that a hand can strike with, with what is left of the hand, and the damage."""
    return tuple(
        (which, (*hand[:which], count - 1, *hand[which + 1 :]), harm[which])
        for which, count in enumerate(hand)
        if count
    )


@lru_cache(maxsize=1 << 14)
def stops(own: Hand, other: Hand, rates: Rates) -> tuple[tuple[Hand, Hand], ...]:
    """What is left of both hands, for each way in which one stops something of the other."""
    ways = ((less(own, spent), less(other, stop)) for stop, spent in rates)
    return tuple((kept, cut) for kept, cut in ways if kept is not None and cut is not None)


def without_first(hand: Hand, order: tuple[int, ...]) -> Hand:
    """A hand without one die: of the first of some results that there is."""
    which = next((at for at in order if hand[at]), None)
    return hand if which is None else (*hand[:which], hand[which] - 1, *hand[which + 1 :])
