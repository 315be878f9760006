"""The README: its example list, its commands and its Python run, and print what it says they print."""

from __future__ import annotations

import re
import shlex
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
    """A folder with the README's list, collection and post in it."""
    squad, collection, *_ = blocks("yaml")
    (tmp_path / "squad.yaml").write_text(squad, "utf-8")
    (tmp_path / "collection.yaml").write_text(collection, "utf-8")
    (tmp_path / "post.txt").write_text(blocks("text")[0], "utf-8")
    return tmp_path


def test_commands_print_what_the_readme_shows(folder: Path) -> None:
    """The commands of the README work one after another as they stand, and print exactly what stands below them."""
    for command, output in examples():
        words = shlex.split(command)
        assert words[0] == "listbuilder"
        done = subprocess.run([SCRIPT, *words[1:]], cwd=folder, capture_output=True, text=True, check=False)
        lines = [line.rstrip() for line in done.stdout.strip().splitlines()]
        assert "\n".join(lines) == output, command
        assert done.returncode == ("NOT LEGAL" in output), done.stderr


def test_python_examples_run(folder: Path) -> None:
    """The Python of the README runs: an illegal list is refused with its finding, and judged part by part."""
    first, second = blocks("python")
    refused = subprocess.run([sys.executable, "-c", first], cwd=folder, capture_output=True, text=True, check=False)
    assert "IllegalListError" in refused.stderr
    legal = (folder / "squad.yaml").read_text("utf-8").replace("plasma rifle", "laser pistol")
    (folder / "squad.yaml").write_text(legal, "utf-8")
    for code, said in ((first, "Zara"), (second, "True 125 []")):
        done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
        assert said in done.stdout


def test_python_parts_say_why(folder: Path) -> None:
    """The last Python of the README prints the verdict, cost and codes of the README's list."""
    code = blocks("python")[1]
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
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
