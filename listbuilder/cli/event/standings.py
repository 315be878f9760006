"""`event standings`: the ranking."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, FontFile, ForceFlag, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, ReportFile, open_desk
from listbuilder.cli.terminal import paragraph, say, table

EPILOG = """Examples: listbuilder event standings | listbuilder event standings --report wall.pdf |
listbuilder event standings --report teams.pdf --teams | listbuilder event standings --report cup.trf. Chess programs
that pair and rank read .trf (TRF16). The order stands in the pack; the last column says what decided against the
player above. The page, a table, text and all results lie in out/, with people named as they agreed to be."""


def standings(
    context: typer.Context,
    report: ReportFile = None,
    of_teams: Annotated[bool, typer.Option("--teams", help="Write the ranking of teams into --report.")] = False,
    font: FontFile = None,
    folder: Folder = Path(),
    force: ForceFlag = False,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Rank the players, and say what decided each tie."""
    from listbuilder.desk.reports.files import write_report
    from listbuilder.desk.reports.ranking import ranking_data, ranking_report, team_report, write_ranking
    from listbuilder.desk.rounds.standings import rank
    from listbuilder.desk.rounds.words import ranking_table

    desk = open_desk(context, folder, catalogue)
    places = rank(desk.state, desk.event)
    teams = team_report(desk) if desk.event.teams else None
    if of_teams and (teams is None or report is None):
        raise typer.BadParameter("say it with --report, where the pack has `teams`", param_hint="--teams")
    files = write_ranking(desk)
    if report is not None:
        write_report(report, teams if of_teams and teams else ranking_report(desk), force, font)
    if json:
        print_json({**ranking_data(desk, places), **(teams.data if teams else {}), "files": files})
        return
    heads, rows = ranking_table(desk.event, places, lambda one: f"{one} {desk.name_of(one)}")
    say(table(rows, [head.upper() for head in heads], "  "))
    if teams is not None:
        say("")
        say(table(teams.rows, [head.upper() for head in teams.heads], "  "))
    say(paragraph(f"Also in {desk.out}: {', '.join(files)}.", "  ", ""))
