"""Judge a stream: one JSON value a line in, one verdict a line out, for engines that keep a process open."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from listbuilder.base.errors import ListbuilderError
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.report_document import unreadable_document
from listbuilder.exchange.engine.batch import judge_document
from listbuilder.exchange.engine.referee import make_referee
from listbuilder.exchange.engine.sources import open_text
from listbuilder.judging.validator import Referee
from listbuilder.storage.processes.budget import WorkFailure, failure_finding
from listbuilder.storage.processes.worker import RestartingWorker
from listbuilder.storage.reading import LIST_LIMITS, STDIN, Document, read_bytes, refuse_one

# Allows for JSON escapes, which make a list within its limits longer than its text.
LINE = 2 * LIST_LIMITS.bytes
# The rest of a longer line is skipped up to this many bytes; beyond, the stream is refused.
ENDLESS = 100 * LINE


def judge_stream(
    stream: BinaryIO, *, forces: bool = False, event: Game | None = None, catalogues: Iterable[Path | str] = ()
) -> Iterator[dict[str, Any]]:
    """The verdict on each non-blank line: a list as a JSON object, or text (YAML, a share code) as a JSON string.

    `forces` adds the published force of each legal list under `force`. Each line is judged in a worker process with a
    time and memory limit. An endless line raises DocumentError after its verdict.
    """
    referee = make_referee(catalogues, event)

    def work(request: bytes) -> bytes:
        label, _, line = request.partition(b"\n")
        return json.dumps(_verdict(line, label.decode(), forces, referee)).encode()

    with RestartingWorker(work) as keeper:
        for number, line in enumerate(_lines(stream), 1):
            if line.strip():
                label = f"<stdin>:{number}"
                answer = keeper.ask(label.encode() + b"\n" + line)
                if isinstance(answer, WorkFailure):
                    yield unreadable_document(label, (failure_finding(answer),))
                else:
                    yield json.loads(answer)


def _verdict(line: bytes, label: str, forces: bool, referee: Referee) -> dict[str, Any]:
    try:
        document = _document(line, label)
    except ListbuilderError as error:
        return unreadable_document(label, error.findings)
    return judge_document(document, label, referee, forces=forces)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Each line, cut at LINE bytes. The rest of a longer line is skipped after its verdict."""
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
            message = "the line is not a valid JSON string"
            raise refuse_one("file.syntax", message, "Write one JSON value a line.", label) from error
        return open_text(str(text), file=label)
    if start != b"{":
        message = "the line is neither a JSON object nor a JSON string"
        raise refuse_one("file.syntax", message, "Write one list a line, as JSON.", label)
    return read_bytes(line, file=label)
