"""`build --web --lan`: a link with a key for one device, and refusals that a person can read."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlsplit

import pytest

from listbuilder.ui.cli.socket_options import lan_address
from tests.support.cli import run
from tests.support.serving import running

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@contextmanager
def built(*more: str) -> Iterator[str]:
    """The link that `build --web --lan` prints, while it runs."""
    command = [sys.executable, "-m", "listbuilder", "build", "--web", "--lan", "--port", "0", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def get(url: str, **headers: str) -> HTTPResponse:
    """The answer to one request, redirects not followed."""
    parts = urlsplit(url)
    connection = HTTPConnection(parts.netloc, timeout=60)
    connection.request("GET", parts.path + ("?" + parts.query if parts.query else ""), headers={**BROWSER, **headers})
    return connection.getresponse()


@pytest.mark.skipif(lan_address() is None, reason="this machine is in no private network")
def test_the_key_lets_one_device_in() -> None:
    """The link leads to the list and leaves a cookie; without that, and with the same key again, a page says why."""
    with built("catalogue/constellation-warrior/lists/bear-watch.yaml") as link:
        base = link.partition("?")[0]
        assert urlsplit(link).hostname == lan_address()
        stranger = get(f"{base}build/")
        assert stranger.status == 403
        assert b"Scan the QR code" in stranger.read()
        wrong = get(f"{base}?key=guessed")
        assert (wrong.status, wrong.headers["set-cookie"]) == (403, None)
        first = get(link)
        assert first.status == 303
        assert first.headers["location"].startswith("/build/#LB1-")
        cookie = first.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        own = {"cookie": cookie.partition(";")[0]}
        assert get(f"{base}build/", **own).status == 200
        assert get(link, **own).status == 303  # the same phone scans again
        second = get(link)
        assert second.status == 403
        assert b"works once" in second.read()
        assert get(f"{base}build/").status == 403


@pytest.mark.skipif(lan_address() is None, reason="this machine is in no private network")
def test_lan_answers_nowhere_else() -> None:
    """It does not listen on loopback, and another host name is refused."""
    with built() as link:
        with pytest.raises(OSError, match="refused"):
            get(f"http://127.0.0.1:{urlsplit(link).port}/")
        assert get(link, host="evil.example").status == 421


def test_lan_is_for_the_page() -> None:
    """Without --web there is nothing that a phone could open."""
    assert "--web" in run("build", "--lan", code=2).stderr


def test_a_browser_is_told_how_to_reach_the_service() -> None:
    """A browser at another name gets a page that names the option; a program gets JSON."""
    with running() as service:
        answer = get(service.url + "/build/", host="192.0.2.7:8000")
        words = answer.read().decode()
        assert (answer.status, answer.headers["content-type"]) == (421, "text/html; charset=utf-8")
        assert "--allow-host 192.0.2.7:8000" in words
        hostile = get(service.url + "/", host="<script>").read().decode()
        assert "<script>" not in hostile
        assert "--allow-host NAME:PORT" in hostile
        program = get(service.url + "/games", host="lists.example", accept="*/*")
        assert program.headers["content-type"] == "application/json"
        assert re.search("request.host.*--allow-host lists.example", program.read().decode())
