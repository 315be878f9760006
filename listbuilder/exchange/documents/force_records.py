"""The published force: everything a game engine needs to know about a list, in plain frozen records.

Names of fields are the keys of the JSON document, whose schema is made from these records. A version of the schema
keeps what it has: fields are only added (the second number rises); taking one away or changing its meaning raises the
first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias

from listbuilder.base.records import FrozenDict, FrozenMappings, complete, published
from listbuilder.exchange.documents.dump import (
    DiceValue,
    DistanceValue,
    PlayRecords,
    RollValue,
    SparseRecord,
    SplitValue,
    UsesValue,
)
from listbuilder.exchange.documents.report_document import ReportFinding

# Entries of a published force: each once in a table, and picks that refer to it by its key.


if TYPE_CHECKING:
    from listbuilder.catalogue.effects.playbook import Use
    from listbuilder.catalogue.effects.verbs import Effect
else:
    # Read and written by their own marks; loading them would cost every command time.
    Effect = Use = Any

FieldValue: TypeAlias = int | str | tuple[str, ...] | DiceValue | DistanceValue | RollValue | SplitValue


@published
class EngineKeyword(SparseRecord, FrozenMappings):
    """A keyword as printed on an entry, with its values."""

    entry: str
    """Its key in the table of entries, where its text and effects stand with these values."""
    id: str
    """The keyword's id."""
    form: str
    """The id of the form it is printed in: piercing-crits is another one than piercing."""
    printed: str
    """As printed on the entry, such as Piercing 1."""
    values: Mapping[str, FieldValue] = field(default_factory=FrozenDict)
    """Its values by name, typed: {"x": 1}."""
    implied: str | None = None
    """The keyword that brings this one along, where it is not printed itself."""
    mappings: ClassVar[tuple[str, ...]] = ("values",)


@published
class EngineEntry(SparseRecord, FrozenMappings):
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
    stats: Mapping[str, int] = field(default_factory=FrozenDict)
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
    values: Mapping[str, FieldValue] = field(default_factory=FrozenDict)
    """The numbers in its text and effects by name, with every bonus."""
    ids: Mapping[str, str] = field(default_factory=FrozenDict)
    """The ids of the entries that its values name: {"x": "poison"} where the value x is printed as Poison."""
    fields: Mapping[str, FieldValue] = field(default_factory=FrozenDict)
    """The game's own printed values, with every bonus."""
    dice: DiceValue | None = None
    """What is rolled on a table."""
    rows: Mapping[str, str] = field(default_factory=FrozenDict)
    """The results of a table, by what the dice show."""
    roles: Mapping[str, str] = field(default_factory=FrozenDict)
    """What each side of a mission does, by role."""
    goals: tuple[str, ...] = ()
    """The keys of what it scores by."""
    use: Annotated[Use | None, PlayRecords("use")] = None
    """How it is switched on: its own use, laid over those of its keywords and its kind."""
    effects: Annotated[tuple[Effect, ...], PlayRecords("effects")] = ()
    """What it does in play, with its values filled in."""
    unknown: bool = False
    """Whether this is a placeholder for a name that the catalogue does not know."""
    mappings: ClassVar[tuple[str, ...]] = ("stats", "values", "ids", "fields", "rows", "roles")


@published
class EnginePick(SparseRecord, FrozenMappings):
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
    costs: Mapping[str, int] = field(default_factory=FrozenDict)
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

    def deep(self) -> Iterator[EnginePick]:
        """The pick and every choice inside it."""
        yield self
        for one in self.picks:
            yield from one.deep()


# The models of a published force: each miniature with its entries, final stats and cost, in plain frozen records.


ModelValue: TypeAlias = int | bool | str | tuple[str, ...]


@published
class CostChange(SparseRecord):
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


@published
class CostPart(SparseRecord):
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


@complete
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


@complete
class EngineBudget:
    """Something a model spends besides points."""

    allowed: int
    """How much there is."""
    spent: int
    """How much is spent."""


@complete
class EngineModel(FrozenMappings):
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

    def picks(self) -> Iterator[EnginePick]:
        """Everything on it, what it is first."""
        yield from (one for one in (self.unit, self.rank) if one is not None)
        for several in (self.weapons, self.armour, self.gear, self.abilities, self.options):
            yield from several


@complete
class EngineGroup(FrozenMappings):
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


if TYPE_CHECKING:
    from listbuilder.catalogue.effects.playbook import Course
    from listbuilder.catalogue.effects.sequence import Sequence
    from listbuilder.catalogue.effects.terms import Terms
else:
    # Read and written by their own marks; loading them would cost every command time.
    Course = Terms = Sequence = Any

DOCUMENT, SCHEMA = "listbuilder-force", "2.3"
RULES = "1.0"
"""The version of the rules document, which a force names by its hash."""


@complete
class EngineStat:
    """One number of the statline."""

    id: str
    """The key in a model's stats."""
    name: str
    """The printed name."""
    text: str
    """What it means."""
    suffix: str
    """What is printed after the number."""
    boxes: bool
    """Whether it is ticked off during play, as hit points are."""


@complete
class EngineGame:
    """The game that the list is for."""

    id: str
    """The game's id."""
    name: str
    """The game's name."""
    edition: str
    """The rulebook's own version."""
    stats: tuple[EngineStat, ...]
    """The statline in printed order."""


