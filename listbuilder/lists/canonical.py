"""The canonical list: the same values under current names, keys in the order of the game's sheets.

Any list tree and its game go in, a tree that says the same comes out. Names and keys that the game does not know stay
as they are; nothing is judged and nothing is dropped but keys without a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from listbuilder.catalogue import Game, Sheet, Slot
from listbuilder.lists.own_keys import LIST, ROW, OwnKeys
from listbuilder.lists.slots import single_slots
from listbuilder.reading import Tree

__all__ = ["Spelling", "canonical", "canonical_row", "key_order"]

Spelling = Literal["name", "id"]


def canonical(tree: Mapping[str, Tree], game: Game, spelling: Spelling = "name") -> dict[str, Tree]:
    """A whole list in canonical form."""
    made = canonical_row({**tree, "game": game.id}, game, game.list, spelling, LIST)
    found = game.format(str(tree["format"])) if tree.get("format") is not None else None
    if found:
        made["format"] = found.id
    for key, sheet in (("models", game.model), ("groups", game.group)):
        rows = tree.get(key)
        if isinstance(rows, list):
            made[key] = [canonical_row(row, game, sheet, spelling) if isinstance(row, dict) else row for row in rows]
    return {key: made[key] for key in key_order(game.list, LIST, made)}


def canonical_row(
    row: Mapping[str, Tree], game: Game, sheet: Sheet, spelling: Spelling, own: OwnKeys = ROW
) -> dict[str, Tree]:
    """One model or group, or the list's own keys."""
    made: dict[str, Tree] = {}
    single = single_slots(game, sheet)
    for key in key_order(sheet, own, row):
        value = row[key]
        if value is None:
            continue
        if key in sheet.slots:
            made[key] = canonical_picks(value, game, sheet.slots[key], spelling, key in single)
        elif key in sheet.fields:
            made[key] = sheet.fields[key].canonical(value, game)
        else:
            made[key] = value
    return made


def key_order(sheet: Sheet, own: OwnKeys, row: Mapping[str, Tree]) -> list[str]:
    """The keys of a row in canonical order; strangers behind the known ones, other tools' keys last but rows."""
    known = own.around([*sheet.slots, *sheet.fields])
    strangers = [key for key in row if key not in known and key not in own.rows]
    strangers.sort(key=lambda key: key.startswith("x-"))
    return [key for key in (*known, *strangers, *own.rows) if key in row]


def canonical_picks(value: Tree, game: Game, slot: Slot, spelling: Spelling, single: bool) -> Tree:
    """What is in a slot: one name where only one can be, a list otherwise."""
    items = value if isinstance(value, list) else [value]
    made = [canonical_pick(item, game, slot.kind, spelling) for item in items]
    return made[0] if single and len(made) == 1 else made


def canonical_pick(item: Tree, game: Game, kind: str, spelling: Spelling) -> Tree:
    """One name, or a name with the picks inside it."""
    if isinstance(item, dict):
        entry = item.get("entry")
        found = game.find(kind, str(entry)) if isinstance(entry, str | int) else None
        inner = item.get("picks")
        if found is None or found.picks is None or set(item) - {"entry", "picks"}:
            return {**item, "entry": found.name if found and spelling == "name" else found.id if found else entry}
        picks = inner if isinstance(inner, list) else [] if inner is None else [inner]
        name = found.name if spelling == "name" else found.id
        if not picks:
            return name
        return {"entry": name, "picks": [canonical_pick(one, game, found.picks.kind, spelling) for one in picks]}
    if isinstance(item, bool | list) or item is None:
        return item
    found = game.find(kind, str(item))
    return str(item) if found is None else found.name if spelling == "name" else found.id
