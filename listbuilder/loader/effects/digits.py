"""Digits in texts outside places: numbers that are words only, so that no grant and no engine can reach them.

Texts of entries, stats, set-ups, rules, rulings and comparisons are looked at; `catalogue check` refuses them.

A printed name with a digit is excused where it is named, and so are words in double quotes that begin with a capital:
they are names, not numbers. In a ruling, whatever stands in double quotes is what the rulebook prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from listbuilder.finding import Finding
from listbuilder.loader.effects.texts import LONG
from listbuilder.loader.parts import Parts, RawEntry, read_parts
from listbuilder.loader.places import inside
from listbuilder.reading import Path, Tree

QUOTED = re.compile(r"\"[^\"]*\"")
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

    fields = {name: frozenset(_text_fields(spec)) for name, spec in _items(parts.head.get("kinds"))}
    for raw in parts.entries:
        for path, text in _texts(raw.data, fields.get(raw.kind, frozenset())):
            if found := number(text):
                fact = f"{raw.data.get('name')}: {found!r} is a number in words only."
                hint = "Give it a name under `values` and write {name} in the text."
                yield inside(raw.origin, path).problem(fact, hint, "catalogue.digit")
    for path, text in _head_texts(parts.head):
        if found := number(QUOTED.sub(" ", text) if path[0] == "rulings" else text):
            fact = f"{_whose(parts.head, path)}: {found!r} is a number in words only."
            hint = "Give it a name under `terms`, `numbers`, and write {name} in the text; {max} is that of the rule."
            yield parts.origin(path).problem(fact, hint, "catalogue.digit")


def _whose(head: Mapping[str, Tree], path: Path) -> str:
    """The text that a path leads to, in words: that of the nearest thing with an id or a name."""
    whose, at = str(path[-2] if len(path) > 1 else path[0]), head
    for step in path[:-1]:
        at = at[step]  # type: ignore[index, assignment]
        if isinstance(at, dict) and isinstance(named := at.get("id") or at.get("name"), str):
            whose = named
    return f"The {path[-1]} of {whose}"


def _head_texts(head: Mapping[str, Tree]) -> Iterator[tuple[Path, str]]:
    """The texts of a game's stats, set-up, rules, rulings and comparisons."""
    mission = head.get("mission")
    for key in ("text", "deployment"):
        if isinstance(mission, dict) and isinstance(text := mission.get(key), str):
            yield ("mission", key), text
    yield from _rule_texts(head, ())
    for at, one in _items(head.get("formats")):
        yield from _rule_texts(one, ("formats", at))
    for key in ("stats", "rulings", "match", "headers"):
        yield from (((key, at, "text"), text) for at, one in _items(head.get(key)) if (text := _text(one)))


def _items(held: object) -> Iterator[tuple[Any, Tree]]:
    """What stands in a list or a mapping, with its place."""
    yield from held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()


def _text(held: object) -> str:
    """The text of something, if it has one."""
    text = held.get("text") if isinstance(held, dict) else None
    return text if isinstance(text, str) else ""


def _rule_texts(held: object, path: Path) -> Iterator[tuple[Path, str]]:
    """The texts of the rules that something carries."""
    rules = held.get("rules") if isinstance(held, Mapping) else None
    yield from (((*path, "rules", at, "text"), text) for at, one in _items(rules) if (text := _text(one)))


def _text_fields(spec: object) -> Iterator[str]:
    """The fields of a kind that hold texts."""
    fields = spec.get("fields") if isinstance(spec, dict) else None
    yield from (name for name, type_ in _items(fields) if type_ == "text")


def _names(entries: Iterable[RawEntry]) -> Iterator[str]:
    """Printed names and spellings that have a digit and are more than a number."""
    for raw in entries:
        aliases = raw.data.get("aliases")
        for name in (raw.data.get("name"), *(aliases if isinstance(aliases, list) else ())):
            if isinstance(name, str) and re.search(r"\d", name) and re.search(r"[A-Za-z]{2}", name):
                yield name


def _texts(data: Mapping[str, Tree], fields: frozenset[str]) -> Iterator[tuple[Path, str]]:
    """Every text of a raw entry that players read."""
    yield from (((key,), text) for key in ("text", *LONG, *fields) if isinstance(text := data.get(key), str))
    yield from _rule_texts(data, ())
    for name, role in _items(data.get("roles")):
        yield from _rule_texts(role, ("roles", name))
    for key in ("roles", "forms"):
        yield from (((key, at, "text"), text) for at, one in _items(data.get(key)) if (text := _text(one)))
    yield from ((("rows", row), text) for row, text in _items(data.get("rows")) if isinstance(text, str))
