"""Kinds of entries: what a game calls them, what they are built like, and the printed values it adds to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Annotated, Any, Literal

from listbuilder.base.records import Refers, Text, record
from listbuilder.base.values import BadFormError, Dice, Distance, RollTarget, Split
from listbuilder.catalogue.entries import FieldValue


def whole(raw: object) -> int:
    """A whole number as YAML has it."""
    if type(raw) is not int:
        raise BadFormError(raw, "not a whole number")
    return raw


NUMBERS: dict[str, Callable[[Any], FieldValue]] = {
    "dice": Dice.parse,
    "distance": Distance.parse,
    "number": whole,
    "roll": RollTarget.parse,
    "split": Split.parse,
}


@record
class FieldType:
    """The type of a field that a game adds to a kind; shares of a number are rounded."""

    type: Literal["number", "text", "word", "words", "dice", "distance", "roll", "split"]
    """What the value is."""
    name: Text = ""
    """The printed name."""
    of: tuple[Text, ...] = ()
    """The words to choose from."""
    round: Literal["up", "down"] = "up"
    """Which way shares of it are rounded."""

    @property
    def idle_keys(self) -> tuple[str, ...]:
        """The keys it says that do nothing for its type."""
        idle = ("of",) if self.of and self.type not in ("word", "words") else ()
        return (*idle, "round") if self.round != "up" and not self.is_number else idle

    @property
    def is_number(self) -> bool:
        """Whether its values can be added up and changed."""
        return self.type in NUMBERS

    @property
    def is_short(self) -> bool:
        """Whether its values fit into a column of a table."""
        return self.is_number or self.type == "word"

    def read(self, raw: object) -> FieldValue:
        """A value as YAML has it, typed; raises ValueError with what is wrong."""
        if self.type in NUMBERS:
            return NUMBERS[self.type](raw)
        if self.type == "words":
            return tuple(self.word(one) for one in (raw if isinstance(raw, list) else [raw]))
        return self.word(raw)

    def word(self, raw: object) -> str:
        """A word that the field knows, or any text where it knows none in particular."""
        if isinstance(raw, dict | list) or raw is None:
            raise BadFormError(raw, "not text")
        if self.of and raw not in self.of:
            raise BadFormError(raw, f"none of {', '.join(self.of)}")
        return str(raw)


@record
class KindSpec:
    """What a game says about a kind of entry: its words, the built-in kind it is built like, its own fields."""

    is_: Annotated[str, Refers("built-in kind")] = ""
    """The built-in kind it is built like."""
    name: Text = ""
    """The printed name."""
    plural: Text = ""
    """What many of them are called."""
    fields: Mapping[Text, FieldType] = field(default_factory=dict)
    """Printed values of your own, by name."""
    keywords: Annotated[tuple[str, ...], Refers("kind of keyword")] = ()
    """Kinds whose entries stand under `keywords`."""
