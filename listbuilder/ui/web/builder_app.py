"""The service itself: routes that pass requests to worker processes and return their answers. It keeps no state."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Annotated, NamedTuple

from fastapi import FastAPI, Query, Request
from fastapi import Path as PathParameter
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import Response

from listbuilder import __version__
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.report_document import unreadable_document
from listbuilder.exchange.engine.importer import cached_game
from listbuilder.loading import game_folders
from listbuilder.storage.processes.parallel import cores
from listbuilder.ui.web import worker as work
from listbuilder.ui.web.answers import RefusedError, error_bytes, json_bytes
from listbuilder.ui.web.api_types import BenchAnswer, Entries, GameAnswer, Games, Lists, ListSchema, Ready
from listbuilder.ui.web.guard import SECONDS, Guard
from listbuilder.ui.web.logs import log
from listbuilder.ui.web.one_device import Invitation, OneDevice
from listbuilder.ui.web.openapi import (
    BENCH,
    BENCH_BODY,
    BODY,
    CARDS_BODY,
    LIST_BODY,
    ODDS_BODY,
    PAIR_BODY,
    PDF,
    SHEET_BODY,
    openapi_document,
    published,
    responses,
)
from listbuilder.ui.web.page_files import PageBundle, page_headers, page_of
from listbuilder.ui.web.page_look import game_cover
from listbuilder.ui.web.requests import SEARCH
from listbuilder.ui.web.shelf import FolderShelf
from listbuilder.ui.web.site import runtime
from listbuilder.ui.web.site.page_judge import make_page_judge
from listbuilder.ui.web.site.runtime import cached_judge_files
from listbuilder.ui.web.worker_pool import WorkerPool

# What is here: the page at `/` for people, and the same as data for programs that ask for JSON.


class Address(NamedTuple):
    """An address of the service."""

    method: str
    path: str
    about: str


def wants_json(accept: str) -> bool:
    """Whether a client asks for JSON; a browser names HTML as well, and one that takes anything gets the page."""
    return "json" in accept and "html" not in accept


def event_names(events: Iterable[Game]) -> dict[str, str]:
    """The events that lists can be judged for, each with its game."""
    return {game.event.name: game.id for game in events if game.event}


def index_json(addresses: list[Address], events: Mapping[str, str]) -> bytes:
    """The addresses and the events as data."""
    listed = [address._asdict() for address in addresses]
    played = [{"name": name, "game": game} for name, game in events.items()]
    return json_bytes({"service": "listbuilder", "version": __version__, "addresses": listed, "events": played})


def index_page(addresses: list[Address], games: list[tuple[str, str]], events: Mapping[str, str]) -> bytes:
    """The addresses, the games and the events as a plain page without scripts, styles or pictures."""
    rows = "".join(f"<tr><td>{one.method}<td>{_link(one)}<td>{escape(one.about)}\n" for one in addresses)
    items = "".join(f'<li><a href="/games/{escape(id)}">{escape(name)}</a>\n' for id, name in games)
    played = "".join(f"<li>{escape(name)}, of {escape(game)}\n" for name, game in events.items())
    told = f"<h2>Events</h2>\n<p>A request names one as <code>event</code>.\n<ul>\n{played}</ul>\n" if played else ""
    page = f"""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>listbuilder</title>
