"""Two small engines, one in Python and one in JavaScript, import every starter list and agree to the letter."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder import import_force
from listbuilder.loading import game_folders, shipped
from tests.support.paths import TESTS
from tests.support.serving import Service, running

CLIENTS = TESTS / "clients"
STARTERS = sorted(shipped("catalogue").glob("*/lists/*.yaml"))
ONE_EACH = [next(path for path in STARTERS if path.parents[1].name == game) for game in sorted(game_folders())]
ILLEGAL = "game: rogue-conflict\nmodels:\n  - {rank: I}\n"
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
each_game = pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parents[1].name)


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """A service for the client that asks one."""
    with running(seconds=10) as found:
        yield found


def run(*command: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a program with some input."""
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=60)


def in_python(path: Path) -> str:
    """What the Python engine prints."""
    done = run(sys.executable, str(CLIENTS / "engine.py"), str(path))
    assert done.returncode == 0, done.stderr
    return done.stdout


def exported(path: Path) -> str:
    """The force of a list as the command line exports it."""
    done = run(sys.executable, "-m", "listbuilder", "export", str(path), "--to", "engine")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.sample(2)
@each_game
def test_python_engine(path: Path) -> None:
    """The engine names every model that takes part once, and each of them has life."""
    lines = in_python(path).splitlines()
    force = import_force(path)
    assert lines[0] == f"{force.game.name}: {force.name} ({force.cost} {force.points.name})"
    assert len(lines) == 1 + sum(model.deploy for model in force.models)
    assert not [line for line in lines if ": 0 life" in line]


@pytest.mark.sample(1)
@needs_node
@each_game
def test_both_engines_agree(path: Path) -> None:
    """What `export --to engine` prints is enough for JavaScript to say what Python says."""
    done = run("node", str(CLIENTS / "engine.mjs"), text=exported(path))
    assert done.returncode == 0, done.stderr
    assert done.stdout == in_python(path)


@needs_node
def test_engine_over_http(service: Service) -> None:
    """The same comes over HTTP, from the list file alone."""
    done = run("node", str(CLIENTS / "engine.mjs"), "--service", service.url, str(ONE_EACH[0]))
    assert done.returncode == 0, done.stderr
    assert done.stdout == in_python(ONE_EACH[0])


@needs_node
def test_illegal_lists_are_refused(service: Service, tmp_path: Path) -> None:
    """Neither engine plays an illegal list, and both say why."""
    path = tmp_path / "squad.yaml"
    path.write_text(ILLEGAL, "utf-8")
    both = (
        run(sys.executable, str(CLIENTS / "engine.py"), str(path)),
        run("node", str(CLIENTS / "engine.mjs"), "--service", service.url, str(path)),
    )
    for done in both:
        assert done.returncode == 1
        assert "room.under" in done.stderr
    refused = run(sys.executable, "-m", "listbuilder", "export", str(path), "--to", "engine")
    assert refused.returncode == 1
