"""Middleware that lets one device in: the key of a link becomes a cookie at its first use, and opens nothing later."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from listbuilder.ui.web.answers import RefusedError

DAY = 24 * 60 * 60


class Invitation(NamedTuple):
    """A key for one device, and where it leads."""

    key: str
    place: str


def new_invitation(place: str) -> Invitation:
    """An invitation with a key that nobody can guess."""
    return Invitation(secrets.token_urlsafe(12), place)


class OneDevice:
    """Answers the device that used the key first; every other one is told what to do."""

    def __init__(self, app: ASGIApp, invitation: Invitation) -> None:
        self.app = app
        self.key, self.place = invitation
        self.used = False
        self.token = secrets.token_urlsafe(24)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        # Browsers share cookies between the ports of a host.
        name = f"listbuilder-{scope['server'][1]}"
        known = secrets.compare_digest(request.cookies.get(name, "").encode(), self.token.encode())
        given = request.query_params.get("key")
        if known and given is None:
            await self.app(scope, receive, send)
            return
        if not known:
            self._use(given)
        answer = Response(status_code=303, headers={"location": self.place})
        answer.set_cookie(name, self.token, max_age=DAY, httponly=True, samesite="lax")
        await answer(scope, receive, send)

    def _use(self, given: str | None) -> None:
        """Use up the key, or refuse."""
        if given is None:
            raise RefusedError(
                403,
                "request.key",
                "This builder is open for one device. Scan the QR code in the terminal that runs it, or open the whole "
                "link that stands there, with its key.",
            )
        if self.used or not secrets.compare_digest(given.encode(), self.key.encode()):
            raise RefusedError(
                403,
                "request.key",
                "The key in this link is not valid, or another device or browser has used it: it works once. Stop the "
                "builder with Ctrl-C and start it again to get a new link.",
            )
        self.used = True
