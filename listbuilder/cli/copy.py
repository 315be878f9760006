"""`copy`: one more model like another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.cli.editing import ListFile, RowName, make_change
from listbuilder.documents.edit import Done

if TYPE_CHECKING:
    from listbuilder.workbench import Bench, Edit

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

    def change(bench: Bench) -> tuple[list[Edit], Done]:
        from listbuilder.lists.refer import refer, row_at, unclear
        from listbuilder.lists.words import WordReader
        from listbuilder.workbench import Add
        from listbuilder.workbench.steps import copied_row, spelt

        game = bench.report.force.game
        path = refer(bench.tree, model, game)
        if not path:
            raise unclear("The list itself can't be copied into its own file.", "Name a model or a group.")
        row = copied_row(row_at(spelt(bench.tree, game), path))
        made = WordReader(game, str(path[0])).read(words or [], row)
        named = {"name": made.pop("name"), **made} if "name" in made else made
        to = int(path[1]) + 1
        return [Add(row=named, kind=str(path[0]), to=to)], Done("Added", ((path[0], to),))

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)
