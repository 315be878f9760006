"""Verdicts on files: each judged within a budget, many of them in child processes on all cores, in the order given."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from listbuilder.ui.cli.common import FAILED, UNREADABLE, report_code
from listbuilder.ui.cli.report_text import report_text, unreadable_text

if TYPE_CHECKING:
    from listbuilder.base.findings import Finding
    from listbuilder.exchange.formats.import_result import ImportedList
    from listbuilder.judging.validator import Report
    from listbuilder.storage.processes.budget import WorkFailure
    from listbuilder.ui.cli.inputs import InputList, Inputs, ListReader

# Up to so many files are judged sooner than children are there.
FEW = 20


class FileVerdict(NamedTuple):
    """One list: its report as text and as data (or only its tally), its exit code; or why a file is no list at all."""

    file: str
    text: str
    document: dict[str, Any]
    code: int
    no_list: str = ""


class FileJudge(NamedTuple):
    """How the files of one command are judged: whether reports are wanted as `texts` for people, and as `data`."""

    reader: ListReader
    inputs: Inputs
    texts: bool
    data: bool
    collection: Path | None = None

    def verdicts(self) -> Iterator[list[FileVerdict]]:
        """The verdicts on each file, in order; there are several where it holds several lists."""
        if len(self.inputs.files) <= FEW or not hasattr(os, "fork"):
            yield from map(self.alone, self.inputs.files)
        else:
            yield from self.together()

    def alone(self, path: Path) -> list[FileVerdict]:
        """Verdicts made here."""
        from listbuilder.storage.processes.budget import OverBudgetError, bounded

        try:
            with bounded():
                return self.safely(path)
        except OverBudgetError as error:
            from listbuilder.storage.processes.budget import WorkFailure

            return [self.ended(path, WorkFailure.over(error))]

    def together(self) -> Iterator[list[FileVerdict]]:
        """Verdicts made by children, who find the games loaded."""
        from listbuilder.base.errors import ListbuilderError
        from listbuilder.loading import game_folders
        from listbuilder.storage.processes.budget import WorkFailure
        from listbuilder.storage.processes.parallel import map_parallel

        for id in game_folders(self.reader.catalogues):
            with suppress(ListbuilderError):  # a broken game is said of the lists that need it
                self.reader.game(id)
        files = self.inputs.files
        answers = map_parallel(files, lambda path: json.dumps(self.safely(path)).encode())
        for path, answer in zip(files, answers, strict=True):
            if isinstance(answer, WorkFailure):
                yield [self.ended(path, answer)]
            else:
                yield [FileVerdict(*one) for one in json.loads(answer)]

    def ended(self, path: Path, ended: WorkFailure, error: Exception | None = None) -> FileVerdict:
        """The verdict on a file whose work was ended."""
        from listbuilder.storage.processes.budget import WorkFailure, failure_finding

        findings = (failure_finding(ended, display_name(path), error),)
        return unreadable(display_name(path), findings, code=FAILED if ended is WorkFailure.FAILED else UNREADABLE)

    def safely(self, path: Path) -> list[FileVerdict]:
        """The verdicts on a file, also where the program makes a mistake: the other files must go on."""
        try:
            return self.read(path)
        except MemoryError:
            raise  # the budget around this says so
        except Exception as error:
            from listbuilder.storage.processes.budget import WorkFailure

            return [self.ended(path, WorkFailure.FAILED, error)]

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


def display_name(path: Path) -> str:
    """The name of a file as people see it."""
    return "<stdin>" if str(path) == "-" else str(path)


def unreadable(
    file: str, findings: tuple[Finding, ...], game: str | None = None, code: int = UNREADABLE
) -> FileVerdict:
    """The verdict on a file that is no list."""
    from listbuilder.exchange.documents.report_document import unreadable_document

    return FileVerdict(file, unreadable_text(file, findings), unreadable_document(file, findings, game), code)


def import_findings(imported: ImportedList, report: Report) -> list[Finding]:
    """The lines of a text that are no part of the list, the readings to check, and prices that differ."""
    from listbuilder.base.findings import Finding
    from listbuilder.exchange.formats.stated import import_doubts

    doubts = [replace(one, message=f"Line {one.line}: {one.message}") for one in import_doubts(imported, report)]
    lines = ", ".join(str(kept.line) for kept in imported.kept)
    if not lines:
        return doubts
    message = f"{'Line' if len(imported.kept) == 1 else 'Lines'} {lines} of the text: no part of the list."
    talk = Finding(code="import.talk", message=message, hint="See that nothing is missing.", severity="info")
    return [talk, *doubts]
