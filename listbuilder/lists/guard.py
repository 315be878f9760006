"""Guard a file while it is edited: one editor at a time, and no write over what somebody else wrote meanwhile."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from listbuilder.files import refused, write_text
from listbuilder.reading.source import read_raw

PATIENCE = 30.0
PAUSE = 0.01


def digest(raw: bytes) -> str:
    """What tells one content of a file from another."""
    return hashlib.sha256(raw).hexdigest()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file, which is on the file itself: nothing is left beside it when the program is killed."""
    try:
        import fcntl
    except ImportError:  # No such locks on this system: `write_unchanged` still notices other writers.
        yield
        return
    until = time.monotonic() + PATIENCE
    while True:
        handle = _open(path)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Whoever had the lock before may have put another file in this one's place.
            if os.path.samestat(path.stat(), os.fstat(handle)):
                break
        except BlockingIOError:
            time.sleep(PAUSE)
        except OSError as error:
            os.close(handle)
            raise refused(path, f"can't be locked for editing: {error.strerror}", "Check the folder.") from error
        os.close(handle)
        if time.monotonic() > until:
            raise refused(path, "is being edited by another program", "Try again when that has finished.")
    try:
        yield
    finally:
        os.close(handle)


def _open(path: Path) -> int:
    # A lock on a network disk needs a file that is open for writing; O_NONBLOCK keeps a fifo from holding us up.
    try:
        return os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except PermissionError as error:
        raise refused(path, "is read-only", "Make a copy of your own, or change its permissions.") from error
    except OSError as error:
        raise refused(path, f"can't be edited: {error.strerror}", "Check its name and folder.") from error


def write_unchanged(path: Path, text: str, before: str) -> None:
    """Write a file whose content still has the digest `before`; otherwise leave it and say so."""
    if digest(read_raw(path)) != before:
        raise refused(path, "has changed on disk since it was read", "Look at the new content and try again.")
    write_text(path, text, replace=True)
