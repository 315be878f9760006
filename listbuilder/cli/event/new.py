"""`event new`: the folder of an event."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, folders, open_game, print_json
from listbuilder.cli.event.desk import clock
from listbuilder.cli.terminal import paragraph, say, style
from listbuilder.spelling import as_words

EPILOG = """Examples: listbuilder event new harbour-cup --game GAME | listbuilder event new harbour-cup --game
GAME --name "Harbour Cup". Everything of the event is in that folder: copy it, and you have a backup."""


def new(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    game: Annotated[str, typer.Option(metavar="GAME", help="The game that is played.")],
    name: Annotated[str | None, typer.Option(help="What the event is called; the folder's name unless said.")] = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Make the folder of an event, with a pack in which every key is explained."""
    from listbuilder.desk.opening import new_event
    from listbuilder.files import real_path

    named = folders(context, catalogue)
    title = name or as_words(real_path(folder).name).title()
    desk = new_event(folder, open_game(game, named), title, tuple(named), clock())
    if json:
        print_json({"folder": str(folder), "name": title, "game": desk.state.game, "head": desk.chain.code})
        return
    say(f"{style(title)} is in {style(str(folder))}.")
    say(paragraph(f"Next: edit {folder / 'event.yaml'}, then `listbuilder event check --folder {folder}`.", "  ", ""))
    say(paragraph("Sign players up with `listbuilder event players signup.csv`, and put lists into inbox/.", "  ", ""))
