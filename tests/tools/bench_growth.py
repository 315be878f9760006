"""How judging grows: what a model or a finding of a long list costs, in time and in memory, beside one of a short list.

`make bench` prints the ratios; 1 is a straight line.
"""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.judging.validator import Report

SHORT, LONG, ROUNDS = 50, 200, 9
SLIPS = {"weapon": ["Slug Pistol", "Slug Pistol"], "gear": ["Tactical Shield", "Medkit", "Medkit"]}


def growth(source: Path) -> tuple[float, float, float]:
    """A model's time, a finding's time and a model's memory in a long list over those in a short one."""
    data = yaml.safe_load(source.read_text("utf-8"))
    rows = [{key: value for key, value in row.items() if key != "count"} for row in data["models"]]
    game = load_game(data["game"])

    def work(count: int, more: dict[str, Any]) -> Callable[[], Report]:
        tree: dict[str, Any] = {**data, "models": [{**rows[at % len(rows)], **more} for at in range(count)]}
        document = read_list(tree)
        return lambda: validate(resolve(document, game))

    fine = work(SHORT, {}), work(LONG, {})
    wrong = work(SHORT, SLIPS), work(LONG, SLIPS)
    found = [len(one().findings) for one in wrong]
    return (
        ratio(seconds(*fine), (SHORT, LONG)),
        ratio(seconds(*wrong), (found[0], found[1])),
        ratio([peak(one) for one in fine], (SHORT, LONG)),
    )


def ratio(costs: list[float], counts: tuple[int, int]) -> float:
    """What one of many costs over what one of few does."""
    return (costs[1] / counts[1]) / (costs[0] / counts[0])


def seconds(*works: Callable[[], Report]) -> list[float]:
    """The least processor time of each, their runs interleaved."""
    best = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for at, work in enumerate(works):
            start = time.process_time()
            work()
            best[at] = min(best[at], time.process_time() - start)
    return best


def peak(work: Callable[[], Report]) -> float:
    """The most memory that is in use at once, beyond what was before."""
    gc.collect()
    tracemalloc.start()
    work()
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return float(found)
