"""How many modules one list passes on its way: a newcomer can follow it only while they are few."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import CATALOGUE, ROOT

LIST = CATALOGUE / "rogue-conflict" / "lists" / "kestrel-response-unit.yaml"


def modules_passed(call: str, folder: Path) -> int:
    """How many modules run code when a call works on a copy of the list."""
    copy = shutil.copy(LIST, folder)
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "XDG_STATE_HOME": str(folder / "state")}
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.walk", call, copy],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        check=True,
    )
    counted = next(line for line in done.stderr.splitlines() if line.startswith(f"{call}: "))
    return int(counted.split()[1])


@pytest.mark.slow
@pytest.mark.parametrize(("call", "most"), [("verdict", 20), ("set", 45), ("cards", 60)])
def test_list_passes_few_modules(call: str, most: int, tmp_path: Path) -> None:
    """A verdict, an edit and cards pass no more modules than when the rooms were last put in order."""
    modules_passed(call, tmp_path)  # fills the cache: compiling the game is no part of the walk
    assert modules_passed(call, tmp_path) <= most
