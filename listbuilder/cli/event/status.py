"""`event status`: where every player stands."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import ILLEGAL, Catalogues, FontFile, ForceFlag, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, ReportFile, open_desk
from listbuilder.cli.report_text import report_text
from listbuilder.cli.terminal import paragraph, say, style, table
from listbuilder.wording import listed

if TYPE_CHECKING:
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.reports.files import Report
    from listbuilder.desk.status import Standing

EPILOG = """Examples: listbuilder event status | listbuilder event status p07 | listbuilder event status --report
status.html. A report may be .xml too (JUnit, for a CI). Exit codes: 0 every list is approved or locked, 1 something
is to be done, 2 there is no such player."""
DONE = ("approved", "locked", "dropped", "gone")


def status(
    context: typer.Context,
    player: Annotated[str | None, typer.Argument(metavar="[PLAYER]", help="Only this one, in full.")] = None,
    report: ReportFile = None,
    font: FontFile = None,
    folder: Folder = Path(),
    force: ForceFlag = False,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Say where every player stands, and what to do next."""
    from listbuilder.desk.status import handed_in, next_steps, standings_of, unowned, unread

    desk = open_desk(context, folder, catalogue)
    rows = standings_of(desk)
    if player is not None:
        ids = [one.id for one in desk.lists_named(player)]
        rows = [one for one in rows if one.player in ids]
    if report is not None:
        from listbuilder.desk.reports.files import write_report

        write_report(report, as_report(desk, rows), force, font)
    steps = next_steps(desk)
    lost = unowned(desk.state)
    if json:
        keys = ("player", "version", "late", "sender", "paid", "checked")
        players = [
            {
                "status": one.word,
                "of": desk.state.lists[one.player].player,
                "list": desk.state.lists[one.player].number,
                **{key: vars(one)[key] for key in keys},
                "doubts": list(one.doubts),
                "penalties": list(one.penalties),
            }
            for one in rows
        ]
        print_json(
            {
                "players": players,
                "unowned": [one.number for one in lost],
                "handed-in": {id: list(two) for id, two in handed_in(desk.state).items()},
                "unread": [one.number for one in unread(desk.state)],
                "next": steps,
                "head": desk.chain.code,
            }
        )
    else:
        say_status(desk, rows, player is not None)
    raise typer.Exit(0 if rows and not lost and all(one.word in DONE for one in rows) else ILLEGAL)


def say_status(desk: Desk, rows: list[Standing], alone: bool) -> None:
    """Say where players stand, one of them in full, and what to do next."""
    from listbuilder.desk.intake.across import judge_version
    from listbuilder.desk.status import handed_in, next_steps, unowned, unread

    cells = [(desk.spoken(one.player), desk.title_of(one.player), str(one.version or ""), told(one)) for one in rows]
    if cells:
        say(table(cells, ("ID", "PLAYER", "VERSION", "STATUS"), "  "))
    for one in rows if alone else ():
        if one.version and one.word != "gone":
            say("")
            say(report_text(judge_version(desk, one.player, one.version), desk.spoken(one.player), roster=True))
    halves = [f"{id} ({here} of {of})" for id, (here, of) in handed_in(desk.state).items() if 0 < here < of]
    if halves and not alone:
        say(paragraph(f"Handed in some of their lists: {listed(halves, 100)}.", "  ", ""))
    for lost in unowned(desk.state):
        say(paragraph(f"Whose is arrived/{lost.file}?", "  ", ""))
    junk = [f"arrived/{one.file}" for one in unread(desk.state)]
    if junk:
        say(paragraph(f"Nobody's, and no list that can be read: {listed(junk)}.", "  ", ""))
    for step in () if alone else next_steps(desk):
        say(paragraph(step, "  ", f"{style('next', 'bold')}: "))


def as_report(desk: Desk, rows: list[Standing]) -> Report:
    """Where everybody stands, for others: people are called what they agreed to."""
    from listbuilder.desk.reports.files import Case, Report
    from listbuilder.desk.reports.ranking import public_name

    named = {one.player: desk.numbered(one.player, partial(public_name, desk)) for one in rows}
    cells = [(desk.spoken(one.player), named[one.player], str(one.version or ""), words(one)) for one in rows]
    data = [
        {"player": row.player, "name": name, "version": version, "status": word}
        for (_, name, version, word), row in zip(cells, rows, strict=True)
    ]
    cases = tuple(
        Case(name=f"{id} {name}", failure="" if row.word in DONE else word)
        for (id, name, _, word), row in zip(cells, rows, strict=True)
    )
    title, heads = f"{desk.event.name}: lists", ("Id", "Player", "Version", "Status")
    return Report(title=title, heads=heads, rows=cells, data={"event": desk.event.name, "players": data}, cases=cases)


def told(standing: Standing) -> str:
    """Where a player stands, for the desk itself: penalties and checks too."""
    given = [f"penalised: {', '.join(standing.penalties)}"] if standing.penalties else []
    seen = [f"checked: {standing.checked}"] if standing.checked else []
    return "; ".join([words(standing), *given, *seen])


def words(standing: Standing) -> str:
    """Where a player stands, in words."""
    return ", ".join([standing.word, *standing.doubts])
