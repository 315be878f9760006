"""How long forces for engines take, against judging the same data: as records, as JSON, and on a stream."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import yaml

from listbuilder import import_force, report_document
from listbuilder.exchange.documents.force_document import force_json
from listbuilder.exchange.engine.importer import make_referee
from tests.support.paths import CATALOGUE

ROUNDS, STREAMS, LINES = 30, 5, 1200


class ForceFigures(NamedTuple):
    """Ratios."""

    judged: float
    verdict: float
    text: float
    lean: float
    stream: float
    lean_stream: float


def force_figures(script: str) -> ForceFigures:
    """The times of forces of all starter lists; runs are interleaved so that noise hits all alike."""
    trees = [yaml.safe_load(path.read_text()) for path in sorted(CATALOGUE.glob("*/lists/*.yaml"))]
    referee = make_referee()
    works: list[Callable[[Any], object]] = [
        referee.judge,
        lambda tree: report_document(referee.judge(tree), ""),
        import_force,
        lambda tree: force_json(import_force(tree)),
        lambda tree: force_json(import_force(tree, standalone=False)),
    ]
    best = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for at, work in enumerate(works):
            start = time.process_time()
            for tree in trees:
                work(tree)
            best[at] = min(best[at], time.process_time() - start)
    judge, verdict, force, text, lean = best
    plain, forces, short = streams(script, trees)
    return ForceFigures(force / judge, force / verdict, text / judge, lean / judge, forces / plain, short / plain)


def streams(script: str, trees: list[Any]) -> list[float]:
    """The time of one line of a stream without forces, with them, and with forces without rules."""
    options = [[], ["--forces"], ["--forces", "--no-standalone"]]
    best = [[float("inf")] * 2 for _ in options]
    for _ in range(STREAMS):
        for at, more in enumerate(options):
            for which, lines in enumerate((LINES, len(trees))):
                best[at][which] = min(best[at][which], stream(script, more, trees, lines))
    return [long - short for long, short in best]


def stream(script: str, more: list[str], trees: list[Any], lines: int) -> float:
    """The processor time of so many lines, start-up and all."""
    text = "".join(json.dumps(trees[at % len(trees)]) + "\n" for at in range(lines))
    start = os.times()
    command = [script, "validate", "--stream", *more]
    subprocess.run(command, input=text, stdout=subprocess.DEVNULL, text=True, check=False)
    end = os.times()
    return end.children_user + end.children_system - start.children_user - start.children_system
