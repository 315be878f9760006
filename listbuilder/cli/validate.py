"""`validate`: judge lists and say everything that is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from listbuilder.cli.common import (
    USAGE,
    Catalogues,
    EventPack,
    ForceFlag,
    JsonFlag,
    files_read,
    folders,
    json_text,
    open_event,
    print_json,
)
from listbuilder.cli.inputs import ARGUMENT, ListReader, Recursive, find_inputs, left_text
from listbuilder.cli.progress import Progress
from listbuilder.cli.report_text import summary_text
from listbuilder.cli.terminal import say
from listbuilder.cli.verdicts import Judge, Verdict

if TYPE_CHECKING:
    from listbuilder.cli.inputs import Inputs

EPILOG = """Examples: listbuilder validate squad.yaml | listbuilder validate lists/ --json |
listbuilder validate - < squad.yaml | listbuilder validate --stream < lists.ndjson. Exit codes: 0 fine (warnings
allowed), 1 some list is illegal, 3 some file can't be
read, 4 some file met a mistake of the program."""


def validate(
    context: typer.Context,
    files: Annotated[list[Path] | None, ARGUMENT] = None,
    event: EventPack = None,
    collection: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What you own, `owned: {name: number}`: warn about the rest.")
    ] = None,
    json: JsonFlag = False,
    report: Annotated[Path | None, typer.Option(metavar="OUT", help="Also write the JSON report to a file.")] = None,
    force: ForceFlag = False,
    stream: Annotated[
        bool, typer.Option("--stream", help="Read one JSON list a line from stdin, answer one JSON report a line.")
    ] = False,
    forces: Annotated[
        bool, typer.Option("--forces", help="With --stream: the resolved force of each legal list as well.")
    ] = False,
    recursive: Recursive = False,
    catalogue: Catalogues = None,
) -> None:
    """Judge lists: what they cost, whether they are legal, and how to mend what is not."""
    named = folders(context, catalogue)
    pack = open_event(event, named)
    if stream and (files or report):
        raise typer.BadParameter("--stream reads lists from stdin and writes reports to stdout; name no files")
    if stream:
        from listbuilder.cli.stream import judge_stdin

        raise typer.Exit(judge_stdin(named, pack, forces))
    if forces:
        raise typer.BadParameter("forces come with --stream; `export --to engine` writes one", param_hint="--forces")
    if not files:
        raise typer.BadParameter("name a list file, a folder, or - for stdin", param_hint="FILE…")
    inputs = find_inputs(files, recursive)
    if report:
        from listbuilder.files import check_target

        check_target(report, replace=force, inputs=[*inputs.files, *files_read(context)])
    verdicts: list[Verdict] = []
    with Progress("lists judged", len(inputs.files)) as progress:
        for found in Judge(
            ListReader(named, pack), inputs, not json, json or report is not None, collection
        ).verdicts():
            verdicts += found
            progress.step(wrong=any(one.code for one in found))
            for one in () if json else found:
                if not one.no_list:
                    progress.say(one.text)
    whole = sum_up(verdicts, inputs)
    if report:
        from listbuilder.files import write_text

        write_text(report, json_text(whole), replace=force, inputs=[*inputs.files, *files_read(context)])
    if json:
        print_json(whole)
    elif len(verdicts) > 1 or inputs.left:
        say(summary_text(whole["summary"]))
        for left in whole["summary"]["left_out"]:
            say(left_text(left["file"], left["reason"]))
    raise typer.Exit(max((verdict.code for verdict in verdicts if not verdict.no_list), default=USAGE))


def sum_up(verdicts: list[Verdict], inputs: Inputs) -> dict[str, Any]:
    """All verdicts as one document, and what was left out beside them."""
    from listbuilder.documents.report_json import reports_document

    no_lists = [(one.file, one.no_list) for one in verdicts if one.no_list]
    return reports_document([one.document for one in verdicts if not one.no_list], [*no_lists, *inputs.left])
