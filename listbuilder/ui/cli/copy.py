"""`copy`: one more model like another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click

from listbuilder.exchange.documents.edit_document import EditOutcome
from listbuilder.ui.cli.commands import Argument
from listbuilder.ui.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.ui.cli.editing import ListFile, RowName, make_change

if TYPE_CHECKING:
    from listbuilder.building import Bench, Edit

EPILOG = """Examples: listbuilder copy squad.yaml 2 | listbuilder copy squad.yaml Tod name=Rod gear=Rope. The copy
follows the model, without its name. Exit codes: 0 success, 2 a word is unknown, 3 the file can't be read or
written."""


def copy(
    context: click.Context,
    file: ListFile,
    model: RowName,
    words: Annotated[
        list[str] | None,
        Argument(metavar="[key=value…]", help="Changes to the copy, as with `set`."),
    ] = None,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Duplicate a model or a group. Names are unique, so the copy starts without one."""

    def change(bench: Bench) -> tuple[list[Edit], EditOutcome]:
        from listbuilder.building import Add
        from listbuilder.building.edits import copy_of_row, spell_own_names
        from listbuilder.lists.find_row import resolve_row, row_at, row_error
        from listbuilder.lists.key_values import WordReader

        game = bench.report.force.game
        path = resolve_row(bench.tree, model, game)
        if not path:
            raise row_error("The list itself can't be copied into its own file.", "Name a model or a group.")
        row = copy_of_row(row_at(spell_own_names(bench.tree, game), path))
        made = WordReader(game, str(path[0])).read(words or [], row)
        named = {"name": made.pop("name"), **made} if "name" in made else made
        to = int(path[1]) + 1
        return [Add(row=named, kind=str(path[0]), to=to)], EditOutcome("Added", ((path[0], to),))

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)
