"""`import`: a list from text, a share code, a table, a page, a QR code, a roster, JSON or YAML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import click
from click.exceptions import Exit

from listbuilder.base.characters import whole_number
from listbuilder.catalogue import Game
from listbuilder.ui.cli.commands import Argument, Option
from listbuilder.ui.cli.common import ILLEGAL, ForceFlag, ListReader, OutputFiles, open_bytes
from listbuilder.ui.cli.report_text import report_text
from listbuilder.ui.cli.terminal import paragraph, safe, say, style

if TYPE_CHECKING:
    from collections.abc import Mapping

    from listbuilder.exchange.formats.import_result import ImportedList
    from listbuilder.exchange.formats.importing import FoundList
    from listbuilder.judging.validator import Report


class PendingList(NamedTuple):
    """A list that was read: what of, where it goes, how it is written, and what the rules make of it."""

    imported: ImportedList
    output: Path | None
    text: str
    report: Report


def import_(
    source: Annotated[str, Argument(metavar="SOURCE", help="A file or picture, a share code or link, or - for stdin.")],
    reader: ListReader,
    output: Annotated[Path | None, Option("-o", "--output", metavar="FILE", help="The list file to write.")] = None,
    game: Annotated[str | None, Option(help="The game, if the text does not name it.")] = None,
    which: Annotated[
        str | None,
        Option("--list", metavar="N", help="Which of several lists; `all` writes a file for each."),
    ] = None,
    skip: Annotated[
        bool, Option("--skip", help="Import what is understood; keep the other lines as comments.")
    ] = False,
    lines: Annotated[bool, Option("--lines", help="Show how each line was understood.")] = False,
    force: ForceFlag = False,
) -> None:
    """Read a list that somebody pasted, sent or typed, and write it as a list file.

    Examples: listbuilder import pasted.txt -o squad.yaml | listbuilder import CODE -o squad.yaml | listbuilder import -
    --game GAME < post.txt | listbuilder import post.txt --skip -o squad.yaml | listbuilder import thread.txt --list all
    -o squad.yaml. Every line that is not understood is reported, with what it may have meant. Exit codes: 0 success, 1
    the list was written and is illegal, 2 there are several lists and --list is missing, 3 the source can't be read or
    understood.
    """
    from listbuilder.exchange.formats.importing import find_lists

    raw, file = open_source(source)
    if file:
        reader.look_beside(Path(file))
    found = find_lists(raw, reader.game, list(reader.folders), game, file, reader.folders)
    writing = OutputFiles(force, [*reader.files_read, *([Path(file)] if file else [])])
    made = []
    for number, list_ in chosen(found, which, output):
        imported = list_.read(skip)
        target = numbered(output, number) if output and which == "all" else output
        games = reader.catalogues
        if imported.files:
            games = [*games, write_game(imported.files, target, writing)]
        made.append(judged(imported, target, games, reader.event))
    for one in made:
        write_list(one, writing)
        print_lines(one, lines)
    raise Exit(0 if all(one.report.valid for one in made) else ILLEGAL)


def chosen(found: tuple[FoundList, ...], which: str | None, output: Path | None) -> list[tuple[int, FoundList]]:
    """The lists to read, with their numbers; several need a choice."""
    numbers = list(enumerate(found, 1))
    if which == "all" and (output is None or str(output) == "-") and len(found) > 1:
        raise click.BadParameter("several lists need -o FILE, which names the files FILE-1, FILE-2, …", param_hint="-o")
    if which == "all" or (which is None and len(found) == 1):
        return numbers
    places = ", ".join(f"{number} for {one.game} from line {one.line}" for number, one in numbers)
    fact = f"there {'is 1 list' if len(found) == 1 else f'are {len(found)} lists'} here: {places}"
    if which is None:
        raise click.BadParameter(f"{fact}. Say --list N, or --list all with -o FILE", param_hint="SOURCE")
    number = whole_number(which) or 0
    if not 1 <= number <= len(found):
        raise click.BadParameter(f"{which!r} is not one of them; {fact}", param_hint="--list")
    return [numbers[number - 1]]


def numbered(output: Path, number: int) -> Path:
    """The file for one of several lists."""
    return output.with_name(f"{output.stem}-{number}{output.suffix}")


def judged(imported: ImportedList, output: Path | None, catalogues: list[Path], event: Game | None) -> PendingList:
    """A list as it is to be written, with what the rules make of it; all lists of a paste are made before one is."""
    from listbuilder.exchange.formats.list_files import json_text, list_text
    from listbuilder.judging.validator import Referee
    from listbuilder.lists import read_list
    from listbuilder.loading import load_game
    from listbuilder.storage.processes.budget import within_budget

    as_json = output is not None and output.suffix.lower() == ".json"
    text = json_text(imported.tree, imported.kept) if as_json else list_text(imported.tree, imported.kept)
    document = read_list(text.encode(), file=str(output) if output else None)
    # Its own: where a roster's game was written, that of the command is over.
    with within_budget(document.file):
        return PendingList(imported, output, text, Referee(load_game(document.game, catalogues), event).judge(document))


def write_list(made: PendingList, writing: OutputFiles) -> None:
    """Write a list, and say what the rules make of it."""
    if made.output is None or str(made.output) == "-":
        say(safe(made.text.rstrip("\n")))
        return
    writing.write(made.output, made.text)
    say(f"Wrote {style(str(made.output))}.")
    say(report_text(made.report, str(made.output), roster=False).rstrip("\n"))


def write_game(files: Mapping[str, str], output: Path | None, writing: OutputFiles) -> Path:
    """Write the game that a roster brings along beside its list, and say how to use it."""
    if output is None or str(output) == "-":
        raise click.BadParameter(
            "a roster brings its own game along: say -o FILE, and the game goes beside it", param_hint="-o"
        )
    folder = output.with_name(f"{output.stem}-catalogue")
    writing.check(*(folder / name for name in files))
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        writing.write(folder / name, text)
    say(style(f"Wrote {folder}: use it with --catalogue {folder}, as in"))
    say(style(f"  listbuilder cards {output} --catalogue {folder} -o {output.with_suffix('.pdf')}"))
    return folder


def print_lines(made: PendingList, lines: bool) -> None:
    """Say what to check and which lines were left out, and what became of every line if `lines` is set."""
    from listbuilder.exchange.formats.import_result import import_doubts

    imported = made.imported
    for doubt in import_doubts(imported, made.report):
        say(paragraph(f"line {doubt.line}: {doubt.message} {doubt.hint}", "  ", ""), error=True)
    for finding in imported.findings:
        say(paragraph(f"line {finding.line}, skipped: {finding.message} {finding.hint}", "  ", ""), error=True)
    refused = {finding.line for finding in imported.findings}
    talk = [str(one.line) for one in imported.kept if one.line not in refused]
    if talk:
        many = "lines" if len(talk) > 1 else "line"
        say(paragraph(f"Kept as comments, for they are no part of a list: {many} {', '.join(talk)}."), error=True)
    for number, what in imported.account if lines else ():
        say(f"line {number}: {what}", error=True)


def open_source(source: str) -> tuple[bytes, str | None]:
    """The bytes that a source means, and the file they come from."""
    from listbuilder.exchange.formats.code import code_in
    from listbuilder.exchange.formats.importing import LARGE, LARGE_FILES
    from listbuilder.storage.reading import STDIN, read_raw

    if source != "-" and code_in(source):
        return source.encode(), None
    if Path(source).suffix.lower() in LARGE:
        return read_raw(Path(source), limits=LARGE_FILES), source
    return open_bytes(Path(source)), STDIN if source == "-" else source
