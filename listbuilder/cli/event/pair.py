"""`event pair`: draw the next round."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import Catalogues, FontFile, ForceFlag, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, ReportFile, clock, open_desk
from listbuilder.cli.terminal import paragraph, say, table
from listbuilder.wording import counted

if TYPE_CHECKING:
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.records import Round

EPILOG = """Examples: listbuilder event pair | listbuilder event pair --swap p07 p11 --why "came together by car" |
listbuilder event pair --swap Red Blue --why "one club". Where teams play teams, teams are swapped.
Nobody meets twice; points lie as near as can be; who has no opponent comes from the bottom, and nobody has none
twice. The seed is the head of the ledger, so nobody chooses it, and `event check` draws every round again. Exit
codes: 0 fine, 2 it can't be drawn."""


def pair(
    context: typer.Context,
    swap: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="A B", help="Let two players of the last draw change places, or two teams."),
    ] = None,
    why: Annotated[str, typer.Option(help="Why, for a swap; it stands in the ledger.")] = "",
    report: ReportFile = None,
    font: FontFile = None,
    folder: Folder = Path(),
    force: ForceFlag = False,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Draw the next round and its tables, or swap two players of the last draw."""
    from listbuilder.desk.reports.files import write_report
    from listbuilder.desk.reports.ranking import draw_report, write_draw
    from listbuilder.desk.rounds.running import pair_round
    from listbuilder.desk.rounds.running import swap as change_places

    desk = open_desk(context, folder, catalogue)
    floats: tuple[tuple[str, str], ...] = ()
    if swap is not None:
        change_places(desk, swap, why, clock())
        one = desk.state.rounds[-1]
    else:
        one, made = pair_round(desk, clock())
        floats = made.floats
    page = write_draw(desk, one)
    if report is not None:
        write_report(report, draw_report(desk, one), force, font)
    if json:
        told = {**document(desk, one), "floats": [list(pair) for pair in floats]}
        print_json({**told, "page": str(desk.out / page)})
        return
    say_draw(desk, one, floats)
    say(paragraph(f"{desk.out / page} is the page to post.", "  ", ""))


def document(desk: Desk, one: Round) -> dict[str, Any]:
    """A round as data."""
    from listbuilder.desk.reports.matches import matches_data

    games = [{"table": game.table, "players": [game.one, game.two]} for game in one.games]
    told = {"round": one.number, "seed": one.seed, "games": games, "bye": one.bye, "absent": list(one.absent)}
    return {**told, "byes": list(one.byes), "matches": matches_data(desk, [one])} if one.matches else told


def say_matches(desk: Desk, one: Round, only: int = 0) -> None:
    """Say who plays whom in the matches of teams, or in one of them."""
    from listbuilder.desk.reports.matches import board_rows

    rows = board_rows(desk, one, lambda who: f"{who} {desk.name_of(who)}")
    say(table([row for row in rows if not only or row[0] == str(only)], ("MATCH", "TABLE", "PLAYER", "PLAYER"), "  "))
    for match in one.unset:
        step = f"listbuilder event boards {match.number} A B …"
        say(paragraph(f"When the captains of match {match.number} have chosen, say: {step}", "  ", ""))


def say_draw(desk: Desk, one: Round, floats: tuple[tuple[str, str], ...]) -> None:
    """Say who plays whom."""
    from listbuilder.desk.rounds.lineups import team_names
    from listbuilder.desk.rounds.matches import team_points
    from listbuilder.desk.rounds.tiebreaks import make_table

    points = team_points(desk.state, desk.event) if one.matches else make_table(desk.state, desk.event).points

    teams = team_names(desk) if one.matches else {}

    def named(id: str) -> str:
        return f"{teams[id] if one.matches else f'{id} {desk.name_of(id)}'} ({points[id]})"

    if one.matches:
        say(f"Round {one.number}: {counted(len(one.matches), 'match')}.")
        say_matches(desk, one)
    else:
        rows = [(str(game.table), named(game.one), named(game.two)) for game in one.games]
        say(f"Round {one.number}: {counted(len(one.games), 'game')}.")
        say(table(rows, ("TABLE", "PLAYER", "PLAYER"), "  "))
    if one.bye:
        say(paragraph(f"No opponent: {named(one.bye)}.", "  ", ""))
    for high, low in floats:
        say(paragraph(f"Float: {named(high)} meets {named(low)}: the nearest they have not met.", "  ", ""))
    say(f"Seed: {one.seed}")
