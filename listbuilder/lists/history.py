"""The last edits of list files, kept in the user's state folder so that they can be taken back and made again.

Each list file has one small record there, named after its real path: the contents to go back to, and what the file
must hold for that to be safe. Bounded in edits, bytes and files; a record that can't be read or written costs nothing
but the way back.
"""

from __future__ import annotations

import json
import os
import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from typing import NamedTuple

from listbuilder.cache import LARGEST, read_own
from listbuilder.errors import EditError, ListbuilderError
from listbuilder.files import write_bytes
from listbuilder.lists.guard import digest, locked, write_unchanged
from listbuilder.reading import LIST_LIMITS
from listbuilder.reading.source import read_raw

__all__ = ["Travel", "make_room", "record_of", "remember", "remembers", "travel"]

MOST_STEPS, MOST_BYTES, MOST_FILES = 100, 1_000_000, 300


class Step(NamedTuple):
    """One way to go: the content that comes back, and the digest of the content it may replace."""

    content: bytes
    expects: str


class History(NamedTuple):
    """The steps back and the steps forward again, the nearest last."""

    back: tuple[Step, ...] = ()
    forward: tuple[Step, ...] = ()


class Travel(NamedTuple):
    """What was in the file and what is in it now, and how many more steps there are each way."""

    before: bytes
    after: bytes
    back: int
    forward: int


def remember(path: Path, before: bytes, after: bytes) -> None:
    """Note an edit that is about to be written; whoever is not able to keep notes edits all the same."""
    known = settled(read(path), digest(before))
    store(path, History((*known.back, Step(before, digest(after)))))


def remembers(path: Path, content: bytes) -> bool:
    """Whether the edit that made this content can be taken back."""
    back = read(path).back
    return bool(back) and back[-1].expects == digest(content)


def travel(path: Path, times: int, *, back: bool, force: bool) -> Travel:
    """Take back the last edits, or make those again that were taken back: all of them or none."""
    read_raw(path)
    with locked(path):
        raw = read_raw(path)
        if len(raw) > LIST_LIMITS.bytes:
            raise EditError.of("edit.undo", f"{path} is larger than any list.", "Put it out of the way first.")
        known = read(path) if force else settled(read(path), digest(raw))
        way, other = (known.back, known.forward) if back else (known.forward, known.back)
        if len(way) < times:
            raise too_few(path, len(way), back)
        now = raw
        for step in reversed(way[-times:]):
            if step.expects != digest(now) and not force:
                raise changed_since(path, back)
            now, other = step.content, (*other, Step(now, digest(step.content)))
        write_unchanged(path, text_of(path, now), digest(raw))
        rest = way[:-times]
        store(path, History(rest, other) if back else History(other, rest))
    return Travel(raw, now, len(rest) if back else len(other), len(other) if back else len(rest))


def text_of(path: Path, content: bytes) -> str:
    """Content as text, which everything but a file that something else broke is."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise EditError.of("edit.undo", f"What was in {path} was not text.", "It is not brought back.") from error


def settled(known: History, now: str) -> History:
    """The history of a file that holds `now`: edits that never reached the disk, or were reverted by hand, are over."""
    if not known.back or known.back[-1].expects == now:
        return known
    at = next((at for at, step in reversed(list(enumerate(known.back))) if digest(step.content) == now), None)
    return known if at is None else History(known.back[:at])


def state_folder(sort: str) -> Path:
    """The folder for one sort of records in the user's state folder."""
    base = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return Path(base) / "listbuilder" / sort


def record_of(path: Path, sort: str = "undo") -> Path:
    """Where the history of a file is kept, or something else about it."""
    return state_folder(sort) / f"{digest(os.path.realpath(path).encode('utf-8', 'surrogateescape'))[:32]}.json"


def read(path: Path) -> History:
    """The history of a file; none where nothing can be read."""
    try:
        data = json.loads(read_own(record_of(path), LARGEST) or b"")
        back, forward = (tuple(Step(unpacked(one[0]), str(one[1])) for one in data[key]) for key in ("back", "forward"))
    except (OSError, ValueError, KeyError, IndexError, TypeError, zlib.error):
        return History()
    return History(back, forward)


def store(path: Path, known: History) -> None:
    """Keep a history, without the oldest edits where there are too many."""
    data = {
        "path": os.path.realpath(path),
        "back": bounded([[packed(step.content), step.expects] for step in known.back]),
        "forward": bounded([[packed(step.content), step.expects] for step in known.forward]),
    }
    record = record_of(path)
    try:
        record.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not record.exists():
            make_room(record.parent)
        write_bytes(record, json.dumps(data).encode(), replace=True)
    except (OSError, ListbuilderError):
        # What was noted before stays; it does not fit the file any more and is refused as such.
        return


def bounded(steps: list[list[str]]) -> list[list[str]]:
    """The newest steps, as many as may be kept."""
    kept: list[list[str]] = []
    size = 0
    for step in reversed(steps[-MOST_STEPS:]):
        size += len(step[0])
        if size > MOST_BYTES:
            break
        kept.insert(0, step)
    return kept


def make_room(folder: Path) -> None:
    """Keep the number of records bounded: the one that was not touched for longest goes."""
    records = sorted(folder.glob("*.json"), key=lambda one: one.stat().st_mtime)
    for one in records[: max(0, len(records) - MOST_FILES + 1)]:
        one.unlink(missing_ok=True)


def packed(content: bytes) -> str:
    """Content as a record holds it."""
    return b64encode(zlib.compress(content)).decode("ascii")


def unpacked(text: str) -> bytes:
    """Content from a record, never more than a list may have."""
    unpacker = zlib.decompressobj()
    content = unpacker.decompress(b64decode(text, validate=True), LIST_LIMITS.bytes)
    if not unpacker.eof:
        raise ValueError("more than a list may have")
    return content


def too_few(path: Path, number: int, back: bool) -> EditError:
    """The refusal to go further than is known."""
    edits = "No edit" if not number else "Only 1 edit" if number == 1 else f"Only {number} edits"
    if number:
        hint = f"Say `--times {number}`."
    elif back:
        hint = "Only edits made by listbuilder to this very file are kept."
    else:
        hint = "`redo` makes again what `undo` took back, until the next edit."
    return EditError.of("edit.undo", f"{edits} of {path} can be {'taken back' if back else 'made again'}.", hint)


def changed_since(path: Path, back: bool) -> EditError:
    """The refusal to replace what something else has written."""
    word = "undo" if back else "redo"
    message = f"{path} was changed by something else since that edit, so that `{word}` would lose that change."
    return EditError.of(
        "edit.undo", message, f"Look at the file; `{word} --force` replaces it all the same, and can be taken back."
    )
