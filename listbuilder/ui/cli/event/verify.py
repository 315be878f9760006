"""`event verify`: is this what was locked? Asked once, or for every line that a barcode scanner types."""

from __future__ import annotations

import codecs
import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, Catalogues, JsonFlag
from listbuilder.ui.cli.event.command import Folder, clock, command, open_desk
from listbuilder.ui.cli.terminal import flowing, paragraph, print_json, safe, say, style

if TYPE_CHECKING:
    from listbuilder.desk.folder import Desk
    from listbuilder.desk.signing import PublicKey, Signed
    from listbuilder.desk.verifying import Verified

PROMPT = "Scan or type a receipt. Ctrl-C ends."
# Bytes of a line: no share code is longer.
LONGEST = 8_192
# A scanner types a whole code within this many seconds; a person does not.
QUIET = 0.5
ENDS = ("\x03", "\x04")
ERASES = ("\x7f", "\b")


@command(
    """Examples: listbuilder event verify | listbuilder event verify 7QK2-M9XA | listbuilder event verify squad.yaml |
    listbuilder event verify p07 | listbuilder event verify --key desk.pub. Without WHAT, receipts are read line by line
    until Ctrl-C: start it, then scan. Never let a scanner type into a shell, because a code may contain commands. -
    reads one receipt or list from stdin. MATCH: this list is the one that counts. COMPARE: the receipt is genuine, so
    compare the list shown with the table. OLD: another version counts. CHANGED: it is nobody's list; the closest is
    shown. UNKNOWN: nothing is known about it. With --key, a signed receipt or a signed text from out/ is SIGNED or
    FORGED. Exit codes: 0 nothing is wrong, 1 something is, 2 wrong usage, 3 the ledger is broken."""
)
def verify(
    context: click.Context,
    what: Annotated[
        str | None,
        Argument(
            metavar="[WHAT]",
            help="A receipt, its first eight characters, a list file, a share code, a player, or - for stdin.",
        ),
    ] = None,
    note: Annotated[bool, Option("--note", help="Record the result in the ledger.")] = False,
    key: Annotated[
        Path | None,
        Option(metavar="FILE", help="Check a signed receipt or note with this public key, without the folder."),
    ] = None,
    folder: Folder = Path(),
    json: JsonFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Check whether something is what was locked, and show the locked list to compare with the models."""
    from listbuilder.desk.verifying import FINE, verify_scanned
    from listbuilder.desk.verifying import verify as look_up
    from listbuilder.ui.cli.common import open_bytes

    if key is not None:
        raise Exit(verify_alone(what, key, json))
    desk = open_desk(context, folder, catalogue)
    desk.chain  # noqa: B018  # report a broken ledger before anybody scans
    if what is not None:
        found = look_up(desk, what, open_bytes(Path("-")) if what == "-" else None)
        rows = [show(desk, found, note, json)]
        fine = found.verdict in FINE
    else:
        rows, fine = [], True
        for line in scanned_lines(sys.stdin.buffer):
            found = verify_scanned(desk, line)
            rows.append(show(desk, found, note, json))
            sys.stdout.flush()
            fine = fine and found.verdict in FINE
    if json:
        print_json(rows[0] if what is not None else {"checks": rows})
    raise Exit(0 if fine and rows else ILLEGAL)


def show(desk: Desk, found: Verified, note: bool, json: bool) -> dict[str, Any]:
    """Print the result of a check unless it goes out as JSON; the result as data."""
    from listbuilder.desk.verifying import FINE, record_check
    from listbuilder.ui.cli.report_text import roster_text

    noted = record_check(desk, found, clock()) if note else 0
    keys = ("verdict", "why", "player", "version", "counts")
    data = {key: vars(found)[key] for key in keys} | {"differences": list(found.differences), "line": noted}
    if json:
        table = safe(roster_text(found.report.force)).splitlines() if found.report is not None else []
        return data | {"name": desk.list_title(found.player) if found.player else "", "table": table}
    who = f"{desk.list_title(found.player)} ({desk.list_label(found.player)}). " if found.player else ""
    word = style(found.verdict, "bold", "green" if found.verdict in FINE else "red")
    say(paragraph(f"{who}{found.why}", "  ", f"{word}  "))
    for line in found.differences:
        say(paragraph(line, "      ", "  "))
    if found.report is not None:
        say("")
        say("This must be on the table:" if found.verdict == "COMPARE" else "This counts:")
        say(roster_text(found.report.force))
    if noted:
        say(f"Recorded in line {noted}.")
    return data


def verify_alone(what: str | None, key: Path, json: bool) -> int:
    """Check signatures with a public key alone; the exit code."""
    from listbuilder.desk.signing import read_key
    from listbuilder.desk.verifying import is_file
    from listbuilder.storage.reading import read_raw
    from listbuilder.ui.cli.common import open_bytes

    public = read_key(read_raw(key).decode("utf-8", "replace"))
    if public is None:
        raise click.BadParameter(f"{key} is no public key", param_hint="--key")
    if what is None:
        rows = []
        for line in scanned_lines(sys.stdin.buffer):
            rows.append(show_alone(public, line, json))
            sys.stdout.flush()
    else:
        raw = open_bytes(Path("-")) if what == "-" else read_raw(Path(what)) if is_file(what) else None
        text = raw.decode("utf-8", "replace") if raw is not None else what
        rows = [show_alone(public, text if raw is None else text.lstrip(), json)]
        if rows[0]["verdict"] == "UNKNOWN":
            raise click.BadParameter(f"{flowing(what)!r} is neither a signed receipt nor a signed text")
    if json:
        print_json(rows[0] if what is not None else {"checks": rows})
    return 0 if rows and all(row["verdict"] == "SIGNED" for row in rows) else ILLEGAL


def show_alone(key: PublicKey, text: str, json: bool) -> dict[str, Any]:
    """Print whether a key signed something unless it goes out as JSON; the result as data."""
    from listbuilder.desk.signing import check_alone

    found: Signed | None = check_alone(key, text)
    verdict = "UNKNOWN" if found is None else "SIGNED" if found.genuine else "FORGED"
    says = found.says if found is not None else "This is neither a signed receipt nor a signed text."
    if not json:
        word = style(verdict, "bold", "green" if verdict == "SIGNED" else "red")
        say(f"{word}  {'by' if verdict == 'SIGNED' else 'not by'} {flowing(key.name)}")
        say(safe(says))
    return {"verdict": verdict, "by": key.name, "says": says}


def scanned_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines that a scanner types, as they come, without blank ones; one that is too long is cut.

    Strangers print the codes, so nothing in one may reach the shell behind us. On a terminal, control characters are
    data, a prompt says when it is safe to scan, and what is still being typed when the program ends is thrown away.
    """
    typed = _keys(stream.fileno()) if sys.platform != "win32" and stream.isatty() else _lines(stream)
    return (line for line in typed if line.strip())


def _lines(stream: BinaryIO) -> Iterator[str]:
    while raw := stream.readline(LONGEST):
        yield raw.decode("utf-8", "replace").rstrip("\r\n")
        while raw and not raw.endswith(b"\n"):
            raw = stream.readline(LONGEST)


def _keys(terminal: int) -> Iterator[str]:
    """Lines typed into a terminal. Ctrl-C or Ctrl-D ends them, unless something is typed right before or after it."""
    # A character of several bytes may come in two reads.
    decoder, line = codecs.getincrementaldecoder("utf-8")("replace"), ""
    with _quiet_terminal(terminal):
        _echo(f"{PROMPT}\n")
        while raw := os.read(terminal, LONGEST):
            text = decoder.decode(raw)
            if not line and text in ENDS and not _more(terminal):
                return
            for sign in text:
                if sign in "\r\n":
                    _echo("\n")
                    yield line
                    line = ""
                elif sign in ERASES:
                    _echo("\b \b" if line else "")
                    line = line[:-1]
                elif len(line) < LONGEST:
                    _echo(sign if sign.isprintable() else "")
                    line += sign


@contextmanager
def _quiet_terminal(terminal: int) -> Iterator[None]:
    """A terminal in which no key interrupts, stops or edits anything; its mode is restored afterwards."""
    import termios

    before = termios.tcgetattr(terminal)
    # Index 0 has the input flags, 3 the local flags, 6 the special characters.
    mode = [*before[:6], [*before[6]]]
    mode[0] &= ~termios.IXON
    mode[3] &= ~(termios.ECHO | termios.ICANON | termios.ISIG | termios.IEXTEN)
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    termios.tcsetattr(terminal, termios.TCSADRAIN, mode)
    try:
        yield
    finally:
        while _more(terminal) and os.read(terminal, LONGEST):
            # A scanner is still typing, and a shell would run it.
            pass
        # Flushes what was typed since the last look, so that the shell does not get it.
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)


def _more(terminal: int) -> bool:
    return bool(select.select([terminal], [], [], QUIET)[0])


def _echo(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
