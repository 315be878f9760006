"""`event booklet`: all sheets for the judge."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from listbuilder.cli.common import Catalogues, FontFile, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, open_desk
from listbuilder.cli.terminal import paragraph, say

EPILOG = """Examples: listbuilder event booklet | listbuilder event booklet --slips 10 | listbuilder event booklet
--paper letter. It holds what is sealed, so it is written into judge/, readable by you only, and never into out/.
Each sheet has its receipt as a QR code that `event verify` takes. --slips 10 prints slips for ten of a hundred
tables of the round at hand, drawn by a lot that nobody chooses, with a box for each model."""


def booklet(
    context: typer.Context,
    slips: Annotated[
        int | None, typer.Option(metavar="PERCENT", help="Slips for so many in a hundred tables, instead.")
    ] = None,
    paper: Annotated[Literal["a4", "letter", "a5"], typer.Option(help="What to print on.")] = "a4",
    font: FontFile = None,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Print the sheet of every list that counts, by name, with contents and receipts; or slips to check models by."""
    from listbuilder.desk.booklet import write_booklet, write_slips

    desk = open_desk(context, folder, catalogue)
    if slips is None:
        file, number = write_booklet(desk, paper, font)
        told = {"file": str(file), "lists": number}
        text = f"{number} lists in {file}."
    else:
        if not 1 <= slips <= 100:
            raise typer.BadParameter("write a number from 1 to 100", param_hint="--slips")
        file, tables = write_slips(desk, slips, paper, font)
        told = {"file": str(file), "tables": tables}
        text = f"Slips for table {', '.join(map(str, tables))} in {file}."
    if json:
        print_json(told)
    else:
        say(paragraph(f"{text} It shows what is sealed: keep it to yourself.", "  ", ""))
