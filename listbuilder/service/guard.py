"""The guard at the door: who may ask, how much they may send, how long they may take. It knows no lists."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from listbuilder.service.answers import SAFE_HEADERS, RefusedError, error_bytes
from listbuilder.service.logs import log

__all__ = ["BODY", "SECONDS", "Guard"]

BODY = 256 * 1024
SECONDS = 10.0


class Guard:
    """Checks every request before the service sees it, and marks and logs every answer.

    A web page must not reach a service on its reader's machine: only names it is known by are taken as `Host`, any
    `Origin` but its own is refused. (A body must also be declared as JSON, which no page can send without asking
    first; that is checked where bodies are read.)
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], seconds: float = SECONDS) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.origins = frozenset(f"{scheme}://{host}" for scheme in ("http", "https") for host in self.hosts)
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start = time.perf_counter()
        seen = {"status": 0}

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                seen["status"] = message["status"]
                message["headers"] = [*message["headers"], *SAFE_HEADERS]
            await send(message)

        try:
            self.check(scope)
            scope["body"] = await self.body(scope, receive)
            await self.app(scope, receive, marked)
        except RefusedError as error:
            await refuse(error, marked)
        finally:
            spent = round((time.perf_counter() - start) * 1000, 1)
            log("request", method=scope["method"], path=scope["path"], status=seen["status"], ms=spent)

    def check(self, scope: Scope) -> None:
        """Refuse strangers and bodies of unknown length."""
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        hosts = [value.decode("latin-1").lower() for name, value in headers if name == b"host"]
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            raise RefusedError(421, "request.host", "This service does not answer to that host name.")
        for name, value in headers:
            if name == b"origin" and value.decode("latin-1").lower() not in self.origins:
                raise RefusedError(403, "request.origin", "Web pages of other sites may not use this service.")
            if name == b"transfer-encoding":
                raise RefusedError(411, "request.length", "Send the body with a Content-Length, not in chunks.")
        if scope["method"] == "POST":
            check_length(headers)

    async def body(self, scope: Scope, receive: Receive) -> bytes:
        """The whole body, within the limits of size and time."""
        found = bytearray()
        try:
            async with asyncio.timeout(self.seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise RefusedError(400, "request.aborted", "The request ended early.")
                    found += message.get("body", b"")
                    if len(found) > BODY:
                        raise too_large()
                    if not message.get("more_body"):
                        return bytes(found)
        except TimeoutError as error:
            raise RefusedError(408, "request.slow", "The body took too long to arrive.") from error


def check_length(headers: list[tuple[bytes, bytes]]) -> None:
    """A body must say how long it is."""
    lengths = [value for name, value in headers if name == b"content-length"]
    if len(lengths) != 1 or not lengths[0].isdigit():
        raise RefusedError(411, "request.length", "Send the body with a Content-Length.")
    if len(lengths[0]) > 9 or int(lengths[0]) > BODY:
        raise too_large()


def too_large() -> RefusedError:
    """The refusal of a body over the limit."""
    return RefusedError(413, "request.large", f"The body is larger than {BODY // 1024} kB.")


async def refuse(error: RefusedError, send: Send) -> None:
    """Answer a request that is not let in, and close: what it still sends must not be taken for another request."""
    body = error_bytes(error.code, error.message, error.findings)
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
