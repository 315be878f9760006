"""The exceptions of listbuilder; bad input raises no others.

    ListbuilderError
    ├── DocumentError       a file or text can't be read, or its shape is wrong; carries every problem with its line
    ├── CatalogueError      a game folder is broken; carries every problem with file and line
    ├── EditError           a change to a list or a question about it can't be understood; the list is as it was
    ├── UnknownGameError    no such game; says which there are
    └── IllegalListError    import_force was given a list that breaks rules; carries the whole report

A list that merely breaks rules is not an error but a `Report`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from listbuilder.base.characters import on_one_line
from listbuilder.base.findings import Finding

if TYPE_CHECKING:
    from typing import Self


class ListbuilderError(Exception):
    """Anything listbuilder raises on purpose; `findings` holds every problem."""

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        # Messages quote names from files, which could otherwise break the line or hide text in a terminal.
        super().__init__(on_one_line(message))
        self.findings = findings

    @classmethod
    def of(cls, code: str, message: str, hint: str = "", **place: Any) -> Self:
        """The error for one problem; `place` says where it is, as a finding does."""
        return cls(message, (Finding(code=code, message=message, hint=hint, **place),))


class DocumentError(ListbuilderError):
    """A document can't be read: no such file, not text, not YAML or JSON, over a limit."""


class CatalogueError(ListbuilderError):
    """A game folder can't be loaded; each finding names its file and line."""


class EditError(ListbuilderError):
    """Something was asked for that can't be understood: an unknown key, name or row, a value of the wrong form."""


class UnknownGameError(ListbuilderError):
    """No game of that name is in any catalogue folder."""


class IllegalListError(ListbuilderError):
    """A list was refused; `findings` has every reason."""
