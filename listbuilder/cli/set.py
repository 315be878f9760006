"""`set`: change what a model, a group or the list has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag
from listbuilder.cli.completion import complete_words
from listbuilder.cli.editing import ListFile, RowName, make_change

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.lists.edit import Editor

EPILOG = """Examples: listbuilder set squad.yaml 1 weapon="Long Bow" gear+=Rope | listbuilder set squad.yaml Tod
gear-=Rope name= | listbuilder set squad.yaml list name="Sector 7" limit=200. The list is written even when it is
illegal; the exit code is 2 when a key or a name is not understood, 3 when the file can't be read or written."""


def set(
    context: typer.Context,
    file: ListFile,
    model: RowName,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="key=value…",
            help="key=value sets, key= removes, key+=value and key-=value add to and take from what is there.",
            autocompletion=complete_words,
        ),
    ],
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Change a model, a group or the list itself."""

    def change(editor: Editor, game: Game) -> str:
        from listbuilder.lists.refer import refer
        from listbuilder.lists.words import WordReader

        path = refer(editor.tree, model)
        old = editor.at(path)
        reader = WordReader(game, str(path[0]) if path else "list")
        new = reader.read(words, old)
        for key in [key for key in old if key not in new]:
            editor.drop((*path, key))
        for key, value in new.items():
            if key not in old or old[key] != value or type(old[key]) is not type(value):
                editor.assign((*path, key), value, reader.keys)
        return f"Changed {'the list' if not path else f'{path[0][:-1]} {int(path[1]) + 1}'}."  # type: ignore[index]

    make_change(context, file, catalogue, json, change)
