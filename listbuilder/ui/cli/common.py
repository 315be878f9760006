"""What commands share: options, exit codes, and loading games for them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import click
from click.exceptions import Exit

from listbuilder.base.characters import HIDDEN
from listbuilder.storage.processes.budget import stop_clock
from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.terminal import paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.base.errors import ListbuilderError
    from listbuilder.base.findings import Finding
    from listbuilder.catalogue import Game
    from listbuilder.judging.force import Force
    from listbuilder.judging.validator import Report

ILLEGAL, USAGE, UNREADABLE, FAILED = 1, 2, 3, 4
# The names of options that say where to write.
WORDS: dict[bool | None, str] = {None: "null", True: "true", False: "false"}
OUTPUTS = frozenset({"out", "output", "png", "reference", "report", "reveal", "write"})
Catalogues = Annotated[
    list[Path] | None, Option("--catalogue", metavar="DIR", help="A folder of more games; may be repeated.")
]
JsonFlag = Annotated[bool, Option("--json", help="Print one JSON document.")]
EventPack = Annotated[Path | None, Option(metavar="EVENT", help="An event pack: its rules and limit apply too.")]
FontFile = Annotated[
    Path | None, Option("--font", metavar="FILE", help="A TrueType font for letters that Roboto lacks.")
]
ForceFlag = Annotated[bool, Option("--force", help="Overwrite an existing file.")]


def report_code(report: Report) -> int:
    """The exit code for a report; a list with an unknown key was read and judged, and is illegal."""
    from listbuilder.judging.validator import MALFORMED

    if any(one.code.startswith(MALFORMED) and one.code != "key.unknown" for one in report.findings):
        return UNREADABLE
    return 0 if report.valid else ILLEGAL


def folders(context: click.Context, catalogues: list[Path] | None) -> list[Path]:
    """The catalogue folders named before the command and after it."""
    named = [*(context.obj or []), *(catalogues or [])]
    for folder in named:
        if not folder.is_dir():
            raise click.BadParameter(f"{folder} is not a folder", param_hint="--catalogue")
    return named


def files_read(context: click.Context) -> list[Path]:
    """Every file that this command reads, the games included, none of which it may write over."""
    given = [value for name, value in context.params.items() if name not in OUTPUTS]
    flat = [one for value in given for one in (value if isinstance(value, list | tuple) else [value])]
    return [*(one for one in flat if isinstance(one, Path)), *game_files(context)]


def game_files(context: click.Context) -> list[Path]:
    """Every file of the games that this command may read."""
    from listbuilder.loading.folders import files_of, game_folders

    games = game_folders(folders(context, context.params.get("catalogue")))
    return [file for folder in games.values() for file in files_of(folder)]


def json_text(document: object, encoding: str = "utf-8") -> str:
    """A document as JSON, the same for the same data; characters that could hide are escaped."""
    from json.encoder import encode_basestring, encode_basestring_ascii

    encode = encode_basestring if encoding.lower().replace("-", "") == "utf8" else encode_basestring_ascii

    def quote(text: str) -> str:
        quoted = encode(text)
        if quoted.isascii() and quoted.isprintable():
            return quoted  # as nearly every text is; the search takes ten times as long
        return HIDDEN.sub(lambda found: encode_basestring_ascii(found[0])[1:-1], quoted)

    return _indented(document, "\n", quote) + "\n"


def _indented(value: object, line: str, quote: Callable[[str], str]) -> str:
    """What `json.dumps` writes with an indent of two; that takes several times as long, which shows with many lists."""
    if isinstance(value, str):
        return quote(value)
    if value is None or isinstance(value, bool):
        return WORDS[value]
    inner = f"{line}  "
    if isinstance(value, dict) and value:
        items = [f"{quote(str(key))}: {_indented(one, inner, quote)}" for key, one in value.items()]
        return f"{{{inner}{f',{inner}'.join(items)}{line}}}"
    if isinstance(value, list | tuple) and value:
        return f"[{inner}{f',{inner}'.join([_indented(one, inner, quote) for one in value])}{line}]"
    return repr(value) if isinstance(value, int | float) else "{}" if isinstance(value, dict) else "[]"


def open_game(name: str, catalogues: list[Path], event: Game | None = None) -> Game:
    """A game by id or name, as it is played at an event if one is given, which must be an event of that game."""
    from listbuilder.loading import load_game

    game = load_game(name, catalogues)
    if event is None or event.id == game.id:
        return event or game
    assert event.event is not None
    fact = f"{event.event.name} is an event for {event.name}, and this is for {game.name}"
    raise click.BadParameter(fact, param_hint="--event")


def fail(error: ListbuilderError, code: int) -> NoReturn:
    """Print every finding of an error on stderr and exit."""
    say_error(error)
    raise Exit(code)


def say_error(error: ListbuilderError) -> None:
    """Print every finding of an error on stderr."""
    for finding in error.findings:
        place = f"{finding.file}:{finding.line}: " if finding.file and finding.line else ""
        place = place or (f"{finding.file}: " if finding.file and finding.file not in finding.message else "")
        say(paragraph(f"{place}{fact_of(finding)} {finding.hint}".rstrip(), "  ", ""), error=True)
    if not error.findings:
        say(style(str(error)), error=True)


def fact_of(finding: Finding) -> str:
    """What a finding says, as a sentence with its full stop, so that the hint can follow."""
    return finding.message if finding.message.endswith((".", "!", "?")) else f"{finding.message}."


def judge_file(path: Path, catalogues: list[Path], event: Game | None = None) -> Report:
    """The report on one list file."""
    from listbuilder.ui.cli.inputs import ListReader

    return ListReader(catalogues, event).judge(path)


def open_event(path: Path | None, catalogues: list[Path]) -> Game | None:
    """The event that a list is judged for, if one is named."""
    if path is None:
        return None
    from listbuilder.loading.events import load_event

    return load_event(path, catalogues)


def print_json(document: object) -> None:
    """One JSON document on stdout."""
    encoding = sys.stdout.encoding or "utf-8"
    text = json_text(document, encoding).encode(encoding, "backslashreplace").decode(encoding)
    stop_clock()
    sys.stdout.write(text)


def say_audience(forces: Iterable[Force], concealed: bool = False) -> None:
    """Say whom lists were written for, if a game of theirs keeps secrets."""
    from listbuilder.judging.secrecy import audience

    shown, sealed = next(((shown, one.seal) for one in forces if (shown := audience(one, concealed))), (None, None))
    if shown:
        more = "" if concealed or sealed else "; --secret makes one for an opponent"
        say(f"This is {shown}{more}.", error=True)
