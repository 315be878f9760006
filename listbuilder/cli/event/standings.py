"""`event standings`: the ranking."""

from __future__ import annotations

from pathlib import Path

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, open_desk
from listbuilder.cli.terminal import paragraph, say, table

EPILOG = """Examples: listbuilder event standings. The order stands in the pack; the last column says what decided
against the player above. The page, a table, text and all results lie in out/, with people named as they agreed to
be."""


def standings(
    context: typer.Context, folder: Folder = Path(), json: JsonFlag = False, catalogue: Catalogues = None
) -> None:
    """Rank the players, and say what decided each tie."""
    from listbuilder.desk.reports.ranking import ranking_data, write_ranking
    from listbuilder.desk.rounds.standings import rank
    from listbuilder.desk.rounds.words import column_heads, rows_of

    desk = open_desk(context, folder, catalogue)
    places = rank(desk.state, desk.event)
    files = write_ranking(desk)
    if json:
        print_json({**ranking_data(desk, places), "files": files})
        return
    heads = [head.upper() for head in column_heads(desk.event)]
    say(table(rows_of(desk.event, places, lambda one: f"{one} {desk.name_of(one)}"), heads, "  "))
    say(paragraph(f"Also in {desk.out}: {', '.join(files)}.", "  ", ""))
