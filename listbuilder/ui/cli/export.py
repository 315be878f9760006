"""`export`: a list in a format that people and programs take."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from listbuilder.base.findings import capped
from listbuilder.exchange.formats import FORMATS, TARGETS, write_list
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import (
    ILLEGAL,
    Catalogues,
    EventPack,
    ForceFlag,
    fail,
    files_read,
    folders,
    open_event,
    open_game,
    say_audience,
)
from listbuilder.ui.cli.inputs import ListReader
from listbuilder.ui.cli.terminal import columns, safe, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.exchange.documents.judged import JudgedList

EPILOG = """Examples: listbuilder export squad.yaml --to text | listbuilder export squad.yaml --to code --qr |
listbuilder export squad.yaml --to code --qr -o squad.svg | listbuilder export squad.yaml --to html -o squad.html. Exit
codes: 0 fine, 1 the list is illegal and the format takes legal ones only, 3 the file can't be read or written."""


def export(
    context: click.Context,
    file: Annotated[Path, Argument(metavar="FILE", help="A list file, or - for stdin.")],
    to: Annotated[
        str,
        Option(
            "--to",
            metavar="FORMAT",
            help=f"One of {', '.join(TARGETS)}.",
        ),
    ] = "text",
    output: Annotated[
        Path | None, Option("-o", "--output", metavar="OUT", help="The file to write; the default is stdout.")
    ] = None,
    qr: Annotated[bool, Option("--qr", help="The code as a QR code: here, or as OUT.svg or OUT.png.")] = False,
    illegal: Annotated[bool, Option("--allow-illegal", help="Export an illegal list for an engine.")] = False,
    secret: Annotated[bool, Option("--secret", help="Leave out what an opponent may not know.")] = False,
    reveal: Annotated[
        Path | None, Option("--reveal", metavar="FILE", help="With --secret: keep here what opens the seal.")
    ] = None,
    event: EventPack = None,
    force: ForceFlag = False,
    catalogue: Catalogues = None,
) -> None:
    """Write a list as text for a chat, a code for a link, a table, a page, or data for an engine."""
    from listbuilder.base.spelling import did_you_mean

    if to.lower() not in TARGETS:
        hint = did_you_mean(to, TARGETS) or f"There are {', '.join(TARGETS)}."
        raise click.BadParameter(f"{to!r} is not a format. {hint}", param_hint="--to")
    if qr and to.lower() not in ("code", "text"):
        raise click.BadParameter("a QR code holds a share code: say --to code", param_hint="--qr")
    named = folders(context, catalogue)
    read = files_read(context)
    judged = open_list(file, named, open_event(event, named))
    if secret:
        judged = conceal_list(judged, reveal, force, read)
    if FORMATS[to.lower()].legal_only and not judged.report.valid and not illegal:
        refuse(judged, file)
    text = write_list(judged, "code" if qr else to.lower())
    if qr:
        draw(text, output, force, read)
    elif output is None or str(output) == "-":
        say(safe(text.replace("\r\n", "\n").rstrip("\n")))
    else:
        from listbuilder.storage.files import write_text

        write_text(output, text, replace=force, inputs=read)
        say(f"Wrote {style(str(output))}.")
    say_audience([judged.report.force], FORMATS[to.lower()].conceals)


def open_list(file: Path, catalogues: list[Path], event: Game | None = None) -> JudgedList:
    """A list file, judged and ready to be written."""
    from listbuilder.exchange.documents.judged import judge_list
    from listbuilder.judging.validator import Referee

    return judge_list(ListReader(catalogues).read(file), Referee(lambda name: open_game(name, catalogues, event)))


def conceal_list(judged: JudgedList, reveal: Path | None, force: bool, read: list[Path]) -> JudgedList:
    """The list without its secrets; what opens its seal is kept where it is asked for."""
    from listbuilder.exchange.documents.judged import conceal_list
    from listbuilder.exchange.documents.reveal_document import reveal_of, write_reveals
    from listbuilder.judging.secrecy import new_salt
    from listbuilder.storage.files import write_text

    salt = new_salt()
    if reveal is not None:
        text = write_reveals([reveal_of(judged.report, salt)])
        write_text(reveal, text, replace=force, inputs=read)
        say(f"Wrote {style(str(reveal))}: keep it to yourself; `listbuilder reveal` opens the seal.", error=True)
    return conceal_list(judged, salt)


def refuse(judged: JudgedList, file: Path) -> None:
    """Say why an engine does not get this list."""
    from listbuilder.base.errors import IllegalListError

    errors = tuple(capped(one for one in judged.report.findings if one.severity == "error"))
    say(
        style(f"{file} is not legal, so that no engine should play it; --allow-illegal exports it all the same."),
        error=True,
    )
    fail(IllegalListError("the list is illegal", errors), ILLEGAL)


def draw(code: str, output: Path | None, force: bool, read: list[Path]) -> None:
    """The QR code on the terminal with the code below it, or in a file."""
    from listbuilder.exchange.formats.qr import terminal, write_qr

    if output is None or str(output) == "-":
        drawing = terminal(code)
        wide, room = len(drawing.partition("\n")[0]), columns()
        if room is not None and wide > room:
            # A scanner can't read lines that are broken.
            fact = f"this QR code is {wide} columns wide and the terminal has {room}"
            raise click.BadParameter(f"{fact}: widen it, or write a picture with -o code.svg", param_hint="--qr")
        say(f"{drawing}\n{code.strip()}")
        return
    kind = output.suffix.lower().lstrip(".")
    if kind not in ("svg", "png"):
        raise click.BadParameter("a QR code is written as .svg or .png", param_hint="-o")
    from listbuilder.storage.files import write_bytes

    write_bytes(output, write_qr(code, kind), replace=force, inputs=read)
    say(f"Wrote {style(str(output))}.")
