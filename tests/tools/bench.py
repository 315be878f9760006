"""Measure start-up and validation as ratios in one run; run with `make bench`.

Prints a table and exits 1 when a target is missed. Not part of the test suite: machines are noisy.
"""

from __future__ import annotations

import compileall
import copy
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import jsonschema
import yaml

from listbuilder import import_force, load_game, read_list, resolve, validate
from listbuilder.exchange.schemas.list_schema import list_schema
from listbuilder.ui.cli.terminal import Progress
from tests.support.paths import CATALOGUE, ROOT
from tests.tools.bench_builder import builder_figures
from tests.tools.bench_cards import commands
from tests.tools.bench_cards import growth as growth_of_cards
from tests.tools.bench_folders import folder_ratios
from tests.tools.bench_forces import force_figures
from tests.tools.bench_growth import growth
from tests.tools.bench_large import large_figures
from tests.tools.bench_page import page_figures

GAMES = ("constellation-warrior", "rogue-conflict")
LIST = CATALOGUE / "rogue-conflict" / "lists" / "blue-dossier.yaml"
SCRIPT = str(Path(sys.executable).with_name("listbuilder"))
ROUNDS = 15


def fastest(*commands: list[str]) -> list[float]:
    """The shortest time of each command, their runs interleaved so that noise hits all alike."""
    best = [float("inf")] * len(commands)
    with Progress("runs timed", ROUNDS * len(commands)) as progress:
        for at, command in progress.over(list(enumerate(commands)) * ROUNDS):
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            best[at] = min(best[at], time.perf_counter() - start)
    return best


def rate(work: Any, seconds: float = 2.0) -> float:
    """How often `work` runs in a second of processor time, the best of ten stretches."""
    best = 0.0
    for _ in range(10):
        count, start = 0, time.process_time()
        while time.process_time() - start < seconds / 10:
            work()
            count += 1
        best = max(best, count / (time.process_time() - start))
    return best


def eight_models(data: dict[str, Any]) -> dict[str, Any]:
    """A list with exactly eight models, repeating its own where it has fewer."""
    made = copy.deepcopy(data)
    rows = [{**row, "count": 1} for row in made["models"]]
    made["models"] = [rows[at % len(rows)] for at in range(8)]
    made["limit"] = 10_000
    return made


def main() -> int:
    """Measure and print."""
    # Whatever is installed is compiled already; so must be what stands beside it here.
    compileall.compile_dir(ROOT / "listbuilder", quiet=1)
    python = [sys.executable, "-c"]
    floor = [*python, "import typer, yaml; from pydantic import BaseModel"]
    bare, lone, judge, help_ = fastest(
        floor, [*python, "import typer"], [SCRIPT, "validate", str(LIST)], [SCRIPT, "--help"]
    )
    paths = [path for game in GAMES for path in sorted((CATALOGUE / game / "lists").glob("*.yaml"))]
    raw = [yaml.safe_load(path.read_text()) for path in paths]
    trees = [eight_models(data) for data in raw if "groups" not in data]
    games = {tree["game"]: load_game(tree["game"]) for tree in trees}
    documents = [(read_list(tree), games[tree["game"]]) for tree in trees]
    legal = [validate(resolve(document, game)).valid for document, game in documents]
    documents = [one for one, fine in zip(documents, legal, strict=True) if fine]
    trees = [one for one, fine in zip(trees, legal, strict=True) if fine]
    checkers = {id: jsonschema.Draft202012Validator(list_schema(game)) for id, game in games.items()}
    ours = rate(lambda: [validate(resolve(document, game)) for document, game in documents]) * len(documents)
    imported = rate(lambda: [import_force(tree) for tree in trees]) * len(trees)
    read = rate(lambda: [validate(resolve(read_list(tree), games[tree["game"]])) for tree in trees]) * len(trees)
    theirs = rate(lambda: [list(checkers[tree["game"]].iter_errors(tree)) for tree in trees]) * len(trees)
    with tempfile.TemporaryDirectory() as folder:
        cards, canvas = fastest(*commands(SCRIPT, LIST, Path(folder)))
        more_time, more_memory = growth_of_cards(SCRIPT, LIST, Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        starters = sorted((CATALOGUE).glob("*/lists/*.yaml"))
        as_data, as_text = folder_ratios(SCRIPT, starters, Path(folder))
    for_model, for_finding, memory = growth(LIST)
    builder = builder_figures(starters)
    page = page_figures()
    large = large_figures(SCRIPT, min((CATALOGUE / GAMES[0] / "lists").glob("*.yaml")))
    forces = force_figures(SCRIPT)
    print(f"the slowest choices are those of {builder.where}")
    rows = [
        ("100 cards / a bare canvas with the same strings", cards / canvas, 2, False),
        ("1,000 cards / 100 cards", more_time, 10, False),
        ("memory of 1,000 cards / of 100", more_memory, 3, False),
        ("validate one list / import of typer, yaml, pydantic", judge / bare, 1.25, False),
        ("2,000 lists as JSON / libyaml's parse of them", as_data, 3, False),
        ("2,000 lists as text / libyaml's parse of them", as_text, 3, False),
        ("time of one of 200 models / of one of 50", for_model, 1.3, False),
        ("time of one of many findings / of one of few", for_finding, 1.3, False),
        ("memory of one of 200 models / of one of 50", memory, 1.3, False),
        ("choices of the worst slot of a starter list, ms", builder.choices, 100, False),
        ("a key waits on the screen with 50 models, ms", builder.key, 50, False),
        ("memory after 1,000 edits / after 250", builder.memory, 1.1, False),
        ("page: packed to the first answer, MB", page.packed, 8, False),
        ("page: the judge's first answer at 4x throttle, s", page.first, 8, False),
        ("page: a kept list on a later visit at 4x throttle, s", page.later, 2, False),
        ("page: an edit, ms", page.edit, 50, False),
        ("page: what can be added, slowest game, ms", page.choices, 200, False),
        ("validate, game of 2,500 entries / smallest game", large.warm[0], 2, False),
        ("validate, game of 10,000 entries / smallest game", large.warm[1], 4, False),
        ("check of a game of 2,500 entries, s", large.check, 10, False),
        ("what can be added, game of 2,500 entries, ms", large.choices, 300, False),
        ("--help / import of typer", help_ / lone, 1.25, False),
        ("lists of 8 models judged a second", ours, 3000, True),
        ("the same against jsonschema's shape check", ours / theirs, 10, True),
        ("a force from data / its list judged", forces.judged, 1.5, False),
        ("a force from data / the verdict on its list", forces.verdict, 1.5, False),
        ("a force as JSON / its list judged", forces.text, 2.5, False),
        ("a force as JSON without its rules / its list judged", forces.lean, 2.5, False),
        ("--stream --forces / --stream, a line", forces.stream, 3, False),
        ("--stream --forces --no-standalone / --stream, a line", forces.lean_stream, 3, False),
        ("lists imported from data / lists judged from data", imported / read, 0.5, True),
        ("lists imported from data / lists judged, read before", imported / ours, 0.5, True),
    ]
    missed = 0
    for name, value, target, at_least in rows:
        met = value >= target if at_least else value <= target
        missed += not met
        print(f"{name:<55} {value:10.2f}  target {'≥' if at_least else '≤'} {target:<6} {'met' if met else 'MISSED'}")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
