"""Guard a file while it is edited: one editor at a time, and no write over what somebody else wrote meanwhile."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from listbuilder.errors import DocumentError
from listbuilder.files import write_text
from listbuilder.finding import Finding

__all__ = ["digest", "locked", "write_unchanged"]


def digest(raw: bytes) -> str:
    """What tells one content of a file from another."""
    return hashlib.sha256(raw).hexdigest()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file: a file beside it that is there only while somebody edits."""
    try:
        import fcntl
    except ImportError:  # No such locks on this system: `write_unchanged` still notices other writers.
        yield
        return
    target = Path(os.path.realpath(path))
    side = target.with_name(f".{target.name}.lock")
    while True:
        try:
            handle = os.open(side, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        except OSError as error:
            raise refused(path, f"can't be locked for editing: {error.strerror}", "Check the folder.") from error
        fcntl.flock(handle, fcntl.LOCK_EX)
        if still_there(side, handle):
            break
        os.close(handle)
    try:
        yield
    finally:
        os.unlink(side)
        os.close(handle)


def still_there(side: Path, handle: int) -> bool:
    """Whether the lock that was taken is the one others would take, and not one that was just removed."""
    try:
        return os.path.samestat(side.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def write_unchanged(path: Path, text: str, before: str) -> None:
    """Write a file whose content still has the digest `before`; otherwise leave it and say so."""
    if digest(path.read_bytes()) != before:
        raise refused(path, "has changed on disk since it was read", "Look at the new content and try again.")
    write_text(path, text)


def refused(path: Path, why: str, hint: str) -> DocumentError:
    """The error for a file that is left alone."""
    message = f"{path} {why}."
    return DocumentError(message, (Finding(code="file.write", message=message, hint=hint, file=str(path)),))
