"""`set`: change what a model, a group or the list has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.cli.editing import ListFile, RowName, make_change
from listbuilder.documents.edit import NOTHING, NOUNS, Done
from listbuilder.errors import EditError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from listbuilder.catalogue import Game
    from listbuilder.reading import Path as TreePath
    from listbuilder.reading import Tree
    from listbuilder.workbench import Bench, Edit

EPILOG = """Examples: listbuilder set squad.yaml 1 weapon=WEAPON gear+=GEAR | listbuilder set squad.yaml Tod
gear-=GEAR name= | listbuilder set squad.yaml list name="Sector 7" limit=200 | listbuilder set squad.yaml Vanguard
leader=Tod. Words in capitals stand for names of your game. Keys are found in the singular and the plural, and in
either spelling: armor is armour. The list is written even when it is illegal, and `undo` takes it back. Exit codes: 0
done, 2 a key, a name or a model is not understood, 3 the file can't be read or written."""


def set(
    context: typer.Context,
    file: ListFile,
    model: RowName,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="key=value…",
            help="key=value sets, key= removes, key+=value and key-=value add to and take from what is there.",
        ),
    ],
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Change a model, a group or the list itself."""

    def change(bench: Bench) -> tuple[Sequence[Edit], Done]:
        from listbuilder.lists.refer import refer, row_at
        from listbuilder.lists.words import WordReader
        from listbuilder.workbench.quick import row_edits
        from listbuilder.workbench.steps import spelt

        game = bench.report.force.game
        tree = spelt(bench.tree, game)
        path = refer(tree, model, game)
        check_words(tree, words, path, game)
        old = row_at(tree, path)
        edits = row_edits(path, old, WordReader(game, str(path[0]) if path else "list").read(words, old))
        keys = (*(one.key for one in edits if one.value is not None), *(one.key for one in edits if one.value is None))
        return edits, Done("Changed", (path,), keys=keys) if edits else NOTHING

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)


def check_words(tree: Mapping[str, Tree], words: list[str], path: TreePath, game: Game) -> None:
    """Refuse a name that may be meant as one more model to change, and not as what the first becomes."""
    from listbuilder.catalogue.entry import Unit
    from listbuilder.lists.refer import meant
    from listbuilder.lists.words import WORD, typed

    head, slot = next(iter(game.model.slots.items()), ("", None))
    for word in words:
        others = [one for one in meant(tree, word, game) if one not in ((), path)] if not WORD.fullmatch(word) else []
        entry = game.find(slot.kind, word) if slot else None
        if others and (entry is None or isinstance(entry, Unit)):
            row = f"{NOUNS[str(others[0][0])]} {int(others[0][1]) + 1}"
            fact = f'"{word}" is {row} of the list, and `set` changes one row.'
            instead = f" To make the first one {entry.name}, write `{typed(head, word)}`." if entry else ""
            raise EditError.of("edit.row", fact, f"Call it once for each.{instead}")
