"""`validate`: judge lists and say everything that is wrong with them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import ILLEGAL, UNREADABLE, Catalogues, JsonFlag, fail, folders, list_files, print_json
from listbuilder.cli.report_text import report_text, summary_text, unreadable_text
from listbuilder.cli.terminal import say

if TYPE_CHECKING:
    from listbuilder.event import Event

EPILOG = """Examples: listbuilder validate squad.yaml | listbuilder validate lists/ --json |
listbuilder validate - < squad.yaml. Exit codes: 0 fine (warnings allowed), 1 some list is illegal, 3 some file can't
be read."""


def validate(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="List files, folders of them, or - for stdin.")],
    event: Annotated[
        Path | None, typer.Option(metavar="EVENT", help="An event pack: its rules and limit apply too.")
    ] = None,
    json: JsonFlag = False,
    report: Annotated[Path | None, typer.Option(metavar="OUT", help="Also write the JSON report to a file.")] = None,
    catalogue: Catalogues = None,
) -> None:
    """Judge lists: what they cost, whether they are legal, and how to mend what is not."""
    named = folders(context, catalogue)
    pack = open_event(event) if event else None
    paths = list_files(files)
    documents: list[dict[str, Any]] = []
    worst = 0
    for path in paths:
        text, document, code = judge(path, named, pack, roster=len(paths) == 1)
        worst = max(worst, code)
        documents.append(document)
        if not json:
            say(text)
    from listbuilder.exporters.report_json import reports_document

    whole = reports_document(documents)
    if json:
        print_json(whole)
    elif len(paths) > 1:
        say(summary_text(whole["summary"]))
    if report:
        import json as json_module

        from listbuilder.files import write_text

        write_text(report, json_module.dumps(whole, ensure_ascii=False, indent=2) + "\n")
    raise typer.Exit(worst)


def judge(path: Path, catalogues: list[Path], event: Event | None, roster: bool) -> tuple[str, dict[str, Any], int]:
    """One file: its report as text and as data, and its exit code."""
    from listbuilder.errors import DocumentError, ListbuilderError
    from listbuilder.exporters.report_json import report_document, unreadable_document
    from listbuilder.lists import read_list
    from listbuilder.loader import load_game
    from listbuilder.resolver import resolve
    from listbuilder.validator import validate as judge_force

    shown = "<stdin>" if str(path) == "-" else str(path)
    try:
        document = read_list(sys.stdin.buffer.read(), file=shown) if str(path) == "-" else read_list(path)
        game = load_game(document.game, catalogues)
    except ListbuilderError as error:
        named = None if isinstance(error, DocumentError) else document.game
        return unreadable_text(shown, error.findings), unreadable_document(shown, error.findings, named), UNREADABLE
    force = resolve(document, game)
    report = judge_force(force, event)
    code = UNREADABLE if report.malformed else 0 if report.valid else ILLEGAL
    return report_text(report, shown, roster), report_document(report, shown), code


def open_event(path: Path) -> Event:
    """An event pack, or an exit that says why not."""
    from listbuilder.errors import ListbuilderError
    from listbuilder.loader.events import read_event

    try:
        return read_event(path)
    except ListbuilderError as error:
        fail(error, UNREADABLE)
