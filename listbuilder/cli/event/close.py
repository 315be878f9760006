"""`event close`: the end."""

from __future__ import annotations

from pathlib import Path

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import paragraph, say, style

EPILOG = """Examples: listbuilder event close. To open it again, take that line back with `listbuilder event undo`;
`forget` works all the same."""


def close(
    context: typer.Context, folder: Folder = Path(), json: JsonFlag = False, catalogue: Catalogues = None
) -> None:
    """End the event: nothing more is noted; say what to keep and what to delete."""
    from listbuilder.desk.ending import close_event

    desk = open_desk(context, folder, catalogue)
    close_event(desk, clock())
    lines = len(desk.chain.lines)
    if json:
        print_json({"closed": True, "lines": lines, "head": desk.chain.code})
        return
    rounds = desk.event.rounds
    if rounds is not None and len(desk.state.rounds) < rounds.count:
        say(f"{len(desk.state.rounds)} of {rounds.count} rounds were drawn.")
    say(f"Closed with line {lines}, head {style(desk.chain.code, 'bold')}.")
    say(paragraph("Keep: event.yaml, ledger.jsonl and out/.", "  ", ""))
    say(
        paragraph(
            "Delete once nobody can object any more: arrived/ and inbox/ (what people sent), contacts in players.yaml, "
            "out/messages/ and judge/. Delete lists/ and salts when no list needs proof any more.",
            "  ",
            "",
        )
    )
