"""Templates: sizes of cards and paper, type and themes, read from YAML and checked like a game's files.

Reading is kept ready in the cache folder under the digest of the files, so that pydantic is needed once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from listbuilder import cache
from listbuilder.errors import CatalogueError
from listbuilder.finding import Finding
from listbuilder.loader import shipped
from listbuilder.loader.folders import read_part
from listbuilder.record import record
from listbuilder.selectors import CONFIG

__all__ = ["CardSize", "Paper", "Templates", "Theme", "Typeface", "contrast", "load_templates"]

VERSION = "2"
PAPER = "#ffffff"


@record
class CardSize:
    """A card in millimetres; `body` is the size its text starts at."""

    name: str
    width: float
    height: float
    body: float = 8
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Paper:
    """A sheet of paper in millimetres."""

    name: str
    width: float
    height: float
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Typeface:
    """Sizes of type in points: nothing is smaller than `floor`, no name smaller than `least_name`."""

    floor: float
    name: float
    least_name: float
    value: float
    contrast: float
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


@record
class Theme:
    """Colours on white paper, as `#rrggbb`."""

    name: str
    ink: str
    muted: str
    line: str
    tint: str
    shade: str
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG

    def __post_init__(self) -> None:
        for colour in (self.ink, self.muted, self.line, self.tint, self.shade):
            channels(colour)

    def weak(self, least: float) -> list[str]:
        """The colours of text that do not stand out from paper or tint by the ratio `least`."""
        pairs = [(name, ground) for name in ("ink", "muted") for ground in (PAPER, self.tint)]
        return sorted({name for name, ground in pairs if contrast(getattr(self, name), ground) < least})


@record
class Templates:
    """All of it, with the names used when nobody says otherwise."""

    margin: float
    safe: float
    default: Mapping[str, str]
    sizes: Mapping[str, CardSize]
    papers: Mapping[str, Paper]
    type: Mapping[str, Typeface]
    themes: Mapping[str, Theme]
    __pydantic_config__: ClassVar[dict[str, Any]] = CONFIG


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue from 0 to 1."""
    if len(colour) != 7 or not colour.startswith("#"):
        raise ValueError(f"{colour!r} is not a colour such as '#1b2733'")
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """How far two colours stand apart, from 1 to 21, as accessibility guidelines measure it."""

    def light(colour: str) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def load_templates(folder: Path | None = None) -> Templates:
    """The templates in a folder, or those that ship with the program."""
    files = sorted((folder or shipped("templates")).glob("*.yaml"))
    raw = [(path, read_part(path)) for path in files]
    key = hashlib.sha256(repr([VERSION, [(path.name, data) for path, data in raw]]).encode()).hexdigest()[:32]
    kept = cache.load(f"templates-{key}")
    try:
        return restore(json.loads(kept or b""))
    except (ValueError, TypeError, KeyError):
        data = read(raw)
        cache.store(f"templates-{key}", json.dumps(data).encode())
        return restore(data)


def read(raw: list[tuple[Path, bytes]]) -> dict[str, Any]:
    """The checked data of all files, or CatalogueError with every problem."""
    from listbuilder.loader.check_types import build
    from listbuilder.loader.parts import Origin
    from listbuilder.reading import CATALOGUE_LIMITS, Document, read_bytes

    origins: dict[str, Origin] = {}
    data: dict[str, Any] = {}
    for path, content in raw:
        document = read_bytes(content, file=str(path), limits=CATALOGUE_LIMITS)
        for key, value in document.data.items():
            data[key], origins[key] = value, Origin(document)
    nowhere = Origin(Document({}, {}))
    problems: list[Finding] = []
    made: Templates | None = build(
        Templates, data, lambda loc: origins.get(str(loc[0]) if loc else "", nowhere).at(*loc), problems
    )
    for id, theme in made.themes.items() if made else ():
        weak = theme.weak(min(one.contrast for one in made.type.values())) if made else []
        problems += [
            origins["themes"].at("themes", id, name).problem(f"{theme.name}: `{name}` does not stand out enough.")
            for name in weak
        ]
    if problems or made is None:
        raise CatalogueError(f"The templates have {len(problems)} problem(s).", tuple(problems))
    found: dict[str, Any] = plain(made)
    return found


def plain(value: Any) -> Any:
    """Records as plain data."""
    if hasattr(value, "record_names"):
        return {name: plain(getattr(value, name)) for name in value.record_names}
    return {key: plain(item) for key, item in value.items()} if isinstance(value, Mapping) else value


def restore(data: dict[str, Any]) -> Templates:
    """Templates from data that was checked before."""
    kinds: dict[str, Any] = {"sizes": CardSize, "papers": Paper, "type": Typeface, "themes": Theme}
    made: dict[str, Any] = {
        key: {id: kinds[key](**one) for id, one in value.items()} if key in kinds else value
        for key, value in data.items()
    }
    return Templates(**made)
