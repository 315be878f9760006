"""`remove`: take models or groups out of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.cli.editing import ListFile, make_change
from listbuilder.documents.edit import Done

if TYPE_CHECKING:
    from listbuilder.workbench import Bench, Edit

EPILOG = """Examples: listbuilder remove squad.yaml 3 | listbuilder remove squad.yaml Tod 4 6 | listbuilder remove
squad.yaml UNIT | listbuilder remove squad.yaml "groups[0]". Numbers are those before anything is taken out. A name
that several models have is refused, with the number of each. Exit codes: 0 done, 2 there is no such model, 3 the file
can't be read or written."""


def remove(
    context: typer.Context,
    file: ListFile,
    models: Annotated[
        list[str],
        typer.Argument(
            metavar="MODEL…",
            help="Numbers from the table of `validate`, names, what they are, or places such as groups[0].",
        ),
    ],
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Take models or groups out of a list; comments above them stay."""

    def change(bench: Bench) -> tuple[list[Edit], Done]:
        from listbuilder.lists.refer import refer, unclear
        from listbuilder.workbench import Remove

        found = {refer(bench.tree, one, bench.report.force.game) for one in models}
        if () in found:
            raise unclear("The list itself can't be removed from its file.", "Name a model or a group.")
        paths = sorted(found, key=lambda path: (str(path[0]), int(path[1])))
        return [Remove(at=path) for path in reversed(paths)], Done("Removed", tuple(paths), gone=True)

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)
