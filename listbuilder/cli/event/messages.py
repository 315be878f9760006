"""`event messages`: what players should hear now."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, keep_messages, open_desk
from listbuilder.cli.terminal import paragraph, say

EPILOG = """Examples: listbuilder event messages | listbuilder event messages p07. Whoever has no list yet is
reminded, the others hear again where their list stands. Nothing is noted and nothing is sent: the messages lie in
out/messages, with messages.csv for a mail merge."""


def messages(
    context: typer.Context,
    players: Annotated[list[str] | None, typer.Argument(metavar="[PLAYER…]", help="Only to these.")] = None,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Write what everybody should hear as things stand, ready to send."""
    from listbuilder.desk.telling import messages_now

    desk = open_desk(context, folder, catalogue)
    lists = [one.id for name in players for one in desk.lists_named(name)] if players else list(desk.state.lists)
    found = messages_now(desk, lists)
    kept = keep_messages(desk, found)
    if json:
        rows = [{"player": one.player, "kind": one.kind, "subject": one.subject} for one in found]
        print_json({"messages": rows, "folders": [str(one) for one in kept.where]})
        return
    kinds = {kind: [one.player for one in found if one.kind == kind] for kind in sorted({one.kind for one in found})}
    for kind, ids in kinds.items():
        say(paragraph(f"{kind}: {', '.join(ids)}", "  ", ""))
    kept.say()
