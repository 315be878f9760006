"""Drive a real shell in a terminal of its own: type, press Tab, and ask the shell which words it has then."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

BIN = Path(sys.executable).parent
START = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'eval "$(_LISTBUILDER_COMPLETE=source_bash listbuilder)"'),
    "zsh": (
        ["zsh", "-f", "-i"],
        "bindkey -e; unsetopt beep; autoload -Uz compinit && compinit -u; "
        'eval "$(_LISTBUILDER_COMPLETE=source_zsh listbuilder)"',
    ),
    "fish": (["fish", "--no-config", "-i"], "_LISTBUILDER_COMPLETE=source_fish listbuilder | source"),
}
FOUND = [shell for shell in START if shutil.which(shell)]
HOME_KEY, TAB, ENTER = "\x01", "\t", "\r"
PATIENCE = 30.0


class Shell:
    """A shell that waits at its prompt."""

    def __init__(self, name: str, folder: Path, load: str | None = None, command: list[str] | None = None) -> None:
        usual, loading = START[name]
        self.folder = folder
        self.master, slave = pty.openpty()
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("COMP_", "_LISTBUILDER"))}
        environment = {**kept, "PATH": f"{BIN}:{kept['PATH']}", "HOME": str(folder), "TERM": "xterm", "COLUMNS": "200"}
        # `setsid` makes the terminal the shell's own: without one, fish ends at once.
        self.process = subprocess.Popen(
            ["setsid", "--ctty", *(command or usual)],
            cwd=folder,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
        )
        os.close(slave)
        self.number = 0
        self.run(loading if load is None else load)

    def run(self, line: str) -> str:
        """Run a line and give back what it prints."""
        self.number += 1
        self.send(f"{line}; echo ready''-{self.number}{ENTER}")
        return self.until(f"ready-{self.number}")

    def words(self, typed: str) -> list[str]:
        """The words that the shell has after some keys; an X is typed behind them to see whether a space came."""
        self.number += 1
        start, end = f"from-{self.number}", f"to-{self.number}"
        self.send(f"{typed}X {end}{HOME_KEY}printf '[%s]' {start} {ENTER}")
        text = self.until(f"[{end}]").partition(f"[{start}]")[2].partition(f"[{end}]")[0]
        return re.findall(r"\[([^\[\]]*)\]", text)

    def send(self, keys: str) -> None:
        """Press keys."""
        os.write(self.master, keys.encode())

    def until(self, marker: str) -> str:
        """What appears on the terminal, up to a marker."""
        text, end = "", time.monotonic() + PATIENCE
        while marker not in text:
            if not select.select([self.master], [], [], max(0.0, end - time.monotonic()))[0]:
                raise AssertionError(f"no {marker!r} in {text!r}")
            text += os.read(self.master, 65536).decode(errors="replace")
        return text

    def close(self) -> None:
        """End the shell."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)
