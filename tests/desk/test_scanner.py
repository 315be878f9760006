"""`event verify` behind a scanner: strangers print the codes, so a line is data, and a receipt proves no paper."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.support import fast_yaml
from tests.support.desk_setup import LEGAL, OTHER, cup, data, put, run

HOSTILE = [
    "x; touch pwned",
    "$(touch pwned)",
    "`touch pwned`",
    "--force",
    "--note",
    "-",
    "-- -rf",
    "\x1b]0;owned\x07\x1b[2J\x1b[31mMATCH",
    "\u202eHCTAM",
    "\x00\x07\x08",
    "players.yaml",
    "../cup/players.yaml",
    "/etc/passwd",
    "lists/p01/1.yaml",
    "LBR1",
    "LBR1" + "Z" * 28,
    "LBS1" + "0" * 152,
    "LB1-AAAA",
    "A" * 100_000,
    "p" * 5_000,
    "é" * 300,
    "[bold]MATCH[/bold]",
]


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with two locked lists."""
    folder = cup(tmp_path_factory.mktemp("scan") / "cup")
    put(folder, "p01.yaml", LEGAL)
    put(folder, "p02.yaml", OTHER)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock", code=1)
    return folder


def receipt(folder: Path, id: str) -> str:
    """The receipt that a player was sent."""
    words = (folder / "out/messages" / f"{id}-locked.txt").read_text("utf-8").split()
    return next(word for word in words if word.startswith("LBR1"))


def test_a_receipt_names_its_owner_and_matches_nothing(locked: Path) -> None:
    """A receipt can be pasted onto any paper: whose it is and what must be on the table are said, and never MATCH."""
    told = run(locked, "verify", receipt(locked, "p02")).stdout
    assert "MATCH" not in told
    assert "COMPARE" in told and "Tom Okafor (p02)" in told and "This must be on the table:" in told
    assert "Novice" in told and "Soldier" in told


def test_only_a_given_list_matches(locked: Path, tmp_path: Path) -> None:
    """The same list in a file matches; in another player's name it does not."""
    path = tmp_path / "paper.yaml"
    path.write_text(fast_yaml.dump(OTHER), "utf-8")
    found = data(locked, "verify", path)
    assert (found["verdict"], found["player"]) == ("MATCH", "p02")
    path.write_text(fast_yaml.dump({**OTHER, "player": "Tom Okafor"}), "utf-8")
    assert data(locked, "verify", path)["verdict"] == "MATCH"
    path.write_text(fast_yaml.dump({**OTHER, "player": "Mira Voss"}), "utf-8")
    borrowed = data(locked, "verify", path, code=1)
    assert (borrowed["verdict"], borrowed["player"]) == ("CHANGED", "p01")
    assert "is the list of Tom Okafor (p02)" in borrowed["why"]


def test_receipts_are_read_line_after_line(locked: Path) -> None:
    """Without an argument every line of stdin is a check, and a bad one stops no other."""
    lines = [receipt(locked, "p01"), "", "nonsense", receipt(locked, "p02").lower(), "p01"]
    result = run(locked, "verify", "--json", stdin="\n".join(lines), code=1)
    checks = json.loads(result.stdout)["checks"]
    assert [(one["verdict"], one["player"]) for one in checks] == [
        ("COMPARE", "p01"),
        ("UNKNOWN", ""),
        ("COMPARE", "p02"),
        ("COMPARE", "p01"),
    ]
    assert run(locked, "verify", stdin="\r\n".join(lines[:1])).exit_code == 0
    assert run(locked, "verify", stdin="", code=1).stdout == ""


def test_a_receipt_is_read_from_stdin(locked: Path) -> None:
    """`-` takes a receipt or its first signs as well as a list."""
    for text in (receipt(locked, "p01"), f"  {receipt(locked, 'p01')}\n"):
        found = json.loads(run(locked, "verify", "-", "--json", stdin=text).stdout)
        assert (found["verdict"], found["player"]) == ("COMPARE", "p01")
    found = json.loads(run(locked, "verify", "-", "--json", stdin=fast_yaml.dump(LEGAL)).stdout)
    assert (found["verdict"], found["player"]) == ("MATCH", "p01")


def test_a_scanned_share_code_matches_nothing(locked: Path, tmp_path: Path) -> None:
    """A share code can be pasted as well as a receipt."""
    from listbuilder import load_game, read_list, resolve
    from listbuilder.exchange.documents.judged import list_from_report
    from listbuilder.exchange.formats import write_list
    from listbuilder.judging.validator import Referee

    path = tmp_path / "a.yaml"
    path.write_text(fast_yaml.dump(OTHER), "utf-8")
    game = load_game(str(OTHER["game"]))
    code = write_list(list_from_report(Referee(game).judge(read_list(path))), "code").strip()
    assert resolve(read_list(path), game)
    assert data(locked, "verify", code)["verdict"] == "MATCH"
    result = run(locked, "verify", stdin=f"{code}\n")
    assert "COMPARE  Tom Okafor" in result.stdout and "MATCH" not in result.stdout


