"""Records that are published with only what they say, and records of play in a published document."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
    from pydantic_core import CoreSchema

    from listbuilder.catalogue.effects.playbook import Book

LEAN: dict[str, Any] = {"extra": "ignore", "use_attribute_docstrings": True}
PLACE = "x-play"


class Lean:
    """A record whose keys are left out where they would say what is so unless said."""


@lru_cache(maxsize=1)
def _reader() -> TypeAdapter[Book]:
    """The reader of records of play, made once: making it takes longer than reading a whole force."""
    from pydantic import TypeAdapter

    from listbuilder.catalogue.effects.playbook import Book

    return TypeAdapter(Book)


class Played:
    """A mark on a field that holds records of play: read by their own reader, which knows their short forms."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        def read(data: object) -> object:
            return getattr(_reader().validate_python({self.name: data}), self.name)

        return core_schema.no_info_plain_validator_function(read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {PLACE: self.name}
