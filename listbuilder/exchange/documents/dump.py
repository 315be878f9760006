"""Serialise records and typed values to plain data for JSON documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from json import JSONEncoder
from json.encoder import encode_basestring
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from listbuilder.base import values
from listbuilder.base.records import FrozenDict, complete, field_default, yaml_key

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


@complete
class DiceValue:
    """A roll: `count` dice with `sides` sides, plus `bonus`; a plain number has `count` 0."""

    type: Literal["dice"] = "dice"
    """Which kind of value this is."""
    count: int
    """How many dice."""
    sides: int
    """How many sides each die has."""
    bonus: int
    """What is added to the dice; may be negative."""
    text: str
    """As printed, such as 2d6+3."""


@complete
class DistanceValue:
    """A length on the table."""

    type: Literal["distance"] = "distance"
    """Which kind of value this is."""
    value: int | float
    """How long."""
    unit: str
    """In which unit: inches, squares, …"""
    text: str
    """As printed, such as 24"."""


@complete
class RollValue:
    """A number to reach on a die."""

    type: Literal["roll"] = "roll"
    """Which kind of value this is."""
    value: int
    """The number to reach."""
    text: str
    """As printed, such as 4+."""


@complete
class SplitValue:
    """A normal and a critical number."""

    type: Literal["split"] = "split"
    """Which kind of value this is."""
    normal: int
    """The number for a normal success."""
    critical: int
    """The number for a critical success."""
    text: str
    """As printed, such as 3/4."""


@complete
class UsesValue:
    """How often something works."""

    type: Literal["uses"] = "uses"
    """Which kind of value this is."""
    times: int
    """How many times."""
    per: str
    """In which stretch of play: game, activation, …"""
    text: str
    """As printed, such as 1 per game."""


PUBLISHED: dict[type, type] = {
    values.Dice: DiceValue,
    values.Distance: DistanceValue,
    values.RollTarget: RollValue,
    values.Split: SplitValue,
    values.Uses: UsesValue,
}


def publish_value(value: Any) -> Any:
    """A printed value in its published form; numbers and texts as they are."""
    made = PUBLISHED.get(type(value))
    if made is None:
        return value
    own = {name: one for name, one in vars(value).items() if name in made.record_set}  # type: ignore[attr-defined]
    return made(**own, text=str(value))


def record_keys(value: Any) -> Any:
    """A record as a mapping of its values as they are, for an encoder that asks for each again."""
    kind: Any = type(value)
    shape = None if kind in PUBLISHED else _shape(kind, False)
    if shape is None or shape.omits_defaults:
        return dump(value)
    own = vars(value)
    return {key: own[name] for name, key, _ in shape.names}


COMPACT = JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=record_keys)
SIMPLE: dict[type, Callable[[Any], str]] = {
    str: encode_basestring,
    int: str,
    bool: {True: "true", False: "false"}.__getitem__,
    type(None): {None: "null"}.__getitem__,
}
EMPTY_TEXT = {tuple: "[]", list: "[]", dict: "{}", FrozenDict: "{}"}
PLAY, SELECTORS = "listbuilder.catalogue.effects.", "listbuilder.catalogue.query"
EMPTY: tuple[object, ...] = (None, {}, [], "")


class JsonWriter:
    """Writes what `dump` makes as JSON text, and caches the text of records of some types that occur again.

    They are known by their identity: each is kept alive with its text, and all are dropped when there are too many.
    """

    def __init__(self, kept: tuple[type, ...], most: int = 8192) -> None:
        self.kinds, self.most = frozenset(kept), most
        self.kept: dict[int, tuple[object, str]] = {}

    def text(self, value: Any) -> str:
        """A value as JSON."""
        kind: Any = type(value)
        if plain := SIMPLE.get(kind):
            return plain(value)
        if kind in self.kinds:
            return self.text_again(value)
        if not value and kind in EMPTY_TEXT:
            return EMPTY_TEXT[kind]
        if kind is tuple or kind is list:
            return f"[{','.join(map(self.text, value))}]"
        if isinstance(value, dict):
            return f"{{{','.join(map(self.pair, value.items()))}}}"
        shape = _shape(kind, False)
        if shape is None or shape.omits_defaults:
            return COMPACT.encode(dump(value))
        own = vars(value)
        return f"{{{','.join([f'{key}{self.text(own[name])}' for name, key in shape.heads])}}}"

    def pair(self, item: tuple[object, object]) -> str:
        """A key with its value."""
        return f"{encode_basestring(str(item[0]))}:{self.text(item[1])}"

    def text_again(self, value: object) -> str:
        """The text of a record that comes again."""
        found = self.kept.get(id(value))
        return found[1] if found else self.keep((value, COMPACT.encode(dump(value))))

    def keep(self, found: tuple[object, str]) -> str:
        """Keep something with its text."""
        if len(self.kept) >= self.most:
            self.kept.clear()
        self.kept[id(found[0])] = found
        return found[1]


def dump(value: Any, *, sparse: bool = False) -> Any:
    """A value as JSON data, with every key of a record, or with `sparse` only the non-empty ones."""
    kind: Any = type(value)
    # Exact types first, because most values are plain.
    if kind is str or kind is int or kind is bool or value is None:
        return value
    if kind is tuple or kind is list:
        return [dump(item, sparse=sparse) for item in value]
    if isinstance(value, Mapping):
        return {str(key): dump(item, sparse=sparse) for key, item in value.items()}
    printed = publish_value(value)
    if printed is not value:
        return dump(printed)
    shape = _shape(kind, sparse)
    if shape is None:
        return value
    if shape.omits_defaults:
        items = ((key, getattr(value, name), field_default) for name, key, field_default in shape.names)
        made = {key: dump(item) for key, item, field_default in items if item != field_default}
        # The game's own fields of a selector go beside the built-in ones, as in YAML.
        words = made.pop("fields", {}) if kind.__name__ == "Selector" else {}
        return {**made, **words}
    made = {key: dump(getattr(value, name), sparse=sparse) for name, key, _ in shape.names}
    return {key: item for key, item in made.items() if item not in EMPTY} if sparse else made


class RecordShape(NamedTuple):
    """The fields of a record with their keys and defaults, whether defaults are omitted, and keys as JSON text."""

    names: tuple[tuple[str, str, object], ...]
    omits_defaults: bool
    heads: tuple[tuple[str, str], ...]


@lru_cache(maxsize=256)
def _shape(kind: type, sparse: bool) -> RecordShape | None:
    """The shape of a record type, or None for other types. Play records keep their YAML keys."""
    if not is_dataclass(kind):
        return None
    play = kind.__module__.startswith(PLAY) or (not sparse and kind.__module__.startswith(SELECTORS))
    spelt = yaml_key if sparse or play else lambda name: name.rstrip("_")
    names = tuple((one.name, spelt(one.name), field_default(one)) for one in fields(kind))
    heads = tuple((name, f"{encode_basestring(key)}:") for name, key, _ in names)
    return RecordShape(names, (play or issubclass(kind, SparseRecord)) and not sparse, heads)
