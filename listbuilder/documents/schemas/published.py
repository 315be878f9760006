"""All JSON Schemas: lists, game files, events, the report, the force. Written to `schemas/`, checked to be fresh."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from listbuilder.catalogue import Game
from listbuilder.documents.force_json import force_schema
from listbuilder.documents.schemas.game_files import entries_schema, event_schema, game_schema, template_schema
from listbuilder.documents.schemas.list_schema import list_schema

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
            "severity": {"enum": ["error", "warning", "info"], "description": "An error makes a list illegal."},
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
            "file": {"type": "string", "description": "The file, as it was named."},
            "game": {**NULLABLE, "description": "The id of the game."},
            "name": {**NULLABLE, "description": "What the list is called."},
            "player": {**NULLABLE, "description": "Who plays it."},
            "format": {**NULLABLE, "description": "The id of the battle size."},
            "catalogue": {
                "description": "The catalogue it was judged by.",
                "type": "object",
                "properties": {
                    "version": {"type": "string", "description": "Its version."},
                    "digest": {"type": "string", "description": "SHA-256 of its content."},
                },
            },
            "valid": {"type": "boolean", "description": "True when there is no error."},
            "points": {
                "description": "What it costs.",
                "type": "object",
                "properties": {
                    "total": {**NUMBER, "description": "The cost of the whole list."},
                    "limit": {**NUMBER, "description": "The most it may cost, where there is a limit."},
                },
                "required": ["total", "limit"],
            },
            "models": {"type": "integer", "minimum": 0, "description": "How many models it has."},
            "findings": {
                "description": "Everything wrong or worth knowing; of many of one kind the first, and how many more.",
                "type": "array",
                "items": finding_schema(),
            },
            "errors": {"type": "integer", "minimum": 0, "description": "How many errors there are."},
            "warnings": {"type": "integer", "minimum": 0, "description": "How many warnings there are."},
        },
    }


def report_schema() -> Schema:
    """What `validate --json` prints."""
    texts = {
        "lists": "Lists judged.",
        "valid": "Legal lists.",
        "errors": "Errors in all.",
        "warnings": "Warnings in all.",
    }
    counts: Schema = {name: {"description": text, "type": "integer", "minimum": 0} for name, text in texts.items()}
    counts["left_out"] = {
        "description": "What lies beside the lists in a folder and was not read.",
        "type": "array",
        "items": {
            "type": "object",
            "properties": {
                "file": {"type": "string", "description": "A file, or a folder with a slash at its end."},
                "reason": {"type": "string", "description": "Why it was not read."},
            },
            "required": ["file", "reason"],
        },
    }
    return {
        "$schema": DRAFT,
        "title": "listbuilder report",
        "description": "The verdict on one or more lists, as `listbuilder validate --json` prints it.",
        "type": "object",
        "required": ["lists", "summary"],
        "properties": {
            "lists": {"description": "One verdict for each list.", "type": "array", "items": verdict_schema()},
            "summary": {"description": "The sum.", "type": "object", "properties": counts, "required": list(texts)},
        },
    }


DOCUMENTS: dict[str, Callable[[], Schema]] = {
    "entries": entries_schema,
    "event": event_schema,
    "force": force_schema,
    "game": game_schema,
    "report": report_schema,
    "template": template_schema,
}


def all_schemas(games: list[Game]) -> dict[str, str]:
    """Every schema by file name, as text."""
    made = {f"{name}.schema.json": make() for name, make in DOCUMENTS.items()}
    made |= {f"list-{game.id}.schema.json": list_schema(game) for game in games}
    return {name: json.dumps(schema, ensure_ascii=False, indent=2) + "\n" for name, schema in made.items()}
