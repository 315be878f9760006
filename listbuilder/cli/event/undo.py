"""`event undo`: take back what a line of the ledger did."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import paragraph, say

EPILOG = """Examples: listbuilder event undo 214 | listbuilder event undo 214 --why "wrong table". The line stays
in the ledger; a new one says that it counts for nothing. What arrived, was shown or was forgotten has happened
and can't be taken back."""


def undo(
    context: typer.Context,
    line: Annotated[int, typer.Argument(metavar="SEQ", help="The number of the line.")],
    why: Annotated[str, typer.Option(help="Why, in your own words.")] = "",
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Take back what a line of the ledger did."""
    from listbuilder.desk.ending import undo as take_back

    desk = open_desk(context, folder, catalogue)
    found = take_back(desk, line, why, clock())
    if json:
        print_json({"undone": found.seq, "what": found.what, "head": desk.chain.code})
    else:
        said = ", ".join(
            f"{key} {value}"
            for key, value in found.said.items()
            if 0 < len(str(value)) < 40 and isinstance(value, str | int)
        )
        say(paragraph(f"Line {found.seq} counts for nothing now: {found.what} {said}.", "  ", ""))
