"""Then numbers: each is settled once for the whole list, in an order that the catalogue alone decides.

Every change is asked where its giver stands, after all that it looks at is settled. On one number come, for each
order: the highest `set`, the sum of `add`, the product of `times` rounded once, `least`, `most`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from listbuilder.catalogue import FieldValue
from listbuilder.force import Allowance, Contribution, Force, Group, Model, Node, Owner, Pick, added
from listbuilder.quantity import Number, Quantity
from listbuilder.resolver.plan import Acting, Effect, Plan, SheetPlan
from listbuilder.resolver.prices import set_price
from listbuilder.resolver.receivers import Receivers, how_often
from listbuilder.resolver.sharing import Sharing
from listbuilder.values import Value

NOTHING: dict[str, int] = {}


def settle(force: Force, plan: Plan, acting: Acting) -> None:
    """Settle every number of a force."""
    _Settling(force, plan, acting).run()


class _Settling:
    """The settling of one force; `touched` are the numbers that something changed on this level."""

    def __init__(self, force: Force, plan: Plan, acting: Acting) -> None:
        self.force, self.plan, self.game, self.acting = force, plan, force.game, acting
        self.receivers = Receivers(force)
        self.touched: dict[tuple[int, Number], tuple[Node, Number]] = {}
        self.once: set[tuple[int, int, Number, str, str]] = set()
        self.allowed: dict[int, dict[str, int]] = {}
        self.sharing = Sharing(force) if plan.chooses else None

    def run(self) -> None:
        """Start numbers, then level by level, each stat within what it may be; last what room and budgets come to."""
        force, plan = self.force, self.plan
        for sheet, owners in ((plan.list, (force.root,)), (plan.group, force.groups), (plan.model, force.rows)):
            for owner in owners:
                owner.room = sheet.room
        for model in force.rows:
            self.start(model)
        self.add_own()
        self.bound(plan.unchanged)
        for at, level in enumerate(plan.levels):
            force.forget()
            self.collect(at)
            for pick, number, change in self.sharing.out() if self.sharing else ():
                self.note(pick, number, change)
            for node, number in self.touched.values():
                self.finish(node, number)
            self.touched.clear()
            self.bound(level)
        force.forget()
        self.reckon_room()
        if self.game.budgets:
            for model in force.rows:
                self.spend(model)

    def add_own(self) -> None:
        """What picks add to their own model without being asked anything; whoever reads the number does so later."""
        for pick, effects in self.acting:
            if not effects.sums:
                continue
            owner, times = pick.owner, pick.effective
            if isinstance(owner, Model):
                owner.sums.append((times, effects.sums))
                for number, amount, _ in effects.sums:
                    self.add(owner, number, amount * times)
            else:
                for effect in effects.summed:
                    self.apply(effect, pick, pick.entry.name)

    def start(self, model: Model) -> None:
        """The statline a model begins with, and how far the player raised it."""
        model.bases = model.stats = bases_of(self.plan, model)
        if not model.raises:
            return
        stats = model.stats = dict(model.bases)
        for stat, steps in model.raises.items():
            stats[stat] += steps

    # Gathering changes

    def collect(self, at: int) -> None:
        """Every change to the numbers of one level."""
        for pick, effects in self.acting:
            for effect in effects.levels[at]:
                self.apply(effect, pick, pick.entry.name)
        if self.plan.changes_by_itself:
            for giver, name, effect in self.standing(at):
                self.apply(effect, giver, name)

    def standing(self, at: int) -> Iterator[tuple[Node, str, Effect]]:
        """The changes that the game and the fields of rows make."""
        force, plan = self.force, self.plan
        if plan.own:
            yield from ((force.root, force.game.name, effect) for effect in plan.own.levels[at])
        sheets: tuple[tuple[SheetPlan, Iterable[Owner]], ...] = (
            (plan.list, (force.root,)),
            (plan.group, force.groups),
            (plan.model, force.rows),
        )
        for sheet, owners in sheets:
            for name, effects in sheet.granting:
                yield from ((owner, name, effect) for owner in owners for effect in effects.levels[at])

    def apply(self, effect: Effect, giver: Node, name: str) -> None:
        """One change, asked at its giver, for everybody who receives it."""
        grant, force = effect.grant, self.force
        if grant.when and not grant.when.holds(force, giver):
            return
        each = (grant.each.reckon(force, giver) or 0) if grant.each else 1
        if each <= 0:
            return
        amount = effect.amount.reckon(force, giver) if isinstance(effect.amount, Quantity) else effect.amount
        if amount is None:
            return
        owner = giver.owner
        own = effect.own and isinstance(owner, Model)
        for node in (owner,) if own else self.reached(effect, giver):
            if grant.once:
                key = (id(grant), id(node), effect.number, effect.what, effect.target)
                if key in self.once:
                    continue
                self.once.add(key)
            alone = grant.once or node is giver
            times = each if alone else each * how_often(grant, giver, node)
            change = Contribution(name, effect.what, amount, times, effect.order)
            if effect.number[0] == "limit":
                force.limit_changes.setdefault((effect.target, effect.number[1]), []).append(change)
            elif self.sharing and grant.only:
                self.sharing.ask(effect, giver, node, change)
            else:
                self.note(node, effect.number, change)

    def reached(self, effect: Effect, giver: Node) -> Iterator[Node]:
        """The nodes whose number it changes."""
        kind, name = effect.number
        grant = effect.grant
        if kind == "limit":
            yield from (self.force.root,) if giver.owner.part == "main" else ()
        elif kind in ("stat", "budget"):
            yield from self.receivers.models(grant, giver)
        elif kind == "room":
            receivers = self.receivers
            yield from (receivers.owners if receivers.on_sheets(name) else receivers.inside)(grant, giver, name)
        elif kind in ("cost", "field"):
            if effect.target == "self":
                held: Iterable[Pick] = (giver,) if isinstance(giver, Pick) else ()
            else:
                held = self.receivers.held(grant, giver, effect.target)
            yield from held if grant.where is None else filter(grant.where.fits_pick, held)

    def note(self, node: Node, number: Number, change: Contribution) -> None:
        """Keep a change to a number of a node; where all that the game does to it is add, it is added at once."""
        if node.changes is None:
            node.changes = {}
        node.changes.setdefault(number, []).append(change)
        if number not in self.plan.reckoned and isinstance(node, Owner):
            self.add(node, number, int(change.amount) * change.times)
        else:
            self.touched[id(node), number] = (node, number)

    def add(self, owner: Owner, number: Number, amount: int) -> None:
        """Add to a number of a row."""
        kind, name = number
        if kind == "stat" and isinstance(owner, Model):
            set_stat(owner, name, owner.stats[name] + amount)
        elif kind == "room":
            now = owner.room.get(name)
            if now is not None:
                owner.room = {**owner.room, name: now + amount}
        else:
            allowed = self.allowed.setdefault(id(owner), {})
            allowed[name] = allowed.get(name, 0) + amount

    # Settling them

    def finish(self, node: Node, number: Number) -> None:
        """The value of a number after its changes."""
        kind, name = number
        changes = node.why(number)
        if kind == "stat" and isinstance(node, Model):
            up = self.game.stats[name].round == "up"
            set_stat(node, name, added(node.bases[name], changes, up))
        elif kind == "budget" and isinstance(node, Model):
            self.allowed.setdefault(id(node), {})[name] = added(0, changes, True)
        elif kind == "room" and isinstance(node, Owner):
            now = node.room.get(name)
            if now is not None:
                node.room = {**node.room, name: max(added(now, changes, True), 0)}
        elif isinstance(node, Pick) and kind != "room" and not (kind == "cost" and node.given_by):
            self.finish_pick(node, kind, name, changes)

    def finish_pick(self, pick: Pick, kind: str, name: str, changes: Sequence[Contribution]) -> None:
        """A cost or a printed number of a pick."""
        if kind == "cost":
            set_price(self.game, pick, name, changes)
            return
        value = changed_value(pick.entry.field(name), changes, self.game.rounds_up(pick.entry.kind, name))
        if value is not None:
            pick.now = {**(pick.now or {}), name: value}

    def bound(self, numbers: frozenset[Number]) -> None:
        """Keep stats between their minimum and maximum before anything looks at them."""
        for id, least, most in self.plan.bounds:
            if ("stat", id) not in numbers:
                continue
            for model in self.force.rows:
                if least is not None and model.stats[id] < least:
                    set_stat(model, id, least)
                if most is not None and model.stats[id] > most:
                    set_stat(model, id, most)

    def reckon_room(self) -> None:
        """Room that is a quantity, with what was granted on top."""
        force, plan = self.force, self.plan
        for sheet, owners in ((plan.list, (force.root,)), (plan.group, force.groups), (plan.model, force.rows)):
            for id, most in sheet.reckoned_room:
                for owner in owners:
                    start = most.reckon(force, owner, owner if isinstance(owner, Group) else None)
                    room = None if start is None else max(added(start, owner.why(("room", id)), True), 0)
                    owner.room = {**owner.room, id: room}

    def spend(self, model: Model) -> None:
        """What the budgets of a model allow, and what is spent of them."""
        budgets = self.game.budgets
        spent: dict[str, int] = {}
        for _, field in self.plan.model.raises if model.raises else ():
            for budget, price in field.spends(model.raises):
                spent[budget] = spent.get(budget, 0) + price
        for pick in model.inside if self.plan.spent_on else ():
            for name in pick.prices:
                if name in budgets:
                    spent[name] = spent.get(name, 0) + pick.cost_in(name)
        allowed = self.allowed.get(id(model), NOTHING)
        model.budgets = {id: Allowance(allowed.get(id, 0), spent.get(id, 0)) for id in budgets}


def bases_of(plan: Plan, model: Model) -> dict[str, int]:
    """The statline that is printed for what a model is; of several, the highest of each stat.

    A copy: the plan is kept for every later list of the process, and whoever has a force may write into it.
    """
    printed = [pick.entry for pick in model.inside if pick.entry.stats] if plan.lines else []
    if not printed:
        return dict(plan.stats)
    if len(printed) == 1 and id(printed[0]) in plan.lines:
        return dict(plan.lines[id(printed[0])])
    found: dict[str, int] = {}
    for entry in printed:
        for stat, number in entry.stats.items():
            found[stat] = max(number, found.get(stat, number))
    return {**plan.stats, **found}


def set_stat(model: Model, name: str, number: int) -> None:
    """Give a model a stat; until one differs from the printed line, it shares that line with all others."""
    if model.stats is model.bases:
        model.stats = dict(model.bases)
    model.stats[name] = number


def changed_value(value: FieldValue | None, changes: Sequence[Contribution], up: bool) -> FieldValue | None:
    """A printed value after its changes; one that is no number stays as it is."""
    if isinstance(value, int):
        return added(value, changes, up)
    if isinstance(value, Value) and value.number is not None:
        return value.at(added(value.number, changes, up))
    return None
