"""The compiled form of a game: JSON of the checked values, so that YAML is read once and not at every start.

It lives in the user's cache folder under the digest of the catalogue and of this program, and is only ever plain data.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from listbuilder import catalogue, rules, selectors, values
from listbuilder.catalogue import ENTRY_TYPES, Game
from listbuilder.rules import KINDS

__all__ = ["dump", "load", "restore", "store"]

TAG = "!"
CLASSES: dict[str, Any] = {
    cls.__name__: cls
    for cls in (
        *ENTRY_TYPES.values(),
        *KINDS.values(),
        rules.Amount,
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


def cache_folder() -> Path:
    """The user's cache folder for compiled games."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "listbuilder"


def load(key: str) -> Game | None:
    """A compiled game, or None when there is none that can be read."""
    try:
        text = (cache_folder() / f"{key}.json").read_text("utf-8")
        game = json.loads(text, object_hook=restore)
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return game if isinstance(game, Game) else None


def store(key: str, game: Game) -> None:
    """Keep a compiled game; a folder that can't be written to only costs time at the next start."""
    import tempfile

    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=folder, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(dump(game), file, ensure_ascii=False, separators=(",", ":"))
        os.replace(name, folder / f"{key}.json")
    except OSError:
        return
