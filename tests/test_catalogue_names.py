"""Every text in a catalogue's records is known to name something or to be text; every sort of name can be listed."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder.catalogue import ENTRY_TYPES, FIELD_TYPES, Event, Game
from listbuilder.loader import game_folders, load_game
from listbuilder.loader.named import HIDDEN, NAMES, TEXTS, records_in
from listbuilder.loader.names import LISTED, Names
from listbuilder.rules import KINDS

FILLED_IN = {"KeywordUse"}  # the loader makes them from what is printed


def records(found: Any, seen: set[type]) -> Iterator[type]:
    """Every record that a type leads to."""
    if dataclasses.is_dataclass(found) and isinstance(found, type):
        if found not in seen:
            seen.add(found)
            yield found
            hints = typing.get_type_hints(found, include_extras=True)
            for one in dataclasses.fields(found):
                yield from records(hints[one.name], seen)
    else:
        for part in typing.get_args(found):
            yield from records(part, seen)


def all_records() -> list[type]:
    """Every record of a catalogue."""
    seen: set[type] = set()
    roots = (Game, Event, *ENTRY_TYPES.values(), *FIELD_TYPES.values(), *KINDS.values())
    return [one for root in roots for one in records(root, seen) if one.__name__ not in FILLED_IN]


def holds_text(hint: Any) -> bool:
    """Whether a value of a type is a text, or has texts directly in it."""
    if dataclasses.is_dataclass(hint) or typing.get_origin(hint) is typing.Literal:
        return False
    return hint is str or any(holds_text(part) for part in typing.get_args(hint))


def texts_of(record: type) -> set[str]:
    """The keys of a record that hold texts."""
    hints = typing.get_type_hints(record)
    hidden = HIDDEN if issubclass(record, ENTRY_TYPES["option"].__mro__[1]) or record is Game else frozenset()
    return {one.name for one in dataclasses.fields(record) if one.name not in hidden and holds_text(hints[one.name])}


def marked(record: type) -> set[str]:
    """The keys of a record that stand in one of the two tables."""
    names = [cls.__name__ for cls in record.__mro__]
    return {key for name in names for key in (*NAMES.get(name, ()), *TEXTS.get(name, ()))}


@pytest.mark.parametrize("record", all_records(), ids=lambda one: one.__name__)
def test_no_text_is_unmarked(record: type) -> None:
    """A text in a record is a name that is checked, or is text; nothing else is in the tables."""
    assert texts_of(record) <= marked(record)


def test_the_tables_name_what_exists() -> None:
    """Each record and key in the tables exists, and each sort of name can be listed."""
    there = {cls.__name__: {one.name for one in dataclasses.fields(cls)} for one in all_records() for cls in bases(one)}
    for table in (NAMES, TEXTS):
        assert {name for name in table if not set(table[name]) <= there.get(name, set())} == set()
    sorts = {what for keys in NAMES.values() for what in keys.values()} - {"here"}
    assert sorts <= LISTED.keys()


def bases(record: type) -> list[Any]:
    """A record and the records that it is built on."""
    return [cls for cls in record.__mro__ if dataclasses.is_dataclass(cls)]


@pytest.mark.parametrize("id", sorted(game_folders()))
def test_every_sort_of_name_is_listed(id: str) -> None:
    """The shipped games answer for every sort of name, and the walk meets every record of theirs."""
    names = Names(load_game(id), [])
    assert all(isinstance(names.all(what), set) for what in LISTED)
    assert len(list(records_in(names.game))) > 20
