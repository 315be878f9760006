"""`event verify`: is this what was locked?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import ILLEGAL, Catalogues, JsonFlag, print_json
from listbuilder.cli.event.desk import Folder, clock, open_desk
from listbuilder.cli.terminal import flowing, paragraph, safe, say, style

if TYPE_CHECKING:
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.signing.checking import Signed
    from listbuilder.desk.signing.notes import PublicKey
    from listbuilder.desk.verifying import Verified

EPILOG = """Examples: listbuilder event verify | listbuilder event verify 7QK2-M9XA | listbuilder event verify
squad.yaml | listbuilder event verify p07 | listbuilder event verify --key desk.pub. Without WHAT, receipts are read
line after line until Ctrl-C: start it so, then scan. Never let a scanner type into a shell, for a code may hold
commands. - reads one receipt or list from stdin. MATCH: the list that you gave is the one that counts. COMPARE: the
receipt is genuine, so compare the list that is shown with the table. OLD: another version counts. CHANGED: it is
nobody's list, the nearest is shown. UNKNOWN: nothing is known of it. With --key, a signed receipt or a signed text
of out/ is SIGNED or FORGED. Exit codes: 0 nothing is wrong, 1 something is, 2 wrong usage, 3 the ledger is broken."""
PROMPT = "Scan or type a receipt. Ctrl-C ends."


def verify(
    context: typer.Context,
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[WHAT]",
            help="A receipt, its first eight signs, a list file, a share code, a player, or - for stdin. Without it, "
            "receipts are read line after line.",
        ),
    ] = None,
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
    from listbuilder.desk.verifying import FINE, verify_scanned
    from listbuilder.desk.verifying import verify as look_up

    if key is not None:
        raise typer.Exit(verify_alone(what, key, json))
    desk = open_desk(context, folder, catalogue)
    desk.chain  # noqa: B018  # a broken ledger is said before anybody scans
    if what is not None:
        found = look_up(desk, what, open_bytes(Path("-")) if what == "-" else None)
        rows = [show(desk, found, note, json)]
        fine = found.verdict in FINE
    else:
        rows, fine = [], True
        for line in scanned():
            found = verify_scanned(desk, line)
            rows.append(show(desk, found, note, json))
            sys.stdout.flush()
            fine = fine and found.verdict in FINE
    if json:
        print_json(rows[0] if what is not None else {"checks": rows})
    raise typer.Exit(0 if fine and rows else ILLEGAL)


def scanned() -> Iterator[str]:
    """What is scanned or typed, line after line."""
    from listbuilder.cli.event.scanner import scanned_lines

    return scanned_lines(sys.stdin.buffer, PROMPT)


def show(desk: Desk, found: Verified, note: bool, json: bool) -> dict[str, Any]:
    """Say what came of a check, unless it goes out as data; the data."""
    from listbuilder.cli.roster_text import roster_text
    from listbuilder.desk.verifying import FINE, note_check

    noted = note_check(desk, found, clock()) if note else 0
    keys = ("verdict", "why", "player", "version", "counts")
    data = {key: vars(found)[key] for key in keys} | {"differences": list(found.differences), "line": noted}
    if json:
        table = safe(roster_text(found.report.force)).splitlines() if found.report is not None else []
        return data | {"name": desk.title_of(found.player) if found.player else "", "table": table}
    who = f"{desk.title_of(found.player)} ({desk.spoken(found.player)}). " if found.player else ""
    word = style(found.verdict, "bold", "green" if found.verdict in FINE else "red")
    say(paragraph(f"{who}{found.why}", "  ", f"{word}  "))
    for line in found.differences:
        say(paragraph(line, "      ", "  "))
    if found.report is not None:
        say("")
        say("This must be on the table:" if found.verdict == "COMPARE" else "This counts:")
        say(roster_text(found.report.force))
    if noted:
        say(f"Noted in line {noted}.")
    return data


def verify_alone(what: str | None, key: Path, json: bool) -> int:
    """Check signatures with a public key alone; the exit code."""
    from listbuilder.cli.inputs import open_bytes
    from listbuilder.desk.signing.notes import read_key
    from listbuilder.desk.verifying import is_file
    from listbuilder.reading.source import read_raw

    public = read_key(read_raw(key).decode("utf-8", "replace"))
    if public is None:
        raise typer.BadParameter(f"{key} is no public key", param_hint="--key")
    if what is None:
        rows = []
        for line in scanned():
            rows.append(show_alone(public, line, json))
            sys.stdout.flush()
    else:
        raw = open_bytes(Path("-")) if what == "-" else read_raw(Path(what)) if is_file(what) else None
        text = raw.decode("utf-8", "replace") if raw is not None else what
        rows = [show_alone(public, text if raw is None else text.lstrip(), json)]
        if rows[0]["verdict"] == "UNKNOWN":
            raise typer.BadParameter(f"{flowing(what)!r} is neither a signed receipt nor a signed text")
    if json:
        print_json(rows[0] if what is not None else {"checks": rows})
    return 0 if rows and all(row["verdict"] == "SIGNED" for row in rows) else ILLEGAL


def show_alone(key: PublicKey, text: str, json: bool) -> dict[str, Any]:
    """Say whether something was signed with a key, unless it goes out as data; the data."""
    from listbuilder.desk.signing.checking import check_alone

    found: Signed | None = check_alone(key, text)
    verdict = "UNKNOWN" if found is None else "SIGNED" if found.genuine else "FORGED"
    says = found.says if found is not None else "This is neither a signed receipt nor a signed text."
    if not json:
        word = style(verdict, "bold", "green" if verdict == "SIGNED" else "red")
        say(f"{word}  {'by' if verdict == 'SIGNED' else 'not by'} {flowing(key.name)}")
        say(safe(says))
    return {"verdict": verdict, "by": key.name, "says": says}
