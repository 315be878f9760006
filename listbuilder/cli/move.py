"""`move`: put a model in another place of the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.cli.editing import ListFile, RowName, make_change
from listbuilder.documents.edit import NOUNS, Done

if TYPE_CHECKING:
    from listbuilder.workbench import Bench, Edit

EPILOG = """Examples: listbuilder move squad.yaml Tod 1 | listbuilder move squad.yaml 5 2. The comments right above a
model go with it. Exit codes: 0 done, 2 there is no such model or place, 3 the file can't be read or written."""


def move(
    context: typer.Context,
    file: ListFile,
    model: RowName,
    number: Annotated[int, typer.Argument(metavar="N", min=1, help="The number it shall have, from 1.")],
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Put a model or group in another place."""

    def change(bench: Bench) -> tuple[list[Edit], Done]:
        from listbuilder.lists.refer import refer, rows, unclear
        from listbuilder.workbench import Move

        path = refer(bench.tree, model, bench.report.force.game)
        if not path:
            raise unclear("The list itself has no place in its file.", "Name a model or a group.")
        many = len(rows(bench.tree, str(path[0])))
        if number > many:
            fact = f"There is no place {number}: the list has {many} {path[0]}."
            raise unclear(fact, f"Give a number from 1 to {many}.")
        done = Done(f"Moved {NOUNS[str(path[0])]} {int(path[1]) + 1}; it is now", ((path[0], number - 1),))
        return [Move(at=path, to=number - 1)], done

    make_change(context, file, change, event=event, json=json, catalogues=catalogue)
