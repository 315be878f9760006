"""The description of the service in OpenAPI 3.1, with examples that work: they are the games' own starter lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from listbuilder import __version__
from listbuilder.catalogue import Game
from listbuilder.documents.force_json import force_schema
from listbuilder.documents.schemas.published import report_schema
from listbuilder.reading import read_file
from listbuilder.service.requests import SEARCH
from listbuilder.service.shapes import SHAPES

__all__ = ["openapi_document"]

Schema = dict[str, Any]
GAME_ID = {
    "name": "id",
    "in": "path",
    "required": True,
    "description": "The id of a game, as GET /games lists them.",
    "schema": {"type": "string", "pattern": "^[a-z0-9-]{1,60}$"},
}


def openapi_document(games: list[tuple[Game, Path]]) -> Schema:
    """The whole description, for the games that this service has."""
    paths = {
        "/healthz": {"get": _get("health", "Whether the service is ready.", "Health")},
        "/games": {"get": _get("games", "Every game of this service.", "Games")},
        "/games/{id}": {"get": _get("game", "One game: statline, formats, kinds, rules.", "GameAnswer", [_id(games)])},
        "/games/{id}/entries": {
            "get": _get("entries", "The entries of a game.", "Entries", [_id(games), *_search(games)])
        },
        "/games/{id}/schema": {"get": _get("schema", "The JSON Schema of a game's lists.", "ListSchema", [_id(games)])},
        "/validate": {"post": _post("validate", VALIDATE, "Report", games)},
        "/import": {"post": _post("import", IMPORT, "EngineForce", games)},
        "/cards": {"post": _post("cards", CARDS, "", games)},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "listbuilder", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": _schemas()},
    }


ABOUT = (
    "Judge lists for skirmish games and import them as resolved forces. Bodies are JSON with a Content-Length of at "
    "most 256 kB. Every answer without a result is an Error."
)
VALIDATE = "Judge a list. Any list gets a verdict: one that can't be understood is not valid and says why."
CARDS = "Print a card for each model. An illegal list is refused with 409, unless `allow_illegal` is true."
IMPORT = (
    "Import a list as a force with everything resolved. An illegal list is refused with 409 and all findings, unless "
    "`allow_illegal` is true; then the force says `valid: false`."
)


def _schemas() -> Schema:
    force = force_schema()
    parts = {**force.pop("$defs"), "EngineForce": {k: v for k, v in force.items() if not k.startswith("$")}}
    parts |= {**SHAPES, "Report": report_schema()["properties"]["lists"]["items"]}
    moved: Schema = json.loads(json.dumps(parts).replace("#/$defs/", "#/components/schemas/"))
    return moved


def _get(name: str, text: str, shape: str, parameters: list[Schema] | None = None) -> Schema:
    return {
        "operationId": name,
        "summary": text,
        **({"parameters": parameters} if parameters else {}),
        "responses": {
            "200": _answer(text, shape),
            **({"404": ERRORS["404"]} if parameters else {}),
            "default": DEFAULT,
        },
    }


def _post(name: str, text: str, shape: str, games: list[tuple[Game, Path]]) -> Schema:
    content = {"schema": {"$ref": "#/components/schemas/Order"}, "examples": _examples(games)}
    errors = ERRORS if name != "validate" else {code: one for code, one in ERRORS.items() if code not in ("404", "409")}
    return {
        "operationId": name,
        "summary": text.partition(". ")[0] + ".",
        "description": text,
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {"200": _answer("The result.", shape) if shape else PDF, **errors, "default": DEFAULT},
    }


def _answer(text: str, shape: str) -> Schema:
    schema = {"$ref": f"#/components/schemas/{shape}"}
    return {"description": text, "content": {"application/json": {"schema": schema}}}


ERRORS = {
    code: _answer(text, "Error")
    for code, text in {
        "400": "The body is not JSON, or did not arrive.",
        "404": "There is no such game.",
        "409": "The list is refused; the findings say why.",
        "411": "The body has no Content-Length.",
        "413": "The body is larger than 256 kB.",
        "415": "The body is not declared as application/json.",
        "422": "The body does not fit this description.",
    }.items()
}
PDF = {
    "description": "The cards on A4.",
    "content": {"application/pdf": {"schema": {"type": "string", "contentMediaType": "application/pdf"}}},
}
DEFAULT = _answer("Anything else that keeps the service from answering.", "Error")


def _examples(games: list[tuple[Game, Path]]) -> Schema:
    """A starter list of each game, and one as text."""
    found: Schema = {}
    for game, folder in games:
        starter = next(iter(sorted((folder / "lists").glob("*.yaml"))), None)
        if starter is not None:
            found[game.id] = {"summary": f"A list for {game.name}", "value": {"list": read_file(starter).data}}
    if found:
        first = next(iter(found.values()))["value"]["list"]
        found["text"] = {
            "summary": "A list as text",
            "value": {"list": json.dumps(first, indent=1), "placeholders": True},
        }
    return found


def _id(games: list[tuple[Game, Path]]) -> Schema:
    return {**GAME_ID, "examples": {game.id: {"value": game.id} for game, _ in games}}


def _search(games: list[tuple[Game, Path]]) -> list[Schema]:
    kinds = list(dict.fromkeys(kind for game, _ in games for kind in game.names))
    schema = {"type": "string", "maxLength": SEARCH}
    return [
        {
            "name": "kind",
            "in": "query",
            "description": "Only entries of this kind.",
            "schema": schema,
            "examples": {kind: {"value": kind} for kind in kinds[:3]},
        },
        {"name": "search", "in": "query", "description": "Only entries with these words.", "schema": schema},
    ]
