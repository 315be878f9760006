"""How much work a call is: the functions it calls, which are the same on every machine, however busy.

Time within one call of C, such as a regular expression, is not seen; `make bench` measures that.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class Work:
    """How many functions were called."""

    calls = 0

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """Count a call, of Python or of C."""
        if event in ("call", "c_call"):
            self.calls += 1


@contextmanager
def counted() -> Iterator[Work]:
    """Count what is called in a block."""
    work = Work()
    sys.setprofile(work.note)
    try:
        yield work
    finally:
        sys.setprofile(None)


def calls_of(function: Callable[[], object]) -> int:
    """How many calls a function makes."""
    with counted() as work:
        function()
    return work.calls


@contextmanager
def out_of_time_after(calls: int) -> Iterator[None]:
    """Send the signal of a used-up time budget once the block has made so many calls."""
    work = Work()

    def note(frame: FrameType, event: str, argument: object) -> None:
        work.note(frame, event, argument)
        if work.calls == calls:
            signal.raise_signal(signal.SIGPROF)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)
