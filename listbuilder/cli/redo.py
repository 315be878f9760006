"""`redo`: make edits again that were taken back."""

from __future__ import annotations

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.cli.editing import ListFile
from listbuilder.cli.travelling import Force, Times, go

EPILOG = """Examples: listbuilder redo squad.yaml | listbuilder redo squad.yaml --times 3. After the next edit there is
nothing to make again. Exit codes: 0 fine, 2 there is nothing to make again or the file was changed since, 3 the file
can't be read or written."""


def redo(
    context: typer.Context,
    file: ListFile,
    times: Times = 1,
    force: Force = False,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Make edits again that `undo` took back."""
    go(context, file, times, back=False, force=force, event=event, json=json, catalogues=catalogue)
