"""Middleware at the door: who may ask, how much they may send, how long they may take. It knows no lists."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from listbuilder.ui.web.answers import SAFE_HEADERS, RefusedError, error_bytes, plain_page
from listbuilder.ui.web.logs import log
from listbuilder.ui.web.peers import Quota, Share, peer_of

BODY = 256 * 1024
# Memory for all bodies while they arrive and wait. Only received bytes count: as long as announced ones did, 38 kB of
# request heads could shut out everybody.
HELD = 64 * 1024 * 1024
SECONDS = 10.0
# A refused body up to this size is read to its end and dropped, so that a browser reads the answer.
DRAINED = 16 * 1024 * 1024
METRICS = "/metrics"
Headers = list[tuple[bytes, bytes]]
Told = Callable[[RefusedError, Scope], tuple[bytes, bytes]]
HOST = re.compile(r"[a-z0-9.-]{1,253}(:\d{1,5})?|\[[0-9a-f:.]{2,45}\](:\d{1,5})?")
# The answer to a preflight request of an allowed site; browsers may cache it for ten minutes.
PREFLIGHT: Headers = [
    (b"access-control-allow-methods", b"GET, HEAD, POST"),
    (b"access-control-allow-headers", b"content-type"),
    (b"access-control-max-age", b"600"),
    (b"content-length", b"0"),
]


def as_accepted(error: RefusedError, scope: Scope) -> tuple[bytes, bytes]:
    """The type and body of a refusal: JSON for programs, a page in words for a person's browser."""
    if any(name == b"accept" and b"text/html" in value for name, value in scope["headers"]):
        return b"text/html; charset=utf-8", plain_page("This page can't be opened", error.message)
    return b"application/json", error_bytes(error.code, error.message, error.findings)


