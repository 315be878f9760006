"""The one dumper: records and typed values in, plain data for JSON documents out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from listbuilder.documents.values import publish_value
from listbuilder.values import yaml_key

__all__ = ["dump"]

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
    names = _names(kind, sparse)
    if names is None:
        return value
    made = {key: dump(getattr(value, name), sparse=sparse) for name, key in names}
    return {key: item for key, item in made.items() if item not in EMPTY} if sparse else made


@lru_cache(maxsize=256)
def _names(kind: type, sparse: bool) -> tuple[tuple[str, str], ...] | None:
    """The fields of a record with the keys they are written under, as YAML spells them where they come from there."""
    spelt = yaml_key if sparse else lambda name: name.rstrip("_")
    return tuple((one.name, spelt(one.name)) for one in fields(kind)) if is_dataclass(kind) else None
