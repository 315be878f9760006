"""Prices that change for so many only: the cheapest or the dearest of what one holder has, whatever the order of files.

Who holds the slots has them to itself: of the picks in them so many copies change as all givers together allow. They
are chosen by the prices from before any grant, in the game's first currency and then the others.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue.grant import Grant
from listbuilder.force import Contribution, Force, Node, Pick
from listbuilder.force.identity import content, told
from listbuilder.quantity import Number
from listbuilder.resolver.plan import Effect


class Sharing:
    """The sharing out for one force, level by level; `starts` are the prices from before any grant."""

    def __init__(self, force: Force) -> None:
        self.force = force
        self.starts = {id(one): tuple(one.price_in(name) for name in force.game.currencies) for one in force.picks}
        self.pools: dict[tuple[object, ...], _Pool] = {}

    def ask(self, effect: Effect, giver: Node, node: Node, change: Contribution) -> None:
        """A change that a giver makes to some of what a holder has, this pick among it."""
        grant = effect.grant
        if grant.only is None or not isinstance(node, Pick) or node.given_by:
            return
        key = (id(grant), id(node.up), effect.number)
        if key not in self.pools:
            self.pools[key] = _Pool(grant, effect.number)
        pool = self.pools[key]
        pool.allowed[id(giver)] = (grant.only.number.reckon(self.force, giver) or 0) * change.times
        pool.picks[id(node)] = node
        pool.changes.setdefault(id(node), {})[effect.what, effect.order] = change._replace(times=1)

    def out(self) -> Iterator[tuple[Pick, Number, Contribution]]:
        """The picks that change, each for as many copies as are chosen of it."""
        for pool in self.pools.values():
            left = sum(pool.allowed.values())
            for pick in sorted(pool.picks.values(), key=lambda one: self.rank(pool.grant, one)):
                copies = min(left, pick.count)
                left -= copies
                for change in pool.changes[id(pick)].values() if copies > 0 else ():
                    yield pick, pool.number, change._replace(copies=None if copies == pick.count else copies)
        self.pools.clear()

    def rank(self, grant: Grant, pick: Pick) -> tuple[object, ...]:
        """By price; what costs the same, by content."""
        prices = self.starts[id(pick)]
        return (grant.only.rank(prices) if grant.only else prices, told(content(pick)))


class _Pool:
    """What one holder may have changed by one grant: how many by each giver, and of which picks."""

    def __init__(self, grant: Grant, number: Number) -> None:
        self.grant, self.number = grant, number
        self.allowed: dict[int, int] = {}
        self.picks: dict[int, Pick] = {}
        self.changes: dict[int, dict[tuple[str, int], Contribution]] = {}
