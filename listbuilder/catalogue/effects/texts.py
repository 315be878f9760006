"""Places in texts: `{heal}` is where a value is printed, `{heal:+}` says how. Texts go in, filled texts come out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from listbuilder.catalogue.effects.values import NAME
from listbuilder.values import Value

WAYS = ("+", "abs", "word", "Word", "n")
"""How a value may be printed: with its sign, without it, in words, in words at the start of a sentence, bare."""
PLACE = re.compile(rf"\{{({NAME})(?::([^{{}}]{{1,12}}))?\}}")
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def places_in(text: str) -> Iterator[tuple[str, str]]:
    """The places of a text: the name of each, and how it is printed."""
    return ((found[1], found[2] or "") for found in PLACE.finditer(text))


def filled(text: str, value_of: Callable[[str], object]) -> str:
    """A text with its places filled; one whose value is not known stays as it is."""

    def fill(found: re.Match[str]) -> str:
        value = value_of(found[1])
        return found[0] if value is None else printed(value, found[2] or "")

    return PLACE.sub(fill, text) if "{" in text else text


def printed(value: object, way: str = "") -> str:
    """A value as a text prints it."""
    number = value if isinstance(value, int) else value.number if isinstance(value, Value) else None
    if number is None or not way:
        return str(value)
    if way == "n":
        return str(number)
    if way in ("word", "Word"):
        word = WORDS[number] if 0 <= number < len(WORDS) else str(number)
        return word.capitalize() if way == "Word" else word
    if way == "abs":
        return str(abs(number)) if isinstance(value, int) else str(value)
    return str(value) if number < 0 else f"+{value}"
