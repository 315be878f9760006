"""All JSON Schemas: lists of each game, the report, event packs. Written to `schemas/` and checked to be fresh."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from listbuilder.catalogue import Game
from listbuilder.exporters.list_schema import list_schema

__all__ = ["DOCUMENTS", "all_schemas"]

Schema = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"


NULLABLE = {"type": ["string", "null"]}
NUMBER = {"type": ["integer", "null"]}


def finding_schema() -> Schema:
    """One finding of a report."""
    return {
        "type": "object",
        "required": ["code", "severity", "where", "model", "message", "hint", "rule", "source"],
        "properties": {
            "code": {
                "type": "string",
                "description": "Stable name of the finding; `listbuilder rules CODE` explains it.",
            },
            "severity": {"enum": ["error", "warning", "info"]},
            "where": {"type": "string", "description": "A path in the player's file, such as models[2].gear[1]."},
            "model": {**NULLABLE, "description": "The model it is about."},
            "message": {"type": "string", "description": "The fact, with numbers and printed names."},
            "hint": {"type": "string", "description": "What to do about it."},
            "rule": {**NULLABLE, "description": "The id of the rule."},
            "source": {**NULLABLE, "description": "The section of the rulebook."},
            "from": {**NULLABLE, "description": "Who brought the rule in: the game, a format, an entry, an event."},
            "line": {**NUMBER, "description": "The line in the player's file."},
        },
    }


def verdict_schema() -> Schema:
    """The verdict on one list."""
    return {
        "type": "object",
        "required": ["file", "game", "name", "valid", "points", "models", "findings"],
        "properties": {
            "file": {"type": "string"},
            "game": NULLABLE,
            "name": NULLABLE,
            "player": NULLABLE,
            "format": NULLABLE,
            "catalogue": {
                "type": "object",
                "properties": {"version": {"type": "string"}, "digest": {"type": "string"}},
            },
            "valid": {"type": "boolean", "description": "True when there is no error."},
            "points": {
                "type": "object",
                "properties": {"total": NUMBER, "limit": NUMBER},
                "required": ["total", "limit"],
            },
            "models": {"type": "integer", "minimum": 0},
            "findings": {"type": "array", "items": finding_schema()},
        },
    }


def report_schema() -> Schema:
    """What `validate --json` prints."""
    counts = {name: {"type": "integer", "minimum": 0} for name in ("lists", "valid", "errors", "warnings")}
    return {
        "$schema": DRAFT,
        "title": "listbuilder report",
        "description": "The verdict on one or more lists, as `listbuilder validate --json` prints it.",
        "type": "object",
        "required": ["lists", "summary"],
        "properties": {
            "lists": {"type": "array", "items": verdict_schema()},
            "summary": {"type": "object", "properties": counts, "required": list(counts)},
        },
    }


def event_schema() -> Schema:
    """An organiser's event pack."""
    return {"$schema": DRAFT, **_typed("Event")}


def game_schema() -> Schema:
    """A game.yaml."""
    return {"$schema": DRAFT, **_typed("Game")}


def _typed(name: str) -> Schema:
    """The schema that pydantic reads off a typed document."""
    from pydantic import TypeAdapter

    from listbuilder.event import Event

    types: dict[str, type] = {"Event": Event, "Game": Game}
    made: Schema = TypeAdapter(types[name]).json_schema(by_alias=True)
    for derived in ("entries", "digest"):
        made.get("properties", {}).pop(derived, None)
    return made


DOCUMENTS: dict[str, Callable[[], Schema]] = {"event": event_schema, "game": game_schema, "report": report_schema}


def all_schemas(games: list[Game]) -> dict[str, str]:
    """Every schema by file name, as text."""
    made = {f"{name}.schema.json": make() for name, make in DOCUMENTS.items()}
    made |= {f"list-{game.id}.schema.json": list_schema(game) for game in games}
    return {name: json.dumps(schema, ensure_ascii=False, indent=2) + "\n" for name, schema in made.items()}
