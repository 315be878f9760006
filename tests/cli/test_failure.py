"""What nobody foresaw: one line, the file's name, code 4; and every other failure by its own name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

LIST = "game: constellation-warrior\nmodels: [{unit: Novice}]\n"
# A mistake of ours, put where each command passes.
BROKEN = """
import sys
import listbuilder.{module} as module
def broken(*args, **kwargs):
    raise {error}
module.{name} = broken
sys.argv = ["listbuilder", *sys.argv[1:]]
from listbuilder.ui.cli.app import main
main()
"""


@pytest.fixture
def squad(tmp_path: Path) -> Path:
    path = tmp_path / "squad.yaml"
    path.write_text(LIST, "utf-8")
    return path


def run(
    *arguments: str | Path,
    module: str = "judging.resolver",
    name: str = "resolve",
    error: str = "TypeError('oh')",
    more: str = "",
) -> subprocess.CompletedProcess[str]:
    code = BROKEN.format(module=module, name=name, error=error)
    environment = {**os.environ, "LISTBUILDER_TRACEBACK": more}
    command = [sys.executable, "-P", "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=60)


@pytest.mark.parametrize("command", ["export", "sheet", "match", "deploy"])
def test_mistake_of_ours_takes_one_line(squad: Path, tmp_path: Path, command: str) -> None:
    """It names the file and asks for a report; the code is not that of an illegal list, and nothing is touched."""
    more: dict[str, list[str | Path]] = {"sheet": ["-o", tmp_path / "a.pdf"], "match": [squad]}
    done = run(command, squad, *more.get(command, []))
    assert done.returncode == 4, done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "squad.yaml" in done.stderr
    assert "TypeError" in done.stderr
    assert "report it" in done.stderr
    assert not done.stdout
    assert squad.read_text("utf-8") == LIST
    assert [one.name for one in tmp_path.iterdir()] == ["squad.yaml"]


def test_traceback_for_the_report(squad: Path) -> None:
    """Whoever wants to report it can see where it happened."""
    assert "Traceback" in run("export", squad, more="1").stderr


@pytest.mark.parametrize("error", ["RecursionError()", "AssertionError('x')", "KeyError('a\\nb')"])
def test_other_mistakes(squad: Path, error: str) -> None:
    """Whatever it is."""
    done = run("deploy", squad, "--json", error=error)
    assert done.returncode == 4
    assert len(done.stderr.splitlines()) == 1
    assert json.loads(done.stdout)["error"]["exit"] == 4


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(("deploy", "none.yaml"), 3), (("deploy",), 2), (("show", "no-such-game"), 2), (("match", "a", "b"), 3)],
)
def test_json_is_one_document_whatever_happens(arguments: tuple[str, ...], code: int, tmp_path: Path) -> None:
    """Stdout holds exactly one JSON document, stderr the message."""
    command = [sys.executable, "-P", "-m", "listbuilder", *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == code
    assert json.loads(done.stdout)["error"]["exit"] == code
    assert done.stderr


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("OSError(24, 'Too many open files', '/some/file')", "/some/file: Too many open files."),
        ("OSError(5, 'Input/output error')", "The system refused: Input/output error."),
        ("OSError(98, 'Address already in use')", "The system refused: Address already in use."),
    ],
)
def test_what_the_system_refuses_is_said(squad: Path, error: str, said: str) -> None:
    """Not every refusal is about the output."""
    done = run("deploy", squad, error=error)
    assert done.returncode == 3
    assert done.stderr.strip() == said


def test_ctrl_c_is_not_an_illegal_list(squad: Path) -> None:
    """It has the code that shells expect, and is said also by what has no progress to tell of."""
    done = run("deploy", squad, error="KeyboardInterrupt()")
    assert (done.returncode, done.stderr) == (130, "Stopped.\n")


def test_unreadable_file_beside_good_ones(squad: Path, tmp_path: Path) -> None:
    """It has its own entry and the others are judged, with code 3."""
    os.mkfifo(tmp_path / "pipe.yaml")
    command = [sys.executable, "-P", "-m", "listbuilder", "validate", "none.yaml", "pipe.yaml", "squad.yaml", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, timeout=60)
    assert done.returncode == 3
    lists = json.loads(done.stdout)["lists"]
    assert [one["findings"][0]["code"] for one in lists[:2]] == ["file.missing", "file.not-a-file"]
    assert lists[2]["game"] == "constellation-warrior"


CLOSED = """
import os, pathlib, sys
from listbuilder.ui.cli.app import main
def allowed(path, mode, *rest, **more):
    return False if str(path).endswith("closed.yaml") else access(path, mode, *rest, **more)
def opened(path, *rest, **more):
    if str(path).endswith("closed.yaml"):
        raise PermissionError(13, "Permission denied", str(path))
    return real(path, *rest, **more)
def looked(self, **more):
    if "closed-games" in self.parent.parts:
        raise PermissionError(13, "Permission denied", str(self))
    return stat(self, **more)
access, real, stat = os.access, os.open, pathlib.Path.stat
os.access, os.open, pathlib.Path.stat = allowed, opened, looked
sys.argv = ["listbuilder", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("set", "closed.yaml", "1", "name=Bo"), "closed.yaml: you are not allowed to read this file."),
        (("diff", "squad.yaml", "closed.yaml"), "closed.yaml: you are not allowed to read this file."),
        (("match", "closed.yaml", "squad.yaml"), "closed.yaml: you are not allowed to read this file."),
        (("validate", "squad.yaml", "--catalogue", "closed-games"), "closed-games can't be looked into"),
        (("diff", "squad.yaml", "squad.yaml", "--catalogue", "closed-games"), "closed-games can't be looked into"),
    ],
)
def test_closed_file_is_unreadable_in_every_command(squad: Path, words: tuple[str, ...], said: str) -> None:
    """What its owner keeps from us can't be read, with code 3: it is no wrong usage, and no mistake of ours."""
    (squad.parent / "closed.yaml").write_text(LIST, "utf-8")
    (squad.parent / "closed-games").mkdir()
    command = [sys.executable, "-P", "-c", CLOSED, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=squad.parent, timeout=60)
    assert done.returncode == 3, done.stderr
    assert said in done.stdout + done.stderr
