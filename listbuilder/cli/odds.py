"""`odds`: the exact chances of one list's attacks on another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, EventPack, JsonFlag, print_json
from listbuilder.cli.report_text import verdict
from listbuilder.cli.terminal import paragraph, say
from listbuilder.cli.two_lists import exit_code, judge_two

EPILOG = """Examples: listbuilder odds mine.yaml theirs.yaml | listbuilder odds mine.yaml theirs.yaml --attacker Zara
--target 2 --with cover | listbuilder odds mine.yaml theirs.yaml --with distance=7 --with
attacker.hindered. What can be said with --with is listed below the table: it is what these attacks ask for. Where
a word could mean either side, write attacker.WORD or target.WORD. Chances are exact, from every way the dice can fall.
Exit codes: 0 fine, 1 a list is illegal, 2 wrong usage, 3 a file can't be read."""


def odds(
    context: typer.Context,
    a: Annotated[Path, typer.Argument(metavar="A", help="The list that attacks.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="The list that is attacked.")],
    attacker: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only this attacker: its name or number.")
    ] = None,
    weapon: Annotated[str | None, typer.Option(metavar="NAME", help="Only attacks with this.")] = None,
    target: Annotated[str | None, typer.Option(metavar="NAME", help="Only this target: its name or number.")] = None,
    given: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="WORD", help="A circumstance, such as cover; may be repeated."),
    ] = None,
    event: EventPack = None,
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Reckon the chances of a hit, a wound and a kill, for every attacker, weapon and target."""
    from listbuilder.cli.odds_text import odds_text
    from listbuilder.documents.dump import dump
    from listbuilder.odds.given import read_words
    from listbuilder.odds.table import Choice, odds_between

    reports = judge_two(context, a, b, event, catalogue)
    choice = Choice(attacker, weapon, target)
    found = odds_between(reports[0].force, reports[1].force, read_words(given or ()), choice)
    if json:
        print_json(dump(found))
    else:
        say(odds_text(found, reports[0].force.game))
        for path, report in zip((a, b), reports, strict=True):
            if not report.valid:
                say(paragraph(f"{path}: {verdict(report)}. The odds are of the list as it is."))
    raise typer.Exit(exit_code(reports))
