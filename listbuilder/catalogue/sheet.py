"""Sheets: which slots and fields a model, a group or the list itself has in a list file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal

from listbuilder.catalogue.grant import Grant
from listbuilder.finding import Severity
from listbuilder.record import record
from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Count, Flag, Positive, Whole

__all__ = ["Budget", "Field", "Sheet", "Slot", "Stat"]


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
class Field:
    """A value in a list file that is not an entry: a number, a flag, a word, stat raises, other models."""

    type: Literal["number", "flag", "word", "text", "raise", "models", "member", "group"]
    min: Whole = 0
    max: Whole | None = None
    default: int | bool | str | None = None
    required: Flag = False
    of: tuple[str, ...] = ()
    budget: str | None = None
    prices: Mapping[str, Positive] = field(default_factory=dict)
    each: Grant | None = None
    text: str = ""
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Sheet:
    """The slots and fields of a model, a group or the list."""

    slots: Mapping[str, Slot] = field(default_factory=dict)
    fields: Mapping[str, Field] = field(default_factory=dict)
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


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
