"""Findings for somebody who builds on a page and never sees the file: headings instead of keys, taps instead of YAML.

A finding goes in, its message and its hint come out. What the file calls `tac-op` stands on the page under the heading
Tac op; where a hint tells what to write, the page has something to tap.
"""

from __future__ import annotations

from listbuilder.base.findings import Finding
from listbuilder.base.wording import as_words

# Words instead of hints that name commands, lines or forms of the file. A code may have several hints: only the one
# with the given part is replaced. The words may use the data of the finding.
HINTS = {
    "carry.twice": (" a row ", "Add the one that does as a model of its own."),
    "carry.unknown": ("`name`", "Give that model a name."),
    "chosen.unclear": ("`name`", "Give the one that is meant a name."),
    "count.under": ("`groups:`", "Add a group, or change what one is."),
    "decided.open": ("`listbuilder ", "Open each model that stays behind and say so there."),
    "event.format": ("", "Choose the event's format."),
    "group.circle": ("", "Open one of them and choose another group for it, or none."),
    "group.empty": ("", "Put models into {name}, or take the group out."),
    "group.unknown": ("`groups: ", "Add a group called {name}, or choose another group."),
    "group.vacant": ("", "Open {name} and fill in `{key}`."),
    "key.type": ("Remove `picks:`", "Take out what is inside it."),
    "list.empty": ("", "Add a model."),
    "name.unclear": ("", "Choose the one that is meant."),
    "name.unknown": ("`listbuilder ", "Choose one of those that are offered."),
    "picks.under": ("", "Choose {asked} {kind} for {entry}."),
    "raise.lowered": ("", "Set {stat} to 0 or more."),
    "role.idle": ("", "Choose no role."),
    "role.missing": ("", "Choose a role, so that what it asks for can be checked."),
    "rolled.differs": ("Write ", "Choose {right}, or take it out and roll for it here."),
    "rolled.missing": ("", "Take it out and roll for it here."),
}
VALUES = {"false": "no", "true": "yes"}
# Players write in a file and set on the page.
VERBS = {"Write ": "Set ", "write ": "set "}


def player_words(finding: Finding) -> tuple[str, str]:
    """The message and the hint of a finding without the file's own words."""
    sign, words = HINTS.get(finding.code, ("", ""))
    hint = words.format_map(finding.data) if words and sign in finding.hint else finding.hint
    return without_keys(finding.message), without_keys(hint)


def without_keys(text: str) -> str:
    """A text with the heading of the page for each key between backticks."""
    parts = text.split("`")
    # A lone backtick is part of a name and quotes nothing.
    if len(parts) % 2 == 0:
        return text
    said, quoted = parts[::2], parts[1::2]
    for at, one in enumerate(quoted):
        verb = said[at][-len("Write ") :]
        if ":" in one.rstrip(":") and verb in VERBS:
            said[at] = said[at].removesuffix(verb) + VERBS[verb]
            quoted[at] = " to ".join(_heading(one).split(": ", 1))
        else:
            quoted[at] = _heading(one)
    return said[0] + "".join(key + after for key, after in zip(quoted, said[1:], strict=True))


def _heading(written: str) -> str:
    key, colon, value = written.partition(":")
    name = as_words(key)
    heading = name[:1].upper() + name[1:]
    value = value.strip()
    return f"{heading}: {VALUES.get(value, as_words(value))}" if colon and value else heading
