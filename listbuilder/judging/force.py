"""The force: a list as the game sees it, one tree with every number resolved.

The tree has the list itself, its groups, its models, and picks inside them to any depth. Copies are not unrolled:
`count` says how often a row or a pick stands beside itself, `per_owner` how often its owner has it, `times` how many
there are. The resolver makes a force, rules judge it, others print and export it; nobody changes it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from math import ceil, floor, prod
from typing import NamedTuple

from listbuilder.base.findings import Finding
from listbuilder.base.records import EMPTY, FrozenDict, record, refuse_change, set_fields
from listbuilder.base.values import slug
from listbuilder.base.wording import summed
from listbuilder.catalogue import Entry, FieldValue, Format, Game
from listbuilder.catalogue.effects.printed_values import fill_places
from listbuilder.catalogue.query import Number, Quantity
from listbuilder.judging.identity import assign_group_ids, assign_model_ids, hash_meaning, row_form
from listbuilder.lists.document import MAX_COPIES, ListDocument
from listbuilder.storage.reading import Path, format_path

# Numbers: what budgets allow, who changed what, and how changes combine.


class Allowance(NamedTuple):
    """What a budget allows and how much of it is spent."""

    allowed: int
    spent: int


class Contribution(NamedTuple):
    """One change to a value: who gave it, what it did (`set`, `add`, `times`, `least`, `most`) and by how much.

    `copies` is for how many copies of a pick, where it is not for all of them; `text` is what `write` and `append` say.
    """

    giver: str
    what: str
    amount: int | Fraction
    times: int
    order: int = 0
    copies: int | None = None
    text: str = ""


class Sum(NamedTuple):
    """A fixed amount that something on a model adds to one of the model's numbers, and the note of one time."""

    number: Number
    amount: int
    note: Contribution


def apply_changes(start: int, changes: Iterable[Contribution], round_up: bool = True) -> int:
    """A number after all changes to it, whatever order they come in."""
    value = start
    # Within an order nothing depends on the order of changes: the highest `set` wins, sums and products commute.
    several = list(changes)
    # Later orders see the result of earlier ones.
    for order in sorted({change.order for change in several}):
        here: defaultdict[str, list[Contribution]] = defaultdict(list)
        for change in several:
            if change.order == order:
                here[change.what].append(change)
        exact: Fraction | int = max((one.amount for one in here["set"]), default=value)
        exact += sum(one.amount * one.times for one in here["add"])
        # Exact until here, rounded once: rounding after each factor would make the order of factors matter.
        exact *= prod(one.amount**one.times for one in here["times"])
        value = ceil(exact) if round_up else floor(exact)
        value = max([value, *(int(one.amount) for one in here["least"])])
        value = min([value, *(int(one.amount) for one in here["most"])])
    return value


def apply_additions(start: int, changes: Sequence[Contribution], up: bool) -> int:
    """A number after its changes; the usual case, in which all of them add, needs no grouping."""
    total = start
    for change in changes:
        if change.what != "add":
            return apply_changes(start, changes, up)
        total += int(change.amount) * change.times
    return total


# The tree. The resolver makes drafts (`PickDraft` and so on), whose attributes it may set, and freezes them at the end.


ModelValue = int | bool | str | tuple[str, ...]
Lot = tuple[int, int]
"""How many cost how much."""
NO_PICKS: tuple[Pick, ...] = ()
NOTHING: frozenset[int] = frozenset()


