"""What grants give, and who receives it: models, or the rows whose sheet has a slot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from listbuilder.base.findings import Finding
from listbuilder.base.records import EMPTY, fill_in
from listbuilder.catalogue import Entry, Game, Grant, Slot
from listbuilder.catalogue.query import Selector
from listbuilder.judging.force import Force, Model, Node, Owner, Pick, PickDraft
from listbuilder.judging.force.force import collect_picks
from listbuilder.judging.force.identity import canonical_json, pick_content
from listbuilder.judging.force.rows import NOTHING
from listbuilder.judging.resolver.plan import ActivePicks, Effects, Plan, given_words


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
        return -(-giver.active // receiver.per_owner)
    if grant.to is None and isinstance(giver, Pick) and isinstance(receiver, Pick):
        holder = receiver.holder
        if holder is not None and (holder is giver or is_inside(giver, holder)):
            return -(-giver.active // holder.per_owner)
    if grant.to in (None, "model") and receiver.owner is giver.owner:
        return giver.effective if isinstance(giver, Pick) else 1
    copies = giver.owner.count
    return giver.active * copies if isinstance(giver, Pick) else copies


def is_inside(pick: Pick, other: Pick) -> bool:
    """Whether a pick stands inside another, at whatever depth."""
    above = pick.holder
    while above is not None and above is not other:
        above = above.holder
    return above is not None


# Things are given first: copies over the limit go idle, then entries, keywords and tags are handed out.


MAX_PICKS_IN_ALL = 20_000


def deactivate_extra_copies(force: Force, owner: Owner, slots: Mapping[str, Slot], plan: Plan) -> None:
    """Copies beyond an entry's limit cost and count, but give nothing, nor does anything inside them."""
    nested, ask = plan.nested, plan.has_computed_limits or owner.repeated
    for slot, picks in owner.slots.items():
        if ask or len(picks) > 1:
            _deactivate(force, picks, slots.get(slot))
    for pick in owner.inside if nested else ():
        if pick.picks:
            for name, inner in pick.entry.picks.items():
                _deactivate(force, [one for one in pick.picks if one.slot == name], inner)
    for pick in owner.inside if nested else ():
        up = pick.up
        if isinstance(up, Pick) and up.active < up.per_owner:
            shared = up.entry.picks[pick.slot].each == "row" and up.active
            pick.active = pick.active if shared else pick.active * up.active // up.per_owner


def _deactivate(force: Force, picks: Sequence[Pick], slot: Slot | None) -> None:
    """Mark what is over the limit among the picks of one slot; which copies is decided by their content."""
    if slot is None or slot.repeats:
        return
    taken: dict[int, list[Pick]] = {}
    for pick in picks:
        taken.setdefault(id(pick.entry), []).append(pick)
    for same in taken.values():
        limit = same[0].entry.limit
        left = limit if isinstance(limit, int) else limit.evaluate(force, same[0].up)
        if left is None or sum(pick.count for pick in same) <= left:
            continue
        for pick in sorted(same, key=lambda one: canonical_json(pick_content(one))):
            alive = min(pick.count, left)
            left -= alive
            pick.active = pick.per_owner // pick.count * alive


def give_entries(force: Force, plan: Plan, acting: ActivePicks) -> None:
    """Hand out what everything on the list gives, and what that gives in turn."""
    giving = _EntryGiver(force, plan)
    giving.run(acting)
    given: dict[int, list[Pick]] = {}
    for pick in giving.made:
        given.setdefault(id(pick.owner), []).append(pick)
    for picks in given.values():
        owner = picks[0].owner
        owner.inside = (*owner.inside, *picks)
        owner.entry_ids = NOTHING
    if giving.made:
        collect_picks(force)


class _EntryGiver:
    """The handing out for one force; `made` is what was given so far."""

    def __init__(self, force: Force, plan: Plan) -> None:
        self.force, self.plan = force, plan
        self.receivers = Receivers(force)
        self.made: list[Pick] = []
        self.once: set[tuple[int, int, str]] = set()
        self.full = False

    def run(self, acting: ActivePicks) -> None:
        """Everything chosen gives; then what was given does."""
        for node, effects, name in self.givers(acting):
            self.apply_effects(effects, node, name)
        for pick in self.made:
            known = self.plan.effects.get(id(pick.entry))
            if known and known.gives:
                self.apply_effects(known, pick, pick.entry.name)

    def apply_effects(self, effects: Effects, giver: Node, name: str) -> None:
        """What one of them gives."""
        if effects.gifts and isinstance(giver, Pick) and isinstance(giver.owner, Model):
            for entry, slot, number in effects.gifts:
                self.add_pick(entry, slot, giver.owner, (giver, name), number * giver.active, giver.sized)
            return
        for grant in effects.gives:
            self.grant(grant, giver, name)

    def givers(self, acting: ActivePicks) -> Iterator[tuple[Node, Effects, str]]:
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
        each = (grant.each.evaluate(self.force, giver) or 0) if grant.each else 1
        if each <= 0:
            return
        game = self.force.game
        for slot, given in grant.entries.items():
            for owner in self.receivers.owners(grant, giver, slot):
                kind = game.sheets[owner.sheet].slots[slot].kind
                for one in given:
                    self.place(game.by_id[kind, one.entry], slot, owner, grant, (giver, name), one.count * each)
        loose = given_words(game, grant)
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
                self.add_pick(entry, slot, owner, giver, count, 1)
        elif grant.to in (None, "model") and isinstance(by, Pick) and by.owner is owner:
            self.add_pick(entry, slot, owner, giver, count * by.active, by.sized)
        else:
            self.add_pick(entry, slot, owner, giver, count * how_often(grant, by, owner), 1)

    def add_pick(self, entry: Entry, slot: str, owner: Owner, giver: tuple[Node, str], number: int, sized: int) -> None:
        """Make the pick that is given; `sized` miniatures of the row each have it."""
        if self.full or not number:
            return
        if len(self.made) + len(self.force.picks) >= MAX_PICKS_IN_ALL:
            self.full = True
            message = f"The list holds more than {MAX_PICKS_IN_ALL} things, given ones included."
            finding = Finding(code="list.too-large", message=message, hint="Split the list.")
            fill_in(self.force, problems=(*self.force.problems, finding))
            return
        pick = PickDraft(entry, slot, None, owner, owner, number)
        pick.price, pick.prices, pick.sized = 0, EMPTY, sized
        pick.giver, pick.given_by = giver
        self.made.append(pick)
