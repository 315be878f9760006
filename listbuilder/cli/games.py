"""`games`: which games there are."""

from __future__ import annotations

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, folders, open_game, print_json
from listbuilder.cli.terminal import say, table

EPILOG = """Examples: listbuilder games | listbuilder games --json | listbuilder games --catalogue my-games. Exit
codes: 0 fine, 3 a game can't be loaded."""


def games(context: typer.Context, json: JsonFlag = False, catalogue: Catalogues = None) -> None:
    """List the games."""
    from listbuilder.documents.catalogue_json import game_summary
    from listbuilder.errors import CatalogueError
    from listbuilder.loader import game_folders

    named = folders(context, catalogue)
    found, broken = [], []
    for id in game_folders(named):
        try:
            found.append(open_game(id, named))
        except CatalogueError as error:
            broken.append(error)
    if json:
        print_json({"games": [game_summary(game) for game in found]})
    else:
        rows = [(game.id, game.version, f"{game.titled}. {game.text}") for game in found]
        say(table(rows, ("GAME", "CATALOGUE", "ABOUT")))
    if broken:
        whole = tuple(finding for error in broken for finding in error.findings)
        raise CatalogueError(f"{len(broken)} games can't be loaded.", whole)
