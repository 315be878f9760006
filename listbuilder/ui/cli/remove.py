"""`remove`: take models or groups out of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click

from listbuilder.exchange.documents.edit_document import EditOutcome
from listbuilder.ui.cli.commands import Argument
from listbuilder.ui.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.ui.cli.editing import ListFile, make_change

if TYPE_CHECKING:
    from listbuilder.building import Bench, Edit

EPILOG = """Examples: listbuilder remove squad.yaml 3 | listbuilder remove squad.yaml Tod 4 6 | listbuilder remove
squad.yaml UNIT | listbuilder remove squad.yaml "groups[0]". Numbers are those before the command. A name that several
models share is refused, with the number of each. Exit codes: 0 success, 2 there is no such model, 3 the file can't be
read or written."""


def remove(
    context: click.Context,
    file: ListFile,
    models: Annotated[
        list[str],
        Argument(
            metavar="MODEL…",
            help="Numbers from the table of `validate`, names, what they are, or places such as groups[0].",
        ),
    ],
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Take models or groups out of a list; comments above them stay."""

    def change(bench: Bench) -> tuple[list[Edit], EditOutcome]:
        from listbuilder.building import Remove
        from listbuilder.lists.find_row import resolve_row, row_error

        found = {resolve_row(bench.tree, one, bench.report.force.game) for one in models}
        if () in found:
            raise row_error("The list itself can't be removed from its file.", "Name a model or a group.")
        paths = sorted(found, key=lambda path: (str(path[0]), int(path[1])))
        return [Remove(at=path) for path in reversed(paths)], EditOutcome("Removed", tuple(paths), gone=True)

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)
