"""The report as records: what `validate --json` prints, with a sentence for each key. Its schema is made from them.

A version keeps what it has: keys are only added (the second number rises); taking one away or changing its meaning
raises the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, ClassVar, Literal

from listbuilder.documents.sealed import SealedMappings
from listbuilder.documents.values import CONFIG
from listbuilder.record import record

REPORT = "1.3"


def _key(name: str) -> str:
    """How a field is spelt in the document: `from_` is `from`."""
    return name.rstrip("_")


# Keys with a default came later: a report of an older program lacks them.
OWN: dict[str, Any] = {**CONFIG, "alias_generator": _key, "json_schema_serialization_defaults_required": False}


@record
class Moved:
    """A number before and after."""

    before: int | None
    """What it was; nothing for what was not there."""
    after: int | None
    """What it is; nothing for what is gone."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class ReportFinding(SealedMappings):
    """One thing that is wrong or worth knowing."""

    code: str
    """Stable name of the finding; `listbuilder rules CODE` explains it."""
    severity: Literal["error", "warning", "info"]
    """An error makes a list illegal."""
    where: str
    """A path in the player's file, such as models[2].gear[1]."""
    model: str | None
    """The model it is about."""
    message: str
    """The fact, with numbers and printed names."""
    hint: str
    """What to do about it."""
    rule: str | None
    """The id of the rule."""
    source: str | None
    """The section of the rulebook."""
    from_: str | None = None
    """Who brought the rule in: the game, a format, an entry, an event."""
    line: int | None = None
    """The line in the player's file, where it came from one."""
    data: Mapping[str, str | int | bool | tuple[str, ...] | None] = field(default_factory=dict)
    """What the message is made of, so that it can be worded anew; `listbuilder rules CODE` shows the words."""
    mappings: ClassVar[tuple[str, ...]] = ("data",)
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class ReportCatalogue:
    """The catalogue that a list was judged by."""

    version: str
    """Its version."""
    digest: str
    """SHA-256 of its content."""
    over: tuple[str, ...] = ()
    """The games that it is laid over, where it is an overlay; the lowest first."""
    event: str | None = None
    """The event that the list was judged for."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class ReportPoints:
    """What a list costs."""

    total: int | None
    """The cost of the whole list."""
    limit: int | None
    """The most it may cost, where there is a limit."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class ReportTotal:
    """What a list costs in one currency."""

    id: str
    """The currency's id."""
    name: str
    """What players call it."""
    total: int
    """How much the list costs, without the parts that stand apart."""
    limit: int | None
    """The most it may cost, where there is a limit."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class Verdict:
    """The verdict on one list, or on a file that is none."""

    file: str
    """The file, as it was named."""
    game: str | None
    """The id of the game."""
    name: str | None
    """What the list is called."""
    player: str | None = None
    """Who plays it."""
    format: str | None = None
    """The id of the battle size."""
    catalogue: ReportCatalogue | None = None
    """The catalogue it was judged by."""
    valid: bool
    """True when there is no error."""
    points: ReportPoints
    """What it costs."""
    totals: tuple[ReportTotal, ...] = ()
    """What it costs in every currency."""
    apart: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What the parts that do not count cost, by part and currency."""
    headers: Mapping[str, int | None] = field(default_factory=dict)
    """The numbers that the game shows in the head of a list."""
    meaning: str | None = None
    """A hash of what the list is, in any spelling and order."""
    event: str | None = None
    """The event that it was judged for."""
    models: int
    """How many models it has."""
    findings: tuple[ReportFinding, ...]
    """Everything wrong or worth knowing; of many of one kind the first, and how many more."""
    errors: int = 0
    """How many errors there are."""
    warnings: int = 0
    """How many warnings there are."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class LeftOut:
    """Something that lies beside the lists in a folder and was not read."""

    file: str
    """A file, or a folder with a slash at its end."""
    reason: str
    """Why it was not read."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class Summary:
    """The sum of all verdicts."""

    lists: int
    """Lists judged."""
    valid: int
    """Legal lists."""
    errors: int
    """Errors in all."""
    warnings: int
    """Warnings in all."""
    left_out: tuple[LeftOut, ...] = ()
    """What lies beside the lists in a folder and was not read."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class ReportDocument:
    """The verdict on one or more lists, as `listbuilder validate --json` prints it."""

    lists: tuple[Verdict, ...]
    """One verdict for each list."""
    summary: Summary
    """The sum."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN
