"""The game: everything a catalogue folder says, checked, frozen and ready to look things up in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, ClassVar, Literal

from listbuilder.catalogue.card import Card
from listbuilder.catalogue.entry import Entry
from listbuilder.catalogue.grant import Grant
from listbuilder.catalogue.play import Comparison, MissionRoll
from listbuilder.catalogue.sheet import Budget, Sheet, Stat
from listbuilder.record import record
from listbuilder.rules import AnyRule
from listbuilder.selectors import CONFIG
from listbuilder.values import Positive, slug

__all__ = ["FieldType", "Format", "Game", "KindSpec", "Ruling"]


EMPTY = Sheet()
PLAIN = Card()
PLURALS = {"armour": "Armour", "gear": "Gear"}


@record
class FieldType:
    """The type of a field that a game adds to a kind."""

    type: Literal["number", "text", "word", "words", "dice", "distance", "roll", "split"]
    name: str = ""
    of: tuple[str, ...] = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class KindSpec:
    """What a game says about a kind of entry: its words, the built-in kind it is built like, its own fields."""

    is_: str = ""
    name: str = ""
    plural: str = ""
    fields: Mapping[str, FieldType] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Format:
    """A battle size: its points limit and the rules it adds to the game's."""

    id: str
    name: str
    text: str = ""
    limit: Positive | None = None
    extends: str | None = None
    rules: tuple[AnyRule, ...] = ()
    without: tuple[str, ...] = ()
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Ruling:
    """How something that the rulebook leaves open is read, and why."""

    id: str
    name: str
    text: str
    about: tuple[str, ...] = ()
    source: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Game:
    """A whole catalogue. `digest` identifies its content to the letter."""

    id: str
    name: str
    edition: str
    version: str
    text: str
    points: str = "points"
    extends: str | None = None
    source: str = ""
    stats: Mapping[str, Stat] = field(default_factory=dict)
    budgets: Mapping[str, Budget] = field(default_factory=dict)
    kinds: Mapping[str, KindSpec] = field(default_factory=dict)
    model: Sheet = EMPTY
    list: Sheet = EMPTY
    group: Sheet = EMPTY
    formats: tuple[Format, ...] = ()
    grants: tuple[Grant, ...] = ()
    mission: MissionRoll | None = None
    match: tuple[Comparison, ...] = ()
    card: Card = PLAIN
    rules: tuple[AnyRule, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    entries: tuple[Entry, ...] = ()
    digest: str = ""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    @cached_property
    def names(self) -> Mapping[str, Mapping[str, Entry]]:
        """Per kind, every spelling that finds an entry: id, printed name in usual cases, slugs of aliases."""
        found: dict[str, dict[str, Entry]] = {}
        for entry in self.entries:
            spellings = found.setdefault(entry.kind, {})
            for name in (entry.id, entry.name, *entry.aliases):
                for spelling in (name, name.lower(), name.upper(), slug(name)):
                    spellings.setdefault(spelling, entry)
        return found

    def find(self, kind: str, name: str) -> Entry | None:
        """The entry of a kind by id, printed name or alias, in any case."""
        spellings = self.names.get(kind, {})
        return spellings.get(name) or spellings.get(slug(name))

    @cached_property
    def by_id(self) -> Mapping[tuple[str, str], Entry]:
        """Every entry under (kind, id)."""
        return {(entry.kind, entry.id): entry for entry in self.entries}

    def entry_name(self, kind: str, id: str) -> str:
        """The printed name of an entry, or the id itself where there is none."""
        entry = self.by_id.get((kind, id))
        return entry.name if entry else id

    def format(self, name: str | None) -> Format | None:
        """A format by id or name; the first one when no name is given."""
        if name is None:
            return self.formats[0] if self.formats else None
        wanted = slug(name)
        return next((one for one in self.formats if wanted in (one.id, slug(one.name))), None)

    def format_chain(self, chosen: Format | None) -> tuple[Format, ...]:
        """A format and those it extends, the most basic first."""
        chain: list[Format] = []
        while chosen is not None and chosen not in chain:
            chain.insert(0, chosen)
            chosen = self.format(chosen.extends) if chosen.extends else None
        return tuple(chain)

    def limit_of(self, chosen: Format | None) -> int | None:
        """The points limit of a format, its own or that of the format it extends."""
        limits = [one.limit for one in self.format_chain(chosen) if one.limit is not None]
        return limits[-1] if limits else None

    def kind_name(self, kind: str, many: bool = False) -> str:
        """What players call a kind, one or many of them."""
        spec = self.kinds.get(kind)
        one = spec.name if spec and spec.name else kind.replace("-", " ").capitalize()
        if not many:
            return one
        if spec and spec.plural:
            return spec.plural
        if one.endswith("y"):
            return f"{one[:-1]}ies"
        return PLURALS.get(kind) or (f"{one}es" if one.endswith("s") else f"{one}s")
