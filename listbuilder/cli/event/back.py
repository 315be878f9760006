"""`event back`: let a player come back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import say

EPILOG = """Examples: listbuilder event back p07. The rounds in between count as not played."""


def back(
    context: typer.Context,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Who comes back.")],
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Let a player who left come back: they are drawn from the next round on."""
    from listbuilder.desk.rounds.running import leave

    desk = open_desk(context, folder, catalogue)
    id = desk.entrant(player).id
    leave(desk, id, True, clock())
    if json:
        print_json({"back": id})
    else:
        say(f"{id} {desk.name_of(id)} is back, from the next round on.")
