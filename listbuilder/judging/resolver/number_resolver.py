"""The last pass of the resolver: every number of a force, resolved once, in an order that the catalogue decides.

A change is evaluated where its giver stands, after every number it reads is resolved. Changes to one number apply by
`order`; within one order: the highest `set`, the sum of `add`, the product of `times` rounded once, `least`, `most`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from listbuilder.base.records import EMPTY, FrozenDict, fill_in, freeze
from listbuilder.base.values import Value
from listbuilder.catalogue import FieldValue, Game, Offer
from listbuilder.catalogue.grants import Grant
from listbuilder.catalogue.query import Number, Quantity
from listbuilder.judging.force import Allowance, Contribution, Force, Group, Model, Node, Owner, Pick, apply_additions
from listbuilder.judging.force.force import clear_caches
from listbuilder.judging.force.identity import canonical_json, pick_content
from listbuilder.judging.resolver.given_entries import Receivers, how_often
from listbuilder.judging.resolver.plan import ActivePicks, GrantEffect, Plan, SheetPlan

# Prices that change for so many only: the cheapest or the dearest of what one holder has, whatever the order of
# files.


class PartialPrices:
    """The sharing out for one force, level by level; `starts` are the prices from before any grant."""

    def __init__(self, force: Force) -> None:
        self.force = force
        self.starts = {id(one): tuple(one.price_in(name) for name in force.game.currencies) for one in force.picks}
        self.pools: dict[tuple[object, ...], _PricePool] = {}

    def add_change(self, effect: GrantEffect, giver: Node, node: Node, change: Contribution) -> None:
        """A change that a giver makes to some of what a holder has, this pick among it."""
        grant = effect.grant
        if grant.only is None or not isinstance(node, Pick) or node.given_by:
            return
        key = (id(grant), id(node.up), effect.number)
        if key not in self.pools:
            self.pools[key] = _PricePool(grant, effect.number)
        pool = self.pools[key]
        pool.allowed[id(giver)] = (grant.only.number.evaluate(self.force, giver) or 0) * change.times
        pool.picks[id(node)] = node
        pool.changes.setdefault(id(node), {})[effect.what, effect.order] = change._replace(times=1)

    def distribute(self) -> Iterator[tuple[Pick, Number, Contribution]]:
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
        return (grant.only.rank(prices) if grant.only else prices, canonical_json(pick_content(pick)))


class _PricePool:
    """What one holder may have changed by one grant: how many by each giver, and of which picks."""

    def __init__(self, grant: Grant, number: Number) -> None:
        self.grant, self.number = grant, number
        self.allowed: dict[int, int] = {}
        self.picks: dict[int, Pick] = {}
        self.changes: dict[int, dict[tuple[str, int], Contribution]] = {}


# What a pick costs: the price that its owner offers it for, and what grants make of it, for all copies or for some.


def set_prices(force: Force) -> None:
    """Give every pick the price that it is offered for; the lowest where several offer it. What is given stays free."""
    found: dict[int, tuple[Pick, list[Mapping[str, int]]]] = {}
    for giver in force.picks:
        for slot, offers in giver.entry.offers.items():
            priced = [offer for offer in offers if offer.cost is not None]
            for pick in force.offered_by(giver, slot) if priced else ():
                prices = [offer_price(force.game, offer) for offer in priced if offer.allows(pick.entry)]
                if prices and pick.given_by is None:
                    found.setdefault(id(pick), (pick, []))[1].extend(prices)
    for pick, prices in found.values():
        pick.prices = min(prices, key=lambda one: [one.get(id, 0) for id in force.game.currencies])
        pick.price = pick.prices.get(force.game.first_currency, 0)


def offer_price(game: Game, offer: Offer) -> Mapping[str, int]:
    """The price of an offer by currency."""
    if isinstance(offer.cost, int):
        return FrozenDict({game.first_currency: offer.cost}) if offer.cost else EMPTY
    return FrozenDict({name: price for name, price in (offer.cost or {}).items() if price})


def set_price(game: Game, pick: Pick, name: str, changes: Sequence[Contribution]) -> None:
    """Give a pick its price in a currency; where some changes are for some copies only, each lot has one."""
    up = name not in game.currencies or game.currencies[name].round == "up"
    start, lots = pick.price_in(name), []
    below = 0
    for edge in sorted({pick.count, *(one.copies for one in changes if one.copies is not None)}):
        here = [one for one in changes if one.copies is None or one.copies >= edge]
        lots.append(((edge - below) * pick.per_owner // pick.count, apply_additions(start, here, up)))
        below = edge
    price = lots[-1][1]
    pick.prices = FrozenDict({**pick.prices, name: price})
    if len(lots) > 1:
        pick.lots = FrozenDict({**(pick.lots or {}), name: tuple(lots)})
    if name == game.first_currency:
        pick.price = price
        pick.paid = pick.cost_in(name) if len(lots) > 1 else None


def resolve_numbers(force: Force, plan: Plan, acting: ActivePicks) -> None:
    """Resolve every number of a force, in place; `resolve` calls it last."""
    _NumberResolver(force, plan, acting).run()


class _NumberResolver:
    """Resolves the numbers of one force; `touched` are those that something changed on this level."""

    def __init__(self, force: Force, plan: Plan, acting: ActivePicks) -> None:
        self.force, self.plan, self.game, self.acting = force, plan, force.game, acting
        self.receivers = Receivers(force)
        self.touched: dict[tuple[int, Number], tuple[Node, Number]] = {}
        self.once: set[tuple[int, int, Number, str, str]] = set()
        self.allowed: dict[int, dict[str, int]] = {}
        self.sharing = PartialPrices(force) if plan.chooses else None
        self.limit_changes: dict[Number, list[Contribution]] = {}
        # Nodes with plain containers: written into while numbers are resolved, frozen at the end.
        self.with_stats: list[Model] = []
        self.with_sums: list[Model] = []
        self.with_room: list[Owner] = []
        self.with_changes: list[Node] = []

    def run(self) -> None:
        """Start numbers, then level by level, each stat within what it may be; last what room and budgets come to."""
        force, plan = self.force, self.plan
        for sheet, owners in ((plan.list, (force.root,)), (plan.group, force.groups), (plan.model, force.rows)):
            for owner in owners:
                owner.room = sheet.room
        for model in force.rows:
            self.set_base_stats(model)
        self.add_own_sums()
        self.clamp_stats(plan.unchanged)
        for at, level in enumerate(plan.levels):
            clear_caches(force)
            self.collect_changes(at)
            for pick, number, change in self.sharing.distribute() if self.sharing else ():
                self.record_change(pick, number, change)
            for node, number in self.touched.values():
                self.resolve_number(node, number)
            self.touched.clear()
            self.clamp_stats(level)
        clear_caches(force)
        self.resolve_room()
        if self.game.budgets:
            for model in force.rows:
                self.resolve_budgets(model)
        self.freeze()

    def freeze(self) -> None:
        """Freeze the containers that were written into."""
        for model in self.with_stats:
            model.stats = FrozenDict(model.stats)
        for model in self.with_sums:
            model.sums = tuple(model.sums)
        for owner in self.with_room:
            owner.room = FrozenDict(owner.room)
        for node in self.with_changes:
            node.changes = freeze(node.changes)
        if self.limit_changes:
            fill_in(self.force, limit_changes=freeze(self.limit_changes))

    def add_own_sums(self) -> None:
        """What picks add to their own model without being asked anything; whoever reads the number does so later."""
        for pick, effects in self.acting:
            if not effects.sums:
                continue
            owner, times = pick.owner, pick.effective
            if isinstance(owner, Model):
                sums = owner.sums
                if type(sums) is not list:
                    sums = []
                    owner.sums = sums
                    self.with_sums.append(owner)
                sums.append((times, effects.sums))
                for number, amount, _ in effects.sums:
                    self.add(owner, number, amount * times)
            else:
                for effect in effects.summed:
                    self.apply(effect, pick, pick.entry.name)

    def set_base_stats(self, model: Model) -> None:
        """The statline a model begins with, and how far the player raised it."""
        model.bases = model.stats = base_stats(self.plan, model)
        for stat, steps in model.raises.items():
            self.set_stat(model, stat, model.stats[stat] + steps)

    def set_stat(self, model: Model, name: str, number: int) -> None:
        """Give a model a stat; until one differs from the printed line, it shares that line with all others."""
        stats = model.stats
        if type(stats) is not dict:
            stats = dict(stats)
            model.stats = stats
            self.with_stats.append(model)
        stats[name] = number

    def set_room(self, owner: Owner, name: str, number: int | None) -> None:
        """Give a row room in a slot; until somebody changes it, it shares the room of its sheet."""
        room = owner.room
        if type(room) is not dict:
            room = dict(room)
            owner.room = room
            self.with_room.append(owner)
        room[name] = number

    # Gathering changes

    def collect_changes(self, at: int) -> None:
        """Every change to the numbers of one level."""
        for pick, effects in self.acting:
            for effect in effects.levels[at]:
                self.apply(effect, pick, pick.entry.name)
        if self.plan.changes_by_itself:
            for giver, name, effect in self.standing_effects(at):
                self.apply(effect, giver, name)

    def standing_effects(self, at: int) -> Iterator[tuple[Node, str, GrantEffect]]:
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

    def apply(self, effect: GrantEffect, giver: Node, name: str) -> None:
        """One change, asked at its giver, for everybody who receives it."""
        grant, force = effect.grant, self.force
        if grant.when and not grant.when.holds(force, giver):
            return
        each = (grant.each.evaluate(force, giver) or 0) if grant.each else 1
        if each <= 0:
            return
        amount = effect.amount.evaluate(force, giver) if isinstance(effect.amount, Quantity) else effect.amount
        if amount is None:
            return
        owner = giver.owner
        own = effect.own and isinstance(owner, Model)
        for node in (owner,) if own else self.affected_nodes(effect, giver):
            if grant.once:
                key = (id(grant), id(node), effect.number, effect.what, effect.target)
                if key in self.once:
                    continue
                self.once.add(key)
            alone = grant.once or node is giver
            times = each if alone else each * how_often(grant, giver, node)
            change = Contribution(name, effect.what, amount, times, effect.order)
            if effect.number[0] == "limit":
                self.limit_changes.setdefault((effect.target, effect.number[1]), []).append(change)
            elif self.sharing and grant.only:
                self.sharing.add_change(effect, giver, node, change)
            else:
                self.record_change(node, effect.number, change)

    def affected_nodes(self, effect: GrantEffect, giver: Node) -> Iterator[Node]:
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

    def record_change(self, node: Node, number: Number, change: Contribution) -> None:
        """Keep a change to a number of a node; where all that the game does to it is add, it is added at once."""
        changes: Any = node.changes
        if changes is None:
            changes = node.changes = {}
            self.with_changes.append(node)
        changes.setdefault(number, []).append(change)
        if number not in self.plan.non_additive and isinstance(node, Owner):
            self.add(node, number, int(change.amount) * change.times)
        else:
            self.touched[id(node), number] = (node, number)

    def add(self, owner: Owner, number: Number, amount: int) -> None:
        """Add to a number of a row."""
        kind, name = number
        if kind == "stat" and isinstance(owner, Model):
            self.set_stat(owner, name, owner.stats[name] + amount)
        elif kind == "room":
            now = owner.room.get(name)
            if now is not None:
                self.set_room(owner, name, now + amount)
        else:
            allowed = self.allowed.setdefault(id(owner), {})
            allowed[name] = allowed.get(name, 0) + amount

    # Resolving them

    def resolve_number(self, node: Node, number: Number) -> None:
        """The value of a number after its changes."""
        kind, name = number
        changes = node.contributions(number)
        if kind == "stat" and isinstance(node, Model):
            up = self.game.stats[name].round == "up"
            self.set_stat(node, name, apply_additions(node.bases[name], changes, up))
        elif kind == "budget" and isinstance(node, Model):
            self.allowed.setdefault(id(node), {})[name] = apply_additions(0, changes, True)
        elif kind == "room" and isinstance(node, Owner):
            now = node.room.get(name)
            if now is not None:
                self.set_room(node, name, max(apply_additions(now, changes, True), 0))
        elif isinstance(node, Pick) and kind != "room" and not (kind == "cost" and node.given_by):
            self.resolve_pick_number(node, kind, name, changes)

    def resolve_pick_number(self, pick: Pick, kind: str, name: str, changes: Sequence[Contribution]) -> None:
        """A cost or a printed number of a pick."""
        if kind == "cost":
            set_price(self.game, pick, name, changes)
            return
        value = apply_to_value(pick.entry.field(name), changes, self.game.rounds_up(pick.entry.kind, name))
        if value is not None:
            pick.changed_fields = FrozenDict({**(pick.changed_fields or {}), name: value})

    def clamp_stats(self, numbers: frozenset[Number]) -> None:
        """Keep stats between their minimum and maximum before anything looks at them."""
        for id, least, most in self.plan.bounds:
            if ("stat", id) not in numbers:
                continue
            for model in self.force.rows:
                if least is not None and model.stats[id] < least:
                    self.set_stat(model, id, least)
                if most is not None and model.stats[id] > most:
                    self.set_stat(model, id, most)

    def resolve_room(self) -> None:
        """Room that is a quantity, with what was granted on top."""
        force, plan = self.force, self.plan
        for sheet, owners in ((plan.list, (force.root,)), (plan.group, force.groups), (plan.model, force.rows)):
            for id, most in sheet.computed_room:
                for owner in owners:
                    start = most.evaluate(force, owner, owner if isinstance(owner, Group) else None)
                    room = (
                        None
                        if start is None
                        else max(apply_additions(start, owner.contributions(("room", id)), True), 0)
                    )
                    self.set_room(owner, id, room)

    def resolve_budgets(self, model: Model) -> None:
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
        allowed = self.allowed.get(id(model), EMPTY)
        model.budgets = FrozenDict({id: Allowance(allowed.get(id, 0), spent.get(id, 0)) for id in budgets})


def base_stats(plan: Plan, model: Model) -> Mapping[str, int]:
    """The statline that is printed for what a model is; of several, the highest of each stat."""
    printed = [pick.entry for pick in model.inside if pick.entry.stats] if plan.lines else []
    if not printed:
        return plan.stats
    if len(printed) == 1 and id(printed[0]) in plan.lines:
        return plan.lines[id(printed[0])]
    found: dict[str, int] = {}
    for entry in printed:
        for stat, number in entry.stats.items():
            found[stat] = max(number, found.get(stat, number))
    return FrozenDict({**plan.stats, **found})


def apply_to_value(value: FieldValue | None, changes: Sequence[Contribution], up: bool) -> FieldValue | None:
    """A printed value after its changes; one that is no number stays as it is."""
    if isinstance(value, int):
        return apply_additions(value, changes, up)
    if isinstance(value, Value) and value.number is not None:
        return value.at(apply_additions(value.number, changes, up))
    return None
