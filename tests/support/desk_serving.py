"""The pages of an event in a process of their own, for tests that visit them over loopback."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import httpx

from tests.support import fast_yaml
from tests.support.desk_setup import cup, data
from tests.support.serving import Service

PEOPLE = tuple((f"Player {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[at]}.", "") for at in range(26))


WEB = httpx.Client(timeout=60)
"""A browser that has patience: the machine may be busy."""


class Cup:
    """An event whose pages are served: its folder, the link of each player, and what was logged."""

    def __init__(self, folder: Path, service: Service, links: dict[str, str], log: Path) -> None:
        self.folder, self.service, self.links, self.log = folder, service, links, log

    def link(self, id: str) -> str:
        """The link of a player, where the pages are."""
        return f"{self.service.url}{self.links[id]}"

    def get(self, id: str, more: str = "", **options: Any) -> httpx.Response:
        """The page of a player."""
        return WEB.get(self.link(id) + more, **options)

    def send(self, id: str, step: str, tree: dict[str, Any] | str, after: int = 0, **options: Any) -> httpx.Response:
        """A form as a browser sends it."""
        text = tree if isinstance(tree, str) else fast_yaml.dump(tree, sort_keys=False)
        form = {"after": (None, str(after)), "text": (None, text)}
        return WEB.post(f"{self.link(id)}/{step}", files={**form, **options.pop("files", {})}, **options)


def words(answer: httpx.Response) -> str:
    """The text of a page."""
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", answer.text).split()))


@contextmanager
def serving(folder: Path, *options: str, before: str = "") -> Iterator[tuple[Service, Path]]:
    """The pages of an event, stopped with SIGTERM; they must end well and soon. `before` is Python to run first."""
    log = folder.parent / f"{folder.name}.log"
    script = f"{before}\nfrom listbuilder.ui.cli.start import main\nmain()"
    command = [sys.executable, "-P", "-c", script, "event", "serve", "--port", "0", "--folder", str(folder)]
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen([*command, *options], stderr=out, text=True)
        try:
            while not log.read_text("utf-8").endswith("\n"):
                assert process.poll() is None
                time.sleep(0.05)
            first = json.loads(log.read_text("utf-8").splitlines()[0])
            yield Service(first["url"], process), log
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
        finally:
            process.kill()
            process.wait(60)


def make_cup(folder: Path, **pack: Any) -> tuple[Path, dict[str, str]]:
    """An event with players who have links; the links without where they lead."""
    cup(folder, PEOPLE, **pack)
    made = data(folder, "links", "--url", "http://cup.example")["links"]
    return folder, {one["player"]: one["link"].removeprefix("http://cup.example") for one in made}
