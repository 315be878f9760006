"""Marks for published records: sparse ones, which omit defaults, and fields that hold play records."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
    from pydantic_core import CoreSchema

    from listbuilder.catalogue.effects.playbook import Book

PLACE = "x-play"


class SparseRecord:
    """A record whose keys are omitted if they equal the default."""


@lru_cache(maxsize=1)
def _play_adapter() -> TypeAdapter[Book]:
    """The adapter for play records, built once: building it takes longer than reading a whole force."""
    from pydantic import TypeAdapter

    from listbuilder.catalogue.effects.playbook import Book

    return TypeAdapter(Book)


class PlayRecords:
    """An annotation for fields with play records: they are validated by their own adapter, which knows short forms."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        def read(data: object) -> object:
            return getattr(_play_adapter().validate_python({self.name: data}), self.name)

        return core_schema.no_info_plain_validator_function(read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {PLACE: self.name}
