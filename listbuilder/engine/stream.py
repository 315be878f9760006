"""Lists as a stream: one JSON value a line in, one verdict a line out, for an engine that keeps a process open."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from listbuilder.catalogue import Game
from listbuilder.documents.report_json import unreadable_document
from listbuilder.engine.batch import verdict_on
from listbuilder.engine.judging import catalogue_folders
from listbuilder.engine.sources import open_text
from listbuilder.errors import ListbuilderError
from listbuilder.reading import LIST_LIMITS, Document, read_bytes
from listbuilder.reading.refusal import refuse_one
from listbuilder.reading.source import STDIN
from listbuilder.workers.child import Ended
from listbuilder.workers.findings import finding_of
from listbuilder.workers.keeper import Keeper

# A line may spell every character as an escape of six, and still be a list within its limits.
LINE = 2 * LIST_LIMITS.bytes
# So much of a line is passed over that is longer than that; one that goes on has no end.
ENDLESS = 100 * LINE


def judge_stream(
    stream: BinaryIO, *, forces: bool = False, event: Game | None = None, catalogues: Iterable[Path | str] = ()
) -> Iterator[dict[str, Any]]:
    """A verdict for each line that is not blank: a list as an object, or a text (YAML, a share code) as a string.

    `forces` adds the published force of each legal list under `force`. Each line is judged within limits of time and
    memory, in a process that can be ended. A line without an end raises DocumentError after its verdict.
    """
    folders = catalogue_folders(catalogues)

    def work(request: bytes) -> bytes:
        label, _, line = request.partition(b"\n")
        return json.dumps(_verdict(line, label.decode(), forces, event, folders)).encode()

    with Keeper(work) as keeper:
        for number, line in enumerate(_lines(stream), 1):
            if line.strip():
                label = f"<stdin>:{number}"
                answer = keeper.ask(label.encode() + b"\n" + line)
                if isinstance(answer, Ended):
                    yield unreadable_document(label, (finding_of(answer),))
                else:
                    yield json.loads(answer)


def _verdict(line: bytes, label: str, forces: bool, event: Game | None, catalogues: tuple[Path, ...]) -> dict[str, Any]:
    try:
        document = _document(line, label)
    except ListbuilderError as error:
        return unreadable_document(label, error.findings)
    return verdict_on(document, label, forces=forces, event=event, catalogues=catalogues)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Each line, cut where it is longer than any list; when it was answered, its rest is read and forgotten."""
    while line := stream.readline(LINE):
        yield line
        left = ENDLESS
        while len(line) == LINE and not line.endswith(b"\n"):
            line, left = stream.readline(LINE), left - LINE
            if left <= 0:
                message = f"a line has no end within {ENDLESS >> 20} MB"
                raise refuse_one("file.too-large", message, "Write one list a line, as JSON.", STDIN)


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
