"""Values that a player types on the command line: text and numbers within bounds, or a refusal with a hint."""

from __future__ import annotations

import re

from listbuilder.errors import EditError
from listbuilder.reading.characters import Problem, check_text


def whole(key: str, value: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not re.fullmatch(r"[-+]?\d{1,9}", value) or not least <= int(value) <= most:
        raise EditError.of("key.range", f"`{key}` can't be {value!r}.", f"Write a number from {least} to {most}.")
    return int(value)


def free_text(key: str, value: str, most: int) -> str:
    """A text that a list may hold."""
    checked = check_text(value)
    if isinstance(checked, Problem):
        raise EditError.of(checked.code, f"`{key}`: {checked.message}.", checked.hint)
    if len(checked) > most:
        raise EditError.of("key.range", f"`{key}` has {len(checked)} characters; {most} is the most.", "Shorten it.")
    return checked


def split_names(value: str) -> list[str]:
    """The parts of a text between commas that are in no brackets."""
    parts, depth = [""], 0
    for char in value:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]
