"""`event players`: sign players up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import ILLEGAL, Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import paragraph, say, style
from listbuilder.wording import counted, listed

EPILOG = """Examples: listbuilder event players signup.csv | listbuilder event players signup.csv --column
"name=Your full name". Columns are known by their headers: name, email, club, nation, team, paid, consent, id. Without a
file, whoever was written into players.yaml by hand is taken up. Exit codes: 0 fine, 1 something is doubtful, 3 it
can't be read."""


def players(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A table (CSV), or - for stdin.")] = None,
    column: Annotated[
        list[str] | None, typer.Option(metavar="KEY=HEADER", help="Which column has a key; may be repeated.")
    ] = None,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Sign players up from a form's export; what is doubtful is said, and nobody is taken for another."""
    from listbuilder.cli.inputs import open_bytes
    from listbuilder.desk.signup import SignUps, sign_up

    desk = open_desk(context, folder, catalogue)
    if file is not None:
        found = sign_up(desk, open_bytes(file), columns_of(column or []), str(file), clock())
    else:
        before = set(desk.state.entrants)
        with desk.writer(clock()):  # whoever is in the file and not in the ledger is noted
            players = desk.players
        found = SignUps(players=tuple(players.values()), added=tuple(id for id in players if id not in before))
    names = {one.id: one.name for one in found.players}
    if json:
        told = {"added": found.added, "changed": found.changed, "doubtful": found.doubtful, "unread": found.unread}
        print_json({key: list(value) for key, value in told.items()} | {"players": len(found.players)})
    else:
        for word, ids in (("Added", found.added), ("Changed", found.changed)):
            if ids:
                say(paragraph(f"{word} {listed([f'{names[id]} ({id})' for id in ids], 60)}.", "  ", ""))
        for doubt in found.doubtful:
            say(paragraph(doubt, "  ", f"{style('doubtful', 'yellow')}: "))
        if found.doubtful:
            say(paragraph(f"They were left out. Who is meant all the same, write into {desk.players_file}.", "  ", ""))
        if found.unread:
            hint = "Where one is meant, say for example --column consent=HEADER."
            columns = "column" if len(found.unread) == 1 else "columns"
            say(paragraph(f"Not read: the {columns} {listed(found.unread, 20)}. {hint}", "  ", ""))
        say(f"{counted(len(found.players), 'player')}.")
    raise typer.Exit(ILLEGAL if found.doubtful else 0)


def columns_of(said: list[str]) -> dict[str, str]:
    """`name=Your full name` as a key and a header."""
    wrong = [one for one in said if "=" not in one]
    if wrong:
        raise typer.BadParameter(f"{wrong[0]!r} is not like name=Header", param_hint="--column")
    return {key.strip(): head.strip() for key, _, head in (one.partition("=") for one in said)}
