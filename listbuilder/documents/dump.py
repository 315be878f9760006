"""The one dumper: records and typed values in, plain data for JSON documents out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from listbuilder.documents.lean import Lean
from listbuilder.documents.values import publish_value
from listbuilder.packing import default
from listbuilder.values import yaml_key

PLAY, SELECTORS = "listbuilder.catalogue.effects.", "listbuilder.selectors"
EMPTY: tuple[object, ...] = (None, {}, [], "")


def dump(value: Any, *, sparse: bool = False) -> Any:
    """A value as JSON has it: every key of a record in its place, or with `sparse` only those that say something."""
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
    if shape.lean:
        held = ((key, getattr(value, name), default) for name, key, default in shape.names)
        made = {key: dump(item) for key, item, default in held if item != default}
        # The game's own words of a selector stand beside the others, as in YAML.
        words = made.pop("fields", {}) if kind.__name__ == "Selector" else {}
        return {**made, **words}
    made = {key: dump(getattr(value, name), sparse=sparse) for name, key, _ in shape.names}
    return {key: item for key, item in made.items() if item not in EMPTY} if sparse else made


class Shape(NamedTuple):
    """The fields of a record with their keys and defaults, and whether what is so unless said is left out."""

    names: tuple[tuple[str, str, object], ...]
    lean: bool


@lru_cache(maxsize=256)
def _shape(kind: type, sparse: bool) -> Shape | None:
    """How a record is written; keys as YAML spells them where they come from there."""
    if not is_dataclass(kind):
        return None
    play = kind.__module__.startswith(PLAY) or (not sparse and kind.__module__.startswith(SELECTORS))
    spelt = yaml_key if sparse or play else lambda name: name.rstrip("_")
    names = ((one.name, spelt(one.name), default(one)) for one in fields(kind))
    return Shape(tuple(names), (play or issubclass(kind, Lean)) and not sparse)
