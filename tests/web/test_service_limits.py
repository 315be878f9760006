"""The limits of the service, on loopback: slow readers, endless work, overload, signals, and pages of other sites."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from listbuilder.loading import shipped
from listbuilder.storage.reading import read_file
from tests.support.serving import Service, read_all, running

pytestmark = pytest.mark.slow

LIST = read_file(next(iter(sorted(shipped("catalogue").glob("*/lists/*.yaml"))))).data
SITE = "https://lists.example"
# A list that says so takes for ever to judge, eats all memory or kills its judge; every list takes for ever to print.
BEFORE = """
import os, time
from listbuilder.judging.validator import Referee
import listbuilder.ui.web.pdf as cards
real = Referee.judge
def judge(referee, document, **rest):
    poison = document.data.get("x-poison")
    while poison == "slow":
        pass
    while poison == "sleep":
        time.sleep(1)
    if poison == "large":
        return [bytearray(1 << 20) for _ in range(5000)]
    if poison == "die":
        os._exit(9)
    return real(referee, document, **rest)
Referee.judge = judge
cards.judged = lambda document, **_: time.sleep(600)
"""


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """A service that lets one site in, gives clients two seconds, and can be poisoned."""
    with running(seconds=2, before=BEFORE, cors=(SITE,)) as found:
        yield found


def poisoned(kind: str) -> dict[str, Any]:
    """A request for a verdict that goes wrong in a certain way."""
    return {"list": {**LIST, "x-poison": kind}}


@pytest.fixture(autouse=True)
def still_there(service: Service) -> Iterator[None]:
    """After each test the service judges as if nothing had been."""
    yield
    assert httpx.post(f"{service.url}/validate", json={"list": LIST}, timeout=60).json()["valid"]


@pytest.mark.parametrize(
    ("kind", "code"), [("slow", "work.too-long"), ("large", "work.too-large"), ("die", "work.failed")]
)
def test_work_that_has_no_end_gets_a_finding(service: Service, kind: str, code: str) -> None:
    """A list that takes too long, takes too much memory or kills its judge has a verdict that says so."""
    answer = httpx.post(f"{service.url}/validate", json=poisoned(kind), timeout=60)
    assert answer.status_code == 200
    assert answer.json()["valid"] is False
    assert [finding["code"] for finding in answer.json()["findings"]] == [code]


def test_good_lists_go_on_beside_bad_ones(service: Service) -> None:
    """While some judges are busy with poison, others get their verdicts, and all get the right one."""

    def ask(number: int) -> bool:
        kind = "slow" if number % 17 == 0 else "none"
        answer = httpx.post(f"{service.url}/validate", json=poisoned(kind), timeout=60)
        return bool(answer.json()["valid"]) is (kind == "none")

    with ThreadPoolExecutor(50) as pool:
        assert all(pool.map(ask, range(50)))


def request(service: Service, path: str, extra: bytes = b"") -> bytes:
    """A GET request as bytes."""
    return f"GET {path} HTTP/1.1\r\nHost: {service.url[7:]}\r\n".encode() + extra + b"\r\n"


def test_clients_that_never_read_are_let_go(service: Service) -> None:
    """Forty clients that ask for more than the system's buffers hold and read nothing are cut off.

    What they held is given back. They send nothing meanwhile: a byte would start a request, which has a limit too.
    """
    httpx.get(f"{service.url}/openapi.json")
    before, connections = service.memory, service.connections
    silent = []
    for _ in range(40):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(service.address)
        connection.sendall(request(service, "/openapi.json") * 40)
        silent.append(connection)
    start = time.monotonic()
    # One of an earlier client may end meanwhile, so that there are no more than before, or fewer.
    while service.connections < len(silent) and time.monotonic() < start + 10:
        time.sleep(0.05)
    assert service.connections >= len(silent)
    while service.connections > connections and time.monotonic() < start + 30:
        time.sleep(0.2)
    assert service.connections <= connections < len(silent)
    assert service.memory - before < 60
    for connection in silent:
        connection.close()


def test_slow_but_honest_reader_gets_all(service: Service) -> None:
    """A client that reads a little at a time, but goes on, gets the whole answer."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(service.address)
    connection.settimeout(10)
    connection.sendall(request(service, "/games/kill-team/entries", b"Connection: close\r\n"))
    found = b""
    while part := connection.recv(8192):
        found += part
        time.sleep(0.02)
    assert json.loads(found.partition(b"\r\n\r\n")[2])["entries"]


