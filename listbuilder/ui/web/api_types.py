"""What the service takes and gives, as types: OpenAPI is made from them. Reports and forces have published schemas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from listbuilder.exchange.documents.report_document import ReportFinding

Objects = list[dict[str, Any]]
# JSON does not tell 2 from 2.0.
WHOLE = BeforeValidator(lambda one: int(one) if isinstance(one, float) and one.is_integer() else one)
# What has ten digits is text to whoever reads lists, which a step may be and a number not.
Number = Annotated[int, Field(ge=0, le=999_999_999), WHOLE]
Steps = list[str | Annotated[int, Field(ge=0), WHOLE]]


class ImportRequest(BaseModel):
    """A list, and what may be wrong with it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    list: dict[str, Any] | str = Field(
        description="The list as an object, as GET /games/{id}/schema describes it, or its text: YAML, JSON, a code."
    )
    allow_illegal: bool = Field(False, description="Import a list that breaks rules; it says `valid: false`.")
    placeholders: bool = Field(False, description="Keep names the catalogue does not know as entries marked unknown.")
    standalone: bool = Field(True, description="Whether the force has the rules of its game, or only names them.")
    event: str | None = Field(None, max_length=200, description="An event the service was started with, by its name.")
    collection: str | None = Field(None, description="What the player owns: the text of a collection file.")


class PairRequest(BaseModel):
    """Two lists of one game."""

    model_config = ConfigDict(extra="forbid", strict=True)
    list: dict[str, Any] | str = Field(description="The list that attacks, as for /import.")
    other: dict[str, Any] | str = Field(description="The list that is attacked.")
    event: str | None = Field(None, max_length=200, description="An event the service was started with, by its name.")


Word = Annotated[str, Field(max_length=200)]


class OddsRequest(PairRequest):
    """Two lists of one game, and which attacks are meant."""

    attacker: Word | None = Field(None, description="Only this attacker: its name or number.")
    target: Word | None = Field(None, description="Only this target: its name or number.")
    weapon: Word | None = Field(None, description="Only attacks with this weapon.")
    with_: Sequence[Word] = Field(
        (), alias="with", max_length=40, description="Circumstances, such as cover or distance=7."
    )


Salt = Annotated[
    str | None,
    Field(
        pattern="^[0-9a-f]{32}$",
        description="Leave out what an opponent may not know, sealed with this salt: 32 random hexadecimal digits.",
    ),
]


class CardsRequest(ImportRequest):
    """A list to print, and how."""

    theme: str | None = Field(None, max_length=100, description="The colours of what is printed; ink without.")
    paper: str | None = Field(None, max_length=100, description="The paper to print on; A4 without.")
    size: str | None = Field(None, max_length=100, description="The size of the cards; the usual one without.")


class SheetRequest(CardsRequest):
    """A list to print, and whom for."""

    secret: Salt = None


class BenchRequest(BaseModel):
    """A list that is being built, and what is asked of it."""

    model_config = ConfigDict(extra="forbid", strict=True)
    list: dict[str, Any] | str = Field(
        description="The list as an object, or as text in any form that can be imported."
    )
    edit: dict[str, Any] | None = Field(None, description='An edit, such as {"do": "remove", "at": ["models", 0]}.')
    at: Steps = Field([], max_length=40, description='A place, such as ["models", 0]; [] is the list itself.')
    slot: str = Field("", max_length=200, description="A slot of the place.")
    nth: Number | None = Field(None, description="What goes out of the slot for a choice.")
    kind: Literal["models", "groups"] = Field("models", description="What is to be added.")
    seed: Number | None = Field(None, description="The seed of what is rolled; drawn where none is given.")
    finding: Number = Field(0, description="The number of a finding in the report.")
    line: str = Field("", max_length=500, description="Models in a line, such as `captain rifle x2`.")
    other: dict[str, Any] | None = Field(None, description="Another list of the same game, to compare with or attack.")
    collection: str | None = Field(None, description="What the player owns: the text of a collection file.")
    secret: Salt = None
    event: str | None = Field(None, max_length=200, description="An event the service was started with, by its name.")
    theme: str | None = Field(None, max_length=100, description="The colours of `preview`; ink without.")
    paper: str | None = Field(None, max_length=100, description="The paper that `preview` is for; A4 without.")
    size: str | None = Field(None, max_length=100, description="The size of the card of `preview`.")
    never: bool = Field(False, description="Whether `choices` has what the slot never takes, too.")
    address: str = Field("", max_length=300, description="The page's own address, for the QR code of `share`.")
    attack: dict[str, Any] | None = Field(
        None, description='An attack on `other`, such as {"attacker": 1, "target": 2, "nth": 0, "with": ["cover"]}.'
    )


class ApiProblem(BaseModel):
    """What went wrong."""

    code: str = Field(description="Stable name of the kind of error.")
    message: str = Field(description="The fact in a sentence.")
    findings: list[ReportFinding] = Field(description="What is wrong with the list, where that is the reason.")


class Error(BaseModel):
    """Why there is no result."""

    error: ApiProblem


class Ready(BaseModel):
    """The state of the service."""

    status: Literal["ok"]
    version: str
    games: int = Field(description="How many games it has.")


class ApiFormat(BaseModel):
    """A battle size."""

    id: str
    name: str
    limit: int | None


class GameSummary(BaseModel):
    """A game in short."""

    id: str
    name: str
    edition: str = Field(description="The rulebook's own version.")
    version: str = Field(description="The catalogue's version.")
    digest: str = Field(description="SHA-256 of the catalogue's content.")
    text: str
    points: str = Field(description="What the game calls its points.")
    formats: list[ApiFormat]


class Games(BaseModel):
    """All games."""

    games: list[GameSummary]


class Kind(BaseModel):
    """A kind of entry."""

    id: str
    name: str
    entries: int


class FullGame(GameSummary):
    """A game in full, but for its entries."""

    stats: Objects
    rules: Objects
    rulings: Objects
    kinds: list[Kind]


class GameAnswer(BaseModel):
    """One game."""

    game: FullGame


class ApiEntry(BaseModel):
    """Anything printed in a rulebook that can be picked or referred to; more keys by kind."""

    model_config = ConfigDict(extra="allow")
    kind: str
    id: str
    name: str
    cost: int
    category: str | None
    tags: list[str]
    text: str
    source: str


class Entries(BaseModel):
    """Entries of a game."""

    game: str
    entries: list[ApiEntry]


class ListSchema(BaseModel):
    """A JSON Schema (2020-12)."""

    model_config = ConfigDict(extra="allow")
    draft: str = Field(alias="$schema")


class BenchAnswer(BaseModel):
    """What the builder answers; `building/bench_json.py` describes its keys."""

    model_config = ConfigDict(extra="allow")


class Starter(BaseModel):
    """A list that comes with a game."""

    name: str
    list: dict[str, Any]


class Lists(BaseModel):
    """The starter lists of a game."""

    lists: list[Starter]
