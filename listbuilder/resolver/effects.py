"""Effects: grants applied to one model. Picks in; final stats, room, budgets and granted entries out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from typing import Any

from listbuilder.catalogue import Grant
from listbuilder.force import ModelValue, Pick
from listbuilder.resolver.plan import Plan

__all__ = ["Effects"]

MAX_ENTRIES = 60


class Effects:
    """Adds up what grants change. `open_conditions` holds the conditional grants whose condition is met."""

    def __init__(self, plan: Plan, open_conditions: frozenset[int]) -> None:
        self.plan = plan
        self.open_conditions = open_conditions
        self.stats: dict[str, int] = dict(plan.stats)
        self.room = dict(plan.model.room)
        self.budgets: dict[str, int] = dict(plan.budgets)
        self.sums: dict[str, dict[str, Any]] = {"stats": self.stats, "slots": self.room, "budgets": self.budgets}
        self.bonus: dict[str, dict[str, int]] = {}
        self.scale: dict[str, dict[str, Fraction]] = {}
        self.entries: list[Pick] = []

    def take(self, picks: Iterable[Pick], given: Iterable[Grant]) -> None:
        """Everything on the model: what its picks are, what it is given, and one after another what its picks grant."""
        self.entries.extend(picks)
        if self.plan.statted:
            for pick in self.entries:
                self.stats.update(getattr(pick.entry, "stats", ()))
        for grant in given:
            self.apply(grant, self.plan.game.name)
        for pick in self.entries:
            for grant in pick.entry.effects:
                self.apply(grant, pick.entry.name)

    def apply(self, grant: Grant, giver: str, times: int = 1) -> None:
        """One grant, `times` over."""
        if not grant.plain:
            if grant.when and id(grant) not in self.open_conditions:
                return
            self.add_bonus(grant, times)
            self.give(grant, giver)
        for what, name, amount in grant.numbers:
            sums = self.sums[what]
            now = sums.get(name)
            # Slots of the list are not the model's, and a slot without a maximum needs no room.
            if now is not None:
                sums[name] = now + amount * times

    def add_bonus(self, grant: Grant, times: int) -> None:
        """Bonuses on printed numbers, and shares of them."""
        for slot, shares in grant.scale.items():
            self.scale.setdefault(slot, {}).update({field: Fraction(share) for field, share in shares.items()})
        for slot, bonus in grant.fields.items():
            for field, amount in bonus.items():
                sums = self.bonus.setdefault(slot, {})
                sums[field] = sums.get(field, 0) + amount * times

    def give(self, grant: Grant, giver: str) -> None:
        """Entries for free; their own effects follow in turn."""
        for slot, ids in grant.entries.items():
            if slot in self.plan.model.spellings and len(self.entries) < MAX_ENTRIES:
                kind = self.plan.model.sheet.slots[slot].kind
                for id_ in ids:
                    self.entries.append(Pick(self.plan.game.by_id[kind, id_], slot, granted_by=giver))

    def count(self, values: dict[str, ModelValue]) -> None:
        """Grants that come once for each point of a number field, such as a level."""
        for name, grant in self.plan.model.counted:
            value = values.get(name)
            if isinstance(value, int):
                self.apply(grant, name, value)

    def raised(self, raises: Mapping[str, int], prices: Mapping[str, int]) -> int:
        """Raise stats, and say what that costs."""
        spent = 0
        for stat, steps in raises.items():
            self.stats[stat] += steps
            if steps > 0:
                spent += steps * prices.get(stat, 0)
        return spent

    def finish(self) -> None:
        """Keep floors, and put bonuses on the picks they are for."""
        for stat, least in self.plan.floors:
            self.stats[stat] = max(self.stats[stat], least)
        if self.bonus:
            self.entries = [
                pick._replace(bonus=self.bonus[pick.slot]) if pick.slot in self.bonus else pick for pick in self.entries
            ]
        if self.scale:
            self.entries = [scaled(pick, self.scale.get(pick.slot)) for pick in self.entries]


def scaled(pick: Pick, shares: Mapping[str, Fraction] | None) -> Pick:
    """A pick whose printed numbers are only a share of what they were, rounded up."""
    if not shares:
        return pick
    cost = ceil(pick.cost * shares["cost"]) if "cost" in shares else pick.cost
    lost = dict(pick.bonus or {})
    for name, share in shares.items():
        value = pick.field(name)
        if name != "cost" and isinstance(value, int):
            lost[name] = lost.get(name, 0) + ceil(value * share) - value
    return pick._replace(cost=cost, bonus=lost)
