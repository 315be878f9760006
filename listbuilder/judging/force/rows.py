"""The tree of a list: the list itself, its groups, its models, and picks inside them to any depth.

Nodes are frozen. The resolver makes drafts of them (`PickDraft` and so on), whose attributes it may set, and turns them
into nodes by giving them the class itself (`freeze`). Copies are not unrolled: `count` says how often a row or a pick
stands beside itself, `per_owner` how often its owner has it, `times` how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from listbuilder.base.records import EMPTY, FrozenDict
from listbuilder.base.values import slug
from listbuilder.catalogue import Entry, FieldValue
from listbuilder.catalogue.effects.printed_values import fill_places
from listbuilder.catalogue.query import Number
from listbuilder.judging.force.numbers import Allowance, Contribution, Sum
from listbuilder.storage.reading import Path, format_path

if TYPE_CHECKING:
    from listbuilder.judging.force.force import Force


ModelValue = int | bool | str | tuple[str, ...]
Lot = tuple[int, int]
"""How many cost how much."""
NO_PICKS: tuple[Pick, ...] = ()
NOTHING: frozenset[int] = frozenset()


class Node:
    """What every place in the tree has."""

    __slots__ = ("changes", "count")
    wide = False
    up: Node | None
    owner: Owner
    changes: Mapping[Number, Sequence[Contribution]] | None
    count: int

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"{type(self).__name__} is frozen: can't set {name}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"{type(self).__name__} is frozen: can't delete {name}")

    @property
    def path(self) -> Path:
        """Its place in the player's file."""
        raise TypeError(f"{type(self).__name__} must say where it stands")

    @property
    def where(self) -> str:
        """Its place in the player's file, as people write it."""
        return format_path(self.path)

    @property
    def model(self) -> Model | None:
        """The model it is or stands on."""
        return None

    @property
    def group(self) -> Group | None:
        """The group it is or stands in."""
        return None

    @property
    def pick(self) -> Pick | None:
        """The pick that it is."""
        return None

    @property
    def container(self) -> Node | None:
        """What holds it: the pick, row, group or list that it stands in."""
        return self.up

    @property
    def label(self) -> str:
        """What to call it in a message."""
        return "the list"

    def contributions(self, number: Number) -> tuple[Contribution, ...]:
        """What made a number what it is: every change with its giver, in the order that they are made."""
        return tuple((self.changes or {}).get(number, ()))

    def models_of(self, force: Force, inner: bool = True) -> Iterator[Model]:
        """The models here."""
        if self.model is not None:
            yield self.model

    def groups_of(self, force: Force, inner: bool = True) -> Iterator[Group]:
        """The groups that stand here."""
        yield from ()

    def picks_of(self, force: Force, inner: bool = True) -> Iterator[Pick]:
        """The picks here, those inside others and those given included."""
        raise TypeError(f"{type(self).__name__} must say what it holds")


