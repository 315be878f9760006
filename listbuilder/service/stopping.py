"""The end of the service: a signal, a short grace for the answers that are under way, and an end that nothing holds up.

Whatever clients, children and this process itself do, it is gone `LAST` seconds after it heard the first signal.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from listbuilder.service.logs import log

GRACE, LAST = 1, 2.5


class StoppedServer(uvicorn.Server):
    """Stops on the first signal when all answers are out, at once on the second."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """They are heard already, and until the process is gone: one that comes late must not end it in another way."""
        yield

    def hear_signals(self) -> None:
        """Let signals stop the service from now on."""
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, self.handle_exit)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # `nohup` lets it outlive its terminal
            signal.signal(signal.SIGHUP, self.handle_exit)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop. The system's own clock sees to it that this has an end; children end with their parent."""
        log("stopping", signal=int(sig))
        self.force_exit = self.should_exit
        if not self.should_exit:
            self.should_exit = True
            signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
            signal.setitimer(signal.ITIMER_REAL, LAST)
