"""Values of an entry: a number, dice, a distance or a roll, recognised by their form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from listbuilder.base.values import BadFormError, Dice, Distance, RollTarget, Value

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema


NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
"""How a value, or a term of a game, is called."""
EXAMPLES = '3, 1d6+3, 12" or 4+'

WrittenValue: TypeAlias = int | Dice | Distance | RollTarget


def read_value(raw: object) -> WrittenValue:
    """The value of a text, or of a published value with its text; ValueError with examples otherwise."""
    if isinstance(raw, int | Dice | Distance | RollTarget) and not isinstance(raw, bool):
        return raw
    text = str(raw.get("text") if isinstance(raw, dict) else raw).strip()
    # Dice come last: their pattern also fits a plain number and an empty text.
    for form in (RollTarget, Distance):
        if re.fullmatch(form.pattern, text):
            return form.parse(text)
    if re.search(r"[dD]\d", text) and re.fullmatch(Dice.pattern, text):
        return Dice.parse(text)
    raise BadFormError(raw, example=EXAMPLES)


def is_value(raw: object) -> bool:
    """Whether something is a value as it stands, and not a name."""
    try:
        read_value(raw)
    except ValueError:
        return False
    return True


def amount_of(value: object) -> int | None:
    """The whole number of a value in a sum; dice have none."""
    # `True` is an int too.
    if isinstance(value, bool | Dice):
        return None
    return value if isinstance(value, int) else value.number if isinstance(value, Distance | RollTarget) else None


class _ParsedValue:
    """Lets pydantic read a value by how it is written."""

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(read_value)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": ["integer", "string"], "examples": [3, "1d6+3", '12"', "4+"]}


Written = Annotated[WrittenValue, _ParsedValue()]


# Places in texts: `{heal}` is where a value is printed, `{heal:+}` says how. Texts go in, filled texts come out.


WAYS = ("+", "abs", "word", "Word", "n")
"""How a value may be printed: with its sign, without it, in words, in words at the start of a sentence, bare."""
PLACE = re.compile(rf"\{{({NAME})(?::([^{{}}]{{1,12}}))?\}}")
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def places_in(text: str) -> Iterator[tuple[str, str]]:
    """The places of a text: the name of each, and how it is printed."""
    return ((found[1], found[2] or "") for found in PLACE.finditer(text))


def fill_places(text: str, value_of: Callable[[str], object]) -> str:
    """A text with its places filled; one whose value is not known stays as it is."""

    def fill(found: re.Match[str]) -> str:
        value = value_of(found[1])
        return found[0] if value is None else format_value(value, found[2] or "")

    return PLACE.sub(fill, text) if "{" in text else text


def format_value(value: object, way: str = "") -> str:
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
