"""Lists as a stream: one JSON value a line in, one verdict a line out, for an engine that keeps a process open."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from listbuilder.documents.report_json import unreadable_document
from listbuilder.engine.batch import verdict_on
from listbuilder.engine.sources import open_text
from listbuilder.errors import ListbuilderError
from listbuilder.event import Event
from listbuilder.reading import LIST_LIMITS, Document, read_bytes
from listbuilder.reading.refusal import refuse_one

__all__ = ["judge_stream"]

# A line may spell every character as an escape of six, and still be a list within its limits.
LINE = 2 * LIST_LIMITS.bytes


def judge_stream(
    stream: BinaryIO, *, event: Event | None = None, catalogues: Iterable[Path | str] = ()
) -> Iterator[dict[str, Any]]:
    """A verdict for each line that is not blank: a list as an object, or a text (YAML, a share code) as a string."""
    folders = tuple(catalogues)
    for number, line in enumerate(_lines(stream), 1):
        if not line.strip():
            continue
        label = f"<stdin>:{number}"
        try:
            document = _document(line, label)
        except ListbuilderError as error:
            yield unreadable_document(label, error.findings)
        else:
            yield verdict_on(document, label, event=event, catalogues=folders)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Each line, cut where it is longer than any list; the rest of such a line is read and forgotten."""
    while line := stream.readline(LINE):
        rest = line
        while len(rest) == LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LINE)
        yield line


def _document(line: bytes, label: str) -> Document:
    start = line.lstrip()[:1]
    if start == b'"':
        try:
            text = json.loads(line)
        except ValueError as error:
            message = "the line is no JSON text"
            raise refuse_one("file.syntax", message, "Write one JSON value a line.", label) from error
        return open_text(str(text), file=label)
    if start != b"{":
        message = "the line is neither a JSON object nor a JSON text"
        raise refuse_one("file.syntax", message, "Write one list a line, as JSON.", label)
    return read_bytes(line, file=label)
