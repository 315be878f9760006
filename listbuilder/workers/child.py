"""A child: a forked process that answers requests in turn, each within a budget, and that can be ended at any time.

It never outlives its parent, whatever ended that. Requests and answers are bytes, each with its length before it; an
answer begins with how the work went. What the work needs besides is in memory already, for a child is a copy of its
parent.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from typing import NoReturn

from listbuilder.workers.budget import SECONDS, OverBudgetError, bounded, end_after, memory_budget

CAN_FORK = hasattr(os, "fork")
HEAD = 4
GARBAGE = 50_000
# How often work is asked for where its child is killed from outside, which says nothing about the work.
TRIES = 5
Work = Callable[[bytes], bytes]


class Ended(Enum):
    """Why there is no answer."""

    TOO_LONG = b"t"
    TOO_LARGE = b"m"
    FAILED = b"f"
    KILLED = b"k"

    @classmethod
    def over(cls, error: OverBudgetError) -> Ended:
        """Which budget work went over."""
        return cls.TOO_LARGE if error.memory else cls.TOO_LONG


# The system ends one that is too long in code that is not ours; to kill one it may have reasons that are not ours.
FATES = {getattr(signal, "SIGXCPU", None): Ended.TOO_LONG, getattr(signal, "SIGKILL", None): Ended.KILLED}


class Child:
    """One process; `work` makes an answer from a request."""

    def __init__(self, work: Work, seconds: float = SECONDS) -> None:
        ours, theirs = socket.socketpair()
        hand, leash = socket.socketpair()
        self.connection = ours
        # Nothing is ever written here: that it is closed, by the parent or by its end, ends the child.
        self.hand = hand
        try:
            self.pid = os.fork()
            if self.pid == 0:
                _live(theirs, leash.fileno(), work, seconds)
        except OSError:
            ours.close()
            hand.close()
            raise
        finally:
            theirs.close()
            leash.close()

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
        return parse_answer(self._read(int.from_bytes(head, "big"))) if head else self.fate()

    def fate(self) -> Ended:
        """Why a child that said nothing more is gone."""
        if not hasattr(os, "waitid"):  # some systems have none
            return Ended.FAILED
        with suppress(ChildProcessError):
            found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            if found is not None and found.si_code != os.CLD_EXITED:
                return FATES.get(found.si_status, Ended.FAILED)
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

    def speaks(self, seconds: float = 0) -> bool:
        """Whether it answers within a time, or is gone; one that was asked nothing can only be gone."""
        return _speaks(self.fileno(), seconds)

    def kill(self) -> None:
        """Let it end now, whatever it does."""
        # Where the parent was started with its children ignored, one that ended by itself is gone already.
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def end(self) -> None:
        """End it now, and wait until it is gone; that it is ended once more changes nothing."""
        if self.hand.fileno() < 0:
            return
        self.connection.close()
        self.hand.close()
        self.kill()
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)


def _speaks(connection: int, seconds: float) -> bool:
    """Whether there is something to read; `select` knows only a thousand files."""
    waiting = select.poll()
    waiting.register(connection, select.POLLIN)
    return bool(waiting.poll(seconds * 1000))


def framed(data: bytes) -> bytes:
    """Bytes with their length before them."""
    return len(data).to_bytes(HEAD, "big") + data


def parse_answer(raw: bytes) -> bytes | Ended:
    """What a child said: `+` and the answer, or why there is none."""
    if raw[:1] == b"+":
        return raw[1:]
    return Ended(raw[:1]) if raw else Ended.FAILED


def _live(connection: socket.socket, leash: int, work: Work, seconds: float) -> NoReturn:
    """Answer until nobody asks any more. Nothing of the parent's is touched: no cleaning up, no files but these."""
    code = 1
    try:
        _let_go((connection.fileno(), leash))
        _end_with_parent(leash)
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


def _let_go(keep: tuple[int, int]) -> None:
    """Give up what belongs to the parent: its signals, its connections, and what it might clean up."""
    signal.set_wakeup_fd(-1)
    for asked in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):  # a terminal or a supervisor sends them to all
        signal.signal(asked, signal.SIG_IGN)
    for open_file in [int(entry.name) for entry in os.scandir("/dev/fd")]:
        if open_file > 2 and open_file not in keep:
            with suppress(OSError):  # the listing itself is among them, and closed by now
                os.close(open_file)
    gc.freeze()
    # What is left of a list is gathered once for many lists, and not several times while one is judged.
    gc.set_threshold(GARBAGE)


def _end_with_parent(leash: int) -> None:
    """Let the system end this process when the other end of the leash is closed, also in code that is not ours.

    Only Linux ends a process that gets this signal; elsewhere a child sees that nobody asks once its work is done.
    """
    import fcntl  # not on every system

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(leash, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(leash, fcntl.F_SETFL, os.O_ASYNC)
    if _speaks(leash, 0):  # it was closed before this was said
        os._exit(1)


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