class Pick(Node):
    """An entry in a slot; `given_by` names what gave it for free, `at` is its place in the slot."""

    __slots__ = (
        "active",
        "at",
        "changed_fields",
        "entry",
        "given_by",
        "giver",
        "lots",
        "owner",
        "paid",
        "per_owner",
        "picks",
        "price",
        "prices",
        "rolled",
        "sized",
        "slot",
        "up",
    )  # fmt: skip

    def __init__(self, entry: Entry, slot: str, at: int | None, up: Owner | Pick, owner: Owner, count: int = 1) -> None:
        self.entry = entry
        self.slot = slot
        self.at = at
        self.up: Owner | Pick = up
        self.owner: Owner = owner
        self.count = count
        self.per_owner = count
        self.active = count
        self.sized = 1  # how many miniatures of its row each have it
        self.price = entry.cost
        self.prices: Mapping[str, int] = entry.prices
        self.lots: Mapping[str, tuple[Lot, ...]] | None = None  # by currency, where not all copies cost the same
        self.paid: int | None = None  # what they cost together in the first currency then
        self.given_by: str | None = None
        self.giver: Node | None = None
        self.picks: tuple[Pick, ...] = NO_PICKS
        self.changed_fields: Mapping[str, FieldValue] | None = None
        self.rolled: tuple[int | None, int | None] | None = None
        self.changes = None

    @property
    def path(self) -> Path:
        if self.giver is not None:
            return self.giver.path or self.owner.path
        above = self.up.path
        if isinstance(self.up, Pick):
            above = (*above, "picks") if self.slot == "picks" else (*above, "picks", self.slot)
        else:
            above = (*above, self.slot)
        return above if self.at is None else (*above, self.at)

    @property
    def pick(self) -> Pick | None:
        return self

    @property
    def holder(self) -> Pick | None:
        """The pick that it is inside."""
        return self.up if isinstance(self.up, Pick) else None

    @property
    def model(self) -> Model | None:
        return self.owner.model

    @property
    def group(self) -> Group | None:
        return self.owner.group

    @property
    def label(self) -> str:
        return f"{self.entry.name} of {self.owner.label}" if self.model or self.group else self.entry.name

    @property
    def weight(self) -> tuple[Fraction | int, object]:
        """How many picks one of it counts as."""
        return self.entry.weight

    @property
    def times(self) -> int:
        """How many there are in the whole list."""
        return self.per_owner * self.owner.count

    def times_in(self, scope: Node) -> int:
        """How many there are in a part of the tree."""
        if scope.wide:
            return self.per_owner * self.owner.count
        return -(-self.per_owner // scope.per_owner) if isinstance(scope, Pick) else self.per_owner

    @property
    def effective(self) -> int:
        """How often one miniature has it, without the copies that are over a limit."""
        return self.active // self.sized

    @property
    def cost(self) -> int:
        """What it costs its owner, as often as it is there; picks inside it are apart."""
        return self.price * self.per_owner if self.paid is None else self.paid

    def price_in(self, currency: str) -> int:
        """What one of it costs in a currency."""
        return self.prices.get(currency, 0)

    def lots_in(self, currency: str) -> tuple[Lot, ...]:
        """How many of it its owner has at which price in a currency."""
        known = self.lots.get(currency) if self.lots else None
        return known or ((self.per_owner, self.prices.get(currency, 0)),)

    def cost_in(self, currency: str) -> int:
        """What it costs its owner in a currency, as often as it is there."""
        return sum(number * price for number, price in self.lots_in(currency))

    def field(self, name: str) -> FieldValue | None:
        """A printed value with what grants make of it."""
        if self.changed_fields is not None and name in self.changed_fields:
            return self.changed_fields[name]
        return self.entry.field(name)

    @property
    def text(self) -> str:
        """What it says, with its values as they are here."""
        return self.render_text("text", self.entry.text)

    def render_text(self, name: str, text: str) -> str:
        """One of its texts, with its values as they are here."""
        if self.changed_fields is None or name not in self.entry.text_templates:
            return text
        return fill_places(self.entry.text_templates[name], self.field)

    def picks_of(self, force: Force, inner: bool = True) -> Iterator[Pick]:
        yield self
        for pick in self.picks:
            yield from pick.picks_of(force)

    def __repr__(self) -> str:
        return f"Pick({self.entry.id!r} in {self.slot!r})"


class PickDraft(Pick):
    """A pick that the resolver is still making."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]
    __delattr__ = object.__delattr__


class Owner(Node):
    """What holds picks in slots: a model, a group or the list. `inside` has every pick on it, to any depth.

    `sheet` names what it is written on.
    """

    __slots__ = ("doubled", "entry_ids", "inside", "part", "repeated", "room", "slots", "values")
    sheet = "list"
    entry_ids: frozenset[int]

    def __init__(self) -> None:
        self.count = 1
        self.slots: Mapping[str, tuple[Pick, ...]] = EMPTY
        self.inside: tuple[Pick, ...] = ()
        self.values: Mapping[str, ModelValue] = EMPTY
        self.room: Mapping[str, int | None] = EMPTY
        self.part = "main"
        self.repeated = False  # whether some pick on it has a count
        self.doubled = False  # whether something on it may be over its limit
        self.entry_ids = NOTHING
        self.changes = None

    @property
    def owner(self) -> Owner:  # type: ignore[override]
        return self

    @property
    def below(self) -> tuple[Owner, ...]:
        """The groups and models that stand in it."""
        return ()

    def collect_entry_ids(self) -> frozenset[int]:
        """The entries that it holds, by their identity; cached as `entry_ids`, which is empty until somebody asks."""
        held = frozenset([id(pick.entry) for pick in self.inside])
        object.__setattr__(self, "entry_ids", held)
        return held

    @property
    def group_kind(self) -> str | None:
        """The kind of its group."""
        return self.group.kind if self.group else None

    @property
    def entries(self) -> tuple[Pick, ...]:
        """What it holds in its own slots, chosen first and then given."""
        return tuple([pick for pick in self.inside if pick.up is pick.owner])

    @property
    def place(self) -> str:
        """What to call it where it is plain what it is."""
        return self.label

    def field(self, name: str) -> tuple[str, ...]:
        """The values that it has under a name."""
        value = self.values.get(name)
        return () if value is None else tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)

    @property
    def cost(self) -> int:
        """What everything on it costs in the first currency; one of so many copies."""
        return sum([pick.price * pick.per_owner if pick.paid is None else pick.paid for pick in self.inside])

    def costs(self) -> dict[str, int]:
        """The same by currency."""
        found: dict[str, int] = {}
        for pick in self.inside:
            for currency in pick.prices:
                found[currency] = found.get(currency, 0) + pick.cost_in(currency)
        return found

    def picks_of(self, force: Force, inner: bool = True) -> Iterator[Pick]:
        return iter(self.inside)


# The list itself and its rows: groups and models, each with its slots, values and place in the tree.


ONE: tuple[Fraction | int, object] = (1, None)


class Root(Owner):
    """The list itself; `model_fields` names the fields that models of its game have."""

    __slots__ = ("ids", "model_fields", "rows", "squads")
    wide = True
    up = None

    def __init__(self) -> None:
        super().__init__()
        self.ids: Callable[[], Mapping[tuple[int, int], str]] = dict
        self.rows: tuple[Model, ...] = ()
        self.squads: tuple[Group, ...] = ()
        self.model_fields: Container[str] = ()

    @property
    def path(self) -> Path:
        return ()

    @property
    def below(self) -> tuple[Owner, ...]:
        return (*self.squads, *self.rows)

    def models_of(self, force: Force, inner: bool = True) -> Iterator[Model]:
        return iter(self.rows)

    def groups_of(self, force: Force, inner: bool = True) -> Iterator[Group]:
        yield from (group for group in self.squads if inner or group.within is None)

    def picks_of(self, force: Force, inner: bool = True) -> Iterator[Pick]:
        return iter(force.picks)


class Group(Owner):
    """A named group of models with a kind, its own picks and values; a group may stand within another.

    `chain` has the groups that it stands within, the nearest first, each once where they go round in a circle.
    """

    __slots__ = ("chain", "kind", "name", "posts", "row", "rows", "squads", "up", "within")
    wide = True
    sheet = "group"

    def __init__(self, row: int, name: str, up: Root) -> None:
        super().__init__()
        self.row = row
        self.name = name
        self.up: Root = up
        self.kind: str | None = None
        self.within: Group | None = None
        self.chain: tuple[Group, ...] = ()
        self.rows: tuple[Model, ...] = ()
        self.squads: tuple[Group, ...] = ()
        self.posts: Mapping[str, Model] = EMPTY

    @property
    def path(self) -> Path:
        return ("groups", self.row)

    @property
    def group(self) -> Group | None:
        return self

    @property
    def label(self) -> str:
        return self.name

    @property
    def container(self) -> Node | None:
        return self.within or self.up

    @property
    def below(self) -> tuple[Owner, ...]:
        """The models in it and in the groups within it; what those groups hold themselves says what they are."""
        if not self.squads:
            return self.rows
        return tuple(row for group in (self, *self.inner()) for row in group.rows)

    @property
    def members(self) -> tuple[Model, ...]:
        """Its models, each copy by itself."""
        return tuple(one for row in self.rows for one in row.copies)

    @property
    def strength(self) -> int:
        """How many models are in it, each miniature of a squad one."""
        return sum(row.count * row.size for row in self.rows)

    def inner(self) -> Iterator[Group]:
        """The groups that stand within it, to any depth."""
        seen, waiting = {id(self)}, list(self.squads)
        for group in waiting:
            if id(group) not in seen:
                seen.add(id(group))
                waiting += group.squads
                yield group

    def groups_of(self, force: Force, inner: bool = True) -> Iterator[Group]:
        return self.inner() if inner else iter(self.squads)

    def models_of(self, force: Force, inner: bool = True) -> Iterator[Model]:
        yield from self.rows
        for group in self.inner() if inner else ():
            yield from group.rows

    def picks_of(self, force: Force, inner: bool = True) -> Iterator[Pick]:
        for group in (self, *(self.inner() if inner else ())):
            yield from group.inside
            for row in group.rows:
                yield from row.inside


class Model(Owner):
    """A row of models: `count` rows that are the same, each of `size` miniatures.

    `sums` is what its picks add to its own numbers, each with how often; other changes are among its `changes`.
    """

    sheet = "model"
    stats: Mapping[str, int]
    raises: Mapping[str, int]
    bases: Mapping[str, int]
    budgets: Mapping[str, Allowance]
    __slots__ = (
        "art",
        "bases",
        "budgets",
        "copy",
        "name",
        "notes",
        "raises",
        "row",
        "size",
        "squad",
        "stats",
        "sums",
        "up",
        "weight",
        "written_group",
    )  # fmt: skip

    def __init__(self, row: int, name: str | None, count: int, up: Root) -> None:
        # All that an owner has is set here too: a list has many models, and a second call for each shows.
        self.inside = ()
        self.slots = self.values = self.room = self.stats = self.raises = self.budgets = self.bases = EMPTY
        self.part = "main"
        self.repeated = self.doubled = False
        self.entry_ids = NOTHING
        self.changes = None
        self.row = row
        self.copy = 0
        self.name = name
        self.count = count
        self.size = 1
        self.up: Root = up
        self.squad: Group | None = None
        self.written_group: str | None = None
        self.sums: Sequence[tuple[int, tuple[Sum, ...]]] = ()
        self.notes: str | None = None
        self.art: str | None = None
        self.weight: tuple[Fraction | int, object] = ONE

    @property
    def path(self) -> Path:
        return ("models", self.row)

    @property
    def model(self) -> Model | None:
        return self

    @property
    def group(self) -> Group | None:
        return self.squad

    @property
    def container(self) -> Node | None:
        return self.squad or self.up

    @property
    def id(self) -> str:
        """Its id, or that of its first copy: written, or made of what it is, and the same in every order of rows."""
        return self.up.ids()[self.row, self.copy]

    @property
    def changed_stats(self) -> Mapping[str, tuple[Contribution, ...]]:
        """What made each stat that something changed what it is, in the order that it was done."""
        found: dict[str, tuple[Contribution, ...]] = {}
        for (kind, name), change in self.own_changes():
            if kind == "stat":
                found[name] = (*found[name], change) if name in found else (change,)
        for (kind, name), changes in (self.changes or {}).items():
            if kind == "stat":
                found[name] = (*found.get(name, ()), *changes)
        return FrozenDict(found)

    def own_changes(self) -> list[tuple[Number, Contribution]]:
        """What raises and its own picks add to its numbers, one by one."""
        found = [(("stat", stat), raise_contribution(steps)) for stat, steps in self.raises.items() if steps]
        for times, sums in self.sums:
            found += [(one.number, one.note if times == 1 else one.note._replace(times=times)) for one in sums]
        return found

    def contributions(self, number: Number) -> tuple[Contribution, ...]:
        own = (change for one, change in self.own_changes() if one == number)
        return (*own, *super().contributions(number))

    @property
    def title(self) -> str:
        """The first thing it is: its unit, rank or whatever the game's first slot holds."""
        return next((picks[0].entry.name for picks in self.slots.values() if picks), "model")

    def is_titled(self, name: str) -> bool:
        """Whether a name is that of the first thing it is: printed, an id or another spelling, in any case."""
        entry = next((picks[0].entry for picks in self.slots.values() if picks), None)
        return entry is not None and slug(name) in (slug(entry.name), entry.id, *map(slug, entry.aliases))

    @property
    def label(self) -> str:
        return self.name or f"model {self.row + 1}" + (f" ({self.title})" if any(self.slots.values()) else "")

    @property
    def place(self) -> str:
        return self.name or f"model {self.row + 1}"

    @property
    def copies(self) -> tuple[Model, ...]:
        """Each of the rows that it stands for, by itself."""
        if self.count == 1:
            return (self,)
        return tuple(self.one_copy(number) for number in range(self.count))

    def one_copy(self, number: int) -> Model:
        """One of its copies; everything on it is shared."""
        one: Model = ModelDraft.__new__(ModelDraft)
        for name in MODEL_SLOTS:
            setattr(one, name, getattr(self, name))
        one.count, one.copy = 1, self.copy + number
        one.__class__ = Model
        return one

    def holds(self, post: str) -> bool:
        """Whether it holds a post of its group, such as leader."""
        return (
            self.squad is not None
            and self.squad.posts.get(post) is not None
            and (self.squad.posts[post].row == self.row and self.values.get(post) is True)
        )

    def field(self, name: str) -> tuple[str, ...]:
        """The values that it has under a name: its group, its own fields, or those of its entries."""
        if name == "group":
            known = self.squad.name if self.squad else self.written_group
            return (known,) if known else ()
        found: list[str] = [*super().field(name)]
        for pick in self.inside:
            value = pick.entry.field(name) if pick.changed_fields is None else pick.field(name)
            if value is not None:
                found += map(str, value) if isinstance(value, tuple) else [str(value)]
        return tuple(found)


class RootDraft(Root):
    """The list itself while the resolver is making it."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]
    __delattr__ = object.__delattr__


class GroupDraft(Group):
    """A group that the resolver is still making."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]
    __delattr__ = object.__delattr__


class ModelDraft(Model):
    """A row of models that the resolver is still making."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]
    __delattr__ = object.__delattr__


MODEL_SLOTS = (*Node.__slots__, *Owner.__slots__, *Model.__slots__)
"""All that a model has, which its copies share."""


@lru_cache(maxsize=256)
def raise_contribution(steps: int) -> Contribution:
    """The change of a stat that the player raised so far."""
    return Contribution("raised", "add", steps, 1)


def detached_pick(entry: Entry, slot: str = "", giver: str | None = None) -> Pick:
    """A pick that stands on no list, to show an entry by itself."""
    root = RootDraft()
    pick: Pick = PickDraft(entry, slot, None, root, root)
    pick.given_by = giver
    pick.__class__ = Pick
    freeze_row(root)
    return pick


FROZEN: Mapping[type[Owner], type[Owner]] = {RootDraft: Root, GroupDraft: Group, ModelDraft: Model}


def freeze_row(owner: Owner) -> None:
    """Turn the draft of a row and of everything on it into frozen nodes, which their makers have no more to do with.

    An object may be given another class of the same layout; a check in `__setattr__` would slow down every write.
    """
    for pick in owner.inside:
        pick.__class__ = Pick
    owner.__class__ = FROZEN[type(owner)]
