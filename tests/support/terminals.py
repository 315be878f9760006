"""Commands as processes of their own: in pipes, and in a terminal of some width."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import unicodedata
from pathlib import Path

ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
ERASED = re.compile(r"(?:\r\x1b\[K[^\r\n]*)*\r\x1b\[K")
"""Progress: lines that were written over, on a machine that is slow enough to show any."""


def start(folder: Path, *args: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command as its own process in a folder, its output in pipes."""
    command = [sys.executable, "-m", "listbuilder", *args]
    return subprocess.run(
        command, cwd=folder, capture_output=True, env={**os.environ, **environment}, timeout=60, check=False
    )


def in_terminal(folder: Path, width: int, *args: str, **environment: str) -> str:
    """What a command prints in a terminal of some width, without the progress that it erased again."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "NO_COLOR", "TERM")}
    with subprocess.Popen(
        [sys.executable, "-m", "listbuilder", *args],
        cwd=folder,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**kept, "TERM": "xterm", **environment},
    ):
        os.close(slave)
        parts: list[bytes] = []
        try:
            while part := os.read(master, 65536):
                parts.append(part)
        except OSError:  # Linux says so when the other side has closed
            pass
    os.close(master)
    return ERASED.sub("", b"".join(parts).decode().replace("\r\n", "\n"))


def columns(line: str) -> int:
    """How many columns of a terminal a line takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in line
    )
