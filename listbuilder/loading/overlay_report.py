"""What each overlay and an event changed in the game below, with file and line, for `catalogue check --why`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.loading.folders import files_of, read_part
from listbuilder.loading.patches import apply_patches, find_patched, merge_value, patch_target
from listbuilder.loading.raw_parts import LISTS, MAPS, Origin, Parts, RawEntry, read_parts
from listbuilder.storage.reading import CATALOGUE_LIMITS, Document, Tree, read_bytes

ONE = {"stats": "stat", "budgets": "budget", "currencies": "currency", "kinds": "kind"}
Key = tuple[str, str, str]


class OverlayChange(NamedTuple):
    """One change by a layer: where it is written, what it does, the place of an earlier change that it overrides."""

    place: str
    text: str
    over: str = ""


def layers_of(chain: list[Path], event: Document | None = None) -> Iterator[OverlayChange]:
    """Everything that the overlays of a chain do, the lowest first, and then the event."""
    earlier: dict[Key, str] = {}
    for at in range(1, len(chain)):
        below = read_parts(chain[:at], str)
        for path in files_of(chain[at]):
            document = read_bytes(read_part(path), file=str(path), limits=CATALOGUE_LIMITS)
            yield from _of_file(document, below, earlier)
    if event:
        yield from _of_file(event, read_parts(chain, str), earlier)


def _of_file(document: Document, below: Parts, earlier: dict[Key, str]) -> Iterator[OverlayChange]:
    """What one file does to the game below it."""
    origin = Origin(document)
    for at, item in enumerate(_items(document, "change")):
        yield from _changes(item, below, origin.at("change", at), earlier)
    # So that removals and additions, and the next file, see the game as it is after these changes.
    apply_patches(below, document.data.get("change"), None, origin)
    for at, item in enumerate(_items(document, "remove")):
        target = patch_target(below, item, origin)
        if target:
            yield OverlayChange(_place(origin.at("remove", at)), f"removes {target[0]} {target[1]}")
    for key, word in (("ban", "bans"), ("allow", "allows only"), ("without", "does without rule")):
        for at, item in enumerate(_items(document, key)):
            yield OverlayChange(_place(origin.at(key, at)), f"{word} {_shown(item)}")
    yield from _additions(document, below, origin)


def _changes(item: Tree, below: Parts, place: Origin, earlier: dict[Key, str]) -> Iterator[OverlayChange]:
    """The keys that one item changes, each from what to what."""
    target = patch_target(below, item, place)
    found = list(find_patched(below, target, item)) if target and isinstance(item, dict) else []
    if not target or len(found) != 1 or not isinstance(item, dict):
        return
    holder, at, _ = found[0]
    old: Any = holder[at].data if isinstance(holder[at], RawEntry) else holder[at]
    for key, new in item.items():
        # These keys say what is patched, and change nothing.
        if key in (target[0], "on") or (target[0] == "entry" and key == "kind"):
            continue
        before = old.get(key) if isinstance(old, dict) else None
        mark = (*target, key)
        text = f"changes {key} of {target[0]} {target[1]}: {_shown(before)} → {_shown(merge_value(before, new))}"
        yield OverlayChange(_place(place.at(key)), text, earlier.get(mark, ""))
        # Remembered, so that a later layer can name the change that it overrides.
        earlier[mark] = _place(place.at(key))


def _additions(document: Document, below: Parts, origin: Origin) -> Iterator[OverlayChange]:
    """What a file adds: entries, rules, formats, slots and the like."""
    for at, entry in enumerate(_items(document, "entries")):
        if isinstance(entry, dict):
            yield OverlayChange(
                _place(origin.at("entries", at)), f"adds {document.data.get('kind')} {entry.get('name')}"
            )
    for key in LISTS:
        if key != "ban":
            for at, item in enumerate(_items(document, key)):
                name = (item.get("id") or item.get("name") or "") if isinstance(item, dict) else ""
                yield OverlayChange(_place(origin.at(key, at)), f"adds to {key}: {name or _shown(item)}")
    for key in MAPS:
        value = document.data.get(key)
        for name in value if isinstance(value, dict) else ():
            known = below.head.get(key)
            verb = "lays over" if isinstance(known, dict) and name in known else "adds"
            yield OverlayChange(_place(origin.at(key, name)), f"{verb} {ONE.get(key, key)} {name}")


def _items(document: Document, key: str) -> Iterable[Tree]:
    value = document.data.get(key)
    return value if isinstance(value, list) else [] if value is None else [value]


def _shown(value: Tree) -> str:
    """A value in short."""
    return "nothing" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _place(origin: Origin) -> str:
    """A file and a line in it."""
    return f"{origin.document.file}:{origin.document.line(origin.path)}"
