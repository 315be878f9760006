"""`event backup`: copy the folder while nobody writes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, open_desk
from listbuilder.cli.terminal import paragraph, say

EPILOG = """Examples: listbuilder event backup /media/stick/cup-0930. The copy is a whole event: every command works
in it, but only one of the two may go on. It has personal data and keys in it. Exit codes: 0 fine, 3 it can't be
written."""


def backup(
    context: typer.Context,
    to: Annotated[Path, typer.Argument(metavar="DIR", help="Where the copy goes; it must not be there yet.")],
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Copy the folder of the event while nobody writes in it, also while the pages are served."""
    from listbuilder.desk.backup import back_up

    desk = open_desk(context, folder, catalogue)
    head = back_up(desk, to)
    if json:
        print_json({"folder": str(to), "lines": len(desk.chain.lines), "head": head})
    else:
        say(paragraph(f"{to} has {len(desk.chain.lines)} lines, head {head}.", "  ", ""))
