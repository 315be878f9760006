"""The service itself: routes that turn a request into calls of the engine API. It keeps nothing between requests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from listbuilder import __version__
from listbuilder.catalogue import Game
from listbuilder.documents.catalogue_json import catalogue_document, entry_document, game_summary
from listbuilder.documents.force_json import document_of
from listbuilder.documents.report_json import unreadable_document
from listbuilder.documents.schemas.list_schema import list_schema
from listbuilder.engine.batch import verdict_on
from listbuilder.engine.importing import import_document
from listbuilder.engine.judging import game_at_hand
from listbuilder.errors import ListbuilderError
from listbuilder.loader import game_folders
from listbuilder.service.answers import RefusedError, answer, error_bytes, refusal
from listbuilder.service.guard import SECONDS, Guard
from listbuilder.service.requests import read_order, search_of

__all__ = ["create_app"]

THREADS = 8
LABEL = "<request>"


def create_app(hosts: Iterable[str], catalogues: Iterable[Path] = (), seconds: float = SECONDS) -> Guard:
    """The service behind its guard, for any ASGI server; `hosts` are the names it answers to."""
    routes = Routes(tuple(catalogues))
    app = FastAPI(title="listbuilder", docs_url=None, redoc_url=None, lifespan=few_threads, redirect_slashes=False)
    app.add_api_route("/healthz", routes.health, methods=["GET"])
    app.add_api_route("/games", routes.games, methods=["GET"])
    app.add_api_route("/games/{id}", routes.game, methods=["GET"])
    app.add_api_route("/games/{id}/entries", routes.entries, methods=["GET"])
    app.add_api_route("/games/{id}/schema", routes.schema, methods=["GET"])
    app.add_api_route("/validate", routes.validate, methods=["POST"])
    app.add_api_route("/import", routes.import_, methods=["POST"])
    app.add_api_route("/cards", routes.cards, methods=["POST"])
    app.openapi = routes.openapi  # type: ignore[method-assign]
    app.add_exception_handler(ListbuilderError, on_error)
    app.add_exception_handler(RefusedError, on_error)
    app.add_exception_handler(HTTPException, on_error)
    app.add_exception_handler(Exception, on_error)
    return Guard(app, hosts, seconds)


@asynccontextmanager
async def few_threads(app: FastAPI) -> AsyncIterator[None]:
    """Judging is pure computing: more threads than these would only get in each other's way."""
    from anyio.to_thread import current_default_thread_limiter

    current_default_thread_limiter().total_tokens = THREADS
    yield


class Routes:
    """What each address does."""

    def __init__(self, catalogues: tuple[Path, ...]) -> None:
        self.catalogues = catalogues

    def health(self) -> Response:
        """Ready to answer."""
        return answer({"status": "ok", "version": __version__, "games": len(game_folders(self.catalogues))})

    def games(self) -> Response:
        """Every game in a few fields."""
        found = [game_at_hand(id, self.catalogues) for id in game_folders(self.catalogues)]
        return answer({"games": [game_summary(game) for game in found]})

    def game(self, id: str) -> Response:
        """One game: statline, formats, rules, rulings, and its kinds of entries."""
        game = self.find(id)
        kinds = [
            {"id": kind, "name": game.kind_name(kind), "entries": sum(entry.kind == kind for entry in game.entries)}
            for kind in game.names
        ]
        return answer({"game": {**catalogue_document(game, ())["game"], "kinds": kinds}})

    def entries(self, request: Request, id: str) -> Response:
        """The entries of a game, or some of them."""
        game = self.find(id)
        kind, words = search_of(request.query_params)
        if kind is not None and kind not in game.names:
            raise RefusedError(404, "kind.unknown", f"{game.name} has no such kind; there are {', '.join(game.names)}.")
        found = [entry for entry in game.entries if kind in (None, entry.kind)]
        if words:
            found = [entry for entry in found if all(word in f"{entry.name} {entry.text}".lower() for word in words)]
        return answer({"game": game.id, "entries": [entry_document(entry) for entry in found]})

    def schema(self, id: str) -> Response:
        """The JSON Schema of a game's lists."""
        return answer(list_schema(self.find(id)))

    def validate(self, request: Request) -> Response:
        """The verdict on a list; one that can't be understood has a verdict as well."""
        try:
            order = read_order(request)
        except ListbuilderError as error:
            return answer(unreadable_document(LABEL, error.findings))
        return answer(verdict_on(order.document, LABEL, catalogues=self.catalogues))

    def import_(self, request: Request) -> Response:
        """The published force of a list."""
        order = read_order(request)
        force = import_document(
            order.document,
            allow_illegal=order.allow_illegal,
            placeholders=order.placeholders,
            catalogues=self.catalogues,
        )
        return answer(document_of(force))

    def cards(self, request: Request) -> Response:
        """A card for each model, as a PDF."""
        from listbuilder.service.cards import cards_pdf

        order = read_order(request)
        pdf = cards_pdf(order.document, allow_illegal=order.allow_illegal, catalogues=self.catalogues)
        return Response(
            pdf, headers={"content-disposition": 'inline; filename="cards.pdf"'}, media_type="application/pdf"
        )

    def openapi(self) -> dict[str, Any]:
        """The description of the service."""
        from listbuilder.service.openapi import openapi_document

        folders = game_folders(self.catalogues)
        return openapi_document([(game_at_hand(id, self.catalogues), folder) for id, folder in folders.items()])

    def find(self, id: str) -> Game:
        """A game by its exact id, which is looked up and never made into a path."""
        if id not in game_folders(self.catalogues):
            raise RefusedError(404, "game.unknown", "There is no game with that id; GET /games lists them.")
        return game_at_hand(id, self.catalogues)


def on_error(request: Request, error: Exception) -> Response:
    """Any error as an answer; what nobody foresaw says nothing about the inside."""
    if isinstance(error, HTTPException):
        code = {404: "request.address", 405: "request.method"}.get(error.status_code, "request.wrong")
        body = error_bytes(code, str(error.detail))
        return Response(body, error.status_code, dict(error.headers or {}), "application/json")
    refused = (
        error if isinstance(error, RefusedError) else refusal(error) if isinstance(error, ListbuilderError) else None
    )
    if refused is None:
        return Response(error_bytes("service.failure", "The service failed."), 500, media_type="application/json")
    body = error_bytes(refused.code, refused.message, refused.findings)
    return Response(body, refused.status, media_type="application/json")
