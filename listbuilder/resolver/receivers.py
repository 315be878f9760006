"""Who receives what a grant gives or changes: models, or the rows whose sheet has a slot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.catalogue import Game, Grant
from listbuilder.force import Force, Model, Node, Owner, Pick
from listbuilder.selectors import Selector


class Receivers:
    """Finds receivers in one force; those that a selector names in the whole list are found once."""

    def __init__(self, force: Force) -> None:
        self.force = force
        self.game: Game = force.game
        self.named: dict[int, tuple[Model, ...]] = {}

    def models(self, grant: Grant, giver: Node) -> Iterable[Model]:
        """The models that a grant reaches."""
        owner = giver.owner
        if grant.to is None and isinstance(owner, Model):
            return (owner,)
        found = tuple(self.reached(grant, giver))
        if isinstance(owner, Model) and owner.part != "main":
            return tuple(model for model in found if model is owner)
        return found

    def reached(self, grant: Grant, giver: Node) -> Iterable[Model]:
        """The models that `to` names, wherever the giver stands."""
        if isinstance(grant.to, Selector):
            rows = giver.group.models_of(self.force) if grant.in_ and giver.group else () if grant.in_ else None
            if rows is not None:
                return [row for row in rows if grant.to.fits(row)]
            if id(grant) not in self.named:
                self.named[id(grant)] = tuple(row for row in self.force.rows if grant.to.fits(row))
            return self.named[id(grant)]
        if grant.to == "model":
            return (giver.model,) if giver.model else ()
        if grant.to == "list":
            return self.force.rows
        group = giver.group
        if grant.to == "group" or group is not None:
            return group.models_of(self.force) if group else ()
        return self.force.rows

    def owners(self, grant: Grant, giver: Node, slot: str) -> Iterator[Owner]:
        """The rows with a slot that a grant reaches: models, the own group or all groups, the list."""
        model_slot, here = self.game.model.holds(slot), giver.owner
        if model_slot and grant.to != "list":
            yield from self.models(grant, giver)
            if isinstance(here, Model) or isinstance(grant.to, Selector):
                return
        if here.part != "main":
            return
        if self.game.group.holds(slot):
            yield from (giver.group,) if giver.group else () if giver.model else self.force.groups
        if self.game.list.holds(slot):
            yield self.force.root
        if model_slot and grant.to == "list" and not self.game.list.holds(slot):
            yield from self.models(grant, giver)

    def inside(self, grant: Grant, giver: Node, slot: str) -> Iterator[Pick]:
        """The picks with a slot inside them that a grant reaches: the one around the giver, or else all on its rows."""
        around = self.around(grant, giver, slot)
        if around is not None:
            yield around
            return
        for owner in self.holders(grant, giver, slot):
            yield from (pick for pick in owner.inside if slot in pick.entry.picks)

    def around(self, grant: Grant, giver: Node, slot: str) -> Pick | None:
        """The pick with a slot inside it that a giver is or stands inside of, where it is the one that receives."""
        around = giver if grant.to is None and isinstance(giver, Pick) else None
        while around is not None and slot not in around.entry.picks:
            around = around.holder
        return around

    def held(self, grant: Grant, giver: Node, slot: str) -> Iterator[Pick]:
        """The picks in a slot that a grant reaches: those in the pick around the giver, or all on the rows reached."""
        around = None if self.on_sheets(slot) else self.around(grant, giver, slot)
        for holder in (around,) if around is not None else self.holders(grant, giver, slot):
            yield from (
                pick for pick in (holder.picks if isinstance(holder, Pick) else holder.inside) if pick.slot == slot
            )

    def on_sheets(self, slot: str) -> bool:
        """Whether rows have a slot, and not only entries inside them."""
        game = self.game
        return game.model.holds(slot) or game.group.holds(slot) or game.list.holds(slot)

    def holders(self, grant: Grant, giver: Node, slot: str) -> Iterable[Owner]:
        """The rows that a grant reaches and that may have picks in a slot: one of theirs, or one inside an entry."""
        if self.on_sheets(slot):
            return self.owners(grant, giver, slot)
        found: list[Owner] = list(self.models(grant, giver))
        if grant.to is None and not giver.model:
            found += [giver.group, *giver.group.inner()] if giver.group else [self.force.root, *self.force.groups]
        return found


def how_often(grant: Grant, giver: Node, receiver: Node) -> int:
    """How often a receiver gets what a giver gives: as often as one model has it, or as there are in the whole list.

    Copies of one row are models by themselves: each of them gets what `to` gives from all of them.
    """
    if grant.to is None and isinstance(giver, Pick) and isinstance(receiver, Pick) and is_inside(giver, receiver):
        return -(-giver.live // receiver.rel)
    if grant.to is None and isinstance(giver, Pick) and isinstance(receiver, Pick):
        holder = receiver.holder
        if holder is not None and (holder is giver or is_inside(giver, holder)):
            return -(-giver.live // holder.rel)
    if grant.to in (None, "model") and receiver.owner is giver.owner:
        return giver.effective if isinstance(giver, Pick) else 1
    copies = giver.owner.count
    return giver.live * copies if isinstance(giver, Pick) else copies


def is_inside(pick: Pick, other: Pick) -> bool:
    """Whether a pick stands inside another, at whatever depth."""
    above = pick.holder
    while above is not None and above is not other:
        above = above.holder
    return above is not None
