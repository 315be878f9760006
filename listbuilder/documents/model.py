"""The models of a published force: each miniature with its entries, final stats and cost, in plain frozen records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeAlias

from listbuilder.documents.entry import EnginePick
from listbuilder.documents.lean import LEAN, Lean
from listbuilder.documents.sealed import SealedMappings
from listbuilder.documents.values import CONFIG
from listbuilder.record import record

ModelValue: TypeAlias = int | bool | str | tuple[str, ...]


@record
class CostChange(Lean):
    """One change to what something costs: who made it and what it did."""

    giver: str
    """What made it: an entry's name, a field, or the game."""
    what: str
    """What it did: set, add, times, least or most."""
    amount: int | str
    """By how much; a share as text, such as 1/2."""
    times: int
    """How often."""
    order: int = 0
    """Changes of a lower order come first."""
    copies: int | None = None
    """For how many of them; nothing where it is for all."""
    __pydantic_config__: ClassVar[dict[str, Any]] = LEAN


@record
class CostPart(Lean):
    """One thing that a model or list pays for, or would without what changes its price."""

    slot: str
    """The slot that it is in."""
    entry: str
    """The entry's id."""
    name: str
    """The printed name."""
    cost: int
    """What it costs."""
    changes: tuple[CostChange, ...] = ()
    """What made its price another than the printed or offered one."""
    __pydantic_config__: ClassVar[dict[str, Any]] = LEAN


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
    unit: EnginePick | None
    """What it is, in games that have units."""
    rank: EnginePick | None
    """How experienced it is, in games that have ranks."""
    stats: Mapping[str, int]
    """The final stats by id; the game says what each means."""
    base: Mapping[str, int]
    """The stats by id before anything changed them."""
    early: Mapping[str, int]
    """Stats before the changes of a later order, where the game asks for them beside the final ones."""
    changes: Mapping[str, tuple[EngineChange, ...]]
    """What made each stat that was changed what it is."""
    cost: int
    """What it costs in all."""
    breakdown: tuple[CostPart, ...]
    """What the cost is made of; the parts add up to it."""
    weapons: tuple[EnginePick, ...]
    """All entries built like weapons, granted ones included."""
    abilities: tuple[EnginePick, ...]
    """All entries built like abilities, granted ones included."""
    gear: tuple[EnginePick, ...]
    """All entries built like gear, granted ones included."""
    armour: tuple[EnginePick, ...]
    """All entries built like armour, granted ones included."""
    options: tuple[EnginePick, ...]
    """Everything else on the model, granted ones included."""
    slots: Mapping[str, tuple[str, ...]]
    """The keys of the entries in each slot."""
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
    links: Mapping[str, tuple[str, ...]]
    """The ids of the models that its values name, such as whom it carries."""
    extras: Mapping[str, Any]
    """Data of other tools: the keys that begin with x-, untouched."""
    mappings: ClassVar[tuple[str, ...]] = (
        "links",
        "stats",
        "early",
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

    def picks(self) -> Iterator[EnginePick]:
        """Everything on it, what it is first."""
        yield from (one for one in (self.unit, self.rank) if one is not None)
        for several in (self.weapons, self.armour, self.gear, self.abilities, self.options):
            yield from several


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
    slots: Mapping[str, tuple[EnginePick, ...]]
    """What was picked for the group, by slot."""
    values: Mapping[str, ModelValue]
    """The game's own values of a group, such as its leader's name."""
    notes: str | None
    """The player's notes."""
    extras: Mapping[str, Any]
    """Data of other tools: the keys that begin with x-, untouched."""
    mappings: ClassVar[tuple[str, ...]] = ("posts", "slots", "values", "extras")
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG
