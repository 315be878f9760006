"""`event booklet`: all sheets for the judge."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from listbuilder.cli.common import ILLEGAL, Catalogues, FontFile, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, open_desk
from listbuilder.cli.terminal import paragraph, say
from listbuilder.wording import counted

EPILOG = """Examples: listbuilder event booklet | listbuilder event booklet --slips 10 | listbuilder event booklet
--paper letter. It holds what is sealed, so it is written into judge/, readable by you only, and never into out/.
Each sheet has its receipt as a QR code that `event verify` takes. --slips 10 prints slips for ten of a hundred
tables of the round at hand, drawn by a lot that nobody chooses, with a box for each model.
Characters that no font has are printed by their numbers ([U+674E]) and named; --font FILE adds a font. Exit codes:
0 all lists are printed, 1 one could not be and is named, 2 wrong usage, 3 the folder can't be read."""


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
        made = write_booklet(desk, paper, font)
        told: dict[str, Any] = {"file": str(made.file), "lists": made.lists}
        text = f"{counted(made.lists, 'list')} in {made.file}."
    else:
        if not 1 <= slips <= 100:
            raise typer.BadParameter("write a number from 1 to 100", param_hint="--slips")
        made = write_slips(desk, slips, paper, font)
        told = {"file": str(made.file), "tables": list(made.tables)}
        text = f"Slips for table {', '.join(map(str, made.tables))} in {made.file}."
    if json:
        print_json(told | {"spelled": dict(made.spelled), "failed": dict(made.failed)})
    else:
        say(paragraph(f"{text} It shows what is sealed: keep it to yourself.", "  ", ""))
        for id, signs in made.spelled.items():
            who = f"{desk.title_of(id)} ({desk.spoken(id)})"
            number = f"[U+{ord(signs[0]):04X}]"
            fact = f"{who}: no font has {signs}, so each is printed by its number, such as {number}."
            say(paragraph(f"{fact} Name a TrueType font that has them: --font FILE.", "  ", ""))
        for id, why in made.failed.items():
            say(paragraph(f"NOT PRINTED: {desk.title_of(id)} ({desk.spoken(id)}). {why}", "  ", ""))
    raise typer.Exit(ILLEGAL if made.failed else 0)
