"""A budget for a piece of work: so many seconds of processor time, so much memory. Work that needs more is ended."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["MEGABYTES", "SECONDS", "OverBudgetError", "bounded", "unbounded"]

SECONDS = 1.5
MEGABYTES = 256
# A second exception follows soon where some cleaning up swallowed the first.
AGAIN = 0.2
LIMITED = sys.platform != "win32"


class OverBudgetError(BaseException):
    """Work took too long or too much memory; no `except Exception` on the way may hold it up."""

    def __init__(self, memory: bool = False) -> None:
        super().__init__("too much memory" if memory else "too long")
        self.memory = memory


@contextmanager
def bounded(seconds: float = SECONDS, megabytes: int = MEGABYTES) -> Iterator[None]:
    """Run the body within a budget, or raise OverBudgetError. For the main thread; on Windows there are no limits."""
    if not LIMITED:
        yield
        return
    import resource

    before, most = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (_least(megabytes << 20, before, most, resource.RLIM_INFINITY), most))
    running = True

    def stop(number: int, frame: FrameType | None) -> None:
        if running:
            raise OverBudgetError

    old = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        yield
    except MemoryError:
        running = False
        raise OverBudgetError(memory=True) from None
    finally:
        running = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)
        resource.setrlimit(resource.RLIMIT_DATA, (before, most))


def _least(*limits: int) -> int:
    """The lowest of some limits, the last of which stands for none."""
    return min((one for one in limits if one != limits[-1]), default=limits[-1])


@contextmanager
def unbounded() -> Iterator[None]:
    """Stop the clock for work that is not the list's own, such as loading its game for the first time."""
    if not LIMITED:
        yield
        return
    left, again = signal.setitimer(signal.ITIMER_PROF, 0)
    try:
        yield
    finally:
        if left:
            signal.setitimer(signal.ITIMER_PROF, left, again)
