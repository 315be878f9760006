"""The types of a catalogue: what a game is made of. Frozen values; pydantic checks them when YAML is loaded.

They are plain dataclasses because a list must be judged without waiting for pydantic to build forty classes; the
loader is the only place that imports it.
"""

from listbuilder.catalogue.card import Card, CardMark, CardTable, Decay, Token, Track
from listbuilder.catalogue.entry import ENTRY_TYPES, Entry, Form, Role
from listbuilder.catalogue.event import Event
from listbuilder.catalogue.fields import (
    FIELD_TYPES,
    Field,
    FlagField,
    GroupField,
    MemberField,
    ModelsField,
    NumberField,
    Place,
    RaiseField,
    SizeField,
    TextField,
    WordField,
)
from listbuilder.catalogue.format import Format, Ruling
from listbuilder.catalogue.game import Game
from listbuilder.catalogue.grant import Change, Given, Grant, LimitChange, Only, Step
from listbuilder.catalogue.kind import FieldType, KindSpec
from listbuilder.catalogue.layers import laid, stamp
from listbuilder.catalogue.layout import Layout, Piece, Start
from listbuilder.catalogue.offer import Offer
from listbuilder.catalogue.play import Comparison, Header, MissionRoll
from listbuilder.catalogue.sheet import Budget, Currency, Sheet, Slot, Stat
from listbuilder.catalogue.tournament import Band, Bye, ListTerms, Penalty, Result, Rounds, ScoreCount, Showing
from listbuilder.catalogue.uses import FieldValue, KeywordUse

__all__ = [
    "ENTRY_TYPES",
    "FIELD_TYPES",
    "Band",
    "Budget",
    "Bye",
    "Card",
    "CardMark",
    "CardTable",
    "Change",
    "Comparison",
    "Currency",
    "Decay",
    "Entry",
    "Event",
    "Field",
    "FieldType",
    "FieldValue",
    "FlagField",
    "Form",
    "Format",
    "Game",
    "Given",
    "Grant",
    "GroupField",
    "Header",
    "KeywordUse",
    "KindSpec",
    "Layout",
    "LimitChange",
    "ListTerms",
    "MemberField",
    "MissionRoll",
    "ModelsField",
    "NumberField",
    "Offer",
    "Only",
    "Penalty",
    "Piece",
    "Place",
    "RaiseField",
    "Result",
    "Role",
    "Rounds",
    "Ruling",
    "ScoreCount",
    "Sheet",
    "Showing",
    "SizeField",
    "Slot",
    "Start",
    "Stat",
    "Step",
    "TextField",
    "Token",
    "Track",
    "WordField",
    "laid",
    "stamp",
]
