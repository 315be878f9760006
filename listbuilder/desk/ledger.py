"""The ledger: one JSON object a line, each with the hash of the line before, so that nothing can change unseen.

Bytes go in, checked lines come out, and the other way round. It knows no files, no clock and no chance. A line holds
text, whole numbers and lists of them, under sorted keys, so that there is one way to write it. `sum` is the line's own
checksum, by which a changed last line is seen too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from listbuilder.desk.codes import short_code
from listbuilder.desk.shapes import line_fault
from listbuilder.errors import EditError
from listbuilder.finding import Finding
from listbuilder.record import record

FIRST = "0" * 64
"""What the first line has as the hash of the line before."""
OWN = ("at", "by", "prev", "seq", "sum", "what")
SUM_DIGITS = 16
LONGEST = 1_000_000


@record
class Line:
    """One thing that happened: its number, when, by whom, what, and its own keys."""

    seq: int
    at: str
    by: str
    what: str
    prev: str
    hash: str
    said: Mapping[str, Any] = field(default_factory=dict)


@record
class Chain:
    """A ledger that was read: its lines, the hash of the last, what is left of a torn one, and everything wrong."""

    lines: tuple[Line, ...] = ()
    head: str = FIRST
    whole: int = 0
    torn: bytes = b""
    findings: tuple[Finding, ...] = ()

    @property
    def code(self) -> str:
        """The head as people read it out."""
        return short_code(bytes.fromhex(self.head))


def next_line(chain: Chain, at: str, by: str, what: str, said: Mapping[str, Any]) -> tuple[bytes, Chain]:
    """One more line at the end of a chain: its bytes, and the chain with it; none that could not be read again."""
    if fault := line_fault(at, what, said):
        raise EditError.of("desk.line", f"The line `{what}` {fault}.", "Look at what you gave; nothing was noted.")
    seq = len(chain.lines) + 1
    data = {**said, "at": at, "by": by, "what": what, "seq": seq, "prev": chain.head}
    assert _plain(data), f"a line of the ledger holds text and whole numbers only: {data}"
    data["sum"] = _sum(_written(data))
    raw = _written(data)
    line = Line(seq=seq, at=at, by=by, what=what, prev=chain.head, hash=hash_of_line(raw), said=dict(said))
    whole = chain.whole + len(raw) + 1
    return raw + b"\n", Chain(lines=(*chain.lines, line), head=line.hash, whole=whole)


def hash_of_line(raw: bytes) -> str:
    """The hash by which the next line knows this one."""
    return hashlib.sha256(raw).hexdigest()


def read_chain(raw: bytes, file: str = "ledger.jsonl") -> Chain:
    """The lines of a ledger; reading ends at the first that is wrong, which is named. A torn last line is set aside."""
    lines: list[Line] = []
    head, at = FIRST, 0
    while at < len(raw):
        end = raw.find(b"\n", at)
        if end < 0:
            return Chain(lines=tuple(lines), head=head, whole=at, torn=raw[at:])
        text = raw[at:end]
        found = _read(text, len(lines) + 1, head)
        if isinstance(found, str):
            wrong = _wrong(found, len(lines) + 1, file, _fork(raw[end + 1 :], text, lines))
            return Chain(lines=tuple(lines), head=head, whole=at, findings=(wrong,))
        lines.append(found)
        head, at = found.hash, end + 1
    return Chain(lines=tuple(lines), head=head, whole=at)


def _read(text: bytes, seq: int, head: str) -> Line | str:
    """A line, or what is wrong with it."""
    if len(text) > LONGEST:
        return "is longer than any line"
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return "is not JSON"
    if not isinstance(data, dict):
        return "is not an object"
    if [key for key in OWN if key not in data] or not all(isinstance(data[key], str) for key in OWN if key != "seq"):
        return "lacks a key that every line has"
    if data["sum"] != _sum(text.replace(f'"sum":"{data["sum"]}",'.encode("utf-8", "surrogatepass"), b"", 1)):
        return "was changed after it was written"
    if _written(data) != text:
        return "is written otherwise than a desk writes"
    if data["prev"] != head:
        return "does not follow from the line before"
    if data["seq"] != seq:
        return f"is not numbered {seq}"
    said = {key: value for key, value in data.items() if key not in OWN}
    if fault := line_fault(data["at"], data["what"], said):
        return fault
    hash = hash_of_line(text)
    return Line(seq=seq, at=data["at"], by=data["by"], what=data["what"], prev=data["prev"], hash=hash, said=said)


def _fork(rest: bytes, text: bytes, lines: Sequence[Line]) -> Line | None:
    """The line that has the same line before it as this one: two desks wrote at once."""
    try:
        prev = json.loads(text).get("prev")
    except (ValueError, AttributeError, RecursionError):
        return None
    return next((line for line in lines if line.prev == prev), None)


def _wrong(what: str, number: int, file: str, other: Line | None) -> Finding:
    if other is not None:
        message = f"Lines {other.seq} and {number} of the ledger both follow line {other.seq - 1}: two desks wrote."
        hint = "Keep the folder of one desk, and enter there again what the other did."
        return Finding(code="desk.fork", message=message, hint=hint, file=file, line=number)
    message = f"Line {number} of the ledger {what}."
    hint = "Take the folder from a backup; receipts and posted seals tell which is right."
    return Finding(code="desk.ledger", message=message, hint=hint, file=file, line=number)


def _written(data: Mapping[str, Any]) -> bytes:
    """The one way to write a line."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _sum(rest: bytes) -> str:
    """The checksum of a line, over everything else in it."""
    return hashlib.sha256(rest).hexdigest()[:SUM_DIGITS]


def _plain(value: Any) -> bool:
    """Whether a value is text, a whole number or a list or mapping of them."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and _plain(one) for key, one in value.items())
    if isinstance(value, list):
        return all(map(_plain, value))
    return isinstance(value, str | int) and not isinstance(value, bool)
