"""Writing files: all or nothing, never through a half-written state."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from listbuilder.errors import DocumentError
from listbuilder.finding import Finding

__all__ = ["write_text"]


def write_text(path: Path, text: str, *, replace: bool = True) -> None:
    """Put `text` into a file, or leave the file as it was and raise DocumentError."""
    target = Path(os.path.realpath(path))
    if target.exists() and not replace:
        raise _refused(path, "exists already", "Choose another name, or say --force.")
    if target.exists() and not target.is_file():
        raise _refused(path, "is not an ordinary file", "Choose another name.")
    try:
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.", suffix=".tmp")
    except OSError as error:
        raise _refused(path, f"can't be written: {error.strerror}", "Check the folder.") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, target)
    except OSError as error:
        os.unlink(name)
        raise _refused(path, f"can't be written: {error.strerror}", "The old content is intact.") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _refused(path: Path, why: str, hint: str) -> DocumentError:
    message = f"{path} {why}."
    return DocumentError(message, (Finding(code="file.write", message=message, hint=hint, file=str(path)),))