def test_hostile_codes_are_data(locked: Path) -> None:
    """No line is a file, an option or an order; each has its verdict, and nothing in it drives the terminal."""
    before = {path: path.read_bytes() for path in locked.rglob("*") if path.is_file()}
    result = run(locked, "verify", "--json", stdin="\n".join(HOSTILE), code=1)
    checks = json.loads(result.stdout)["checks"]
    assert [one["verdict"] for one in checks] == ["UNKNOWN"] * len(HOSTILE)
    told = run(locked, "verify", stdin="\n".join(HOSTILE), code=1).output
    assert all(sign.isprintable() or sign == "\n" for sign in told)
    assert "MATCH  " not in told and "root:" not in told and "example.org" not in told
    assert {path: path.read_bytes() for path in locked.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("what", HOSTILE[:10])
def test_a_hostile_argument_is_said_safely(locked: Path, what: str) -> None:
    """What is given as an argument can't drive the terminal either."""
    told = run(locked, "verify", "--", what, code=None).output
    assert all(sign.isprintable() or sign == "\n" for sign in told)
    assert "Traceback" not in told


def test_signs_that_two_seals_share_are_not_guessed(locked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where eight signs lead to two lists, more are asked for."""
    monkeypatch.setattr("listbuilder.desk.verifying.seal_code", lambda seal: "7QK2-M9XA-" + seal[:4].upper() + "-0000")
    found = data(locked, "verify", "7QK2-M9XA", code=1)
    assert found["verdict"] == "UNKNOWN" and "version 1 of p01 and version 1 of p02" in found["why"]


class Terminal:
    """`event verify` at a terminal, in front of a shell: what the program does not read, the shell would."""

    def __init__(self, folder: Path) -> None:
        self.master, slave = pty.openpty()
        program = [sys.executable, "-m", "listbuilder", "event", "verify", "--folder", str(folder)]
        # The shell runs what is left in the terminal once the program has ended.
        script = 'echo "$$"; "$@"; echo ENDED; while read -t 2 line; do echo "SHELL GOT $line"; done; echo DONE'
        environment = {**os.environ, "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            ["bash", "-c", script, "bash", *program],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.text = ""

    def type(self, keys: bytes) -> None:
        """What a scanner or a person types."""
        os.write(self.master, keys)

    def wait_for(self, words: str, seconds: float = 60) -> None:
        """Read until some words are on the screen."""
        until = time.monotonic() + seconds
        while words not in self.text:
            ready = select.select([self.master], [], [], max(0.0, until - time.monotonic()))[0]
            assert ready, f"{words!r} never came: {self.text!r}"
            self.text += os.read(self.master, 65536).decode("utf-8", "replace")

    def close(self) -> None:
        """End it all."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.master)


def test_no_key_of_a_code_reaches_the_shell(locked: Path) -> None:
    """Control characters in a code end nothing, stop nothing and leave nothing behind for the shell."""
    terminal = Terminal(locked)
    try:
        terminal.wait_for("Ctrl-C ends.")
        before = termios.tcgetattr(terminal.master)
        assert not before[3] & (termios.ECHO | termios.ISIG)
        terminal.type(b"\x03touch pwned\n\x04touch pwned\r\x1a\x1c\x16\x13touch pwned\n")
        terminal.type(receipt(locked, "p02").encode() + b"\r")
        terminal.wait_for("COMPARE  Tom Okafor (p02)")
        terminal.type(b"\x1b]0;owned\x07\xc2\x9b31m\n")
        terminal.wait_for("owned")
        terminal.type(b"7QK3\x7f2-M9XA\n")
        terminal.wait_for("No list of this event has this code.")
        time.sleep(1)
        terminal.type(b"\x03")
        terminal.wait_for("ENDED")
        terminal.wait_for("DONE")
        assert "SHELL GOT" not in terminal.text
        assert "\x1b" not in terminal.text and "\x9b" not in terminal.text
    finally:
        terminal.close()


def test_what_is_typed_while_it_ends_is_thrown_away(locked: Path) -> None:
    """A code that is still being typed behind Ctrl-D goes nowhere."""
    terminal = Terminal(locked)
    try:
        terminal.wait_for("Ctrl-C ends.")
        time.sleep(1)
        terminal.type(b"\x04")
        time.sleep(0.2)
        terminal.type(b"touch pwned\n")
        terminal.wait_for("UNKNOWN")
        time.sleep(1)
        terminal.type(b"\x04")
        terminal.wait_for("DONE")
        assert "SHELL GOT" not in terminal.text
    finally:
        terminal.close()
