"""Share codes and list files inside other text: a chat around a code, YAML or JSON between code fences or talk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from listbuilder.base.errors import DocumentError
from listbuilder.exchange.formats.code import MAX_CODE, read_code
from listbuilder.storage.reading import Document, read_text

CODE = re.compile(r"LB\d{1,3}-[A-Za-z0-9_-]{8,}")
PART = re.compile(r"[A-Za-z0-9_-]{8,}")
GAME_KEY = re.compile(r"[> ]*(?:game:|\{? ?\"game\" ?:|\{ *$|\{ *\"game\")")
YAML_LINE = re.compile(r"\s*$|\s|[-#}\]]|[a-z][a-z0-9-]*:")
MOST = 20


class EmbeddedDocument(NamedTuple):
    """A document inside a text, and the lines it takes, from the first to before the last."""

    document: Document
    start: int
    end: int


def codes_in(lines: list[str]) -> Iterator[EmbeddedDocument]:
    """The share codes in some lines; one that is broken over lines is put together again."""
    at = 0
    known: set[str] = set()
    while at < len(lines):
        after = at + 1
        for found in CODE.finditer(lines[at]):
            parts, end = [found[0]], at + 1
            last = found.end() == len(lines[at].rstrip())
            while last and end < len(lines) and (part := _part(lines[end])):
                parts.append(part)
                end += 1
            piece = _code(parts, at)
            after = max(after, piece.end)
            # A reply quotes the code that it answers.
            if (same := repr(piece.document.data)) not in known:
                known.add(same)
                yield piece
        at = after


def _part(line: str) -> str:
    """The part of a code that a line is, where it is one and begins no code itself."""
    bare = line.strip("> ")
    return bare if PART.fullmatch(bare) and not CODE.match(bare) else ""


def _code(parts: list[str], at: int) -> EmbeddedDocument:
    """The code that the first of some parts make, with the signs that a chat puts around it taken off."""
    first: DocumentError | None = None
    for size in range(len(parts), 0, -1):
        whole = "".join(parts[:size])[: MAX_CODE + 1]
        for code in dict.fromkeys([whole, whole.rstrip("_-")]):
            try:
                return EmbeddedDocument(read_code(code), at, at + size)
            except DocumentError as error:
                first = first or error
    assert first is not None
    raise DocumentError(str(first), tuple(one.at(one.file, at + 1) for one in first.findings)) from first


def documents_in(lines: list[str]) -> Iterator[EmbeddedDocument]:
    """The list files in some lines: from `game:` to the first line that can't be part of the file."""
    at = tried = 0
    while at < len(lines) and tried < MOST:
        if not GAME_KEY.match(lines[at]):
            at += 1
            continue
        tried += 1
        end = at + 1
        while end < len(lines) and YAML_LINE.match(lines[end]) and not lines[end].startswith("```"):
            end += 1
        document = _document("\n".join(lines[at:end]))
        if document is not None:
            yield EmbeddedDocument(document, at, end)
        at = end if document is not None else at + 1


def _document(text: str) -> Document | None:
    try:
        document = read_text(text)
    except DocumentError:
        return None
    models = document.data.get("models")
    return document if isinstance(document.data.get("game"), str) and isinstance(models, list) else None
