"""Canonical form of a list: current names, and keys in the order of the game's schemas.

A list tree and its game go in, an equivalent tree comes out. Unknown names and keys stay as they are. Nothing is
judged, and nothing is dropped but keys without a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from listbuilder.catalogue import Entry, Game, RowSchema, Slot, stamp
from listbuilder.catalogue.printed_names import assign_shared_names, unambiguous_name
from listbuilder.lists.document import LIST, ROW, OwnKeys, own_keys
from listbuilder.lists.file_editor import Editor
from listbuilder.lists.key_values import single_slots
from listbuilder.storage.reading import Path, Tree

Spelling = Literal["name", "id"]


def canonical(tree: Mapping[str, Tree], game: Game, spelling: Spelling = "name") -> dict[str, Tree]:
    """A list in canonical form."""
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
    row: Mapping[str, Tree], game: Game, sheet: RowSchema, spelling: Spelling, own: OwnKeys = ROW
) -> dict[str, Tree]:
    """One model or group, or the list's own keys."""
    made: dict[str, Tree] = {}
    row = sheet.spell(row)
    single = single_slots(game, sheet)
    for key in key_order(sheet, own, row):
        value = row[key]
        # A key without a value means the default, as if it were left out.
        if value is None:
            continue
        if key in sheet.slots:
            made[key] = canonical_picks(value, game, sheet.slots[key], spelling, key in single)
        elif key in sheet.fields:
            made[key] = sheet.fields[key].canonical(value, game)
        else:
            made[key] = value
    return made


def key_order(sheet: RowSchema, own: OwnKeys, row: Mapping[str, Tree]) -> list[str]:
    """The keys of a row in canonical order: known keys, unknown keys, `x-` keys, rows."""
    known = own.around([*sheet.slots, *sheet.fields])
    unknown = [key for key in row if key not in known and key not in own.rows]
    # Stable, so that unknown keys keep their order.
    unknown.sort(key=lambda key: key.startswith("x-"))
    return [key for key in (*known, *unknown, *own.rows) if key in row]


def canonical_picks(value: Tree, game: Game, slot: Slot, spelling: Spelling, single: bool) -> Tree:
    """The value of a slot: a single pick if the slot holds only one, otherwise a list."""
    made = canonical_items(value if isinstance(value, list) else [value], game, slot, spelling)
    return made[0] if single and len(made) == 1 else made


def canonical_items(items: list[Tree], game: Game, slot: Slot, spelling: Spelling) -> list[Tree]:
    """The picks in a slot. Entries that share a printed name are written so that they stay distinct."""
    made = [canonical_pick(item, game, slot.kind, spelling) for item in items]
    # Only a game with shared names has two readings for one word.
    if not game.homonyms or len(items) < 2 or slot.repeats:
        return made
    named = ((at, one, game.find(slot.kind, one)) for at, one in enumerate(items) if isinstance(one, str))
    found = {at: (one, entry) for at, one, entry in named if entry}
    for at, distinct in zip(found, assign_shared_names(list(found.values()), game), strict=True):
        written, entry = found[at]
        if distinct is not entry:
            made[at] = canonical_name(distinct, game, spelling)
        elif spelling == "name" and sum(one is entry for _, one in found.values()) > 1:
            made[at] = unambiguous_name(written, entry, game)
    return made


def canonical_pick(item: Tree, game: Game, kind: str, spelling: Spelling) -> Tree:
    """One name, or a name with the picks inside it."""
    if isinstance(item, dict):
        entry = item.get("entry")
        found = game.find(kind, str(entry)) if isinstance(entry, str | int) else None
        if found is None:
            return {**item, "entry": entry}
        name = canonical_name(found, game, spelling)
        made: dict[str, Tree] = {**item, "entry": name}
        # A count of one is the default: written or not, the list is the same.
        if made.get("count") == 1:
            del made["count"]
        if "picks" in made:
            made["picks"] = canonical_inner(made["picks"], game, found, spelling)
            # An empty list of inner picks says the same as none.
            if not made["picks"]:
                del made["picks"]
        return name if made.keys() == {"entry"} else made
    if isinstance(item, bool | list) or item is None:
        return item
    found = game.find(kind, str(item))
    if found is None:
        return str(item)
    return canonical_name(found, game, spelling)


