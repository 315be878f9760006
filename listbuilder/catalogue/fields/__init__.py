"""Field types. To add one: write its file, import it here, put it in `FIELD_TYPES` and in `AnyField`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from listbuilder.catalogue.fields.base import Field, FieldPlace
from listbuilder.catalogue.fields.flag import FLAG_WORDS, FlagField
from listbuilder.catalogue.fields.members import GroupField, MemberField, ModelsField
from listbuilder.catalogue.fields.number import NumberField, SizeField
from listbuilder.catalogue.fields.raised_stats import RaiseField
from listbuilder.catalogue.fields.word import TextField, WordField

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

__all__ = [
    "FIELD_TYPES",
    "FLAG_WORDS",
    "AnyField",
    "Field",
    "FieldPlace",
    "FlagField",
    "GroupField",
    "MemberField",
    "ModelsField",
    "NumberField",
    "RaiseField",
    "SizeField",
    "TextField",
    "WordField",
]

FIELD_TYPES: dict[str, type[Field]] = {
    "flag": FlagField,
    "group": GroupField,
    "member": MemberField,
    "models": ModelsField,
    "number": NumberField,
    "raise": RaiseField,
    "size": SizeField,
    "text": TextField,
    "word": WordField,
}


class _ByType:
    """A mark on the union: pydantic looks at `type` first, so that mistakes are those of one class."""

    def __get_pydantic_core_schema__(self, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        choices = {name: handler.generate_schema(one) for name, one in FIELD_TYPES.items()}
        return core_schema.tagged_union_schema(choices=choices, discriminator="type")


AnyField = Annotated[
    FlagField | GroupField | MemberField | ModelsField | NumberField | RaiseField | SizeField | TextField | WordField,
    _ByType(),
]
