"""How far a command is: a line on stderr, where that is a terminal, for whatever takes longer than a second.

The line is drawn by a timer, so that work which can't say how far it is shows at least that it goes on. Ctrl-C ends the
work at once and says what was done.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from click.exceptions import Exit

from listbuilder.ui.cli.start import STOPPED
from listbuilder.ui.cli.terminal import say

if TYPE_CHECKING:
    from typing import Self

FIRST, NEXT = 1.0, 0.25
CLEAR = "\r\x1b[K"
# Before so many steps, nobody can say how long the rest will take.
ENOUGH = 5
T = TypeVar("T")


class Progress:
    """Work in steps, `what` being done to so many things: `lists judged`; without `total`, nobody knows how many."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self.what = what
        self.total = total
        self.done = self.wrong = 0
        self.drawn = False
        self.before: Any = None
        self.start = time.monotonic()

    def __enter__(self) -> Self:
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and hasattr(signal, "setitimer"):
            self.before = signal.signal(signal.SIGALRM, self.draw)
            signal.setitimer(signal.ITIMER_REAL, FIRST, NEXT)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.before is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self.before)
        self.clear()
        if kind is KeyboardInterrupt:
            did = f"{self.done} of {self.total} {self.what}" if self.total is not None else "nothing was written"
            say(f"Stopped: {did}.", error=True)
            raise Exit(STOPPED) from error

    def step(self, wrong: bool = False) -> None:
        """One more is done."""
        self.done += 1
        self.wrong += wrong

    def over(self, items: Iterable[T]) -> Iterator[T]:
        """The items one after another, each done when the next is asked for."""
        for item in items:
            yield item
            self.step()

    def say(self, text: str, *, error: bool = False) -> None:
        """Print something while the work goes on."""
        self.clear()
        say(text, error=error)

    def clear(self) -> None:
        """Take the line away, so that something else can be written there."""
        if self.drawn:
            self.drawn = False
            os.write(2, CLEAR.encode())

    def draw(self, number: int, frame: FrameType | None) -> None:
        """Write the line over the last one; straight to the terminal, for the stream may be in use just now."""
        width = shutil.get_terminal_size((80, 24)).columns - 1
        os.write(2, f"{CLEAR}{self.text()[:width]}".encode())
        self.drawn = True

    def text(self) -> str:
        """How far the work is, in words."""
        spent = time.monotonic() - self.start
        if self.total is None:
            return f"{self.what} … {spent:.0f} s"
        wrong = f", {self.wrong} wrong" if self.wrong else ""
        left = spent / self.done * (self.total - self.done) if self.done >= ENOUGH else 0
        return f"{self.done} of {self.total} {self.what}{wrong}{f', about {left:.0f} s left' if left >= 1 else ''}"
