"""What the commands that edit a list share: find the game, make the change, say what came of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from listbuilder.cli.common import folders, print_json
from listbuilder.cli.completion import complete_rows
from listbuilder.cli.edit_text import Done, edit_text
from listbuilder.cli.terminal import say

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.lists.edit import Editor
    from listbuilder.reading import Path as TreePath
    from listbuilder.reading import Tree
    from listbuilder.validator import Report

    Change = Callable[[Editor, Game], Done]

__all__ = ["ListFile", "RowName", "insert_row", "make_change"]

ListFile = Annotated[Path, typer.Argument(metavar="FILE", help="A list file, YAML or JSON.")]
RowName = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="Its number in the table of `validate`, its name, or what it is where there is one of them; "
        "a place such as groups[0]; `list` for the list itself.",
        autocompletion=complete_rows,
    ),
]


def make_change(context: typer.Context, file: Path, catalogues: list[Path] | None, json: bool, change: Change) -> None:
    """Edit a file and print what came of it; a list that is merely illegal is written like any other."""
    from listbuilder.lists import read_list
    from listbuilder.lists.edit import edit_file
    from listbuilder.loader import load_game

    if str(file) == "-":
        raise typer.BadParameter("an edit changes a file; stdin is none", param_hint="FILE")
    game = load_game(read_list(file).game, folders(context, catalogues))
    made: list[tuple[Report, Done, dict[int, int]]] = []

    def apply(editor: Editor) -> None:
        before = list(editor.tree.get("models") or [])  # type: ignore[arg-type]
        report = judge_text(editor.before, file, game)
        made.append((report, change(editor, game), places(before, editor.tree.get("models"))))

    text = edit_file(file, apply)
    before, done, moved = made[0]
    after = judge_text(text, file, game)
    if json:
        from listbuilder.documents.report_json import report_document, reports_document

        print_json(reports_document([report_document(after, str(file))]))
        return
    say(edit_text(done, before, after, moved, str(file)))


def judge_text(text: str, file: Path, game: Game) -> Report:
    """The report on a list as it stands in an editor, not on the disk."""
    from listbuilder.lists import read_list
    from listbuilder.resolver import resolve
    from listbuilder.validator import validate

    return validate(resolve(read_list(text.encode(), file=str(file)), game))


def places(before: list[Tree], after: Tree) -> dict[int, int]:
    """Where each row that is still there was and is; an editor moves rows and changes them, but never copies them."""
    now = {id(row): at for at, row in enumerate(after if isinstance(after, list) else [])}
    return {at: now[id(row)] for at, row in enumerate(before) if id(row) in now}


def insert_row(editor: Editor, kind: str, at: int, row: dict[str, object]) -> TreePath:
    """Put a row into a list, which may not have any of its kind yet."""
    rows = editor.tree.get(kind)
    if not isinstance(rows, list) or not rows:
        editor.assign((kind,), [row])  # type: ignore[list-item]
        return (kind, 0)
    editor.insert((kind,), at, row)  # type: ignore[arg-type]
    return (kind, min(at, len(rows) - 1))
