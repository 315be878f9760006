"""`set`: change what a model, a group or the list has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click

from listbuilder.base.errors import EditError
from listbuilder.exchange.documents.edit_document import NOTHING, NOUNS, EditOutcome
from listbuilder.ui.cli.commands import Argument
from listbuilder.ui.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.ui.cli.editing import ListFile, RowName, make_change

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from listbuilder.building import Bench, Edit
    from listbuilder.catalogue import Game
    from listbuilder.storage.reading import Path as TreePath
    from listbuilder.storage.reading import Tree

EPILOG = """Examples: listbuilder set squad.yaml 1 weapon=WEAPON gear+=GEAR | listbuilder set squad.yaml Tod
gear-=GEAR name= | listbuilder set squad.yaml list name="Sector 7" limit=200 | listbuilder set squad.yaml Vanguard
leader=Tod. Words in capitals stand for names of your game. Keys may be singular or plural, in
either spelling: armor is armour. The list is written even if it is illegal; `undo` reverts it. Exit codes: 0
success, 2 a key, a name or a model is unknown, 3 the file can't be read or written."""


def set(
    context: click.Context,
    file: ListFile,
    model: RowName,
    words: Annotated[
        list[str],
        Argument(
            metavar="key=value…",
            help="key=value sets, key= removes, key+=value adds, key-=value takes away.",
        ),
    ],
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Change a model, a group or the list itself."""

    def change(bench: Bench) -> tuple[Sequence[Edit], EditOutcome]:
        from listbuilder.building.edits import row_edits, spell_own_names
        from listbuilder.lists.find_row import resolve_row, row_at
        from listbuilder.lists.key_values import WordReader

        game = bench.report.force.game
        tree = spell_own_names(bench.tree, game)
        path = resolve_row(tree, model, game)
        check_words(tree, words, path, game)
        old = row_at(tree, path)
        edits = row_edits(path, old, WordReader(game, str(path[0]) if path else "list").read(words, old))
        keys = (*(one.key for one in edits if one.value is not None), *(one.key for one in edits if one.value is None))
        return edits, EditOutcome("Changed", (path,), keys=keys) if edits else NOTHING

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)


def check_words(tree: Mapping[str, Tree], words: list[str], path: TreePath, game: Game) -> None:
    """Refuse a name that may be meant as one more model to change, and not as what the first becomes."""
    from listbuilder.catalogue.entries import Unit
    from listbuilder.lists.find_row import matching_rows
    from listbuilder.lists.key_values import WORD, shell_assignment

    head, slot = next(iter(game.model.slots.items()), ("", None))
    for word in words:
        others = (
            [one for one in matching_rows(tree, word, game) if one not in ((), path)]
            if not WORD.fullmatch(word)
            else []
        )
        entry = game.find(slot.kind, word) if slot else None
        if others and (entry is None or isinstance(entry, Unit)):
            row = f"{NOUNS[str(others[0][0])]} {int(others[0][1]) + 1}"
            fact = f'"{word}" is {row} of the list, and `set` changes one row.'
            instead = f" To make the first one {entry.name}, write `{shell_assignment(head, word)}`." if entry else ""
            raise EditError.of("edit.row", fact, f"Call it once for each.{instead}")