def canonical_name(entry: Entry, game: Game, spelling: Spelling) -> str:
    """The printed name or the id of an entry; an entry with values keeps the spelling of the list."""
    if entry.written_as:
        return entry.written_as
    return entry.name if spelling == "name" and not game.find_all(entry.kind, entry.name) else entry.id


def canonical_inner(value: Tree, game: Game, entry: Entry, spelling: Spelling) -> Tree:
    """The picks inside a pick: a list if it has one slot, a mapping by slot if it has several."""
    slots = entry.picks
    if isinstance(value, dict) and "picks" not in slots:
        return {
            id: canonical_picks(one, game, slots[id], spelling, slots[id].max == 1) if id in slots else one
            for id, one in value.items()
        }
    kind = slots["picks"].kind if "picks" in slots else ""
    items = value if isinstance(value, list) else [] if value is None else [value]
    return [canonical_pick(one, game, kind, spelling) for one in items]


# Format a list file: canonical order and spelling. Comments stay with their keys, and lists stay lists.


def format_list(editor: Editor, game: Game) -> None:
    """Spell every name as printed and put the keys in canonical order."""
    # Keys first: names are looked up by the key that they stand under.
    spell_keys(editor, game)
    respell_names(editor, game)
    for path, sheet, own in rows_with_schemas(editor.tree, game):
        row = editor.at(path)
        order = key_order(sheet, own, row)
        # Moving a key rewrites the text around it, so rows in order are not touched.
        if order != list(row):
            editor.reorder(path, order)


def spell_keys(editor: Editor, game: Game) -> None:
    """Rename alternative spellings of keys to the canonical one."""
    for path, sheet, _ in rows_with_schemas(editor.tree, game):
        row = editor.at(path)
        for old, new in zip(list(row), list(sheet.spell(row)), strict=True):
            if old != new:
                editor.rename((*path, old), new)


def respell_names(editor: Editor, game: Game) -> None:
    """Spell every name as printed; unknown names stay as they are."""
    found = game.format(str(editor.tree["format"])) if isinstance(editor.tree.get("format"), str) else None
    if found and editor.tree["format"] != found.id:
        editor.assign(("format",), found.id)
    if editor.tree.get("game") != game.id:
        editor.assign(("game",), game.id)
    # A bare version leaves out what is laid over the game; the stamp names it.
    if editor.tree.get("catalogue") == game.version != stamp(game):
        editor.assign(("catalogue",), stamp(game))
    for path, sheet, _ in rows_with_schemas(editor.tree, game):
        for key, value in list(editor.at(path).items()):
            new = respell_value(value, key, game, sheet)
            if new != value:
                editor.assign((*path, key), new)


def rows_with_schemas(tree: Mapping[str, Tree], game: Game) -> list[tuple[Path, RowSchema, OwnKeys]]:
    """The paths of the list, its models and its groups, each with its schema and built-in keys."""
    found: list[tuple[Path, RowSchema, OwnKeys]] = [((), game.list, LIST)]
    for key, sheet in (("models", game.model), ("groups", game.group)):
        rows = tree.get(key)
        if isinstance(rows, list):
            found += [((key, at), sheet, own_keys(key)) for at, row in enumerate(rows) if isinstance(row, dict)]
    return found


def respell_value(value: Tree, key: str, game: Game, sheet: RowSchema) -> Tree:
    """The value of a key with its names as printed."""
    slot = sheet.slots.get(key)
    if slot and isinstance(value, list):
        return canonical_items(value, game, slot, "name")
    if slot and value is not None:
        return canonical_pick(value, game, slot.kind, "name")
    field = sheet.fields.get(key)
    return field.respell(value, game) if field else value
