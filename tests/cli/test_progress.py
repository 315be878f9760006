"""Progress: a line on a terminal for what takes longer than a second, nothing in a pipe; Ctrl-C says what was done."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder.desk.folder import Desk
from listbuilder.desk.intake import arrivals
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.intake.verdicts import ParcelContent, read_parcel
from listbuilder.storage import edit_history
from listbuilder.storage.files import write_text
from listbuilder.ui.cli.app import app
from listbuilder.ui.cli.terminal import FIRST
from tests.support.desk_setup import LEGAL, OTHER, cup, data, put
from tests.support.desk_setup import run as event

pytestmark = pytest.mark.slow

GOOD = "game: rogue-conflict\nname: Squad\nmodels: [{rank: I, weapon: Slug Pistol, count: 5}]\n"
# Every list takes a while to read, so that a handful of them takes longer than a second.
SLOW = """
import sys, time
from listbuilder.ui.cli import common, terminal
terminal.FIRST = {first}
real = common.ListReader.lists_in
def lists_in(self, path):
    time.sleep({wait})
    return real(self, path)
common.ListReader.lists_in = lists_in
from listbuilder.ui.cli.app import main
sys.argv = ["listbuilder", *sys.argv[1:]]
main()
"""


def start(arguments: list[str], wait: float, first: float = FIRST) -> tuple[subprocess.Popen[bytes], int]:
    """A command with a terminal for stderr and a pipe for stdout; a line is due after the first so many seconds."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-P", "-c", SLOW.format(wait=wait, first=first), *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, start_new_session=True)
    os.close(theirs)
    return process, ours


def read_until(terminal: int, wanted: str | None = None) -> str:
    """What appears on a terminal, until something does or nobody writes there any more."""
    found = b""
    while wanted is None or not re.search(wanted, found.decode("utf-8", "replace")):
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        if not part:
            break
        found += part
    return found.decode("utf-8", "replace")


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """A folder of thirty lists, one of them illegal."""
    for number in range(30):
        (tmp_path / f"{number:02d}.yaml").write_text(GOOD + ("limit: 1\n" if number == 0 else ""), "utf-8")
    return tmp_path


def test_terminal_shows_how_far_it_is(lists: Path) -> None:
    """How many of how many, how many are wrong, how long it will take; and the line is gone at the end."""
    process, terminal = start(["validate", str(lists), "--json"], 0.3)
    shown = read_until(terminal)
    assert process.stdout
    assert b'"valid": 29' in process.stdout.read()
    assert process.wait(60) == 1
    assert re.search(r"\d+ of 30 lists judged, 1 wrong, about \d+ s left", shown)
    assert shown.endswith("\r\x1b[K")


def test_quick_work_shows_nothing(lists: Path) -> None:
    """What is done before the line is due, a second after the start, draws none."""
    assert FIRST == 1
    # Due after a minute, so that it is quick on a machine that is busy with something else, too.
    process, terminal = start(["validate", str(lists / "01.yaml")], 0, first=60)
    assert read_until(terminal) == ""
    assert process.wait(60) == 0


def test_pipe_shows_nothing(lists: Path) -> None:
    """Where stderr is no terminal, nothing is written there however long it takes."""
    command = [sys.executable, "-P", "-c", SLOW.format(wait=0.3, first=FIRST), "validate", str(lists)]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.stderr == b""
    assert done.returncode == 1


def test_control_c_says_what_was_done(lists: Path) -> None:
    """Ctrl-C ends a folder at once, its children too, with what was judged so far and exit code 130."""
    process, terminal = start(["validate", str(lists), "--json"], 1)
    read_until(terminal, r"[2-9] of 30 lists judged")
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(60) == 130
    assert re.search(r"Stopped: \d+ of 30 lists judged\.", read_until(terminal))
    assert process.stdout
    assert process.stdout.read() == b""


def test_control_c_leaves_nothing_half_written(lists: Path, tmp_path: Path) -> None:
    """A command that is stopped before it writes leaves no file, not even a part of one."""
    out = tmp_path / "out"
    out.mkdir()
    process, terminal = start(["sheet", str(lists / "01.yaml"), str(lists / "02.yaml"), "-o", str(out / "x.pdf")], 30)
    read_until(terminal, r"0 of 2 lists judged")
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(60) == 130
    assert "Stopped: 0 of 2 lists judged." in read_until(terminal)
    assert list(out.iterdir()) == []


def test_control_c_behind_a_write_does_not_deny_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the search for ways says that nothing was written; when that is done, something may have been."""
    path = tmp_path / "squad.yaml"
    path.write_text(GOOD + "limit: 70\n", "utf-8")

    def interrupted(*words: Any, **more: Any) -> None:
        write_text(*words, **more)
        raise KeyboardInterrupt

    monkeypatch.setattr(edit_history, "write_text", interrupted)
    done = CliRunner().invoke(app, ["mend", str(path), "--take", "1"])
    assert (done.exit_code, done.stderr) == (130, "Stopped.\n")
    assert path.read_text("utf-8") != GOOD + "limit: 70\n"


def test_control_c_in_an_intake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was taken in by then is said, and stays; the next intake takes in the rest."""
    folder = cup(tmp_path / "cup")
    for id, tree in (("p01", LEGAL), ("p02", OTHER), ("p03", OTHER)):
        put(folder, f"{id}.yaml", tree)

    def interrupted(desk: Desk, parcel: Parcel) -> ParcelContent:
        if parcel.label == "p03.yaml":
            raise KeyboardInterrupt
        return read_parcel(desk, parcel)

    monkeypatch.setattr(arrivals, "read_parcel", interrupted)
    done = event(folder, "intake", code=130)
    assert done.stderr == "Stopped: 2 of 3 arrivals taken in.\n"
    monkeypatch.setattr(arrivals, "read_parcel", read_parcel)
    assert [one["label"] for one in data(folder, "intake")["arrivals"]] == ["p03.yaml"]
    assert data(folder, "check")["findings"] == []


EARLY = """
import atexit, os, signal, sys
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupted())
if not {module!r}:
    atexit.register(os.kill, os.getpid(), signal.SIGINT)
{before}
sys.argv = ["listbuilder", "games"]
from listbuilder.ui.cli.start import main
main()
"""


@pytest.mark.parametrize("module", ["click", "listbuilder.ui.cli.app", "listbuilder.ui.cli.games", ""])
def test_control_c_is_quiet_from_start_to_end(module: str) -> None:
    """While Python still imports, and when all is done, Ctrl-C ends the program at once without a traceback."""
    command = [sys.executable, "-P", "-c", EARLY.format(module=module, before="")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert done.stderr in ("", "Stopped.\n")


def test_control_c_that_is_to_be_ignored_is_ignored() -> None:
    """What was started with Ctrl-C switched off, as by nohup, goes on."""
    before = "signal.signal(signal.SIGINT, signal.SIG_IGN)"
    command = [sys.executable, "-P", "-c", EARLY.format(module="click", before=before)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout
