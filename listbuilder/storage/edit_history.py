"""Edit a file safely: one editor at a time, no write over what something else wrote, the last edits kept for undo."""

from __future__ import annotations

import hashlib
import json
import os
import time
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from listbuilder.base.errors import EditError, ListbuilderError
from listbuilder.storage.cache import LARGEST, read_private
from listbuilder.storage.files import write_bytes, write_error, write_text
from listbuilder.storage.reading import LIST_LIMITS, read_raw

# Seconds to wait for another editor, and between two tries.
PATIENCE = 30.0
PAUSE = 0.01


def digest(raw: bytes) -> str:
    """What tells one content of a file from another."""
    return hashlib.sha256(raw).hexdigest()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file. It is on the file itself, so a killed program leaves no lock file behind."""
    try:
        import fcntl
    except ImportError:
        # No such locks on this system: `write_unchanged` still notices other writers.
        yield
        return
    until = time.monotonic() + PATIENCE
    while True:
        handle = _open(path)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The process that held the lock may have replaced the file: then this lock is on a file without a name.
            if os.path.samestat(path.stat(), os.fstat(handle)):
                break
        except BlockingIOError:
            time.sleep(PAUSE)
        except OSError as error:
            os.close(handle)
            raise write_error(path, f"can't be locked for editing: {error.strerror}", "Check the folder.") from error
        os.close(handle)
        if time.monotonic() > until:
            raise write_error(path, "is being edited by another program", "Try again when that has finished.")
    try:
        yield
    finally:
        os.close(handle)


def _open(path: Path) -> int:
    # A lock on a network disk needs a file that is open for writing; O_NONBLOCK: opening a fifo must not block.
    try:
        return os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except PermissionError as error:
        raise write_error(path, "is read-only", "Make a copy of your own, or change its permissions.") from error
    except OSError as error:
        raise write_error(path, f"can't be edited: {error.strerror}", "Check its name and folder.") from error


def write_unchanged(path: Path, text: str, before: str) -> None:
    """Write a file whose content still has the digest `before`; otherwise leave it and say so."""
    if digest(read_raw(path)) != before:
        raise write_error(path, "has changed on disk since it was read", "Look at the new content and try again.")
    write_text(path, text, replace=True)


# The last edits of list files, kept in the user's state folder for undo and redo.


# Steps and packed bytes for each direction of one file, and records in all.
MOST_STEPS, MOST_BYTES, MOST_FILES = 100, 1_000_000, 300


class HistoryStep(NamedTuple):
    """One undo or redo: the content that it restores, and the digest of the content that it may replace."""

    content: bytes
    expects: str


class History(NamedTuple):
    """The steps to undo and to redo, the nearest last."""

    back: tuple[HistoryStep, ...] = ()
    forward: tuple[HistoryStep, ...] = ()


class HistoryPosition(NamedTuple):
    """How many of the recorded steps, counted from the farthest, apply while the file has the content `holds`."""

    holds: str
    back: int
    forward: int


class HistoryRecord(NamedTuple):
    """All recorded steps, and two positions: a kill may leave the file as before the last edit or as after it."""

    steps: History = History()
    stands: tuple[HistoryPosition, ...] = ()

    def at(self, now: str) -> History | None:
        """The steps of a file whose digest is `now`; None if no recorded edit left it like that."""
        found = (one for one in self.stands if one.holds == now)
        return next((self.open(one) for one in found), None)

    def open(self, stand: HistoryPosition) -> History:
        """The steps at one position."""
        return History(self.steps.back[: stand.back], self.steps.forward[: stand.forward])


class UndoResult(NamedTuple):
    """The content before and after, and how many more steps there are in each direction."""

    before: bytes
    after: bytes
    back: int
    forward: int


def record_edit(path: Path, before: bytes, after: bytes) -> bool:
    """Record an edit that is about to be written; returns whether that worked. Without a record the edit goes ahead."""
    known = history_at(load_record(path), digest(before))
    # A new edit ends redo: its steps would restore content from before this edit.
    made = History((*known.back, HistoryStep(before, digest(after))))
    try:
        save_record(path, (before, known), (after, made))
    except (OSError, ListbuilderError):
        # The older record stays. It does not fit the new content, so undo will refuse it.
        return False
    return True


def undo_redo(path: Path, times: int, *, back: bool, force: bool) -> UndoResult:
    """Undo or redo the last `times` edits: all of them or none.

    If the record can't be saved nothing is done, since the present content could not be restored.
    """
    read_raw(path)
    with locked(path):
        raw = read_raw(path)
        # A record holds no content over the limits of a list, so this one could not be restored.
        if len(raw) > LIST_LIMITS.bytes:
            raise EditError.of("edit.undo", f"{path} is larger than any list.", "Put it out of the way first.")
        known = history_at(load_record(path), digest(raw), force=force)
        way, other = (known.back, known.forward) if back else (known.forward, known.back)
        if len(way) < times:
            raise too_few_error(path, len(way), back)
        now = raw
        for step in reversed(way[-times:]):
            # Asked of every step: the content in between must be what our own edits left.
            if step.expects != digest(now) and not force:
                raise changed_error(path, back)
            now, other = step.content, (*other, HistoryStep(now, digest(step.content)))
        try:
            text = now.decode()
        except UnicodeDecodeError as error:
            raise EditError.of("edit.undo", f"What was in {path} was not text.", "It is not brought back.") from error
        rest = way[:-times]
        made = History(rest, other) if back else History(other, rest)
        # The record goes first: killed in between, the file still has the content of one of its two positions.
        save_record(path, (raw, known), (now, made))
        write_unchanged(path, text, digest(raw))
    return UndoResult(raw, now, len(made.back), len(made.forward))


def history_at(known: HistoryRecord, now: str, *, force: bool = False) -> History:
    """The history of a file whose digest is `now`. Content of an older step means that edits were reverted by hand."""
    found = known.at(now)
    if found is not None:
        return found
    if not known.stands:
        return History()
    last = known.open(known.stands[-1])
    reverted = (at for at, step in reversed(list(enumerate(last.back))) if digest(step.content) == now)
    at = None if force else next(reverted, None)
    return last if at is None else History(last.back[:at])


def state_folder(sort: str) -> Path:
    """The folder for one sort of records in the user's state folder."""
    base = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(base) / "listbuilder" / sort


