"""What the commands that edit a list share: find the game, make the change, say what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import folders, open_event, print_json
from listbuilder.cli.edit_text import edit_text
from listbuilder.cli.terminal import say
from listbuilder.documents.edit import Changes, Done

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.lists.edit import Rewritten
    from listbuilder.validator import Report
    from listbuilder.workbench import Bench, Edit
    from listbuilder.workbench.change import Rows

    Change = Callable[[Bench], tuple[Sequence[Edit], Done]]

ListFile = Annotated[Path, typer.Argument(metavar="FILE", help="A list file, YAML or JSON.")]
RowName = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="Its number in the table of `validate`, its name, or what it is where there is one of them; "
        "a place such as groups[0]; `list` for the list itself.",
    ),
]


def make_change(
    context: typer.Context,
    file: Path,
    change: Change,
    *,
    event: Path | None,
    json: bool,
    catalogues: list[Path] | None,
) -> None:
    """Edit a file and print what came of it; a list that is merely illegal is written like any other."""
    from listbuilder.documents.edit import edit_document
    from listbuilder.lists.edit import rewrite_file
    from listbuilder.workbench import Many, apply, changes

    check_file(file)
    named = folders(context, catalogues)
    pack = open_event(event, named)
    outcome: list[Any] = []

    def edited(raw: bytes) -> str:
        bench = bench_of(raw, file, named, pack)
        edits, done = change(bench)
        after = apply(bench, edits[0] if len(edits) == 1 else Many(edits=tuple(edits)))
        rows = changes(bench, after).rows
        moved = {was: now for was, now in enumerate(rows["models"]) if now is not None}
        text = after.text or bench.text or ""
        # All work comes before the file is written: whatever ends it, the list is as it was.
        report = judge_text(text, file, bench.report.force.game, pack)
        told = findings_changed(bench.report, report, rows)
        facts = (done, bench.report, report, moved, told, str(file))
        outcome.append(edit_document(*facts) if json else edit_text(*facts, event))
        return text

    say_unnoted(rewrite_file(file, edited))
    if json:
        print_json(outcome[0])
    else:
        say(outcome[0])


def say_unnoted(written: Rewritten) -> None:
    """Say of an edit that it can't be taken back, where that is so."""
    if written.changed and not written.noted:
        say("This edit can't be taken back later, because the notes for `undo` can't be written.", error=True)


def bench_of(
    raw: bytes, file: Path, catalogues: list[Path], event: Game | None, collection: Path | None = None
) -> Bench:
    """What a list file holds, on the bench."""
    from listbuilder.collection import read_collection
    from listbuilder.lists import parse_list
    from listbuilder.lists.edit import text_of
    from listbuilder.loader import load_game
    from listbuilder.reading import read_bytes
    from listbuilder.workbench import open_bench

    document = read_bytes(raw, file=str(file))
    game = load_game(parse_list(document).game, catalogues)
    owned = read_collection(collection, game) if collection else None
    return open_bench(document, game, event, owned, text_of(raw))


def findings_changed(before: Report, after: Report, rows: Rows) -> Changes:
    """What is new among the findings, what went and what stayed, as the workbench tells them apart."""
    from listbuilder.workbench.change import compare_findings

    new, gone = compare_findings(before.findings, after.findings, rows)
    fresh = {id(one) for one in new}
    return Changes(new, gone, tuple(one for one in after.findings if id(one) not in fresh))


def check_file(file: Path) -> None:
    """Refuse what no edit can change, with what can be done instead."""
    from shlex import quote

    from listbuilder.cli.inputs import ROSTERS, TEXT

    if str(file) == "-":
        raise typer.BadParameter("an edit changes a file; stdin is none", param_hint="FILE")
    if file.suffix.lower() in (*TEXT, *ROSTERS):
        command = f"listbuilder import {quote(str(file))} -o {quote(str(file.with_suffix('.yaml')))}"
        raise typer.BadParameter(f"edits change YAML and JSON lists; `{command}` makes one", param_hint="FILE")


def judge_text(text: str, file: Path, game: Game, event: Game | None) -> Report:
    """The report on a list as it stands in an editor, not on the disk."""
    from listbuilder.lists import read_list
    from listbuilder.validator import judge

    return judge(read_list(text.encode(), file=str(file)), game, event)
