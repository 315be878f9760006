"""`event drop`: let a player leave."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import paragraph, say

if TYPE_CHECKING:
    from listbuilder.desk.folder import Desk

EPILOG = """Examples: listbuilder event drop p07. Their games stay; they are not drawn any more. Where a game of
theirs waits for a result, the command says so: swap the player for the one without an opponent, or score the
game."""


def drop(
    context: typer.Context,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Who leaves.")],
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Let a player leave: no later round is drawn with them."""
    from listbuilder.desk.rounds.running import leave

    desk = open_desk(context, folder, catalogue)
    id = desk.entrant(player).id
    game = leave(desk, id, False, clock())
    bye = stand_in(desk, id)
    if json:
        print_json({"dropped": id, "table": game.table if game else 0, "bye": bye})
        return
    say(f"{id} {desk.name_of(id)} has left.")
    if game is not None and bye:
        step = f'listbuilder event pair --swap {id} {bye} --why "{id} left"'
        say(paragraph(f"Table {game.table} waits for them, and {bye} has no game: {step}", "  ", ""))
    elif game is not None:
        words = "loss win" if game.one == id else "win loss"
        say(paragraph(f"Table {game.table} waits for them: listbuilder event score {game.table} {words}", "  ", ""))


def stand_in(desk: Desk, id: str) -> str:
    """Who could take the place of a player in the round at hand: who has no opponent, or a reserve of the team."""
    from listbuilder.desk.rounds.standings import stays

    last = desk.state.rounds[-1] if desk.state.rounds else None
    if last is None or not last.matches:
        return last.bye if last else ""
    mates = next((one.players for one in desk.state.teams.values() if id in one.players), ())
    return next((one for one in mates if one in last.absent and stays(desk.state, one)), "")
