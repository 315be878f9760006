"""The list itself and its rows: groups and models, each with its slots, values and place in the tree."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from listbuilder.catalogue import Entry
from listbuilder.force.nodes import NOTHING, Node, Owner, Pick
from listbuilder.force.numbers import Allowance, Contribution, Sum
from listbuilder.quantity import Number
from listbuilder.reading import Path
from listbuilder.values import slug

if TYPE_CHECKING:
    from listbuilder.force.force import Force

NOT_YET: dict[str, Any] = {}
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
        self.posts: dict[str, Model] = {}

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
    def holding(self) -> Node | None:
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
    stats: dict[str, int]
    raises: dict[str, int]
    budgets: Mapping[str, Allowance]
    __slots__ = (
        "art", "bases", "budgets", "copy", "name", "notes", "raises", "row", "said_group", "size", "squad", "stats",
        "sums", "up", "weight",
    )  # fmt: skip

    def __init__(self, row: int, name: str | None, count: int, up: Root) -> None:
        # All that an owner has is set here too: a list has many models, and a second call for each shows.
        self.slots = {}
        self.inside = []
        self.values = {}
        self.room = self.stats = self.raises = self.budgets = NOT_YET  # each is set as a whole, or stays empty
        self.part = "main"
        self.repeated = self.doubled = False
        self.held = NOTHING
        self.changes = None
        self.row = row
        self.copy = 0
        self.name = name
        self.count = count
        self.size = 1
        self.up: Root = up
        self.squad: Group | None = None
        self.said_group: str | None = None
        self.bases: Mapping[str, int] = NOT_YET
        self.sums: list[tuple[int, tuple[Sum, ...]]] = []
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
    def holding(self) -> Node | None:
        return self.squad or self.up

    @property
    def id(self) -> str:
        """Its id, or that of its first copy: written, or made of what it is, and the same in every order of rows."""
        return self.up.ids()[self.row, self.copy]

    @property
    def changed_stats(self) -> dict[str, tuple[Contribution, ...]]:
        """What made each stat that something changed what it is, in the order that it was done."""
        found: dict[str, tuple[Contribution, ...]] = {}
        for (kind, name), change in self.own_changes():
            if kind == "stat":
                found[name] = (*found[name], change) if name in found else (change,)
        for (kind, name), changes in (self.changes or {}).items():
            if kind == "stat":
                found[name] = (*found.get(name, ()), *changes)
        return found

    def own_changes(self) -> list[tuple[Number, Contribution]]:
        """What raises and its own picks add to its numbers, one by one."""
        found = [(("stat", stat), raised(steps)) for stat, steps in self.raises.items() if steps]
        for times, sums in self.sums:
            found += [(one.number, one.note if times == 1 else one.note._replace(times=times)) for one in sums]
        return found

    def why(self, number: Number) -> tuple[Contribution, ...]:
        own = (change for one, change in self.own_changes() if one == number)
        return (*own, *super().why(number))

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
        return tuple(self.alone(number) for number in range(self.count))

    def alone(self, number: int) -> Model:
        """One of its copies; everything on it is shared."""
        one = Model.__new__(Model)
        for name in KEPT:
            setattr(one, name, getattr(self, name))
        one.count, one.copy = 1, self.copy + number
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
            known = self.squad.name if self.squad else self.said_group
            return (known,) if known else ()
        found: list[str] = [*super().field(name)]
        for pick in self.inside:
            value = pick.entry.field(name) if pick.now is None else pick.field(name)
            if value is not None:
                found += map(str, value) if isinstance(value, tuple) else [str(value)]
        return tuple(found)


KEPT = (*Node.__slots__, *Owner.__slots__, *Model.__slots__)
"""All that a model has, which its copies share."""


@lru_cache(maxsize=256)
def raised(steps: int) -> Contribution:
    """The change of a stat that the player raised so far."""
    return Contribution("raised", "add", steps, 1)


def loose(entry: Entry, slot: str = "", giver: str | None = None) -> Pick:
    """A pick that stands on no list, to show an entry by itself."""
    root = Root()
    pick = Pick(entry, slot, None, root, root)
    pick.given_by = giver
    return pick
