"""Middleware that lets invited browsers in: the key of a link becomes a session cookie at its first use."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from listbuilder.ui.web.answers import RefusedError

MINUTES = 10
DAY = 24 * 60 * 60
# A page of our own goes on, so that the cookie comes back although the link was opened from elsewhere, and so that the
# key is nowhere but in an address that no longer opens anything.
ENTRY = b"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=/"><title>The desk opens</title>
<p><a href="/">To the desk</a></p></html>
"""
NOT_INVITED = (
    "This desk is open for invited browsers only. Open the whole link that stands in the terminal, with its key; or "
    "let an open page make a link for this browser, on its screen `Event`."
)
USED = "The key in this link is not valid: it works once, and for ten minutes. Make another on the screen `Event`."


class SessionKeys:
    """One-time keys, and the sessions of the browsers that used them."""

    def __init__(self, on_use: Callable[[], None] = lambda: None) -> None:
        self.keys: dict[str, float] = {}
        self.sessions: list[str] = []
        self.on_use = on_use

    def invite(self) -> str:
        """A new key."""
        key = secrets.token_urlsafe(18)
        self.keys[key] = time.monotonic() + 60 * MINUTES
        return key

    def use(self, key: str) -> str:
        """The session for a key; empty if the key opens nothing. It is used up."""
        found = next((one for one in self.keys if secrets.compare_digest(one.encode(), key.encode())), None)
        if found is None or self.keys.pop(found) < time.monotonic():
            return ""
        self.sessions.append(secrets.token_urlsafe(24))
        self.on_use()
        return self.sessions[-1]

    def knows(self, session: str) -> bool:
        """Whether a session is one of ours, compared in constant time."""
        found = [secrets.compare_digest(one.encode(), session.encode()) for one in self.sessions]
        return any(found)


class InvitedOnly:
    """Answers browsers with a session; `open_` are the paths that everybody may see."""

    def __init__(self, app: ASGIApp, keys: SessionKeys, open_: tuple[str, ...] = ()) -> None:
        self.app, self.keys, self.open = app, keys, open_

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        # Browsers share cookies between the ports of a host.
        name = f"listbuilder-desk-{scope['server'][1]}"
        given = request.query_params.get("key")
        if given is not None:
            session = self.keys.use(given)
            if not session:
                raise RefusedError(403, "request.key", USED)
            answer = Response(ENTRY, headers={"referrer-policy": "no-referrer"}, media_type="text/html")
            answer.set_cookie(name, session, max_age=DAY, httponly=True, samesite="strict")
            await answer(scope, receive, send)
            return
        if scope["path"] not in self.open and not self.keys.knows(request.cookies.get(name, "")):
            raise RefusedError(403, "request.key", NOT_INVITED)
        await self.app(scope, receive, send)
