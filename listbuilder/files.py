"""Writing files: all or nothing, never through a half-written state."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from listbuilder.errors import DocumentError
from listbuilder.finding import Finding

__all__ = ["write_bytes", "write_text"]


def write_text(path: Path, text: str, *, replace: bool = True) -> None:
    """Put `text` into a file, or leave the file as it was and raise DocumentError."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise _refused(path, "can't hold that text: it is not valid Unicode", "Check the names in it.") from error
    write_bytes(path, data, replace=replace)


def write_bytes(path: Path, data: bytes, *, replace: bool = True) -> None:
    """Put bytes into a file, or leave the file as it was and raise DocumentError."""
    try:
        _write(Path(os.path.realpath(path)), path, data, replace)
    except OSError as error:
        raise _refused(path, f"can't be written: {error.strerror}", "What was there before is intact.") from error


def _write(target: Path, shown: Path, data: bytes, replace: bool) -> None:
    if target.exists() and not replace:
        raise _refused(shown, "exists already", "Choose another name, or say --force.")
    if target.exists() and not target.is_file():
        raise _refused(shown, "is not an ordinary file", "Choose another name.")
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, target)
    except OSError:
        os.unlink(name)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _refused(path: Path, why: str, hint: str) -> DocumentError:
    message = f"{path} {why}."
    return DocumentError(message, (Finding(code="file.write", message=message, hint=hint, file=str(path)),))
