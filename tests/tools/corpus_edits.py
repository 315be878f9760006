"""Single edits of a list: every way to change one thing in it, so that some of them break exactly one rule."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from listbuilder.catalogue import Field, FlagField, Game, NumberField, RaiseField, RowSchema

Data = dict[str, Any]
Edit = tuple[str, Data]


def edits(data: Data, game: Game, cost: int) -> Iterator[Edit]:
    """Each list that is one edit away, with what the edit was."""
    for limit in (cost, cost - 1):
        if limit > 0:
            yield f"limit {limit}", {**copy.deepcopy(data), "limit": limit}
    yield "unknown key", {**copy.deepcopy(data), "colour": "red"}
    yield "unknown format", {**copy.deepcopy(data), "format": "no-such-format"}
    for one in game.formats:
        yield f"format {one.id}", {**copy.deepcopy(data), "format": one.id}
    yield from within(data, (), game, game.list)
    for key, sheet in (("models", game.model), ("groups", game.group)):
        for at in range(len(data.get(key) or [])):
            yield f"{key}[{at}] removed", changed(data, (key,), at)
            yield f"{key}[{at}] twice", doubled(data, key, at)
            yield from within(data, (key, at), game, sheet)


def within(data: Data, path: tuple[Any, ...], game: Game, sheet: RowSchema) -> Iterator[Edit]:
    """Edits of the slots and fields of one row, or of the list itself."""
    row = at_path(data, path)
    for slot, spec in sheet.slots.items():
        names = [entry.name for entry in game.entries if entry.kind == spec.kind]
        yield from slot_edits(data, path, slot, row.get(slot), [*names, "No Such Thing"])
    for name, field in sheet.fields.items():
        for value in field_values(field, row.get(name)):
            yield f"{label(path)}{name}: {value}", changed(data, path, name, value)


def slot_edits(data: Data, path: tuple[Any, ...], slot: str, held: Any, names: list[str]) -> Iterator[Edit]:
    """A slot emptied, its first entry swapped for each other, and each other added."""
    items = held if isinstance(held, list) else [] if held is None else [held]
    if items:
        yield f"{label(path)}no {slot}", changed(data, path, slot)
    for name in names:
        if items:
            yield f"{label(path)}{slot}: {name} instead", changed(data, path, slot, [name, *items[1:]])
        yield f"{label(path)}{slot}: {name} too", changed(data, path, slot, [*items, name])


def field_values(field: Field, now: Any) -> list[Any]:
    """Values of a field at and just beyond its bounds."""
    if isinstance(field, FlagField):
        return [not now if isinstance(now, bool) else not field.default]
    if isinstance(field, NumberField):
        return [field.min, field.min - 1, *([field.max, field.max + 1] if field.max is not None else [])]
    if isinstance(field, RaiseField):
        raised = now if isinstance(now, dict) else {}
        return [{**raised, stat: raised.get(stat, 0) + 1} for stat in field.prices] + [{"no-such-stat": 1}]
    if field.choices:
        return [*field.choices, "no-such-word"]
    return [None, "Nobody", *([[*now, now[0]], ["Nobody"]] if isinstance(now, list) and now else [])]


def label(path: tuple[Any, ...]) -> str:
    """Where an edit is, in front of what it is."""
    return f"{path[0]}[{path[1]}] " if path else ""


def at_path(data: Data, path: tuple[Any, ...]) -> Data:
    """The row at a path."""
    found: Any = data
    for step in path:
        found = found[step]
    assert isinstance(found, dict)
    return found


def changed(data: Data, path: tuple[Any, ...], key: Any, value: Any = None) -> Data:
    """A copy of the list with one value set, or taken out."""
    made = copy.deepcopy(data)
    found: Any = made
    for step in path:
        found = found[step]
    if value is None and (isinstance(found, list) or key in found):
        del found[key]
    elif value is not None:
        found[key] = value
    return made


def doubled(data: Data, key: str, at: int) -> Data:
    """A copy of the list with one row twice."""
    made = copy.deepcopy(data)
    made[key].insert(at, copy.deepcopy(made[key][at]))
    return made
