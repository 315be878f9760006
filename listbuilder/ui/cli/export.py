"""`export`: a list in a format that people and programs take."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from listbuilder.base.findings import capped
from listbuilder.catalogue import Game
from listbuilder.exchange.formats import FORMATS, TARGETS, write_list
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, ForceFlag, ListReader, OutputFiles, Standalone
from listbuilder.ui.cli.report_text import print_audience
from listbuilder.ui.cli.terminal import columns, json_text, print_error, safe, say, style

if TYPE_CHECKING:
    from listbuilder.exchange.documents.judged import JudgedList

RULES, ROSTER = "rules", "roster"
"""What has no list: the rules of a game; and what needs the record of a game's conversion beside a list."""


def export(
    file: Annotated[Path, Argument(metavar="FILE", help="A list file, or - for stdin; with --to rules, a game.")],
    reader: ListReader,
    to: Annotated[
        str, Option("--to", metavar="FORMAT", help=f"One of {', '.join((*TARGETS, ROSTER, RULES))}.")
    ] = "text",
    output: Annotated[
        Path | None, Option("-o", "--output", metavar="OUT", help="The file to write; the default is stdout.")
    ] = None,
    qr: Annotated[
        bool, Option("--qr", help="Draw the share code as a QR code, here or into OUT.svg or OUT.png.")
    ] = False,
    illegal: Annotated[bool, Option("--allow-illegal", help="Export an illegal list for an engine.")] = False,
    secret: Annotated[bool, Option("--secret", help="Leave out what an opponent may not know.")] = False,
    reveal: Annotated[
        Path | None, Option("--reveal", metavar="FILE", help="With --secret: the file to keep, which opens the seal.")
    ] = None,
    standalone: Standalone = True,
    force: ForceFlag = False,
) -> None:
    """Write a list as text for a chat, a code for a link, a table, a page, or data for an engine.

    Examples: listbuilder export squad.yaml --to text | listbuilder export squad.yaml --to code --qr | listbuilder
    export squad.yaml --to code --qr -o squad.svg | listbuilder export squad.yaml --to html -o squad.html | listbuilder
    export GAME --to rules -o rules.json. Exit codes: 0 success, 1 the list is illegal and the format takes only legal
    ones, 3 the file can't be read or written.
    """
    from listbuilder.base.spelling import did_you_mean

    format = to.lower()
    known = (*TARGETS, ROSTER, RULES)
    if format not in known:
        hint = did_you_mean(to, known) or f"There are {', '.join(known)}."
        raise click.BadParameter(f"{to!r} is not a format. {hint}", param_hint="--to")
    if qr and format not in ("code", "text"):
        raise click.BadParameter("a QR code holds a share code: say --to code", param_hint="--qr")
    if not standalone and format != "engine":
        raise click.BadParameter("only a force leaves out the rules: say --to engine", param_hint="--no-standalone")
    writing = OutputFiles(force, reader.files_read)
    if format == RULES:
        from listbuilder.exchange.documents.rules_document import rules_document

        put(json_text(rules_document(rules_game(file, reader))) + "\n", output, writing)
        return
    judged = reader.judged_list(file)
    if secret:
        judged = conceal_list(judged, reveal, writing)
    if format == ROSTER:
        put_roster(judged, reader, output, writing)
        return
    if FORMATS[format].legal_only and not judged.report.valid and not illegal:
        refuse(judged, file)
    text = write_list(judged, "code" if qr else format) if standalone else write_lean(judged)
    if qr:
        draw(text, output, writing)
    else:
        put(text, output, writing)
    print_audience([judged.report.force], FORMATS[format].conceals)


def rules_game(name: Path, reader: ListReader) -> Game:
    """The game of a list file, or the one of this name, as it is played at the event."""
    if str(name) == "-" or name.is_file():
        return reader.game_played(str(reader.read(name).data.get("game")))
    return reader.game_played(str(name))


def put_roster(judged: JudgedList, reader: ListReader, output: Path | None, writing: OutputFiles) -> None:
    """Write a list of a converted game as a roster; `.rosz` is packed."""
    from listbuilder.exchange.battlescribe.conversion_record import read_record
    from listbuilder.exchange.battlescribe.roster_lists import ConvertedGame
    from listbuilder.exchange.battlescribe.write_roster import write_roster, zip_roster

    game = judged.report.force.game
    folder = reader.folders.get(game.id)
    record = read_record(folder) if folder else None
    if record is None:
        raise click.BadParameter(f"{game.name} is no game that `catalogue import` converted", param_hint="--to")
    text = write_roster(judged, ConvertedGame(game.id, record))
    if output is not None and output.suffix.lower() == ".rosz":
        writing.write(output, zip_roster(text, output.stem))
        say(f"Wrote {style(str(output))}.")
    else:
        put(text, output, writing)


def write_lean(judged: JudgedList) -> str:
    """The force without what the rules of its game have."""
    from listbuilder.exchange.documents.force_document import force_document

    return json_text(force_document(judged.report, standalone=False)) + "\n"


def put(text: str, output: Path | None, writing: OutputFiles) -> None:
    """Write text to stdout or a file."""
    if output is None or str(output) == "-":
        say(safe(text.replace("\r\n", "\n").rstrip("\n")))
        return
    writing.write(output, text)
    say(f"Wrote {style(str(output))}.")


def conceal_list(judged: JudgedList, reveal: Path | None, writing: OutputFiles) -> JudgedList:
    """The list without its secrets; what opens its seal goes into a file of its own."""
    from listbuilder.exchange.documents.judged import conceal_list
    from listbuilder.exchange.documents.reveal_document import reveal_of, write_reveals
    from listbuilder.judging.secrecy import new_salt

    salt = new_salt()
    if reveal is not None:
        writing.write(reveal, write_reveals([reveal_of(judged.report, salt)]))
        say(f"Wrote {style(str(reveal))}: keep it to yourself; `listbuilder reveal` opens the seal.", error=True)
    return conceal_list(judged, salt)


def refuse(judged: JudgedList, file: Path) -> None:
    """Stop: an engine takes legal lists only."""
    from listbuilder.base.errors import IllegalListError

    errors = tuple(capped(one for one in judged.report.findings if one.severity == "error"))
    fact = f"{file} is not legal, so that no engine should play it; --allow-illegal exports it all the same."
    say(style(fact), error=True)
    print_error(IllegalListError("the list is illegal", errors))
    raise Exit(ILLEGAL)


def draw(code: str, output: Path | None, writing: OutputFiles) -> None:
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
    writing.write(output, write_qr(code, kind))
    say(f"Wrote {style(str(output))}.")
