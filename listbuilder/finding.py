"""A finding: one thing that is wrong or worth knowing, with all a player needs to mend it.

Findings are plain values. They are made by readers, the loader, the resolver and rules, and shown by the command
line, exporters and the engine API.
"""

from __future__ import annotations

from typing import Literal

from listbuilder.record import changed, record

__all__ = ["Finding", "Severity"]

Severity = Literal["error", "warning", "info"]


@record
class Finding:
    """One problem: `message` states the fact with numbers and printed names, `hint` says what to do."""

    code: str
    message: str
    hint: str = ""
    severity: Severity = "error"
    where: str = ""
    model: str | None = None
    rule: str | None = None
    source: str | None = None
    brought_by: str | None = None
    file: str | None = None
    line: int | None = None

    def at(self, file: str | None, line: int | None) -> Finding:
        """The same finding with its place in a file."""
        return changed(self, file=file, line=line)

    def from_source(self, source: str) -> Finding:
        """The same finding, citing the section that an entry is printed in."""
        return changed(self, source=source) if source else self
