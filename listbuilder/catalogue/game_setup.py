"""Preparing to play: how missions are rolled, what two lists compare, what headers show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from listbuilder.base.records import CardText, PrintedName, Refers, Source, Text, record
from listbuilder.base.values import BadKeyError, Count, Dice, Distance, Positive
from listbuilder.catalogue.query import Quantity

# How a table is set up, as data: what is put on it, where models start, how long a game lasts.


@record
class Piece:
    """Something that is put on the table: `count` of it in all, or by each player with `by: each`; null if not printed.

    `at` is a place of the game; `within` how far from it at most, `depth` how deep that place is, `away` how far it
    stays from other things.
    """

    what: Text
    """What is put on the table."""
    count: Positive | None = 1
    """How many of it."""
    by: Text = "both"
    """Who places them: `each` player that many, `both` that many in all, or a role."""
    at: Text = ""
    """Where."""
    within: Distance | None = None
    """How far from there at most."""
    depth: Distance | None = None
    """How deep that place is."""
    size: Distance | None = None
    """How large it is."""
    away: Mapping[Text, Distance] = field(default_factory=dict)
    """How far it stays from other things."""
    tags: tuple[Text, ...] = ()
    """What it is besides."""


@record
class Start:
    """Where models start: each side's, those of a role, or those that a list names for something.

    `order` says how sides take turns: a model each, a share of the side at a time, until they are level, or one whole
    side after the other.
    """

    who: Text = "each"
    """Whose models: `each` side, a role, or those the list names."""
    at: Text = ""
    """Where."""
    within: Distance | None = None
    """How far from there at most."""
    away: Mapping[Text, Distance] = field(default_factory=dict)
    """How far they stay from other things."""
    otherwise: Mapping[Text, Distance] = field(default_factory=dict)
    """How far from something at most where there is no such place."""
    order: Literal["turns", "thirds", "level", "first", "last", "whole"] | None = None
    """How the sides take turns."""


@record
class Layout:
    """One set-up: pieces in the order they are placed, and where models start."""

    pieces: tuple[Piece, ...] = ()
    """What is put on the table, in order."""
    starts: tuple[Start, ...] = ()
    """Where models start."""


@record
class MissionRoll:
    """Draw so many different entries of a kind; `text`, `deployment` and `layout` hold for every mission.

    `rounds` is how long a game lasts, `table` how large it is, `roll` the die of the roll-off; `layouts` has the set-up
    of each mission by its id.
    """

    kind: Annotated[str, Refers("kind")] = "mission"
    """Which kind it is."""
    draw: Count = 1
    """How many are drawn; 0 where a game has one set-up only."""
    text: CardText = ""
    deployment: Text = ""
    """Deployment that holds for every mission."""
    source: Source = ""
    rounds: Positive | None = None
    """How many rounds a game lasts."""
    table: tuple[Distance, ...] = ()
    """How wide and how deep the table is."""
    roll: Dice | None = None
    """The die of the roll-off."""
    layout: Layout | None = None
    """The set-up of every mission, as data."""
    layouts: Annotated[Mapping[str, Layout], Refers("entry")] = field(default_factory=dict)
    """The set-up of each mission, by its id."""

    def __post_init__(self) -> None:
        if not self.draw:
            # Nothing is drawn, so the game needs no entries of that kind.
            self.__dict__["kind"] = ""


@record
class Header:
    """A number in the header of a list: in reports, on cards and sheets, and in the force."""

    name: PrintedName
    of: Quantity
    """The number that is shown."""
    text: CardText = ""


@record
class Comparison:
    """One line of two lists side by side.

    `of` is evaluated for each side; `take` says what to show: `both` as they are, or their `sum`, `difference`,
    the `highest` or `lowest` of the two, and with `to` the side with `fewer` or `more` gets the difference. `plus` is
    added to what follows. Or `beats` says which pick in `slot` wins against which, `tie` what happens otherwise. Or
    both sides must have the `same` in a slot or field of the list, or must `differ` in it.
    """

    name: PrintedName
    text: CardText = ""
    source: Source = ""
    of: Quantity | None = None
    """The number of each side."""
    take: Literal["both", "sum", "difference", "highest", "lowest"] = "both"
    """What follows from both: both, sum, difference, highest or lowest."""
    to: Literal["fewer", "more"] | None = None
    """Who gets the difference: the side with fewer or with more."""
    plus: Quantity | None = None
    """What is added to it."""
    slot: Annotated[str | None, Refers("list slot")] = None
    """The slot it is about."""
    beats: Annotated[Mapping[str, str], Refers("context")] = field(default_factory=dict)
    """Which pick wins against which."""
    tie: Text = ""
    """What happens when neither wins."""
    same: Annotated[str | None, Refers("context")] = None
    """A slot or field of the list in which both sides must have the same."""
    differ: Annotated[str | None, Refers("context")] = None
    """A slot or field of the list in which both sides must not have the same."""

    def __post_init__(self) -> None:
        if sum(map(bool, (self.of, self.beats, self.same, self.differ))) != 1:
            raise ValueError("say `of`, a quantity of each side, or `slot` and `beats`, or `same`, or `differ`")
        if bool(self.beats) != bool(self.slot):
            raise BadKeyError("beats", "`beats` and `slot` go together")
        if self.to and self.take != "difference":
            raise BadKeyError("to", "`to` needs `take: difference`")
        if self.plus and self.take == "both":
            raise BadKeyError("plus", "`plus` has no effect with `take: both`")
        if self.tie and not self.beats:
            raise BadKeyError("tie", "`tie` goes with `beats`")
