"""`event plays`: note which of their lists players put on the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.event.score import in_threes
from listbuilder.cli.terminal import paragraph, say

EPILOG = """Examples: listbuilder event plays 3 1 2 | listbuilder event plays 1 1 2 2 2 2 3 1 1 | listbuilder event
plays 3 2 2 --round 1. Table 3: its first player plays list 1, the second list 2. For events whose pack asks for
several lists of each player (`lists: each`). Said again, it is a correction; `event undo` takes it back. `event
meta` reckons with it, slips and pages show it. Exit codes: 0 fine, 2 there is no such table or list, or it is not
locked."""


def plays(
    context: typer.Context,
    tables: Annotated[
        list[str],
        typer.Argument(metavar="TABLE A B …", help="A table, and the numbers of the lists that both play there."),
    ],
    number: Annotated[int, typer.Option("--round", metavar="N", help="Which round; the last unless said.")] = 0,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Note which of their lists both players of a table play in a round."""
    from listbuilder.desk.reports.ranking import write_draw
    from listbuilder.desk.rounds.playing import note_lists

    desk = open_desk(context, folder, catalogue)
    games = note_lists(desk, in_threes(tables), number, clock())
    one = desk.state.rounds[(number or len(desk.state.rounds)) - 1]
    page = desk.out / write_draw(desk, one)
    left = [game.table for game in one.games if not any(game.lists)]
    if json:
        rows = [{"table": game.table, "players": [game.one, game.two], "lists": list(game.lists)} for game in games]
        print_json({"round": one.number, "games": rows, "open": left, "page": str(page)})
        return
    for game in games:
        first, second = (desk.title_of(id) for id in game.lists)
        say(paragraph(f"Table {game.table}: {first}; {second}.", "  ", ""))
    say(f"Not said yet: {', '.join(map(str, left)) or 'none'}.")
