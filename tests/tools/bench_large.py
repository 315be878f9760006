"""Figures of large games: a warm `validate` against the smallest shipped game, the check, what can be added."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from listbuilder.building.bench import open_bench
from listbuilder.building.choices import additions
from listbuilder.loading import check_folder
from listbuilder.storage.reading import read_file
from tests.tools.large_game import write_large_game

SIZES = (2_500, 10_000)
ROUNDS = 7


class LargeFigures(NamedTuple):
    """Ratios of warm starts by size; seconds of a check of the smaller, milliseconds until models are offered."""

    warm: tuple[float, ...]
    check: float
    choices: float


def large_figures(script: str, small: Path) -> LargeFigures:
    """The figures; `small` is a list of the smallest shipped game."""
    with tempfile.TemporaryDirectory() as root:
        folders = [write_large_game(Path(root) / f"large-{size}", size) for size in SIZES]
        lists = [small, *(folder / "lists" / "starter.yaml" for folder in folders)]
        times = warm_times(script, lists)
        start = time.process_time()
        game = check_folder(folders[0], thorough=True)
        check = time.process_time() - start
        bench = open_bench(read_file(lists[1]), game)
        start = time.process_time()
        additions(bench)
        choices = time.process_time() - start
    return LargeFigures(tuple(one / times[0] for one in times[1:]), check, choices * 1000)


def warm_times(script: str, lists: list[Path]) -> list[float]:
    """The shortest processor time of `validate` of each list, runs interleaved; the first run of each compiles."""
    best = [float("inf")] * len(lists)
    for turn in range(ROUNDS + 1):
        for at, path in enumerate(lists):
            spent = children_time()
            subprocess.run([script, "validate", str(path)], stdout=subprocess.DEVNULL, check=True)
            best[at] = min(best[at], children_time() - spent) if turn else best[at]
    return best


def children_time() -> float:
    """The processor time of all processes that were waited for."""
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    from tests.support.paths import CATALOGUE

    SMALL = min((CATALOGUE / "constellation-warrior" / "lists").glob("*.yaml"))
    print(large_figures(str(Path(sys.executable).with_name("listbuilder")), SMALL))
