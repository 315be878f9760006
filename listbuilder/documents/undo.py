"""What `undo --json` and `redo --json` print, as a record with a sentence for each key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Literal

from listbuilder.documents.difference import Difference, compare_lists
from listbuilder.documents.dump import dump
from listbuilder.documents.judged import JudgedList
from listbuilder.documents.report import OWN, Verdict
from listbuilder.documents.report_json import verdict_of
from listbuilder.record import record

if TYPE_CHECKING:
    from listbuilder.lists.history import Travel

UNDO = "1.0"


@record
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
    __pydantic_config__: ClassVar[dict[str, Any]] = OWN


def undo_document(back: bool, times: int, done: Travel, lists: list[JudgedList], file: str) -> dict[str, Any]:
    """What going back or forth did; `lists` are those before and after, none where the file was or is no list."""
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
