"""An edit as records: what `--json` of a command that changes a list prints, with a sentence for each key.

What was done and the reports before and after go in; what became of each row, the total and the findings come out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from listbuilder.documents.report import OWN, Moved, ReportFinding, Verdict
from listbuilder.finding import Finding, capped
from listbuilder.reading import Path as TreePath
from listbuilder.reading import format_path
from listbuilder.record import record

if TYPE_CHECKING:
    from listbuilder.force import Force
    from listbuilder.validator import Report

EDIT = "1.0"
NOUNS = {"models": "model", "groups": "group"}


@record
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
    cost: Moved
    """What one copy of a model costs, or what the whole list does."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


@record
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
    points: Moved
    """What the whole list costs."""
    new: tuple[ReportFinding, ...]
    """Findings that came with the edit or got worse."""
    solved: tuple[ReportFinding, ...]
    """Findings that went."""
    older: int
    """How many findings are as they were."""
    list: Verdict
    """The verdict on the list as it is now."""
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


class Done(NamedTuple):
    """What an edit did: a verb, the rows, where they are now (before, for rows that are gone), the keys it touched."""

    verb: str
    paths: tuple[TreePath, ...]
    gone: bool = False
    keys: tuple[str, ...] = ()


NOTHING = Done("Nothing", ())


class Changes(NamedTuple):
    """The findings after an edit: those that came or got worse, those that went, those that stayed."""

    new: tuple[Finding, ...]
    solved: tuple[Finding, ...]
    older: tuple[Finding, ...]


def edit_document(
    done: Done, before: Report, after: Report, moved: Mapping[int, int], changes: Changes, file: str
) -> dict[str, Any]:
    """What an edit did, as data; `moved` says where the models that stayed were and are."""
    from listbuilder.documents.dump import dump
    from listbuilder.documents.report_json import published_finding, verdict_of

    made: dict[str, Any] = dump(
        EditDocument(
            file=file,
            did=done.verb,
            keys=done.keys,
            rows=tuple(_row(done, path, before.force, after.force, moved) for path in done.paths),
            points=Moved(before=before.force.cost, after=after.force.cost),
            new=tuple(map(published_finding, capped(changes.new))),
            solved=tuple(map(published_finding, capped(changes.solved))),
            older=len(changes.older),
            list=verdict_of(after, file),
        )
    )
    return made


def _row(done: Done, path: TreePath, before: Force, after: Force, moved: Mapping[int, int]) -> EditedRow:
    """What became of one row."""
    if not path:
        cost = Moved(before=before.cost, after=after.cost)
        return EditedRow(kind="list", where="", number=None, name=after.document.name or "the list", cost=cost)
    at = int(path[1])
    here = before if done.gone else after
    if path[0] == "groups":
        name, cost = here.groups[at].label, Moved(before=None, after=None)
    else:
        was = at if done.gone else next((old for old, new in moved.items() if new == at), None)
        cost = Moved(before=_cost(before, was), after=None if done.gone else _cost(after, at))
        name = next((model.label for model in here.models if model.row == at), f"model {at + 1}")
    kind: Literal["model", "group"] = "group" if path[0] == "groups" else "model"
    return EditedRow(kind=kind, where=format_path(path), number=at + 1, name=name, cost=cost)


def _cost(force: Force, row: int | None) -> int | None:
    """What one copy of a model costs; nothing where it is not there."""
    return next((model.cost for model in force.models if model.row == row), None)
