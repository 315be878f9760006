"""What the commands that edit a list share: find the game, make the change, print the new total and findings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import folders, judge_file, print_json
from listbuilder.cli.completion import complete_rows
from listbuilder.cli.report_text import report_text
from listbuilder.cli.terminal import say, style

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.lists.edit import Editor
    from listbuilder.reading import Path as TreePath

    Change = Callable[[Editor, Game], str]

__all__ = ["ListFile", "RowName", "insert_row", "make_change"]

ListFile = Annotated[Path, typer.Argument(metavar="FILE", help="A list file, YAML or JSON.")]
RowName = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="A number from 1, a name, a place such as models[2] or groups[0], or `list` for the list itself.",
        autocompletion=complete_rows,
    ),
]


def make_change(context: typer.Context, file: Path, catalogues: list[Path] | None, json: bool, change: Change) -> None:
    """Edit a file and print what came of it; a list that is merely illegal is written like any other."""
    from listbuilder.lists import read_list
    from listbuilder.lists.edit import edit_file
    from listbuilder.loader import load_game

    named = folders(context, catalogues)
    game = load_game(read_list(file).game, named)
    done: list[str] = []
    edit_file(file, lambda editor: done.append(change(editor, game)))
    report = judge_file(file, named)
    if json:
        from listbuilder.documents.report_json import report_document, reports_document

        print_json(reports_document([report_document(report, str(file))]))
        return
    say(style(done[0]))
    say(report_text(report, str(file), roster=False).rstrip("\n"))


def insert_row(editor: Editor, kind: str, at: int, row: dict[str, object]) -> TreePath:
    """Put a row into a list, which may not have any of its kind yet."""
    rows = editor.tree.get(kind)
    if not isinstance(rows, list) or not rows:
        editor.assign((kind,), [row])  # type: ignore[list-item]
        return (kind, 0)
    editor.insert((kind,), at, row)  # type: ignore[arg-type]
    return (kind, min(at, len(rows) - 1))
