"""`event return`: give lists back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag
from listbuilder.cli.event.desk import Folder, clock, open_desk, say_decisions

EPILOG = """Examples: listbuilder event return p11 | listbuilder event return --all-illegal | listbuilder event
return p07 --why "Please name the mission". The message with the report lies in out/messages, ready to send;
nothing is sent. Where a player brings several lists, p07 means all that wait, p07-2 one."""


def return_(
    context: typer.Context,
    players: Annotated[list[str] | None, typer.Argument(metavar="[PLAYER…]", help="Whose last list.")] = None,
    every: Annotated[bool, typer.Option("--all-illegal", help="Every list that is not legal and waits.")] = False,
    why: Annotated[str, typer.Option(help="Why, in your own words; a legal list needs it.")] = "",
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Give the last list of players back, with the report on it."""
    from listbuilder.desk.decide import give_back

    desk = open_desk(context, folder, catalogue)
    say_decisions(desk, give_back(desk, players or [], every, why, clock()), "returned", {}, json)
