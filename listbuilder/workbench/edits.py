"""Edits as values: what a player does to a list, each a record that goes to JSON and back.

In JSON an edit says what it does and has the fields of its record, places as lists; what has a default may be left out:

    {"do": "add", "row": {"unit": "Scout"}, "kind": "models", "to": null}   a row; `to` is its place, last otherwise
    {"do": "copy", "at": ["models", 0]}                                     one more like it, right behind it
    {"do": "move", "at": ["models", 4], "to": 1}                            a row to another place
    {"do": "remove", "at": ["models", 4]}                                   a row goes
    {"do": "pick", "at": ["models", 0], "slot": "gear", "entry": "Rope"}    one more in a slot
    {"do": "drop", "at": ["models", 0], "slot": "gear", "nth": 1}           one goes out of a slot
    {"do": "swap", "at": ["models", 0], "slot": "weapon", "nth": 0, "entry": "Bow"}   one for another, in its place
    {"do": "set", "at": [], "key": "format", "value": "small"}              any other key; null takes it out
    {"do": "many", "edits": [...], "words": "…"}                            several, one step of undo

A place is `[]` for the list itself, `["models", 2]`, `["groups", 0]`, or that of a pick with slots of its own, such as
`["models", 2, "gear", 0]`. An entry is named as in a list file: `"Rope"`, `{"entry": "Belt", "picks": ["Knife"]}`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeGuard

from listbuilder.errors import EditError
from listbuilder.reading import Path, Tree
from listbuilder.reading.mapping import read_mapping
from listbuilder.record import record

Place: TypeAlias = Path
MOST = 500  # edits in one step


@record
class Add:
    """One more row: a model, or a group with `kind` groups."""

    row: Mapping[str, Tree]
    kind: str = "models"
    to: int | None = None


@record
class Copy:
    """One more row like another, right behind it and without its name."""

    at: Place


@record
class Move:
    """A row goes to another place, counted from nothing."""

    at: Place
    to: int


@record
class Remove:
    """A row goes."""

    at: Place


@record
class Pick:
    """One more entry in a slot, behind what is in it."""

    at: Place
    slot: str
    entry: Tree


@record
class Drop:
    """What is at a place of a slot goes out of it."""

    at: Place
    slot: str
    nth: int


@record
class Swap:
    """Another entry stands where one is in a slot."""

    at: Place
    slot: str
    nth: int
    entry: Tree


@record
class Set:
    """A key gets a value: a name, a count, a field of the game, a whole slot; nothing takes the key out."""

    at: Place
    key: str
    value: Tree = None


@record
class Many:
    """Several edits, each in the list that those before it made, as one step of undo."""

    edits: tuple[Edit, ...]
    words: str = ""


Edit: TypeAlias = Add | Copy | Move | Remove | Pick | Drop | Swap | Set | Many
EDITS: Mapping[str, Any] = {
    "add": Add, "copy": Copy, "drop": Drop, "many": Many, "move": Move, "pick": Pick, "remove": Remove, "set": Set,
    "swap": Swap,
}  # fmt: skip
NAMES = {kind: name for name, kind in EDITS.items()}


def edit_document(edit: Edit) -> dict[str, Any]:
    """An edit as JSON has it."""
    made: dict[str, Any] = {"do": NAMES[type(edit)]}
    for name, value in vars(edit).items():
        inner = name == "edits"
        made[name] = [edit_document(one) for one in value] if inner else list(value) if name == "at" else value
    return made


def read_edit(data: object) -> Edit:
    """The edit that JSON describes; what is none is refused with the reason."""
    if not isinstance(data, Mapping):
        raise refused("An edit is an object with `do`.", 'Write it like {"do": "remove", "at": ["models", 0]}.')
    return _read(read_mapping(data).data, deep=False)


def _read(data: Mapping[str, Tree], deep: bool) -> Edit:
    do = data.get("do")
    kind = EDITS.get(do) if isinstance(do, str) else None
    if kind is None or (deep and kind is Many):
        raise refused("An edit says what it does under `do`.", f"Write one of {', '.join(EDITS)}.")
    usual = {key for key, value in kind.record_defaults.items() if value is None}
    given = {key: value for key, value in data.items() if key != "do" and not (value is None and key in usual)}
    for key in given:
        if key not in kind.record_names:
            raise refused(f"`{do}` has no key `{key}`.", f"Its keys are {', '.join(kind.record_names)}.")
    missing = [key for key in kind.record_names if key not in given and key not in kind.record_defaults]
    if missing:
        raise refused(f"`{do}` needs `{missing[0]}`.", f"Its keys are {', '.join(kind.record_names)}.")
    made: Edit = kind(**{key: READ[key](key, value) for key, value in given.items()})
    return made


def _place(key: str, value: Tree) -> Place:
    if isinstance(value, list) and all(isinstance(one, str) or _is_number(one) for one in value):
        return tuple(one for one in value if isinstance(one, str | int))
    raise wrong(key, 'a place such as ["models", 0]')


def _text(key: str, value: Tree) -> str:
    if isinstance(value, str):
        return value
    raise wrong(key, "text")


def _number(key: str, value: Tree) -> int:
    if _is_number(value):
        return value
    raise wrong(key, "a whole number from 0")


def _is_number(value: Tree) -> TypeGuard[int]:
    return type(value) is int and value >= 0


def _any(key: str, value: Tree) -> Tree:
    return value


def _entry(key: str, value: Tree) -> Tree:
    if isinstance(value, str | dict):
        return value
    raise wrong(key, "the name of an entry")


def _row(key: str, value: Tree) -> Mapping[str, Tree]:
    if isinstance(value, dict):
        return value
    raise wrong(key, "an object, such as a model of a list file")


def _several(key: str, value: Tree) -> tuple[Edit, ...]:
    if not isinstance(value, list) or len(value) > MOST:
        raise wrong(key, f"a list of edits, {MOST} at most")
    if not all(isinstance(one, dict) for one in value):
        raise wrong(key, "a list of edits")
    return tuple(_read(one, deep=True) for one in value if isinstance(one, dict))


READ: Mapping[str, Callable[[str, Tree], Any]] = {
    "at": _place, "edits": _several, "entry": _entry, "key": _text, "kind": _text, "nth": _number, "row": _row,
    "slot": _text, "to": _number, "value": _any, "words": _text,
}  # fmt: skip


def wrong(key: str, form: str) -> EditError:
    """The error for a value of the wrong form."""
    return refused(f"`{key}` of an edit has the wrong form.", f"Write {form}.")


def refused(message: str, hint: str) -> EditError:
    """The error for what is no edit."""
    return EditError.of("edit.form", message, hint)
