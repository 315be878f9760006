"""How a game's cards are printed: which slots are tables, what is ticked off, which marks models have.

All of it is optional. Slots that it does not name are printed after the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from listbuilder.base.records import CardText, PrintedName, Refers, Text, record
from listbuilder.base.values import BadKeyError, Positive, Whole, fraction
from listbuilder.catalogue.query import Quantity, Selector


@record
class CardTable:
    """A slot whose entries are rows of a table; `columns` are fields with the word above each."""

    slot: Annotated[str, Refers("model slot")]
    """The slot it is about."""
    columns: Annotated[Mapping[str, str], Refers("context")] = field(default_factory=dict)
    """Fields, with the word above each."""


@record
class Track:
    """More about a stat that is ticked off box by box: a mark where less than the share `below` is left."""

    below: Text | None = None
    """The share below which the mark holds."""
    mark: Text = ""
    """The word for that state."""
    text: CardText = ""

    def __post_init__(self) -> None:
        if self.below is not None and not 0 < fraction(self.below) < 1:
            raise BadKeyError("below", "`below` is a share between 0 and 1, such as 1/2")


@record
class Decay:
    """Stats that change by themselves each turn, and once more every so many turns, until `until` is gone."""

    name: PrintedName
    where: Selector
    """Which models: a selector."""
    each: Annotated[Mapping[str, Whole], Refers("stat")]
    """What changes every turn."""
    every: Positive | None = None
    """The number of turns after which `more` changes too."""
    more: Annotated[Mapping[str, Whole], Refers("stat")] = field(default_factory=dict)
    """What changes in addition then."""
    until: Annotated[str | None, Refers("stat")] = None
    """The stat that ends it at 0."""
    turns: Positive = 12
    """How many turns are printed."""


@record
class CardMark:
    """A word beside the name of some models, such as Leader."""

    name: PrintedName
    where: Selector
    """Which models: a selector."""


@record
class Token:
    """Tokens to cut out: one for each entry of a `kind`, a `name` of its own, or numbers to lay beside a `stat`.

    `back` is the word on the other side, `count` how many there are of each.
    """

    kind: Annotated[str | None, Refers("kind")] = None
    """A token for each entry of a kind."""
    name: Text = ""
    """The word on it."""
    stat: Annotated[str | None, Refers("stat")] = None
    """Numbers to lay beside a stat that is ticked off."""
    back: Text = ""
    """The word on its other side."""
    count: Positive | Quantity = 3
    """How many of each: a number or a quantity; default 3."""
    shape: Literal["round", "square", "hexagon"] = "round"
    """Its shape."""

    def __post_init__(self) -> None:
        if sum(map(bool, (self.kind, self.name, self.stat))) != 1:
            raise ValueError("say what it is for: a `kind`, a `name` or a `stat`")
        if self.back and not self.name:
            raise BadKeyError("back", "`back` goes with a `name`")


@record
class Card:
    """The card of a game. `title` is the slot that says what a model is, `line` the fields printed under its name."""

    title: Annotated[str, Refers("model slot")] = ""
    """The slot or field that a card is headed with."""
    prefix: Text = ""
    """Text before the title."""
    line: Annotated[tuple[str, ...] | None, Refers("field")] = None
    """Fields printed in the line under the title; default: the unit's own numbers and the number fields of models."""
    tables: tuple[CardTable, ...] = ()
    """Slots printed as tables."""
    texts: Annotated[tuple[str, ...], Refers("model slot")] = ()
    """Slots printed as texts."""
    tracks: Annotated[Mapping[str, Track], Refers("stat")] = field(default_factory=dict)
    """Stats that are ticked off."""
    decay: tuple[Decay, ...] = ()
    """Stats that change by themselves each turn."""
    marks: tuple[CardMark, ...] = ()
    """Words beside the names of some models."""
    reference: Annotated[tuple[str, ...], Refers("kind")] = ()
    """Kinds printed on reference cards."""
    badges: Annotated[tuple[str, ...], Refers("entry field")] = ()
    """Fields of entries whose numbers are printed in badges."""
    tokens: tuple[Token, ...] = ()
    """Tokens to cut out."""
    boxes_per: Annotated[tuple[str, ...], Refers("time of use")] = ("game",)
    """The periods whose uses get boxes to tick; default game."""

    @property
    def token_kinds(self) -> frozenset[str]:
        """The kinds whose entries get tokens, such as conditions."""
        return frozenset(token.kind for token in self.tokens if token.kind)
