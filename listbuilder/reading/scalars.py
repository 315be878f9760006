"""What an unquoted YAML scalar or a JSON number means: text goes in, a value of a few safe types comes out.

Much less than YAML 1.1 reads: `no`, `012`, `12:30`, `1_000`, `0x1F` and dates stay what the player typed; so do numbers
of ten digits and more, and those that would print as something else than what was typed.
"""

from __future__ import annotations

import re

MAX_NUMBER_LENGTH = 32

_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_FIRST = frozenset("-+0123456789")
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,8})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:e[-+][0-9]+)?|e[-+][0-9]+)")


def resolve_plain(text: str) -> str | int | float | bool | None:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _FIRST or len(text) > MAX_NUMBER_LENGTH:
        return text
    if _INT.fullmatch(text):
        return int(text)
    # `1.50` may be a version or a price: a float would print as something the player did not write.
    if _DECIMAL.fullmatch(text) and repr(float(text)) == text:
        return float(text)
    return text
