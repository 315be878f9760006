"""What a game says about its printed cards: which slots are tables, what is ticked off, which marks a model wears.

All of it may be left out. A slot that no part of this names is printed all the same, after the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal

from listbuilder.quantity import Quantity
from listbuilder.record import record
from listbuilder.selectors import CONFIG, Selector
from listbuilder.values import Positive, Whole, fraction


@record
class CardTable:
    """A slot whose entries are rows of a table; `columns` are fields with the word above each."""

    slot: str
    columns: Mapping[str, str] = field(default_factory=dict)
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Track:
    """More about a stat that is ticked off box by box: a mark where less than the share `below` is left."""

    below: str | None = None
    mark: str = ""
    text: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        if self.below is not None and not 0 < fraction(self.below) < 1:
            raise ValueError("`below` is a share between 0 and 1, such as 1/2")


@record
class Decay:
    """Stats that change by themselves each turn, and once more every so many turns, until `until` is gone."""

    name: str
    where: Selector
    each: Mapping[str, Whole]
    every: Positive | None = None
    more: Mapping[str, Whole] = field(default_factory=dict)
    until: str | None = None
    turns: Positive = 12
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class CardMark:
    """A word that models of one sort wear beside their name, such as Leader."""

    name: str
    where: Selector
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Token:
    """Tokens to cut out: one for each entry of a `kind`, a `name` of its own, or numbers to lay beside a `stat`.

    `back` is the word on the other side, `count` how many there are of each.
    """

    kind: str | None = None
    name: str = ""
    stat: str | None = None
    back: str = ""
    count: Positive | Quantity = 3
    shape: Literal["round", "square", "hexagon"] = "round"
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        if sum(map(bool, (self.kind, self.name, self.stat))) != 1:
            raise ValueError("say what it is for: a `kind`, a `name` or a `stat`")
        if self.back and not self.name:
            raise ValueError("`back` goes with a `name`")


@record
class Card:
    """The card of a game. `title` is the slot that says what a model is, `line` the fields printed under its name."""

    title: str = ""
    prefix: str = ""
    line: tuple[str, ...] = ()
    tables: tuple[CardTable, ...] = ()
    texts: tuple[str, ...] = ()
    tracks: Mapping[str, Track] = field(default_factory=dict)
    decay: tuple[Decay, ...] = ()
    marks: tuple[CardMark, ...] = ()
    reference: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()
    tokens: tuple[Token, ...] = ()
    boxes_per: tuple[str, ...] = ("game",)
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    @property
    def token_kinds(self) -> frozenset[str]:
        """The kinds whose entries get tokens, such as conditions."""
        return frozenset(token.kind for token in self.tokens if token.kind)
