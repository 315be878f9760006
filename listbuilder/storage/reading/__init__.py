"""Reading documents: bytes, text or a file go in, a checked `Document` comes out, or a `DocumentError`.

This package knows YAML, JSON and text, and nothing about games or lists.
"""

from __future__ import annotations

from listbuilder.storage.reading.document import (
    CATALOGUE_LIMITS,
    LIST_LIMITS,
    Document,
    Limits,
    Path,
    Tree,
    format_path,
)
from listbuilder.storage.reading.readers import read_bytes, read_file, read_text

__all__ = [
    "CATALOGUE_LIMITS",
    "LIST_LIMITS",
    "Document",
    "Limits",
    "Path",
    "Tree",
    "format_path",
    "read_bytes",
    "read_file",
    "read_text",
]
