"""Serialise records and typed values to plain data for JSON documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from listbuilder.base.records import field_default, yaml_key
from listbuilder.exchange.documents.engine_values import publish_value
from listbuilder.exchange.documents.sparse import SparseRecord

PLAY, SELECTORS = "listbuilder.catalogue.effects.", "listbuilder.catalogue.query"
EMPTY: tuple[object, ...] = (None, {}, [], "")


def dump(value: Any, *, sparse: bool = False) -> Any:
    """A value as JSON data, with every key of a record, or with `sparse` only the non-empty ones."""
    kind: Any = type(value)
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
    """The fields of a record with their keys and defaults, and whether defaults are omitted."""

    names: tuple[tuple[str, str, object], ...]
    omits_defaults: bool


@lru_cache(maxsize=256)
def _shape(kind: type, sparse: bool) -> RecordShape | None:
    """The shape of a record type, or None for other types. Play records keep their YAML keys."""
    if not is_dataclass(kind):
        return None
    play = kind.__module__.startswith(PLAY) or (not sparse and kind.__module__.startswith(SELECTORS))
    spelt = yaml_key if sparse or play else lambda name: name.rstrip("_")
    names = ((one.name, spelt(one.name), field_default(one)) for one in fields(kind))
    return RecordShape(tuple(names), (play or issubclass(kind, SparseRecord)) and not sparse)
