"""Crowds at the service, on loopback: who holds connections, bytes or printers for nothing keeps nobody else out."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse
from time import sleep
from typing import Any

import httpx
import pytest

from listbuilder.loading import shipped
from listbuilder.storage.reading import read_file
from listbuilder.ui.web.answers import RefusedError
from listbuilder.ui.web.peers import Quota, Share, peer_at, peer_of
from listbuilder.ui.web.worker_pool import Turns
from tests.support.serving import Service, read_all, running

pytestmark = pytest.mark.slow

LIST = read_file(next(iter(sorted(shipped("catalogue").glob("*/lists/*.yaml"))))).data
BODY = json.dumps({"list": LIST}).encode()
MOST = 40
# Few connections and little memory, so that a small crowd is enough; a verdict on a list that says so has no end.
SMALL = f"""
import time
from listbuilder.judging.validator import Referee
import listbuilder.ui.web.guard as guard
import listbuilder.ui.web.server as server
server.CONNECTIONS = {MOST}
guard.HELD = 1_000_000
real = Referee.judge
def judge(referee, document, **rest):
    if document.data.get("x-poison"):
        time.sleep(600)
    return real(referee, document, **rest)
Referee.judge = judge
"""
PEERS = ("127.0.0.2", *(f"127.0.0.{nth}" for nth in range(10, 10 + MOST)))


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """A service that has little room and gives clients a minute, so that nobody is let in by waiting."""
    with running(seconds=60, before=SMALL) as found:
        yield found


def head(service: Service, *headers: str, line: str = "POST /validate HTTP/1.1", length: int = len(BODY)) -> bytes:
    """The head of a request."""
    usual = (f"Host: {service.url[7:]}", "Content-Type: application/json", f"Content-Length: {length}")
    return "\r\n".join([line, *usual, *headers, "", ""]).encode()


@contextmanager
def crowd(service: Service, sends: bytes, peers: tuple[str, ...], number: int = MOST + 10) -> Iterator[list[Any]]:
    """Connections that send something and then wait for ever, spread over some addresses."""
    with ExitStack() as stack:
        found = []
        for nth in range(number):
            source = (peers[nth % len(peers)], 0)
            one = stack.enter_context(socket.create_connection(service.address, timeout=60, source_address=source))
            one.sendall(sends)
            found.append(one)
        yield found


def verdict(service: Service, source: str = "127.0.0.1") -> httpx.Response:
    """What an honest client gets who has a list judged; it has less patience than the service has with a crowd."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=60) as client:
        return client.post(f"{service.url}/validate", json={"list": LIST})


CROWDS = {
    "idle": b"",
    "half a head": b"POST /validate HTTP/1.1\r\nHo",
    "a body that was only announced": b"POST",
    "a body with its end missing": b"BODY",
    "kept": b"GET",
    "answers that nobody reads": b"MANY",
}

WORK = ("answers that nobody reads",)


def sent(service: Service, what: bytes) -> bytes:
    """What each of a crowd sends."""
    get = head(service, line="GET /openapi.json HTTP/1.1", length=0)
    made = {b"POST": head(service, length=200_000), b"BODY": head(service) + BODY[:-1], b"MANY": get * 40}
    return {**made, b"GET": head(service, line="GET /healthz HTTP/1.1", length=0)}.get(what, what)


@pytest.mark.parametrize("what", CROWDS)
@pytest.mark.parametrize("peers", [PEERS[:1], PEERS, ("127.0.0.1",)], ids=["one", "many", "the same"])
def test_connections_that_wait_keep_nobody_out(service: Service, what: str, peers: tuple[str, ...]) -> None:
    """More connections than there is room for, each waiting for its client, and an honest client is answered."""
    with crowd(service, sent(service, CROWDS[what]), peers):
        # While answers are still being written for the same peer, it may be told to come again.
        for _ in range(20 if what in WORK else 1):
            if (answer := verdict(service)).status_code == 200:
                break
            sleep(0.2)
        assert answer.json()["valid"]
        assert httpx.get(f"{service.url}/build/", timeout=60).status_code == 200


def test_the_crowd_itself_makes_room(service: Service) -> None:
    """Connections of the peer that has the most are closed; one of another peer, though older, is left alone."""
    with socket.create_connection(service.address, timeout=60, source_address=("127.0.0.3", 0)) as older:
        with crowd(service, b"", PEERS[:1]) as idle:
            assert verdict(service).json()["valid"]
            assert idle[0].recv(1) == b""
        older.sendall(head(service, "Connection: close") + BODY)
        assert read_all(older).startswith(b"HTTP/1.1 200")


