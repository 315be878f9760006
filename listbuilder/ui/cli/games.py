"""`games`: list the games."""

from __future__ import annotations

from click.exceptions import Exit

from listbuilder.ui.cli.common import UNREADABLE, GameReader, JsonFlag
from listbuilder.ui.cli.terminal import print_error, print_json, say, table


def games(library: GameReader, json: JsonFlag = False) -> None:
    """List the games.

    Examples: listbuilder games | listbuilder games --json | listbuilder games --catalogue my-games. Exit codes: 0
    success, 3 a game can't be loaded.
    """
    from listbuilder.base.errors import CatalogueError
    from listbuilder.exchange.documents.catalogue_document import game_summary
    from listbuilder.exchange.documents.report_document import finding_document

    found, broken = [], []
    for id in library.folders:
        try:
            found.append(library.game(id))
        except CatalogueError as error:
            broken.append(error)
    findings = tuple(finding for error in broken for finding in error.findings)
    if json:
        wrong = {"findings": [finding_document(finding) for finding in findings]} if broken else {}
        print_json({"games": [game_summary(game) for game in found], **wrong})
    else:
        rows = [(game.id, game.version, f"{game.titled}. {game.text}") for game in found]
        say(table(rows, ("GAME", "CATALOGUE", "ABOUT")))
    if broken:
        print_error(CatalogueError(f"{len(broken)} games can't be loaded.", findings))
        raise Exit(UNREADABLE)
