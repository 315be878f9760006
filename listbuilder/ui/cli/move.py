"""`move`: put a model in another place of the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click

from listbuilder.exchange.documents.edit_document import NOUNS, EditOutcome
from listbuilder.ui.cli.commands import Argument
from listbuilder.ui.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.ui.cli.editing import ListFile, RowName, make_change

if TYPE_CHECKING:
    from listbuilder.building import Bench, Edit

EPILOG = """Examples: listbuilder move squad.yaml Tod 1 | listbuilder move squad.yaml 5 2. The comments right above a
model go with it. Exit codes: 0 done, 2 there is no such model or place, 3 the file can't be read or written."""


def move(
    context: click.Context,
    file: ListFile,
    model: RowName,
    number: Annotated[int, Argument(metavar="N", min=1, help="Its new position, from 1.")],
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Put a model or group in another place."""

    def change(bench: Bench) -> tuple[list[Edit], EditOutcome]:
        from listbuilder.building import MoveRow
        from listbuilder.lists.find_row import resolve_row, row_error, rows_of_kind

        path = resolve_row(bench.tree, model, bench.report.force.game)
        if not path:
            raise row_error("The list itself has no place in its file.", "Name a model or a group.")
        many = len(rows_of_kind(bench.tree, str(path[0])))
        if number > many:
            fact = f"There is no place {number}: the list has {many} {path[0]}."
            raise row_error(fact, f"Give a number from 1 to {many}.")
        done = EditOutcome(f"Moved {NOUNS[str(path[0])]} {int(path[1]) + 1}; it is now", ((path[0], number - 1),))
        return [MoveRow(at=path, to=number - 1)], done

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)
