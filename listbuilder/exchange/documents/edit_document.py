"""An edit as records: what editing commands print with `--json`.

The edit and the reports before and after go in; the changes to rows, total and findings come out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from listbuilder.base.findings import Finding, capped
from listbuilder.base.records import published
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.report_document import (
    BeforeAfter,
    ReportFinding,
    Verdict,
    published_finding,
    verdict_of,
)
from listbuilder.judging.force import Force
from listbuilder.judging.validator import Report
from listbuilder.storage.reading import Path as TreePath
from listbuilder.storage.reading import format_path

EDIT = "1.0"
NOUNS = {"models": "model", "groups": "group"}


@published
class EditedRow:
    """One model or group that an edit touched, or the list itself."""

    kind: Literal["model", "group", "list"]
    """What it is."""
    where: str
    """Its place in the file, such as models[2]; of one that is gone, the place before."""
    number: int | None
    """Its number in the table of `validate`; the list has none."""
    name: str
    """What it is called in messages."""
    cost: BeforeAfter
    """What one copy of a model costs, or what the whole list does."""


@published
class EditDocument:
    """What an edit did to a list."""

    document: Literal["listbuilder-edit"] = "listbuilder-edit"
    """What this document is."""
    schema: str = EDIT
    """The version of this document's schema, MAJOR.MINOR."""
    file: str
    """The file that was edited."""
    did: str
    """What was done, in a word, such as Changed; Nothing where the file said it already."""
    keys: tuple[str, ...]
    """The keys that were changed, where some were named."""
    rows: tuple[EditedRow, ...]
    """What was changed, added, moved or taken out."""
    points: BeforeAfter
    """What the whole list costs."""
    new: tuple[ReportFinding, ...]
    """Findings that came with the edit or got worse."""
    solved: tuple[ReportFinding, ...]
    """Findings that went."""
    older: int
    """How many findings are as they were."""
    list: Verdict
    """The verdict on the list as it is now."""


class EditOutcome(NamedTuple):
    """What an edit did: a verb, the paths of the rows (the old paths if `gone`), the keys it changed."""

    verb: str
    paths: tuple[TreePath, ...]
    gone: bool = False
    keys: tuple[str, ...] = ()


NOTHING = EditOutcome("Nothing", ())


class FindingChanges(NamedTuple):
    """The findings after an edit: new or worse, solved, and unchanged."""

    new: tuple[Finding, ...]
    solved: tuple[Finding, ...]
    older: tuple[Finding, ...]


def edit_document(
    done: EditOutcome, before: Report, after: Report, moved: Mapping[int, int], changes: FindingChanges, file: str
) -> dict[str, Any]:
    """The result of an edit as JSON data. `moved` maps old to new indexes of the models that stayed."""
    made: dict[str, Any] = dump(
        EditDocument(
            file=file,
            did=done.verb,
            keys=done.keys,
            rows=tuple(_row(done, path, before.force, after.force, moved) for path in done.paths),
            points=BeforeAfter(before=before.force.cost, after=after.force.cost),
            new=tuple(map(published_finding, capped(changes.new))),
            solved=tuple(map(published_finding, capped(changes.solved))),
            older=len(changes.older),
            list=verdict_of(after, file),
        )
    )
    return made


def _row(done: EditOutcome, path: TreePath, before: Force, after: Force, moved: Mapping[int, int]) -> EditedRow:
    """The record of one edited row."""
    if not path:
        cost = BeforeAfter(before=before.cost, after=after.cost)
        return EditedRow(kind="list", where="", number=None, name=after.document.name or "the list", cost=cost)
    at = int(path[1])
    here = before if done.gone else after
    if path[0] == "groups":
        name, cost = here.groups[at].label, BeforeAfter(before=None, after=None)
    else:
        was = at if done.gone else next((old for old, new in moved.items() if new == at), None)
        cost = BeforeAfter(before=_cost(before, was), after=None if done.gone else _cost(after, at))
        name = next((model.label for model in here.models if model.row == at), f"model {at + 1}")
    kind: Literal["model", "group"] = "group" if path[0] == "groups" else "model"
    return EditedRow(kind=kind, where=format_path(path), number=at + 1, name=name, cost=cost)


def _cost(force: Force, row: int | None) -> int | None:
    """The cost of one copy of a model, or None if it does not exist."""
    return next((model.cost for model in force.models if model.row == row), None)
