"""The last edits of list files, kept in the user's state folder so that they can be taken back and made again.

Each list file has one small record there, named after its real path: the contents to go back to, and what the file
must hold for that to be safe. It is written once for each edit, before the file is and under its lock, and says what
holds with the file as it was and what with the file as it will be: a program killed in between loses nothing. Bounded
in edits, bytes and files; a record that can't be read or written costs nothing but the way back.
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

MOST_STEPS, MOST_BYTES, MOST_FILES = 100, 1_000_000, 300


class Step(NamedTuple):
    """One way to go: the content that comes back, and the digest of the content it may replace."""

    content: bytes
    expects: str


class History(NamedTuple):
    """The steps back and the steps forward again, the nearest last."""

    back: tuple[Step, ...] = ()
    forward: tuple[Step, ...] = ()


class Stand(NamedTuple):
    """How many of the steps that are kept lead back and forward, the farthest first, while the file holds this."""

    holds: str
    back: int
    forward: int


class Record(NamedTuple):
    """All steps that are kept, and where the file may stand among them: before an edit, and after it."""

    steps: History = History()
    stands: tuple[Stand, ...] = ()

    def at(self, now: str) -> History | None:
        """The steps of a file that holds `now`; None where none of our edits left it so."""
        found = (one for one in self.stands if one.holds == now)
        return next((self.open(one) for one in found), None)

    def open(self, stand: Stand) -> History:
        """The steps that there are at one stand."""
        return History(self.steps.back[: stand.back], self.steps.forward[: stand.forward])


class Travel(NamedTuple):
    """What was in the file and what is in it now, and how many more steps there are each way."""

    before: bytes
    after: bytes
    back: int
    forward: int


def remember(path: Path, before: bytes, after: bytes) -> bool:
    """Note an edit that is about to be written; whether that worked. Who can't keep notes edits all the same."""
    known = settled(read(path), digest(before))
    made = History((*known.back, Step(before, digest(after))))
    try:
        store(path, (before, known), (after, made))
    except (OSError, ListbuilderError):
        # What was noted before stays; it does not fit the file any more and is refused as such.
        return False
    return True


def travel(path: Path, times: int, *, back: bool, force: bool) -> Travel:
    """Take back the last edits, or make those again that were taken back: all of them or none.

    Where that can't be noted nothing is done, for what is in the file now could never be had again.
    """
    read_raw(path)
    with locked(path):
        raw = read_raw(path)
        if len(raw) > LIST_LIMITS.bytes:
            raise EditError.of("edit.undo", f"{path} is larger than any list.", "Put it out of the way first.")
        known = settled(read(path), digest(raw), force=force)
        way, other = (known.back, known.forward) if back else (known.forward, known.back)
        if len(way) < times:
            raise too_few(path, len(way), back)
        now = raw
        for step in reversed(way[-times:]):
            if step.expects != digest(now) and not force:
                raise changed_since(path, back)
            now, other = step.content, (*other, Step(now, digest(step.content)))
        text, rest = text_of(path, now), way[:-times]
        made = History(rest, other) if back else History(other, rest)
        store(path, (raw, known), (now, made))
        write_unchanged(path, text, digest(raw))
    return Travel(raw, now, len(made.back), len(made.forward))


def text_of(path: Path, content: bytes) -> str:
    """Content as text, which everything but a file that something else broke is."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise EditError.of("edit.undo", f"What was in {path} was not text.", "It is not brought back.") from error


def settled(known: Record, now: str, *, force: bool = False) -> History:
    """The history of a file that holds `now`; what something else wrote may be an edit that was reverted by hand."""
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


def record_of(path: Path, sort: str = "undo") -> Path:
    """Where the history of a file is kept, or something else about it."""
    return state_folder(sort) / f"{digest(os.path.realpath(path).encode('utf-8', 'surrogateescape'))[:32]}.json"


def read(path: Path) -> Record:
    """What is kept about a file; nothing where nothing can be read."""
    try:
        data = json.loads(read_own(record_of(path), LARGEST) or b"")
        back, forward = (tuple(Step(unpacked(one[0]), str(one[1])) for one in data[key]) for key in ("back", "forward"))
        stands = tuple(Stand(str(holds), int(behind), int(ahead)) for holds, behind, ahead in data["stands"])
    except (OSError, ValueError, KeyError, IndexError, TypeError, zlib.error):
        return Record()
    return Record(History(back, forward), stands)


def store(path: Path, *sides: tuple[bytes, History]) -> None:
    """Keep the histories of a file before and after an edit; of their steps each way, one has the first of the other's.

    The oldest edits go where there are too many.
    """
    ways = {way: max((getattr(known, way) for _, known in sides), key=len) for way in ("back", "forward")}
    kept = {way: bounded([[packed(step.content), step.expects] for step in steps]) for way, steps in ways.items()}
    gone = {way: len(ways[way]) - len(kept[way]) for way in ways}
    # Two edits there and back: the file does not tell before from after, and nothing lies between.
    stands = {
        digest(content): [max(0, len(getattr(known, way)) - gone[way]) for way in ("back", "forward")]
        for content, known in sides
    }
    data = {"path": os.path.realpath(path), **kept, "stands": [[holds, *ahead] for holds, ahead in stands.items()]}
    record = record_of(path)
    record.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not record.exists():
        make_room(record.parent)
    write_bytes(record, json.dumps(data).encode(), replace=True)


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
