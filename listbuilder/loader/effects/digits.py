"""Digits in texts outside places: numbers that are words only, so that no grant and no engine can reach them.

Texts of entries, stats and set-ups are looked at; `catalogue check` refuses them.

A printed name with a digit is excused where it is named, and so are words in double quotes that begin with a capital:
they are names, not numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path as FilePath

from listbuilder.finding import Finding
from listbuilder.loader.effects.texts import LONG
from listbuilder.loader.parts import Parts, RawEntry, read_parts
from listbuilder.loader.places import inside
from listbuilder.reading import Path, Tree

__all__ = ["digits", "digits_of"]

EXCUSED = r"\{[^{}]*\}|\"[A-Z][^\"]*\""


def digits_of(folders: list[FilePath]) -> list[Finding]:
    """A finding for each text of a game, read afresh, that has a digit outside a place."""
    return list(digits(read_parts(folders, str)))


def digits(parts: Parts) -> Iterator[Finding]:
    """A finding for each text with a digit outside a place."""
    names = sorted(set(_names(parts.entries)), key=len, reverse=True)
    excused = re.compile("|".join([EXCUSED, *(rf"\b{re.escape(name)}(?!\w)" for name in names)]))

    def number(text: str) -> str | None:
        found = re.search(r"\S*\d\S*", excused.sub(" ", text))
        return found[0].strip(".,;:()") if found else None

    for raw in parts.entries:
        for path, text in _texts(raw.data):
            if found := number(text):
                fact = f"{raw.data.get('name')}: {found!r} is a number in words only."
                hint = "Give it a name under `values` and write {name} in the text."
                yield inside(raw.origin, path).problem(fact, hint, "catalogue.digit")
    for path, text in _head_texts(parts.head):
        if found := number(text):
            fact = f"{' '.join(str(step) for step in path)}: {found!r} is a number in words only."
            hint = "Give it a name under `terms`, `numbers`, and write {name} in the text."
            yield parts.origin(path).problem(fact, hint, "catalogue.digit")


def _head_texts(head: Mapping[str, Tree]) -> Iterator[tuple[Path, str]]:
    """The texts of a game's stats and of its set-up."""
    stats, mission = head.get("stats"), head.get("mission")
    for id, one in stats.items() if isinstance(stats, dict) else ():
        if isinstance(one, dict) and isinstance(text := one.get("text"), str):
            yield ("stats", id, "text"), text
    for key in ("text", "deployment"):
        if isinstance(mission, dict) and isinstance(text := mission.get(key), str):
            yield ("mission", key), text


def _names(entries: Iterable[RawEntry]) -> Iterator[str]:
    """Printed names and spellings that have a digit and are more than a number."""
    for raw in entries:
        aliases = raw.data.get("aliases")
        for name in (raw.data.get("name"), *(aliases if isinstance(aliases, list) else ())):
            if isinstance(name, str) and re.search(r"\d", name) and re.search(r"[A-Za-z]{2}", name):
                yield name


def _texts(data: Mapping[str, Tree]) -> Iterator[tuple[Path, str]]:
    """Every text of a raw entry that players read."""
    yield from (((key,), text) for key in ("text", *LONG) if isinstance(text := data.get(key), str))
    for key in ("roles", "forms"):
        held = data.get(key)
        inner = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
        for at, one in inner:
            if isinstance(one, dict) and isinstance(one.get("text"), str):
                yield (key, at, "text"), str(one["text"])
    rows = data.get("rows")
    if isinstance(rows, dict):
        yield from ((("rows", row), text) for row, text in rows.items() if isinstance(text, str))
