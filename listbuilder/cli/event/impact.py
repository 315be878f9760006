"""`event impact`: whom does a change hit?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import ILLEGAL, FontFile, ForceFlag, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, ReportFile, finding_documents, keep_messages, open_desk
from listbuilder.cli.terminal import paragraph, say, table

if TYPE_CHECKING:
    from listbuilder.desk.impact import Moved
    from listbuilder.desk.reports.files import Report

EPILOG = """Examples: listbuilder event impact --catalogue new/skyfall | listbuilder event impact --pack
cup-2.yaml | listbuilder event impact --pack cup-2.yaml --lists lists/ --report impact.xml. Every list is judged
under both; messages to those whom the change hits lie in out/messages. --report also writes
.xml (JUnit, for a CI). Exit codes: 0 nobody breaks, 1 some list is illegal only after the change, 2 wrong usage,
3 something can't be read."""


def impact(
    context: typer.Context,
    catalogue: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The changed folder of the game, or one with it inside.")
    ] = None,
    pack: Annotated[Path | None, typer.Option(metavar="FILE", help="The changed pack.")] = None,
    lists: Annotated[
        list[Path] | None, typer.Option(metavar="PATH", help="These lists instead of the event's; may be repeated.")
    ] = None,
    report: ReportFile = None,
    font: FontFile = None,
    folder: Folder = Path(),
    force: ForceFlag = False,
    json: JsonFlag = False,
) -> None:
    """Judge every list that counts before and after a change, and say who breaks and whose points move."""
    from listbuilder.desk.impact import changed_game, errata_messages, impact_on_files, impact_on_lists
    from listbuilder.desk.intake.parcels import open_parcels
    from listbuilder.desk.reports.files import write_report

    desk = open_desk(context, folder, None)
    after = changed_game(desk, catalogue, pack)
    found = list(
        impact_on_files(desk, after, open_parcels(lists, desk.arrived)) if lists else impact_on_lists(desk, after)
    )
    kept = keep_messages(desk, errata_messages(desk, found))
    if report:
        write_report(report, as_report(found), force, font)
    if json:
        print_json({**document(found), "messages": kept.number})
    else:
        moved = [row(one) for one in found if not one.same]
        if moved:
            say(table(moved, HEADS, "  "))
        say(paragraph(f"{len(found)} lists: {sum(one.breaks for one in found)} break, {len(moved)} are hit.", "  ", ""))
        kept.say()
    raise typer.Exit(ILLEGAL if any(one.breaks for one in found) else 0)


HEADS = ("LIST", "BEFORE", "AFTER", "COST", "WHY")


def row(one: Moved) -> tuple[str, str, str, str, str]:
    """A list as a row."""
    words = tuple("legal" if legal else "NOT LEGAL" for legal in one.legal)
    cost = str(one.points[0]) if one.points[0] == one.points[1] else f"{one.points[0]} → {one.points[1]}"
    return one.label, words[0], words[1], cost, " ".join(finding.message for finding in one.findings)


def document(found: list[Moved]) -> dict[str, Any]:
    """The result as data."""
    rows = [
        {
            "list": one.label,
            "player": one.player,
            "legal": list(one.legal),
            "points": list(one.points),
            "breaks": one.breaks,
            "findings": finding_documents(one.findings),
        }
        for one in found
    ]
    counts = {
        "lists": len(found),
        "breaks": sum(one.breaks for one in found),
        "hit": sum(not one.same for one in found),
    }
    return {"lists": rows, "summary": counts}


def as_report(found: list[Moved]) -> Report:
    """The result for a file."""
    from listbuilder.desk.reports.files import Case, Report

    cases = tuple(
        Case(name=one.label, failure="\n".join(item.message for item in one.findings) if one.breaks else "")
        for one in found
    )
    heads = [head.capitalize() for head in HEADS]
    return Report(title="Impact", heads=heads, rows=[row(one) for one in found], data=document(found), cases=cases)
