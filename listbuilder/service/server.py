"""Running the service: a socket, and connections that can't be held open for nothing."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterable
from http import HTTPStatus
from pathlib import Path
from typing import NoReturn

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from listbuilder.catalogue import Game
from listbuilder.service.answers import SAFE_HEADERS, error_bytes
from listbuilder.service.app import create_app
from listbuilder.service.guard import SECONDS, Guard
from listbuilder.service.logs import JsonHandler, log
from listbuilder.service.stopping import GRACE, StoppedServer

CONNECTIONS, KEEP_ALIVE = 500, 15
# So many may wait at the door; where no more files can be opened, the loop tries and says so that many times.
BACKLOG = CONNECTIONS + 100
HEADERS = 16 * 1024
# A client that reads fewer bytes a second than this is let go.
SLOWEST = 4096


class TimedProtocol(H11Protocol):
    """A connection that must send the whole head of a request within a time, and take its answer at some pace.

    The server itself would wait for ever.
    """

    head_timer: asyncio.TimerHandle | None = None
    write_timer: asyncio.TimerHandle | None = None

    @property
    def seconds(self) -> float:
        """How long the head may take: as long as the guard gives a body."""
        app = self.config.app
        return app.seconds if isinstance(app, Guard) else SECONDS

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # No answer may wait unseen: with these limits, writing counts as paused while anything is unsent.
        transport.set_write_buffer_limits(0)
        if len(self.connections) > most_connections():
            self.turn_away()
        else:
            self.watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_watch()
        self.resume_writing()
        super().connection_lost(exc)

    def watch(self) -> None:
        """Time the head while it is incomplete; from its first byte on, more bytes gain no more time."""
        if self.conn.their_state is not h11.IDLE:
            self.stop_watch()
        elif self.head_timer is None and not self.transport.is_closing():
            self.head_timer = self.loop.call_later(self.seconds, self.transport.abort)

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
        """All is sent, or nobody is there any more."""
        if self.write_timer is not None:
            self.write_timer.cancel()
            self.write_timer = None
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """What is not HTTP gets an answer in JSON like all others, as far as one can still be sent."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.write_error(400, error_bytes("request.http", msg))
        self.transport.close()

    def turn_away(self) -> None:
        """Too many are here already."""
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


def most_connections() -> int:
    """How many there may be at once: half of the files that may be open."""
    import resource  # not on every system

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
    ready: Callable[[], None] = lambda: None,
) -> NoReturn:
    """Serve until a signal comes; `seconds` is how long a request may take to arrive and an answer to move on.

    `ready` is called when it is served and signals are heard.
    """
    host, port = listener.getsockname()[:2]
    hosts = host_names(host, port, names)
    run_app(listener, create_app(hosts, catalogues, seconds, cors, events), hosts, ready)


def run_app(
    listener: socket.socket, app: Guard, hosts: list[str], ready: Callable[[], None] = lambda: None
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
        backlog=BACKLOG,
    )
    logging.getLogger().addHandler(JsonHandler(logging.WARNING))
    server = StoppedServer(config)
    server.hear_signals()
    log("listening", url=f"http://{hosts[0]}", hosts=hosts)
    ready()
    asyncio.run(server.serve(sockets=[listener]))
    log("stopped")
    # Nothing is left to be put away, and taking everything apart first takes long on a busy machine.
    os._exit(0)
