"""Verdicts on files: each judged within a budget, many of them in child processes on all cores, in the order given."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from listbuilder.cli.common import FAILED, UNREADABLE, report_code
from listbuilder.cli.report_text import report_text, unreadable_text

if TYPE_CHECKING:
    from listbuilder.cli.inputs import Inputs, ListReader, Opened
    from listbuilder.finding import Finding
    from listbuilder.formats.imported import Imported
    from listbuilder.validator import Report
    from listbuilder.workers.child import Ended

# Up to so many files are judged sooner than children are there.
FEW = 20


class Verdict(NamedTuple):
    """One list: its report as text and as data (or only its tally), its exit code; or why a file is no list at all."""

    file: str
    text: str
    document: dict[str, Any]
    code: int
    no_list: str = ""


class Judge(NamedTuple):
    """How the files of one command are judged: whether reports are wanted as `texts` for people, and as `data`."""

    reader: ListReader
    inputs: Inputs
    texts: bool
    data: bool
    collection: Path | None = None

    def verdicts(self) -> Iterator[list[Verdict]]:
        """The verdicts on each file, in order; there are several where it holds several lists."""
        if len(self.inputs.files) <= FEW or not hasattr(os, "fork"):
            yield from map(self.alone, self.inputs.files)
        else:
            yield from self.together()

    def alone(self, path: Path) -> list[Verdict]:
        """Verdicts made here."""
        from listbuilder.workers.budget import OverBudgetError, bounded

        try:
            with bounded():
                return self.safely(path)
        except OverBudgetError as error:
            from listbuilder.workers.child import Ended

            return [self.ended(path, Ended.over(error))]

    def together(self) -> Iterator[list[Verdict]]:
        """Verdicts made by children, who find the games loaded."""
        from listbuilder.errors import ListbuilderError
        from listbuilder.loader import game_folders
        from listbuilder.workers.child import Ended
        from listbuilder.workers.crew import each

        for id in game_folders(self.reader.catalogues):
            with suppress(ListbuilderError):  # a broken game is said of the lists that need it
                self.reader.game(id)
        files = self.inputs.files
        answers = each(files, lambda path: json.dumps(self.safely(path)).encode())
        for path, answer in zip(files, answers, strict=True):
            if isinstance(answer, Ended):
                yield [self.ended(path, answer)]
            else:
                yield [Verdict(*one) for one in json.loads(answer)]

    def ended(self, path: Path, ended: Ended, error: Exception | None = None) -> Verdict:
        """The verdict on a file whose work was ended."""
        from listbuilder.workers.child import Ended
        from listbuilder.workers.findings import finding_of

        findings = (finding_of(ended, shown(path), error),)
        return unreadable(shown(path), findings, code=FAILED if ended is Ended.FAILED else UNREADABLE)

    def safely(self, path: Path) -> list[Verdict]:
        """The verdicts on a file, also where the program makes a mistake: the other files must go on."""
        try:
            return self.read(path)
        except MemoryError:
            raise  # the budget around this says so
        except Exception as error:
            from listbuilder.workers.child import Ended

            return [self.ended(path, Ended.FAILED, error)]

    def read(self, path: Path) -> list[Verdict]:
        """Read a file and judge what is in it."""
        from listbuilder.errors import ListbuilderError

        try:
            return [self.judge(opened) for opened in self.reader.lists_in(path)]
        except ListbuilderError as error:
            if why := self.inputs.no_list(path, error):
                return [Verdict(shown(path), "", {}, 0, why)]
            return [unreadable(shown(path), error.findings)]

    def judge(self, opened: Opened) -> Verdict:
        """The verdict on one list."""
        from listbuilder.documents.report_json import report_document, tally
        from listbuilder.errors import ListbuilderError
        from listbuilder.lists import parse_list
        from listbuilder.validator import judge

        if opened.error:
            return unreadable(opened.name, opened.error.findings)
        document = parse_list(opened.document)
        try:
            game = self.reader.game_of(document)
        except ListbuilderError as error:
            return unreadable(opened.name, error.findings, document.game)
        report = judge(document, game, self.reader.event)
        more = import_findings(opened.imported, report) if opened.imported else []
        if self.collection:
            try:
                more += missing_findings(report, self.collection)
            except ListbuilderError as error:
                return unreadable(shown(self.collection), error.findings)
        report = replace(report, findings=(*report.findings, *more)) if more else report
        code = report_code(report)
        text = report_text(report, opened.name, len(self.inputs.files) == 1) if self.texts else ""
        data = report_document(report, opened.name) if self.data else tally(report.findings)
        return Verdict(opened.name, text, data, code)


def shown(path: Path) -> str:
    """The name of a file as people see it."""
    return "<stdin>" if str(path) == "-" else str(path)


def unreadable(file: str, findings: tuple[Finding, ...], game: str | None = None, code: int = UNREADABLE) -> Verdict:
    """The verdict on a file that is no list."""
    from listbuilder.documents.report_json import unreadable_document

    return Verdict(file, unreadable_text(file, findings), unreadable_document(file, findings, game), code)


def import_findings(imported: Imported, report: Report) -> list[Finding]:
    """The lines of a text that are no part of the list, the readings to check, and prices that differ."""
    from listbuilder.finding import Finding
    from listbuilder.formats.stated import doubts_of

    doubts = [replace(one, message=f"Line {one.line}: {one.message}") for one in doubts_of(imported, report)]
    lines = ", ".join(str(kept.line) for kept in imported.kept)
    if not lines:
        return doubts
    message = f"{'Line' if len(imported.kept) == 1 else 'Lines'} {lines} of the text: no part of the list."
    talk = Finding(code="import.talk", message=message, hint="See that nothing is missing.", severity="info")
    return [talk, *doubts]


def missing_findings(report: Report, collection: Path) -> list[Finding]:
    """A warning for everything that the player does not own."""
    from listbuilder.collection import missing, read_collection

    return list(missing(report.force, read_collection(collection, report.force.game)))
