"""What the builders are measured by: choices of every starter list, keys on fifty models, memory over many edits."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import tempfile
import time
import tracemalloc
from asyncio import events
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from listbuilder.building import Bench, Place, Set, additions, apply, choices, open_bench, roster, slots, undo
from listbuilder.loading import load_game
from listbuilder.storage.reading import Document, read_file
from tests.support.paths import ROOT
from tests.support.screens import app_on

__all__ = ["builder_figures"]

MODELS, EDITS, AGAIN = 50, 1_000, 3
KEYS = [
    "down",
    "2",
    "down",
    "down",
    "enter",
    "m",
    "escape",
    "escape",
    "1",
    "c",
    "plus",
    "u",
    "U",
    "a",
    "escape",
    "J",
    "x",
]


class BuilderFigures(NamedTuple):
    """Milliseconds of processor time for the slowest choice list and the slowest key, and how memory grows."""

    choices: float
    where: str
    key: float
    memory: float


def builder_figures(starters: list[Path]) -> BuilderFigures:
    """Measure all of it."""
    slowest, where = max(found for path in starters for found in choice_times(path))
    keys = max(key_time(path) for path in first_of_each_game(starters))
    return BuilderFigures(slowest, where, keys, memory_growth(starters[0]))


def first_of_each_game(starters: list[Path]) -> list[Path]:
    """One list of each game."""
    return list({path.parent: path for path in reversed(starters)}.values())


def on_bench(path: Path) -> Bench:
    """A list file on the bench."""
    document = read_file(path)
    return open_bench(document, load_game(str(document.data["game"])))


def choice_times(path: Path) -> Iterator[tuple[float, str]]:
    """For every open slot of a list and for its additions: the time of its choices, and which they are."""
    bench = on_bench(path)
    places: list[Place] = [(), *(row.at for row in roster(bench))]
    for at in places:
        for slot in slots(bench, at):
            if slot.open:
                yield best_time(partial(choices, bench, at, slot.id)), f"{path.stem} {at} {slot.id}"
    yield best_time(lambda: additions(bench)), f"{path.stem} additions"


def best_time(work: Callable[[], object]) -> float:
    """The least milliseconds of processor time that something takes."""
    found = []
    for _ in range(AGAIN):
        start = time.process_time()
        work()
        found.append(1000 * (time.process_time() - start))
    return min(found)


def fifty_models(path: Path, folder: Path) -> Path:
    """A file with fifty models like those of a list."""
    data: dict[str, Any] = dict(read_file(path).data)
    left_out = ("name", "group", "carries")
    rows = [{key: value for key, value in row.items() if key not in left_out} for row in data["models"]]
    data |= {"models": [rows[at % len(rows)] for at in range(MODELS)], "limit": 9_999}
    data.pop("groups", None)
    made = folder / "fifty.yaml"
    made.write_text(json.dumps(data), "utf-8")
    return made


@contextmanager
def longest_wait() -> Iterator[list[float]]:
    """The longest time that a key would have to wait for something else, in milliseconds of processor time."""
    found, run = [0.0], events.Handle._run

    def measured(handle: events.Handle) -> None:
        start = time.thread_time()
        run(handle)
        found[0] = max(found[0], 1000 * (time.thread_time() - start))

    with patch.object(events.Handle, "_run", measured):
        yield found


def key_time(path: Path) -> float:
    """The longest wait for any of some keys on a list of fifty models, the best of some runs."""

    async def run(file: Path) -> float:
        async with app_on(file).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            with longest_wait() as found:
                for key in KEYS:
                    await pilot.press(key)
                    await pilot.pause()
            return found[0]

    found = []
    gc.collect()
    gc.freeze()
    for _ in range(AGAIN):
        with tempfile.TemporaryDirectory() as folder:
            found.append(asyncio.run(run(fifty_models(path, Path(folder)))))
    return min(found)


def memory_growth(path: Path) -> float:
    """The memory after a thousand edits beside that after as many as can be undone."""
    document = read_file(path)
    bench = open_bench(Document(document.data, {}, None), load_game(str(document.data["game"])))
    tracemalloc.start()
    try:
        after = []
        for number in range(EDITS):
            bench = apply(bench, Set(at=(), key="limit", value=1 + number % 900))
            if number % 100 == 99:
                bench = undo(bench)
            if number + 1 in (EDITS // 4, EDITS):
                gc.collect()
                after.append(tracemalloc.get_traced_memory()[0])
        return after[1] / after[0]
    finally:
        tracemalloc.stop()


if __name__ == "__main__":
    root = ROOT
    print(*builder_figures(sorted((root / "catalogue").glob("*/lists/*.yaml"))), sep="\n", file=sys.stdout)
