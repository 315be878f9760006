"""The JSON Schema of a game's lists, made from its slots and fields so that an editor completes every name."""

from __future__ import annotations

from typing import Any

from listbuilder.catalogue import Field, Game, Sheet, Slot

__all__ = ["list_schema"]

Schema = dict[str, Any]
TEXT: Schema = {"type": ["string", "number"], "maxLength": 80}
LONG: Schema = {"type": ["string", "number"], "maxLength": 500}


def list_schema(game: Game) -> Schema:
    """A 2020-12 schema for list files of one game."""
    common = {
        "game": {"description": "The id of the game.", "enum": [game.id, game.name]},
        "name": {**TEXT, "description": "What the list is called."},
        "player": {**TEXT, "description": "Who plays it."},
        "format": {"description": "Battle size; sets the points limit.", "enum": [name for one in game.formats for name in (one.id, one.name)]},
        "limit": {
            "description": "An agreed limit instead of the format's.",
            "type": "integer",
            "minimum": 1,
            "maximum": 999_999_999,
        },
        "catalogue": {**TEXT, "description": "The catalogue version the list was built against."},
        "notes": {**LONG, "description": "Anything worth remembering."},
        "art": {**LONG, "description": "An image file."},
        "models": {
            "description": "The models, one item each.",
            "type": "array",
            "maxItems": 200,
            "items": _row(game, game.model, "model"),
        },
    }
    if game.group.slots or game.group.fields:
        common["groups"] = {
            "description": "Named groups of models.",
            "type": "array",
            "maxItems": 200,
            "items": _row(game, game.group, "group"),
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.name} list",
        "description": f"A list file for {game.name} ({game.edition}), catalogue {game.version}.",
        "type": "object",
        "required": ["game"],
        "properties": {**common, **_keys(game, game.list)},
        "patternProperties": {"^x-": {"description": "Data of other tools: ignored and kept."}},
        "additionalProperties": False,
        "$defs": {kind: _names(game, kind) for kind in sorted(_kinds(game))},
    }


def _row(game: Game, sheet: Sheet, what: str) -> Schema:
    own = {
        "name": {**TEXT, "description": f"What the {what} is called."},
        "count": {"description": "How many identical ones.", "type": "integer", "minimum": 1, "maximum": 300},
        "notes": {**LONG, "description": "Anything worth remembering."},
        "art": {**LONG, "description": "An image file for its card."},
    }
    return {
        "type": "object",
        "properties": {**own, **_keys(game, sheet)},
        "patternProperties": {"^x-": {}},
        "additionalProperties": False,
    }


def _keys(game: Game, sheet: Sheet) -> Schema:
    slots = {id: _slot(game, slot) for id, slot in sheet.slots.items()}
    return {**slots, **{id: _field(game, field) for id, field in sheet.fields.items()}}


def _slot(game: Game, slot: Slot) -> Schema:
    name = {"$ref": f"#/$defs/{slot.kind}"}
    inner = sorted({entry.picks.kind for entry in game.entries if entry.kind == slot.kind and entry.picks})
    options: list[Schema] = [name]
    if inner:
        picks = {"type": "array", "items": {"anyOf": [{"$ref": f"#/$defs/{kind}"} for kind in inner]}}
        options.append(
            {
                "type": "object",
                "required": ["entry"],
                "additionalProperties": False,
                "properties": {"entry": name, "picks": picks},
            }
        )
    one = options[0] if len(options) == 1 else {"anyOf": options}
    text = slot.text or f"{game.kind_name(slot.kind, many=slot.max != 1)} by name or id."
    return {"description": text, "anyOf": [*options, {"type": "array", "items": one}]}


def _field(game: Game, field: Field) -> Schema:
    shapes: dict[str, Schema] = {
        "flag": {"type": "boolean"},
        "number": {"type": "integer", "minimum": field.min, **({"maximum": field.max} if field.max else {})},
        "text": TEXT,
        "word": {"enum": list(field.of)} if field.of else TEXT,
        "raise": {
            "type": "object",
            "additionalProperties": False,
            "properties": {id: {"type": "integer", "minimum": 0} for id in game.stats},
        },
        "models": {"type": "array", "items": TEXT},
        "member": TEXT,
        "group": TEXT,
    }
    return {**shapes[field.type], **({"description": field.text} if field.text else {})}


def _names(game: Game, kind: str) -> Schema:
    """Every id and printed name of a kind; other spellings are the reader's business."""
    names = dict.fromkeys(name for entry in game.entries if entry.kind == kind for name in (entry.id, entry.name))
    return {"description": f"{game.kind_name(kind)} by id or printed name.", "enum": list(names)}


def _kinds(game: Game) -> set[str]:
    slots = [slot for sheet in (game.model, game.list, game.group) for slot in sheet.slots.values()]
    inner = {entry.picks.kind for entry in game.entries if entry.picks}
    return {slot.kind for slot in slots} | inner
