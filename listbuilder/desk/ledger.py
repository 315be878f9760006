"""The ledger: one JSON object a line, each with the hash of the line before, so that no change goes unnoticed.

`read_chain` and `next_line` turn bytes into checked lines and back; `LedgerWriter` appends lines to the file: one
writer at a time, files before lines, all lines of a step in one write that reaches the disk. A line holds text, whole
numbers and lists of them under sorted keys, so there is one way to write it. `sum` is the line's own checksum: it
reveals a change to the last line, whose hash no other line has.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import secrets
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, BinaryIO

from listbuilder.base.errors import DocumentError, EditError
from listbuilder.base.findings import Finding
from listbuilder.base.records import record, replace
from listbuilder.catalogue.event_pack import moment
from listbuilder.desk.ledger_kinds import LedgerEntry, LedgerLine, Undone, parse_entry
from listbuilder.desk.seal import short_code
from listbuilder.storage.files import append_bytes, make_folder, open_private, try_lock, write_bytes, write_text

# Reasons in the organiser's own words, which may name people: each is in a file of its own that `forget` can delete.
# The ledger has a salted hash of it, so that nobody can change a reason unnoticed or guess one.


REASONS = "reasons"
REASON_DOMAIN = b"listbuilder reason 1"
REASON_ID = re.compile("[0-9a-f]{64}")


def new_reason(words: str) -> tuple[str, str]:
    """The hash of a reason for the ledger, and the text of its file."""
    text = f"{secrets.token_hex(16)}\n{words}\n"
    return _reason_hash(text), text


def write_reason(root: Path, id: str, text: str) -> None:
    """Write a reason to its file."""
    make_folder(root / REASONS)
    write_text(reason_file(root, id), text, replace=True, private=True)


def reason_file(root: Path, id: str) -> Path:
    """The file of a reason."""
    return root / REASONS / f"{id}.txt"


def read_reason(root: Path, reason: str) -> str:
    """The words of a reason; empty if they were deleted or changed. Old ledgers contain the words themselves."""
    if not REASON_ID.fullmatch(reason):
        return reason
    text = _reason_text(root, reason)
    return text.partition("\n")[2].rstrip("\n") if _reason_hash(text) == reason else ""


def is_changed(root: Path, reason: str) -> bool:
    """Whether the file of a reason exists and is not what the ledger recorded."""
    text = _reason_text(root, reason) if REASON_ID.fullmatch(reason) else ""
    return bool(text) and _reason_hash(text) != reason


def lines_about(lines: Iterable[LedgerLine], ids: Iterable[str]) -> Iterator[LedgerLine]:
    """The lines with a reason that name one of these lists or players, or undo a line that does."""
    every = list(lines)
    naming = lines_naming(every, ids)
    yield from (line for line in every if line.entry.reason and line.seq in naming)


def lines_naming(lines: Sequence[LedgerLine], ids: Iterable[str]) -> set[int]:
    """The numbers of the lines that name one of these lists or players, and of those that undo such a line."""
    wanted = set(ids)
    naming = {line.seq for line in lines if wanted & set(_strings_in(line.entry.data))}
    return naming | {one.seq for one in lines if isinstance(one.entry, Undone) and one.entry.line in naming}


def lines_with_words(lines: Iterable[LedgerLine]) -> list[int]:
    """The lines of an old ledger that contain a reason itself, which can't be deleted."""
    return [line.seq for line in lines if not REASON_ID.fullmatch(line.entry.reason)]


def delete_reasons(root: Path, lines: Iterable[LedgerLine], words: Iterable[str]) -> list[str]:
    """Delete the reasons of some lines, and all that contain one of the words; the deleted files."""
    ids = {line.entry.reason for line in lines}
    named = [word.casefold() for word in words if word]
    folder, gone = root / REASONS, []
    for path in sorted(folder.glob("*.txt")) if folder.is_dir() else ():
        text = path.read_text("utf-8", "replace").casefold()
        if path.stem in ids or any(word in text for word in named):
            path.unlink()
            gone.append(f"{REASONS}/{path.name}")
    return gone


def _reason_text(root: Path, id: str) -> str:
    path = reason_file(root, id)
    return path.read_text("utf-8", "replace") if path.is_file() else ""


def _reason_hash(text: str) -> str:
    return hashlib.sha256(REASON_DOMAIN + text.encode("utf-8", "surrogatepass")).hexdigest()


