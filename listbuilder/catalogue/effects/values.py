"""Values of an entry: a number, dice, a distance or a roll, told by how it is written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from listbuilder.values import Dice, Distance, Roll

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic_core import CoreSchema

NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
"""How a value, or a term of a game, is called."""
EXAMPLES = '3, 1d6+3, 12" or 4+'

WrittenValue: TypeAlias = int | Dice | Distance | Roll


def read_value(raw: object) -> WrittenValue:
    """The value that is written, also where it was published with its text, or ValueError with examples."""
    if isinstance(raw, int | Dice | Distance | Roll) and not isinstance(raw, bool):
        return raw
    text = str(raw.get("text") if isinstance(raw, dict) else raw).strip()
    for form in (Roll, Distance):
        if re.fullmatch(form.pattern, text):
            return form.parse(text)
    if re.search(r"[dD]\d", text) and re.fullmatch(Dice.pattern, text):
        return Dice.parse(text)
    raise ValueError(f"{raw!r} is not written like {EXAMPLES}")


def is_written(raw: object) -> bool:
    """Whether something is a value as it stands, and not a name."""
    try:
        read_value(raw)
    except ValueError:
        return False
    return True


def amount_of(value: object) -> int | None:
    """The whole number that a value stands for in a sum; dice have none."""
    if isinstance(value, bool | Dice):
        return None
    return value if isinstance(value, int) else value.number if isinstance(value, Distance | Roll) else None


class _Told:
    """Lets pydantic read a value by how it is written."""

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(read_value)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": ["integer", "string"], "examples": [3, "1d6+3", '12"', "4+"]}


Written = Annotated[WrittenValue, _Told()]
