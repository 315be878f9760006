"""Formats, the battle sizes of a game, and rulings: how it reads what its rulebook leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar

from listbuilder.record import record
from listbuilder.rules import AnyRule
from listbuilder.selectors import CONFIG
from listbuilder.spelling import as_words
from listbuilder.values import Count


@record
class Format:
    """A battle size: its limits (`limit` is that of the first currency) and the rules it adds to the game's."""

    id: str
    name: str = ""
    text: str = ""
    limit: Count | None = None
    limits: Mapping[str, Count] = field(default_factory=dict)
    extends: str | None = None
    rules: tuple[AnyRule, ...] = ()
    without: tuple[str, ...] = ()
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        if not self.name:
            self.__dict__["name"] = as_words(self.id).capitalize()


@record
class Ruling:
    """How something that the rulebook leaves open is read, and why."""

    id: str
    name: str
    text: str
    about: tuple[str, ...] = ()
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
