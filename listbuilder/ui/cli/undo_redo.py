"""`undo` and `redo`: step back and forth through the edits of a list file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import JsonFlag, ListFile, ListReader
from listbuilder.ui.cli.terminal import paragraph, print_json, say, style

if TYPE_CHECKING:
    from listbuilder.exchange.documents.judged import JudgedList
    from listbuilder.storage.edit_history import UndoResult

Times = Annotated[int, Option(min=1, max=100, metavar="N", help="The number of edits.")]
Force = Annotated[bool, Option("--force", help="Even if another program has changed the file since.")]


def undo(file: ListFile, reader: ListReader, times: Times = 1, force: Force = False, json: JsonFlag = False) -> None:
    """Undo the last edits that listbuilder made to a list; `redo` restores them.

    Examples: listbuilder undo squad.yaml | listbuilder undo squad.yaml --times 3. You can undo the last hundred edits
    that listbuilder commands made to a file; the history is stored outside the file. A new edit clears what could be
    redone. If another program has changed the file since, nothing is written. Exit codes: 0 success, 2 there is nothing
    to undo, or the file was changed since, 3 the file can't be read or written.
    """
    travel_edits(file, reader, times, back=True, force=force, json=json)


def redo(file: ListFile, reader: ListReader, times: Times = 1, force: Force = False, json: JsonFlag = False) -> None:
    """Redo the edits that `undo` took back.

    Examples: listbuilder redo squad.yaml | listbuilder redo squad.yaml --times 3. A new edit clears what could be
    redone. If another program has changed the file since, nothing is written. Exit codes: 0 success, 2 there is nothing
    to redo, or the file was changed since, 3 the file can't be read or written.
    """
    travel_edits(file, reader, times, back=False, force=force, json=json)


def travel_edits(file: Path, reader: ListReader, times: int, *, back: bool, force: bool, json: bool) -> None:
    """Undo or redo edits of a file, and print what changed and the new verdict."""
    from listbuilder.storage.edit_history import undo_redo

    done = undo_redo(file, times, back=back, force=force)
    lists = judged_lists(file, done, reader)
    if json:
        from listbuilder.exchange.documents.list_documents import undo_document

        print_json(undo_document(back, times, done, [] if isinstance(lists, str) else lists, str(file)))
        return
    more = [f"{done.back} more to undo"] * (done.back > 0) + [f"{done.forward} to redo"] * (done.forward > 0)
    edits = "1 edit" if times == 1 else f"{times} edits"
    verb = "Undid" if back else "Redid"
    say(style(f"{verb} {edits} of {file}" + (f"; {', '.join(more)}." if more else ".")))
    for line in outcome_lines(lists, file):
        say(line)


def judged_lists(file: Path, done: UndoResult, reader: ListReader) -> list[JudgedList] | str:
    """The list before and after, both judged; or why one of them can't be read as a list."""
    from listbuilder.base.errors import ListbuilderError
    from listbuilder.exchange.documents.judged import judge_list
    from listbuilder.storage.processes.budget import within_budget
    from listbuilder.storage.reading import read_bytes

    try:
        with within_budget(str(file)):
            documents = [read_bytes(raw, file=str(file)) for raw in (done.before, done.after)]
            return [judge_list(one, reader.referee) for one in documents]
    except ListbuilderError as error:
        return str(error)


def outcome_lines(lists: list[JudgedList] | str, file: Path) -> list[str]:
    """The differences and the verdict; or why there is no verdict."""
    from listbuilder.base.wording import counted
    from listbuilder.exchange.documents.difference import compare_lists, difference_lines
    from listbuilder.ui.cli.report_text import points_text, verdict_text

    if isinstance(lists, str):
        return [paragraph(f"The file can't be checked: {lists}. `listbuilder validate` says why.", "    ", "  ")]
    lines = difference_lines(compare_lists(*lists))[1:] or ["Only spelling, order or comments differ."]
    report = lists[1].report
    size = counted(report.force.size, "model")
    verdict = verdict_text(f"{file}: {points_text(report)}, {size}: ", report)
    return [*(paragraph(line, "      ", "  ") for line in lines), verdict]
