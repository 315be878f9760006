"""`event key`: let the desk sign what it says."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import typer

from listbuilder.cli.common import Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import paragraph, say

EPILOG = """Examples: listbuilder event key | listbuilder event verify --key desk.pub LBS1…. The first time it makes
a key (Ed25519); each time it signs how far the ledger is. Publish out/desk.pub before the event, and keep desk.key
to yourself. Exit codes: 0 fine, 2 a part is missing, 3 the folder or the key can't be read."""


def key(context: typer.Context, folder: Folder = Path(), json: JsonFlag = False, catalogue: Catalogues = None) -> None:
    """Make the key by which the desk signs receipts, seals and the head of the ledger, and sign the head now."""
    from listbuilder.desk.signing.heads import HEAD, write_head
    from listbuilder.desk.signing.keys import PUBLIC, make_key

    import_module("nacl")
    desk = open_desk(context, folder, catalogue)
    made = make_key(desk, clock())
    write_head(desk)
    if json:
        print_json({"key": made.line, "head": desk.chain.head, "lines": len(desk.chain.lines)})
        return
    say(made.line)
    told = f"It is in {desk.out / PUBLIC}: publish it. {desk.out / HEAD} says how far the ledger is, signed."
    say(paragraph(told, "  ", ""))
