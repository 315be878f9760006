"""Typed values as plain data for JSON documents; each value says its numbers and how it is printed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from listbuilder.values import Dice, Distance, Roll, Split, Uses, Value, yaml_key

__all__ = ["plain"]

PRINTED = (Dice, Distance, Roll, Split, Uses)


def plain(value: object) -> object:
    """A value as JSON has it: printed values as objects with their text, dataclasses without what they leave empty."""
    if isinstance(value, PRINTED):
        return {**{one.name: getattr(value, one.name) for one in fields(value)}, "text": str(value)}
    if is_dataclass(value) and not isinstance(value, type):
        items = {yaml_key(one.name): plain(getattr(value, one.name)) for one in fields(value)}
        return {key: item for key, item in items.items() if item not in (None, {}, [], "")}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    assert not isinstance(value, Value)
    return value
