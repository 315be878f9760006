"""Things are given first: copies over the limit go idle, then entries, keywords and tags are handed out.

Conditions see what was chosen and printed numbers only, so the order of giving does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from listbuilder.catalogue import Entry, Grant, Slot
from listbuilder.finding import Finding
from listbuilder.force import Force, Model, Node, Owner, Pick
from listbuilder.force.identity import content, told
from listbuilder.force.nodes import NOTHING
from listbuilder.resolver.plan import Acting, Effects, Plan, loose_gifts
from listbuilder.resolver.receivers import Receivers, how_often

MOST = 20_000
FREE: dict[str, int] = {}


def rest_idle(force: Force, owner: Owner, slots: Mapping[str, Slot], plan: Plan) -> None:
    """Copies beyond an entry's limit cost and count, but give nothing, nor does anything inside them."""
    nested, ask = plan.nested, plan.reckons_limits or owner.repeated
    for slot, picks in owner.slots.items():
        if ask or len(picks) > 1:
            _idle(force, picks, slots.get(slot))
    for pick in owner.inside if nested else ():
        if pick.picks:
            for name, inner in pick.entry.picks.items():
                _idle(force, [one for one in pick.picks if one.slot == name], inner)
    for pick in owner.inside if nested else ():
        up = pick.up
        if isinstance(up, Pick) and up.live < up.rel:
            shared = up.entry.picks[pick.slot].each == "row" and up.live
            pick.live = pick.live if shared else pick.live * up.live // up.rel


def _idle(force: Force, picks: Sequence[Pick], slot: Slot | None) -> None:
    """Mark what is over the limit among the picks of one slot; which copies is decided by their content."""
    if slot is None or slot.repeats:
        return
    taken: dict[int, list[Pick]] = {}
    for pick in picks:
        taken.setdefault(id(pick.entry), []).append(pick)
    for same in taken.values():
        limit = same[0].entry.limit
        left = limit if isinstance(limit, int) else limit.reckon(force, same[0].up)
        if left is None or sum(pick.count for pick in same) <= left:
            continue
        for pick in sorted(same, key=lambda one: told(content(one))):
            alive = min(pick.count, left)
            left -= alive
            pick.live = pick.rel // pick.count * alive


def give(force: Force, plan: Plan, acting: Acting) -> None:
    """Hand out what everything on the list gives, and what that gives in turn."""
    giving = _Giving(force, plan)
    giving.run(acting)
    for pick in giving.made:
        pick.owner.inside.append(pick)
        pick.owner.held = NOTHING
    if giving.made:
        force.gather()


class _Giving:
    """The handing out for one force; `made` is what was given so far."""

    def __init__(self, force: Force, plan: Plan) -> None:
        self.force, self.plan = force, plan
        self.receivers = Receivers(force)
        self.made: list[Pick] = []
        self.once: set[tuple[int, int, str]] = set()
        self.full = False

    def run(self, acting: Acting) -> None:
        """Everything chosen gives; then what was given does."""
        for node, effects, name in self.givers(acting):
            self.hand_out(effects, node, name)
        for pick in self.made:
            known = self.plan.effects.get(id(pick.entry))
            if known and known.gives:
                self.hand_out(known, pick, pick.entry.name)

    def hand_out(self, effects: Effects, giver: Node, name: str) -> None:
        """What one of them gives."""
        if effects.gifts and isinstance(giver, Pick) and isinstance(giver.owner, Model):
            for entry, slot, number in effects.gifts:
                self.put(entry, slot, giver.owner, (giver, name), number * giver.live, giver.sized)
            return
        for grant in effects.gives:
            self.grant(grant, giver, name)

    def givers(self, acting: Acting) -> Iterator[tuple[Node, Effects, str]]:
        """What gives by itself: the game, the fields of rows, the chosen picks."""
        force, plan = self.force, self.plan
        if plan.own:
            yield force.root, plan.own, force.game.name
        for sheet, owners in ((plan.list, (force.root,)), (plan.group, force.groups), (plan.model, force.rows)):
            for name, effects in sheet.granting:
                yield from ((owner, effects, name) for owner in owners)
        yield from ((pick, effects, pick.entry.name) for pick, effects in acting if effects.gives)

    def grant(self, grant: Grant, giver: Node, name: str) -> None:
        """What one grant gives, if its condition holds."""
        if grant.when and not grant.when.holds(self.force, giver):
            return
        each = (grant.each.reckon(self.force, giver) or 0) if grant.each else 1
        if each <= 0:
            return
        game = self.force.game
        for slot, given in grant.entries.items():
            for owner in self.receivers.owners(grant, giver, slot):
                kind = game.sheets[owner.sheet].slots[slot].kind
                for one in given:
                    self.place(game.by_id[kind, one.entry], slot, owner, grant, (giver, name), one.count * each)
        loose = loose_gifts(game, grant)
        if loose:
            for model in self.receivers.models(grant, giver):
                for entry in loose:
                    self.place(entry, "", model, grant, (giver, name), each)

    def place(self, entry: Entry, slot: str, owner: Owner, grant: Grant, giver: tuple[Node, str], count: int) -> None:
        """Put a given pick on a row, free and taking no room; on its own row all that each miniature gives is one."""
        by = giver[0]
        if grant.once:
            key = (id(grant), id(owner), entry.id)
            if key not in self.once:
                self.once.add(key)
                self.put(entry, slot, owner, giver, count, 1)
        elif grant.to in (None, "model") and isinstance(by, Pick) and by.owner is owner:
            self.put(entry, slot, owner, giver, count * by.live, by.sized)
        else:
            self.put(entry, slot, owner, giver, count * how_often(grant, by, owner), 1)

    def put(self, entry: Entry, slot: str, owner: Owner, giver: tuple[Node, str], number: int, sized: int) -> None:
        """Make the pick that is given; `sized` miniatures of the row each have it."""
        if self.full or not number:
            return
        if len(self.made) + len(self.force.picks) >= MOST:
            self.full = True
            message = f"The list holds more than {MOST} things, given ones included."
            self.force.problems.append(Finding(code="list.too-large", message=message, hint="Split the list."))
            return
        pick = Pick(entry, slot, None, owner, owner, number)
        pick.price, pick.prices, pick.sized = 0, FREE, sized
        pick.giver, pick.given_by = giver
        self.made.append(pick)
