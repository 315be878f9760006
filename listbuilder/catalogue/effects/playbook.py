"""The playbook: all that a game says about play, apart from what judging a list needs.

A game carries it packed as text; it is unpacked when somebody asks, which judging a list never does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Any

from listbuilder.base.records import pack, record, unpacker
from listbuilder.base.values import Dice, Distance, RollTarget
from listbuilder.catalogue.effects.course import Course, Health, Victory
from listbuilder.catalogue.effects.moment import Moment, Moments, Thing
from listbuilder.catalogue.effects.parts import Amount, Often, PlayTerm, Spot, Test, Tests, Who
from listbuilder.catalogue.effects.sequence import STEPS, Rate, Sequence, Summand
from listbuilder.catalogue.effects.terms import NumberTerm, Period, Resource, RollTerm, Term, Terms
from listbuilder.catalogue.effects.verbs import VERBS, Effects
from listbuilder.catalogue.query import Range, Selector

# How an entry is switched on, apart from what it does.


@record
class Use:
    """How an entry is switched on: who uses it on whom, when, for which price, how often, and how long it lasts.

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
    """What an entry, or a form of a keyword, is in play: how it is used, and what it does."""

    use: Use | None = None
    """How it is switched on."""
    effects: Effects = ()
    """What it does."""


def merged_use(below: Use, above: Use) -> Use:
    """One use laid over another: what the upper one says holds, prices by resource; tests of both must hold."""
    return Use(
        by=above.by or below.by,
        to=above.to or below.to,
        from_=above.from_ or below.from_,
        at=above.at or below.at,
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
    """How it is switched on."""
    sequences: Mapping[str, Sequence] = field(default_factory=dict)
    entries: Mapping[str, Play] = field(default_factory=dict)


@record
class Book:
    """Records of play as a published document has them: any of these, each under its name."""

    use: Use | None = None
    """How it is switched on."""
    effects: Effects = ()
    """What it does."""
    terms: Terms = Terms()
    course: Course = Course()
    sequences: Mapping[str, Sequence] = field(default_factory=dict)


CLASSES: dict[str, Any] = {
    cls.__name__: cls
    for cls in (
        *(
            Amount,
            Dice,
            Distance,
            Moment,
            NumberTerm,
            Often,
            Period,
            Play,
            Playbook,
            Range,
            Resource,
            RollTarget,
            RollTerm,
        ),
        *(Selector, Spot, Term, Terms, Test, Thing, Use, Who, Rate, Sequence, Summand, Course, Health, Victory),
        *(step for name, step in STEPS.items() if name != "do"),
    )
} | {f"do {name}": cls for name, cls in VERBS.items()}
NAMES = {cls: name for name, cls in CLASSES.items()}


def play_key(kind: str, id: str, form: str = "") -> str:
    """The key of an entry in the playbook, or of one form of a keyword."""
    return f"{kind}/{id}/{form}" if form else f"{kind}/{id}"


def pack_playbook(book: Playbook) -> str:
    """A playbook as text; nothing at all where it says nothing."""
    if book == Playbook():
        return ""
    return json.dumps(pack(book, NAMES.__getitem__), ensure_ascii=False, separators=(",", ":"))


def unpack_playbook(text: str) -> Playbook:
    """The playbook that a text holds."""
    if not text:
        return Playbook()
    book: Playbook = json.loads(text, object_hook=unpacker(CLASSES))
    return book
