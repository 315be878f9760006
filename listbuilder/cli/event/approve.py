"""`event approve`: take lists."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag
from listbuilder.cli.event.desk import Folder, clock, open_desk, say_decisions

EPILOG = """Examples: listbuilder event approve p07 p11 | listbuilder event approve --all-legal | listbuilder
event approve p07 --version 1. Each player gets
a receipt, and a message that is ready to send lies in out/messages. --all-legal leaves alone what somebody should
look at: what is late, what only the sender of a mail says whose it is, what was sent from an address that is not the
player's, what would replace an approved list, what came together with another list of the player. Name those
players. Where a player brings several lists, p07 means all that wait, p07-2 one. Exit codes: 0
fine, 2 a list is not legal or not there."""


def approve(
    context: typer.Context,
    players: Annotated[list[str] | None, typer.Argument(metavar="[PLAYER…]", help="Whose last list.")] = None,
    version: Annotated[
        int,
        typer.Option(metavar="N", min=0, help="This version of one list, also an earlier one, instead of the last."),
    ] = 0,
    every: Annotated[bool, typer.Option("--all-legal", help="Every legal list that waits for it.")] = False,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Approve the last list of players; until lists are locked, the one that was approved last counts."""
    from listbuilder.desk.decide import approve as decide
    from listbuilder.desk.decide import left_alone

    desk = open_desk(context, folder, catalogue)
    if version and (every or len(players or []) != 1):
        raise typer.BadParameter("name one list", param_hint="--version")
    if version:
        desk.list_named((players or [""])[0])
    made = decide(desk, players or [], every, clock(), version)
    say_decisions(desk, made, "approved", left_alone(desk) if every and not players else {}, json)
