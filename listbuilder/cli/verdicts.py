"""Verdicts on files: each judged within a budget, many of them in child processes on all cores, in the order given."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from listbuilder.cli.common import FAILED, ILLEGAL, UNREADABLE
from listbuilder.cli.report_text import report_text, unreadable_text

if TYPE_CHECKING:
    from listbuilder.catalogue import Game
    from listbuilder.cli.inputs import Inputs, ListReader
    from listbuilder.finding import Finding
    from listbuilder.validator import Report
    from listbuilder.workers.child import Ended

# Up to so many files are judged sooner than children are there.
FEW = 20


class Verdict(NamedTuple):
    """One file: its report as text and as data, and its exit code; or why it turned out to be no list."""

    text: str
    document: dict[str, Any]
    code: int
    no_list: str = ""


class Judge(NamedTuple):
    """How the files of one command are judged."""

    reader: ListReader
    inputs: Inputs
    event: Game | None = None
    collection: Path | None = None

    def verdicts(self) -> Iterator[Verdict]:
        """The verdict on each file, in order."""
        if len(self.inputs.files) <= FEW or not hasattr(os, "fork"):
            yield from map(self.alone, self.inputs.files)
        else:
            yield from self.together()

    def alone(self, path: Path) -> Verdict:
        """A verdict made here."""
        from listbuilder.workers.budget import OverBudgetError, bounded

        try:
            with bounded():
                return self.safely(path)
        except OverBudgetError as error:
            from listbuilder.workers.child import Ended

            return self.ended(path, Ended.TOO_LARGE if error.memory else Ended.TOO_LONG)

    def together(self) -> Iterator[Verdict]:
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
            yield self.ended(path, answer) if isinstance(answer, Ended) else Verdict(*json.loads(answer))

    def ended(self, path: Path, ended: Ended, error: Exception | None = None) -> Verdict:
        """The verdict on a file whose work was ended."""
        from listbuilder.workers.child import Ended
        from listbuilder.workers.findings import finding_of

        findings = (finding_of(ended, shown(path), error),)
        return unreadable(shown(path), findings, code=FAILED if ended is Ended.FAILED else UNREADABLE)

    def safely(self, path: Path) -> Verdict:
        """The verdict on a file, also where the program makes a mistake: the other files must go on."""
        try:
            return self.verdict(path)
        except MemoryError:
            raise
        except Exception as error:
            from listbuilder.workers.child import Ended

            return self.ended(path, Ended.FAILED, error)

    def verdict(self, path: Path) -> Verdict:
        """Read a file and judge it."""
        from listbuilder.documents.report_json import report_document
        from listbuilder.errors import ListbuilderError
        from listbuilder.validator import judge, place

        file = shown(path)
        document = None
        try:
            document = self.reader.open(path)
            game = self.reader.game(document.game)
        except ListbuilderError as error:
            if why := self.inputs.no_list(path, error):
                return Verdict("", {}, 0, why)
            found = tuple(place(one, document) for one in error.findings) if document else error.findings
            return unreadable(file, found, document.game if document else None)
        report = judge(document, game, self.event)
        if self.collection:
            try:
                report = with_missing(report, self.collection)
            except ListbuilderError as error:
                return unreadable(shown(self.collection), error.findings)
        code = UNREADABLE if report.malformed else 0 if report.valid else ILLEGAL
        return Verdict(report_text(report, file, len(self.inputs.files) == 1), report_document(report, file), code)


def shown(path: Path) -> str:
    """The name of a file as people see it."""
    return "<stdin>" if str(path) == "-" else str(path)


def unreadable(file: str, findings: tuple[Finding, ...], game: str | None = None, code: int = UNREADABLE) -> Verdict:
    """The verdict on a file that is no list."""
    from listbuilder.documents.report_json import unreadable_document

    return Verdict(unreadable_text(file, findings), unreadable_document(file, findings, game), code)


def with_missing(report: Report, collection: Path) -> Report:
    """The report with a warning for everything that the player does not own."""
    from dataclasses import replace

    from listbuilder.collection import missing, read_collection

    found = missing(report.force, read_collection(collection, report.force.game))
    return replace(report, findings=(*report.findings, *found))
