"""`copy`: one more model like another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.cli.editing import ListFile, RowName, make_change
from listbuilder.documents.edit import Done

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.lists.edit import Editor

EPILOG = """Examples: listbuilder copy squad.yaml 2 | listbuilder copy squad.yaml Tod name=Rod gear=Rope. The copy comes
right behind the model, without its name. Exit codes: 0 done, 2 something is not understood, 3 the file can't be read or
written."""


def copy(
    context: typer.Context,
    file: ListFile,
    model: RowName,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[key=value…]", help="What the copy has instead, as with `set`."),
    ] = None,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Add a copy of a model or group right behind it; names stay unique, so the copy has none of its own."""

    def change(editor: Editor, game: Game) -> Done:
        from copy import deepcopy

        from listbuilder.lists.refer import refer, row_at, unclear
        from listbuilder.lists.words import WordReader

        path = refer(editor.tree, model, game)
        if not path:
            raise unclear("The list itself can't be copied into its own file.", "Name a model or a group.")
        row = {key: deepcopy(value) for key, value in row_at(editor.tree, path).items() if key != "name"}
        made = WordReader(game, str(path[0])).read(words or [], row)
        named = {"name": made.pop("name"), **made} if "name" in made else made
        editor.insert((path[0],), int(path[1]) + 1, named)
        return Done("Added", ((path[0], int(path[1]) + 1),))

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)
