"""From bytes to text: bytes go in, clean text comes out, or a `DocumentError` that says how to save the file.

Text is UTF-8, with or without a byte order mark; its line ends become `\\n`.
"""

from __future__ import annotations

from itertools import islice

from listbuilder.errors import DocumentError
from listbuilder.finding import Finding
from listbuilder.reading.characters import find_forbidden
from listbuilder.reading.refusal import refuse, refuse_one

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
