"""`event boards`: note who meets whom in a match of teams."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.event.pair import document, say_matches
from listbuilder.cli.terminal import paragraph, say

EPILOG = """Examples: listbuilder event boards 2 p01 p07 p02 p09 p03 p08 | listbuilder event boards 2 p01 p08 p02 p07
--why "p09 came late". Board by board, a player of one team and one of the other; a reserve may be named. Where the
pack says `by: choice`, captains choose and this notes it; where it says `by: seat`, it is a change and needs its
reason. Noted again, it is a correction, until a board has a result. Exit codes: 0 fine, 2 it can't be played so."""


def boards(
    context: typer.Context,
    match: Annotated[int, typer.Argument(metavar="MATCH", help="The number of the match in the round at hand.")],
    players: Annotated[list[str], typer.Argument(metavar="A B …", help="Two players for each board, in their order.")],
    why: Annotated[str, typer.Option(help="Why, for a change; it stands in the ledger.")] = "",
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Note who meets whom on the boards of a match, as the captains chose."""
    from listbuilder.desk.reports.ranking import write_draw
    from listbuilder.desk.rounds.changing import choose_boards

    if len(players) % 2:
        raise typer.BadParameter("write two players for each board", param_hint="A B")
    desk = open_desk(context, folder, catalogue)
    one = choose_boards(desk, match, players, why, clock())
    page = desk.out / write_draw(desk, one)
    if json:
        print_json({**document(desk, one), "page": str(page)})
        return
    say_matches(desk, one, match)
    say(paragraph(f"{page} is the page to post.", "  ", ""))
