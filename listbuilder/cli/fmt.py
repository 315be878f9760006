"""`fmt`: list files in canonical order and spelling."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import ILLEGAL, UNREADABLE, Catalogues, folders, say_error
from listbuilder.cli.editing import say_unnoted
from listbuilder.cli.inputs import TEXT, Files, LeftOut, ListReader, Recursive, find_inputs, left_text, refuse_other
from listbuilder.cli.progress import Progress
from listbuilder.cli.terminal import say, style

if TYPE_CHECKING:
    from listbuilder.lists.edit import Rewritten

EPILOG = """Examples: listbuilder fmt squad.yaml | listbuilder fmt lists/ --check. Comments stay with what they are
about. Exit codes: 0 fine, 1 with --check some file would change, 3 a file can't be read or written."""


def fmt(
    context: typer.Context,
    files: Files,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; say which files would change.")] = False,
    recursive: Recursive = False,
    catalogue: Catalogues = None,
) -> None:
    """Put lists in canonical order and spelling, comments kept."""
    from listbuilder.errors import ListbuilderError

    inputs = find_inputs(files, recursive)
    reader = ListReader(folders(context, catalogue))
    codes = [0]
    texts = [path for path in inputs.files if path in inputs.found and path.suffix.lower() in TEXT]
    files = [path for path in inputs.files if path not in texts]
    with Progress("lists looked at", len(files)) as progress:
        for path in progress.over(files):
            try:
                made = format_file(path, reader, check)
            except ListbuilderError as error:
                if why := inputs.no_list(path, error):
                    inputs.left.append(LeftOut(str(path), why))
                    continue
                progress.clear()
                say_error(error)
                codes.append(UNREADABLE)
                continue
            if made.changed:
                codes.append(ILLEGAL if check else 0)
                progress.say(f"{'Would format' if check else 'Formatted'} {style(str(path))}.")
                say_unnoted(made)
    for path in texts:
        say(left_text(str(path), "text; `listbuilder import` makes a list file of it"), error=True)
    for one in inputs.left:
        say(left_text(*one), error=True)
    raise typer.Exit(max(codes))


def format_file(path: Path, reader: ListReader, check: bool) -> Rewritten:
    """Put one file in order, or only look."""
    from listbuilder.lists import parse_list
    from listbuilder.lists.edit import Editor, Rewritten, edit_file
    from listbuilder.lists.formatting import format_list
    from listbuilder.reading.source import read_raw
    from listbuilder.workers.findings import within_budget

    def change(editor: Editor) -> None:
        refuse_other(editor.document, path)
        format_list(editor, reader.game_of(parse_list(editor.document)))

    with within_budget(str(path)):
        if not check:
            return edit_file(path, change)
        editor = Editor(read_raw(path), str(path))
        change(editor)
        text = editor.text()
        return Rewritten(text, text != editor.before, noted=True)
