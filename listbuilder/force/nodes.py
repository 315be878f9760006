"""The tree of a list: the list itself, its groups, its models, and picks inside them to any depth.

The resolver makes nodes and settles their numbers; after that nobody changes them. Copies are not unrolled: `count`
says how often a row or a pick stands beside itself, `rel` how often its owner has it, `times` how many there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from listbuilder.catalogue import Entry, FieldValue
from listbuilder.catalogue.effects.texts import filled
from listbuilder.force.numbers import Contribution
from listbuilder.quantity import Number
from listbuilder.reading import Path, format_path

if TYPE_CHECKING:
    from listbuilder.force.force import Force
    from listbuilder.force.rows import Group, Model

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
    changes: dict[Number, list[Contribution]] | None
    count: int

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
    def holding(self) -> Node | None:
        """What holds it: the pick, row, group or list that it stands in."""
        return self.up

    @property
    def label(self) -> str:
        """What to call it in a message."""
        return "the list"

    def why(self, number: Number) -> tuple[Contribution, ...]:
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
        "at", "entry", "given_by", "giver", "live", "lots", "now", "owner", "paid", "picks", "price", "prices",
        "rel", "rolled", "sized", "slot", "up",
    )  # fmt: skip

    def __init__(self, entry: Entry, slot: str, at: int | None, up: Owner | Pick, owner: Owner, count: int = 1) -> None:
        self.entry = entry
        self.slot = slot
        self.at = at
        self.up: Owner | Pick = up
        self.owner: Owner = owner
        self.count = count
        self.rel = count
        self.live = count
        self.sized = 1  # how many miniatures of its row each have it
        self.price, self.prices = entry.cost, entry.prices
        self.lots: dict[str, tuple[Lot, ...]] | None = None  # by currency, where not all copies cost the same
        self.paid: int | None = None  # what they cost together in the first currency then
        self.given_by: str | None = None
        self.giver: Node | None = None
        self.picks: tuple[Pick, ...] = NO_PICKS
        self.now: dict[str, FieldValue] | None = None
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
        return self.entry.weigh

    @property
    def times(self) -> int:
        """How many there are in the whole list."""
        return self.rel * self.owner.count

    def times_in(self, scope: Node) -> int:
        """How many there are in a part of the tree."""
        if scope.wide:
            return self.rel * self.owner.count
        return -(-self.rel // scope.rel) if isinstance(scope, Pick) else self.rel

    @property
    def effective(self) -> int:
        """How often one miniature has it, without the copies that are over a limit."""
        return self.live // self.sized

    @property
    def cost(self) -> int:
        """What it costs its owner, as often as it is there; picks inside it are apart."""
        return self.price * self.rel if self.paid is None else self.paid

    def price_in(self, currency: str) -> int:
        """What one of it costs in a currency."""
        return self.prices.get(currency, 0)

    def lots_in(self, currency: str) -> tuple[Lot, ...]:
        """How many of it its owner has at which price in a currency."""
        known = self.lots.get(currency) if self.lots else None
        return known or ((self.rel, self.prices.get(currency, 0)),)

    def cost_in(self, currency: str) -> int:
        """What it costs its owner in a currency, as often as it is there."""
        return sum(number * price for number, price in self.lots_in(currency))

    def field(self, name: str) -> FieldValue | None:
        """A printed value with what grants make of it."""
        if self.now is not None and name in self.now:
            return self.now[name]
        return self.entry.field(name)

    @property
    def text(self) -> str:
        """What it says, with its values as they are here."""
        return self.worded("text", self.entry.text)

    def worded(self, name: str, text: str) -> str:
        """One of its texts, with its values as they are here."""
        if self.now is None or name not in self.entry.places:
            return text
        return filled(self.entry.places[name], self.field)

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

    __slots__ = ("doubled", "held", "inside", "part", "repeated", "room", "slots", "values")
    sheet = "list"
    held: frozenset[int]

    def __init__(self) -> None:
        self.count = 1
        self.slots: dict[str, tuple[Pick, ...]] = {}
        self.inside: list[Pick] = []
        self.values: dict[str, ModelValue] = {}
        self.room: Mapping[str, int | None] = {}
        self.part = "main"
        self.repeated = False  # whether some pick on it has a count
        self.doubled = False  # whether something on it may be over its limit
        self.held = NOTHING
        self.changes = None

    @property
    def owner(self) -> Owner:  # type: ignore[override]
        return self

    @property
    def below(self) -> tuple[Owner, ...]:
        """The groups and models that stand in it."""
        return ()

    def hold(self) -> frozenset[int]:
        """The entries that it holds, by their identity; kept as `held`, which is empty until somebody asks."""
        self.held = frozenset([id(pick.entry) for pick in self.inside])
        return self.held

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
        return sum([pick.price * pick.rel if pick.paid is None else pick.paid for pick in self.inside])

    def costs(self) -> dict[str, int]:
        """The same by currency."""
        found: dict[str, int] = {}
        for pick in self.inside:
            for currency in pick.prices:
                found[currency] = found.get(currency, 0) + pick.cost_in(currency)
        return found

    def picks_of(self, force: Force, inner: bool = True) -> Iterator[Pick]:
        return iter(self.inside)
