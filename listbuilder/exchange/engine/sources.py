"""Open a source: a path, bytes, text, a share code or a mapping goes in, a checked `Document` comes out."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.documents.force_json import is_force_document
from listbuilder.exchange.documents.force_records import DOCUMENT
from listbuilder.storage.data_reader import plain_mapping, read_mapping
from listbuilder.storage.reading import (
    CATALOGUE_LIMITS,
    LIST_LIMITS,
    Document,
    Limits,
    read_bytes,
    read_file,
    read_text,
    refuse_source,
)

Source: TypeAlias = "str | bytes | bytearray | memoryview | os.PathLike[str] | Mapping[str, object]"
HEAD = 300  # bytes in which a published force names itself
LONGEST_CODE = 32_768


def open_source(source: Source, *, file: str | None = None) -> Document:
    """The document in a source. A one-line string without `: ` is a share code or a path."""
    if isinstance(source, Mapping):
        data = plain_mapping(source, file=file, limits=CATALOGUE_LIMITS)
        return read_mapping(data, file=file, limits=CATALOGUE_LIMITS if is_force_document(data) else LIST_LIMITS)
    if isinstance(source, bytes | bytearray | memoryview):
        raw = bytes(source)
        if raw[:HEAD].lstrip().startswith(b"LB") and _code_in(raw.decode("utf-8", "replace")):
            return open_text(raw.decode("utf-8", "replace"), file=file)
        return read_bytes(raw, file=file, limits=_limits(raw[:HEAD]))
    source = str.__str__(source) if isinstance(source, str) else source
    if isinstance(source, str) and (_is_text(source) or _code_in(source)):
        return open_text(source, file=file)
    if isinstance(source, str | os.PathLike):
        return open_path(source, file=file)
    raise refuse_source(source, "a path, bytes, text or a mapping", file)


def open_text(text: str, *, file: str | None = None) -> Document:
    """The document in a text: YAML, JSON or a share code, never a path."""
    code = _code_in(text)
    if code is not None:
        from listbuilder.exchange.formats.code import read_code

        return read_code(code)
    return read_text(text, file=file, limits=_limits(text[:HEAD].encode("utf-8", "replace")))


def _is_text(source: str) -> bool:
    return "\n" in source or ": " in source or source.lstrip().startswith("{") or not source.strip()


def _code_in(text: str) -> str | None:
    """The share code that a text consists of, or that a link contains; None for a file name that begins like one."""
    if "LB" not in text or len(text) > LONGEST_CODE:
        return None
    from listbuilder.exchange.formats.code import code_in

    code = code_in(text)
    alone = code is not None and "".join(text.split()) == code
    return code if alone or "://" in text else None


def open_path(source: os.PathLike[str] | str, *, file: str | None = None) -> Document:
    """The document in a file. One too large for a list may still be a published force, as its first bytes show."""
    try:
        path = Path(source)
    except TypeError as error:
        raise refuse_source(source, "a path", file) from error
    try:
        return read_file(path)
    except DocumentError as error:
        if error.findings[0].code != "file.too-large":
            raise
        with path.open("rb") as stream:
            limits = _limits(stream.read(HEAD))
        if limits is LIST_LIMITS:
            raise
    return read_file(path, limits=limits)


def _limits(head: bytes) -> Limits:
    return CATALOGUE_LIMITS if f'"{DOCUMENT}"'.encode() in head else LIST_LIMITS
