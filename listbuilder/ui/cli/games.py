"""`games`: which games there are."""

from __future__ import annotations

import click

from listbuilder.ui.cli.common import UNREADABLE, Catalogues, JsonFlag, fail, folders, open_game, print_json
from listbuilder.ui.cli.terminal import say, table

EPILOG = """Examples: listbuilder games | listbuilder games --json | listbuilder games --catalogue my-games. Exit
codes: 0 fine, 3 a game can't be loaded."""


def games(context: click.Context, json: JsonFlag = False, catalogue: Catalogues = None) -> None:
    """List the games."""
    from listbuilder.base.errors import CatalogueError
    from listbuilder.exchange.documents.catalogue_json import game_summary
    from listbuilder.exchange.documents.report_document import finding_document
    from listbuilder.loading import game_folders

    named = folders(context, catalogue)
    found, broken = [], []
    for id in game_folders(named):
        try:
            found.append(open_game(id, named))
        except CatalogueError as error:
            broken.append(error)
    whole = tuple(finding for error in broken for finding in error.findings)
    if json:
        wrong = {"findings": [finding_document(finding) for finding in whole]} if broken else {}
        print_json({"games": [game_summary(game) for game in found], **wrong})
    else:
        rows = [(game.id, game.version, f"{game.titled}. {game.text}") for game in found]
        say(table(rows, ("GAME", "CATALOGUE", "ABOUT")))
    if broken:
        fail(CatalogueError(f"{len(broken)} games can't be loaded.", whole), UNREADABLE)
