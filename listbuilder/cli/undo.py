"""`undo`: take back the last edits of a list file."""

from __future__ import annotations

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag
from listbuilder.cli.editing import ListFile
from listbuilder.cli.travelling import Force, Times, go

EPILOG = """Examples: listbuilder undo squad.yaml | listbuilder undo squad.yaml --times 3 | listbuilder redo squad.yaml.
Every command that changes a list in its file can be taken back, up to a hundred edits; they are kept outside the file.
A file that something else changed since is left alone. Exit codes: 0 fine, 2 there is nothing to take back or the file
was changed since, 3 the file can't be read or written."""


def undo(
    context: typer.Context,
    file: ListFile,
    times: Times = 1,
    force: Force = False,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Take back the last edits that listbuilder made to a list; `redo` makes them again."""
    go(context, file, times, back=True, force=force, event=event, json=json, catalogues=catalogue)
