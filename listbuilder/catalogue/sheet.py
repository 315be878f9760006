"""Sheets: which slots and fields a model, a group or the list itself has in a list file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from listbuilder.catalogue.fields import AnyField, Field, GroupField, MemberField
from listbuilder.finding import Severity
from listbuilder.record import record
from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Count, Flag, Whole

__all__ = ["Budget", "Sheet", "Slot", "Stat"]

F = TypeVar("F", bound=Field)


@record
class Slot:
    """A place that holds entries of one kind; grants may open more room than `max`."""

    kind: str
    min: Count = 0
    max: Count | None = None
    repeats: Flag = False
    default: str | None = None
    where: Selector | None = None
    unused: Severity | None = None
    text: str = ""
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Sheet:
    """The slots and fields of a model, a group or the list."""

    slots: Mapping[str, Slot] = field(default_factory=dict)
    fields: Mapping[str, AnyField] = field(default_factory=dict)
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def of_type(self, type_: type[F]) -> dict[str, F]:
        """The fields of one type, by their keys."""
        return {id: one for id, one in self.fields.items() if isinstance(one, type_)}

    @cached_property
    def group_key(self) -> str | None:
        """The field that names the group a model is in."""
        return next(iter(self.of_type(GroupField)), None)

    @cached_property
    def posts(self) -> tuple[str, ...]:
        """The fields of a group that each name the model which holds a post in it."""
        return tuple(self.of_type(MemberField))

    @cached_property
    def opened(self) -> frozenset[str]:
        """The slots that a field opens room in."""
        return frozenset(slot for one in self.fields.values() if one.grants for slot in one.grants.slots)


@record
class Stat:
    """One number of the statline; `minimum` is a floor that nothing takes it below."""

    name: str
    text: str = ""
    base: Whole | None = None
    minimum: Whole | None = None
    suffix: str = ""
    boxes: Flag = False
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Budget:
    """Something a model spends besides points, such as stat points."""

    name: str
    text: str = ""
    unspent: Severity | None = None
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
