"""JSON Schemas of what the service takes and gives besides reports and forces, which have schemas of their own."""

from __future__ import annotations

from typing import Any

__all__ = ["SHAPES"]

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
MAYBE: Schema = {"type": ["string", "null"]}
NUMBER: Schema = {"type": "integer"}


def _object(text: str, properties: Schema, optional: tuple[str, ...] = (), *, closed: bool = False) -> Schema:
    made: Schema = {"type": "object", "description": text, "properties": properties}
    made["required"] = [name for name in properties if name not in optional]
    return {**made, **({"additionalProperties": False} if closed else {})}


FLAG: Schema = {"type": "boolean", "default": False}
ORDER = _object(
    "A list, and what may be wrong with it.",
    {
        "list": {
            "description": "The list as an object, or its text: YAML, JSON or a share code.",
            "anyOf": [
                {
                    "type": "object",
                    "description": "A list; GET /games/{id}/schema describes those of a game.",
                    "properties": {"game": {"description": "The id or name of its game; a list needs one."}},
                },
                {"type": "string"},
            ],
        },
        "allow_illegal": {**FLAG, "description": "Import a list that breaks rules; it says `valid: false`."},
        "placeholders": {**FLAG, "description": "Keep names the catalogue does not know as entries marked unknown."},
    },
    ("allow_illegal", "placeholders"),
    closed=True,
)
FINDING = _object(
    "One thing that is wrong or worth knowing.",
    {
        "code": {**TEXT, "description": "Stable name of the kind of finding."},
        "severity": {"enum": ["error", "warning", "info"], "description": "An error makes a list illegal."},
        "where": {**TEXT, "description": "A path in the list, such as models[2].gear[1]."},
        "model": {**MAYBE, "description": "The model it is about."},
        "message": {**TEXT, "description": "The fact, with numbers and printed names."},
        "hint": {**TEXT, "description": "What to do about it."},
        "rule": {**MAYBE, "description": "The id of the rule."},
        "source": {**MAYBE, "description": "The section of the rulebook."},
        "from": {**MAYBE, "description": "Who brought the rule in."},
        "line": {"type": ["integer", "null"], "description": "The line in a text."},
    },
)
ERROR = _object(
    "Why there is no result.",
    {
        "error": _object(
            "What went wrong.",
            {
                "code": {**TEXT, "description": "Stable name of the kind of error."},
                "message": {**TEXT, "description": "The fact in a sentence."},
                "findings": {"type": "array", "items": {"$ref": "#/$defs/Finding"}},
            },
        )
    },
)
FORMAT = _object("A battle size.", {"id": TEXT, "name": TEXT, "limit": {"type": ["integer", "null"]}})
SUMMARY: Schema = {
    "id": {**TEXT, "description": "The game's id."},
    "name": TEXT,
    "edition": {**TEXT, "description": "The rulebook's own version."},
    "version": {**TEXT, "description": "The catalogue's version."},
    "digest": {**TEXT, "description": "SHA-256 of the catalogue's content."},
    "text": TEXT,
    "points": {**TEXT, "description": "What the game calls its points."},
    "formats": {"type": "array", "items": FORMAT},
}
OBJECTS: Schema = {"type": "array", "items": {"type": "object"}}
KIND = _object("A kind of entry.", {"id": TEXT, "name": TEXT, "entries": NUMBER})
ENTRY = _object(
    "Anything printed in a rulebook that can be picked or referred to; more keys by kind.",
    {
        "kind": TEXT,
        "id": TEXT,
        "name": TEXT,
        "cost": NUMBER,
        "category": MAYBE,
        "tags": {"type": "array", "items": TEXT},
        "text": TEXT,
        "source": TEXT,
    },
)
GAME = _object(
    "A game in full, but for its entries.",
    {**SUMMARY, "stats": OBJECTS, "rules": OBJECTS, "rulings": OBJECTS, "kinds": {"type": "array", "items": KIND}},
)
SHAPES: dict[str, Schema] = {
    "Entries": _object("Entries of a game.", {"game": TEXT, "entries": {"type": "array", "items": ENTRY}}),
    "Error": ERROR,
    "Finding": FINDING,
    "GameAnswer": _object("One game.", {"game": GAME}),
    "Games": _object("All games.", {"games": {"type": "array", "items": _object("A game in short.", SUMMARY)}}),
    "Health": _object("The state of the service.", {"status": {"const": "ok"}, "version": TEXT, "games": NUMBER}),
    "ListSchema": {"type": "object", "description": "A JSON Schema (2020-12).", "required": ["$schema"]},
    "Order": ORDER,
}
