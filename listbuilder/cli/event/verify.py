"""`event verify`: is this what was locked?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import ILLEGAL, Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import paragraph, say, style

EPILOG = """Examples: listbuilder event verify 7QK2-M9XA | listbuilder event verify LBR1… | listbuilder event
verify squad.yaml | listbuilder event verify p07 | listbuilder event verify LBS1… --key desk.pub. A receipt may be typed
in any case, with or without dashes; a scanner types it. MATCH: it is what counts. OLD: another version counts.
CHANGED: it is nobody's list, the nearest is shown. UNKNOWN: nothing is known of it. With --key, a signed receipt or a
signed text of out/ is SIGNED or FORGED. Exit codes: 0 it matches, 1 it does not, 2 wrong usage, 3 the ledger is
broken."""


def verify(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="A receipt, its eight signs, a list file, a share code, - or a player."),
    ],
    note: Annotated[bool, typer.Option("--note", help="Note in the ledger what came of it.")] = False,
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Check a signed receipt or note with this public key, without the folder."),
    ] = None,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Say whether something is what was locked, and show the locked list to hold against the models."""
    from listbuilder.cli.inputs import open_bytes
    from listbuilder.cli.roster_text import roster_text
    from listbuilder.desk.verifying import note_check
    from listbuilder.desk.verifying import verify as look_up

    if key is not None:
        raise typer.Exit(verify_alone(what, key, json))
    desk = open_desk(context, folder, catalogue)
    found = look_up(desk, what, open_bytes(Path("-")) if what == "-" else None)
    noted = note_check(desk, found, clock()) if note else 0
    if json:
        keys = ("verdict", "why", "player", "version", "counts")
        more = {"differences": list(found.differences), "line": noted}
        print_json({key: vars(found)[key] for key in keys} | more)
    else:
        who = f"{desk.title_of(found.player)} ({desk.spoken(found.player)}). " if found.player else ""
        word = style(found.verdict, "bold", "green" if found.verdict == "MATCH" else "red")
        say(paragraph(f"{who}{found.why}", "  ", f"{word}  "))
        for line in found.differences:
            say(paragraph(line, "      ", "  "))
        if found.report is not None:
            say("")
            say(roster_text(found.report.force))
        if noted:
            say(f"Noted in line {noted}.")
    raise typer.Exit(0 if found.verdict == "MATCH" else ILLEGAL)


def verify_alone(what: str, key: Path, json: bool) -> int:
    """Check a signature with a public key alone; the exit code."""
    from listbuilder.desk.signing.checking import check_alone
    from listbuilder.desk.signing.notes import read_key
    from listbuilder.reading.source import read_raw

    public = read_key(read_raw(key).decode("utf-8", "replace"))
    if public is None:
        raise typer.BadParameter(f"{key} is no public key", param_hint="--key")
    text = read_raw(Path(what)).decode("utf-8", "replace") if Path(what).is_file() else what
    found = check_alone(public, text)
    if found is None:
        raise typer.BadParameter(f"{what!r} is neither a signed receipt nor a signed text", param_hint="WHAT")
    verdict = "SIGNED" if found.genuine else "FORGED"
    if json:
        print_json({"verdict": verdict, "by": public.name, "says": found.says})
    else:
        word = style(verdict, "bold", "green" if found.genuine else "red")
        say(f"{word}  {'by' if found.genuine else 'not by'} {public.name}")
        say(found.says)
    return 0 if found.genuine else ILLEGAL
