"""`validate`: check lists and explain every problem. Many files are judged in child processes on all cores."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import click
from click.exceptions import Exit

from listbuilder.base.findings import Finding
from listbuilder.storage.processes.budget import WorkFailure
from listbuilder.ui.cli.commands import Option
from listbuilder.ui.cli.common import (
    ARGUMENT,
    FAILED,
    ILLEGAL,
    UNREADABLE,
    USAGE,
    CollectionFile,
    ForceFlag,
    InputList,
    Inputs,
    JsonFlag,
    ListReader,
    OutputFiles,
    Recursive,
    Standalone,
    display_name,
    find_inputs,
    left_text,
    report_code,
)
from listbuilder.ui.cli.report_text import report_text, summary_text, unreadable_text
from listbuilder.ui.cli.terminal import Progress, json_text, print_json, say

if TYPE_CHECKING:
    from listbuilder.exchange.formats.import_result import ImportedList
    from listbuilder.judging.validator import Report

# Up to so many files are judged sooner than child processes would have started.
FEW = 20


def validate(
    reader: ListReader,
    files: Annotated[list[Path] | None, ARGUMENT] = None,
    collection: CollectionFile = None,
    json: JsonFlag = False,
    report: Annotated[Path | None, Option(metavar="OUT", help="Also write the JSON report to a file.")] = None,
    force: ForceFlag = False,
    stream: Annotated[
        bool, Option("--stream", help="Read one JSON list per line from stdin; write one JSON report per line.")
    ] = False,
    forces: Annotated[
        bool, Option("--forces", help="With --stream: add the resolved force of each legal list.")
    ] = False,
    standalone: Standalone = True,
    recursive: Recursive = False,
) -> None:
    """Check lists: what they cost, whether they are legal, and how to fix every problem.

    Examples: listbuilder validate squad.yaml | listbuilder validate lists/ --json | listbuilder validate - < squad.yaml
    | listbuilder validate --stream < lists.ndjson. Exit codes: 0 success (warnings allowed), 1 a list is illegal, 3 a
    file can't be read, 4 an internal error.
    """
    if stream and (files or report):
        raise click.BadParameter("--stream reads lists from stdin and writes reports to stdout; name no files")
    if stream:
        raise Exit(judge_stdin(reader, forces, standalone))
    if forces or not standalone:
        raise click.BadParameter("forces come with --stream; `export --to engine` writes one", param_hint="--forces")
    if not files:
        raise click.BadParameter("name a list file, a folder, or - for stdin", param_hint="FILE…")
    inputs = find_inputs(files, recursive)
    writing = OutputFiles(force, [*inputs.files, *reader.files_read] if report else [])
    writing.check(report)
    judge = FileJudge(reader, inputs, not json, json or report is not None, collection)
    verdicts: list[FileVerdict] = []
    with Progress("lists judged", len(inputs.files)) as progress:
        for found in judge.verdicts():
            verdicts += found
            progress.step(wrong=any(one.code for one in found))
            for one in () if json else found:
                if not one.no_list:
                    progress.say(one.text)
    whole = sum_up(verdicts, inputs)
    if report:
        writing.write(report, json_text(whole))
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


class FileVerdict(NamedTuple):
    """One list: its report as text and as data (or only its tally), its exit code; or why a file is no list at all."""

    file: str
    text: str
    document: dict[str, Any]
    code: int
    no_list: str = ""


class FileJudge(NamedTuple):
    """Judges files, each within a budget: `texts` makes reports for people, `data` reports for programs."""

    reader: ListReader
    inputs: Inputs
    texts: bool
    data: bool
    collection: Path | None = None

    def verdicts(self) -> Iterator[list[FileVerdict]]:
        """The verdicts on each file, in order; there are several where it holds several lists."""
        if len(self.inputs.files) <= FEW or not hasattr(os, "fork"):
            yield from map(self.judge_here, self.inputs.files)
        else:
            yield from self.judge_parallel()

    def judge_here(self, path: Path) -> list[FileVerdict]:
        """Verdicts made in this process."""
        from listbuilder.storage.processes.budget import OverBudgetError, bounded

        try:
            with bounded():
                return self.read_safely(path)
        except OverBudgetError as error:
            from listbuilder.storage.processes.budget import WorkFailure

            return [self.failed(path, WorkFailure.over(error))]

    def judge_parallel(self) -> Iterator[list[FileVerdict]]:
        """Verdicts made by child processes; games are loaded before the fork, once for all."""
        from listbuilder.base.errors import ListbuilderError
        from listbuilder.storage.processes.budget import WorkFailure
        from listbuilder.storage.processes.parallel import map_parallel

        for id in self.reader.folders:
            # Each list of a broken game reports it.
            with suppress(ListbuilderError):
                self.reader.game(id)
        files = self.inputs.files
        answers = map_parallel(files, lambda path: json.dumps(self.read_safely(path)).encode())
        for path, answer in zip(files, answers, strict=True):
            if isinstance(answer, WorkFailure):
                yield [self.failed(path, answer)]
            else:
                yield [FileVerdict(*one) for one in json.loads(answer)]

    def failed(self, path: Path, failure: WorkFailure, error: Exception | None = None) -> FileVerdict:
        """The verdict on a file whose work was stopped or failed."""
        from listbuilder.storage.processes.budget import WorkFailure, failure_finding

        findings = (failure_finding(failure, display_name(path), error),)
        return unreadable(display_name(path), findings, code=FAILED if failure is WorkFailure.FAILED else UNREADABLE)

    def read_safely(self, path: Path) -> list[FileVerdict]:
        """The verdicts on a file; an internal error becomes one of them, so that the other files are still judged."""
        try:
            return self.read(path)
        except MemoryError:
            # The budget around this reports it.
            raise
        except Exception as error:
            from listbuilder.storage.processes.budget import WorkFailure

            return [self.failed(path, WorkFailure.FAILED, error)]

    def read(self, path: Path) -> list[FileVerdict]:
        """Read a file and judge what is in it."""
        from listbuilder.base.errors import ListbuilderError

        try:
            return [self.judge(opened) for opened in self.reader.lists_in(path)]
        except ListbuilderError as error:
            if why := self.inputs.no_list(path, error):
                return [FileVerdict(display_name(path), "", {}, 0, why)]
            return [unreadable(display_name(path), error.findings)]

    def judge(self, opened: InputList) -> FileVerdict:
        """The verdict on one list."""
        from listbuilder.base.errors import ListbuilderError
        from listbuilder.exchange.documents.report_document import count_findings, report_document
        from listbuilder.judging.validator import Referee
        from listbuilder.lists import parse_list

        if opened.error:
            return unreadable(opened.name, opened.error.findings)
        document = parse_list(opened.document)
        referee = self.reader.referee
        try:
            game = referee.game_of(document)
        except ListbuilderError as error:
            return unreadable(opened.name, error.findings, document.game)
        if self.collection:
            from listbuilder.judging.collection import read_collection

            try:
                referee = Referee(self.reader.game, self.reader.event, read_collection(self.collection, game))
            except ListbuilderError as error:
                return unreadable(display_name(self.collection), error.findings)
        report = referee.judge(document)
        more = import_findings(opened.imported, report) if opened.imported else []
        report = replace(report, findings=(*report.findings, *more)) if more else report
        code = report_code(report)
        text = report_text(report, opened.name, len(self.inputs.files) == 1) if self.texts else ""
        data = report_document(report, opened.name) if self.data else count_findings(report.findings)
        return FileVerdict(opened.name, text, data, code)


def unreadable(
    file: str, findings: tuple[Finding, ...], game: str | None = None, code: int = UNREADABLE
) -> FileVerdict:
    """The verdict on a file that is no list."""
    from listbuilder.exchange.documents.report_document import unreadable_document

    return FileVerdict(file, unreadable_text(file, findings), unreadable_document(file, findings, game), code)


def import_findings(imported: ImportedList, report: Report) -> list[Finding]:
    """The lines of a text that are no part of the list, the readings to check, and prices that differ."""
    from listbuilder.base.findings import Finding
    from listbuilder.exchange.formats.import_result import import_doubts

    doubts = [replace(one, message=f"Line {one.line}: {one.message}") for one in import_doubts(imported, report)]
    lines = ", ".join(str(kept.line) for kept in imported.kept)
    if not lines:
        return doubts
    message = f"{'Line' if len(imported.kept) == 1 else 'Lines'} {lines} of the text: no part of the list."
    talk = Finding(code="import.talk", message=message, hint="See that nothing is missing.", severity="info")
    return [talk, *doubts]


# `validate --stream`: lists in on stdin, reports out on stdout, a line each, until stdin ends.


def judge_stdin(reader: ListReader, forces: bool, standalone: bool) -> int:
    """Answer every line at once; the exit code is that of the worst list."""
    # Imported here: judging files does not need it and starts a quarter sooner without.
    from listbuilder.exchange.engine.batch import judge_stream

    worst = 0
    for verdict, text in judge_stream(
        sys.stdin.buffer, forces=forces, standalone=standalone, event=reader.event, catalogues=reader.catalogues
    ):
        sys.stdout.write(text + "\n")
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
