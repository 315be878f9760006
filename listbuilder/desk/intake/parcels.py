"""What was handed to the desk: files, folders and stdin in, parcels of bytes out; what is passed over is named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from listbuilder.errors import DocumentError
from listbuilder.files import real_path
from listbuilder.formats.importing import LARGE_FILES
from listbuilder.reading.source import read_raw
from listbuilder.record import record

__all__ = ["SUFFIX", "Parcel", "count_parcels", "open_parcels"]

SUFFIX = re.compile(r"\.[a-z0-9]{1,8}")
BESIDE = (".asc", ".gif", ".ics", ".jpeg", ".jpg", ".p7s", ".png", ".sig", ".svg", ".vcf", ".webp")
ARRIVED = re.compile(r"(\d{3,})\.[a-z0-9]+")


@record
class Parcel:
    """Some bytes: how people know them, the ending that tells what they are, and what they say about the sender.

    `path` is the file they lie in, `number` the arrival that they are already; `problem` says why they can't be read.
    `loose` are the words of a page, among which there may be no list at all; `about` is the subject of a mail,
    `attached` is what came with one.
    """

    label: str
    raw: bytes
    suffix: str
    sender: str = ""
    named: str = ""
    about: str = ""
    path: Path | None = None
    number: int = 0
    problem: DocumentError | None = None
    loose: bool = False
    attached: bool = False

    @property
    def beside(self) -> bool:
        """Whether it tells less of a list than what is attached: the words of a mail, pictures and signatures."""
        return not self.attached or self.suffix in BESIDE


def open_parcels(paths: Iterable[Path], arrived: Path, stdin: bytes | None = None) -> Iterator[Parcel]:
    """Everything in some files and folders, in the order of their names; `-` is what stdin had."""
    for path in paths:
        if str(path) == "-":
            yield Parcel(label="stdin", raw=stdin or b"", suffix=".txt")
        elif path.is_dir():
            inside = [one for one in sorted(path.iterdir()) if one.name[0] != "."]
            yield from map(_linked_folder, filter(_leads_away, inside))
            yield from open_parcels([one for one in inside if not _leads_away(one)], arrived)
        else:
            yield _parcel(path, arrived)


def count_parcels(paths: Iterable[Path]) -> int:
    """How many parcels some files and folders are."""
    found = 0
    for path in paths:
        inside = [one for one in path.iterdir() if one.name[0] != "."] if path.is_dir() else None
        away = sum(map(_leads_away, inside or ()))
        found += 1 if inside is None else away + count_parcels(one for one in inside if not _leads_away(one))
    return found


def _leads_away(path: Path) -> bool:
    """Whether a link in a folder leads to a folder, which may be the one that it lies in."""
    return path.is_symlink() and path.is_dir()


def _linked_folder(path: Path) -> Parcel:
    message, hint = "this is a link to a folder", "Name that folder to open it."
    problem = DocumentError.of("file.not-a-file", message, hint, file=str(path))
    return Parcel(label=path.name, raw=b"", suffix=".txt", path=path, problem=problem)


def _parcel(path: Path, arrived: Path) -> Parcel:
    """The parcel in a file; one among the originals is the arrival that it is."""
    suffix = path.suffix.lower() if SUFFIX.fullmatch(path.suffix.lower()) else ".txt"
    here = real_path(path.parent) == real_path(arrived)
    found = ARRIVED.fullmatch(path.name) if here else None
    number = int(found[1]) if found else 0
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
