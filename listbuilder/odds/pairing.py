"""Results that stop each other: chosen at once by who is hit, or in turns, where each die strikes or stops.

Players decide here. Who chooses at once takes the least damage; in turns both play as well as can be: first to be the
one who takes the other out, then to do more damage than they take. Hands are counts of results, in one order for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import sub
from typing import NamedTuple, TypeAlias

from listbuilder.odds.dice import bounded

__all__ = ["Duel", "Hand", "Rates", "Takes", "least_left", "play_out"]

Hand: TypeAlias = tuple[int, ...]
"""How many dice came out as each result; or what one of them does."""
Rates: TypeAlias = tuple[tuple[Hand, Hand], ...]
"""What is stopped, and with what."""
Takes: TypeAlias = tuple[int, tuple[int, ...]] | None
"""The result whose first strike takes a die of the other away, and of which results, those that come first first."""


def less(hand: Hand, taken: Hand) -> Hand | None:
    """A hand without some results; nothing where it does not have them."""
    left = tuple(map(sub, hand, taken))
    return None if min(left) < 0 else left


def harm_of(hand: Hand, harm: Hand) -> int:
    """The damage that all of a hand does."""
    return sum(map(int.__mul__, hand, harm))


@lru_cache(maxsize=1 << 16)
def least_left(hits: Hand, saves: Hand, rates: Rates, harm: Hand) -> Hand:
    """What is left of the hits when the saves stop as much damage as they can."""
    best = hits
    for stop, used in rates:
        left, kept = less(hits, stop), less(saves, used)
        if left is not None and kept is not None:
            best = min(best, least_left(left, kept, rates, harm), key=lambda hand: harm_of(hand, harm))
    return best


class Duel(NamedTuple):
    """Two sides that strike or stop in turn, the one who begins first.

    What one die of each does, what each can take, what each may stop with, and what its first strike with some result
    takes away.
    """

    harm: tuple[Hand, Hand]
    health: tuple[int, int]
    rates: tuple[Rates, Rates]
    takes: tuple[Takes, Takes] = (None, None)


Stand: TypeAlias = tuple[Hand, Hand, int, int, int, int]
"""Where a duel stands: the dice left of both, the damage taken by both, whose turn it is, and who took dice away."""
Best: TypeAlias = "tuple[int, int | None, Stand | None]"
"""What the best play comes to for the side that began, the die it strikes with, if any, and what follows."""
OUT = 1 << 20
"""What taking the other out is worth beside any damage."""


@lru_cache(maxsize=1 << 16)
def play_out(duel: Duel, first: Hand, second: Hand) -> tuple[Hand, Hand]:
    """The dice with which each side strikes, when both play as well as they can."""
    known = stands_of(duel)
    at: Stand | None = (first, second, 0, 0, 0, 0)
    struck = [[0] * len(first), [0] * len(second)]
    while at is not None:
        _, strike, then = known.get(at) or judged(duel, at, known)
        if strike is not None:
            struck[at[4]][strike] += 1
        at = then
    return tuple(struck[0]), tuple(struck[1])


@lru_cache(maxsize=64)
def stands_of(duel: Duel) -> dict[Stand, Best]:
    """What was found out about a duel so far."""
    return {}


def judged(duel: Duel, at: Stand, known: dict[Stand, Best]) -> Best:
    """Over, the other's turn, or the best of what the side whose turn it is can do with one die; it is remembered."""
    first, second, hurt, harmed, turn, used = at
    out = (hurt >= duel.health[0], harmed >= duel.health[1])
    found: Best | None = None
    if out[0] or out[1] or not (any(first) or any(second)):
        found = ((out[1] - out[0]) * OUT + harmed - hurt, None, None)
    elif not any(second if turn else first):
        passed = (first, second, hurt, harmed, 1 - turn, used)
        found = ((known.get(passed) or judged(duel, passed, known))[0], None, passed)
    else:
        for strike, then in moves(duel, at):
            worth = (known.get(then) or judged(duel, then, known))[0]
            if found is None or (worth < found[0] if turn else worth > found[0]):
                found = (worth, strike, then)
    assert found is not None
    bounded(len(known), "A fight in turns")
    known[at] = found
    return found


def moves(duel: Duel, at: Stand) -> Iterator[tuple[int | None, Stand]]:
    """What the side whose turn it is can do with one of its dice: strike with it, or stop with it."""
    first, second, hurt, harmed, turn, used = at
    own, theirs = (second, first) if turn else (first, second)
    alone = not any(theirs)  # then all that is left strikes, in whatever order
    for which, count in enumerate(own):
        if count:
            left = (*own[:which], count - 1, *own[which + 1 :])
            harm, takes = duel.harm[turn][which], duel.takes[turn]
            after, now = theirs, used
            if takes is not None and takes[0] == which and not used >> turn & 1:
                after, now = without_first(theirs, takes[1]), used | 1 << turn
            if turn:
                yield which, (after, left, min(hurt + harm, duel.health[0]), harmed, 0, now)
            else:
                yield which, (left, after, hurt, min(harmed + harm, duel.health[1]), 1, now)
            if alone:
                return
    for stop, spent in duel.rates[turn]:
        kept = less(own, spent)
        cut = less(theirs, stop) if kept is not None else None
        if kept is not None and cut is not None:
            yield None, (cut, kept, hurt, harmed, 0, used) if turn else (kept, cut, hurt, harmed, 1, used)


def without_first(hand: Hand, order: tuple[int, ...]) -> Hand:
    """A hand without one die: of the first of some results that there is."""
    which = next((at for at in order if hand[at]), None)
    return hand if which is None else (*hand[:which], hand[which] - 1, *hand[which + 1 :])
