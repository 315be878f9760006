"""The models of a published force: each miniature with its entries, final stats and cost, in plain frozen records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal, TypeAlias

from listbuilder.documents.sealed import Sealed, SealedMappings
from listbuilder.documents.values import CONFIG, DiceValue, DistanceValue, RollValue, SplitValue, UsesValue
from listbuilder.record import record

__all__ = [
    "CostPart",
    "EngineBudget",
    "EngineChange",
    "EngineEntry",
    "EngineGroup",
    "EngineKeyword",
    "EngineModel",
    "FieldValue",
    "ModelValue",
]

FieldValue: TypeAlias = int | str | tuple[str, ...] | DiceValue | DistanceValue | RollValue | SplitValue
ModelValue: TypeAlias = int | bool | str | tuple[str, ...]


@record
class EngineKeyword(SealedMappings):
    """A keyword as printed on an entry, with its values."""

    id: str
    """The keyword's id."""
    form: str
    """The id of the form it is printed in: piercing-crits is another one than piercing."""
    printed: str
    """As printed on the entry, such as Piercing 1."""
    values: Mapping[str, FieldValue] = field(default_factory=Sealed)
    """Its values by name, typed: {"x": 1}."""
    text: str = ""
    """What it means, with the values filled in."""
    implied: str | None = None
    """The keyword that brings this one along, where it is not printed itself."""
    mappings: ClassVar[tuple[str, ...]] = ("values",)
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class EngineEntry(SealedMappings):
    """Anything picked or granted: a unit, a weapon, an ability, gear, a mission, …"""

    id: str
    """The entry's id; unique within its kind."""
    kind: str
    """The game's own word for what it is."""
    base: str
    """The built-in kind that it is built like: unit, rank, weapon, gear, armour, ability, option, …"""
    name: str
    """The printed name."""
    slot: str
    """The slot that it is in."""
    cost: int = 0
    """What it costs here, as often as it is there; 0 when it was granted."""
    costs: Mapping[str, int] = field(default_factory=Sealed)
    """The same in every currency; what is inside it pays for itself."""
    count: int = 1
    """How many of it are here."""
    category: str | None = None
    """The category it is printed under."""
    tags: tuple[str, ...] = ()
    """Its tags."""
    text: str = ""
    """The rule in short."""
    source: str = ""
    """The section of the rulebook."""
    range: DistanceValue | None = None
    """How far a weapon reaches, with every bonus."""
    damage: SplitValue | DiceValue | None = None
    """What a weapon does: a roll, or a normal and a critical number, with every bonus."""
    activation: Literal["passive", "active"] | None = None
    """Whether an ability or gear works by itself or is used."""
    uses: UsesValue | None = None
    """How often it works, where that is limited."""
    keywords: tuple[EngineKeyword, ...] = ()
    """Its keywords with their values, implied ones included."""
    values: Mapping[str, FieldValue] = field(default_factory=Sealed)
    """The numbers in its text and effects by name, with every bonus."""
    fields: Mapping[str, FieldValue] = field(default_factory=Sealed)
    """The game's own printed values, with every bonus."""
    roles: Mapping[str, str] = field(default_factory=Sealed)
    """What each side of a mission does, by role."""
    goals: tuple[EngineEntry, ...] = ()
    """What it scores by."""
    picks: tuple[EngineEntry, ...] = ()
    """The choices inside this choice."""
    granted: bool = False
    """Whether it was given for free by something else."""
    giver: str | None = None
    """The name of what granted it."""
    unknown: bool = False
    """Whether this is a placeholder for a name that the catalogue does not know."""
    mappings: ClassVar[tuple[str, ...]] = ("costs", "values", "fields", "roles")
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def deep(self) -> Iterator[EngineEntry]:
        """The entry and every choice inside it."""
        yield self
        for one in self.picks:
            yield from one.deep()


