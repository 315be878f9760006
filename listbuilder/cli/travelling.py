"""What `undo` and `redo` share: their options, going back or forth in the edits of a file, and what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import folders, open_event, print_json
from listbuilder.cli.terminal import paragraph, say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.documents.judged import JudgedList
    from listbuilder.lists.history import Travel

Times = Annotated[int, typer.Option(min=1, max=100, metavar="N", help="How many edits.")]
Force = Annotated[bool, typer.Option("--force", help="Even if something else changed the file since.")]


def go(
    context: typer.Context,
    file: Path,
    times: int,
    *,
    back: bool,
    force: bool,
    event: Path | None,
    json: bool,
    catalogues: list[Path] | None,
) -> None:
    """Take edits back or make them again, and say what became of the list."""
    from listbuilder.lists.history import travel

    named = folders(context, catalogues)
    pack = open_event(event, named)
    done = travel(file, times, back=back, force=force)
    lists = judged_lists(file, done, named, pack)
    if json:
        from listbuilder.documents.undo import undo_document

        print_json(undo_document(back, times, done, [] if isinstance(lists, str) else lists, str(file)))
        return
    more = [f"{done.back} more to undo"] * (done.back > 0) + [f"{done.forward} to redo"] * (done.forward > 0)
    edits = "1 edit" if times == 1 else f"{times} edits"
    verb = "Took back" if back else "Made again"
    say(style(f"{verb} {edits} of {file}" + (f"; {', '.join(more)}." if more else ".")))
    for line in outcome(lists, file):
        say(line)


def judged_lists(file: Path, done: Travel, catalogues: list[Path], event: Game | None) -> list[JudgedList] | str:
    """The list before and after; of a file that was or is no list, why not."""
    from listbuilder.documents.judged import judge_list
    from listbuilder.errors import ListbuilderError
    from listbuilder.lists import parse_list
    from listbuilder.loader import load_game
    from listbuilder.reading import read_bytes
    from listbuilder.workers.findings import within_budget

    try:
        with within_budget(str(file)):
            documents = [read_bytes(raw, file=str(file)) for raw in (done.before, done.after)]
            return [judge_list(one, load_game(parse_list(one).game, catalogues), event) for one in documents]
    except ListbuilderError as error:
        return str(error)


def outcome(lists: list[JudgedList] | str, file: Path) -> list[str]:
    """What differs now and the verdict; a file that is no list any more has neither."""
    from listbuilder.cli.report_text import points_text, verdict_text
    from listbuilder.documents.difference import compare_lists
    from listbuilder.formats.difference_text import difference_lines
    from listbuilder.wording import counted

    if isinstance(lists, str):
        return [paragraph(f"The file can't be judged: {lists}. `listbuilder validate` says why.", "    ", "  ")]
    lines = difference_lines(compare_lists(*lists))[1:] or ["Only spelling, order or comments differ."]
    report = lists[1].report
    size = counted(report.force.size, "model")
    verdict = verdict_text(f"{file}: {points_text(report)}, {size}: ", report)
    return [*(paragraph(line, "      ", "  ") for line in lines), verdict]
