"""`event penalty`: give a penalty, or see what it would do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import paragraph, say, table
from listbuilder.wording import counted

if TYPE_CHECKING:
    from listbuilder.desk.rounds.preview import Preview

EPILOG = """Examples: listbuilder event penalty p07 late | listbuilder event penalty p07 illegal --preview |
listbuilder event penalty p07 illegal --remedy lose-round --round 2. Penalties and their remedies stand in the
pack. --preview shows the standings under each remedy and notes nothing. With --json everybody who moves is named."""
TOP = 8


def penalty(
    context: typer.Context,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Who is penalised.")],
    id: Annotated[str, typer.Argument(metavar="ID", help="Which penalty of the pack.")],
    remedy: Annotated[str, typer.Option(help="What is done about it: correct, lose-round or lose-all.")] = "",
    number: Annotated[int, typer.Option("--round", metavar="N", help="Which round; the last unless said.")] = 0,
    preview: Annotated[bool, typer.Option("--preview", help="Show what it would do, and note nothing.")] = False,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Give a penalty, or show the standings under each remedy."""
    from listbuilder.desk.rounds.preview import preview_penalty
    from listbuilder.desk.rounds.running import penalise

    desk = open_desk(context, folder, catalogue)
    who = desk.entrant(player).id
    found = preview_penalty(desk.state, desk.event, who, id, remedy, number)
    line = 0 if preview else penalise(desk, who, id, remedy, number, clock())
    if json:
        print_json({"player": who, "penalty": id, "line": line, "remedies": [document(one) for one in found]})
        return
    for one in found:
        say(f"{one.remedy or id}: games concerned: {', '.join(f'round {at}' for at in one.rounds) or 'none'}.")
        # Who only moves up or down a place is counted: in a large field that is nearly everybody.
        told = {id: moved for id, moved in one.moved.items() if moved[0] != moved[1] or moved[2] <= TOP}
        rows = [(f"{id} {desk.name_of(id)}", *map(str, moved)) for id, moved in told.items()]
        if rows:
            say(table(rows, ("PLAYER", "POINTS", "AFTER", "PLACE", "AFTER"), "  "))
        if len(told) < len(one.moved):
            say(f"  {counted(len(one.moved) - len(told), 'other player')} below place {TOP} with another place only.")
    say(paragraph(f"Noted in line {line}." if line else "Nothing was noted.", "  ", ""))


def document(one: Preview) -> dict[str, Any]:
    """What a remedy does, as data."""
    keys = ("points", "points_after", "rank", "rank_after")
    moved = [{"player": id, **dict(zip(keys, values, strict=True))} for id, values in one.moved.items()]
    return {"remedy": one.remedy, "rounds": list(one.rounds), "moved": moved}
