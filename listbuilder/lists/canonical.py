"""The canonical list: the same values under current names, keys in the order of the game's sheets.

Any list tree and its game go in, a tree that says the same comes out. Names and keys that the game does not know stay
as they are; nothing is judged and nothing is dropped but keys without a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from listbuilder.catalogue import Entry, Game, Sheet, Slot
from listbuilder.catalogue.twins import spelled_apart, told_apart
from listbuilder.lists.own_keys import LIST, ROW, OwnKeys
from listbuilder.lists.slots import single_slots
from listbuilder.reading import Tree

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
    row = sheet.spell(row)
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
    made = canonical_items(value if isinstance(value, list) else [value], game, slot, spelling)
    return made[0] if single and len(made) == 1 else made


def canonical_items(items: list[Tree], game: Game, slot: Slot, spelling: Spelling) -> list[Tree]:
    """The picks in a slot; entries that share a printed name are told apart, for a name alone may mean either."""
    made = [canonical_pick(item, game, slot.kind, spelling) for item in items]
    if not game.twins or len(items) < 2 or slot.repeats:
        return made
    named = ((at, one, game.find(slot.kind, one)) for at, one in enumerate(items) if isinstance(one, str))
    found = {at: (one, entry) for at, one, entry in named if entry}
    for at, meant in zip(found, told_apart(list(found.values()), game), strict=True):
        written, entry = found[at]
        if meant is not entry:
            made[at] = name_of(meant, game, spelling)
        elif spelling == "name" and sum(one is entry for _, one in found.values()) > 1:
            made[at] = spelled_apart(written, entry, game)
    return made


def canonical_pick(item: Tree, game: Game, kind: str, spelling: Spelling) -> Tree:
    """One name, or a name with the picks inside it."""
    if isinstance(item, dict):
        entry = item.get("entry")
        found = game.find(kind, str(entry)) if isinstance(entry, str | int) else None
        if found is None:
            return {**item, "entry": entry}
        name = name_of(found, game, spelling)
        made: dict[str, Tree] = {**item, "entry": name}
        if made.get("count") == 1:
            del made["count"]
        if "picks" in made:
            made["picks"] = canonical_inner(made["picks"], game, found, spelling)
            if not made["picks"]:
                del made["picks"]
        return name if made.keys() == {"entry"} else made
    if isinstance(item, bool | list) or item is None:
        return item
    found = game.find(kind, str(item))
    if found is None:
        return str(item)
    return name_of(found, game, spelling)


def name_of(entry: Entry, game: Game, spelling: Spelling) -> str:
    """What an entry is called: its printed name or its id; with values beside it, just as it was said."""
    if entry.said:
        return entry.said
    return entry.name if spelling == "name" and not game.several(entry.kind, entry.name) else entry.id


def canonical_inner(value: Tree, game: Game, entry: Entry, spelling: Spelling) -> Tree:
    """The picks inside a pick: a list for its one slot, by slot where it has several."""
    slots = entry.picks
    if isinstance(value, dict) and "picks" not in slots:
        return {
            id: canonical_picks(one, game, slots[id], spelling, slots[id].max == 1) if id in slots else one
            for id, one in value.items()
        }
    kind = slots["picks"].kind if "picks" in slots else ""
    items = value if isinstance(value, list) else [] if value is None else [value]
    return [canonical_pick(one, game, kind, spelling) for one in items]
