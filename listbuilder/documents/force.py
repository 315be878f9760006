"""The published force: everything a game engine needs to know about a list, in plain frozen records.

Names of fields are the keys of the JSON document, whose schema is made from these records. A version of the schema
keeps what it has: fields are only added (the second number rises); taking one away or changing its meaning raises the
first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from listbuilder.documents.entry import EngineEntry, EnginePick
from listbuilder.documents.lean import Played
from listbuilder.documents.model import CostPart, EngineGroup, EngineModel, ModelValue
from listbuilder.documents.report import ReportFinding
from listbuilder.documents.sealed import Sealed, SealedMappings
from listbuilder.documents.values import CONFIG
from listbuilder.record import record

if TYPE_CHECKING:
    from listbuilder.catalogue.effects.course import Course
    from listbuilder.catalogue.effects.sequence import Sequence
    from listbuilder.catalogue.effects.terms import Terms
else:
    Course = Terms = Sequence = Any  # read and written by their own marks; loading them would cost every command time

DOCUMENT, SCHEMA = "listbuilder-force", "2.2"


@record
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
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
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
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
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
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class EngineList(SealedMappings):
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
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class EngineFormat:
    """The battle size."""

    id: str
    """Its id."""
    name: str
    """Its name."""
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
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
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
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
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class EngineForce(SealedMappings):
    """A list, resolved and judged, complete enough that an engine never needs the catalogue."""

    document: Literal["listbuilder-force"] = "listbuilder-force"
    """What this document is."""
    schema: str = SCHEMA
    """The version of this document's schema, MAJOR.MINOR."""
    fingerprint: str
    """SHA-256 over list and catalogue: the same fingerprint is the same force."""
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
    terms: Annotated[Terms, Played("terms")]
    """The words of play that the game declares, its constants and turn sequence among them."""
    course: Annotated[Course, Played("course")]
    """What every model and every player has, as keys of the table of entries; how models are hurt, and who wins."""
    sequences: Annotated[Mapping[str, Sequence], Played("sequences")]
    """What is reckoned and rolled one after the other, such as an attack."""
    findings: tuple[ReportFinding, ...]
    """Everything that is wrong or worth knowing, errors first."""
    extras: Mapping[str, Any] = field(default_factory=Sealed)
    """Data of other tools about the force: the keys of the document that begin with x-, untouched."""
    mappings: ClassVar[tuple[str, ...]] = ("values", "links", "slots", "entries", "sequences", "extras")
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

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
