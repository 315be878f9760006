"""A child: a forked process that answers requests in turn, each within a budget, and that can be ended at any time.

Requests and answers are bytes, each with its length before it; an answer begins with how the work went. What the work
needs besides is in memory already, for a child is a copy of its parent.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from typing import NoReturn

from listbuilder.workers.budget import SECONDS, OverBudgetError, bounded, end_after, memory_budget

__all__ = ["CAN_FORK", "HEAD", "Child", "Ended", "Work", "parse_answer"]

CAN_FORK = hasattr(os, "fork")
HEAD = 4
GARBAGE = 50_000
Work = Callable[[bytes], bytes]


class Ended(Enum):
    """Why there is no answer."""

    TOO_LONG = b"t"
    TOO_LARGE = b"m"
    FAILED = b"f"

    @classmethod
    def over(cls, error: OverBudgetError) -> Ended:
        """Which budget work went over."""
        return cls.TOO_LARGE if error.memory else cls.TOO_LONG


class Child:
    """One process; `work` makes an answer from a request."""

    def __init__(self, work: Work, seconds: float = SECONDS) -> None:
        ours, theirs = socket.socketpair()
        self.connection = ours
        try:
            self.pid = os.fork()
        except OSError:
            ours.close()
            theirs.close()
            raise
        if self.pid == 0:
            _live(theirs, work, seconds)
        theirs.close()

    def fileno(self) -> int:
        """What to wait on for an answer."""
        return self.connection.fileno()

    def ask(self, request: bytes) -> None:
        """Hand over a request; several may wait for their turn."""
        try:
            self.connection.sendall(framed(request))
        except OSError:
            return  # it is gone, which whoever waits for the answer will see

    def answer(self) -> bytes | Ended:
        """The next answer; a child that gave up or broke down gives none, nor any later."""
        head = self._read(HEAD)
        return parse_answer(self._read(int.from_bytes(head, "big"))) if head else self._fate()

    def _fate(self) -> Ended:
        """Why a child that said nothing more is gone: the system ends one that is too long in code that is not ours."""
        if not hasattr(os, "waitid"):  # some systems have none
            return Ended.FAILED
        with suppress(ChildProcessError):
            found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            if found is not None and found.si_code != os.CLD_EXITED and found.si_status == signal.SIGXCPU:
                return Ended.TOO_LONG
        return Ended.FAILED

    def _read(self, size: int) -> bytes:
        """So many bytes, or none when the child is gone."""
        found = b""
        try:
            while len(found) < size:
                part = self.connection.recv(size - len(found))
                if not part:
                    return b""
                found += part
        except OSError:
            return b""
        return found

    def end(self) -> None:
        """End it now, whatever it does."""
        self.connection.close()
        # Where the parent was started with its children ignored, one that ended by itself is gone already.
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)


def framed(data: bytes) -> bytes:
    """Bytes with their length before them."""
    return len(data).to_bytes(HEAD, "big") + data


def parse_answer(raw: bytes) -> bytes | Ended:
    """What a child said: `+` and the answer, or why there is none."""
    if raw[:1] == b"+":
        return raw[1:]
    return Ended(raw[:1]) if raw else Ended.FAILED


def _live(connection: socket.socket, work: Work, seconds: float) -> NoReturn:
    """Answer until nobody asks any more. Nothing of the parent's is touched: no cleaning up, no files but these."""
    code = 1
    try:
        _let_go(connection.fileno())
        reader = connection.makefile("rb")
        most = memory_budget()
        while head := reader.read(HEAD):
            answer = _answer(work, reader.read(int.from_bytes(head, "big")), seconds, most)
            connection.sendall(framed(answer))
            if not answer.startswith(b"+"):
                break
        code = 0
    finally:
        os._exit(code)


def _let_go(keep: int) -> None:
    """Give up what belongs to the parent: its signals, its connections, and what it might clean up."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for open_file in [int(entry.name) for entry in os.scandir("/dev/fd")]:
        if open_file > 2 and open_file != keep:
            with suppress(OSError):  # the listing itself is among them, and closed by now
                os.close(open_file)
    gc.freeze()
    # What is left of a list is gathered once for many lists, and not several times while one is judged.
    gc.set_threshold(GARBAGE)


def _answer(work: Work, request: bytes, seconds: float, most: int) -> bytes:
    """The answer, or in a letter why there is none; a child that went over its budget is not used again."""
    try:
        end_after(seconds)
        with bounded(seconds, most):
            return b"+" + work(request)
    except OverBudgetError as error:
        ended = Ended.over(error)
    except Exception:  # whatever it was, the parent must get an answer; it says that the program failed
        ended = Ended.FAILED
    return bytes(ended.value)
