"""The force: a list as the game sees it, one tree with every number resolved.

Made by the resolver, judged by rules, printed and exported by others; nobody changes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from listbuilder.base.findings import Finding
from listbuilder.base.records import FrozenDict, fill_in, record
from listbuilder.base.wording import summed
from listbuilder.catalogue import Format, Game
from listbuilder.catalogue.query import Number, Quantity
from listbuilder.judging.force.identity import assign_group_ids, assign_model_ids, hash_meaning, row_form
from listbuilder.judging.force.numbers import Contribution, apply_changes
from listbuilder.judging.force.rows import Group, Model, ModelValue, Node, Owner, Pick, Root
from listbuilder.lists.document import MAX_COPIES, ListDocument

if TYPE_CHECKING:
    from listbuilder.catalogue import Game


@record
class Force:
    """A resolved list. `rows` are its models, copies together; `problems` what could not be understood.

    `picks` is every pick of the tree in the order of the walk: the list's, each group's, each model's, inner ones
    after their pick, given ones last. `absent` are rows whose number can't be read: they stand for nobody, cost nothing
    and are only shown. On those in `doubled` something may be over its limit. `limit_changes` is what grants do to the
    limits of rules. `seal` is that of the whole list where its secrets were left out.
    """

    game: Game
    document: ListDocument
    formats: tuple[Format, ...]
    limits: Mapping[str, int]
    root: Root
    groups: tuple[Group, ...]
    rows: tuple[Model, ...]
    picks: tuple[Pick, ...]
    problems: tuple[Finding, ...]
    absent: tuple[Model, ...] = ()
    seal: str | None = None
    doubled: tuple[Owner, ...] = ()
    limit_changes: Mapping[Number, tuple[Contribution, ...]] = field(default_factory=dict)
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @cached_property
    def _quantities(self) -> dict[tuple[int, int, int], tuple[Quantity, int | None]]:
        """The cache of `Quantity.evaluate`."""
        return {}

    @cached_property
    def has_samples(self) -> bool:
        """Whether something in it is no rulebook's but a sample of the catalogue."""
        return any(pick.entry.sample for pick in self.picks)

    @cached_property
    def undecided(self) -> frozenset[str]:
        """The open flags that no model has yet."""
        return frozenset(id for id in self.game.model.open if not any(id in row.keys for row in self.document.models))

    @property
    def format(self) -> Format | None:
        """The format that the list is for."""
        return self.formats[-1] if self.formats else None

    @property
    def limit(self) -> int | None:
        """The limit of points, the game's first currency."""
        return self.limits.get(self.game.first_currency)

    @cached_property
    def _by_entry(self) -> dict[int, list[Pick]]:
        """Every pick by what was picked, under the identity of its entry; for selectors."""
        found: defaultdict[int, list[Pick]] = defaultdict(list)
        for pick in self.picks:
            found[id(pick.entry)].append(pick)
        return dict(found)

    @cached_property
    def models(self) -> tuple[Model, ...]:
        """Every model, each copy by itself; no more than a table could hold."""
        return tuple(islice((one for row in self.rows for one in row.copies), MAX_COPIES))

    @cached_property
    def written(self) -> tuple[Model, ...]:
        """Every row of the file, to be shown and edited; those that stand for nobody too."""
        return (
            tuple(sorted((*self.rows, *self.absent), key=lambda row: (row.row, row.copy))) if self.absent else self.rows
        )

    @property
    def size(self) -> int:
        """How many models there are, each miniature of a squad one; those that stand apart are not counted."""
        return sum(row.count * row.size for row in self.rows if row.part == "main")

    @property
    def slots(self) -> Mapping[str, tuple[Pick, ...]]:
        """What was chosen for the list itself."""
        return self.root.slots

    @property
    def entries(self) -> tuple[Pick, ...]:
        """What the list itself holds, given things included."""
        return self.root.entries

    @property
    def room(self) -> Mapping[str, int | None]:
        """The room in the list's own slots."""
        return self.root.room

    @property
    def values(self) -> Mapping[str, ModelValue]:
        """The list's own values."""
        return self.root.values

    @cached_property
    def named(self) -> Mapping[str, tuple[Model, ...]]:
        """The rows by name, in lower case."""
        found: dict[str, tuple[Model, ...]] = {}
        for row in self.rows:
            if row.name:
                key = row.name.casefold()
                found[key] = (*found.get(key, ()), row)
        return FrozenDict(found)

    @cached_property
    def parts(self) -> Mapping[str, Mapping[str, int]]:
        """What each part of the list costs, by currency: `main` and the parts that stand apart."""
        nothing = dict.fromkeys(self.game.currencies, 0)
        found: dict[str, dict[str, int]] = {"main": dict(nothing)}
        first, several = self.game.first_currency, len(nothing) > 1
        for owner in (self.root, *self.groups, *self.rows):
            if not owner.inside:
                continue
            if owner.part not in found:
                found[owner.part] = dict(nothing)
            part = found[owner.part]
            if not several:
                cost = 0
                for pick in owner.inside:
                    cost += pick.price * pick.per_owner if pick.paid is None else pick.paid
                part[first] += cost * owner.count
                continue
            for currency, price in owner.costs().items():
                if currency in part:
                    part[currency] += price * owner.count
        return FrozenDict({name: FrozenDict(part) for name, part in found.items()})

    @property
    def totals(self) -> Mapping[str, int]:
        """What the list costs, by currency, without the parts that stand apart."""
        return self.parts["main"]

    @property
    def cost(self) -> int:
        """The points of the list."""
        return self.totals[self.game.first_currency]

    def stat(self, model: Model, id: str, printed: bool = False, until: int | None = None) -> int:
        """A stat of a model: as it is, before any grant, or before changes of a later order than `until`."""
        if until is not None:
            early = [change for change in model.contributions(("stat", id)) if change.order <= until]
            return apply_changes(model.bases.get(id, 0), early, self.game.stats[id].round == "up")
        return (model.bases if printed else model.stats).get(id, 0)

    def early_stats(self, model: Model) -> dict[str, int]:
        """The stats that have a name of their own before changes of a later order."""
        return {id: self.stat(model, id, until=0) for id, stat in self.game.stats.items() if stat.before}

    @cached_property
    def ids(self) -> Mapping[tuple[int, int], str]:
        """The id of each model, by row and copy."""
        return FrozenDict(assign_model_ids(self))

    @cached_property
    def group_ids(self) -> Mapping[int, str]:
        """The id of each group, by row."""
        return FrozenDict(assign_group_ids(self))

    @cached_property
    def forms(self) -> Mapping[int, str]:
        """What each group and row says, as text, under its identity."""
        return FrozenDict({id(owner): row_form(owner, self) for owner in (*self.groups, *self.rows)})

    @cached_property
    def meaning(self) -> str:
        """What the list is: a hash that is equal for every spelling, order and format of it."""
        return hash_meaning(self)

    def offered_by(self, giver: Pick, slot: str) -> Iterator[Pick]:
        """What must be among the offers of a pick for a slot: what is in it, on its owner, or below its owner."""
        if slot in giver.entry.picks:
            yield from (pick for pick in giver.picks if pick.slot == slot)
            return
        sheets = self.game.sheets
        owners: Iterable[Owner] = (giver.owner,)
        if slot not in sheets[giver.owner.sheet].slots:
            inner = giver.owner.inner() if isinstance(giver.owner, Group) else self.groups
            below = giver.owner.models_of(self)
            owners = () if giver.model else (*inner, *below)
        for owner in owners:
            if slot in sheets[owner.sheet].slots:
                yield from owner.slots.get(slot, ())

    def room_in(self, pick: Pick, slot: str) -> int | None:
        """The room of a slot inside a pick, with what grants open there; None is without end."""
        most = pick.entry.picks[slot].max
        start = most if most is None or isinstance(most, int) else most.evaluate(self, pick)
        changes = (pick.changes or {}).get(("room", slot))
        return start if start is None or not changes else max(apply_changes(start, changes), 0)

    def limit_for(self, rule: str, side: str, limit: Quantity | None, part: Node) -> int | None:
        """The limit of a rule with what grants make of it; below nothing only if it is written so."""
        start = limit.evaluate(self, part, part) if limit else None
        if limit is None or start is None:
            return None
        changes = self.limit_changes.get((side, rule)) if self.limit_changes else None
        return max(apply_changes(start, changes) if changes else start, min(limit.fixed or 0, 0))


