"""The studio over HTTP, for the designer's own browser: one page, and what it asks for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from threading import Lock

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from listbuilder.ui.web.answers import json_bytes
from listbuilder.ui.web.guard import SECONDS, Guard
from listbuilder.ui.web.page_files import FOLDER, TYPES
from listbuilder.ui.web.page_look import PLAIN_LOOK, icon_svg
from listbuilder.ui.web.studio.workshop import Workshop, stamp_name

OWN = Path(__file__).parent / "studio_page"
# The parts of the builder's page that the studio is made of as well.
SHARED = ("dom.js", "back.js", "page.css")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
# Seconds between two looks at the folder, and for how long a page waits for a change.
PAUSE, PATIENCE = 0.3, 10.0


def create_studio_app(folder: Path, catalogues: Iterable[Path], hosts: Iterable[str]) -> Starlette:
    """The studio of a folder behind the guard of the service."""
    pages = StudioPages(Workshop(folder, catalogues))
    app = Starlette(
        routes=[
            Route("/", pages.file),
            Route("/state", pages.state),
            Route("/source", pages.source),
            Route("/card/{id}/{side:int}.svg", pages.card),
            Route("/{name}", pages.file),
        ]
    )
    app.state.seconds = SECONDS
    app.add_middleware(Guard, hosts=hosts)
    return app


class StudioPages:
    """The handlers of all routes. The folder is read in threads, one at a time, so that the event loop never waits."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop, self.lock = workshop, Lock()
        self.cards: dict[tuple[str, str], list[str]] = {}

    async def file(self, request: Request) -> Response:
        """A file of the page."""
        name = request.path_params.get("name") or "index.html"
        # The name has no slash, and only files of known types are sent: no address leads out of the folder.
        path = FOLDER / name if name in SHARED else OWN / name
        headers = {"content-security-policy": POLICY, "cache-control": "no-cache"}
        if name == "icon.svg":
            return Response(icon_svg(PLAIN_LOOK), headers=headers, media_type=TYPES[path.suffix])
        if path.suffix not in TYPES or not path.is_file():
            return PlainTextResponse("There is no such page.", 404)
        return Response(path.read_bytes(), headers=headers, media_type=TYPES[path.suffix])

    async def state(self, request: Request) -> Response:
        """Everything, as soon as it differs from what the page knows by its stamp; 204 if nothing changes for long."""
        known = request.query_params.get("stamp")
        for _ in range(int(PATIENCE / PAUSE)):
            if stamp_name(await asyncio.to_thread(self.workshop.stamp)) != known:
                return Response(await asyncio.to_thread(self.look), media_type="application/json")
            await asyncio.sleep(PAUSE)
        return Response(status_code=204)

    def look(self) -> bytes:
        """The folder as it is now."""
        with self.lock:
            return json_bytes(self.workshop.document())

    async def source(self, request: Request) -> Response:
        """The text of one of the folder's files."""
        text = await asyncio.to_thread(self.workshop.text, request.query_params.get("file", ""))
        return PlainTextResponse("There is no such file.", 404) if text is None else PlainTextResponse(text)

    async def card(self, request: Request) -> Response:
        """One side of the card of an entry."""
        faces = await asyncio.to_thread(self.faces, request.path_params["id"])
        side = request.path_params["side"]
        if side >= len(faces):
            return PlainTextResponse("There is no such card.", 404)
        return Response(faces[side], headers={"cache-control": "no-cache"}, media_type="image/svg+xml")

    def faces(self, id: str) -> list[str]:
        """The faces of a card, drawn once for each state of the folder."""
        with self.lock:
            key = (stamp_name(self.workshop.seen or ()), id)
            if key not in self.cards:
                self.cards = {known: faces for known, faces in self.cards.items() if known[0] == key[0]}
                self.cards[key] = self.workshop.card(id)
            return self.cards[key]