def _strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _strings_in(one)


FIRST = "0" * 64
"""The previous hash of the first line."""
COMMON = ("at", "by", "prev", "seq", "sum", "what")
CHECKSUM_DIGITS = 16
LONGEST = 1_000_000
LOCK_TIMEOUT, LOCK_PAUSE = 10.0, 0.02
BY = "desk"


@record
class Chain:
    """A ledger as it was read: its lines, the hash of the last, the rest of a torn line, and what is wrong.

    `whole` is how many bytes the complete lines take, `last` how many of them the last one takes.
    """

    lines: tuple[LedgerLine, ...] = ()
    head: str = FIRST
    whole: int = 0
    last: int = 0
    torn: bytes = b""
    findings: tuple[Finding, ...] = ()

    @property
    def code(self) -> str:
        """The head as a short code for people."""
        return short_code(bytes.fromhex(self.head))


def next_line(chain: Chain, at: str, by: str, entry: LedgerEntry) -> tuple[bytes, Chain]:
    """Append an entry to a chain: the bytes of its line, and the new chain. EditError if it could not be read back."""
    own = entry.data
    if fault := _time_fault(at) or entry.fault(own):
        message = f"The line `{entry.what}` {fault}."
        raise EditError.of("desk.line", message, "Check your input; nothing was recorded.")
    seq = len(chain.lines) + 1
    data = {**own, "at": at, "by": by, "what": entry.what, "seq": seq, "prev": chain.head}
    data["sum"] = _checksum(_serialise(data))
    raw = _serialise(data)
    line = LedgerLine(seq=seq, at=at, by=by, prev=chain.head, hash=_hash(raw), entry=entry)
    last = len(raw) + 1
    return raw + b"\n", Chain(lines=(*chain.lines, line), head=line.hash, whole=chain.whole + last, last=last)


def read_chain(raw: bytes, file: str = "ledger.jsonl", known: Chain | None = None) -> Chain:
    """Parse a ledger, or what comes after the complete lines of a known one.

    Reading stops at the first bad line, which becomes a finding; a torn last line is set aside.
    """
    before = known or Chain()
    lines, head, last = list(before.lines), before.head, before.last
    at, torn = 0, b""
    wrong: tuple[Finding, ...] = ()
    while at < len(raw):
        end = raw.find(b"\n", at)
        if end < 0:
            torn = raw[at:]
            break
        text = raw[at:end]
        found = _parse(text, len(lines) + 1, head)
        if isinstance(found, str):
            wrong = (_finding(found, len(lines) + 1, file, _fork(text, lines)),)
            break
        lines.append(found)
        head, last, at = found.hash, end + 1 - at, end + 1
    return Chain(lines=tuple(lines), head=head, whole=before.whole + at, last=last, torn=torn, findings=wrong)


def _parse(text: bytes, seq: int, head: str) -> LedgerLine | str:
    """A line, or what is wrong with it as the end of a sentence."""
    if len(text) > LONGEST:
        return "is too long"
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return "is not JSON"
    if not isinstance(data, dict):
        return "is not an object"
    if not all(isinstance(data.get(key), str) for key in COMMON if key != "seq") or "seq" not in data:
        return "lacks a key that every line has"
    # The checksum covers everything else, so it is cut out of the text before hashing.
    if data["sum"] != _checksum(text.replace(f'"sum":"{data["sum"]}",'.encode("utf-8", "surrogatepass"), b"", 1)):
        return "was changed after it was written"
    # One way to write a line: otherwise two different lines could have the same content.
    if _serialise(data) != text:
        return "is not formatted as a desk writes it"
    if data["prev"] != head:
        return "does not follow from the line before"
    if data["seq"] != seq:
        return f"is not numbered {seq}"
    own = {key: value for key, value in data.items() if key not in COMMON}
    entry = _time_fault(data["at"]) or parse_entry(data["what"], own)
    if isinstance(entry, str):
        return entry
    return LedgerLine(seq=seq, at=data["at"], by=data["by"], prev=data["prev"], hash=_hash(text), entry=entry)


def _time_fault(at: str) -> str:
    try:
        moment(at)
    except ValueError:
        return "has no valid time under `at`"
    return ""


def _fork(text: bytes, lines: Sequence[LedgerLine]) -> LedgerLine | None:
    """The line that follows the same line as this one: two desks wrote at once."""
    try:
        prev = json.loads(text).get("prev")
    except (ValueError, AttributeError, RecursionError):
        return None
    return next((line for line in lines if line.prev == prev), None)