def test_a_full_house_at_work_says_so(service: Service) -> None:
    """Where every connection has its whole request in and waits for its answer, the next is told to come again."""
    poison = json.dumps({"list": {**LIST, "x-poison": 1}}).encode()
    request = head(service, length=len(poison)) + poison
    with ExitStack() as stack:
        stack.enter_context(crowd(service, request, PEERS, MOST))
        # Some of the crowd may not have been read yet; newcomers take their places until all are at work.
        late = (stack.enter_context(crowd(service, request, (f"127.0.1.{nth}",), 1))[0] for nth in range(1, 40))
        assert any(answer_within(one, 0.5)[0] == 503 for one in late)


def test_real_numbers() -> None:
    """The service as it is shipped: 260 announced bodies of full size, and 505 idle connections."""
    with running(seconds=60) as service:
        with crowd(service, head(service, length=262_144), PEERS[:1], 260):
            assert verdict(service).status_code == 200
        with crowd(service, b"", PEERS[:1], 505):
            assert verdict(service).status_code == 200


@contextmanager
def heavy(service: Service, *headers: str) -> Iterator[list[Any]]:
    """Five bodies of 150 kB, but for the last byte: more than one peer may hold."""
    sends = head(service, *headers, length=150_000) + b" " * 149_999
    with crowd(service, sends, PEERS[:1], 5) as found:
        yield found


def answer_within(connection: Any, seconds: float = 20) -> tuple[int, str]:
    """The status of an answer and the code of its error, though the connection stays open; 0 when there is none."""
    connection.settimeout(seconds)
    answer = HTTPResponse(connection)
    try:
        answer.begin()
        error = json.loads(answer.read()).get("error", {})
    except (TimeoutError, ConnectionError):
        return 0, ""
    return answer.status, error.get("code", "")


REFUSED = (503, "service.busy")


def test_bytes_are_shared_by_peer(service: Service) -> None:
    """Who has sent more than their share is refused at once; another peer's list is judged."""
    with heavy(service) as bodies:
        assert answer_within(bodies[-1]) == REFUSED
        assert verdict(service, "127.0.0.3").status_code == 200


def test_forwarded_addresses_count_behind_a_proxy_only(service: Service) -> None:
    """Behind a proxy the client is who the proxy says; elsewhere that header is a stranger's word."""
    mine, other = (f"X-Forwarded-For: 203.0.113.7, 198.51.100.{nth}" for nth in (1, 2))
    with heavy(service, mine) as bodies:
        assert answer_within(bodies[-1]) == REFUSED
        # The same peer, whatever it claims: 3 bodies are held, and a fourth of that size is too much.
        with crowd(service, head(service, other, length=150_000), PEERS[:1], 1) as (late,):
            late.sendall(b" " * 150_000)
            assert answer_within(late) == REFUSED
    with running(seconds=60, before=SMALL, behind_proxy=True) as proxied, heavy(proxied, mine) as bodies:
        assert answer_within(bodies[-1]) == REFUSED
        with crowd(proxied, head(proxied, other), PEERS[:1], 1) as (late,):
            late.sendall(BODY)
            assert answer_within(late) == (200, "")


def test_short_writes_go_out_at_once() -> None:
    """No answer waits for the client's acknowledgement: TCP_NODELAY is set on every connection."""
    before = """
import listbuilder.ui.web.server as server
from socket import IPPROTO_TCP, TCP_NODELAY
real = server.TimedProtocol.data_received
def data_received(self, data):
    option = self.transport.get_extra_info("socket").getsockopt(IPPROTO_TCP, TCP_NODELAY)
    self.transport.write(b"no delay" if option else b"delay")
    self.transport.close()
server.TimedProtocol.data_received = data_received
"""
    with running(before=before) as service:
        assert service.raw(b"x") == b"no delay"


# Without a service


def scope(client: str, *forwarded: str) -> dict[str, Any]:
    """A request from an address, with what it says about where it comes from."""
    return {"client": (client, 4711), "headers": [(b"x-forwarded-for", one.encode()) for one in forwarded]}


