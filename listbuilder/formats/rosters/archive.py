"""The roster inside a `.rosz` archive, read in bounds: few entries, few bytes, nothing put on disk."""

from __future__ import annotations

import struct
import zipfile
import zlib
from io import BytesIO

from listbuilder.errors import DocumentError
from listbuilder.reading.refusal import refuse_one

__all__ = ["is_archive", "roster_in"]

MOST_ENTRIES, MOST_BYTES, LONGEST_INDEX = 5, 8 * 1024 * 1024, 64 * 1024
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
END = b"PK\x05\x06"


def is_archive(raw: bytes) -> bool:
    """Whether some bytes are a ZIP archive."""
    return raw.startswith(b"PK\x03\x04")


def roster_in(raw: bytes, file: str | None = None) -> bytes:
    """The one roster in an archive; DocumentError when there is none, or more than a roster needs."""
    _check_index(raw, file)
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            found = [one for one in archive.infolist() if one.filename.lower().endswith(".ros")]
            if len(archive.infolist()) > MOST_ENTRIES or len(found) != 1 or found[0].compress_type not in METHODS:
                raise _refused("holds no roster, or more than one", file)
            with archive.open(found[0]) as entry:
                unpacked = entry.read(MOST_BYTES + 1)
    # RuntimeError: the entry has a password. NotImplementedError: a way of packing that nobody uses.
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, struct.error, ValueError) as error:
        raise _refused("is damaged", file) from error
    if len(unpacked) > MOST_BYTES:
        raise _refused(f"unpacks to more than {MOST_BYTES // 1024 // 1024} MB", file)
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
