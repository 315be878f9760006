"""`event lock`: close intake and seal all lists."""

from __future__ import annotations

from pathlib import Path

import typer

from listbuilder.cli.common import ILLEGAL, Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, keep_messages, open_desk
from listbuilder.cli.terminal import paragraph, say, style
from listbuilder.wording import counted, listed

EPILOG = """Examples: listbuilder event lock. Whoever came late and was approved since is locked by calling it
again. Post out/seals.txt on the wall: it shows later that no list was changed, and gives nothing away. Exit
codes: 0 everybody has a list, 1 somebody has none, 2 an approved list is not legal any more, or the catalogue is
another."""


def lock(context: typer.Context, folder: Folder = Path(), json: JsonFlag = False, catalogue: Catalogues = None) -> None:
    """Close intake, hold pack and catalogue fast, and lock the approved list of everybody."""
    from listbuilder.desk.locking import lock_lists

    desk = open_desk(context, folder, catalogue)
    found = lock_lists(desk, clock())
    kept = keep_messages(desk, found.messages)
    if json:
        told = {"locked": list(found.players), "missing": list(found.missing), "head": found.head}
        print_json({**told, "messages": kept.number, "seals": str(desk.out / "seals.txt")})
    else:
        say(f"{counted(len(found.players), 'list')} locked. Head of the ledger: {style(found.head, 'bold')}.")
        say(paragraph(f"Post {desk.out / 'seals.txt'} on the wall.", "  ", ""))
        if found.missing:
            names = [f"{desk.title_of(id)} ({desk.spoken(id)})" for id in found.missing]
            say(paragraph(f"Without a list: {listed(names, 100)}.", "  ", ""))
            hint = "listbuilder event intake --player ID --late WHY FILE, or listbuilder event drop PLAYER"
            say(paragraph(f"For each of them: {hint}", "  ", ""))
        kept.say()
    raise typer.Exit(ILLEGAL if found.missing else 0)
