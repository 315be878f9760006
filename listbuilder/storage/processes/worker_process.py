"""A worker process: a fork that answers requests in turn, each within a budget, and that can be killed at any time.

It never outlives its parent, however that ends. Requests and answers are bytes with a length prefix; the first byte of
an answer is its status. Everything else that the work needs is in memory already, because a fork copies its parent.
"""

from __future__ import annotations

import gc
import os
import select
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import NoReturn

from listbuilder.storage.processes.budget import (
    SECONDS,
    OverBudgetError,
    WorkFailure,
    bounded,
    limit_cpu,
    memory_budget,
)

CAN_FORK = hasattr(os, "fork")
HEAD = 4
GARBAGE = 50_000
# How often work is tried: a worker that is killed from outside says nothing about the work itself.
TRIES = 5
Work = Callable[[bytes], bytes]


# SIGXCPU comes from our own limit (`limit_cpu`); SIGKILL comes from the user or from the kernel short of memory.
SIGNAL_FAILURES = {
    getattr(signal, "SIGXCPU", None): WorkFailure.TOO_LONG,
    getattr(signal, "SIGKILL", None): WorkFailure.KILLED,
}


class WorkerProcess:
    """One forked process; `work` turns a request into an answer."""

    def __init__(self, work: Work, seconds: float = SECONDS) -> None:
        ours, theirs = socket.socketpair()
        # Nothing is ever written to the lifeline. When our end closes, by `end` or with this process, the kernel kills
        # the worker.
        self.lifeline, lifeline = socket.socketpair()
        self.connection = ours
        try:
            self.pid = os.fork()
            if self.pid == 0:
                _worker_main(theirs, lifeline.fileno(), work, seconds)
        except OSError:
            ours.close()
            self.lifeline.close()
            raise
        finally:
            theirs.close()
            lifeline.close()

    def fileno(self) -> int:
        """The file descriptor to wait on for an answer."""
        return self.connection.fileno()

    def ask(self, request: bytes) -> None:
        """Send a request; several may be queued."""
        try:
            self.connection.sendall(frame(request))
        except OSError:
            return  # it is dead, which `answer` reports

    def answer(self) -> bytes | WorkFailure:
        """The next answer; after a failure there are no more."""
        head = self._read(HEAD)
        return parse_answer(self._read(int.from_bytes(head, "big"))) if head else self.failure()

    def failure(self) -> WorkFailure:
        """Why a worker that closed its connection has died."""
        if not hasattr(os, "waitid"):  # not on every system
            return WorkFailure.FAILED
        with suppress(ChildProcessError):
            found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            if found is not None and found.si_code != os.CLD_EXITED:
                return SIGNAL_FAILURES.get(found.si_status, WorkFailure.FAILED)
        return WorkFailure.FAILED

    def _read(self, size: int) -> bytes:
        """Exactly `size` bytes, or none when the worker is dead."""
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

    def has_answer(self, seconds: float = 0) -> bool:
        """Whether an answer can be read within some seconds; true also if the worker is dead (end of file)."""
        return _is_readable(self.fileno(), seconds)

    def kill(self) -> None:
        """Send SIGKILL."""
        # If the parent was started with SIGCHLD ignored, a worker that has ended leaves no zombie behind.
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def end(self) -> None:
        """Kill it and wait until it is gone. Calling this twice is safe."""
        if self.lifeline.fileno() < 0:
            return
        self.connection.close()
        self.lifeline.close()
        self.kill()
        with suppress(ChildProcessError):
            os.waitpid(self.pid, 0)


def _is_readable(connection: int, seconds: float) -> bool:
    """Whether a descriptor is readable in time. Uses `poll`: `select` fails on descriptors from 1024 on."""
    waiting = select.poll()
    waiting.register(connection, select.POLLIN)
    return bool(waiting.poll(seconds * 1000))


def frame(data: bytes) -> bytes:
    """Bytes with a length prefix."""
    return len(data).to_bytes(HEAD, "big") + data


