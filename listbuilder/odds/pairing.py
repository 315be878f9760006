"""Results that stop each other: chosen at once by who is hit, or in turns, where each die strikes or stops.

Players decide here. Who chooses at once takes the least damage; in turns both play as well as can be: first to be the
one who takes the other out, then to do more damage than they take.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from listbuilder.odds.dice import bounded

__all__ = ["Duel", "Hand", "Rates", "least_left", "play_out"]

Hand: TypeAlias = tuple[tuple[str, int], ...]
"""Results with how many dice came out so; or with what one of them does."""
Rates: TypeAlias = tuple[tuple[Hand, Hand], ...]
"""What is stopped, and with what."""


def less(hand: Hand, taken: Hand) -> Hand | None:
    """A hand without some results; nothing where it does not have them."""
    left = dict(hand)
    for name, number in taken:
        left[name] = left.get(name, 0) - number
        if left[name] < 0:
            return None
    return tuple(left.items())


def harm_of(hand: Hand, harm: Hand) -> int:
    """The damage that all of a hand does."""
    each = dict(harm)
    return sum(count * each.get(name, 0) for name, count in hand)


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

    What one die of each does, what each can take, and what each may stop with.
    """

    harm: tuple[Hand, Hand]
    health: tuple[int, int]
    rates: tuple[Rates, Rates]


class Stand(NamedTuple):
    """Where a duel stands: the dice left, those that struck, and whose turn it is."""

    hands: tuple[Hand, Hand]
    struck: tuple[Hand, Hand]
    turn: int


class Best(NamedTuple):
    """What the best play comes to for the side that began, and how it ends."""

    worth: tuple[int, int]
    end: Stand


@lru_cache(maxsize=1 << 16)
def play_out(duel: Duel, first: Hand, second: Hand) -> tuple[Hand, Hand]:
    """The dice with which each side strikes, when both play as well as they can."""
    none = tuple(tuple((name, 0) for name, _ in hand) for hand in (first, second))
    return best(duel, Stand((first, second), (none[0], none[1]), 0), {}).end.struck


def best(duel: Duel, at: Stand, known: dict[Stand, Best]) -> Best:
    """The best that the side whose turn it is can do from here."""
    if at not in known:
        bounded(len(known), "A fight in turns")
        known[at] = judged(duel, at, known)
    return known[at]


def judged(duel: Duel, at: Stand, known: dict[Stand, Best]) -> Best:
    """Over, the other's turn, or the best of what can be done with one die."""
    taken = [min(harm_of(at.struck[1 - side], duel.harm[1 - side]), duel.health[side]) for side in (0, 1)]
    out = [taken[side] >= duel.health[side] for side in (0, 1)]
    left = [any(count for _, count in hand) for hand in at.hands]
    if any(out) or not any(left):
        return Best((out[1] - out[0], taken[1] - taken[0]), at)
    if not left[at.turn]:
        return best(duel, at._replace(turn=1 - at.turn), known)
    options = [best(duel, then, known) for then in moves(duel, at)]
    return (max if at.turn == 0 else min)(options, key=lambda one: one.worth)


def moves(duel: Duel, at: Stand) -> Iterator[Stand]:
    """What the side whose turn it is can do with one of its dice: strike with it, or stop with it."""
    me, other = at.turn, 1 - at.turn
    for name, _ in at.hands[me]:
        mine = less(at.hands[me], ((name, 1),))
        if mine is not None:
            struck = tuple((one, count + (one == name)) for one, count in at.struck[me])
            yield Stand(put(at.hands, me, mine), put(at.struck, me, struck), other)
    for stop, used in duel.rates[me]:
        mine, theirs = less(at.hands[me], used), less(at.hands[other], stop)
        if mine is not None and theirs is not None:
            yield Stand(put(put(at.hands, me, mine), other, theirs), at.struck, other)


def put(pair: tuple[Hand, Hand], at: int, hand: Hand) -> tuple[Hand, Hand]:
    """A pair of hands with one of the two changed."""
    return (hand, pair[1]) if at == 0 else (pair[0], hand)
