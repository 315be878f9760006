"""The compiled form of a game: JSON of the checked values, so that YAML is read once and not at every start.

It lives in the user's cache under a digest of all it depends on, the folders' names, the catalogue and this program,
and is only ever plain data.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from typing import Any

from listbuilder import cache, catalogue, conditions, quantity, selectors, values
from listbuilder.catalogue import ENTRY_TYPES, Game
from listbuilder.rules import KINDS

__all__ = ["dump", "load", "restore", "store"]

TAG = "!"
CLASSES: dict[str, Any] = {
    cls.__name__: cls
    for cls in (
        *ENTRY_TYPES.values(),
        *KINDS.values(),
        conditions.Condition,
        quantity.Quantity,
        selectors.Range,
        selectors.Selector,
        values.Dice,
        values.Distance,
        values.Roll,
        values.Split,
        values.Uses,
        *(getattr(catalogue, name) for name in catalogue.__all__ if isinstance(getattr(catalogue, name), type)),
    )
}


def dump(value: Any) -> Any:
    """A value as plain data; what equals its default is left out."""
    if is_dataclass(value):
        plain = {
            one.name: dump(getattr(value, one.name))
            for one in fields(value)
            if getattr(value, one.name) != default(one)
        }
        return {TAG: type(value).__name__, **plain}
    if isinstance(value, Mapping):
        return {key: dump(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [dump(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def default(one: Any) -> Any:
    """The default of a dataclass field."""
    if one.default_factory is not MISSING:
        return one.default_factory()
    return one.default


def restore(data: dict[str, Any]) -> Any:
    """The value of one mapping of plain data; JSON's reader calls it from the inside out."""
    for key, item in data.items():
        if type(item) is list:
            data[key] = tuple(item)
    name = data.pop(TAG, None)
    return CLASSES[name](**data) if name else data


def load(key: str) -> Game | None:
    """A compiled game, or None when there is none that can be read."""
    kept = cache.load(f"game-{key}")
    if kept is None:
        return None
    try:
        game = json.loads(kept, object_hook=restore)
    except (ValueError, TypeError, KeyError):
        return None
    return game if isinstance(game, Game) else None


def store(key: str, game: Game) -> None:
    """Keep a compiled game."""
    cache.store(f"game-{key}", json.dumps(dump(game), ensure_ascii=False, separators=(",", ":")).encode())