def record_path(path: Path, sort: str = "undo") -> Path:
    """The path of the record of a file."""
    return state_folder(sort) / f"{digest(os.path.realpath(path).encode('utf-8', 'surrogateescape'))[:32]}.json"


def load_record(path: Path) -> HistoryRecord:
    """The record of a file; an empty one if there is none or it can't be read."""
    try:
        data = json.loads(read_private(record_path(path), LARGEST) or b"")
        back, forward = (
            tuple(HistoryStep(decompress(one[0]), str(one[1])) for one in data[key]) for key in ("back", "forward")
        )
        stands = tuple(HistoryPosition(str(holds), int(behind), int(ahead)) for holds, behind, ahead in data["stands"])
    except (OSError, ValueError, KeyError, IndexError, TypeError, zlib.error):
        return HistoryRecord()
    return HistoryRecord(History(back, forward), stands)


def save_record(path: Path, *sides: tuple[bytes, History]) -> None:
    """Save the histories of a file before and after an edit. In each direction the shorter is a prefix of the longer.

    The oldest edits are dropped if there are too many.
    """
    ways = {way: max((getattr(known, way) for _, known in sides), key=len) for way in ("back", "forward")}
    kept = {
        way: newest_steps([[compress(step.content), step.expects] for step in steps]) for way, steps in ways.items()
    }
    gone = {way: len(ways[way]) - len(kept[way]) for way in ways}
    # If an edit restores what the edit before it changed, both positions have one content, and the later one counts.
    stands = {
        digest(content): [max(0, len(getattr(known, way)) - gone[way]) for way in ("back", "forward")]
        for content, known in sides
    }
    data = {"path": os.path.realpath(path), **kept, "stands": [[holds, *ahead] for holds, ahead in stands.items()]}
    record = record_path(path)
    record.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not record.exists():
        remove_oldest(record.parent)
    write_bytes(record, json.dumps(data).encode(), replace=True)


def newest_steps(steps: list[list[str]]) -> list[list[str]]:
    """The newest steps within the limits."""
    kept: list[list[str]] = []
    size = 0
    for step in reversed(steps[-MOST_STEPS:]):
        size += len(step[0])
        if size > MOST_BYTES:
            break
        kept.insert(0, step)
    return kept


def remove_oldest(folder: Path) -> None:
    """Remove the least recently used records, so that one more fits."""
    records = sorted(folder.glob("*.json"), key=lambda one: one.stat().st_mtime)
    for one in records[: max(0, len(records) - MOST_FILES + 1)]:
        one.unlink(missing_ok=True)


def compress(content: bytes) -> str:
    """Content as a record holds it."""
    return b64encode(zlib.compress(content)).decode("ascii")


def decompress(text: str) -> bytes:
    """Content from a record, never more than a list may have."""
    unpacker = zlib.decompressobj()
    # Bounded: a few packed bytes could otherwise fill the memory.
    content = unpacker.decompress(b64decode(text, validate=True), LIST_LIMITS.bytes)
    if not unpacker.eof:
        raise ValueError("more than a list may have")
    return content


def too_few_error(path: Path, number: int, back: bool) -> EditError:
    """The error for more steps than there are."""
    edits = "No edit" if not number else "Only 1 edit" if number == 1 else f"Only {number} edits"
    if number:
        hint = f"Say `--times {number}`."
    elif back:
        hint = "Only edits made by listbuilder to this very file are kept."
    else:
        hint = "`redo` makes again what `undo` took back, until the next edit."
    return EditError.of("edit.undo", f"{edits} of {path} can be {'taken back' if back else 'made again'}.", hint)


def changed_error(path: Path, back: bool) -> EditError:
    """The error for content that something else has written."""
    word = "undo" if back else "redo"
    message = f"{path} was changed by something else since that edit, so that `{word}` would lose that change."
    hint = f"Look at the file; `{word} --force` replaces it all the same, and can be taken back."
    return EditError.of("edit.undo", message, hint)
