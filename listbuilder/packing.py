"""Records as plain data and back, for what is kept as JSON: a mapping with the name of its class for each record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from typing import Any

from listbuilder.record import restored

TAG = "!"


def _class_name(cls: type) -> str:
    return cls.__name__


def pack(value: Any, name_of: Callable[[type], str] = _class_name) -> Any:
    """A value as plain data; what equals its default is left out."""
    if is_dataclass(value):
        plain = {
            one.name: pack(getattr(value, one.name), name_of)
            for one in fields(value)
            if getattr(value, one.name) != default(one)
        }
        return {TAG: name_of(type(value)), **plain}
    if isinstance(value, Mapping):
        return {key: pack(item, name_of) for key, item in value.items()}
    if isinstance(value, tuple):
        return [pack(item, name_of) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def default(one: Any) -> Any:
    """The default of a dataclass field."""
    if one.default_factory is not MISSING:
        return one.default_factory()
    return one.default


def unpacker(classes: Mapping[str, Any]) -> Callable[[dict[str, Any]], Any]:
    """What JSON's reader calls for each mapping, from the inside out, to make records of these classes."""

    def unpack(data: dict[str, Any]) -> Any:
        for key, item in data.items():
            if type(item) is list:
                data[key] = tuple(map(tuple, item)) if item and type(item[0]) is list else tuple(item)
        name = data.pop(TAG, None)
        return restored(classes[name], data) if name else data

    return unpack