def clear_caches(force: Force) -> None:
    """Drop what was worked out from a tree that the resolver is still changing."""
    caches = force.__dict__
    caches["_quantities"] = {}
    caches.pop("_by_entry", None)
    caches.pop("parts", None)


def collect_picks(force: Force) -> None:
    """Walk the tree again after the resolver put picks on it or took some off."""
    fill_in(force, picks=tuple([pick for owner in (force.root, *force.groups, *force.rows) for pick in owner.inside]))
    clear_caches(force)


# What a list comes to in words: every currency with its limit, the parts that do not count, the game's own headers.


def describe_totals(force: Force, moved: str = "", always: bool = False) -> str:
    """`120 of 250 points (and 30 in sideboard), 4 of 6 command, Beds 3`; `moved` goes behind the first currency.

    A currency that the list has nothing to do with is left out, and the first too unless `always`.
    """
    game, first = force.game, force.game.first_currency
    words = []
    for id, total in force.totals.items():
        limit = f" of {force.limits[id]}" if id in force.limits else ""
        apart = [f"{costs[id]} in {part}" for part, costs in force.parts.items() if part != "main" and costs[id]]
        if total or limit or apart or (always and id == first):
            aside = [moved] * (id == first and moved != "") + [f"and {', '.join(apart)}"] * bool(apart)
            words.append(f"{total}{limit} {game.currency_name(id)}" + (f" ({', '.join(aside)})" if aside else ""))
    headers = [f"{header.name} {header.of.evaluate(force, force.root) or 0}" for header in game.headers]
    return ", ".join([*words, *headers])


def describe_other_costs(game: Game, costs: Mapping[str, int]) -> Iterator[str]:
    """What something costs beside the first currency, in the short words where there are some: `25 tons`, `2 CP`."""
    for id, currency in game.currencies.items():
        if id != game.first_currency and costs.get(id):
            yield summed(costs[id], currency.short or game.currency_name(id))
