"""The README: its example list, its commands and its Python run, and print what it says they print."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
SCRIPT = Path(sys.executable).with_name("listbuilder")


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def examples() -> list[tuple[str, str]]:
    """Every command that a console block shows, with the output below it."""
    found = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output.strip()))
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the README's list in it."""
    (tmp_path / "squad.yaml").write_text(blocks("yaml")[0], "utf-8")
    return tmp_path


@pytest.mark.parametrize(("command", "output"), examples(), ids=[command for command, _ in examples()])
def test_command_prints_what_the_readme_shows(folder: Path, command: str, output: str) -> None:
    """A command of the README prints exactly what stands below it."""
    words = command.split()
    assert words[0] == "listbuilder"
    done = subprocess.run([SCRIPT, *words[1:]], cwd=folder, capture_output=True, text=True, check=False)
    lines = [line.rstrip() for line in done.stdout.strip().splitlines()]
    assert "\n".join(lines) == output


def test_python_example_runs(folder: Path) -> None:
    """The Python of the README runs on the README's list and prints its verdict, cost and codes."""
    done = subprocess.run(
        [sys.executable, "-c", blocks("python")[0]], cwd=folder, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False 130 ['needs.missing']"


def test_every_command_is_named() -> None:
    """Each command of the program has its place in the README."""
    from listbuilder.cli.app import COMMANDS

    assert [name for name in COMMANDS if f"`{name}" not in README] == []


def test_every_room_is_on_the_map() -> None:
    """Each module and package of the program is on the map of the house."""
    rooms = {path.stem for path in (ROOT / "listbuilder").glob("*.py")} - {"__init__", "__main__"}
    rooms |= {path.parent.name for path in (ROOT / "listbuilder").glob("*/__init__.py")}
    missing = [room for room in sorted(rooms) if f"`{room}`" not in README and f"`{room}/`" not in README]
    assert missing == []