@pytest.mark.parametrize(
    ("forwarded", "expected"),
    [
        ((), "127.0.0.1"),
        (("192.0.2.1",), "192.0.2.1"),
        (("10.0.0.1, 192.0.2.1",), "192.0.2.1"),
        (("192.0.2.9", "10.0.0.1,192.0.2.1 "), "192.0.2.1"),
        (("2001:db8:1:2:3::4",), "2001:db8:1:2::/64"),
        (("::ffff:192.0.2.1",), "192.0.2.1"),
        (("unknown",), "127.0.0.1"),
        (("192.0.2.1, ",), "127.0.0.1"),
    ],
)
def test_peers(forwarded: tuple[str, ...], expected: str) -> None:
    """Behind a proxy the last address counts, which the proxy added; elsewhere none of them does."""
    assert peer_of(scope("127.0.0.1", *forwarded), behind_proxy=True) == expected
    assert peer_of(scope("127.0.0.1", *forwarded), behind_proxy=False) == "127.0.0.1"


def test_a_network_is_one_peer() -> None:
    """Whoever has a whole IPv6 network is one peer all the same."""
    assert peer_at("2001:db8::1") == peer_at("2001:db8::ffff:1") != peer_at("2001:db8:0:1::1")
    assert peer_at("fe80::1%eth0") == "fe80::/64"


def test_quotas_leave_room_for_newcomers() -> None:
    """One peer gets half, two get a third each, and so on; what is given back can be taken again."""
    quota = Quota(60)
    with Share(quota, "a") as share:
        assert [share.take(10) for _ in range(4)] == [True, True, True, False]
        assert quota.take("b", 15)
        assert not quota.take("b", 1)
    assert quota.take("b", 10)
    quota.give_back("b", 25)
    assert quota.free == 60
    assert not quota.held


def take_turns(most: int, asked: Iterable[str], waiting: int = 100) -> str:
    """Who gets a turn when, where each of some peers asks in this order and each turn ends before the next begins."""

    async def run() -> str:
        turns, got = Turns(most, waiting), list[str]()

        async def work(peer: str) -> None:
            await turns.take(peer)
            got.append(peer)
            await asyncio.sleep(0)
            turns.end(peer)

        await asyncio.gather(*(work(peer) for peer in asked))
        assert (turns.free, turns.queues, turns.places.free) == (most, {}, waiting)
        return "".join(got)

    return asyncio.run(run())


def test_peers_take_turns() -> None:
    """Whoever asks for much waits for itself: a newcomer has the next turn but one."""
    assert take_turns(1, "aaaaaabbc") == "aabcabaaa"
    assert take_turns(3, "aaaab").index("b") <= 2
    assert take_turns(1, ["", ""]) == ""  # a peer without an address is one too


def test_no_peer_works_in_all_places() -> None:
    """One place stays free for others, where there are several."""

    async def run() -> tuple[int, bool]:
        turns = Turns(3, 100)
        for _ in range(2):
            await turns.take("a")
        third = asyncio.ensure_future(turns.take("a"))
        await asyncio.sleep(0)
        await turns.take("b")
        free, done = turns.free, third.done()
        third.cancel()
        return free, done

    assert asyncio.run(run()) == (0, False)


def test_who_leaves_gives_up_its_place() -> None:
    """A client that goes away while it waits, or at the moment of its turn, holds up nobody."""

    async def run() -> None:
        turns = Turns(1, 100)
        await turns.take("a")
        gone, stays = (asyncio.ensure_future(turns.take(peer)) for peer in "bc")
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        turns.end("a")
        await stays
        last = asyncio.ensure_future(turns.take("d"))
        await asyncio.sleep(0)
        turns.end("c")
        last.cancel()  # its turn has come, and it does not know yet
        with pytest.raises(asyncio.CancelledError):
            await last
        await asyncio.wait_for(turns.take("e"), 5)

    asyncio.run(run())


def test_too_many_who_wait_are_refused() -> None:
    """A peer that has half of all places in the queue is told to come again; another is not."""

    async def run() -> None:
        turns = Turns(1, 10)
        await turns.take("a")
        waiting = [asyncio.ensure_future(turns.take("a")) for _ in range(5)]
        await asyncio.sleep(0)
        with pytest.raises(RefusedError, match="come again"):
            await turns.take("a")
        waiting.append(asyncio.ensure_future(turns.take("b")))
        await asyncio.sleep(0)
        assert not waiting[-1].done()
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(run())