@record
class CostPart:
    """One thing that a model or list pays for."""

    slot: str
    """The slot that it is in."""
    entry: str
    """The entry's id."""
    name: str
    """The printed name."""
    cost: int
    """What it costs."""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class EngineChange:
    """One change to a number: who made it and what it did."""

    giver: str
    """What made it: an entry's name, a field, or `raised`."""
    what: str
    """What it did: set, add, times, least or most."""
    amount: int | str
    """By how much; a share as text, such as 1/2."""
    times: int
    """How often."""
    order: int
    """Changes of a lower order come first."""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class EngineBudget:
    """Something a model spends besides points."""

    allowed: int
    """How much there is."""
    spent: int
    """How much is spent."""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class EngineModel(SealedMappings):
    """One miniature; each copy of a row is its own model."""

    id: str
    """Unique in the force and the same in every order of rows: the list's `id:`, or made of its name or what it is."""
    row: int
    """The row in the list, from 0."""
    copy: int
    """Which copy of that row, from 0."""
    name: str | None
    """The name the player gave it."""
    title: str
    """What to call it: its name, or what it is."""
    unit: EngineEntry | None
    """What it is, in games that have units."""
    rank: EngineEntry | None
    """How experienced it is, in games that have ranks."""
    stats: Mapping[str, int]
    """The final stats by id; the game says what each means."""
    base: Mapping[str, int]
    """The stats by id before anything changed them."""
    changes: Mapping[str, tuple[EngineChange, ...]]
    """What made each stat that was changed what it is."""
    cost: int
    """What it costs in all."""
    breakdown: tuple[CostPart, ...]
    """What the cost is made of; the parts add up to it."""
    weapons: tuple[EngineEntry, ...]
    """All entries built like weapons, granted ones included."""
    abilities: tuple[EngineEntry, ...]
    """All entries built like abilities, granted ones included."""
    gear: tuple[EngineEntry, ...]
    """All entries built like gear, granted ones included."""
    armour: tuple[EngineEntry, ...]
    """All entries built like armour, granted ones included."""
    slots: Mapping[str, tuple[EngineEntry, ...]]
    """Everything on the model by slot, also what is listed above."""
    tags: tuple[str, ...]
    """The tags of everything on the model, each once."""
    values: Mapping[str, ModelValue]
    """The game's own values of a model, such as its level."""
    raises: Mapping[str, int]
    """How far the player raised each stat."""
    budgets: Mapping[str, EngineBudget]
    """What it may spend besides points, and what it did."""
    costs: Mapping[str, int]
    """What it costs in every currency that it costs some of."""
    size: int
    """How many miniatures it is, in games with squads."""
    part: str
    """The part of the list that it is in: main, or one that does not count."""
    group: str | None
    """The name of its group."""
    posts: tuple[str, ...]
    """The posts that it holds in its group, such as leader."""
    deploy: bool
    """Whether it takes part in the game; false for those only drafted."""
    notes: str | None
    """The player's notes."""
    art: str | None
    """An image for its card, as the list names it."""
    extras: Mapping[str, Any]
    """Data of other tools: the keys that begin with x-, untouched."""
    mappings: ClassVar[tuple[str, ...]] = (
        "stats",
        "base",
        "changes",
        "costs",
        "slots",
        "values",
        "raises",
        "budgets",
        "extras",
    )
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class EngineGroup(SealedMappings):
    """A named group of models."""

    id: str
    """Stable and unique in the force, such as g1."""
    name: str
    """What it is called."""
    kind: str | None
    """What kind of group it is, by the game's own word."""
    members: tuple[str, ...]
    """The ids of its models."""
    posts: Mapping[str, str]
    """Who holds each post, such as leader: the id of the model."""
    within: str | None
    """The id of the group that it stands within."""
    slots: Mapping[str, tuple[EngineEntry, ...]]
    """What was picked for the group, by slot."""
    values: Mapping[str, ModelValue]
    """The game's own values of a group, such as its leader's name."""
    notes: str | None
    """The player's notes."""
    extras: Mapping[str, Any]
    """Data of other tools: the keys that begin with x-, untouched."""
    mappings: ClassVar[tuple[str, ...]] = ("posts", "slots", "values", "extras")
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