def parse_answer(raw: bytes) -> bytes | WorkFailure:
    """The answer after the status byte `+`, or the failure that the status byte stands for."""
    if raw[:1] == b"+":
        return raw[1:]
    return WorkFailure(raw[:1]) if raw else WorkFailure.FAILED


def _worker_main(connection: socket.socket, lifeline: int, work: Work, seconds: float) -> NoReturn:
    """Answer requests until the connection closes. `_exit` skips the parent's exit handlers and buffers."""
    code = 1
    try:
        _close_inherited((connection.fileno(), lifeline))
        _end_with_parent(lifeline)
        reader = connection.makefile("rb")
        most = memory_budget()
        while head := reader.read(HEAD):
            answer = _answer(work, reader.read(int.from_bytes(head, "big")), seconds, most)
            connection.sendall(frame(answer))
            if not answer.startswith(b"+"):
                break
        code = 0
    finally:
        os._exit(code)


def _close_inherited(keep: tuple[int, int]) -> None:
    """Drop what the fork copied from the parent: signal handlers, open files, garbage to collect."""
    signal.set_wakeup_fd(-1)
    for asked in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):  # a terminal sends them to the whole process group
        signal.signal(asked, signal.SIG_IGN)
    for open_file in [int(entry.name) for entry in os.scandir("/dev/fd")]:
        if open_file > 2 and open_file not in keep:
            with suppress(OSError):  # the descriptor of the listing is among them, and closed by now
                os.close(open_file)
    # What the parent made lives on; frozen, it is not scanned, and its pages stay shared with the parent.
    gc.freeze()
    # Collect once for many lists, not several times per list.
    gc.set_threshold(GARBAGE)


def _end_with_parent(lifeline: int) -> None:
    """Have the kernel kill this process (SIGIO) when the parent's end of the lifeline closes, even inside C code.

    Only Linux kills on this signal; elsewhere a worker notices the closed connection after its current request.
    """
    # Not on every system.
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)
    if _is_readable(lifeline, 0):  # it was closed before the signal was set up
        os._exit(1)


def _answer(work: Work, request: bytes, seconds: float, most: int) -> bytes:
    """The status byte and the answer; any other status than `+` ends the worker."""
    try:
        limit_cpu(seconds)
        with bounded(seconds, most):
            return b"+" + work(request)
    except OverBudgetError as error:
        ended = WorkFailure.over(error)
    except Exception:  # the parent must get a status, whatever went wrong
        ended = WorkFailure.FAILED
    return bytes(ended.value)


PATIENCE = 10.0


class RestartingWorker:
    """One worker for many requests, replaced when it dies; each answer may take `patience` wall-clock seconds."""

    def __init__(self, work: Work, patience: float = PATIENCE) -> None:
        self.work = work
        self.patience = patience
        self.worker: WorkerProcess | None = None

    def __enter__(self) -> RestartingWorker:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()

    def ask(self, request: bytes) -> bytes | WorkFailure:
        """The answer, or why there is none."""
        if not CAN_FORK:
            return self.in_process(request)
        answer: bytes | WorkFailure = WorkFailure.KILLED
        for _ in range(TRIES):
            if answer is WorkFailure.KILLED:
                answer = self.try_once(request)
        return answer

    def try_once(self, request: bytes) -> bytes | WorkFailure:
        """One try: ask the running worker, or a new one."""
        self.worker = self.worker or WorkerProcess(self.work)
        self.worker.ask(request)
        answer = self.worker.answer() if self.worker.has_answer(self.patience) else WorkFailure.TOO_LONG
        if isinstance(answer, WorkFailure):
            self.end()
        return answer

    def in_process(self, request: bytes) -> bytes | WorkFailure:
        """The answer on systems without fork, computed in this process."""
        try:
            with bounded():
                return self.work(request)
        except OverBudgetError as error:
            return WorkFailure.over(error)

    def end(self) -> None:
        """Kill the worker, if there is one."""
        if self.worker is not None:
            self.worker.end()
            self.worker = None
