"""A budget for a piece of work: seconds of processor time and bytes of memory. Work that exceeds it is stopped.

A finding says why such work has no result.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from math import ceil
from types import FrameType

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding

# No real list comes near these.
SECONDS = 1.5
MEGABYTES = 200
NO_LIMIT = -1
# The timer repeats, in case a `finally` or `except` swallowed the first exception.
AGAIN = 0.2
# Browsers and Windows have neither these timers nor limits on memory.
LIMITED = sys.platform not in ("emscripten", "win32")


class OverBudgetError(BaseException):
    """Work took too long or too much memory; a BaseException, so that no `except Exception` catches it."""

    def __init__(self, memory: bool = False) -> None:
        super().__init__("too much memory" if memory else "too long")
        self.memory = memory


@contextmanager
def bounded(seconds: float = SECONDS, most: int | None = None) -> Iterator[None]:
    """Run the body within a budget, or raise OverBudgetError. For the main thread; on Windows there are no limits.

    `most` is the memory of the whole process in bytes; the default is what it has now plus `MEGABYTES`.
    """
    if not LIMITED:
        yield
        return
    import resource

    before, hard = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = most if most is not None else memory_budget()
    limits = [one for one in (wanted, before, hard) if one not in (NO_LIMIT, resource.RLIM_INFINITY)]
    resource.setrlimit(resource.RLIMIT_DATA, (min(limits, default=resource.RLIM_INFINITY), hard))
    running = False

    def stop(number: int, frame: FrameType | None) -> None:
        if running:
            raise OverBudgetError

    # SIGPROF counts processor time: on a busy machine a list gets the same work done.
    old = signal.signal(signal.SIGPROF, stop)
    # Nested budgets: the tighter one applies, and the outer one continues with what is left of it.
    outer, _ = signal.getitimer(signal.ITIMER_PROF)
    start = time.process_time()
    try:
        # A signal that arrives after the inner block must not keep the outer `finally` from restoring the limits.
        try:
            running = True
            signal.setitimer(signal.ITIMER_PROF, min(seconds, outer or seconds), AGAIN)
            yield
        finally:
            running = False
    except MemoryError:
        raise OverBudgetError(memory=True) from None
    finally:
        running = False
        left = max(outer - (time.process_time() - start), AGAIN / 10) if outer else 0
        signal.setitimer(signal.ITIMER_PROF, left, AGAIN if left else 0)
        signal.signal(signal.SIGPROF, old)
        resource.setrlimit(resource.RLIMIT_DATA, (before, hard))


def remaining() -> float:
    """The seconds left of the current budget, or a full budget if there is none."""
    return signal.getitimer(signal.ITIMER_PROF)[0] or SECONDS if LIMITED else SECONDS


def processor_time() -> float:
    """The seconds of processor time that this thread has used; 0 where there is no such clock, as in a browser."""
    return time.thread_time() if hasattr(time, "thread_time") else 0.0


def stop_clock() -> None:
    """Stop the clock for good: output that has begun must be completed."""
    if LIMITED:
        signal.setitimer(signal.ITIMER_PROF, 0)


def memory_budget() -> int:
    """How many bytes this process may have: what it has now plus `MEGABYTES`."""
    used = memory_used()
    return used + (MEGABYTES << 20) if used != NO_LIMIT else NO_LIMIT


def memory_used() -> int:
    """How many bytes of data this process has; only Linux tells, and only Linux enforces a limit."""
    try:
        with open("/proc/self/statm", encoding="ascii") as sizes:
            # The sixth number is data and stack, which RLIMIT_DATA bounds.
            return int(sizes.read().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return NO_LIMIT


def limit_cpu(seconds: float) -> None:
    """Have the kernel kill this process after that many more seconds of processor time.

    For workers: Python handles signals only between bytecodes, so a budget can't interrupt long-running C code.
    """
    if not LIMITED:
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    most = ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


@contextmanager
def unbounded() -> Iterator[None]:
    """Stop the clock for work that is not the list's own, such as loading its game; its memory counts apart."""
    if not LIMITED:
        yield
        return
    import resource

    left, again = signal.setitimer(signal.ITIMER_PROF, 0)
    # The limit may be the user's own (ulimit). It is restored, plus the time that was spent here.
    most, hard = resource.getrlimit(resource.RLIMIT_CPU)
    start = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
    room, most_room = resource.getrlimit(resource.RLIMIT_DATA)
    used = memory_used()
    resource.setrlimit(resource.RLIMIT_DATA, (most_room, most_room))
    try:
        yield
    finally:
        if room != resource.RLIM_INFINITY:
            room += max(memory_used() - used, 0)
            resource.setrlimit(
                resource.RLIMIT_DATA, (room if most_room == resource.RLIM_INFINITY else min(room, most_room), most_room)
            )
        if most != resource.RLIM_INFINITY:
            later = most + ceil(time.process_time() - start)
            resource.setrlimit(
                resource.RLIMIT_CPU, (later if hard == resource.RLIM_INFINITY else min(later, hard), hard)
            )
        if left:
            signal.setitimer(signal.ITIMER_PROF, left, again)


# Findings for work that was stopped.


class WorkFailure(Enum):
    """Why work has no answer; the value is the status byte of the answer."""

    TOO_LONG = b"t"
    TOO_LARGE = b"m"
    FAILED = b"f"
    KILLED = b"k"

    @classmethod
    def over(cls, error: OverBudgetError) -> WorkFailure:
        """The failure for a budget that was exceeded."""
        return cls.TOO_LARGE if error.memory else cls.TOO_LONG


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