class Node:
    """What every place in the tree has."""

    __slots__ = ("changes", "count")
    # Whether it holds rows with all their copies: a pick then counts once for each copy of its row.
    wide = False
    up: Node | None
    owner: Owner
    changes: Mapping[Number, Sequence[Contribution]] | None
    count: int

    __setattr__ = __delattr__ = refuse_change

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
    """An entry in a slot; `given_by` names what gave it for free, `at` is its index in the slot."""

    __slots__ = (
        "active", "at", "changed_fields", "entry", "given_by", "giver", "lots", "owner", "paid", "per_owner", "picks",
        "price", "prices", "rolled", "sized", "slot", "up",
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
            # A gift is nowhere in the file: point at what gives it, or at its owner where the game itself does.
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
        # Rounded up: all copies of a pick may share one inner pick, which each of them has.
        return -(-self.per_owner // scope.per_owner) if isinstance(scope, Pick) else self.per_owner

    @property
    def effective(self) -> int:
        """How often one miniature has it, without the copies that are over a limit."""
        return self.active // self.sized

    @property
    def cost(self) -> int:
        """What all copies of it cost its owner; picks inside it are counted by themselves."""
        return self.price * self.per_owner if self.paid is None else self.paid

    def price_in(self, currency: str) -> int:
        """What one of it costs in a currency."""
        return self.prices.get(currency, 0)

    def price_lots(self, currency: str) -> tuple[Lot, ...]:
        """How many of it its owner has at which price in a currency."""
        known = self.lots.get(currency) if self.lots else None
        return known or ((self.per_owner, self.prices.get(currency, 0)),)

    def cost_in(self, currency: str) -> int:
        """What all copies of it cost its owner in a currency."""
        return sum(number * price for number, price in self.price_lots(currency))

    def field(self, name: str) -> FieldValue | None:
        """A printed value with what grants make of it."""
        if self.changed_fields is not None and name in self.changed_fields:
            return self.changed_fields[name]
        return self.entry.field(name)

    @property
    def text(self) -> str:
        """Its text, with its values as they are here."""
        return self.render_text("text", self.entry.text)

    def render_text(self, name: str, text: str) -> str:
        """One of its texts, with its values as they are here."""
        # Most texts have no places, or printed values in all of them: those were filled in when the game was loaded.
        if self.changed_fields is None or name not in self.entry.text_templates:
            return text
        return fill_places(self.entry.text_templates[name], self.field)

    def picks_of(self, force: Force, inner: bool = True) -> Iterator[Pick]:
        yield self
        for pick in self.picks:
            yield from pick.picks_of(force)

    def __repr__(self) -> str:
        return f"Pick({self.entry.id!r} in {self.slot!r})"


class Owner(Node):
    """What holds picks in slots: a model, a group or the list. `inside` has every pick on it, to any depth.

    `sheet` names what it is written on.
    """

    __slots__ = ("doubled", "entry_ids", "inside", "part", "repeated", "room", "slots", "values")
    sheet = "list"
    posts: Mapping[str, Model] = EMPTY  # of a group, such as its leader
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
        """The entries that it holds, by their identity; cached as `entry_ids`, which is empty before the first call."""
        # By identity: a game has each entry once, and hashing a record reads all of its fields.
        held = frozenset([id(pick.entry) for pick in self.inside])
        # Frozen nodes refuse assignment; this is only a cache.
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
        """Its name without what it is, for messages that mention that already."""
        return self.label

    def field(self, name: str) -> tuple[str, ...]:
        """The values that it has under a name."""
        value = self.values.get(name)
        return () if value is None else tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)

    @property
    def cost(self) -> int:
        """What everything on one copy of it costs in the first currency."""
        total = 0
        # `Pick.cost`, inlined: every list is added up.
        for pick in self.inside:
            total += pick.price * pick.per_owner if pick.paid is None else pick.paid
        return total

    def costs(self) -> dict[str, int]:
        """The same by currency."""
        found: dict[str, int] = {}
        for pick in self.inside:
            for currency in pick.prices:
                found[currency] = found.get(currency, 0) + pick.cost_in(currency)
        return found

    def picks_of(self, force: Force, inner: bool = True) -> Iterator[Pick]:
        return iter(self.inside)


ONE: tuple[Fraction | int, object] = (1, None)


class Root(Owner):
    """The list itself; `model_fields` names the fields that models of its game have."""

    __slots__ = ("ids", "model_fields", "rows", "squads")
    wide = True
    up = None

    def __init__(self) -> None:
        super().__init__()
        # A function, because ids are made from the finished force, and most lists are judged without them.
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
        """The models in it and in the groups within it. Picks of those groups are about them alone and are left out."""
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
        # Groups of a wrong list may stand within each other in a circle.
        seen, waiting = {id(self)}, list(self.squads)
        # `waiting` grows during the loop.
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
        "art", "bases", "budgets", "copy", "name", "notes", "raises", "row", "size", "squad", "stats", "sums", "up",
        "weight", "written_group",
    )  # fmt: skip

    def __init__(self, row: int, name: str | None, count: int, up: Root) -> None:
        # Without `super().__init__()`: a list has many models, and a second call for each is measurable.
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
        """Its id, or that of its first copy: written, or made from what it is; the same in every order of rows."""
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
        # Listed only on request: judging needs the sums, and hardly anybody asks who gave what.
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
        for picks in self.slots.values():
            if picks:
                return picks[0].entry.name
        return "model"

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
        """Each of its copies, as a model of its own."""
        if self.count == 1:
            return (self,)
        return tuple(self.one_copy(number) for number in range(self.count))

    def one_copy(self, number: int) -> Model:
        """One of its copies; everything on it is shared."""
        # A frozen model refuses every write, so its copy is a draft until it is complete.
        one: Model = ModelDraft.__new__(ModelDraft)
        for name in MODEL_SLOTS:
            setattr(one, name, getattr(self, name))
        one.count, one.copy = 1, self.copy + number
        one.__class__ = Model
        return one

    def holds(self, post: str) -> bool:
        """Whether it holds a post of its group, such as leader."""
        # The row alone is not enough: a row of several was split, and only the copy that holds the post has the value.
        holder = self.squad.posts.get(post) if self.squad else None
        return holder is not None and holder.row == self.row and self.values.get(post) is True

    def field(self, name: str) -> tuple[str, ...]:
        """The values that it has under a name: its group, its own fields, or those of its entries."""
        # Also a name that no group has: rules compare what is written.
        if name == "group":
            known = self.squad.name if self.squad else self.written_group
            return (known,) if known else ()
        found: list[str] = [*super().field(name)]
        for pick in self.inside:
            value = pick.entry.field(name) if pick.changed_fields is None else pick.field(name)
            if value is not None:
                found += map(str, value) if isinstance(value, tuple) else [str(value)]
        return tuple(found)


