"""Grants: what an entry changes when it is picked, and the condition a grant may hang on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, ClassVar, Literal

from listbuilder.record import record
from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Count, Whole, fraction

__all__ = ["Condition", "Grant"]


@record
class Condition:
    """A count over what the player picked: `{count: models, where: {tag: heavy}, max: 4}`."""

    count: Literal["models", "picks"] = "models"
    where: Selector
    min: Count = 0
    max: Count | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Grant:
    """One change: to stats, slot room, budgets, printed numbers, or entries given for free."""

    stats: Mapping[str, Whole | str] = field(default_factory=dict)
    slots: Mapping[str, Whole | str] = field(default_factory=dict)
    budgets: Mapping[str, Whole | str] = field(default_factory=dict)
    fields: Mapping[str, Mapping[str, Whole]] = field(default_factory=dict)
    scale: Mapping[str, Mapping[str, str | Whole]] = field(default_factory=dict)
    entries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    when: Condition | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @cached_property
    def numbers(self) -> tuple[tuple[str, str, int], ...]:
        """The plain numbers it adds, as (what, name, amount), for the resolver to add up."""
        parts = {"stats": self.stats, "slots": self.slots, "budgets": self.budgets}
        return tuple((what, name, int(amount)) for what, part in parts.items() for name, amount in part.items())

    @cached_property
    def plain(self) -> bool:
        """Whether numbers are all it has."""
        return not (self.when or self.fields or self.scale or self.entries)

    def __post_init__(self) -> None:
        for shares in self.scale.values():
            for share in shares.values():
                fraction(share)
