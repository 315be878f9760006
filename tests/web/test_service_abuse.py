"""Abuse of the service over raw sockets, on loopback only: nothing hangs it, kills it or makes it talk."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.support.serving import Service, read_all, running

BODY = b'{"list": {"game": "rogue-conflict", "models": [{"rank": "I", "weapon": "Slug Pistol"}]}}'


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """A service that gives a request one second to arrive; at the end it must still stop well."""
    with running(seconds=1) as found:
        yield found


@pytest.fixture(autouse=True)
def still_there(service: Service) -> Iterator[None]:
    """After each test the service answers as if nothing had been."""
    yield
    answer = httpx.post(f"{service.url}/import", content=BODY, headers={"content-type": "application/json"})
    assert answer.status_code == 200


def request(service: Service, *headers: str, body: bytes = b"", line: str = "POST /import HTTP/1.1") -> bytes:
    """A request with these headers, and `Host` where none is given."""
    own = [] if any(one.lower().startswith("host:") for one in headers) else [f"Host: {service.url[7:]}"]
    return "\r\n".join([line, *own, "Connection: close", *headers, "", ""]).encode("latin-1") + body


def status(answer: bytes) -> int:
    """The status of a raw answer, 0 when there is none; errors must be JSON without a trace of the inside."""
    assert b"Traceback" not in answer
    assert b"/home" not in answer
    assert b".py" not in answer
    if not answer:
        return 0
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 ")
    if body:
        assert isinstance(json.loads(body), dict)
    return int(head.split(b" ")[1])


JSON = "Content-Type: application/json"
SIZED = f"Content-Length: {len(BODY)}"


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ([JSON, SIZED], 200),
        ([JSON], 411),
        ([JSON, "Content-Length: 99999999999"], 413),
        ([JSON, "Content-Length: 262145"], 413),
        ([JSON, "Content-Length: -1"], 400),
        ([JSON, "Content-Length: abc"], 400),
        ([JSON, "Content-Length: 5", "Content-Length: 6"], 400),
        ([JSON, SIZED, "Transfer-Encoding: chunked"], 411),
        ([JSON, "Transfer-Encoding: chunked"], 411),
        ([JSON, "Transfer-Encoding: gzip"], 400),
        ([SIZED], 415),
        (["Content-Type: text/plain", SIZED], 415),
        (["Content-Type: application/x-www-form-urlencoded", SIZED], 415),
        ([JSON, JSON, SIZED], 415),
        ([JSON, SIZED, "Origin: http://evil.example"], 403),
        ([JSON, SIZED, "Origin: null"], 403),
        ([JSON, SIZED, "Host: evil.example"], 421),
        ([JSON, SIZED, "Host: 127.0.0.1.evil.example"], 421),
        ([JSON, SIZED, "Host: 127.0.0.1"], 421),
        ([JSON, SIZED, "Host: "], 421),
        ([JSON, SIZED, "Host: a", "Host: b"], 400),
    ],
    ids=lambda value: "; ".join(value) if isinstance(value, list) else str(value),
)
def test_headers(service: Service, headers: list[str], expected: int) -> None:
    """Only a request that says its length, its type and the right host, and comes from no other site, is let in."""
    assert status(service.raw(request(service, *headers, body=BODY))) == expected


def test_own_origin_is_let_in(service: Service) -> None:
    """A page of the service itself would be let in."""
    assert status(service.raw(request(service, JSON, SIZED, f"Origin: {service.url}", body=BODY))) == 200


@pytest.mark.parametrize(
    "path",
    ["/games/%2e%2e", "/games/..%2f..%2fetc", "/games/%00", "//games", "/games//", "/%ff", "/games/" + "a" * 5000],
)
def test_paths(service: Service, path: str) -> None:
    """No path leads anywhere but to the addresses there are."""
    assert status(service.raw(request(service, line=f"GET {path} HTTP/1.1"))) == 404


@pytest.mark.parametrize(
    "data",
    [b"\x00" * 100, b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", b"A" * 100_000],
    ids=["nul", "no path", "tls", "version", "long"],
)
def test_no_http(service: Service, data: bytes) -> None:
    """What is not HTTP, or names no host, is refused or not answered at all, and the connection is closed."""
    assert status(service.raw(data)) in (0, 400, 421)


def test_header_injection(service: Service) -> None:
    """Line breaks in a path or a query come back in no header."""
    answer = service.raw(request(service, line="GET /games/x%0d%0aSet-Cookie:%20a=b HTTP/1.1"))
    assert status(answer) == 404
    assert b"set-cookie" not in answer.partition(b"\r\n\r\n")[0].lower()


@pytest.mark.parametrize(
    "part",
    [b"", b"POST /import HT", b"POST /import HTTP/1.1\r\nHost: x\r\n"],
    ids=["nothing", "half a line", "half a head"],
)
def test_slow_heads(service: Service, part: bytes) -> None:
    """A connection that never finishes its head is closed in time, even when it sends a byte now and then."""
    with socket.create_connection(service.address, timeout=60) as connection:
        connection.sendall(part)
        for _ in range(3):
            time.sleep(0.2)
            connection.sendall(part[:0] + b"X" if part else b"")
        assert status(read_all(connection)) in (0, 400)


def test_slow_bodies(service: Service) -> None:
    """A body that never comes is answered in time, however often a byte of it does."""
    with socket.create_connection(service.address, timeout=60) as connection:
        connection.sendall(request(service, JSON, "Content-Length: 1000"))
        for _ in range(3):
            connection.sendall(b" ")
            time.sleep(0.2)
        assert status(read_all(connection)) == 408


def test_hanging_up(service: Service) -> None:
    """Clients that go away in the middle leave a service that still answers."""
    for _ in range(30):
        with socket.create_connection(service.address, timeout=60) as connection:
            connection.sendall(request(service, JSON, SIZED, body=BODY[:20]))
    assert httpx.get(f"{service.url}/healthz").status_code == 200


def test_idle_connections_keep_nobody_out(service: Service) -> None:
    """With two hundred idle connections the service still answers, and they are closed in time."""
    idle = [socket.create_connection(service.address, timeout=60) for _ in range(200)]
    assert httpx.get(f"{service.url}/healthz").status_code == 200
    assert all(read_all(connection) == b"" for connection in idle)
    for connection in idle:
        connection.close()


def test_pipelined_requests(service: Service) -> None:
    """Requests sent in one go are answered one after another."""
    one = f"GET /healthz HTTP/1.1\r\nHost: {service.url[7:]}\r\n\r\n".encode()
    answer = service.raw(one * 3 + request(service, line="GET /healthz HTTP/1.1"))
    assert answer.count(b"HTTP/1.1 200") == 4
