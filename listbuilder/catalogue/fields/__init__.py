"""Field types. To add one: write its file, import it here, put it in `FIELD_TYPES` and in `AnyField`."""

from __future__ import annotations

from typing import Annotated

from listbuilder.base.values import Tagged
from listbuilder.catalogue.fields.field_type import Field, FieldPlace
from listbuilder.catalogue.fields.flag import FLAG_WORDS, FlagField
from listbuilder.catalogue.fields.members import GroupField, MemberField, ModelsField
from listbuilder.catalogue.fields.number import NumberField, SizeField
from listbuilder.catalogue.fields.raised_stats import RaiseField
from listbuilder.catalogue.fields.word import TextField, WordField

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


AnyField = Annotated[
    FlagField | GroupField | MemberField | ModelsField | NumberField | RaiseField | SizeField | TextField | WordField,
    Tagged(FIELD_TYPES, "type"),
]
