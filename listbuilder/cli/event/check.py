"""`event check`: look the whole folder over."""

from __future__ import annotations

from pathlib import Path

import typer

from listbuilder.cli.common import UNREADABLE, Catalogues, JsonFlag, fact_of, print_json
from listbuilder.cli.event.desk import Folder, finding_documents, open_desk
from listbuilder.cli.terminal import paragraph, say, style

EPILOG = """Examples: listbuilder event check | listbuilder event check --folder harbour-cup --json. Exit codes: 0
all is well, 3 something is broken: each fault has its file and line."""


def check(
    context: typer.Context, folder: Folder = Path(), json: JsonFlag = False, catalogue: Catalogues = None
) -> None:
    """Look everything over: what the pack says, players, the chain of the ledger, every file and every seal."""
    from listbuilder.desk.checking import check_desk
    from listbuilder.desk.explain import explain_pack
    from listbuilder.errors import ListbuilderError

    desk = open_desk(context, folder, catalogue)
    found = check_desk(desk)
    try:
        sentences = explain_pack(desk.event, desk.game)
    except ListbuilderError:
        sentences = []  # what is wrong with the pack is among the findings
    if json:
        head = {"lines": len(found.chain.lines), "head": found.chain.code, "pack": sentences}
        print_json({"ok": not found.broken, **head, "findings": finding_documents(found.findings)})
    else:
        for one in sentences:
            say(paragraph(one, "  ", ""))
        for fault in found.findings:
            where = f"{fault.file}:{fault.line}: " if fault.line else f"{fault.file}: " if fault.file else ""
            word = style(fault.severity, "red" if fault.severity == "error" else "yellow")
            say(paragraph(f"{where}{fact_of(fault)} {fault.hint}", "  ", f"{word}: "))
        wrong = "something is wrong" if found.broken else "all is well"
        say(f"{len(found.chain.lines):,} lines, head {style(found.chain.code, 'bold')}: {wrong}.")
    raise typer.Exit(UNREADABLE if found.broken else 0)
