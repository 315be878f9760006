"""Judge many lists: sources in, verdicts out in the same order, on any `concurrent.futures.Executor`.

The submitted work is a plain function with picklable arguments, so threads, processes, Dask and Ray run the same code.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import islice
from pathlib import Path
from typing import Any

from listbuilder.base.errors import ListbuilderError
from listbuilder.exchange.documents.force_json import force_document
from listbuilder.exchange.documents.report_document import report_document, unreadable_document
from listbuilder.exchange.engine.referee import catalogue_folders, load_event_option, make_referee
from listbuilder.exchange.engine.sources import Source, open_source
from listbuilder.judging.validator import Referee
from listbuilder.storage.reading import Document

Verdict = dict[str, Any]
AHEAD = 32  # chunks submitted before the first result is awaited


def judge_many(
    sources: Iterable[Source],
    executor: Executor | None = None,
    *,
    forces: bool = False,
    event: Path | str | None = None,
    catalogues: Iterable[Path | str] = (),
    chunk: int = 16,
) -> Iterator[Verdict]:
    """The verdict on each source, in order, as `validate --json` has it under `lists`.

    An unreadable source gets a verdict too, so one bad list never stops the others. `forces` adds the published force
    of each legal list under `force`. With an executor, `chunk` lists are submitted at a time, and only a few chunks
    ahead of the consumer: sources may be endless.

    As with `import_force`, a one-line string may be a path. Pass untrusted text as bytes, which never open a file.
    """
    if chunk < 1:
        raise ValueError(f"chunk is the number of lists submitted at a time: 1 or more, not {chunk}")
    folders = tuple(str(one) for one in catalogue_folders(catalogues))
    return _judge_all(sources, executor, forces, event, folders, chunk)


def _judge_all(
    sources: Iterable[Source],
    executor: Executor | None,
    forces: bool,
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
        waiting.append(executor.submit(_judge_part, part, forces, pack, folders))
        if len(waiting) >= AHEAD:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def _judge_part(
    part: list[tuple[int, Source]], forces: bool, event: str | None, catalogues: tuple[str, ...]
) -> list[Verdict]:
    referee = make_referee(catalogues, load_event_option(event, catalogues))
    return [_verdict(source, _label(source, number), forces, referee) for number, source in part]


def _verdict(source: Source, label: str, forces: bool, referee: Referee) -> Verdict:
    try:
        document = open_source(source, file=label)
    except ListbuilderError as error:
        return unreadable_document(label, error.findings)
    return judge_document(document, label, referee, forces=forces)


def judge_document(document: Document, label: str, referee: Referee, *, forces: bool = False) -> Verdict:
    """The verdict on a parsed document; an unjudgeable one gets a verdict with its errors."""
    try:
        report = referee.judge(document)
    except ListbuilderError as error:
        game = document.data.get("game")
        return unreadable_document(label, error.findings, game if isinstance(game, str) else None)
    verdict = report_document(report, label)
    if forces:
        verdict["force"] = force_document(report) if report.valid else None
    return verdict


def _label(source: Source, number: int) -> str:
    short = isinstance(source, os.PathLike) or (type(source) is str and "\n" not in source and len(source) < 200)
    return str(source) if short else f"<list {number}>"
