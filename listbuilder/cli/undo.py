"""`undo`: take back the last edits of a list file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import Catalogues, EventPack, folders, open_event
from listbuilder.cli.editing import ListFile
from listbuilder.cli.terminal import paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.lists.history import Travel

__all__ = ["Force", "Times", "tell", "undo"]

EPILOG = """Examples: listbuilder undo squad.yaml | listbuilder undo squad.yaml --times 3 | listbuilder redo squad.yaml.
Every command that changes a list in its file can be taken back, up to a hundred edits; they are kept outside the file.
A file that something else changed since is left alone. Exit codes: 0 fine, 2 there is nothing to take back or the file
was changed since, 3 the file can't be read or written."""

Times = Annotated[int, typer.Option(min=1, max=100, metavar="N", help="How many edits.")]
Force = Annotated[bool, typer.Option("--force", help="Even if something else changed the file since.")]


def undo(
    context: typer.Context,
    file: ListFile,
    times: Times = 1,
    force: Force = False,
    event: EventPack = None,
    catalogue: Catalogues = None,
) -> None:
    """Take back the last edits that listbuilder made to a list; `redo` makes them again."""
    from listbuilder.lists.history import travel

    named = folders(context, catalogue)
    pack = open_event(event, named)
    tell("Took back", file, times, travel(file, times, back=True, force=force), named, pack)


def tell(verb: str, file: Path, times: int, done: Travel, catalogues: list[Path], event: Game | None) -> None:
    """What became of the list: the difference, the verdict, and how many more steps there are."""
    more = [f"{done.back} more to undo"] * (done.back > 0) + [f"{done.forward} to redo"] * (done.forward > 0)
    edits = "1 edit" if times == 1 else f"{times} edits"
    say(style(f"{verb} {edits} of {file}" + (f"; {', '.join(more)}." if more else ".")))
    for line in outcome(file, done, catalogues, event):
        say(line)


def outcome(file: Path, done: Travel, catalogues: list[Path], event: Game | None) -> list[str]:
    """What differs now and the verdict; a file that is no list any more has neither."""
    from listbuilder.cli.report_text import many, points_text, verdict_text
    from listbuilder.documents.difference import compare_lists
    from listbuilder.documents.judged import judge_list
    from listbuilder.errors import ListbuilderError
    from listbuilder.formats.difference_text import difference_lines
    from listbuilder.lists import parse_list
    from listbuilder.loader import load_game
    from listbuilder.reading import read_bytes

    try:
        documents = [read_bytes(raw, file=str(file)) for raw in (done.before, done.after)]
        lists = [judge_list(one, load_game(parse_list(one).game, catalogues), event) for one in documents]
    except ListbuilderError as error:
        return [paragraph(f"The file can't be judged: {error}. `listbuilder validate` says why.", "    ", "  ")]
    found = compare_lists(*lists)
    lines = difference_lines(found)[1:] or ["Only spelling, order or comments differ."]
    report = lists[1].report
    size = many(len(report.force.models), "model")
    verdict = verdict_text(f"{file}: {points_text(report)}, {size}: ", report)
    return [*(paragraph(line, "      ", "  ") for line in lines), verdict]
