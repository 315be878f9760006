"""What to tell the owner of a list whose work was ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.workers.budget import MEGABYTES, SECONDS, OverBudgetError, bounded
from listbuilder.workers.child import Ended

TEXTS = {
    Ended.TOO_LONG: (
        "work.too-long",
        f"This takes longer than {SECONDS:g} seconds, which no list needs.",
        "Split the list, or take out what repeats.",
    ),
    Ended.TOO_LARGE: (
        "work.too-large",
        f"This takes more than {MEGABYTES} MB of memory, which no list needs.",
        "Split the list, or take out what repeats.",
    ),
    Ended.KILLED: (
        "work.killed",
        "Judging this was ended from outside: by hand, or because the machine has too little memory.",
        "Judge it again, by itself.",
    ),
    Ended.FAILED: (
        "work.failed",
        "Judging this failed, which is a mistake of the program and not of the list.",
        "Please report it with the file.",
    ),
}


def finding_of(ended: Ended, file: str | None = None, error: Exception | None = None) -> Finding:
    """Why a list has no verdict; an `error` that nobody foresaw is told in short, for the report."""
    code, message, hint = TEXTS[ended]
    if error is not None:
        message += f" ({type(error).__name__}: {error})"[:200]
    return Finding(code=code, message=message, hint=hint, file=file)


def over_budget(error: OverBudgetError, file: str | None) -> DocumentError:
    """The refusal of a file that took too long or too much memory, as of one that can't be read."""
    found = finding_of(Ended.over(error), file)
    return DocumentError(found.message, (found,))


@contextmanager
def within_budget(file: str | None, seconds: float = SECONDS) -> Iterator[None]:
    """Work on a file within its budget, or refuse it."""
    try:
        with bounded(seconds):
            yield
    except OverBudgetError as error:
        raise over_budget(error, file) from error
