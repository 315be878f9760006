"""`games`: which games there are."""

from __future__ import annotations

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, folders, open_game, print_json
from listbuilder.cli.terminal import say, table

EPILOG = "Example: listbuilder games"


def games(context: typer.Context, json: JsonFlag = False, catalogue: Catalogues = None) -> None:
    """List the games."""
    from listbuilder.exporters.catalogue_json import game_summary
    from listbuilder.loader import game_folders

    named = folders(context, catalogue)
    found = [open_game(id, named) for id in game_folders(named)]
    if json:
        print_json({"games": [game_summary(game) for game in found]})
        return
    rows = [(game.id, game.name, game.edition, game.version, game.text) for game in found]
    say(table(rows, ("GAME", "NAME", "EDITION", "CATALOGUE", "ABOUT")))
