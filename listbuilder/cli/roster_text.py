"""Who is in a list, as a table: the number that edits call each row by, what it costs, and everything on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.cli.terminal import table
from listbuilder.force.lines import roster_lines

if TYPE_CHECKING:
    from listbuilder.force import Force


def roster_text(force: Force) -> str:
    """The whole list as a table with a column for each currency that something in it costs."""
    lines = list(roster_lines(force))
    game = force.game
    more = [id for id in game.currencies if any(line.more.get(id) for line in lines)]
    priced = force.cost != 0 or any(line.cost for line in lines)
    costs = [game.points.upper() if more else "COST"] * priced
    rows = [
        (
            line.number,
            *([line.price(line.cost)] * priced),
            *(line.price(line.more.get(id, 0)) for id in more),
            line.text,
        )
        for line in lines
    ]
    return table(rows, ("NO.", *costs, *(game.currency_name(id).upper() for id in more), "MODEL"), "  ")
