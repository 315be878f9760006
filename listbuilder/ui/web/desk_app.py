"""The pages of an event over HTTP. Worker processes answer; a pool of one process writes to the ledger.

All state is in the event's folder, except which links were used within the last second.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Scope

from listbuilder.desk.folder import Desk
from listbuilder.desk.links import PLACE, TABLE, whole_link
from listbuilder.desk.player_pages.markup import HTML, error_page, style
from listbuilder.desk.player_pages.public import PUBLIC, ROUND
from listbuilder.desk.seal import normalise_code
from listbuilder.storage.processes.parallel import cores
from listbuilder.ui.web import worker as work
from listbuilder.ui.web.answers import RefusedError
from listbuilder.ui.web.desk_worker import GO_ON, DeskWorker
from listbuilder.ui.web.guard import METRICS, SECONDS, Guard
from listbuilder.ui.web.worker_pool import WorkerPool

# No scripts, nothing loaded but the style sheet, forms only to this site. The referrer is needed on this site, because
# the guard checks where a form comes from.
POLICY = (
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
# Published files have inline styles and no forms.
PUBLISHED = POLICY.replace("style-src 'self'; form-action 'self'", "style-src 'unsafe-inline'; form-action 'none'")
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "x-robots-tag": "noindex, nofollow",
}
STEPS = ("anyway", "check", "hand-in", "here", "mend", "report")
DAYS = 3 * 24 * 60 * 60
COOKIE = "listbuilder-player"
WAITING = 64
REMEMBERED = 10_000
LINK = re.compile(f"{re.escape(PLACE)}[^/]+(/[a-z.-]+)?")
FIXED = ("/", "/style.css", "/robots.txt", "/healthz", METRICS)
HIDDEN = "/…"
LOCAL = re.compile(rb'(\b(?:href|action|formaction|src)=")/')
"""The begin of an address on this site in a page."""


def create_desk_app(
    desks: Mapping[str, Desk], hosts: Iterable[str], seconds: float = SECONDS, behind_proxy: bool = False
) -> Starlette:
    """The pages of some events behind the guard of the service: one at `/`, several each under `/NAME`."""
    pools = Pools(DeskWorker(desks))
    alone = len(desks) == 1
    events = [Pages(pools, name, "" if alone else f"/{name}", behind_proxy) for name in desks]
    root = Pages(pools, next(iter(desks)), "", behind_proxy)
    routes = [
        Route("/", root.reader("public" if alone else "events")),
        Route("/style.css", root.style),
        Route("/robots.txt", root.robots),
        Route("/healthz", root.reader("health")),
        *(route for pages in events for route in event_routes(pages)),
    ]
    app = Starlette(routes=routes, lifespan=pools.lifespan)
    app.router.redirect_slashes = False
    for kind in (RefusedError, HTTPException):
        app.add_exception_handler(kind, on_error)
    app.state.seconds = seconds
    app.add_middleware(Guard, hosts=hosts, seconds=seconds, told=in_html, shown=without_link, behind_proxy=behind_proxy)
    return app


def event_routes(pages: Pages) -> list[Route]:
    """The addresses of one event."""
    own, place = pages.prefix, pages.prefix + PLACE
    return [
        *(Route(path, pages.reader("public")) for path in (own, f"{own}/") if own),
        *(Route(f"{one}/style.css", pages.style) for one in (own,) if one),
        Route(own + "/published/{name}", pages.published),
        Route(own + TABLE + "{number}", pages.table),
        Route(place + "{token}", pages.reader("personal")),
        *(Route(f"{place}{{token}}/{one}", pages.form, methods=["POST"]) for one in STEPS),
        *(Route(f"{place}{{token}}/{one}", pages.back) for one in STEPS),
        Route(place + "{token}/receipt", pages.reader("receipt")),
        Route(place + "{token}/sheet.pdf", pages.sheet),
    ]


def without_link(path: str) -> str:
    """A path for the log without its link, which is as good as a password.

    Unknown paths may be mistyped links (`//l/…`, `/L/…`), so they are hidden completely.
    """
    link = LINK.fullmatch(path)
    if link and (link[1] or "") in ("", "/receipt", "/sheet.pdf", *(f"/{one}" for one in STEPS)):
        return f"{PLACE}…{link[1] or ''}"
    prefix, _, name = path.rpartition("/")
    if prefix == TABLE[:-1] and name.isdecimal() and len(name) < 6:
        return path
    public = prefix == "/published" and (name in PUBLIC or ROUND.fullmatch(name))
    return path if path in FIXED or public else HIDDEN


def in_html(error: RefusedError, scope: Scope) -> tuple[bytes, bytes]:
    """An error as a page."""
    return HTML.encode(), error_page(error.status, error.message)


class Pools:
    """The worker processes, which all events share."""

    def __init__(self, worker: DeskWorker) -> None:
        self.readers = WorkerPool(worker)
        # The folder has a lock, so a second writer would only wait.
        self.writer = WorkerPool(worker, 1, WAITING)
        # Printing takes a hundred times as long as a page, so it has its own pool.
        self.printers = WorkerPool(worker, max(1, cores() // 2))
        # When each link may be used again.
        self.turns: OrderedDict[str, float] = OrderedDict()

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """End all worker processes on shutdown."""
        try:
            yield
        finally:
            self.readers.end()
            self.writer.end()
            self.printers.end()


class Pages:
    """The handlers of the routes of one event, whose addresses begin with `prefix`."""

    def __init__(self, pools: Pools, event: str, prefix: str, behind_proxy: bool) -> None:
        self.pools, self.event, self.prefix, self.behind_proxy = pools, event, prefix, behind_proxy

    async def ask(self, pool: WorkerPool, action: str, request: Request, name: str = "") -> Response:
        """The response of a worker process."""
        types = tuple(request.headers.getlist("content-type"))
        now = datetime.now(UTC).astimezone().isoformat()
        asked = work.Request(action, name, (("now", now), ("event", self.event)), types, request.scope["body"])
        answer = work.unpack_answer(await pool.ask(work.request_head(asked), asked.body, request.scope["peer"]))
        headers = HEADERS | ({"location": self.prefix + answer.place} if answer.place else {})
        headers |= {"retry-after": "60"} if answer.status == 429 else {}
        # Pages are made without knowing where they are served. Texts of others can't contain such an attribute,
        # because their quotation marks are escaped.
        here = rb"\1" + self.prefix.encode() + b"/"
        body = LOCAL.sub(here, answer.body) if self.prefix and answer.type == HTML else answer.body
        return Response(body, answer.status, headers, answer.type)

    def reader(self, action: str) -> Callable[[Request], Awaitable[Response]]:
        """The handler of a page that only reads: the public one, a player's, or a receipt."""

        async def handle(request: Request) -> Response:
            return await self.ask(self.pools.readers, action, request, request.path_params.get("token", ""))

        return handle

    async def published(self, request: Request) -> Response:
        """A page that the desk published."""
        answer = await self.ask(self.pools.readers, "published", request, request.path_params["name"])
        answer.headers["content-security-policy"] = PUBLISHED
        return answer

    async def form(self, request: Request) -> Response:
        """A list to check, or to hand in."""
        token, step = request.path_params["token"], request.url.path.rpartition("/")[2]
        if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise RefusedError(403, "request.origin", "Other sites may not send forms here.")
        await self.slow_down(token)
        if step in ("check", "mend"):
            return await self.ask(self.pools.readers, step, request, token)
        if step == "report":
            return await asyncio.shield(self.ask(self.pools.writer, step, request, token))
        if step == "here":
            return await self.arrive(request, token)
        # A reader refuses lists first, so that the writer is not kept busy with them.
        before = await self.ask(self.pools.readers, f"ready-{step}", request, token)
        if before.status_code != GO_ON:
            return before
        # A client that disconnects must not cancel the intake.
        return await asyncio.shield(self.ask(self.pools.writer, step, request, token))

    async def arrive(self, request: Request, token: str) -> Response:
        """A player checks in; from then on the phone opens the player's page by the code on a table."""
        answer = await asyncio.shield(self.ask(self.pools.writer, "here", request, token))
        if answer.status_code == 303:
            secure = request.url.scheme == "https" or self.behind_proxy
            answer.set_cookie(
                COOKIE, token, max_age=DAYS, path=self.prefix + TABLE, httponly=True, samesite="lax", secure=secure
            )
        return answer

    async def table(self, request: Request) -> Response:
        """What the code on a table opens: the player's own page on a phone that checked in, else that of the table."""
        token = request.cookies.get(COOKIE, "")
        if token:
            own = await self.ask(self.pools.readers, "personal", request, token)
            if own.status_code == 200:
                return Response(status_code=303, headers=HEADERS | {"location": self.prefix + PLACE + quote(token)})
        return await self.ask(self.pools.readers, "table", request, request.path_params["number"])

    async def back(self, request: Request) -> Response:
        """Redirect a GET of a form's address to the player's page."""
        place = self.prefix + PLACE + quote(request.path_params["token"])
        return Response(status_code=303, headers=HEADERS | {"location": place})

    async def sheet(self, request: Request) -> Response:
        """The sheet of a player's list."""
        answer = await self.ask(self.pools.printers, "sheet", request, request.path_params["token"])
        if answer.media_type == work.PDF:
            answer.headers["content-disposition"] = 'inline; filename="list.pdf"'
        return answer

    async def style(self, request: Request) -> Response:
        """The style sheet."""
        return Response(style(), headers=HEADERS | {"cache-control": "max-age=600"}, media_type="text/css")

    async def robots(self, request: Request) -> Response:
        """Disallow search engines."""
        return Response("User-agent: *\nDisallow: /\n", headers=HEADERS, media_type="text/plain")

    async def slow_down(self, token: str) -> None:
        """Rate limit: one request a second for each link; the next one waits, and further ones are refused."""
        now, link = time.monotonic(), normalise_code(whole_link(token))[:64]
        turns = self.pools.turns
        while turns and (len(turns) > REMEMBERED or next(iter(turns.values())) <= now):
            turns.popitem(last=False)
        turn = max(turns.get(link, now), now)
        if turn > now + 1:
            raise RefusedError(429, "request.often", "One try a second, please. Go back, and send it again.")
        turns[link] = turn + 1
        turns.move_to_end(link)
        await asyncio.sleep(turn - now)


async def on_error(request: Request, error: Exception) -> Response:
    """An expected error as a page; the guard handles all others."""
    if isinstance(error, HTTPException):
        refused = RefusedError(error.status_code, "request.address", "There is nothing here.")
    else:
        assert isinstance(error, RefusedError)
        refused = error
    waits = {503: {"retry-after": "5"}, 429: {"retry-after": "1"}}.get(refused.status, {})
    return Response(error_page(refused.status, refused.message), refused.status, HEADERS | waits, HTML)
