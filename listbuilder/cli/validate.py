"""`validate`: judge lists and say everything that is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import (
    ILLEGAL,
    UNREADABLE,
    Catalogues,
    ForceFlag,
    JsonFlag,
    folders,
    list_files,
    open_list,
    print_json,
)
from listbuilder.cli.report_text import report_text, summary_text, unreadable_text
from listbuilder.cli.terminal import say

if TYPE_CHECKING:
    from listbuilder.event import Event
    from listbuilder.validator import Report

EPILOG = """Examples: listbuilder validate squad.yaml | listbuilder validate lists/ --json |
listbuilder validate - < squad.yaml | listbuilder validate --stream < lists.ndjson. Exit codes: 0 fine (warnings
allowed), 1 some list is illegal, 3 some file can't be read."""


def validate(
    context: typer.Context,
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE…", help="List files, folders of them, or - for stdin.")
    ] = None,
    event: Annotated[
        Path | None, typer.Option(metavar="EVENT", help="An event pack: its rules and limit apply too.")
    ] = None,
    collection: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What the player owns: warn about what is missing.")
    ] = None,
    json: JsonFlag = False,
    report: Annotated[Path | None, typer.Option(metavar="OUT", help="Also write the JSON report to a file.")] = None,
    force: ForceFlag = False,
    stream: Annotated[
        bool, typer.Option("--stream", help="Read one JSON list a line from stdin, answer one JSON report a line.")
    ] = False,
    catalogue: Catalogues = None,
) -> None:
    """Judge lists: what they cost, whether they are legal, and how to mend what is not."""
    named = folders(context, catalogue)
    pack = open_event(event, named) if event else None
    if stream and (files or report):
        raise typer.BadParameter("--stream reads lists from stdin and writes reports to stdout; name no files")
    if stream:
        from listbuilder.cli.stream import judge_stdin

        raise typer.Exit(judge_stdin(named, pack))
    if not files:
        raise typer.BadParameter("name a list file, a folder, or - for stdin", param_hint="FILE…")
    paths = list_files(files)
    if report:
        from listbuilder.files import check_target

        check_target(report, replace=force, inputs=[*paths, *files])
    documents: list[dict[str, Any]] = []
    worst = 0
    for path in paths:
        text, document, code = judge(path, named, pack, len(paths) == 1, collection)
        worst = max(worst, code)
        documents.append(document)
        if not json:
            say(text)
    from listbuilder.documents.report_json import reports_document

    whole = reports_document(documents)
    if json:
        print_json(whole)
    elif len(paths) > 1:
        say(summary_text(whole["summary"]))
    if report:
        import json as json_module

        from listbuilder.files import write_text

        write_text(report, json_module.dumps(whole, ensure_ascii=False, indent=2) + "\n", replace=force, inputs=paths)
    raise typer.Exit(worst)


def judge(
    path: Path, catalogues: list[Path], event: Event | None, roster: bool, collection: Path | None = None
) -> tuple[str, dict[str, Any], int]:
    """One file: its report as text and as data, and its exit code."""
    from listbuilder.documents.report_json import report_document, unreadable_document
    from listbuilder.errors import DocumentError, ListbuilderError
    from listbuilder.loader import load_game
    from listbuilder.resolver import resolve
    from listbuilder.validator import place
    from listbuilder.validator import validate as judge_force

    shown = "<stdin>" if str(path) == "-" else str(path)
    try:
        document = open_list(path)
        game = load_game(document.game, catalogues)
    except ListbuilderError as error:
        named = None if isinstance(error, DocumentError) else document.game
        findings = error.findings if named is None else tuple(place(one, document) for one in error.findings)
        return unreadable_text(shown, findings), unreadable_document(shown, findings, named), UNREADABLE
    force = resolve(document, game)
    report = judge_force(force, event)
    if collection:
        report = with_missing(report, collection)
    code = UNREADABLE if report.malformed else 0 if report.valid else ILLEGAL
    return report_text(report, shown, roster), report_document(report, shown), code


def with_missing(report: Report, collection: Path) -> Report:
    """The report with a warning for everything that the player does not own."""
    from dataclasses import replace

    from listbuilder.collection import missing, read_collection

    found = missing(report.force, read_collection(collection, report.force.game))
    return replace(report, findings=(*report.findings, *found))


def open_event(path: Path, catalogues: list[Path]) -> Event:
    """An event pack, checked against its game."""
    from listbuilder.loader.events import read_event

    return read_event(path, catalogues)
