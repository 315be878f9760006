"""A finding: one thing that is wrong or worth knowing, with all a player needs to mend it.

Findings are plain values. They are made by readers, the loader, the resolver and rules, and shown by the command
line, exporters and the engine API.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Literal

from listbuilder.base.characters import on_one_line
from listbuilder.base.records import freeze, record, replace, set_fields

# How many findings of one kind people are shown; the verdict and the counts are those of all.
MOST = 25
Severity = Literal["error", "warning", "info"]


@record
class Finding:
    """One problem: `message` states the fact with numbers and printed names, `hint` says what to do.

    `data` holds what the message is made of, by the names in the code's template, so that others can word it;
    `path` is the place in the player's file step by step, `where` the same as people write it.
    """

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
    path: tuple[str | int, ...] | None = None
    data: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Keep message and hint on one line, whatever names of strangers are in them, and freeze the data."""
        # Most findings are plain ASCII: one check of both texts skips the search for hidden characters.
        text = self.message + self.hint
        # `isprintable` alone is not enough: invisible letters, such as Hangul fillers, count as printable.
        if not (text.isascii() and text.isprintable()):
            set_fields(self, message=on_one_line(self.message), hint=on_one_line(self.hint))
        if type(self.data) is dict:
            set_fields(self, data=freeze(self.data))

    def at(self, file: str | None, line: int | None) -> Finding:
        """The same finding with its place in a file."""
        return replace(self, file=file, line=line)


def capped(findings: Iterable[Finding], most: int = MOST) -> list[Finding]:
    """The findings for people to read: at most `most` of each kind, then one that counts the rest."""
    shown: list[Finding] = []
    seen: Counter[tuple[str, str]] = Counter()
    last: dict[tuple[str, str], int] = {}
    for finding in findings:
        kind = (finding.code, finding.severity)
        seen[kind] += 1
        if seen[kind] <= most:
            last[kind] = len(shown)
            shown.append(finding)
    over = {last[kind]: kind for kind, count in seen.items() if count > most}
    # From the end, so that inserting a line does not shift the places before it.
    for at in sorted(over, reverse=True):
        code, severity = shown[at].code, shown[at].severity
        message = f"… and {seen[over[at]] - most} more of this kind."
        shown.insert(at + 1, Finding(code=code, message=message, hint="Mend these first.", severity=severity))
    return shown
