"""The readers: bytes, text or a path go in, a `Document` comes out; all that is wrong becomes a `DocumentError`.

Each format is imported when first met, so that reading JSON does not need PyYAML.
"""

from __future__ import annotations

import os
import pathlib
import re
import stat
from typing import BinaryIO

from listbuilder.errors import DocumentError
from listbuilder.reading.builder import Builder
from listbuilder.reading.decoding import clean_text, decode
from listbuilder.reading.document import LIST_LIMITS, Document, Limits
from listbuilder.reading.refusal import refuse_one

STDIN = "<stdin>"

_LOOKS_LIKE_JSON = re.compile(r'[ \t\n]*\{[ \t\n]*["}]')
# Without O_NONBLOCK, opening a fifo that was swapped in after the check would wait for ever.
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def read_bytes(raw: bytes, *, file: str | None = None, limits: Limits = LIST_LIMITS) -> Document:
    """Read a whole YAML or JSON file."""
    _check_size(len(raw), file, limits)
    return _read_clean(clean_text(decode(raw, file), file), file, limits)


def read_text(text: str, *, file: str | None = None, limits: Limits = LIST_LIMITS) -> Document:
    """Read YAML or JSON that is already text."""
    _check_size(len(text), file, limits)
    clean = clean_text(text, file)
    _check_size(len(clean.encode()), file, limits)
    return _read_clean(clean, file, limits)


def read_file(path: pathlib.Path, *, limits: Limits = LIST_LIMITS) -> Document:
    """Read a YAML or JSON file from disk; folders, pipes and devices are refused."""
    return read_bytes(read_raw(path, limits=limits), file=str(path), limits=limits)


def read_stream(stream: BinaryIO | None, *, limits: Limits = LIST_LIMITS) -> bytes:
    """What a stream holds, one byte more than the limit at most, so that it may be endless."""
    if stream is None:
        raise refuse_one("file.unreadable", "stdin is closed", "Name a file, or send a list.", STDIN)
    try:
        return stream.read(limits.bytes + 1)
    except OSError as error:
        message = f"stdin can't be read: {error.strerror}"
        raise refuse_one("file.unreadable", message, "Name a file, or send a list.", STDIN) from error


def read_raw(path: pathlib.Path, *, limits: Limits = LIST_LIMITS) -> bytes:
    """The bytes of a file, one more than the limit at most; folders, pipes and devices are refused."""
    file = str(path)
    try:
        raw = _read_regular(path, limits.bytes + 1)
    except FileNotFoundError as error:
        raise refuse_one("file.missing", "there is no such file", "Check its name and folder.", file) from error
    except IsADirectoryError as error:
        raise refuse_one("file.not-a-file", "this is a folder", "Give a file in it instead.", file) from error
    except PermissionError as error:
        message = "you are not allowed to read this file"
        raise refuse_one("file.unreadable", message, "Change its permissions, or copy it.", file) from error
    # ValueError: a NUL in the path.
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is not a possible file name"
        message = f"the file can't be read: {reason}"
        raise refuse_one("file.unreadable", message, "Check the path and the disk.", file) from error
    if raw is None:
        message = "this is a pipe or a device, not a file"
        raise refuse_one("file.not-a-file", message, "Give an ordinary file.", file)
    return raw


def _read_regular(path: pathlib.Path, size: int) -> bytes | None:
    """The first `size` bytes of a regular file, or None when it is something else."""
    if not _is_regular(path.stat().st_mode):
        return None
    with open(os.open(path, _OPEN_FLAGS), "rb") as stream:
        about = os.fstat(stream.fileno())
        if not _is_regular(about.st_mode):
            return None
        # To ask for the most that is allowed takes twice as long: the system makes room for all of it.
        found = stream.read(min(size, about.st_size + 1))
        return found if len(found) <= about.st_size else found + stream.read(size - len(found))


def _is_regular(mode: int) -> bool:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError
    return stat.S_ISREG(mode)


def _check_size(size: int, file: str | None, limits: Limits) -> None:
    if size > limits.bytes:
        message = f"the file is larger than {limits.bytes // 1024} kB"
        raise refuse_one("file.too-large", message, "Split it, or remove what isn't needed.", file)


def _read_clean(text: str, file: str | None, limits: Limits) -> Document:
    if file is not None and file.lower().endswith(".json"):
        return _read_json(text, file, limits)
    if _LOOKS_LIKE_JSON.match(text):
        try:
            return _read_json(text, file, limits)
        except DocumentError as error:
            # YAML reads more than JSON, but must not let through what a rule of ours refused.
            if any(finding.code != "file.syntax" for finding in error.findings):
                raise
    return _read_yaml(text, file, limits)


def _read_json(text: str, file: str | None, limits: Limits) -> Document:
    from listbuilder.reading.json_reader import read_json

    build = Builder(file, limits)
    read_json(text, build)
    return build.finish()


def _read_yaml(text: str, file: str | None, limits: Limits) -> Document:
    from listbuilder.reading.yaml_reader import read_yaml

    build = Builder(file, limits)
    read_yaml(text, build)
    return build.finish()
