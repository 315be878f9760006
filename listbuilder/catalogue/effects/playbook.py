"""The playbook: everything that a game says about play, apart from what judging a list needs.

A game keeps it packed as text and unpacks it on first use; judging a list never does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any

from listbuilder.base.records import Source, pack, record, unpacker
from listbuilder.base.values import Dice, Distance, RollTarget, Short, one_or_many
from listbuilder.catalogue.effects.parts import (
    Amount,
    Moment,
    Moments,
    Names,
    Often,
    PlayTerm,
    Spot,
    Test,
    Tests,
    Thing,
    Who,
)
from listbuilder.catalogue.effects.sequence import STEPS, Rate, Sequence, Summand
from listbuilder.catalogue.effects.terms import NumberTerm, Period, Resource, RollTerm, Term, Terms
from listbuilder.catalogue.effects.verbs import VERBS, Effects
from listbuilder.catalogue.query import Range, Selector


@record
class Health:
    """How models are hurt: damage is taken `from` these stats in this order, `minus` a stat, but at least `min`.

    A model whose `out` is at 0 is out of the game. Steps of sequences that do not say `from` take all of this. `hurts`
    is the event of being damaged, `ends` that of being out.
    """

    from_: tuple[Names, ...]
    """The stats that damage is taken from, the first ones first."""
    out: Annotated[str, PlayTerm("stats")]
    """The stat without which a model is out of the game."""
    hurts: Annotated[str | None, PlayTerm("events")] = None
    """The event of being damaged."""
    ends: Annotated[str | None, PlayTerm("events")] = None
    """The event of being out."""
    minus: Annotated[Names, PlayTerm("stats")] = ()
    """The stats that lower damage."""
    min: Amount | None = None
    """How much damage there is at least."""


@record
class Victory:
    """Who wins: the player with the `most` of the first of these; each further one breaks a tie."""

    most: Annotated[tuple[Amount, ...], Short(one_or_many)]
    """The number that decides, then those that break ties."""
    text: str = ""
    """In your own words."""
    source: Source = ""


@record
class Course:
    """What is in force for all, named by kind, by id, or by `kind/id` if several entries share the id.

    Every model has `models`, every player `players`. `table` is what comes up only in play: terrain, and conditions
    that models get. Choices of the list, and entries with the id of such a choice as a tag, are in force only if they
    were chosen; all models share what was chosen, and its `uses` count for each pick.
    """

    models: Annotated[Names, PlayTerm("kinds", "entries", "keys")] = ()
    """Kinds and entries that every model has."""
    players: Annotated[Names, PlayTerm("kinds", "entries", "keys")] = ()
    """Kinds and entries that every player has."""
    table: Annotated[Names, PlayTerm("kinds", "entries", "keys")] = ()
    """Kinds and entries that play brings: terrain, conditions that models come to have."""
    health: Health | None = None
    """How models are hurt."""
    victory: Victory | None = None
    """Who wins."""


# How an entry is switched on, apart from what it does.


@record
class Use:
    """How an entry is used: by whom, on whom, when, at which price, how often, and how long it lasts.

    The use of a kind, of an entry's keywords and of the entry are merged; the entry's own keys win.
    """

    by: Who | None = None
    """Who may use it."""
    to: Who | None = None
    """On whom."""
    from_: Spot | None = None
    """Measured from where."""
    at: Moments = ()
    """In which window."""
    if_: Tests = ()
    """Tests that must hold."""
    price: Annotated[Mapping[str, Amount], PlayTerm("resources")] = field(default_factory=dict)
    """What it costs, by resource."""
    uses: Often | None = None
    """How often, such as 1 per round."""
    lasts: Moments = ()
    """The moments that end it."""
    as_: Annotated[str | None, PlayTerm("actions", "keywords")] = None
    """The action that using it is."""


@record
class Play:
    """An entry, or a form of a keyword, in play: how it is used, and what it does."""

    use: Use | None = None
    """How it is used."""
    effects: Effects = ()
    """What it does."""


def merged_use(below: Use, above: Use) -> Use:
    """Merge two uses: `above` wins, prices are merged by resource, and the tests of both must hold."""
    return Use(
        by=above.by or below.by,
        to=above.to or below.to,
        from_=above.from_ or below.from_,
        at=above.at or below.at,
        # Tests add up: what is asked of every entry of a kind must hold for each.
        if_=(*below.if_, *above.if_),
        price={**below.price, **above.price},
        uses=above.uses or below.uses,
        lasts=above.lasts or below.lasts,
        as_=above.as_ or below.as_,
    )


@record
class Playbook:
    """The terms of a game, its course, the use of each kind, its sequences, and what its entries are in play.

    Entries and forms of keywords are found by their `play_key`.
    """

    terms: Terms = Terms()
    course: Course = Course()
    use: Mapping[str, Use] = field(default_factory=dict)
    """How it is used."""
    sequences: Mapping[str, Sequence] = field(default_factory=dict)
    entries: Mapping[str, Play] = field(default_factory=dict)


@record
class Book:
    """Records of play as published documents have them."""

    use: Use | None = None
    """How it is used."""
    effects: Effects = ()
    """What it does."""
    terms: Terms = Terms()
    course: Course = Course()
    sequences: Mapping[str, Sequence] = field(default_factory=dict)


CLASSES: dict[str, Any] = {
    cls.__name__: cls
    for cls in (
        Amount, Course, Dice, Distance, Health, Moment, NumberTerm, Often, Period, Play, Playbook, Range, Rate,
        Resource, RollTarget, RollTerm, Selector, Sequence, Spot, Summand, Term, Terms, Test, Thing, Use, Victory, Who,
        *(step for name, step in STEPS.items() if name != "do"),
    )
} | {f"do {name}": cls for name, cls in VERBS.items()}  # fmt: skip
NAMES = {cls: name for name, cls in CLASSES.items()}


def play_key(kind: str, id: str, form: str = "") -> str:
    """The key of an entry in the playbook, or of one form of a keyword."""
    return f"{kind}/{id}/{form}" if form else f"{kind}/{id}"


def pack_playbook(book: Playbook) -> str:
    """A playbook as text; an empty one is an empty text."""
    if book == Playbook():
        return ""
    return json.dumps(pack(book, NAMES.__getitem__), ensure_ascii=False, separators=(",", ":"))


def unpack_playbook(text: str) -> Playbook:
    """The playbook that a text holds."""
    if not text:
        return Playbook()
    book: Playbook = json.loads(text, object_hook=unpacker(CLASSES))
    return book
