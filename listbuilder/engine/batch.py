"""Judge many lists: sources in, verdicts out in the same order, on any `concurrent.futures.Executor`.

The work goes out as a plain function with plain arguments, so that threads, processes, Dask or Ray run the same code.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import islice
from pathlib import Path
from typing import Any

from listbuilder.catalogue import Game
from listbuilder.documents.force_json import force_document
from listbuilder.documents.report_json import report_document, unreadable_document
from listbuilder.engine.judging import catalogue_folders, event_at_hand, judge
from listbuilder.engine.sources import Source, open_source
from listbuilder.errors import ListbuilderError
from listbuilder.reading import Document

Verdict = dict[str, Any]
AHEAD = 32


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

    A source that can't be read has a verdict too, so that one bad list never stops the others. `forces` adds the
    published force of each legal list under `force`. With an executor, `chunk` lists go out at a time, and only so many
    ahead of what was asked for: sources may be endless.

    As with `import_force`, a text of one line may be a path; what strangers typed goes in as bytes, which open nothing.
    """
    if chunk < 1:
        raise ValueError(f"chunk is the number of lists that go out at a time: 1 or more, not {chunk}")
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
    pack = event_at_hand(event, catalogues)
    return [_verdict(source, _label(source, number), forces, pack, catalogues) for number, source in part]


def _verdict(source: Source, label: str, forces: bool, event: Game | None, catalogues: tuple[str, ...]) -> Verdict:
    try:
        document = open_source(source, file=label)
    except ListbuilderError as error:
        return unreadable_document(label, error.findings)
    return verdict_on(document, label, forces=forces, event=event, catalogues=catalogues)


def verdict_on(
    document: Document,
    label: str,
    *,
    forces: bool = False,
    event: Game | None = None,
    catalogues: Iterable[Path | str] = (),
) -> Verdict:
    """The verdict on a document that was read, whatever is in it."""
    try:
        report = judge(document, catalogues, event)
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