class Guard:
    """Starlette middleware that checks every request before the service sees it, and marks and logs every answer.

    A web page must not reach a service on its reader's machine: only names it is known by are taken as `Host`, any
    `Origin` but its own and those in `cors` is refused. (A body must also be declared as JSON, which no page can send
    without asking first; that is checked where bodies are read.) `told` words a refusal, `shown` is a path as it may
    stand in the log. `behind_proxy` says that a proxy names the client in X-Forwarded-For. `most` bytes are the longest
    body. What was answered is counted, and told at `/metrics`.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Iterable[str],
        seconds: float = SECONDS,
        cors: Iterable[str] = (),
        told: Told = as_accepted,
        shown: Callable[[str], str] = str,
        behind_proxy: bool = False,
        most: int = BODY,
    ) -> None:
        self.app, self.told, self.shown, self.most = app, told, shown, most
        self.hosts = frozenset(host.lower() for host in hosts)
        self.origins = frozenset(f"{scheme}://{host}" for scheme in ("http", "https") for host in self.hosts)
        self.cors = frozenset(origin.lower() for origin in cors)
        self.seconds = seconds
        self.behind_proxy = behind_proxy
        self.held = Quota(HELD)
        self.answered: Counter[int] = Counter()
        self.spent = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start = time.perf_counter()
        answer = SafeHeaders(send, self.shared_with(scope), scope["method"] == "HEAD")
        try:
            await self.handle(scope, receive, answer)
        except asyncio.CancelledError:
            # The service is being stopped, and this request has had its time.
            if not answer.status:
                await self.refuse(RefusedError(503, "service.stopping", "The service is being stopped."), scope, answer)
        except Exception:
            # Here and not in a handler of the app: Starlette calls that outside of all middleware, where the answer
            # would go out without the safe headers and unlogged.
            if not answer.status:
                await self.refuse(RefusedError(500, "service.failure", "The service failed."), scope, answer)
            raise
        finally:
            spent = time.perf_counter() - start
            self.answered[answer.status] += 1
            self.spent += spent
            path, ms = self.shown(scope["path"]), round(spent * 1000, 1)
            log("request", method=scope["method"], path=path, status=answer.status, ms=ms)

    async def handle(self, scope: Scope, receive: Receive, answer: SafeHeaders) -> None:
        """Answer a request that may be asked, refuse any other."""
        until = asyncio.get_running_loop().time() + self.seconds
        peer = peer_of(scope, self.behind_proxy)
        try:
            self.check(scope)
            if scope["method"] == "OPTIONS" and answer.origin:
                await answer({"type": "http.response.start", "status": 204, "headers": PREFLIGHT})
                await answer({"type": "http.response.body", "body": b""})
                return
            # HEAD is GET without the body, for every address alike.
            method = "GET" if scope["method"] == "HEAD" else scope["method"]
            if scope["path"] == METRICS and method == "GET":
                await PlainTextResponse(self.metrics())(scope, receive, answer)
                return
            with Share(self.held, peer) as share:
                own = {**scope, "method": method, "peer": peer, "body": await self.body(receive, share, until)}
                await unless_disconnected(self.app(own, receive, answer), receive, answer)
        except RefusedError as error:
            await self.refuse(error, scope, answer, receive if 0 < _announced(scope) <= DRAINED else None, until)

    def metrics(self) -> str:
        """The counters of this process, one a line, in the text format that monitoring reads."""
        lines = [f'listbuilder_answers_total{{status="{code}"}} {n}' for code, n in sorted(self.answered.items())]
        return "\n".join([*lines, f"listbuilder_answer_seconds_total {self.spent:.3f}", ""])

    def shared_with(self, scope: Scope) -> bytes:
        """The origin of a page of another site that is let in, or nothing."""
        origin = next((value for name, value in scope["headers"] if name == b"origin"), b"")
        return origin if origin.decode("latin-1").lower() in self.cors else b""

    def check(self, scope: Scope) -> None:
        """Refuse strangers, and bodies that are too long or do not say how long they are."""
        headers: Headers = scope["headers"]
        hosts = [value.decode("latin-1").lower() for name, value in headers if name == b"host"]
        # Against DNS rebinding: a page of another site can resolve its own name to this machine, but not send another
        # Host.
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            raise unknown_host(hosts[0] if len(hosts) == 1 else "")
        for name, value in headers:
            if name == b"origin" and value.decode("latin-1").lower() not in self.origins | self.cors:
                raise RefusedError(403, "request.origin", "Web pages of other sites may not use this service.")
            # Without a length a body could only be refused after it has come.
            if name == b"transfer-encoding":
                raise RefusedError(411, "request.length", "Send the body with a Content-Length, not in chunks.")
        if scope["method"] == "POST":
            check_length(headers, self.most)

    async def refuse(
        self,
        error: RefusedError,
        scope: Scope,
        send: Send,
        receive: Receive | None = None,
        until: float | None = None,
    ) -> None:
        """Answer a request that is not let in, and close: what it still sends must not be taken for another request.

        What `receive` still brings `until` then is dropped: a browser that can't send all of a body does not read the
        answer.
        """
        type_, body = self.told(error, scope)
        headers = [
            (b"content-type", type_),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            *([(b"retry-after", b"5")] if error.status == 503 else []),
        ]
        await send({"type": "http.response.start", "status": error.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": receive is not None})
        if receive is not None:
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(until):
                        while (await receive()).get("more_body"):
                            pass
            finally:
                await send({"type": "http.response.body", "body": b""})

    async def body(self, receive: Receive, share: Share, until: float) -> bytes:
        """The whole body, within the limits of size and time, and within the share of its sender."""
        found = bytearray()
        try:
            async with asyncio.timeout_at(until):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise RefusedError(400, "request.aborted", "The request ended early.")
                    part = message.get("body", b"")
                    if len(found) + len(part) > self.most:
                        raise too_large(self.most)
                    if not share.take(len(part)):
                        raise busy_refusal()
                    found += part
                    if not message.get("more_body"):
                        return bytes(found)
        except TimeoutError as error:
            raise RefusedError(408, "request.slow", "The body took too long to arrive.") from error


class SafeHeaders:
    """The way out: puts the safe headers on an answer, unless it has its own, and remembers its status."""

    def __init__(self, send: Send, origin: bytes, no_body: bool) -> None:
        self.send = send
        self.origin = origin
        self.no_body = no_body
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            shared = [(b"access-control-allow-origin", self.origin), (b"vary", b"origin")] if self.origin else []
            present = {name for name, _ in message["headers"]}
            safe = [(name, value) for name, value in SAFE_HEADERS if name not in present]
            message = {**message, "headers": [*message["headers"], *safe, *shared]}
        elif self.no_body:
            message = {**message, "body": b""}
        await self.send(message)


async def unless_disconnected(work: Awaitable[None], receive: Receive, answer: SafeHeaders) -> None:
    """Do some work unless the client goes away before there is an answer, which ends it."""
    doing = asyncio.ensure_future(work)
    # The whole body was received, so the next message can only say that the client has gone.
    gone = asyncio.ensure_future(receive())
    try:
        await asyncio.wait({doing, gone}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done() or answer.status:
            await doing
    finally:
        gone.cancel()
        doing.cancel()


def check_length(headers: Headers, most: int = BODY) -> None:
    """Refuse a body that does not say how long it is, or is too long."""
    lengths = [value for name, value in headers if name == b"content-length"]
    if len(lengths) != 1 or not lengths[0].isdigit():
        raise RefusedError(411, "request.length", "Send the body with a Content-Length.")
    # Length first: converting a number of thousands of digits takes long.
    if len(lengths[0]) > 9 or int(lengths[0]) > most:
        raise too_large(most)


def _announced(scope: Scope) -> int:
    """How long the body of a request says it is; 0 where it does not."""
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return int(lengths[0]) if len(lengths) == 1 and lengths[0].isdigit() and len(lengths[0]) < 10 else 0


def unknown_host(host: str) -> RefusedError:
    """The refusal of a request to a name that the service is not known by, with the way to make it known."""
    name = host if HOST.fullmatch(host) else "NAME:PORT"
    return RefusedError(
        421,
        "request.host",
        "This service does not answer to that host name. Open the address that it printed when it started; to reach it "
        f"at this address, start it with --allow-host {name}.",
    )


def busy_refusal() -> RefusedError:
    """The refusal of a request that has to wait for others, or for those of its sender."""
    return RefusedError(503, "service.busy", "Too many requests are waiting; come again in a few seconds.")


def too_large(most: int = BODY) -> RefusedError:
    """The refusal of a body over the limit."""
    return RefusedError(413, "request.large", f"The body is larger than {most // 1024} kB.")
