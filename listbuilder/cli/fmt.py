"""`fmt`: list files in canonical order and spelling."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from listbuilder.cli.common import ILLEGAL, Catalogues, folders, list_files
from listbuilder.cli.terminal import say, style

EPILOG = """Examples: listbuilder fmt squad.yaml | listbuilder fmt lists/ --check. Comments stay with what they are
about. Exit codes: 0 fine, 1 with --check some file would change, 3 a file can't be read or written."""


def fmt(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="List files, or folders of them.")],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; say which files would change.")] = False,
    catalogue: Catalogues = None,
) -> None:
    """Put lists in canonical order and spelling, comments kept."""
    from listbuilder.lists import parse_list
    from listbuilder.lists.edit import Editor, edit_file
    from listbuilder.lists.formatting import format_list
    from listbuilder.loader import load_game
    from listbuilder.reading import read_file
    from listbuilder.reading.source import read_raw

    named = folders(context, catalogue)
    changed = 0
    for path in list_files(files):
        game = load_game(parse_list(read_file(path)).game, named)
        before = read_raw(path).decode("utf-8-sig")
        if check:
            editor = Editor(before.encode(), str(path))
            format_list(editor, game)
            after = editor.text()
        else:
            after = edit_file(path, lambda editor, game=game: format_list(editor, game))  # type: ignore[misc]
        if after != before:
            changed += 1
            say(f"{'Would format' if check else 'Formatted'} {style(str(path))}.")
    raise typer.Exit(ILLEGAL if check and changed else 0)
