"""What archives of other tools are packed with, and what the library raises for one that is damaged."""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib

METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ZIP, GZIP = b"PK\x03\x04", b"\x1f\x8b\x08"
# RuntimeError: it has a password. NotImplementedError, which is one: a way of packing that nobody uses. OSError: bzip2.
# IndexError: a file without a name.
DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, IndexError, OSError, RuntimeError, ValueError),
)
