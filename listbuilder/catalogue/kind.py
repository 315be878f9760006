"""Kinds of entries: what a game calls them, what they are built like, and the printed values it adds to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal

from listbuilder.record import record
from listbuilder.selectors import CONFIG

__all__ = ["FieldType", "KindSpec"]


@record
class FieldType:
    """The type of a field that a game adds to a kind; shares of a number are rounded."""

    type: Literal["number", "text", "word", "words", "dice", "distance", "roll", "split"]
    name: str = ""
    of: tuple[str, ...] = ()
    round: Literal["up", "down"] = "up"
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @property
    def idle_keys(self) -> tuple[str, ...]:
        """The keys it says that do nothing for its type."""
        idle = ("of",) if self.of and self.type not in ("word", "words") else ()
        return (*idle, "round") if self.round != "up" and self.type == "text" else idle

    @property
    def is_number(self) -> bool:
        """Whether its values can be added up and changed."""
        return "word" not in self.type and "text" not in self.type


@record
class KindSpec:
    """What a game says about a kind of entry: its words, the built-in kind it is built like, its own fields."""

    is_: str = ""
    name: str = ""
    plural: str = ""
    fields: Mapping[str, FieldType] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