<h1>listbuilder {escape(__version__)}</h1>
<p><strong><a href="/build/">Build a list</a></strong>: on a phone or a large screen.
<h2>For programs</h2>
<p>This service judges lists for skirmish games and imports them as resolved forces;
<a href="/openapi.json">openapi.json</a> describes it in full.
<table>
<tr><th>Method<th>Address<th>What it does
{rows}</table>
<h2>Games</h2>
<ul>
{items}</ul>
{told}</html>
"""
    return page.encode()


def _link(address: Address) -> str:
    path = escape(address.path)
    return f'<a href="{path}">{path}</a>' if address.method == "GET" and "{" not in path else f"<code>{path}</code>"


GameId = Annotated[
    str,
    PathParameter(
        description="The id of a game, as GET /games lists them.",
        json_schema_extra={"pattern": "^[a-z0-9-]{1,60}$"},
    ),
]
LENGTH = {"maxLength": SEARCH}
SLOW = {("cards", ""), ("sheet", ""), ("bench", "fixes"), ("bench", "preview")}
KindQuery = Annotated[str, Query(description="Only entries of this kind.", json_schema_extra=LENGTH)]
SEED = {"pattern": "^[0-9]{1,9}$"}
SeedQuery = Annotated[str, Query(description="The same seed rolls the same mission.", json_schema_extra=SEED)]
NameQuery = Annotated[str, Query(description="The name of a mission, or of a mission pack.", json_schema_extra=LENGTH)]
WordsQuery = Annotated[str, Query(description="Only entries with these words.", json_schema_extra=LENGTH)]


def create_app(
    hosts: Iterable[str],
    catalogues: Iterable[Path] = (),
    seconds: float = SECONDS,
    cors: Iterable[str] = (),
    events: Iterable[Game] = (),
    behind_proxy: bool = False,
    event: str | None = None,
    invitation: Invitation | None = None,
    offline: bool = False,
) -> FastAPI:
    """The service behind its guard, for any ASGI server; `hosts` are the names it answers to.

    `event` names the one of its events that the page judges lists for unless their player chooses otherwise. With an
    `invitation` only the device that uses it first is answered. With `offline` the page gets a judge of its own for
    when this service is gone: at once if it is in the cache, else as soon as a process beside this one has made it.
    """
    routes = Routes(tuple(catalogues), tuple(events), event, offline)
    bodies = {"/cards": CARDS_BODY, "/sheet": SHEET_BODY, "/match": PAIR_BODY, "/odds": ODDS_BODY}
    add = routes.app.add_api_route
    for path, action, result, errors in (
        ("/healthz", routes.health, {"model": Ready}, ()),
        ("/games", routes.games, {"model": Games}, ()),
        ("/games/{id}", routes.game, {"model": GameAnswer}, (404,)),
        ("/games/{id}/entries", routes.entries, {"model": Entries}, (404, 422)),
        ("/games/{id}/schema", routes.schema, {"model": ListSchema}, (404,)),
        ("/validate", routes.validate, published("Report"), (*BODY, 404)),
        ("/import", routes.import_, published("EngineForce"), (*BODY, 404, 409)),
        ("/cards", routes.cards, PDF, (*BODY, 404, 409)),
        ("/sheet", routes.sheet, PDF, (*BODY, 404, 409)),
        ("/games/{id}/lists", routes.lists, {"model": Lists}, (404,)),
        ("/games/{id}/rules", routes.rules, published("RulesDocument"), (404,)),
        ("/games/{id}/mission", routes.mission, published("MissionDocument"), (404, 422)),
        ("/match", routes.match, published("MatchDocument"), (*BODY, 404, 409)),
        ("/odds", routes.odds, published("OddsDocument"), (*BODY, 404, 409)),
    ):
        add(
            path,
            action,
            methods=["POST" if errors[:5] == BODY else "GET"],
            summary=(action.__doc__ or "").partition("\n")[0],
            operation_id=action.__name__.rstrip("_"),
            responses=responses(result, *errors),
            openapi_extra=bodies.get(path, LIST_BODY) if errors[:5] == BODY else None,
        )
    for name in BENCH:
        add(
            f"/bench/{name}",
            routes.bench_of(name),
            methods=["POST"],
            summary=BENCH[name],
            operation_id=f"bench_{name}",
            responses=responses({"model": BenchAnswer}, *BODY, 404),
            openapi_extra=BENCH_BODY,
        )
    add("/", routes.index, methods=["GET"], include_in_schema=False)
    add("/build/{name:path}", routes.build, methods=["GET"], include_in_schema=False)
    add("/openapi.json", routes.openapi, methods=["GET"], include_in_schema=False)
    for kind in (RefusedError, HTTPException):
        routes.app.add_exception_handler(kind, on_error)
    routes.app.state.seconds = seconds
    if invitation:
        routes.app.add_middleware(OneDevice, invitation=invitation)
    routes.app.add_middleware(Guard, hosts=hosts, seconds=seconds, cors=cors, behind_proxy=behind_proxy)
    return routes.app


class Routes:
    """What each address does."""

    def __init__(
        self,
        catalogues: tuple[Path, ...],
        events: tuple[Game, ...] = (),
        event: str | None = None,
        offline: bool = False,
    ) -> None:
        self.catalogues = catalogues
        self.events = events
        self.event = event
        self.offline = offline
        worker = work.Worker(catalogues, events)
        self.judges = WorkerPool(worker)
        # What takes a hundred times as long as a verdict waits for its own turn, so that verdicts do not wait for it.
        self.printers = WorkerPool(worker, max(1, cores() // 2))
        self.app = FastAPI(openapi_url=None, lifespan=self.lifespan, redirect_slashes=False)

    @asynccontextmanager
    async def lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        """Be ready before the first request, and leave no child behind."""
        # Made now, so that the first client does not wait until all games are loaded.
        self.description  # noqa: B018
        files = cached_judge_files() if self.offline else None
        self.page = self.make_page(files)
        making = asyncio.create_task(self.make_judge()) if self.offline and not files else None
        try:
            yield
        finally:
            if making:
                making.cancel()
                with suppress(asyncio.CancelledError):
                    await making
            self.judges.end()
            self.printers.end()

    async def make_judge(self) -> None:
        """Have the page's own judge made by another process; without it the page needs this service."""
        command = (sys.executable, "-P", "-m", runtime.__name__)
        making = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE)
        try:
            _, said = await making.communicate()
        finally:
            if making.returncode is None:
                # Waited for, or the child's end would be reported to an event loop that is already closed.
                making.kill()
                await making.wait()
        if files := cached_judge_files():
            self.page = self.make_page(files)
        else:
            log("not offline", "warning", reason=said.decode(errors="replace").strip())

    def make_page(self, files: Mapping[str, bytes] | None) -> PageBundle:
        """The web builder, with a judge of its own if there are files for one."""
        shelf = FolderShelf(self.catalogues, self.events)
        judge = make_page_judge(files, shelf, self.games_here, self.events) if files else None
        covers = [game_cover(game, shelf) for game in self.games_here.values()]
        return page_of(covers, event_names(self.events), self.event, judge)

    async def ask(self, action: str, request: Request, game: str = "") -> Response:
        """The answer of a child."""
        asked = work.Request(
            action,
            game,
            tuple(request.query_params.multi_items()),
            tuple(request.headers.getlist("content-type")),
            request.scope["body"],
        )
        pool = self.printers if (action, game) in SLOW else self.judges
        answer = work.unpack_answer(await pool.ask(work.request_head(asked), asked.body, request.scope["peer"]))
        return Response(answer.body, answer.status, media_type=answer.type)

    async def health(self) -> Response:
        """Whether the service is ready."""
        games = len(game_folders(self.catalogues))
        return _json(json_bytes({"status": "ok", "version": __version__, "games": games}))

    async def games(self, request: Request) -> Response:
        """Every game of this service."""
        return await self.ask("games", request)

    async def game(self, request: Request, id: GameId) -> Response:
        """One game: statline, formats, kinds, rules."""
        return await self.ask("game", request, id)

    async def entries(self, request: Request, id: GameId, kind: KindQuery = "", search: WordsQuery = "") -> Response:
        """The entries of a game."""
        return await self.ask("entries", request, id)

    async def schema(self, request: Request, id: GameId) -> Response:
        """The JSON Schema of a game's lists."""
        return await self.ask("schema", request, id)

    async def validate(self, request: Request) -> Response:
        """Judge a list.

        Any list gets a verdict: one that can't be understood is not valid and says why.
        """
        try:
            return await self.ask("validate", request)
        except RefusedError as error:
            if not error.findings:
                raise
            return _json(json_bytes(unreadable_document(work.LABEL, error.findings)))

    async def import_(self, request: Request) -> Response:
        """Import a list as a force with everything resolved.

        An illegal list is refused with 409 and all findings, unless `allow_illegal` is true; then the force says
        `valid: false`.
        """
        return await self.ask("import", request)

    async def cards(self, request: Request) -> Response:
        """Print a card for each model.

        An illegal list is refused with 409, unless `allow_illegal` is true.
        """
        return await self.print("cards", request)

    async def sheet(self, request: Request) -> Response:
        """Print the list for the other side of the table.

        An illegal list is refused with 409, unless `allow_illegal` is true. It shows what the game keeps secret, unless
        `secret` has a salt to seal that with.
        """
        return await self.print("sheet", request)

    async def print(self, what: str, request: Request) -> Response:
        """A PDF under its own name."""
        answer = await self.ask(what, request)
        if answer.media_type == work.PDF:
            answer.headers["content-disposition"] = f'inline; filename="{what}.pdf"'
        return answer

    async def lists(self, request: Request, id: GameId) -> Response:
        """The starter lists of a game."""
        return await self.ask("lists", request, id)

    async def rules(self, request: Request, id: GameId) -> Response:
        """The rules of a game: what a force leaves out that does not stand alone."""
        return await self.ask("rules", request, id)

    async def mission(
        self, request: Request, id: GameId, seed: SeedQuery = "0", name: NameQuery = "", pack: NameQuery = ""
    ) -> Response:
        """Roll a mission, or show one by its name."""
        return await self.ask("mission", request, id)

    async def match(self, request: Request) -> Response:
        """Compare two lists before a game."""
        return await self.ask("match", request)

    async def odds(self, request: Request) -> Response:
        """The exact odds of one list's attacks on another."""
        return await self.ask("odds", request)

    def bench_of(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        """What answers one question of the bench."""

        async def bench(request: Request) -> Response:
            answer = await self.ask("bench", request, name)
            answer.headers["x-page"] = self.page.digest
            return answer

        return bench

    async def index(self, request: Request) -> Response:
        """What is here."""
        if wants_json(request.headers.get("accept", "")):
            return _json(index_json(self.addresses, event_names(self.events)))
        page = index_page(self.addresses, self.game_names, event_names(self.events))
        return Response(page, media_type="text/html")

    async def build(self, request: Request, name: str) -> Response:
        """A file of the web builder."""
        file = self.page.files.get(name)
        if file is None:
            raise HTTPException(404)
        known = request.headers.get("if-none-match") == file.tag
        packed = "gzip" in request.headers.get("accept-encoding", "") and bool(file.packed) and not known
        body = b"" if known else file.packed if packed else file.body
        return Response(body, 304 if known else 200, page_headers(file, packed), file.type)

    async def openapi(self) -> Response:
        """The description of the service."""
        return _json(self.description)

    @cached_property
    def games_here(self) -> dict[str, Game]:
        """The games, as they were when the service began."""
        return {id: cached_game(id, self.catalogues) for id in game_folders(self.catalogues)}

    @property
    def game_names(self) -> list[tuple[str, str]]:
        """The id and the name of each game."""
        return [(id, game.name) for id, game in self.games_here.items()]

    @cached_property
    def addresses(self) -> list[Address]:
        """Every address with what it does."""
        routes = [one for one in self.app.routes if isinstance(one, APIRoute) and one.include_in_schema]
        return [Address(min(one.methods or ()), one.path, one.summary or "") for one in routes]

    @cached_property
    def description(self) -> bytes:
        """The description in OpenAPI, made once."""
        folders = game_folders(self.catalogues)
        return json_bytes(openapi_document(self.app, [(game, folders[id]) for id, game in self.games_here.items()]))


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")


async def on_error(request: Request, error: Exception) -> Response:
    """A refusal as an answer; the guard answers for what nobody foresaw."""
    if isinstance(error, HTTPException):
        code = {404: "request.address", 405: "request.method"}.get(error.status_code, "request.wrong")
        body = error_bytes(code, str(error.detail))
        return Response(body, error.status_code, dict(error.headers or {}), "application/json")
    assert isinstance(error, RefusedError)
    headers = {"retry-after": "5"} if error.status == 503 else None
    body = error_bytes(error.code, error.message, error.findings)
    return Response(body, error.status, headers, "application/json")
