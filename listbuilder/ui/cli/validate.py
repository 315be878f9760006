"""`validate`: check lists and explain every problem."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import (
    FAILED,
    ILLEGAL,
    UNREADABLE,
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
from listbuilder.ui.cli.inputs import ARGUMENT, ListReader, Recursive, find_inputs, left_text
from listbuilder.ui.cli.progress import Progress
from listbuilder.ui.cli.report_text import summary_text
from listbuilder.ui.cli.terminal import say
from listbuilder.ui.cli.verdicts import FileJudge, FileVerdict

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.ui.cli.inputs import Inputs


EPILOG = """Examples: listbuilder validate squad.yaml | listbuilder validate lists/ --json |
listbuilder validate - < squad.yaml | listbuilder validate --stream < lists.ndjson. Exit codes: 0 success (warnings
allowed), 1 a list is illegal, 3 a file can't be read, 4 an internal error."""


def validate(
    context: click.Context,
    files: Annotated[list[Path] | None, ARGUMENT] = None,
    event: EventPack = None,
    collection: Annotated[
        Path | None,
        Option(metavar="FILE", help="Warn about what you do not own; the file has `owned: {name: number}`."),
    ] = None,
    json: JsonFlag = False,
    report: Annotated[Path | None, Option(metavar="OUT", help="Also write the JSON report to a file.")] = None,
    force: ForceFlag = False,
    stream: Annotated[
        bool, Option("--stream", help="Read one JSON list per line from stdin; write one JSON report per line.")
    ] = False,
    forces: Annotated[
        bool, Option("--forces", help="With --stream: add the resolved force of each legal list.")
    ] = False,
    recursive: Recursive = False,
    catalogue: Catalogues = None,
) -> None:
    """Check lists: what they cost, whether they are legal, and how to fix every problem."""
    named = folders(context, catalogue)
    pack = open_event(event, named)
    if stream and (files or report):
        raise click.BadParameter("--stream reads lists from stdin and writes reports to stdout; name no files")
    if stream:
        raise Exit(judge_stdin(named, pack, forces))
    if forces:
        raise click.BadParameter("forces come with --stream; `export --to engine` writes one", param_hint="--forces")
    if not files:
        raise click.BadParameter("name a list file, a folder, or - for stdin", param_hint="FILE…")
    inputs = find_inputs(files, recursive)
    if report:
        from listbuilder.storage.files import check_target

        check_target(report, replace=force, inputs=[*inputs.files, *files_read(context)])
    verdicts: list[FileVerdict] = []
    with Progress("lists judged", len(inputs.files)) as progress:
        for found in FileJudge(
            ListReader(named, pack), inputs, not json, json or report is not None, collection
        ).verdicts():
            verdicts += found
            progress.step(wrong=any(one.code for one in found))
            for one in () if json else found:
                if not one.no_list:
                    progress.say(one.text)
    whole = sum_up(verdicts, inputs)
    if report:
        from listbuilder.storage.files import write_text

        write_text(report, json_text(whole), replace=force, inputs=[*inputs.files, *files_read(context)])
    if json:
        print_json(whole)
    elif len(verdicts) > 1 or inputs.left:
        say(summary_text(whole["summary"]))
        for left in whole["summary"]["left_out"]:
            say(left_text(left["file"], left["reason"]))
    raise Exit(max((verdict.code for verdict in verdicts if not verdict.no_list), default=USAGE))


def sum_up(verdicts: list[FileVerdict], inputs: Inputs) -> dict[str, Any]:
    """All verdicts as one document, and what was left out beside them."""
    from listbuilder.exchange.documents.report_document import reports_document

    no_lists = [(one.file, one.no_list) for one in verdicts if one.no_list]
    return reports_document([one.document for one in verdicts if not one.no_list], [*no_lists, *inputs.left])


# `validate --stream`: lists in on stdin, reports out on stdout, a line each, until stdin ends.


def judge_stdin(catalogues: list[Path], event: Game | None, forces: bool) -> int:
    """Answer every line at once, and say at the end how bad the worst was."""
    # Here, since judging a file needs little of it and starts a quarter sooner without.
    from listbuilder.exchange.engine.stream import judge_stream

    worst = 0
    for verdict in judge_stream(sys.stdin.buffer, forces=forces, event=event, catalogues=catalogues):
        sys.stdout.write(json.dumps(verdict, ensure_ascii=False, separators=(",", ":")) + "\n")
        sys.stdout.flush()
        worst = max(worst, _code(verdict))
    return worst


def _code(verdict: dict[str, Any]) -> int:
    if verdict["valid"]:
        return 0
    codes = [finding["code"] for finding in verdict["findings"]]
    if "work.failed" in codes:
        return FAILED
    return UNREADABLE if any(code.startswith(("file.", "key.", "game.", "work.")) for code in codes) else ILLEGAL
