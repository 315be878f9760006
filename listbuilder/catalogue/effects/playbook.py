"""The playbook: all that a game says about play, apart from what judging a list needs.

A game carries it packed as text; it is unpacked when somebody asks, which judging a list never does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar

from listbuilder.catalogue.effects.course import Course, Health, Victory
from listbuilder.catalogue.effects.moment import Moment, Thing
from listbuilder.catalogue.effects.parts import Amount, Often, Spot, Test, Who
from listbuilder.catalogue.effects.sequence import STEPS, Rate, Sequence, Summand
from listbuilder.catalogue.effects.terms import NumberTerm, Period, Resource, RollTerm, Term, Terms
from listbuilder.catalogue.effects.use import Play, Use
from listbuilder.catalogue.effects.verbs import VERBS, Effects
from listbuilder.packing import pack, unpacker
from listbuilder.record import record
from listbuilder.selectors import CONFIG, Range, Selector
from listbuilder.values import Dice, Distance, Roll


@record
class Playbook:
    """The terms of a game, its course, the use of each kind, its sequences, and what its entries are in play.

    Entries and forms of keywords are found by their `play_key`.
    """

    terms: Terms = Terms()
    course: Course = Course()
    use: Mapping[str, Use] = field(default_factory=dict)
    sequences: Mapping[str, Sequence] = field(default_factory=dict)
    entries: Mapping[str, Play] = field(default_factory=dict)


@record
class Book:
    """Records of play as a published document has them: any of these, each under its name."""

    use: Use | None = None
    effects: Effects = ()
    terms: Terms = Terms()
    course: Course = Course()
    sequences: Mapping[str, Sequence] = field(default_factory=dict)
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


CLASSES: dict[str, Any] = {
    cls.__name__: cls
    for cls in (
        *(Amount, Dice, Distance, Moment, NumberTerm, Often, Period, Play, Playbook, Range, Resource, Roll, RollTerm),
        *(Selector, Spot, Term, Terms, Test, Thing, Use, Who, Rate, Sequence, Summand, Course, Health, Victory),
        *(step for name, step in STEPS.items() if name != "do"),
    )
} | {f"do {name}": cls for name, cls in VERBS.items()}
NAMES = {cls: name for name, cls in CLASSES.items()}


def play_key(kind: str, id: str, form: str = "") -> str:
    """The key of an entry in the playbook, or of one form of a keyword."""
    return f"{kind}/{id}/{form}" if form else f"{kind}/{id}"


def packed(book: Playbook) -> str:
    """A playbook as text; nothing at all where it says nothing."""
    if book == Playbook():
        return ""
    return json.dumps(pack(book, NAMES.__getitem__), ensure_ascii=False, separators=(",", ":"))


def unpacked(text: str) -> Playbook:
    """The playbook that a text holds."""
    if not text:
        return Playbook()
    book: Playbook = json.loads(text, object_hook=unpacker(CLASSES))
    return book
