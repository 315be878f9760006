"""Grants: what an entry changes when it is picked, and the condition a grant may hang on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal

from listbuilder.record import record
from listbuilder.selectors import CONFIG, Selector

__all__ = ["Condition", "Grant"]


@record
class Condition:
    """A count over what the player picked: `{count: models, where: {tag: heavy}, max: 4}`."""

    count: Literal["models", "picks"] = "models"
    where: Selector
    min: int = 0
    max: int | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Grant:
    """One change: to stats, slot room, budgets, printed numbers, or entries given for free."""

    stats: Mapping[str, int | str] = field(default_factory=dict)
    slots: Mapping[str, int | str] = field(default_factory=dict)
    budgets: Mapping[str, int | str] = field(default_factory=dict)
    fields: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    scale: Mapping[str, Mapping[str, str | int]] = field(default_factory=dict)
    entries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    when: Condition | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
