"""A folder of 2,000 lists: how long `validate` takes on all cores beside libyaml's parse of the same files on one."""

from __future__ import annotations

import subprocess
import time
from itertools import cycle, islice
from pathlib import Path

import yaml

COUNT, ROUNDS = 2000, 5


def parse(files: list[Path]) -> float:
    """Seconds that libyaml takes to read every file into plain data."""
    start = time.perf_counter()
    for path in files:
        yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
    return time.perf_counter() - start


def judge(script: str, folder: Path, *options: str) -> float:
    """Seconds that the command takes for the folder, start-up and output included."""
    start = time.perf_counter()
    subprocess.run([script, "validate", str(folder), *options], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def folder_ratios(script: str, starters: list[Path], folder: Path) -> tuple[float, float]:
    """Judging the folder over parsing it, as JSON and as text, the best of a few interleaved rounds each."""
    for number, source in enumerate(islice(cycle(starters), COUNT)):
        (folder / f"{number:04d}.yaml").write_bytes(source.read_bytes())
    files = sorted(folder.iterdir())
    rounds = [(judge(script, folder, "--json"), judge(script, folder), parse(files)) for _ in range(ROUNDS)]
    data, text, parsed = (min(times) for times in zip(*rounds, strict=True))
    return data / parsed, text / parsed
