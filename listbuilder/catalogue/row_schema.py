"""Sheets: which slots and fields a model, a group or the list itself has in a list file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cached_property
from typing import Annotated, Any, Literal, TypeVar

from listbuilder.base.findings import Severity
from listbuilder.base.records import Refers, Text, frozen_property, record
from listbuilder.base.values import BadKeyError, Count, Flag, Whole
from listbuilder.catalogue.fields import AnyField, Field, FlagField, GroupField, MemberField, ModelsField
from listbuilder.catalogue.fields.base import Said
from listbuilder.catalogue.query import Condition, Quantity, Selector

F = TypeVar("F", bound=Field)


@record
class Slot:
    """A place that holds entries of one kind; grants may open more room than `max`."""

    kind: Annotated[str, Refers("kind")]
    """The kind of entries it holds."""
    min: Count = 0
    """The least allowed."""
    max: Count | Quantity | None = None
    """The most it holds, before grants: a number or a quantity."""
    repeats: Flag = False
    """Whether one entry may be taken twice."""
    default: Annotated[str | None, Refers("context")] = None
    """The entry it holds when left out."""
    where: Selector | None = None
    """Which entries fit: a selector."""
    when: Condition | None = None
    """A condition: only in lists where it holds."""
    each: Literal["model", "row"] | None = None
    """`model`: every miniature of the row has what is in it; `row`, inside an entry: all copies share it."""
    rolled: Annotated[str | None, Refers("table")] = None
    """The table that it is rolled on."""
    unused: Severity | None = None
    """What to say when room is left."""
    secret: Flag = False
    """Whether an opponent may not see it before it is played."""
    text: Text = ""
    """In your own words, short enough for a card."""
    source: Text = ""
    """The section of the rulebook."""
    repeat_source: Text = ""
    """The section that forbids repeats, where it is not that of the slot."""
    aliases: tuple[Text, ...] = ()
    """Other spellings of the key."""


@record
class RowSchema:
    """The slots and fields of a model, a group or the list."""

    slots: Mapping[Text, Slot] = field(default_factory=dict)
    """Places that hold entries."""
    fields: Mapping[Text, AnyField] = field(default_factory=dict)
    """Values that are not entries."""

    def __post_init__(self) -> None:
        if any(slot.each == "row" for slot in self.slots.values()):
            raise BadKeyError(
                "each", "`each: row` is for slots inside entries; those of a sheet are had by the row anyway"
            )

    def of_type(self, type_: type[F]) -> dict[str, F]:
        """The fields of one type, by their keys."""
        return {id: one for id, one in self.fields.items() if isinstance(one, type_)}

    @frozen_property
    def aliases(self) -> Mapping[str, str]:
        """The key that is meant by another spelling of it."""
        return {alias: id for id, slot in self.slots.items() for alias in slot.aliases}

    def spell(self, row: Mapping[str, Any]) -> Mapping[str, Any]:
        """A row with every key under its own name; one that is there twice stays as it is."""
        if self.aliases.keys().isdisjoint(row):
            return row
        made: dict[str, Any] = {}
        for key, value in row.items():
            own = self.aliases.get(key, key)
            made[key if own in row or own in made else own] = value
        return made

    def said(self, values: Mapping[str, Said], usual_texts: bool = False) -> Iterator[tuple[str, str]]:
        """The values of a row in words, by their keys, but for those that everybody has; texts of those on request."""
        for id, one in self.fields.items():
            value = values.get(id)
            if value is not None and (value != one.usual or (usual_texts and isinstance(value, str))):
                yield id, one.say(value)

    @cached_property
    def group_key(self) -> str | None:
        """The field that names the group a model is in."""
        return next(iter(self.of_type(GroupField)), None)

    def holds(self, slot: str) -> bool:
        """Whether grants can open room under a key of the sheet."""
        return slot in self.slots or (slot in self.fields and self.fields[slot].room is not None)

    @cached_property
    def posts(self) -> tuple[str, ...]:
        """The fields of a group that each name the model which holds a post in it."""
        return tuple(self.of_type(MemberField))

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The fields that name other rows, in the order of their names."""
        return tuple(sorted(id for id, one in self.fields.items() if one.links))

    @frozen_property
    def named(self) -> Mapping[str, ModelsField]:
        """The fields that name models."""
        return self.of_type(ModelsField)

    @frozen_property
    def open(self) -> Mapping[str, bool]:
        """The flags that are open until somebody decides, with what everybody has until then."""
        return {id: bool(one.default) for id, one in self.of_type(FlagField).items() if one.open}

    @cached_property
    def opened(self) -> frozenset[str]:
        """The slots that a field opens room in."""
        grants = [grant for id, one in self.fields.items() for grant in one.grants_of(id)]
        return frozenset(slot for grant in grants for slot in grant.slots)


@record
class Stat:
    """One number of the statline; nothing takes it below `minimum` or above `maximum`, and shares of it are rounded.

    `before` is what it is called before changes of a later `order`, where the game asks for both.
    """

    name: Text
    """The printed name."""
    text: Text = ""
    """In your own words, short enough for a card."""
    base: Whole | None = None
    """The number a model has before anything changes it."""
    minimum: Whole | None = None
    """A floor that nothing takes it below."""
    maximum: Whole | None = None
    """A ceiling that nothing takes it above."""
    round: Literal["up", "down"] = "up"
    """Which way shares of it are rounded."""
    suffix: Text = ""
    """What is printed after the number."""
    boxes: Flag = False
    """Whether it is ticked off during play."""
    before: Text = ""
    """What it is called before changes of a later order, which is shown beside it."""
    source: Text = ""
    """The section of the rulebook."""

    @property
    def bounded(self) -> bool:
        """Whether it has a floor or a ceiling."""
        return self.minimum is not None or self.maximum is not None


@record
class Currency:
    """Something that a list pays with, such as points; with a limit in force it is judged without a rule."""

    name: Text = ""
    """The printed name."""
    short: Text = ""
    """What it is called where there is little room."""
    limit: Count | None = None
    """The most a list may spend."""
    round: Literal["up", "down"] = "up"
    """Which way shares of it are rounded."""
    text: Text = ""
    """In your own words, short enough for a card."""
    source: Text = ""
    """The section of the rulebook."""


@record
class Budget:
    """Something a model spends besides points, such as stat points: on raises, or on entries that cost some of it."""

    name: Text
    """The printed name."""
    text: Text = ""
    """In your own words, short enough for a card."""
    unspent: Severity | None = None
    """What to say when some of it is left."""
    source: Text = ""
    """The section of the rulebook."""


def inner_slots(data: object) -> object:
    """The one slot of an entry is called `picks`; several have names of their own."""
    if isinstance(data, dict) and "picks" in data and len(data) > 1:
        raise ValueError("a slot called `picks` is the only one; give each of several another name")
    return {"picks": data} if isinstance(data, dict) and isinstance(data.get("kind"), str) else data
