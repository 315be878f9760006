"""Formats, the battle sizes of a game, and rulings: how it reads what its rulebook leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated

from listbuilder.base.records import Refers, Text, record
from listbuilder.base.values import Count
from listbuilder.base.wording import as_words
from listbuilder.catalogue.rules import AnyRule


@record
class Format:
    """A battle size: its limits (`limit` is that of the first currency) and the rules it adds to the game's."""

    id: Text
    """Lower case, with hyphens; made from the name where it may be left out."""
    name: Text = ""
    """The printed name."""
    text: Text = ""
    """In your own words, short enough for a card."""
    limit: Count | None = None
    """The most points."""
    limits: Annotated[Mapping[str, Count], Refers("currency")] = field(default_factory=dict)
    """The most of each currency."""
    extends: Annotated[str | None, Refers("format")] = None
    """The format whose rules it has as well."""
    rules: tuple[AnyRule, ...] = ()
    """Rules that come into force with it."""
    without: Annotated[tuple[str, ...], Refers("rule")] = ()
    """Ids of rules it does without."""
    source: Text = ""
    """The section of the rulebook."""

    def __post_init__(self) -> None:
        if not self.name:
            self.__dict__["name"] = as_words(self.id).capitalize()


@record
class Ruling:
    """How something that the rulebook leaves open is read, and why."""

    id: Text
    """Lower case, with hyphens; made from the name where it may be left out."""
    name: Text
    """The printed name."""
    text: Text
    """In your own words, short enough for a card."""
    about: Annotated[tuple[str, ...], Refers("subject")] = ()
    """Ids of the entries or rules it is about."""
    source: Text = ""
    """The section of the rulebook."""