def _finding(fault: str, number: int, file: str, other: LedgerLine | None) -> Finding:
    if other is not None:
        message = f"Lines {other.seq} and {number} of the ledger both follow line {other.seq - 1}: two desks wrote."
        hint = "Keep one desk's folder and enter what the other did there again."
        return Finding(code="desk.fork", message=message, hint=hint, file=file, line=number)
    message = f"Line {number} of the ledger {fault}."
    hint = "Restore the folder from a backup; receipts and posted seals show which copy is right."
    return Finding(code="desk.ledger", message=message, hint=hint, file=file, line=number)


def _serialise(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _hash(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def _checksum(raw: bytes) -> str:
    return _hash(raw)[:CHECKSUM_DIGITS]


def read_ledger(path: Path, known: Chain | None = None) -> Chain:
    """The chain in a file; DocumentError if the file can't be read or is empty.

    Reading goes on after a known chain if its last line is still where it was: every line has the hash of the one
    before, so a ledger that was cut or rewritten ends differently. `event check` reads everything.
    """
    try:
        with path.open("rb") as stream:
            if known is not None and _has_last_line(stream, known):
                return read_chain(stream.read(), str(path), known)
            stream.seek(0)
            found = read_chain(stream.read(), str(path))
    except OSError as error:
        message = f"{path} can't be read: {error.strerror}."
        raise DocumentError.of("desk.ledger", message, "Name the folder of an event.", file=str(path)) from error
    if not found.lines and not found.findings:
        message = f"{path} has no lines, not even the one that opens the event."
        raise DocumentError.of("desk.ledger", message, "Restore the folder from a backup.", file=str(path))
    return found


def _has_last_line(stream: BinaryIO, known: Chain) -> bool:
    """Whether a file has the last line of a chain at its place; the stream then stands behind it."""
    if not known.lines or known.findings:
        return False
    stream.seek(known.whole - known.last)
    return _hash(stream.read(known.last).removesuffix(b"\n")) == known.head


class LedgerWriter:
    """Appends lines to a ledger. They are buffered until `flush` writes all of them at once."""

    def __init__(self, path: Path, chain: Chain, now: datetime) -> None:
        self.path = path
        self.chain = chain
        self.now = now
        self.wrote = False
        self._buffer = b""
        self._reasons: dict[str, str] = {}

    def append(self, entry: LedgerEntry, by: str = BY) -> int:
        """Add one line; its number. `by` is the desk, or the id of a player who did it with the personal link.

        A reason goes into a file of its own because it may name people.
        """
        if entry.reason:
            id, text = new_reason(entry.reason)
            self._reasons[id] = text
            entry = replace(entry, why=id)
        raw, self.chain = next_line(self.chain, self.now.isoformat(timespec="seconds"), by, entry)
        self._buffer += raw
        return len(self.chain.lines)

    def flush(self) -> None:
        """Write the buffered lines, all of them or none: a full disk leaves the ledger as it was."""
        if not self._buffer:
            return
        # Files before lines: a line must never name a file that does not exist.
        for id, text in self._reasons.items():
            write_reason(self.path.parent, id, text)
        self._reasons.clear()
        whole = self.chain.whole - len(self._buffer)
        self._save_torn(whole)
        append_bytes(self.path, self._buffer, after=whole)
        self._buffer = b""
        self.wrote = True

    def _save_torn(self, whole: int) -> None:
        """Copy what a killed run left of a line into another file before it is overwritten."""
        if self.path.exists() and self.path.stat().st_size > whole:
            torn = self.path.read_bytes()[whole:]
            aside = self.path.with_suffix(".torn")
            before = aside.read_bytes() if aside.exists() else b""
            write_bytes(aside, before + torn + b"\n", replace=True, private=True)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of an event's folder; the file says which machine and process has it."""
    handle = open_private(path)
    try:
        until = time.monotonic() + LOCK_TIMEOUT
        # Polling, because waiting in the kernel can't time out.
        while not try_lock(handle):
            if time.monotonic() > until:
                who = os.pread(handle, 200, 0).decode("utf-8", "replace").strip() or "unknown process"
                raise DocumentError.of("desk.busy", f"Another desk is writing ({who}).", "Wait, then try again.")
            time.sleep(LOCK_PAUSE)
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{platform.node()}, process {os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)
