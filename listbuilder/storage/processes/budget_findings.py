"""Findings and errors for work that was stopped: a `WorkFailure` goes in, a finding comes out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding
from listbuilder.storage.processes.budget import MEGABYTES, SECONDS, OverBudgetError, bounded
from listbuilder.storage.processes.worker import WorkFailure

TEXTS = {
    WorkFailure.TOO_LONG: (
        "work.too-long",
        f"This takes longer than {SECONDS:g} seconds, which no list needs.",
        "Split the list, or take out what repeats.",
    ),
    WorkFailure.TOO_LARGE: (
        "work.too-large",
        f"This takes more than {MEGABYTES} MB of memory, which no list needs.",
        "Split the list, or take out what repeats.",
    ),
    WorkFailure.KILLED: (
        "work.killed",
        "Judging this was ended from outside: by hand, or because the machine has too little memory.",
        "Judge it again, by itself.",
    ),
    WorkFailure.FAILED: (
        "work.failed",
        "Judging this failed, which is a mistake of the program and not of the list.",
        "Please report it with the file.",
    ),
}


def failure_finding(ended: WorkFailure, file: str | None = None, error: Exception | None = None) -> Finding:
    """Why a list has no verdict; an unexpected `error` is appended in short, for the bug report."""
    code, message, hint = TEXTS[ended]
    if error is not None:
        message += f" ({type(error).__name__}: {error})"[:200]
    return Finding(code=code, message=message, hint=hint, file=file)


def over_budget_error(error: OverBudgetError, file: str | None) -> DocumentError:
    """The error for a file that took too long or too much memory."""
    found = failure_finding(WorkFailure.over(error), file)
    return DocumentError(found.message, (found,))


@contextmanager
def within_budget(file: str | None, seconds: float = SECONDS) -> Iterator[None]:
    """Run the body within a budget, or raise DocumentError for the file."""
    try:
        with bounded(seconds):
            yield
    except OverBudgetError as error:
        raise over_budget_error(error, file) from error
