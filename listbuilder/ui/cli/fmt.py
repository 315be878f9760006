"""`fmt`: list files in canonical order and spelling."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from click.exceptions import Exit

from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import (
    ILLEGAL,
    TEXT,
    UNREADABLE,
    Files,
    GameReader,
    Recursive,
    SkippedFile,
    find_inputs,
    left_text,
    refuse_other,
    warn_without_undo,
)
from listbuilder.ui.cli.terminal import Progress, print_error, say, style

if TYPE_CHECKING:
    from listbuilder.lists.file_editor import RewrittenFile


def fmt(
    files: Files,
    library: GameReader,
    check: Annotated[bool, Option("--check", help="Change nothing; list the files that would change.")] = False,
    recursive: Recursive = False,
) -> None:
    """Rewrite lists in canonical order and spelling; comments are kept.

    Examples: listbuilder fmt squad.yaml | listbuilder fmt lists/ --check. Comments stay with the lines they belong to.
    Exit codes: 0 success, 1 with --check a file would change, 3 a file can't be read or written.
    """
    from listbuilder.base.errors import ListbuilderError

    inputs = find_inputs(files, recursive)
    codes = [0]
    texts = [path for path in inputs.files if path in inputs.found and path.suffix.lower() in TEXT]
    files = [path for path in inputs.files if path not in texts]
    with Progress("lists looked at", len(files)) as progress:
        for path in progress.over(files):
            try:
                made = format_file(path, library, check)
            except ListbuilderError as error:
                if why := inputs.no_list(path, error):
                    inputs.left.append(SkippedFile(str(path), why))
                    continue
                progress.clear()
                print_error(error)
                codes.append(UNREADABLE)
                continue
            if made.changed:
                codes.append(ILLEGAL if check else 0)
                progress.say(f"{'Would format' if check else 'Formatted'} {style(str(path))}.")
                warn_without_undo(made)
    for path in texts:
        say(left_text(str(path), "text; `listbuilder import` makes a list file of it"), error=True)
    for one in inputs.left:
        say(left_text(*one), error=True)
    raise Exit(max(codes))


def format_file(path: Path, library: GameReader, check: bool) -> RewrittenFile:
    """Put one file in order, or only look."""
    from listbuilder.judging.validator import Referee
    from listbuilder.lists import parse_list
    from listbuilder.lists.canonical import format_list
    from listbuilder.lists.file_editor import Editor, RewrittenFile, edit_file
    from listbuilder.storage.processes.budget import within_budget
    from listbuilder.storage.reading import read_raw

    def change(editor: Editor) -> None:
        refuse_other(editor.document, path)
        format_list(editor, Referee(library.game).game_of(parse_list(editor.document)))

    with within_budget(str(path)):
        if not check:
            return edit_file(path, change)
        editor = Editor(read_raw(path), str(path))
        change(editor)
        text = editor.text()
        return RewrittenFile(text, text != editor.before, noted=True)
