"""A service in a process of its own, for tests that talk to it over loopback."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

CODE = """
from listbuilder.ui.web.server import listen, run
run(listen('127.0.0.1', 0), seconds={seconds}, cors={cors}, behind_proxy={behind_proxy})
"""


class Service(NamedTuple):
    """A service that runs."""

    url: str
    process: subprocess.Popen[str]

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        parts = urlsplit(self.url)
        return str(parts.hostname), int(parts.port or 0)

    @property
    def memory(self) -> int:
        """How many megabytes the process itself holds now."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        return int(status.partition("VmRSS:")[2].split()[0]) // 1024

    @property
    def children(self) -> list[int]:
        """Its child processes."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text("ascii")
        return [int(pid) for pid in listed.split()]

    @property
    def connections(self) -> int:
        """How many sockets it has open, those to its children among them."""
        opened = Path(f"/proc/{self.process.pid}/fd")
        return sum(os.path.realpath(one).rpartition("/")[2].startswith("socket:") for one in opened.iterdir())

    def raw(self, data: bytes, wait: float = 60.0) -> bytes:
        """Send bytes as they are and read until the service closes."""
        with socket.create_connection(self.address, timeout=wait) as connection:
            connection.sendall(data)
            return read_all(connection)


def read_all(connection: socket.socket) -> bytes:
    """Everything until the other side closes, whichever way it does."""
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return found


def served(seconds: float = 1.0, cors: tuple[str, ...] = (), behind_proxy: bool = False) -> str:
    """The Python that serves."""
    return CODE.format(seconds=seconds, cors=cors, behind_proxy=behind_proxy)


@contextmanager
def running(
    seconds: float = 1.0, before: str = "", cors: tuple[str, ...] = (), code: int = 0, behind_proxy: bool = False
) -> Iterator[Service]:
    """A service with short timeouts, stopped with SIGTERM; it must end with this exit `code`.

    `before` is Python to run first.
    """
    script = before + served(seconds, cors, behind_proxy)
    process = subprocess.Popen([sys.executable, "-P", "-c", script], stderr=subprocess.PIPE, text=True)
    assert process.stderr
    try:
        first: dict[str, Any] = json.loads(process.stderr.readline())
        assert first["event"] == "listening"
        drain = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
        yield Service(first["url"], process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == code
        drain.wait(60)
    finally:
        process.kill()
        process.wait(60)
        process.stderr.close()