def test_head_is_get_without_the_body(service: Service) -> None:
    """Every address that can be read answers HEAD with the same headers and no body."""
    for path in ("/", "/healthz", "/games", "/games/kill-team/entries", "/openapi.json"):
        get, head = httpx.get(service.url + path), httpx.head(service.url + path)
        assert head.status_code == get.status_code == 200
        assert head.headers["content-length"] == get.headers["content-length"] == str(len(get.content))
        assert head.content == b""
    assert httpx.head(f"{service.url}/nothing").status_code == 404


def test_root_says_what_is_here(service: Service) -> None:
    """People get a plain page without scripts that names every address and game, programs get the same as JSON."""
    page = httpx.get(service.url, headers={"accept": "text/html,application/xhtml+xml,*/*"})
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "<script" not in page.text
    data = httpx.get(service.url, headers={"accept": "application/json"}).json()
    described = httpx.get(f"{service.url}/openapi.json").json()["paths"]
    assert {one["path"] for one in data["addresses"]} == set(described)
    assert all(path in page.text for path in described)
    games = httpx.get(f"{service.url}/games").json()["games"]
    assert all(game["name"] in page.text for game in games)


def test_pages_of_a_site_that_is_let_in(service: Service) -> None:
    """The site named with --cors may ask, after asking whether it may; others may not even ask."""
    asks = {"origin": SITE, "access-control-request-method": "POST", "access-control-request-headers": "content-type"}
    allowed = httpx.request("OPTIONS", f"{service.url}/validate", headers=asks)
    assert allowed.status_code == 204
    assert allowed.headers["access-control-allow-origin"] == SITE
    assert "POST" in allowed.headers["access-control-allow-methods"]
    answer = httpx.post(f"{service.url}/validate", json={"list": LIST}, headers={"origin": SITE}, timeout=60)
    assert answer.headers["access-control-allow-origin"] == SITE
    assert "origin" in answer.headers["vary"].lower()
    stranger = {**asks, "origin": "https://evil.example"}
    refused = httpx.request("OPTIONS", f"{service.url}/validate", headers=stranger)
    assert refused.status_code == 403
    assert "access-control-allow-origin" not in refused.headers
    assert "access-control-allow-origin" not in httpx.get(f"{service.url}/games").headers


def test_whoever_goes_away_ends_the_work() -> None:
    """Clients that ask for endless work and hang up leave judges free for others, long before that work is ended."""
    body = json.dumps(poisoned("sleep")).encode()
    with running(seconds=600, before=BEFORE) as service:
        head = f"POST /validate HTTP/1.1\r\nHost: {service.url[7:]}\r\nContent-Type: application/json\r\n"
        for _ in range(20):
            with socket.create_connection(service.address, timeout=60) as connection:
                connection.sendall(head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
                time.sleep(0.02)
        assert httpx.post(f"{service.url}/validate", json={"list": LIST}, timeout=60).json()["valid"]


def test_verdicts_do_not_wait_for_what_is_printed(service: Service) -> None:
    """However many print what takes for ever, lists are judged beside that at once."""
    body = json.dumps({"list": LIST}).encode()
    head = f"POST /cards HTTP/1.1\r\nHost: {service.url[7:]}\r\nContent-Type: application/json\r\n"
    prints = [socket.create_connection(service.address, timeout=60) for _ in range(30)]
    for one in prints:
        one.sendall(head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
    # A print is given up after fifteen seconds, so whoever waits for one waits longer than this.
    assert httpx.post(f"{service.url}/validate", json={"list": LIST}, timeout=60).json()["valid"]
    for one in prints:
        one.close()


@pytest.mark.parametrize("kind", ["slow", "sleep"])
def test_signal_ends_it_whatever_is_running(kind: str) -> None:
    """SIGTERM ends the service within five seconds while all judges are busy, and no child is left."""
    with running(seconds=2, before=BEFORE) as service:
        body = json.dumps(poisoned(kind)).encode()
        head = f"POST /validate HTTP/1.1\r\nHost: {service.url[7:]}\r\nContent-Type: application/json\r\n"
        busy = [socket.create_connection(service.address, timeout=60) for _ in range(8)]
        for one in busy:
            one.sendall(head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        time.sleep(0.5)
        patience = time.monotonic() + 20
        while not (children := service.children) and time.monotonic() < patience:
            time.sleep(0.1)
        assert children
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(60) == 0
        for answer in (read_all(one) for one in busy):
            assert not answer or json.loads(answer.partition(b"\r\n\r\n")[2])
        assert not [pid for pid in children if _lives(pid)]
        for one in busy:
            one.close()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
