"""`event score`: note the result of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import paragraph, say
from listbuilder.wording import counted

if TYPE_CHECKING:
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.records import Game

EPILOG = """Examples: listbuilder event score 3 14 9 | listbuilder event score 1 14 9 2 8 8 3 win loss |
listbuilder event score 3 14,2 9,1 --round 2. What is counted stands in the pack; of several counts write each
with commas. win, draw and loss are for events that count nothing and for games that were not played. The same
table again is a correction: both lines stay."""


def score(
    context: typer.Context,
    results: Annotated[
        list[str], typer.Argument(metavar="TABLE A B …", help="A table, and what its first and second player scored.")
    ],
    number: Annotated[int, typer.Option("--round", metavar="N", help="Which round; the last unless said.")] = 0,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Note the results of games, or correct them, and say what changes in the standings."""
    from listbuilder.desk.rounds.running import score as note
    from listbuilder.desk.rounds.standings import rank

    desk = open_desk(context, folder, catalogue)
    before = {place.player: place for place in rank(desk.state, desk.event)}
    games = note(desk, in_threes(results), number, clock())
    after = {place.player: place for place in rank(desk.state, desk.event)}
    left = [other.table for other in desk.state.rounds[-1].games if not other.line]
    ids = [id for game in games for id in (game.one, game.two)]
    if json:
        moved = [
            {
                "player": id,
                "points": after[id].points,
                "rank": after[id].rank,
                "before": before[id].rank if id in before else None,
            }
            for id in ids
        ]
        print_json({"lines": [game.line for game in games], "players": moved, "open": left})
        return
    for id in ids:
        # Who left before their first result had no place.
        old, new = before.get(id), after[id]
        more = new.points - (old.points if old else 0)
        place = f"place {new.rank} (before {old.rank if old else 'none'})"
        told = f"{counted(new.points, 'point')} ({more:+}), {place}"
        say(paragraph(f"{id} {desk.name_of(id)}: {told}.", "  ", ""))
    for told in matches_ended(desk, games, number):
        say(paragraph(told, "  ", ""))
    lines = ", ".join(str(game.line) for game in games)
    say(f"Noted in line {lines}. Without a result: {', '.join(map(str, left)) or 'none'}.")


def matches_ended(desk: Desk, games: list[Game], number: int) -> list[str]:
    """The matches of teams that are complete with these games, in words."""
    from listbuilder.desk.reports.matches import matches_data

    one = desk.state.rounds[(number or len(desk.state.rounds)) - 1]
    found = [row for row in matches_data(desk, [one]) if row["match"] in {game.match for game in games}]
    return [
        f"Match {row['match']}: {row['names'][0]} {row['boards'][0]} : {row['boards'][1]} {row['names'][1]}, which is "
        f"{counted(row['points'][0], 'point')} to {row['points'][1]}."
        for row in found
        if row["boards"]
    ]


def in_threes(words: list[str]) -> list[tuple[int, str, str]]:
    """Tables with both results."""
    if len(words) % 3:
        raise typer.BadParameter("write a table and two results, as often as you like", param_hint="TABLE A B")
    rows = [(words[at], words[at + 1], words[at + 2]) for at in range(0, len(words), 3)]
    wrong = [table for table, _, _ in rows if not (table.isascii() and table.isdigit() and len(table) < 6)]
    if wrong:
        raise typer.BadParameter(f"{wrong[0]!r} is no number of a table", param_hint="TABLE")
    return [(int(table), one, two) for table, one, two in rows]
