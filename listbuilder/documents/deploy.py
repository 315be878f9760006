"""What `deploy --json` prints, as records with a sentence for each key: the ways to deploy a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from listbuilder.documents.dump import dump
from listbuilder.documents.report import OWN
from listbuilder.record import record

if TYPE_CHECKING:
    from listbuilder.force import Force
    from listbuilder.play import Deployment, Part

DEPLOY = "1.0"


@record
class DeployedRow:
    """A row of the list, and how many of its copies are meant."""

    where: str
    """Its place in the file, such as models[2]."""
    name: str
    """What it is called in messages."""
    count: int
    """How many of it."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class DeployOption:
    """One way to deploy a list; `--take N` marks the one that stands at N, counted from 1."""

    points: int
    """What is on the table costs so much."""
    models: tuple[DeployedRow, ...]
    """What is on the table."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class DeployDocument:
    """The legal ways to deploy a list, as `listbuilder deploy --json` prints them."""

    document: Literal["listbuilder-deploy"] = "listbuilder-deploy"
    """What this document is."""
    schema: str = DEPLOY
    """The version of this document's schema, MAJOR.MINOR."""
    decided: bool
    """Whether the list says who is deployed."""
    limit: int | None
    """The most that may be on the table, where there is a limit."""
    required: tuple[DeployedRow, ...]
    """What every way has."""
    subsets: int | None
    """How many ways there are; nothing where they were not counted."""
    options: tuple[DeployOption, ...]
    """Some of the ways, the most points first."""
    reasons: tuple[str, ...]
    """Why there is no way, where there is none."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


def deploy_document(found: Deployment, force: Force) -> Any:
    """The ways as data."""
    return dump(
        DeployDocument(
            decided=not force.undecided,
            limit=found.limit,
            required=_rows(found.required),
            subsets=found.subsets,
            options=tuple(DeployOption(points=points_of(one), models=_rows(one)) for one in found.options),
            reasons=found.reasons,
        )
    )


def points_of(option: Iterable[Part]) -> int:
    """The points of an option."""
    return sum(part.model.cost * part.number for part in option)


def _rows(parts: Iterable[Part]) -> tuple[DeployedRow, ...]:
    return tuple(DeployedRow(where=part.model.where, name=part.model.label, count=part.number) for part in parts)
