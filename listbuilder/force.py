"""The force: a list as the game sees it. Every model with its entries, final stats, room, budgets and cost.

Made by the resolver, judged by rules, printed by exporters; nobody changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from listbuilder.catalogue import Entry, FieldValue, Format, Game
from listbuilder.finding import Finding
from listbuilder.lists.document import ListDocument
from listbuilder.record import changed, record
from listbuilder.values import Dice, Distance, Roll, Split

__all__ = ["Allowance", "Force", "Group", "Model", "ModelValue", "Pick"]

ModelValue = int | bool | str | tuple[str, ...]


class Pick(NamedTuple):
    """One entry on a model, a group or the list; `granted_by` names what gave it for free."""

    entry: Entry
    slot: str
    at: int | None = None
    cost: int = 0
    granted_by: str | None = None
    bonus: Mapping[str, int] | None = None
    picks: tuple[Pick, ...] = ()

    @property
    def path(self) -> str:
        """Its place below its owner in the player's file: `gear[1]`."""
        return self.slot if self.at is None else f"{self.slot}[{self.at}]"

    def field(self, name: str) -> FieldValue | None:
        """A printed value with what grants add to it."""
        value = self.entry.field(name)
        extra = self.bonus.get(name, 0) if self.bonus else 0
        if extra and isinstance(value, int):
            return value + extra
        if extra and isinstance(value, Dice | Distance | Roll | Split):
            return value.plus(extra)
        return value


class Allowance(NamedTuple):
    """What a budget allows and how much of it is spent."""

    allowed: int
    spent: int


class Model(NamedTuple):
    """One miniature. `slots` holds what the player chose, `entries` that and what was granted."""

    row: int
    copy: int
    name: str | None
    slots: Mapping[str, tuple[Pick, ...]]
    entries: tuple[Pick, ...]
    stats: Mapping[str, int]
    room: Mapping[str, int | None]
    budgets: Mapping[str, Allowance]
    values: Mapping[str, ModelValue]
    raises: Mapping[str, int]
    cost: int
    weight: Fraction | int = 1
    group: str | None = None
    group_kind: str | None = None
    notes: str | None = None

    @property
    def where(self) -> str:
        """Its place in the player's file."""
        return f"models[{self.row}]"

    @property
    def id(self) -> str:
        """A stable id: the row in the file and, for copies, which one."""
        return f"m{self.row + 1}-{self.copy + 1}"

    @property
    def title(self) -> str:
        """The first thing it is: its unit, rank or whatever the game's first slot holds."""
        return next((picks[0].entry.name for picks in self.slots.values() if picks), "model")

    @property
    def label(self) -> str:
        """What to call it in a message."""
        return self.name or f"model {self.row + 1}" + (f" ({self.title})" if any(self.slots.values()) else "")

    def field(self, name: str) -> tuple[str, ...]:
        """The values that it has under a name: its group's name, its own fields, or those of its entries."""
        if name == "group":
            return (self.group,) if self.group else ()
        found: list[str] = []
        for value in (self.values.get(name), *(pick.entry.field(name) for pick in self.entries)):
            if value is not None:
                found += map(str, value) if isinstance(value, tuple) else [str(value)]
        return tuple(found)


class Group(NamedTuple):
    """A named group of models with a kind and its own picks and values, such as a leader and orders."""

    row: int
    name: str
    kind: str | None
    slots: Mapping[str, tuple[Pick, ...]]
    values: Mapping[str, ModelValue]
    members: tuple[Model, ...]

    @property
    def where(self) -> str:
        """Its place in the player's file."""
        return f"groups[{self.row}]"


@record
class Force:
    """A resolved list. `problems` are names and keys that could not be understood."""

    game: Game
    document: ListDocument
    format: Format | None
    limit: int | None
    models: tuple[Model, ...]
    slots: Mapping[str, tuple[Pick, ...]]
    entries: tuple[Pick, ...]
    room: Mapping[str, int | None]
    values: Mapping[str, ModelValue]
    groups: tuple[Group, ...] = ()
    problems: tuple[Finding, ...] = ()

    @cached_property
    def cost(self) -> int:
        """The points of the whole list."""
        own = sum(pick.cost + sum(inner.cost for inner in pick.picks) for pick in self.entries)
        return sum(model.cost for model in self.models) + own

    @cached_property
    def rows(self) -> tuple[Model, ...]:
        """One model for each row of the file, for rules that judge a model by itself."""
        return tuple(model for model in self.models if model.copy == 0)

    @cached_property
    def named(self) -> Mapping[str, Model]:
        """The models by name, in lower case; of two with one name the first."""
        return {model.name.casefold(): model for model in reversed(self.models) if model.name}

    def only(self, models: tuple[Model, ...]) -> Force:
        """The same force narrowed to some of its models."""
        return changed(self, models=models)
