"""Findings for somebody who builds on a page and never sees the file: headings instead of keys, taps instead of YAML.

A finding goes in, its message and its hint come out. What the file calls `tac-op` stands on the page under the heading
Tac op; where a hint tells what to write, the page has something to tap.
"""

from __future__ import annotations

from listbuilder.base.findings import Finding
from listbuilder.base.wording import as_words

# Hints that name commands or lines of the file; each may use the data of its finding.
HINTS = {
    "decided.open": "Open each model that stays behind and say so there.",
    "list.empty": "Add a model.",
    "role.missing": "Choose a role, so that what it asks for can be checked.",
}
VALUES = {"false": "no", "true": "yes"}


def player_words(finding: Finding) -> tuple[str, str | None]:
    """The message and the hint of a finding without the file's own words."""
    hint = HINTS.get(finding.code) or finding.hint
    return without_keys(finding.message), without_keys(hint) if hint else hint


def without_keys(text: str) -> str:
    """A text with the heading of the page for each key between backticks."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return text  # a backtick of somebody's name, which quotes nothing
    return "".join(_heading(one) if at % 2 else one for at, one in enumerate(parts))


def _heading(written: str) -> str:
    key, colon, value = written.partition(":")
    name = as_words(key)
    heading = name[:1].upper() + name[1:]
    value = value.strip()
    return f"{heading}: {VALUES.get(value, as_words(value))}" if colon and value else heading
