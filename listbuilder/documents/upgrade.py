"""What `upgrade --json` prints, as records with a sentence for each key: what changed since a list was built."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from listbuilder.documents.dump import dump
from listbuilder.documents.report import OWN, Verdict
from listbuilder.documents.report_json import verdict_of
from listbuilder.record import record

if TYPE_CHECKING:
    from listbuilder.lists.upgrade import Step
    from listbuilder.validator import Report

UPGRADE = "1.0"


@record
class UpgradeChange:
    """One thing that changed for a list."""

    kind: Literal["version", "renamed", "repriced", "unknown"]
    """What sort of change it is; what is unknown stays in the file as it is."""
    where: str
    """The place in the file, such as models[2].gear."""
    text: str
    """The change in words."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
class UpgradeDocument:
    """What changed since a list was built, as `listbuilder upgrade --json` prints it."""

    document: Literal["listbuilder-upgrade"] = "listbuilder-upgrade"
    """What this document is."""
    schema: str = UPGRADE
    """The version of this document's schema, MAJOR.MINOR."""
    file: str
    """The file."""
    version: str
    """The catalogue that the list is up to date with."""
    written: bool
    """Whether the file was brought up to date; with --dry-run it was not."""
    changes: tuple[UpgradeChange, ...]
    """What changed."""
    list: Verdict
    """The verdict on the list as it is now."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


def upgrade_document(steps: Iterable[Step], report: Report, file: str, version: str, written: bool) -> Any:
    """What changed as data."""
    changes = tuple(UpgradeChange(kind=one.kind, where=one.where, text=one.text) for one in steps)
    verdict = verdict_of(report, file)
    return dump(UpgradeDocument(file=file, version=version, written=written, changes=changes, list=verdict))