# Each draft repeats the two lines: with one base for all of them, resolving takes 1.4 % longer.


class PickDraft(Pick):
    """A pick in the making."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]
    __delattr__ = object.__delattr__  # type: ignore[assignment]


class RootDraft(Root):
    """The list itself in the making."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]
    __delattr__ = object.__delattr__  # type: ignore[assignment]


class GroupDraft(Group):
    """A group in the making."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]
    __delattr__ = object.__delattr__  # type: ignore[assignment]


class ModelDraft(Model):
    """A row of models in the making."""

    __slots__ = ()
    __setattr__ = object.__setattr__  # type: ignore[assignment]
    __delattr__ = object.__delattr__  # type: ignore[assignment]


MODEL_SLOTS = (*Node.__slots__, *Owner.__slots__, *Model.__slots__)
"""All that a model has, which its copies share."""


@lru_cache(maxsize=256)
def raise_contribution(steps: int) -> Contribution:
    """The change of a stat that the player raised so far."""
    return Contribution("raised", "add", steps, 1)


def detached_pick(entry: Entry, slot: str = "", giver: str | None = None) -> Pick:
    """A pick that is on no list, to show an entry alone."""
    root = RootDraft()
    pick: Pick = PickDraft(entry, slot, None, root, root)
    pick.given_by = giver
    pick.__class__ = Pick
    freeze_row(root)
    return pick


FROZEN: Mapping[type[Owner], type[Owner]] = {RootDraft: Root, GroupDraft: Group, ModelDraft: Model}


def freeze_row(owner: Owner) -> None:
    """Turn the draft of a row and of everything on it into frozen nodes."""
    # An object may be given another class of the same layout; a check in `__setattr__` would slow down every write.
    for pick in owner.inside:
        pick.__class__ = Pick
    owner.__class__ = FROZEN[type(owner)]


@record
class Force:
    """A resolved list. `rows` are its models, copies together; `problems` is what could not be understood.

    `picks` is every pick of the tree in the order of the walk: the list's, each group's, each model's, inner ones
    after their pick, given ones last. `absent` are rows whose number can't be read: they count as no models, cost
    nothing and are only shown. Rows in `doubled` may have something over its limit. `limit_changes` is what grants do
    to the limits of rules. `seal` is that of the whole list where its secrets were left out.
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
    # By identity, as the nodes of its tree.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @cached_property
    def _quantities(self) -> dict[tuple[int, int, int], tuple[Quantity, int | None]]:
        """The cache of `Quantity.evaluate`."""
        return {}

    @cached_property
    def has_samples(self) -> bool:
        """Whether something in it is a sample of the catalogue, not from a rulebook."""
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
        # A list with too many copies is still judged, and unrolled for print: 200 rows of 300 copies would fill the
        # memory.
        return tuple(islice((one for row in self.rows for one in row.copies), MAX_COPIES))

    @cached_property
    def written(self) -> tuple[Model, ...]:
        """Every row of the file, to be shown and edited, absent ones included."""
        if not self.absent:
            return self.rows
        # Merged back by row and copy, as the file has them.
        return tuple(sorted((*self.rows, *self.absent), key=lambda row: (row.row, row.copy)))

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
        # Most games have one currency; its sums need no mapping for each row.
        first, several = self.game.first_currency, len(nothing) > 1
        for owner in (self.root, *self.groups, *self.rows):
            if not owner.inside:
                continue
            part = found.setdefault(owner.part, dict(nothing)) if owner.part != "main" else found["main"]
            if not several:
                part[first] += owner.cost * owner.count
                continue
            for currency, price in owner.costs().items():
                # Prices may also be in budgets, which are no currencies.
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
            # Recomputed, because values between two orders are not kept.
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
        """The canonical content of each group and row as text, by identity."""
        return FrozenDict({id(owner): row_form(owner, self) for owner in (*self.groups, *self.rows)})

    @cached_property
    def meaning(self) -> str:
        """A hash of what the list means: equal for every spelling, order and format of it."""
        return hash_meaning(self)

    def offered_by(self, giver: Pick, slot: str) -> Iterator[Pick]:
        """The picks that must be among a pick's offers for a slot: inside it, on its owner, or below its owner."""
        if slot in giver.entry.picks:
            yield from (pick for pick in giver.picks if pick.slot == slot)
            return
        sheets = self.game.sheets
        owners: Iterable[Owner] = (giver.owner,)
        if slot not in sheets[giver.owner.sheet].slots:
            # Offers of a group or of the list are for everything below it.
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

    def supplied(self, currency: str) -> int:
        """How much of a currency the list provides, by negative costs."""
        things = Quantity(sum=currency).collect(self, self.root)
        return -sum(amount * times for _, amount, times in things if amount < 0)

    def limit_for(self, rule: str, side: str, limit: Quantity | None, part: Node) -> int | None:
        """The limit of a rule after grants; it is negative only if the rule says so."""
        start = limit.evaluate(self, part, part) if limit else None
        if limit is None or start is None:
            return None
        changes = self.limit_changes.get((side, rule)) if self.limit_changes else None
        # Grants can't push a limit below 0, since a list with nothing would then break it.
        return max(apply_changes(start, changes) if changes else start, min(limit.fixed or 0, 0))


