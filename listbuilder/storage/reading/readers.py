"""The readers: bytes, text or a path go in, a `Document` comes out; all that is wrong becomes a `DocumentError`.

Text is UTF-8, with or without a byte order mark; its line ends become `\\n`.
"""

from __future__ import annotations

import os
import pathlib
import re
import stat
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from listbuilder.base.characters import find_forbidden
from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding
from listbuilder.storage.reading.document import LIST_LIMITS, Builder, Document, Limits, refuse, refuse_one

if TYPE_CHECKING:
    from yaml.events import Event


MAX_FINDINGS = 20

_SAVE_AS_UTF8 = "Save the file as UTF-8 in your editor."
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_OTHER_FILES = {
    b"%PDF-": "a PDF",
    b"PK\x03\x04": "a ZIP archive",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\x1f\x8b": "a compressed file",
}


def decode(raw: bytes, file: str | None) -> str:
    """The bytes as text."""
    for start, kind in _OTHER_FILES.items():
        if raw.startswith(start):
            message = f"the file is {kind}, not text"
            raise refuse_one("file.encoding", message, "Give the YAML or JSON file instead.", file, 1)
    if raw.startswith(_UTF16_MARKS):
        raise refuse_one("file.encoding", "the file is saved as UTF-16, not UTF-8", _SAVE_AS_UTF8, file, 1)
    if b"\x00" in raw:
        raise _nul_error(raw, file)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = _line_at(raw, error.start)
        message = f"line {line} has a letter (byte 0x{raw[error.start]:02X}) that is not saved as UTF-8"
        raise refuse_one("file.encoding", message, _SAVE_AS_UTF8, file, line) from error


def clean_text(text: str, file: str | None) -> str:
    """The text with `\\n` as its only line end, when it holds no hidden or control character, not even in a comment."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    problems = islice(find_forbidden(text), MAX_FINDINGS)
    findings = [
        Finding(
            code=problem.code,
            message=problem.message,
            hint=problem.hint,
            file=file,
            line=text.count("\n", 0, place) + 1,
        )
        for place, problem in problems
    ]
    if findings:
        raise refuse(findings)
    return text


def _nul_error(raw: bytes, file: str | None) -> DocumentError:
    # UTF-16 without a mark has a NUL in nearly every second byte of Latin text.
    start = raw[:400]
    if start.count(0) * 3 > len(start):
        return refuse_one("file.encoding", "the file looks like UTF-16, not UTF-8", _SAVE_AS_UTF8, file, 1)
    line = _line_at(raw, raw.index(0))
    return refuse_one("file.encoding", f"line {line} has a NUL byte, so this is not a text", _SAVE_AS_UTF8, file, line)


def _line_at(raw: bytes, place: int) -> int:
    before = raw[:place].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return before.count(b"\n") + 1


# Files and texts


STDIN = "<stdin>"

_LOOKS_LIKE_JSON = re.compile(r'[ \t\n]*\{[ \t\n]*["}]')
# Without O_NONBLOCK, opening a fifo that was swapped in after the check would wait for ever.
_OPEN_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Parsed(NamedTuple):
    """A list file that was read; `events` are those of the YAML parser, in order, and none where the file is JSON."""

    document: Document
    events: list[Event] | None


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


def read_parsed(raw: bytes, *, file: str | None = None) -> Parsed:
    """Read a whole list file as `read_bytes` does, and keep what tells where its nodes are."""
    _check_size(len(raw), file, LIST_LIMITS)
    text = clean_text(decode(raw, file), file)
    document = _read_if_json(text, file, LIST_LIMITS)
    if document is not None:
        return Parsed(document, None)
    events: list[Event] = []
    return Parsed(_read_yaml(text, file, LIST_LIMITS, events), events)


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
    return _read_if_json(text, file, limits) or _read_yaml(text, file, limits)


def _read_if_json(text: str, file: str | None, limits: Limits) -> Document | None:
    """The document of a text that is JSON; None for one that may be YAML."""
    if file is not None and file.lower().endswith(".json"):
        return _read_json(text, file, limits)
    if _LOOKS_LIKE_JSON.match(text):
        try:
            return _read_json(text, file, limits)
        except DocumentError as error:
            # YAML reads more than JSON, but must not let through what a rule of ours refused.
            if any(finding.code != "file.syntax" for finding in error.findings):
                raise
    return None


def _read_json(text: str, file: str | None, limits: Limits) -> Document:
    from listbuilder.storage.reading.json_reader import read_json

    build = Builder(file, limits)
    read_json(text, build)
    return build.finish()


def _read_yaml(text: str, file: str | None, limits: Limits, events: list[Event] | None = None) -> Document:
    from listbuilder.storage.reading.yaml_reader import read_yaml

    build = Builder(file, limits)
    read_yaml(text, build, events)
    return build.finish()
