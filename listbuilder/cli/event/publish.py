"""`event publish`: write the public pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, FontFile, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import paragraph, say
from listbuilder.wording import counted, listed

EPILOG = """Examples: listbuilder event publish. Only lists that were revealed to everybody are in it, and only of
players who agreed (`consent: [list]`); who did not agree to their name is called by number. Nothing is uploaded."""


def publish(
    context: typer.Context,
    pdf: Annotated[bool, typer.Option("--pdf", help="Print them too, with contents: lists.pdf.")] = False,
    font: FontFile = None,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Write the lists that may be public into out/: a page, data with what proves them, and text."""
    from listbuilder.desk.publishing import publish as write

    desk = open_desk(context, folder, catalogue)
    found = write(desk, clock(), pdf, font)
    if json:
        print_json({"lists": list(found.players), "withheld": found.withheld, "files": list(found.files)})
        return
    say(
        paragraph(
            f"{counted(len(found.players), 'list')} in {listed([str(desk.out / one) for one in found.files])}.",
            "  ",
            "",
        )
    )
    for id, why in found.withheld.items():
        say(paragraph(f"Withheld: {desk.title_of(id)} ({desk.spoken(id)}): {why}.", "  ", ""))
