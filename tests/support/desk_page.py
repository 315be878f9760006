"""The organiser's page in a process of its own, and requests as its browser sends them."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

import httpx

COMMAND = [sys.executable, "-P", "-m", "listbuilder", "event", "desk", "--port", "0", "--no-open"]
LINK = re.compile(r"(http://127\.0\.0\.1:\d+)/\?key=([\w-]+)")
FORM = re.compile(r'<form method="post" action="/do/([a-z-]+)"[^>]*>(.*?)</form>', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="([a-z]+)" value="([^"]*)">')


class DeskPage(NamedTuple):
    """A page that is served: its address, the key of its first link, what it writes, and its process."""

    url: str
    key: str
    out: Path
    log: Path
    process: int

    @property
    def link(self) -> str:
        """The link that stands in the terminal."""
        return f"{self.url}/?key={self.key}"


@contextmanager
def desk_page(folder: Path, code: int = 0) -> Iterator[DeskPage]:
    """The page of an event, stopped with SIGTERM; it must end well, unless a test killed it."""
    out, log = folder.parent / f"{folder.name}.out", folder.parent / f"{folder.name}.desk-log"
    with out.open("w", encoding="utf-8") as told, log.open("w", encoding="utf-8") as logged:
        process = subprocess.Popen([*COMMAND, str(folder)], stdout=told, stderr=logged, text=True)
        try:
            while not (found := LINK.search(out.read_text("utf-8"))):
                assert process.poll() is None, log.read_text("utf-8")
                time.sleep(0.05)
            yield DeskPage(found[1], found[2], out, log, process.pid)
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == code
        finally:
            process.kill()
            process.wait(60)


def visit(page: Any, url: str) -> None:
    """Go to a screen; once more if the page went to a newer state of itself at the same moment."""
    from playwright.sync_api import Error

    try:
        page.goto(url)
    except Error as error:
        if "interrupted" not in error.message and "ERR_ABORTED" not in error.message:
            raise
        page.wait_for_load_state()
        page.goto(url)


class Organiser:
    """An organiser's browser without a screen."""

    def __init__(self, url: str, link: str) -> None:
        self.url = url
        self.web = httpx.Client(timeout=60, base_url=url)
        self.web.get(link)

    def see(self, path: str) -> str:
        """A screen."""
        return self.web.get(path).text

    def send(self, page: str, action: str, nth: int = 0, **fields: str) -> httpx.Response:
        """Fill in the nth form of an action on a screen that was seen, and send it."""
        hidden = [dict(FIELD.findall(inside)) for name, inside in FORM.findall(page) if name == action][nth]
        known = {name: unescape(value) for name, value in hidden.items()}
        return self.post(action, {**known, **fields})

    def post(self, action: str, fields: dict[str, str], **headers: str) -> httpx.Response:
        """A form as the browser sends it."""
        own = {"origin": self.url, **headers}
        return self.web.post(f"/do/{action}", data=fields, headers=own, follow_redirects=True)
