"""The description of the service in OpenAPI 3.1: FastAPI makes it from the routes and their types.

What is published already is taken from there: the schemas of reports and forces, and as examples the starter lists.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from listbuilder import __version__
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.force_document import force_schema
from listbuilder.storage.reading import read_file
from listbuilder.ui.published_schemas import published_schema, verdict_schema
from listbuilder.ui.web.api_types import (
    BenchRequest,
    CardsRequest,
    Error,
    ImportRequest,
    OddsRequest,
    PairRequest,
    SheetRequest,
)

Schema = dict[str, Any]
ABOUT = (
    "Judge lists for skirmish games and import them as resolved forces. Bodies are JSON with a Content-Length of at "
    "most 256 kB. Every answer without a result is an Error."
)
TEXTS = {
    400: "The body is not JSON, or did not arrive.",
    404: "There is no such game or event.",
    409: "The list is refused; the findings say why.",
    411: "The body has no Content-Length.",
    413: "The body is larger than 256 kB, or its list takes more time or memory than any list needs.",
    415: "The body is not declared as application/json.",
    422: "The request does not fit this description.",
}
BODY = (400, 411, 413, 415, 422)
# What the bench answers, under `/bench/`: each takes a list and keeps nothing.
BENCH = {
    "open": "Judge a list that is being built.",
    "apply": "Make an edit.",
    "place": "The slots, fields and card of a row.",
    "choices": "What can be chosen for a slot, each tried.",
    "collection": "What can be owned of a game, and how many are.",
    "additions": "What can be added to the list, each tried.",
    "find": "Choices ranked by what was typed.",
    "roll": "The edit that rolls for a slot, and what the dice say.",
    "quick": "The edit that a line of names asks for.",
    "diff": "What changed from another list to this one, line by line.",
    "fixes": "Edits that end a finding, each tried.",
    "fits": "What can be had for the points left.",
    "share": "The list as text, files, code and QR code; for an opponent where `secret` is given.",
    "play": "The cards of all models, counters and reminders.",
    "odds": "The exact odds of one model's attacks on another.",
    "attack": "One attack with dice, step by step.",
    "dice": "Some dice, such as `2d6+1`.",
    "mission": "A mission that is rolled, in words.",
    "rules": "Everything in the game that has a text.",
    "preview": "The first card as it is printed, and every way to print it.",
}


def request_body(shape: str) -> Schema:
    """A body that has a shape."""
    schema = {"schema": {"$ref": f"#/components/schemas/{shape}"}}
    return {"requestBody": {"required": True, "content": {"application/json": schema}}}


LIST_BODY, CARDS_BODY, SHEET_BODY, BENCH_BODY, PAIR_BODY, ODDS_BODY = map(
    request_body, ("ImportRequest", "CardsRequest", "SheetRequest", "BenchRequest", "PairRequest", "OddsRequest")
)
PDF: Schema = {
    "description": "A PDF on A4.",
    "content": {"application/pdf": {"schema": {"type": "string", "contentMediaType": "application/pdf"}}},
}


def responses(result: Schema, *errors: int) -> dict[int | str, Schema]:
    """The result of an address, and the errors it may answer instead."""
    made: dict[int | str, Schema] = {200: result}
    made |= {code: {"model": Error, "description": TEXTS[code]} for code in errors}
    made["default"] = {"model": Error, "description": "Anything else that keeps the service from answering."}
    return made


def published(name: str) -> Schema:
    """A result that has a published schema."""
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    return {"description": "The result.", "content": content}


def openapi_document(app: FastAPI, games: list[tuple[Game, Path]]) -> Schema:
    """The whole description, for the games that this service has."""
    made = get_openapi(title="listbuilder", version=__version__, description=ABOUT, routes=app.routes)
    made["components"]["schemas"] |= published_schemas()
    examples = _examples(games)
    for path in made["paths"].values():
        for operation in path.values():
            if "requestBody" in operation:
                operation["requestBody"]["content"]["application/json"]["examples"] = examples
            for parameter in operation.get("parameters", ()):
                parameter["examples"] = _values(parameter["name"], games)
    return made


def published_schemas() -> Schema:
    """The published schemas by name, and those of bodies."""
    force = force_schema()
    parts: Schema = force.pop("$defs")
    parts["EngineForce"] = {key: value for key, value in force.items() if not key.startswith("$")}
    for name in ("rules", "mission", "match", "odds"):
        made = published_schema(name)
        parts |= made.pop("$defs", {})
        parts[f"{name.capitalize()}Document"] = {key: one for key, one in made.items() if not key.startswith("$")}
    verdict = verdict_schema()
    parts |= verdict.pop("$defs")
    parts["Report"] = verdict
    parts |= {
        shape.__name__: shape.model_json_schema()
        for shape in (BenchRequest, CardsRequest, ImportRequest, OddsRequest, PairRequest, SheetRequest)
    }
    moved: Schema = json.loads(json.dumps(parts).replace("#/$defs/", "#/components/schemas/"))
    return moved


def _examples(games: list[tuple[Game, Path]]) -> Schema:
    """A starter list of each game, and one as text."""
    found: Schema = {}
    for game, folder in games:
        starter = next(iter(sorted((folder / "lists").glob("*.yaml"))), None)
        if starter is not None:
            found[game.id] = {"summary": f"A list for {game.name}", "value": {"list": read_file(starter).data}}
    if found:
        text = json.dumps(next(iter(found.values()))["value"]["list"], indent=1)
        found["text"] = {"summary": "A list as text", "value": {"list": text, "placeholders": True}}
    return found


def _values(name: str, games: list[tuple[Game, Path]]) -> Schema:
    """Values of a parameter that work."""
    kinds = dict.fromkeys(kind for game, _ in games for kind in game.names)
    values = {"id": [game.id for game, _ in games], "kind": list(kinds)[:3], "seed": ["7"]}.get(name, ["rifle"])
    return {value: {"value": value} for value in values}