def clear_caches(force: Force) -> None:
    """Clear the caches that the resolver fills while it is still changing the tree."""
    caches = force.__dict__
    caches["_quantities"] = {}
    caches.pop("_by_entry", None)
    caches.pop("parts", None)


def collect_picks(force: Force) -> None:
    """Walk the tree again after the resolver put picks on it or took some off."""
    set_fields(
        force, picks=tuple([pick for owner in (force.root, *force.groups, *force.rows) for pick in owner.inside])
    )
    clear_caches(force)


def used_of(force: Force, currency: str) -> tuple[int, int | None]:
    """How much of a currency a list uses, and of how much; what provides a supply adds to what there is."""
    given = force.supplied(currency) if force.game.currencies[currency].supply else 0
    limit = force.limits.get(currency)
    return force.totals[currency] + given, limit if limit is None else limit + given


def describe_totals(force: Force, moved: str = "", always: bool = False) -> str:
    """`120 of 250 points (and 30 in sideboard), 4 of 6 command, Beds 3`; `moved` goes behind the first currency.

    A currency that the list has nothing to do with is left out, and the first too unless `always`.
    """
    game, first = force.game, force.game.first_currency
    words = []
    for id in force.totals:
        total, most = used_of(force, id)
        limit = "" if most is None else f" of {most}"
        apart = [f"{costs[id]} in {part}" for part, costs in force.parts.items() if part != "main" and costs[id]]
        if total or limit or apart or (always and id == first):
            aside = [moved] * (id == first and moved != "") + [f"and {', '.join(apart)}"] * bool(apart)
            words.append(f"{total}{limit} {game.currency_name(id)}" + (f" ({', '.join(aside)})" if aside else ""))
    return ", ".join([*words, *describe_headers(force)])


def describe_headers(force: Force) -> Iterator[str]:
    """The numbers in the header of a list: `Rating 12`."""
    for header in force.game.headers:
        yield f"{header.name} {header.of.evaluate(force, force.root) or 0}"


def describe_other_costs(game: Game, costs: Mapping[str, int]) -> Iterator[str]:
    """The costs in other currencies than the first, with short names if there are any: `25 tons`, `2 CP`.

    What provides a supply says so: `+8 seats`.
    """
    for id, currency in game.currencies.items():
        if id != game.first_currency and (cost := costs.get(id)):
            provides = currency.supply and cost < 0
            yield "+" * provides + summed(-cost if provides else cost, currency.short or game.currency_name(id))


def describe_other_totals(force: Force) -> Iterator[str]:
    """What a list costs beside the first currency, and of each supply what is used of what there is: `5 of 8 seats`."""
    game = force.game
    yield from describe_other_costs(
        game, {id: 0 if game.currencies[id].supply else total for id, total in force.totals.items()}
    )
    for id, currency in game.currencies.items():
        used, most = used_of(force, id)
        if currency.supply and (used or most):
            of = f"{used} of " if most is not None else ""
            yield of + summed(used if most is None else most, currency.short or game.currency_name(id))
