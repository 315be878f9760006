"""`event reveal`: show lists, as the pack allows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, keep_messages, open_desk
from listbuilder.cli.terminal import paragraph, say
from listbuilder.wording import counted

EPILOG = """Examples: listbuilder event reveal | listbuilder event reveal --to p07 --to p11. What the pack says
under `lists: show` holds: to everybody, to the opponents of the round at hand, or to nobody, which is refused
(exit code 2). Both lists of a pair are shown in one line of the ledger. What the game or the pack keeps secret is
left out until the end."""


def reveal(
    context: typer.Context,
    to: Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="Two players who see each other's.")] = None,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Show lists to those who may see them now."""
    from listbuilder.desk.revealing import reveal as show

    desk = open_desk(context, folder, catalogue)
    found = show(desk, to or [], clock())
    kept = keep_messages(desk, found.messages)
    if json:
        print_json({"lists": list(found.lists), "to": list(found.to), "full": found.full, "messages": kept.number})
        return
    whom = "their opponents" if found.to else "everybody"
    hidden = "" if found.full else " What is secret stays so until the end."
    say(paragraph(f"{counted(len(found.lists), 'list')} shown to {whom}.{hidden}", "  ", ""))
    kept.say()
    if not found.to:
        say("Next: listbuilder event publish")
