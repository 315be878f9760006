"""Reading templates: the YAML files of some folders become one checked value, later folders over earlier ones.

The result is cached under the digest of the files, so pydantic is imported only if one of them changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from listbuilder.base.errors import CatalogueError, DocumentError
from listbuilder.base.findings import Finding
from listbuilder.base.records import pack, record, unpacker
from listbuilder.loading import chain_of, shipped
from listbuilder.loading.folders import game_folders, read_part
from listbuilder.loading.raw_parts import Origin
from listbuilder.loading.templates.card_layout import ByField, CardLayout, Look, Region
from listbuilder.loading.templates.drawing import Drawing
from listbuilder.loading.templates.sizes import CardSize, Fontfiles, Paper, Theme, Typeface
from listbuilder.storage import cache

# Raised when the records change, because they are part of what is cached.
VERSION = "3"
MOST_FILES = 60


@record
class Templates:
    """All of it, with the names used when nobody says otherwise."""

    margin: float
    """The border of a sheet that printers can't reach, in millimetres."""
    safe: float
    """The border of a card that only fills may reach, in millimetres."""
    default: Mapping[str, str]
    """The size, paper, theme and layout used when nobody says otherwise."""
    sizes: Mapping[str, CardSize]
    """Cards by name."""
    papers: Mapping[str, Paper]
    """Sheets of paper by name."""
    type: Mapping[str, Typeface]
    """Sizes of type, for normal and large print."""
    themes: Mapping[str, Theme]
    """Colours by name."""
    layouts: Mapping[str, CardLayout]
    """Cards by name: what stands where."""
    look: Look
    """Which colour and emblem a card has."""
    palette: tuple[str, ...]
    """Colours for cards that nobody chose one for."""
    icons: Mapping[str, Drawing] = field(default_factory=dict)
    """Small drawings for words that repeat."""
    emblems: Mapping[str, Drawing] = field(default_factory=dict)
    """Drawings that say whose card it is."""
    symbols: Mapping[str, Drawing] = field(default_factory=dict)
    """Drawings of characters that the type has not."""
    font: Fontfiles | None = None
    """The files of a typeface of your own; left out, the one that is built in."""


CLASSES = {
    one.__name__: one
    for one in (CardSize, ByField, Drawing, CardLayout, Fontfiles, Look, Paper, Region, Templates, Theme, Typeface)
}


def load_templates(*folders: Path) -> Templates:
    """The templates that ship with the program, and those of folders over them."""
    raw = [(path, read_part(path)) for folder in (shipped("templates"), *folders) for path in files_in(folder)]
    key = hashlib.sha256(repr([VERSION, [(str(path), data) for path, data in raw]]).encode()).hexdigest()[:32]
    kept = cache.load(f"templates-{key}")
    try:
        found: Templates = json.loads(kept or b"", object_hook=unpacker(CLASSES))
    except (ValueError, TypeError, KeyError):
        text = json.dumps(pack(read(raw)))
        cache.store(f"templates-{key}", text.encode())
        # Read back, so that a first run gets the same frozen values as all later ones.
        found = json.loads(text, object_hook=unpacker(CLASSES))
    return found


def template_folders(game: str, catalogues: Iterable[Path] = ()) -> list[Path]:
    """The folders of templates that a game brings along, those of the games it extends first."""
    folders = game_folders(catalogues)
    chain = chain_of(folders[game], catalogues) if game in folders else []
    return [folder / "templates" for folder in chain if (folder / "templates").is_dir()]


def files_in(folder: Path) -> list[Path]:
    """The YAML files of a folder of templates."""
    if not folder.is_dir():
        raise DocumentError.of("print.templates", f"{folder} is not a folder of templates.", "Name a folder.")
    found = sorted(folder.glob("*.yaml"))
    if len(found) > MOST_FILES:
        hint = "Put them together."
        raise DocumentError.of("print.templates", f"{folder} has more than {MOST_FILES} files of templates.", hint)
    return found


def beside(value: Any, origin: Origin) -> Any:
    """The files of a typeface, which lie beside the file that names them."""
    folder = Path(origin.document.file or ".").parent
    return {key: str(folder / one) for key, one in value.items()} if isinstance(value, Mapping) else value


class TemplatePool:
    """What all files say, later ones over earlier, and where each part is written."""

    def __init__(self) -> None:
        self.data: dict[str, Any] = {}
        self.origins: dict[tuple[str, ...], Origin] = {}

    def add(self, content: Mapping[str, Any], origin: Origin) -> None:
        """Take a file in: names in mappings come beside those before or replace them."""
        for key, value in content.items():
            self.origins[key,] = origin
            value = beside(value, origin) if key == "font" else value
            if isinstance(value, Mapping) and isinstance(self.data.setdefault(key, {}), dict):
                for id, one in value.items():
                    self.data[key][id] = one
                    self.origins[key, str(id)] = origin
            else:
                self.data[key] = value

    def at(self, loc: tuple[str | int, ...]) -> Origin:
        """Where something is written."""
        words = tuple(str(one) for one in loc)
        origin = self.origins.get(words[:2]) or self.origins.get(words[:1]) or next(iter(self.origins.values()))
        return origin.at(*loc)

    def extended(self, problems: list[Finding]) -> dict[str, Any]:
        """The data with each layout on top of the one it extends."""
        layouts = self.data.get("layouts")
        if not isinstance(layouts, dict):
            return self.data
        return {**self.data, "layouts": {id: self.full(id, layouts, (), problems) for id in layouts}}

    def full(self, id: str, layouts: dict[str, Any], below: tuple[str, ...], problems: list[Finding]) -> Any:
        """One layout with all that it takes over."""
        own = layouts[id]
        base = own.get("extends") if isinstance(own, dict) else None
        if base is None:
            return own
        if base not in layouts or base in (id, *below):
            problems.append(self.at(("layouts", id, "extends")).problem(f"There is no layout `{base}` to extend."))
            return own
        under = self.full(base, layouts, (id, *below), problems)
        if not isinstance(under, dict):
            return own
        regions = {**(under.get("regions") or {})}
        for name, region in (own.get("regions") or {}).items():
            # Key by key, so that a layout can change one colour of a region.
            regions[name] = {**regions.get(name, {}), **region} if isinstance(region, dict) else region
        return {**under, **own, "regions": regions}


def read(raw: list[tuple[Path, bytes]]) -> Templates:
    """The checked data of all files, or CatalogueError with every problem."""
    from listbuilder.loading.templates.template_checks import proofs
    from listbuilder.loading.type_checks import build
    from listbuilder.storage.reading import CATALOGUE_LIMITS, read_bytes

    pool, problems = TemplatePool(), list[Finding]()
    for path, content in raw:
        document = read_bytes(content, file=str(path), limits=CATALOGUE_LIMITS)
        pool.add(document.data, Origin(document))
    made: Templates | None = build(Templates, pool.extended(problems), pool.at, problems)
    if made is not None and not problems:
        problems += proofs(made, pool.at)
    if problems or made is None:
        raise CatalogueError(f"The templates have {len(problems)} problem(s).", tuple(problems))
    return made
