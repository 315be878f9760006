"""Running the service: a socket, and connections that can't be held open for nothing."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from types import FrameType
from typing import NoReturn

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from listbuilder.catalogue import Game
from listbuilder.ui.web.answers import SAFE_HEADERS, error_bytes
from listbuilder.ui.web.builder_app import create_app
from listbuilder.ui.web.guard import SECONDS
from listbuilder.ui.web.logs import JsonHandler, log
from listbuilder.ui.web.one_device import Invitation
from listbuilder.ui.web.peers import peer_at

# Stopping: seconds of grace for answers that are under way, and seconds after which the process ends in any case.


GRACE, LAST = 1, 2.5


class StoppedServer(uvicorn.Server):
    """Stops on the first signal when all answers are out, at once on the second."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Keep our handlers until the process ends: with uvicorn's own, a late signal would end it in another way."""
        yield

    def handle_signals(self) -> None:
        """Let signals stop the service from now on."""
        for one in (signal.SIGINT, signal.SIGTERM):
            signal.signal(one, self.handle_exit)
        # `nohup` lets it outlive its terminal.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self.handle_exit)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; a timer ends the process if that takes too long. Worker processes end with their parent."""
        log("stopping", signal=int(sig))
        self.force_exit = self.should_exit
        if not self.should_exit:
            self.should_exit = True
            # A timer of the system, because the event loop itself may be what is stuck.
            signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
            signal.setitimer(signal.ITIMER_REAL, LAST)


CONNECTIONS, KEEP_ALIVE = 500, 15
# Connections that the system may hold until the loop accepts them.
BACKLOG = CONNECTIONS + 100
HEADERS = 16 * 1024
HEAD_SECONDS = 5.0
# A client that reads fewer bytes a second than this is disconnected.
SLOWEST = 4096