@complete
class EngineCatalogue:
    """The catalogue that the force was resolved with."""

    version: str
    """Its version."""
    digest: str
    """SHA-256 of its content: the same digest is the same catalogue to the letter."""
    over: tuple[str, ...] = ()
    """The games that it is laid over, where it is an overlay; the lowest first."""
    event: str | None = None
    """The event that the list was judged for."""


@complete
class EngineList(FrozenMappings):
    """The list that the force was resolved from."""

    name: str | None
    """What it is called."""
    player: str | None
    """Who plays it."""
    hash: str
    """SHA-256 of its content, the same for YAML and JSON and whatever the order of keys."""
    meaning: str
    """SHA-256 of what the list is: the same for every spelling, order of rows and format of it."""
    seal: str | None
    """The seal on the whole list, where its secrets were left out."""
    catalogue: str | None
    """The catalogue version that the list says it was built against."""
    notes: str | None
    """The player's notes."""
    art: str | None
    """An image, as the list names it."""
    extras: Mapping[str, Any]
    """Data of other tools: the keys that begin with x-, untouched."""
    document: Mapping[str, Any]
    """The list itself, so that the force can be resolved again."""
    mappings: ClassVar[tuple[str, ...]] = ("extras", "document")


@complete
class EngineFormat:
    """The battle size."""

    id: str
    """Its id."""
    name: str
    """Its name."""


@complete
class EnginePoints:
    """What the list costs."""

    total: int
    """The cost of the whole list."""
    limit: int | None
    """The most it may cost, where there is a limit."""
    name: str
    """What the game calls its points."""
    breakdown: tuple[CostPart, ...]
    """What the list itself pays for, besides its models."""


@complete
class EngineTotal:
    """What the list costs in one currency, or a number that the game shows in the head of a list."""

    id: str
    """The currency's id, or the header's name."""
    name: str
    """What players call it."""
    total: int
    """How much it is."""
    limit: int | None
    """The most it may be, where there is a limit."""
    apart: Mapping[str, int]
    """What the parts of the list that do not count cost, by their names."""


@complete
class EngineForce(FrozenMappings):
    """A list, resolved and judged, complete enough that an engine never needs the catalogue."""

    document: Literal["listbuilder-force"] = "listbuilder-force"
    """What this document is."""
    schema: str = SCHEMA
    """The version of this document's schema, MAJOR.MINOR."""
    fingerprint: str
    """SHA-256 over list and catalogue: the same fingerprint is the same force."""
    standalone: bool = True
    """Whether it has all that its rules have; otherwise `terms`, `sequences`, `course` and rows are there alone."""
    rules: str = ""
    """The `hash` of the rules document of its game, as `export GAME --to rules` writes it."""
    valid: bool
    """Whether the list is legal: no finding is an error."""
    game: EngineGame
    """The game."""
    catalogue: EngineCatalogue
    """The catalogue it was resolved with."""
    list: EngineList
    """The list it was resolved from."""
    format: EngineFormat | None
    """The battle size, in games that have them."""
    points: EnginePoints
    """What it costs."""
    totals: tuple[EngineTotal, ...]
    """What it costs in every currency, then the numbers in its head."""
    event: str | None
    """The event that it was judged for."""
    values: Mapping[str, ModelValue]
    """The game's own values of a list, such as the role in a mission."""
    links: Mapping[str, tuple[str, ...]]
    """The ids of the models that values of the list name, such as who is the VIP."""
    slots: Mapping[str, tuple[EnginePick, ...]]
    """What was picked for the list as a whole, by slot, granted entries included."""
    groups: tuple[EngineGroup, ...]
    """Named groups of models."""
    models: tuple[EngineModel, ...]
    """The models in the order of the list."""
    entries: Mapping[str, EngineEntry]
    """Every entry that the force has or refers to, once, under the key that picks and others name it by."""
    terms: Annotated[Terms, PlayRecords("terms")]
    """The words of play that the game declares, its constants and turn sequence among them."""
    course: Annotated[Course, PlayRecords("course")]
    """What every model and every player has, as keys of the table of entries; how models are hurt, and who wins."""
    sequences: Annotated[Mapping[str, Sequence], PlayRecords("sequences")]
    """What is calculated and rolled one after the other, such as an attack."""
    findings: tuple[ReportFinding, ...]
    """Everything that is wrong or worth knowing, errors first."""
    extras: Mapping[str, Any] = field(default_factory=FrozenDict)
    """Data of other tools about the force: the keys of the document that begin with x-, untouched."""
    mappings: ClassVar[tuple[str, ...]] = ("values", "links", "slots", "entries", "sequences", "extras")

    @property
    def name(self) -> str | None:
        """What the list is called."""
        return self.list.name

    @property
    def cost(self) -> int:
        """What the whole list costs."""
        return self.points.total

    @property
    def placeholders(self) -> tuple[EnginePick, ...]:
        """The picks that stand for names the catalogue does not know."""
        return tuple(pick for pick in self.picks() if pick.unknown)

    def picks(self) -> Iterator[EnginePick]:
        """Every pick of the list, its groups and its models, choices inside choices included."""
        for slots in (self.slots, *(group.slots for group in self.groups)):
            for held in slots.values():
                for pick in held:
                    yield from pick.deep()
        for model in self.models:
            for pick in model.picks():
                yield from pick.deep()
