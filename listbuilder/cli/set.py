"""`set`: change what a model, a group or the list has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.cli.editing import ListFile, RowName, make_change
from listbuilder.documents.edit import NOTHING, Done

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.lists.edit import Editor

EPILOG = """Examples: listbuilder set squad.yaml 1 weapon="Long Bow" gear+=Rope | listbuilder set squad.yaml Tod
gear-=Rope name= | listbuilder set squad.yaml list name="Sector 7" limit=200 | listbuilder set squad.yaml Vanguard
leader=Tod. Keys are found in the singular and the plural, and in either spelling: armor is armour. The list is written
even when it is illegal, and `undo` takes it back. Exit codes: 0 done, 2 a key, a name or a model is not understood, 3
the file can't be read or written."""


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

    def change(editor: Editor, game: Game) -> Done:
        from listbuilder.lists.refer import refer, row_at
        from listbuilder.lists.words import WordReader

        path = refer(editor.tree, model, game)
        old = row_at(editor.tree, path)
        reader = WordReader(game, str(path[0]) if path else "list")
        new = reader.read(words, old)
        gone = [key for key in old if key not in new]
        for key in gone:
            editor.drop((*path, key))
        changed = [key for key in new if key not in old or old[key] != new[key] or type(old[key]) is not type(new[key])]
        for key in changed:
            editor.assign((*path, key), new[key], reader.keys)
        return Done("Changed", (path,), keys=(*changed, *gone)) if changed or gone else NOTHING

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)
