"""Entries of a published force: each once in a table, and picks that refer to it by its key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from listbuilder.documents.lean import LEAN, Lean, Played
from listbuilder.documents.sealed import Sealed, SealedMappings
from listbuilder.documents.values import DiceValue, DistanceValue, RollValue, SplitValue, UsesValue
from listbuilder.record import record

if TYPE_CHECKING:
    from listbuilder.catalogue.effects.effect import Effect
    from listbuilder.catalogue.effects.use import Use
else:
    Effect = Use = Any  # read and written by their own marks; loading them would cost every command time

FieldValue: TypeAlias = int | str | tuple[str, ...] | DiceValue | DistanceValue | RollValue | SplitValue


@record
class EngineKeyword(Lean, SealedMappings):
    """A keyword as printed on an entry, with its values."""

    entry: str
    """Its key in the table of entries, where its text and effects stand with these values."""
    id: str
    """The keyword's id."""
    form: str
    """The id of the form it is printed in: piercing-crits is another one than piercing."""
    printed: str
    """As printed on the entry, such as Piercing 1."""
    values: Mapping[str, FieldValue] = field(default_factory=Sealed)
    """Its values by name, typed: {"x": 1}."""
    implied: str | None = None
    """The keyword that brings this one along, where it is not printed itself."""
    mappings: ClassVar[tuple[str, ...]] = ("values",)
    __pydantic_config__: ClassVar[dict[str, Any]] = LEAN


@record
class EngineEntry(Lean, SealedMappings):
    """Anything printed that the force has or refers to: units, weapons, abilities, keywords, conditions, missions, …

    Where grants make its numbers differ from one model to another, it stands in the table once for each.
    """

    id: str
    """The entry's id; unique within its kind."""
    kind: str
    """The game's own word for what it is."""
    base: str
    """The built-in kind that it is built like: unit, rank, weapon, gear, armour, ability, keyword, option, …"""
    name: str
    """The printed name; of a keyword with values, as it is printed with them."""
    category: str | None = None
    """The category it is printed under."""
    tags: tuple[str, ...] = ()
    """Its tags."""
    text: str = ""
    """The rule in short, with every number as it is here."""
    source: str = ""
    """The section of the rulebook."""
    sample: bool = False
    """Whether it is the catalogue's own and not the rulebook's."""
    stats: Mapping[str, int] = field(default_factory=Sealed)
    """The full statline of a unit, before anything changes it."""
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
    dice: DiceValue | None = None
    """What is rolled on a table."""
    rows: Mapping[str, str] = field(default_factory=Sealed)
    """The results of a table, by what the dice show."""
    roles: Mapping[str, str] = field(default_factory=Sealed)
    """What each side of a mission does, by role."""
    goals: tuple[str, ...] = ()
    """The keys of what it scores by."""
    use: Annotated[Use | None, Played("use")] = None
    """How it is switched on: its own use, laid over those of its keywords and its kind."""
    effects: Annotated[tuple[Effect, ...], Played("effects")] = ()
    """What it does in play, with its values filled in."""
    unknown: bool = False
    """Whether this is a placeholder for a name that the catalogue does not know."""
    mappings: ClassVar[tuple[str, ...]] = ("stats", "values", "fields", "rows", "roles")
    __pydantic_config__: ClassVar[dict[str, Any]] = LEAN


@record
class EnginePick(Lean, SealedMappings):
    """An entry that was picked or granted: what it costs here, and the numbers that are asked for most."""

    entry: str
    """Its key in the table of entries, where everything else about it stands."""
    id: str
    """The entry's id."""
    kind: str
    """The game's own word for what it is."""
    name: str
    """The printed name."""
    slot: str
    """The slot that it is in."""
    cost: int = 0
    """What it costs here, as often as it is there; 0 when it was granted."""
    costs: Mapping[str, int] = field(default_factory=Sealed)
    """The same in every currency, where it costs some of another than the first; what is inside it pays for itself."""
    count: int = 1
    """How many of it are here."""
    category: str | None = None
    """The category it is printed under."""
    activation: Literal["passive", "active"] | None = None
    """Whether an ability or gear works by itself or is used."""
    range: DistanceValue | None = None
    """How far a weapon reaches, with every bonus."""
    damage: SplitValue | DiceValue | None = None
    """What a weapon does: a roll, or a normal and a critical number, with every bonus."""
    keywords: tuple[EngineKeyword, ...] = ()
    """Its keywords with their values, implied ones included."""
    picks: tuple[EnginePick, ...] = ()
    """The choices inside this choice."""
    granted: bool = False
    """Whether it was given for free by something else."""
    giver: str | None = None
    """The name of what granted it."""
    given_by: str | None = None
    """The key of the entry that granted it, where it was one."""
    unknown: bool = False
    """Whether this is a placeholder for a name that the catalogue does not know."""
    mappings: ClassVar[tuple[str, ...]] = ("costs",)
    __pydantic_config__: ClassVar[dict[str, Any]] = LEAN

    def deep(self) -> Iterator[EnginePick]:
        """The pick and every choice inside it."""
        yield self
        for one in self.picks:
            yield from one.deep()
