"""The organiser's page over HTTP, for invited browsers on this computer. Worker processes do the work.

All state is in the event's folder, except the keys and sessions of the browsers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from listbuilder.desk.folder import files_stamp
from listbuilder.desk.organiser_pages.event_screens import invite_screen
from listbuilder.desk.organiser_pages.frame import FILES, page_file
from listbuilder.desk.player_pages.markup import HTML, style
from listbuilder.ui.web import worker as work
from listbuilder.ui.web.answers import RefusedError
from listbuilder.ui.web.desk_app import in_html, on_error
from listbuilder.ui.web.guard import SECONDS, Guard
from listbuilder.ui.web.organiser_worker import NOW, OrganiserWorker
from listbuilder.ui.web.page_look import PLAIN_LOOK, icon_svg
from listbuilder.ui.web.session_keys import InvitedOnly, SessionKeys
from listbuilder.ui.web.worker_pool import WorkerPool

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
# What strangers sent is never a page of ours.
FOREIGN = "default-src 'none'; sandbox; frame-ancestors 'none'"
HEADERS = {
    "content-security-policy": POLICY,
    # The guard checks where a form comes from, so it is said on this site.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
TYPES = {".css": "text/css", ".js": "text/javascript"}
STYLE, ICON = "/style.css", "/icon.svg"
LONGEST_BODY = 32 * 1024 * 1024
# Printing a large booklet, or judging a full mailbox, takes its time.
LONG_WORK = 120.0
# Seconds between two looks at the files, and for how long a page waits for a change.
PAUSE, PATIENCE = 0.5, 8.0
# How many pages wait at once, the others ask again: a browser has six connections to a site, and each wait keeps one.
MOST_WAITING = 3


def create_organiser_app(
    root: Path, catalogues: tuple[Path, ...], keys: SessionKeys, hosts: Iterable[str], address: str
) -> Starlette:
    """The organiser's page of an event behind the guard of the service; `address` is that of the players' pages."""
    hosts = tuple(hosts)
    pages = OrganiserPages(OrganiserWorker(root, catalogues, address), keys, hosts)
    routes = [
        Route(STYLE, pages.file),
        Route(ICON, pages.icon),
        *(Route(f"/{name}", pages.file) for name in FILES),
        Route("/changes", pages.changes),
        Route("/invite", pages.invite, methods=["POST"]),
        Route("/do/{action}", pages.do, methods=["POST"]),
        Route("/do/{action}", pages.back),
        Route("/invite", pages.back),
        Route("/{path:path}", pages.page),
    ]
    app = Starlette(routes=routes, lifespan=pages.lifespan)
    app.router.redirect_slashes = False
    for kind in (RefusedError, HTTPException):
        app.add_exception_handler(kind, on_error)
    app.state.seconds = SECONDS
    app.add_middleware(InvitedOnly, keys=keys, open_=(STYLE, ICON, *(f"/{name}" for name in FILES)))
    app.add_middleware(Guard, hosts=hosts, seconds=SECONDS, told=in_html, most=LONGEST_BODY)
    return app


class OrganiserPages:
    """The handlers of all routes."""

    def __init__(self, worker: OrganiserWorker, keys: SessionKeys, hosts: tuple[str, ...]) -> None:
        self.root, self.keys, self.hosts = worker.root, keys, hosts
        self.waiting = 0
        self.readers = WorkerPool(worker)
        # The folder has a lock, so a second writer would only wait.
        self.writer = WorkerPool(worker, 1, seconds=LONG_WORK)

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """End all worker processes on shutdown."""
        try:
            yield
        finally:
            self.readers.end()
            self.writer.end()

    async def ask(self, pool: WorkerPool, action: str, name: str, request: Request) -> Response:
        """The response of a worker process."""
        now = datetime.now(UTC).astimezone().isoformat()
        query = tuple((key, value) for key, value in request.query_params.items() if key != NOW)
        types = tuple(request.headers.getlist("content-type"))
        asked = work.Request(action, name, (*query, (NOW, now)), types, request.scope["body"])
        answer = work.unpack_answer(await pool.ask(work.request_head(asked), asked.body, request.scope["peer"]))
        headers = HEADERS | ({"location": answer.place} if answer.place else {})
        if answer.type not in (HTML, work.PDF):
            headers["content-security-policy"] = FOREIGN
        if answer.type == "application/octet-stream":
            headers["content-disposition"] = "attachment"
        return Response(answer.body, answer.status, headers, answer.type)

    async def page(self, request: Request) -> Response:
        """A screen."""
        return await self.ask(self.readers, "page", request.url.path, request)

    async def do(self, request: Request) -> Response:
        """A form. A browser that goes away must not end what it asked for."""
        self.check_origin(request)
        action = request.path_params["action"]
        return await asyncio.shield(self.ask(self.writer, "do", action, request))

    def check_origin(self, request: Request) -> None:
        """Refuse forms that do not come from the page itself; browsers always say where a form comes from."""
        if request.headers.get("origin", "").lower() not in [f"http://{host}" for host in self.hosts]:
            raise RefusedError(403, "request.origin", "Only the desk's own page may send forms here.")

    async def back(self, request: Request) -> Response:
        """Redirect a GET of a form's address."""
        return Response(status_code=303, headers=HEADERS | {"location": "/"})

    async def invite(self, request: Request) -> Response:
        """A link for another browser."""
        self.check_origin(request)
        page = invite_screen(f"http://{request.headers['host']}/?key={self.keys.invite()}")
        return Response(page.body, headers=HEADERS, media_type=HTML)

    async def changes(self, request: Request) -> Response:
        """200 as soon as the event's files differ from what a page knows by its stamp; 204 if nothing changes."""
        known = request.query_params.get("stamp")
        looks = int(PATIENCE / PAUSE) if self.waiting < MOST_WAITING else 1
        self.waiting += 1
        try:
            for look in range(looks):
                await asyncio.sleep(PAUSE if look else 0)
                if files_stamp(self.root) != known:
                    return Response(status_code=200, headers=HEADERS)
            return Response(status_code=204, headers=HEADERS)
        finally:
            self.waiting -= 1

    async def file(self, request: Request) -> Response:
        """The styles and the script."""
        name = request.url.path[1:]
        raw = style() if request.url.path == STYLE else page_file(name)
        headers = HEADERS | {"cache-control": "no-cache"}
        return Response(raw, headers=headers, media_type=TYPES[Path(name).suffix])

    async def icon(self, request: Request) -> Response:
        """The icon of the page."""
        return Response(icon_svg(PLAIN_LOOK), headers=HEADERS, media_type="image/svg+xml")
