"""Input of an intake: files, folders and stdin in, parcels of bytes out. What can't be opened is a parcel too."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from email.utils import parsedate_to_datetime
from pathlib import Path

from listbuilder.base.errors import DocumentError
from listbuilder.base.records import record
from listbuilder.exchange.formats.importing import LARGE_FILES
from listbuilder.storage.files import DEEPEST, real_path
from listbuilder.storage.reading import read_raw

SUFFIX = re.compile(r"\.[a-z0-9]{1,8}")
BESIDE = (".asc", ".gif", ".ics", ".jpeg", ".jpg", ".p7s", ".png", ".sig", ".svg", ".vcf", ".webp")
RANKS = {
    **dict.fromkeys(("alt", "draft", "entwurf", "first", "old"), -1),
    **dict.fromkeys(
        ("corrected", "final", "finale", "fixed", "korrigiert", "last", "latest", "letzte", "neu", "new"), 1
    ),
}
"""Words in the name of a file that say whether it is older or newer than a numbered version."""
DATE = re.compile(rb"^Date:[ \t]*([^\r\n]{1,100})", re.IGNORECASE | re.MULTILINE)
HEADERS = 65_536
ARRIVED = re.compile(r"(\d{3,})\.[a-z0-9]+")


@record
class Parcel:
    """Something to take in: its bytes, a label for people, the suffix that tells its type, and hints about the sender.

    `path` is its file; `number` is its arrival if it was taken in before; `problem` says why it can't be read. `loose`
    text comes from a document and may contain no list. `about` is the subject of the mail it came in, and `attached`
    is whether it was an attachment. `carriers` are the sender addresses of every mail or form row around it, outermost
    first, with "" for one without an address.
    """

    label: str
    raw: bytes
    suffix: str
    sender: str = ""
    carriers: tuple[str, ...] = ()
    named: str = ""
    about: str = ""
    path: Path | None = None
    number: int = 0
    problem: DocumentError | None = None
    loose: bool = False
    attached: bool = False

    @property
    def beside(self) -> bool:
        """Whether an attachment is more likely to be the list: true for a mail's text, pictures and signatures."""
        return not self.attached or self.suffix in BESIDE


def open_parcels(paths: Iterable[Path], arrived: Path, stdin: bytes | None = None) -> Iterator[Parcel]:
    """The parcels in files and folders, newest last; `-` stands for stdin. `arrived` is the folder of originals."""
    for path in _found(paths):
        if isinstance(path, Parcel):
            yield path
        elif str(path) == "-":
            yield Parcel(label="stdin", raw=stdin or b"", suffix=".txt")
        else:
            yield _parcel(path, arrived)


def count_parcels(paths: Iterable[Path]) -> int:
    """The number of parcels in files and folders, for the progress bar."""
    return sum(1 for _ in _found(paths))


def _found(paths: Iterable[Path]) -> Iterator[Path | Parcel]:
    """The files in some files and folders; a folder that can't be opened becomes a parcel that can't be read."""
    for path in paths:
        if os.path.isdir(path):
            yield from _in_folder(path)
        else:
            yield path


def _in_folder(folder: Path, depth: int = 1) -> Iterator[Path | Parcel]:
    """The files in a folder and its subfolders."""
    try:
        inside = [one for one in sorted(folder.iterdir(), key=_age) if one.name[0] != "."]
    except OSError as error:
        yield _closed(folder, f"the folder can't be opened: {error.strerror}", "Check its permissions.")
        return
    if not inside and depth > 1:
        yield _closed(folder, "this is an empty folder", "Put the list there, or remove the folder.")
    for path in inside:
        # A link may lead to a secret, or back to its own folder.
        if path.is_symlink():
            yield _closed(path, "this is a link", "Put the file itself here, or name what it leads to.")
        elif not os.path.isdir(path):
            yield path
        elif depth == DEEPEST:
            yield _closed(path, f"this is more than {DEEPEST} folders deep", "Name that folder on the command line.")
        else:
            yield from _in_folder(path, depth + 1)


AgeKey = tuple[bool, float, tuple[object, ...]]


def _age(path: Path) -> AgeKey:
    try:
        raw = read_raw(path, limits=replace(LARGE_FILES, bytes=HEADERS)) if _is_mail(path) else b""
    except DocumentError:
        raw = b""
    return age_key(path.name, raw)


def age_key(name: str, raw: bytes) -> AgeKey:
    """A sort key that puts the newest file last: mails by the time they were sent, then others by name."""
    sent = sent_at(raw[:HEADERS])
    return sent is None, sent or 0.0, version_key(name)


def _is_mail(path: Path) -> bool:
    return path.suffix.lower() == ".eml" and not path.is_symlink()


def sent_at(mail: bytes) -> float | None:
    """The timestamp in a mail's Date header; None without a valid one."""
    found = DATE.search(mail.replace(b"\r\n", b"\n").partition(b"\n\n")[0])
    try:
        return parsedate_to_datetime(found[1].decode("ascii", "replace")).timestamp() if found else None
    except (OverflowError, TypeError, ValueError):
        return None


def version_key(name: str) -> tuple[object, ...]:
    """A sort key for file names by version: v2 before v10, `final` after every number, `draft` before."""
    stem = name.lower().rpartition(".")[0] or name.lower()
    words = re.findall("[^\\W\\d_]+", stem)
    tokens = [(0, int(one[:18]), "") if one.isdecimal() else (1, 0, one) for one in re.findall(r"\d+|\D+", stem)]
    return sum(RANKS.get(word, 0) for word in words), tokens, name


def _closed(folder: Path, message: str, hint: str) -> Parcel:
    problem = DocumentError.of("file.not-a-file", message, hint, file=str(folder))
    return Parcel(label=folder.name, raw=b"", suffix=".txt", path=folder, problem=problem)


def _parcel(path: Path, arrived: Path) -> Parcel:
    """The parcel in a file; an original in `arrived` keeps its arrival number."""
    suffix = path.suffix.lower() if SUFFIX.fullmatch(path.suffix.lower()) else ".txt"
    here = real_path(path.parent) == real_path(arrived)
    found = ARRIVED.fullmatch(path.name) if here else None
    number = int(found[1]) if found else 0
    if path.is_symlink() and real_path(path.parent).is_relative_to(real_path(arrived.parent)):
        return _closed(path, "this is a link", "Put the file itself here, or name what it leads to.")
    try:
        raw = read_raw(path, limits=LARGE_FILES)
        _check_size(raw, path)
    except DocumentError as error:
        return Parcel(label=path.name, raw=b"", suffix=suffix, path=path, problem=error)
    return Parcel(label=path.name, raw=raw, suffix=suffix, path=path, number=number)


def _check_size(raw: bytes, path: Path) -> None:
    if len(raw) > LARGE_FILES.bytes:
        message = f"the file is larger than {LARGE_FILES.bytes >> 20} MB"
        raise DocumentError.of("file.too-large", message, "Send the list alone.", file=str(path))