class TimedProtocol(H11Protocol):
    """A connection that must send the whole head of a request within a time, and take its answer at some pace.

    The server itself would wait for ever. When there are too many connections, some that wait for their clients are
    closed to make room: idle ones keep nobody out.
    """

    head_timer: asyncio.TimerHandle | None = None
    write_timer: asyncio.TimerHandle | None = None
    peer = ""
    heard = 0.0

    @property
    def seconds(self) -> float:
        """How long the guard gives a body, and a client to read some of its answer."""
        app = self.config.app
        return float(app.state.seconds) if isinstance(app, Starlette) else SECONDS

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # No answer may wait unseen: with these limits, writing counts as paused while anything is unsent.
        transport.set_write_buffer_limits(0)
        # asyncio does this only for sockets that name their protocol. Without it an answer in two parts waits for the
        # client's delayed acknowledgement, 40 ms on every request of a kept connection.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.peer = peer_at(self.client[0]) if self.client else ""
        self.heard = self.loop.time()
        if self.make_room():
            self.watch()
        else:
            self.reject_connection()

    def data_received(self, data: bytes) -> None:
        self.heard = self.loop.time()
        super().data_received(data)
        self.watch()

    @property
    def waits_for_client(self) -> bool:
        """Whether this connection is idle, or its request or answer is stuck on the way."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY) or self.write_timer is not None

    def make_room(self) -> bool:
        """Whether there is room for this connection, if need be after closing others.

        Those that wait for their clients go first, then others of a peer that has more connections than this one's; of
        them those of the peer with the most, the ones heard of longest ago before others. A tenth of all goes at once,
        so that a flood does not make this search for every newcomer.
        """
        most = most_connections()
        if len(self.connections) <= most:
            return True
        ours = (one for one in self.connections if isinstance(one, TimedProtocol))
        others = [one for one in ours if one is not self and not one.transport.is_closing()]
        if len(others) < most:
            return True
        crowd = Counter(one.peer for one in others)
        spare = [one for one in others if one.waits_for_client or crowd[one.peer] > crowd[self.peer] + 1]
        spare.sort(key=lambda one: (not one.waits_for_client, -crowd[one.peer], one.heard))
        for one in spare[: most // 10 + 1]:
            one.transport.abort()
        return bool(spare)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_watch()
        self.resume_writing()
        super().connection_lost(exc)

    def watch(self) -> None:
        """Time the head while it is incomplete; from its first byte on, more bytes gain no more time."""
        if self.conn.their_state is not h11.IDLE:
            self.stop_watch()
        elif self.head_timer is None and not self.transport.is_closing():
            self.head_timer = self.loop.call_later(min(HEAD_SECONDS, self.seconds), self.transport.abort)

    def stop_watch(self) -> None:
        """The head is complete, or nobody is there any more."""
        if self.head_timer is not None:
            self.head_timer.cancel()
            self.head_timer = None

    def on_response_complete(self) -> None:
        """Between requests the server's own timer runs."""
        self.stop_watch()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Something is unsent: see to it that it gets less."""
        super().pause_writing()
        self.time_writing()

    def time_writing(self) -> None:
        """Look again after a while whether the client has read enough; abort when it has not."""
        unsent = self.transport.get_write_buffer_size()
        self.write_timer = self.loop.call_later(self.seconds, self.check_writing, unsent)

    def check_writing(self, before: int) -> None:
        """Let a client go that reads too slowly."""
        if self.transport.get_write_buffer_size() > before - SLOWEST * self.seconds:
            self.transport.abort()
        else:
            self.time_writing()

    def resume_writing(self) -> None:
        """The buffer was sent, or the client has gone."""
        if self.write_timer is not None:
            self.write_timer.cancel()
            self.write_timer = None
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """What is not HTTP gets an answer in JSON like all others, as far as one can still be sent."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.write_error(400, error_bytes("request.http", msg))
        self.transport.close()

    def reject_connection(self) -> None:
        """Refuse a connection over the limit."""
        self.write_error(503, error_bytes("service.busy", "Too many connections are open; come again later."))
        self.transport.close()

    def write_error(self, status: int, body: bytes) -> None:
        """An answer of the connection itself, in JSON like all others."""
        length = (b"content-length", str(len(body)).encode())
        headers = [(b"content-type", b"application/json"), length, (b"connection", b"close"), *SAFE_HEADERS]
        reason = HTTPStatus(status).phrase.encode()
        for event in (
            h11.Response(status_code=status, headers=headers, reason=reason),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")


class Server(StoppedServer):
    """Lets more connections wait than the loop takes in at once, for which asyncio has but one number."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(BACKLOG)


def most_connections() -> int:
    """How many there may be at once: half of the files that may be open."""
    # The module does not exist on every system.
    import resource

    return min(CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 finds a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def host_names(host: str, port: int, extra: Iterable[str] = ()) -> list[str]:
    """The names that clients may call the service by: the address, this machine's own names, and those given."""
    shown = f"[{host}]" if ":" in host else host
    own = [f"{name}:{port}" for name in (shown, "localhost", "127.0.0.1", "[::1]")]
    return list(dict.fromkeys([*own, *extra]))


def run(
    listener: socket.socket,
    names: Iterable[str] = (),
    catalogues: Iterable[Path] = (),
    seconds: float = SECONDS,
    cors: Iterable[str] = (),
    events: Iterable[Game] = (),
    behind_proxy: bool = False,
    event: str | None = None,
    invitation: Invitation | None = None,
    offline: bool = False,
    ready: Callable[[], None] = lambda: None,
) -> NoReturn:
    """Serve until a signal comes; `seconds` is how long a request may take to arrive and an answer to move on.

    `ready` is called when connections are accepted and signals are handled.
    """
    host, port = listener.getsockname()[:2]
    hosts = host_names(host, port, names)
    app = create_app(hosts, catalogues, seconds, cors, events, behind_proxy, event, invitation, offline)
    run_app(listener, app, hosts, ready)


def run_app(
    listener: socket.socket, app: Starlette, hosts: list[str], ready: Callable[[], None] = lambda: None
) -> NoReturn:
    """Serve an app until a signal comes, which ends the process."""
    config = uvicorn.Config(
        app,
        http=TimedProtocol,
        ws="none",
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
        h11_max_incomplete_event_size=HEADERS,
        # How many the loop takes in at once: not all who wait, lest it runs out of files.
        backlog=most_connections() // 5,
    )
    logging.getLogger().addHandler(JsonHandler(logging.WARNING))
    server = Server(config)
    server.handle_signals()
    log("listening", url=f"http://{hosts[0]}", hosts=hosts)
    ready()
    asyncio.run(server.serve(sockets=[listener]))
    log("stopped")
    # All is written and closed by now, and freeing every object takes long on a busy machine.
    os._exit(0)
