"""Writing the ledger: one writer at a time, files before lines, all lines of a step in one write that reaches the disk.

What a killed run left of a line is set aside, and work goes on. A full disk leaves the ledger as it was.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from listbuilder.desk.ledger import Chain, next_line, read_chain
from listbuilder.desk.reasons import new_reason, write_reason
from listbuilder.errors import DocumentError
from listbuilder.files import append_bytes, open_alone, take_lock, write_bytes

PATIENCE = 10.0
PAUSE = 0.02
BY = "desk"


def stamp_of(now: datetime) -> str:
    """A moment as the ledger has it."""
    return now.isoformat(timespec="seconds")


def read_ledger(path: Path) -> Chain:
    """The chain in a file; DocumentError where it can't be read."""
    try:
        found = read_chain(path.read_bytes(), str(path))
    except OSError as error:
        message = f"{path} can't be read: {error.strerror}."
        raise DocumentError.of("desk.ledger", message, "Name the folder of an event.", file=str(path)) from error
    if not found.lines and not found.findings:
        message = f"{path} has no line, not even the one that opens the event."
        raise DocumentError.of("desk.ledger", message, "Take the folder from a backup.", file=str(path))
    return found


class Pen:
    """Writes lines at the end of a ledger; they are kept until `write` puts all of them there at once."""

    def __init__(self, path: Path, chain: Chain, now: datetime) -> None:
        self.path = path
        self.chain = chain
        self.now = now
        self.waiting = b""
        self.reasons: dict[str, str] = {}
        self.wrote = False

    def note(self, what: str, **said: Any) -> int:
        """One more line; its number. A reason under `why` goes into a file, for it may name somebody."""
        if said.get("why"):
            said["why"], text = new_reason(said["why"])
            self.reasons[said["why"]] = text
        raw, self.chain = next_line(self.chain, stamp_of(self.now), BY, what, said)
        self.waiting += raw
        return len(self.chain.lines)

    def write(self) -> None:
        """Put the lines into the file, all of them or none."""
        if not self.waiting:
            return
        for id, text in self.reasons.items():
            write_reason(self.path.parent, id, text)
        self.reasons.clear()
        whole = self.chain.whole - len(self.waiting)
        self._set_aside(whole)
        append_bytes(self.path, self.waiting, after=whole)
        self.waiting = b""
        self.wrote = True

    def _set_aside(self, whole: int) -> None:
        """Keep a torn line in a file of its own before it is written over."""
        if self.path.exists() and self.path.stat().st_size > whole:
            torn = self.path.read_bytes()[whole:]
            aside = self.path.with_suffix(".torn")
            before = aside.read_bytes() if aside.exists() else b""
            write_bytes(aside, before + torn + b"\n", replace=True, private=True)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Be the only one who writes: the lock says which machine and process has it."""
    handle = open_alone(path)
    try:
        until = time.monotonic() + PATIENCE
        while not take_lock(handle):
            if time.monotonic() > until:
                who = os.pread(handle, 200, 0).decode("utf-8", "replace").strip() or "somebody"
                raise DocumentError.of("desk.busy", f"Another desk is writing ({who}).", "Wait, and try again.")
            time.sleep(PAUSE)
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{platform.node()}, process {os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)
