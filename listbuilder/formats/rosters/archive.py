"""The roster inside a `.rosz` archive, read in bounds: few entries, few bytes, nothing put on disk."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from io import BytesIO

from listbuilder.errors import DocumentError
from listbuilder.reading.refusal import refuse_one

MOST_ENTRIES, MOST_BYTES, LONGEST_INDEX = 5, 8 * 1024 * 1024, 64 * 1024
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ZIP, GZIP = b"PK\x03\x04", b"\x1f\x8b\x08"
END = b"PK\x05\x06"
# What the library raises for an archive that is damaged. RuntimeError: it has a password. NotImplementedError, which is
# one: a way of packing that nobody uses. OSError: bzip2. IndexError: a file without a name.
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, IndexError, OSError, RuntimeError, ValueError),
)


def is_archive(raw: bytes) -> bool:
    """Whether some bytes are packed, with ZIP or gzip."""
    return raw.startswith((ZIP, GZIP))


def roster_in(raw: bytes, file: str | None = None) -> bytes:
    """The one roster in an archive; DocumentError when there is none, or more than a roster needs."""
    if raw.startswith(GZIP):
        return _unzipped(raw, file)
    _check_index(raw, file)
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            found = _rosters(archive.infolist())
            if len(archive.infolist()) > MOST_ENTRIES or len(found) != 1 or found[0].compress_type not in METHODS:
                raise _refused("holds no roster, or more than one", file)
            with archive.open(found[0]) as entry:
                unpacked = entry.read(MOST_BYTES + 1)
    except DAMAGED as error:
        raise _refused("is damaged", file) from error
    if len(unpacked) > MOST_BYTES:
        raise _refused(f"unpacks to more than {MOST_BYTES // 1024 // 1024} MB", file)
    return unpacked


def _rosters(entries: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """What may be a roster: by its ending, or the only file there is; not what some systems put beside it."""
    files = [one for one in entries if not one.is_dir() and not one.filename.startswith("__MACOSX/")]
    named = [one for one in files if one.filename.lower().endswith((".ros", ".xml"))]
    return named or (files if len(files) == 1 and "." not in files[0].filename else [])


def _unzipped(raw: bytes, file: str | None) -> bytes:
    """The bytes in a gzip file."""
    unpacker = zlib.decompressobj(31)
    try:
        unpacked = unpacker.decompress(raw, MOST_BYTES + 1)
    except zlib.error as error:
        raise _refused("is damaged", file) from error
    if len(unpacked) > MOST_BYTES or not unpacker.eof:
        raise _refused(f"is cut off, or unpacks to more than {MOST_BYTES // 1024 // 1024} MB", file)
    return unpacked


def _check_index(raw: bytes, file: str | None) -> None:
    """Look at the index of the archive before anything reads it: its length and how many entries it has."""
    at = raw.rfind(END, max(0, len(raw) - 65_557))
    if at < 0 or len(raw) < at + 22:
        raise _refused("is damaged", file)
    entries, length = struct.unpack("<HI", raw[at + 10 : at + 16])
    if entries > MOST_ENTRIES or length > LONGEST_INDEX:
        raise _refused(f"has more than {MOST_ENTRIES} files in it", file)


def _refused(why: str, file: str | None) -> DocumentError:
    return refuse_one("roster.archive", f"the archive {why}", "Export the roster again, or unpack it yourself.", file)
