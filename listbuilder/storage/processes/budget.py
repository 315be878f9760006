"""A budget for a piece of work: seconds of processor time and bytes of memory. Work that exceeds it is stopped."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from types import FrameType

SECONDS = 1.5
MEGABYTES = 200
NO_LIMIT = -1
# The timer repeats, in case a `finally` or `except` swallowed the first exception.
AGAIN = 0.2
LIMITED = sys.platform not in ("emscripten", "win32")  # the others have no timers and no limits of memory


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
    try:
        with open("/proc/self/statm", encoding="ascii") as sizes:
            pages = int(sizes.read().split()[5])
    except OSError:
        return NO_LIMIT  # only Linux reports the size, and only Linux enforces the limit
    return pages * os.sysconf("SC_PAGE_SIZE") + (MEGABYTES << 20)


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
    """Stop the clock for work that is not the list's own, such as loading its game for the first time."""
    if not LIMITED:
        yield
        return
    import resource

    left, again = signal.setitimer(signal.ITIMER_PROF, 0)
    # The limit may be the user's own (ulimit). It is restored, plus the time that was spent here.
    most, hard = resource.getrlimit(resource.RLIMIT_CPU)
    start = time.process_time()
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
    try:
        yield
    finally:
        if most != resource.RLIM_INFINITY:
            later = most + ceil(time.process_time() - start)
            resource.setrlimit(
                resource.RLIMIT_CPU, (later if hard == resource.RLIM_INFINITY else min(later, hard), hard)
            )
        if left:
            signal.setitimer(signal.ITIMER_PROF, left, again)
