"""The types of a catalogue: what a game is made of. Frozen values; pydantic checks them when YAML is loaded.

They are plain dataclasses because a list must be judged without waiting for pydantic to build forty classes; the
loader is the only place that imports it.
"""

from listbuilder.catalogue.card import Card, CardMark, CardTable, Decay, Track
from listbuilder.catalogue.entry import ENTRY_TYPES, Entry, FieldValue, Form, KeywordUse, Role
from listbuilder.catalogue.fields import (
    FIELD_TYPES,
    Field,
    FlagField,
    GroupField,
    MemberField,
    ModelsField,
    NumberField,
    RaiseField,
    TextField,
    WordField,
)
from listbuilder.catalogue.game import FieldType, Format, Game, KindSpec, Ruling
from listbuilder.catalogue.grant import Condition, Grant
from listbuilder.catalogue.play import Comparison, MissionRoll
from listbuilder.catalogue.sheet import Budget, Sheet, Slot, Stat

__all__ = [
    "ENTRY_TYPES",
    "FIELD_TYPES",
    "Budget",
    "Card",
    "CardMark",
    "CardTable",
    "Comparison",
    "Condition",
    "Decay",
    "Entry",
    "Field",
    "FieldType",
    "FieldValue",
    "FlagField",
    "Form",
    "Format",
    "Game",
    "Grant",
    "GroupField",
    "KeywordUse",
    "KindSpec",
    "MemberField",
    "MissionRoll",
    "ModelsField",
    "NumberField",
    "RaiseField",
    "Role",
    "Ruling",
    "Sheet",
    "Slot",
    "Stat",
    "TextField",
    "Track",
    "WordField",
]
