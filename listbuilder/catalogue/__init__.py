"""The types of a catalogue: what a game is made of. Frozen values; pydantic checks them when YAML is loaded.

They are plain dataclasses because a list must be judged without waiting for pydantic to build forty classes; the
loader is the only place that imports it.
"""

from listbuilder.catalogue.card_design import Card, CardMark, CardTable, Decay, Token, Track
from listbuilder.catalogue.entries import ENTRY_TYPES, Entry, FieldValue, Form, KeywordUse, Offer, Role
from listbuilder.catalogue.event_pack import Band, Bye, Event, ListTerms, Penalty, Result, Rounds, ScoreCount, Showing
from listbuilder.catalogue.fields import (
    FIELD_TYPES,
    Field,
    FieldPlace,
    FlagField,
    GroupField,
    MemberField,
    ModelsField,
    NumberField,
    RaiseField,
    SizeField,
    TextField,
    WordField,
)
from listbuilder.catalogue.formats import Format, Ruling
from listbuilder.catalogue.game import Game, print_stamp, stamp
from listbuilder.catalogue.game_setup import Comparison, Header, Layout, MissionRoll, Piece, Start
from listbuilder.catalogue.grants import GivenEntry, Grant, LimitChange, NumberChange, Only, Step
from listbuilder.catalogue.kinds import FieldType, KindSpec
from listbuilder.catalogue.row_schema import Budget, Currency, RowSchema, Slot, Stat

__all__ = [
    "ENTRY_TYPES",
    "FIELD_TYPES",
    "Band",
    "Budget",
    "Bye",
    "Card",
    "CardMark",
    "CardTable",
    "Comparison",
    "Currency",
    "Decay",
    "Entry",
    "Event",
    "Field",
    "FieldPlace",
    "FieldType",
    "FieldValue",
    "FlagField",
    "Form",
    "Format",
    "Game",
    "GivenEntry",
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
    "NumberChange",
    "NumberField",
    "Offer",
    "Only",
    "Penalty",
    "Piece",
    "RaiseField",
    "Result",
    "Role",
    "Rounds",
    "RowSchema",
    "Ruling",
    "ScoreCount",
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
    "print_stamp",
    "stamp",
]
