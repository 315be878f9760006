"""Put a list file in canonical order and spelling; comments stay with what they are about, shapes stay as they are."""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.catalogue import Game, Sheet, stamp
from listbuilder.lists.canonical import canonical_items, canonical_pick, key_order
from listbuilder.lists.edit import Editor
from listbuilder.lists.own_keys import LIST, OwnKeys, own_keys
from listbuilder.reading import Path, Tree


def format_list(editor: Editor, game: Game) -> None:
    """Spell every name as printed and put every key in its place."""
    spell_keys(editor, game)
    respell(editor, game)
    for path, sheet, own in rows_of(editor.tree, game):
        row = editor.at(path)
        order = key_order(sheet, own, row)
        if order != list(row):
            editor.reorder(path, order)


def spell_keys(editor: Editor, game: Game) -> None:
    """Give every key that has several spellings its own."""
    for path, sheet, _ in rows_of(editor.tree, game):
        row = editor.at(path)
        for old, new in zip(list(row), list(sheet.spell(row)), strict=True):
            if old != new:
                editor.rename((*path, old), new)


def respell(editor: Editor, game: Game) -> None:
    """Spell every name as printed; what the game does not know stays as it is."""
    found = game.format(str(editor.tree["format"])) if isinstance(editor.tree.get("format"), str) else None
    if found and editor.tree["format"] != found.id:
        editor.assign(("format",), found.id)
    if editor.tree.get("game") != game.id:
        editor.assign(("game",), game.id)
    if editor.tree.get("catalogue") == game.version != stamp(game):
        editor.assign(("catalogue",), stamp(game))
    for path, sheet, _ in rows_of(editor.tree, game):
        for key, value in list(editor.at(path).items()):
            new = spelled(value, key, game, sheet)
            if new != value:
                editor.assign((*path, key), new)


def rows_of(tree: Mapping[str, Tree], game: Game) -> list[tuple[Path, Sheet, OwnKeys]]:
    """The list itself, its models and its groups, each with its sheet and its own keys."""
    found: list[tuple[Path, Sheet, OwnKeys]] = [((), game.list, LIST)]
    for key, sheet in (("models", game.model), ("groups", game.group)):
        rows = tree.get(key)
        if isinstance(rows, list):
            found += [((key, at), sheet, own_keys(key)) for at, row in enumerate(rows) if isinstance(row, dict)]
    return found


def spelled(value: Tree, key: str, game: Game, sheet: Sheet) -> Tree:
    """One value with its names as printed."""
    slot = sheet.slots.get(key)
    if slot and isinstance(value, list):
        return canonical_items(value, game, slot, "name")
    if slot and value is not None:
        return canonical_pick(value, game, slot.kind, "name")
    field = sheet.fields.get(key)
    return field.respell(value, game) if field else value
