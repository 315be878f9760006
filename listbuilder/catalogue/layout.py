"""How a table is set up, as data: what is put on it, where models start, how long a game lasts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal

from listbuilder.record import record
from listbuilder.selectors import CONFIG
from listbuilder.values import Distance, Positive


@record
class Piece:
    """Something that is put on the table: `count` of it in all, or by each player with `by: each`; null if not printed.

    `at` is a place of the game; `within` how far from it at most, `depth` how deep that place is, `away` how far it
    stays from other things.
    """

    what: str
    count: Positive | None = 1
    by: str = "both"
    at: str = ""
    within: Distance | None = None
    depth: Distance | None = None
    size: Distance | None = None
    away: Mapping[str, Distance] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Start:
    """Where models start: each side's, those of a role, or those that a list names for something.

    `order` says how sides take turns: a model each, a share of the side at a time, until they are level, or one whole
    side after the other.
    """

    who: str = "each"
    at: str = ""
    within: Distance | None = None
    away: Mapping[str, Distance] = field(default_factory=dict)
    otherwise: Mapping[str, Distance] = field(default_factory=dict)
    order: Literal["turns", "thirds", "level", "first", "last", "whole"] | None = None
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Layout:
    """One set-up: pieces in the order they are placed, and where models start."""

    pieces: tuple[Piece, ...] = ()
    starts: tuple[Start, ...] = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
