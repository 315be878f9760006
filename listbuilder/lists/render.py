"""Values as YAML text on one line: names without quotes where YAML reads them back as they are, in quotes otherwise."""

from __future__ import annotations

import json
import re

from listbuilder.reading import Tree
from listbuilder.reading.scalars import resolve_plain

PLAIN = re.compile(r"""[^\W_][\w .'’!&+/()"%-]*""")
# Words that our reader takes as text, and that other YAML readers take as something else.
OTHER_READERS = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})


def scalar(value: str | float | bool | None) -> str:
    """One value as YAML reads it back, inside brackets or outside of them."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    plain = PLAIN.fullmatch(value) and not value.endswith(" ") and resolve_plain(value) == value
    return value if plain and value.lower() not in OTHER_READERS else json.dumps(value, ensure_ascii=False)


def flow(value: Tree) -> str:
    """Any value on one line, lists and mappings in brackets."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return scalar(value)
