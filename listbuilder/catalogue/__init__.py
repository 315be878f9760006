"""The types of a catalogue: what a game is made of. Frozen values; pydantic checks them when YAML is loaded.

They are plain dataclasses because a list must be judged without waiting for pydantic to build forty classes; the
loader is the only place that imports it.
"""

from listbuilder.catalogue.card import Card, CardMark, CardTable, Decay, Track
from listbuilder.catalogue.entry import ENTRY_TYPES, Entry, FieldValue, Form, KeywordUse, Role
from listbuilder.catalogue.game import FieldType, Format, Game, KindSpec, Ruling
from listbuilder.catalogue.grant import Condition, Grant
from listbuilder.catalogue.play import Comparison, MissionRoll
from listbuilder.catalogue.sheet import Budget, Field, Sheet, Slot, Stat

__all__ = [
    "ENTRY_TYPES",
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
    "Form",
    "Format",
    "Game",
    "Grant",
    "KeywordUse",
    "KindSpec",
    "MissionRoll",
    "Role",
    "Ruling",
    "Sheet",
    "Slot",
    "Stat",
    "Track",
]
