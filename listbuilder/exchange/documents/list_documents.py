"""The documents of `undo --json`, `redo --json` and `upgrade --json` as records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from listbuilder.base.records import published
from listbuilder.exchange.documents.difference import Difference, compare_lists
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.judged import JudgedList
from listbuilder.exchange.documents.report_document import Verdict, verdict_of
from listbuilder.judging.validator import Report
from listbuilder.lists.catalogue_changes import UpgradeStep
from listbuilder.storage.edit_history import UndoResult

UNDO = "1.0"


@published
class UndoDocument:
    """What `undo` or `redo` did to a list."""

    document: Literal["listbuilder-undo"] = "listbuilder-undo"
    """What this document is."""
    schema: str = UNDO
    """The version of this document's schema, MAJOR.MINOR."""
    file: str
    """The file."""
    did: Literal["Took back", "Made again"]
    """What was done."""
    times: int
    """How many edits."""
    undo: int
    """How many more there are to take back."""
    redo: int
    """How many there are to make again."""
    difference: Difference | None
    """What differs from before; nothing where the file was or is no list."""
    list: Verdict | None
    """The verdict on the list as it is now; nothing where the file was or is no list."""


def undo_document(back: bool, times: int, done: UndoResult, lists: list[JudgedList], file: str) -> dict[str, Any]:
    """The result of an undo or redo as JSON data. `lists` are before and after; empty if either is not a list."""
    made: dict[str, Any] = dump(
        UndoDocument(
            file=file,
            did="Took back" if back else "Made again",
            times=times,
            undo=done.back,
            redo=done.forward,
            difference=compare_lists(*lists) if lists else None,
            list=verdict_of(lists[1].report, file) if lists else None,
        )
    )
    return made


# Upgrade


UPGRADE = "1.0"


@published
class UpgradeChange:
    """One thing that changed for a list."""

    kind: Literal["version", "renamed", "repriced", "unknown"]
    """What sort of change it is; what is unknown stays in the file as it is."""
    where: str
    """The place in the file, such as models[2].gear."""
    text: str
    """The change in words."""


@published
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


def upgrade_document(steps: Iterable[UpgradeStep], report: Report, file: str, version: str, written: bool) -> Any:
    """The changes and the new verdict as JSON data."""
    changes = tuple(UpgradeChange(kind=one.kind, where=one.where, text=one.text) for one in steps)
    verdict = verdict_of(report, file)
    return dump(UpgradeDocument(file=file, version=version, written=written, changes=changes, list=verdict))
