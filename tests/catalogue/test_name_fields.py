"""Every text in a catalogue's records is known to name something or to be text; every sort of name can be listed."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder.base.records import Refers, field_docs, file_keys, references
from listbuilder.base.values import Value
from listbuilder.catalogue import ENTRY_TYPES, FIELD_TYPES, Event, Game, KeywordUse
from listbuilder.catalogue.effects.parts import PlayTerm
from listbuilder.catalogue.query import Selector
from listbuilder.catalogue.rules import KINDS
from listbuilder.loading import game_folders, load_game
from listbuilder.loading.references import NAME_SORTS, References, records_in

MADE = {KeywordUse}  # the loader makes them from what is printed
OWN_NAMES: dict[type, set[str]] = {Selector: {"fields"}}


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
    return [one for root in roots for one in records(root, seen) if one not in MADE and not issubclass(one, Value)]


def unmarked(hint: Any) -> bool:
    """Whether a value of a type is a text, or has texts directly in it, that nothing is said about."""
    if dataclasses.is_dataclass(hint) or typing.get_origin(hint) is typing.Literal:
        return False
    if any(isinstance(one, Refers) for one in getattr(hint, "__metadata__", ())):
        return False
    return hint is str or any(unmarked(part) for part in typing.get_args(hint))


@pytest.mark.parametrize("record", all_records(), ids=lambda one: one.__name__)
def test_no_text_is_unmarked(record: type) -> None:
    """A text in a record is a name that is checked, or `Text`."""
    hints = typing.get_type_hints(record, include_extras=True)
    assert [name for name in file_keys(record) if unmarked(hints[name])] == []


@pytest.mark.parametrize("record", all_records(), ids=lambda one: one.__name__)
def test_every_key_has_a_meaning(record: type) -> None:
    """Each key of a record says what it means; what is written under names of its own has none."""
    assert set(file_keys(record)) - field_docs(record).keys() <= OWN_NAMES.get(record, set())


def test_every_sort_can_be_listed() -> None:
    """Each sort of name that a record asks for is one that the loader can list."""
    marks = [mark for one in all_records() for mark in references(one).values() if not isinstance(mark, PlayTerm)]
    assert {sort for mark in marks for sort in mark.sorts} - {"context"} <= NAME_SORTS.keys()


@pytest.mark.parametrize("id", sorted(game_folders()))
def test_every_sort_of_name_is_listed(id: str) -> None:
    """The shipped games answer for every sort of name, and the walk meets every record of theirs."""
    names = References(load_game(id), [])
    assert all(isinstance(names.names(what), set) for what in NAME_SORTS)
    assert len(list(records_in(names.game))) > 20
