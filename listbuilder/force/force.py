"""The force: a list as the game sees it, one tree with every number settled.

Made by the resolver, judged by rules, printed and exported by others; nobody changes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from itertools import islice

from listbuilder.catalogue import Format, Game
from listbuilder.finding import Finding
from listbuilder.force.identity import form, group_ids, ids_of, meaning
from listbuilder.force.nodes import ModelValue, Node, Owner, Pick
from listbuilder.force.numbers import Contribution, settled
from listbuilder.force.rows import Group, Model, Root
from listbuilder.lists.document import MAX_COPIES, ListDocument
from listbuilder.quantity import Number, Quantity
from listbuilder.record import record


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
    picks: list[Pick]
    problems: list[Finding]
    absent: tuple[Model, ...] = ()
    seal: str | None = None
    doubled: list[Owner] = field(default_factory=list)
    limit_changes: dict[Number, list[Contribution]] = field(default_factory=dict)
    reckoned: dict[tuple[int, int, int], tuple[Quantity, int | None]] = field(default_factory=dict)
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def forget(self) -> None:
        """Let go of what was reckoned while the tree was not yet what it is now."""
        self.reckoned.clear()
        self.__dict__.pop("by_entry", None)
        self.__dict__.pop("parts", None)

    def gather(self) -> None:
        """Walk the tree again, since what stands in it is not what it was."""
        self.picks[:] = [pick for owner in (self.root, *self.groups, *self.rows) for pick in owner.inside]
        self.forget()

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
    def by_entry(self) -> Mapping[int, list[Pick]]:
        """Every pick by what was picked, under the identity of its entry."""
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
        return found

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
                    cost += pick.price * pick.rel if pick.paid is None else pick.paid
                part[first] += cost * owner.count
                continue
            for currency, price in owner.costs().items():
                if currency in part:
                    part[currency] += price * owner.count
        return found

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
            early = [change for change in model.why(("stat", id)) if change.order <= until]
            return settled(model.bases.get(id, 0), early, self.game.stats[id].round == "up")
        return (model.bases if printed else model.stats).get(id, 0)

    def early(self, model: Model) -> dict[str, int]:
        """The stats that have a name of their own before changes of a later order."""
        return {id: self.stat(model, id, until=0) for id, stat in self.game.stats.items() if stat.before}

    @cached_property
    def ids(self) -> Mapping[tuple[int, int], str]:
        """The id of each model, by row and copy."""
        return ids_of(self)

    @cached_property
    def group_ids(self) -> Mapping[int, str]:
        """The id of each group, by row."""
        return group_ids(self)

    @cached_property
    def forms(self) -> Mapping[int, str]:
        """What each group and row says, as text, under its identity."""
        return {id(owner): form(owner, self) for owner in (*self.groups, *self.rows)}

    @cached_property
    def meaning(self) -> str:
        """What the list is: a hash that is equal for every spelling, order and format of it."""
        return meaning(self)

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
        start = most if most is None or isinstance(most, int) else most.reckon(self, pick)
        changes = (pick.changes or {}).get(("room", slot))
        return start if start is None or not changes else max(settled(start, changes), 0)

    def limit_for(self, rule: str, side: str, limit: Quantity | None, part: Node) -> int | None:
        """The limit of a rule with what grants make of it; below nothing only if it is written so."""
        start = limit.reckon(self, part, part) if limit else None
        if limit is None or start is None:
            return None
        changes = self.limit_changes.get((side, rule)) if self.limit_changes else None
        return max(settled(start, changes) if changes else start, min(limit.fixed or 0, 0))
