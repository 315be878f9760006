"""Judge many lists: sources in, verdicts out in the same order.

`judge_many` runs on any `concurrent.futures.Executor`: the submitted work is a plain function with picklable arguments,
so threads, processes, Dask and Ray run the same code. `judge_stream` is for engines that keep a process open.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from listbuilder.base.errors import ListbuilderError
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.dump import COMPACT
from listbuilder.exchange.documents.force_document import force_json, publish
from listbuilder.exchange.documents.report_document import report_document, unreadable_document
from listbuilder.exchange.engine.importer import (
    Source,
    catalogue_folders,
    load_event_option,
    make_referee,
    open_source,
    open_text,
)
from listbuilder.judging.validator import Referee, Report
from listbuilder.storage.processes.budget import WorkFailure, failure_finding
from listbuilder.storage.processes.worker_process import RestartingWorker
from listbuilder.storage.reading import LIST_LIMITS, STDIN, Document, read_bytes, refuse_one

Verdict = dict[str, Any]


class ForceOption(NamedTuple):
    """Whether verdicts come with the published forces of legal lists, and whether those stand alone."""

    wanted: bool = False
    standalone: bool = True

    def json_of(self, report: Report | None) -> str | None:
        """The force that goes with a verdict, as JSON; nothing where none is wanted."""
        if not self.wanted:
            return None
        if report is None or not report.valid:
            return "null"
        return force_json(publish(report, standalone=self.standalone))


# Chunks submitted before the first result is awaited.
AHEAD = 32


def judge_many(
    sources: Iterable[Source],
    executor: Executor | None = None,
    *,
    forces: bool = False,
    standalone: bool = True,
    event: Path | str | None = None,
    catalogues: Iterable[Path | str] = (),
    chunk: int = 16,
) -> Iterator[Verdict]:
    """The verdict on each source, in order, as `validate --json` has it under `lists`.

    An unreadable source gets a verdict too, so one bad list never stops the others. `forces` adds the published force
    of each legal list under `force`, which leaves out what its rules document has unless it is `standalone`. With an
    executor, `chunk` lists are submitted at a time, and only a few chunks ahead of the consumer: sources may be
    endless.

    As with `import_force`, a one-line string may be a path. Pass untrusted text as bytes, which never open a file.
    """
    if chunk < 1:
        raise ValueError(f"chunk is the number of lists submitted at a time: 1 or more, not {chunk}")
    folders = tuple(str(one) for one in catalogue_folders(catalogues))
    return _judge_all(sources, executor, ForceOption(forces, standalone), event, folders, chunk)


def _judge_all(
    sources: Iterable[Source],
    executor: Executor | None,
    forces: ForceOption,
    event: Path | str | None,
    folders: tuple[str, ...],
    chunk: int,
) -> Iterator[Verdict]:
    numbered = enumerate(sources, 1)
    pack = None if event is None else str(event)
    work = iter(lambda: list(islice(numbered, chunk)), [])
    if executor is None:
        for part in work:
            yield from _judge_part(part, forces, pack, folders)
        return
    waiting: deque[Future[list[Verdict]]] = deque()
    for part in work:
        # Games and events are named, not passed: they are large, and each process caches its own.
        waiting.append(executor.submit(_judge_part, part, forces, pack, folders))
        if len(waiting) >= AHEAD:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def _judge_part(
    part: list[tuple[int, Source]], forces: ForceOption, event: str | None, catalogues: tuple[str, ...]
) -> list[Verdict]:
    referee = make_referee(catalogues, load_event_option(event, catalogues))
    labels = [_label(source, number) for number, source in part]
    return [
        _judged(partial(open_source, source, file=label), label, forces, referee)
        for label, (_, source) in zip(labels, part, strict=True)
    ]


def _judged(read: Callable[[], Document], label: str, forces: ForceOption, referee: Referee) -> Verdict:
    """The verdict on the document that `read` returns or refuses, with its force where one is wanted."""
    verdict, force = _verdict(read, label, forces, referee)
    return verdict if force is None else {**verdict, "force": json.loads(force)}


def _verdict(
    read: Callable[[], Document], label: str, forces: ForceOption, referee: Referee
) -> tuple[Verdict, str | None]:
    """The verdict on the document that `read` returns or refuses, and the force as JSON."""
    try:
        document = read()
    except ListbuilderError as error:
        return unreadable_document(label, error.findings), None
    try:
        report = referee.judge(document)
    except ListbuilderError as error:
        game = document.data.get("game")
        return unreadable_document(label, error.findings, game if isinstance(game, str) else None), None
    return report_document(report, label), forces.json_of(report)


def judge_document(document: Document, label: str, referee: Referee) -> Verdict:
    """The verdict on a parsed document; an unjudgeable one gets a verdict with its errors."""
    return _verdict(lambda: document, label, ForceOption(), referee)[0]


def _label(source: Source, number: int) -> str:
    short = isinstance(source, os.PathLike) or (type(source) is str and "\n" not in source and len(source) < 200)
    return str(source) if short else f"<list {number}>"


# Allows for JSON escapes, which make a list within its limits longer than its text.
LINE = 2 * LIST_LIMITS.bytes
# The rest of a longer line is skipped up to this many bytes; beyond, the stream is refused.
ENDLESS = 100 * LINE


class LineAnswer(NamedTuple):
    """The verdict on a line; `text` is its JSON on one line, with the force where one is wanted."""

    verdict: Verdict
    text: str


def judge_stream(
    stream: BinaryIO,
    *,
    forces: bool = False,
    standalone: bool = True,
    event: Game | None = None,
    catalogues: Iterable[Path | str] = (),
) -> Iterator[LineAnswer]:
    """The verdict on each non-blank line.

    A line is a list as a JSON object, or text (YAML, a share code) as a JSON string. `forces` adds the published force
    of each legal list under `force`, in the text alone. Each line is judged in a worker process with a time and memory
    limit. An endless line raises DocumentError after its verdict.
    """
    referee, option = make_referee(catalogues, event), ForceOption(forces, standalone)

    def work(request: bytes) -> bytes:
        label, _, line = request.partition(b"\n")
        name = label.decode()
        verdict, force = _verdict(partial(_read_line, line, name), name, option, referee)
        return b"\n".join(one.encode("utf-8", "backslashreplace") for one in (COMPACT.encode(verdict), force or ""))

    with RestartingWorker(work) as keeper:
        for number, line in enumerate(_lines(stream), 1):
            if line.strip():
                label = f"<stdin>:{number}"
                answer = keeper.ask(label.encode() + b"\n" + line)
                if isinstance(answer, WorkFailure):
                    verdict = unreadable_document(label, (failure_finding(answer),))
                    yield LineAnswer(verdict, COMPACT.encode(verdict))
                else:
                    # The force is only passed on: reading it here would take as long as making it.
                    text, _, force = answer.decode().partition("\n")
                    yield LineAnswer(json.loads(text), f'{text[:-1]},"force":{force}}}' if force else text)


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


def _read_line(line: bytes, label: str) -> Document:
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
