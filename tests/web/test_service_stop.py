"""The end of the service, on loopback: every signal, whatever it is doing, and nothing that outlives it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.storage.test_processes import lives
from tests.support.serving import Service, running, served

pytestmark = pytest.mark.slow

LIST = {"game": "rogue-conflict", "models": [{"rank": "I", "weapon": "Slug Pistol"}]}
# Every judge works for ever, and one address holds up the whole service for ever.
BEFORE = """
import time
from listbuilder.judging.validator import Referee
import listbuilder.ui.web.builder_app as app
def judge(*_):
    while True:
        pass
async def health(self):
    while True:
        try:
            time.sleep(60)
        except Exception:
            continue
Referee.judge = judge
app.Routes.health = health
"""
# Alone on the machine it takes LAST seconds at most; tests run beside others.
SECONDS = 5


def send(service: Service, line: str, body: bytes = b"", peer: str = "127.0.0.1") -> socket.socket:
    """A connection on which a request was sent."""
    connection = socket.create_connection(service.address, timeout=60, source_address=(peer, 0))
    head = f"{line} HTTP/1.1\r\nHost: {service.url[7:]}\r\nContent-Type: application/json\r\n"
    connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return connection


def busy(service: Service) -> tuple[list[socket.socket], list[int]]:
    """Clients whose lists are judged for ever, and who judges them; one peer alone does not get all judges."""
    body = json.dumps({"list": LIST}).encode()
    clients = [send(service, "POST /validate", body, f"127.0.0.{nth}") for nth in (2, 3, 4)]
    until = time.monotonic() + 20
    while len(service.children) < len(clients) and time.monotonic() < until:
        time.sleep(0.02)
    assert len(service.children) == len(clients)
    return clients, service.children


@pytest.mark.parametrize("numbers", ["TERM", "INT", "HUP", "TERM TERM", "INT INT", "TERM INT HUP TERM"])
def test_signals_end_it_well(numbers: str) -> None:
    """Whoever asks it to stop, once or often, while all judges are busy: it ends with 0, and no judge is left."""
    with running(before=BEFORE) as service:
        clients, children = busy(service)
        for name in numbers.split():
            service.process.send_signal(signal.Signals[f"SIG{name}"])
            time.sleep(0.05)
        assert service.process.wait(SECONDS) == 0
        assert not [pid for pid in children if lives(pid)]
        for one in clients:
            one.close()


def test_signal_ends_it_also_where_it_hears_nothing_else() -> None:
    """Even a service that is held up itself ends in time."""
    with running(before=BEFORE) as service:
        clients, children = busy(service)
        clients.append(send(service, "GET /healthz"))
        time.sleep(0.5)
        with pytest.raises(httpx.TimeoutException):
            httpx.get(f"{service.url}/games", timeout=0.5)
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(SECONDS) == 0
        wait_for_end(children)
        for one in clients:
            one.close()


def test_killing_it_leaves_nobody_behind() -> None:
    """When it is killed, its judges end as well, whatever they do."""
    with running(before=BEFORE, code=-signal.SIGKILL) as service:
        clients, children = busy(service)
        service.process.kill()
        service.process.wait(SECONDS)
        wait_for_end(children)
        for one in clients:
            one.close()


def wait_for_end(processes: list[int]) -> None:
    """Processes that are ending must be gone soon."""
    until = time.monotonic() + SECONDS
    while any(map(lives, processes)) and time.monotonic() < until:
        time.sleep(0.01)
    assert not [pid for pid in processes if lives(pid)]


def test_judge_that_was_killed_while_idle_is_replaced() -> None:
    """A request finds a judge that lives."""
    with running() as service:
        for _ in range(3):
            assert httpx.post(f"{service.url}/validate", json={"list": LIST}, timeout=60).status_code == 200
            for child in service.children:
                os.kill(child, signal.SIGKILL)


@pytest.mark.parametrize("log", ["unread", "closed"])
def test_log_that_nobody_reads_holds_nobody_up(log: str) -> None:
    """With a log that is full, or has no reader any more, requests are answered and signals are heard."""
    code = served()
    process = subprocess.Popen([sys.executable, "-P", "-c", code], stderr=subprocess.PIPE, text=True)
    assert process.stderr
    try:
        url = json.loads(process.stderr.readline())["url"]
        if log == "closed":
            process.stderr.close()
        with httpx.Client(timeout=60) as client:
            long = "x" * 480
            assert {client.get(f"{url}/games/{long}").status_code for _ in range(200)} == {404}
        process.terminate()
        assert process.wait(SECONDS) == 0
    finally:
        process.kill()
        process.wait(60)
        process.stderr.close()


def test_signal_is_heard_from_the_first_line_on() -> None:
    """Who has read where it listens can stop it well, even before it answers."""
    slow = "import time, uvicorn\nuvicorn.Server.startup = lambda self, sockets: time.sleep(600)\n"
    with running(before=slow) as service:
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(SECONDS) == 0


def test_too_few_files_for_all_who_come(tmp_path: Path) -> None:
    """Where no more connections can be opened it goes on when there is room again; what it says meanwhile is JSON."""
    code = "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))\n" + served()
    log = tmp_path / "log"
    with log.open("w") as out:
        process = subprocess.Popen([sys.executable, "-P", "-c", code], stderr=out)
    try:
        while not log.read_text("utf-8").endswith("\n"):
            time.sleep(0.05)
        service = Service(json.loads(log.read_text("utf-8"))["url"], process)  # type: ignore[arg-type]
        crowd = [socket.create_connection(service.address, timeout=60) for _ in range(80)]
        time.sleep(0.2)
        for one in crowd:
            one.close()
        assert httpx.post(f"{service.url}/validate", json={"list": LIST}, timeout=60).status_code == 200
        process.terminate()
        assert process.wait(SECONDS) == 0
        assert all(isinstance(json.loads(line), dict) for line in log.read_text("utf-8").splitlines())
    finally:
        process.kill()
        process.wait(60)
