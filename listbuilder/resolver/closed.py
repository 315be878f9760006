"""Defaults of slots that are closed: nobody wrote them, so they are not there.

The tree with every default in it goes in; what stands in a slot that is not open is gone before anything is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress

from listbuilder.catalogue import Slot
from listbuilder.force import Force, Owner, Pick
from listbuilder.force.nodes import NOTHING
from listbuilder.resolver.plan import Plan
from listbuilder.resolver.settle import bases_of

Filled = tuple[Owner | Pick, str, Slot]
"""A slot with `when` that was filled with its default: whose, its key, the slot."""


def leave_closed(force: Force, plan: Plan, filled: list[Filled]) -> None:
    """Take out the defaults of closed slots, until those that are left stand in open ones."""
    for row in force.rows:  # as with what is given, conditions look at printed numbers
        row.bases = row.stats = bases_of(plan, row)
    while filled:
        is_open = [slot.when is None or slot.when.holds(force, up) for up, _, slot in filled]
        if all(is_open):
            return
        for (up, id, _), stays in zip(filled, is_open, strict=True):
            if not stays:
                _empty(up, id)
        filled = list(compress(filled, is_open))
        force.gather()


def _empty(up: Owner | Pick, id: str) -> None:
    """Take everything out of one slot of a row or of a pick."""
    owner = up.owner
    gone = {pick for pick in owner.inside if pick.slot == id and pick.up is up}
    if isinstance(up, Pick):
        up.picks = tuple(pick for pick in up.picks if pick not in gone)
    else:
        owner.slots.pop(id, None)
    owner.inside[:] = [pick for pick in owner.inside if not gone.intersection((pick, *_around(pick)))]
    owner.held = NOTHING


def _around(pick: Pick) -> Iterator[Pick]:
    """The picks that a pick is inside of."""
    up = pick.up
    while isinstance(up, Pick):
        yield up
        up = up.up
