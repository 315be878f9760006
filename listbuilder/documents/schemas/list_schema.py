"""The JSON Schema of a game's lists, made from its slots and fields so that an editor completes every name.

It accepts exactly the lists in which the reader and the resolver find every key, value and name understood, as far as
JSON Schema can say it. What it can't: the sum of all counts, one stat raised under two spellings, `1.0` (which JSON
takes for `1`), names respelt with letters beyond ASCII, and the limits on a file as a whole (size, nesting, hidden
characters).
"""

from __future__ import annotations

from typing import Any

from listbuilder.catalogue import Entry, Game, Sheet, Slot
from listbuilder.documents.schemas.spellings import spelled

__all__ = ["list_schema"]

Schema = dict[str, Any]
NAME, NOTES, ROWS, COPIES = 80, 500, 200, 300


def list_schema(game: Game) -> Schema:
    """A 2020-12 schema for list files of one game."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.name} list",
        "description": f"A list file for {game.name} ({game.edition}), catalogue {game.version}.",
        "type": "object",
        "required": ["game"],
        "properties": {**_list_keys(game), **_keys(game, game.list)},
        "patternProperties": {"^x-": {"description": "Data of other tools: ignored and kept."}},
        "additionalProperties": False,
        "$defs": dict(sorted(_definitions(game).items())),
    }


def _list_keys(game: Game) -> Schema:
    formats = spelled([one.id for one in game.formats], [one.name for one in game.formats])
    grouped = bool(game.group.slots or game.group.fields)
    return {
        "game": {"description": "The game: its id or name.", "type": "string", **spelled([game.id], [])},
        "name": _text(NAME, "What the list is called."),
        "player": _text(NAME, "Who plays it."),
        "format": _maybe(formats, f"Battle size; sets the {game.points} limit."),
        "limit": _whole(1, 999_999_999, "An agreed limit instead of the format's."),
        "catalogue": _text(NAME, "The catalogue version the list was built against."),
        "notes": _text(NOTES, "Anything worth remembering."),
        "art": _text(NOTES, "An image file."),
        "models": _rows(game, game.model, "model", "The models, one item each.", ROWS),
        "groups": _rows(game, game.group, "group", "Named groups of models.", ROWS if grouped else 0),
    }


def _rows(game: Game, sheet: Sheet, what: str, text: str, most: int) -> Schema:
    own = {
        "name": _text(NAME, f"What the {what} is called."),
        "count": _whole(1, COPIES, "How many identical ones."),
        "notes": _text(NOTES, "Anything worth remembering."),
        "art": _text(NOTES, "An image file for its card."),
    }
    row = {
        "type": "object",
        "properties": {**own, **_keys(game, sheet)},
        "patternProperties": {"^x-": {"description": "Data of other tools: ignored and kept."}},
        "additionalProperties": False,
    }
    return {"description": text, "type": ["array", "null"], "maxItems": most, "items": row}


def _keys(game: Game, sheet: Sheet) -> Schema:
    slots = {id: _slot(game, slot) for id, slot in sheet.slots.items()}
    return {**slots, **{id: field.schema(id, game) for id, field in sheet.fields.items()}}


def _slot(game: Game, slot: Slot) -> Schema:
    name = {"$ref": f"#/$defs/{slot.kind}"}
    one = {"anyOf": [name, *_objects(game, slot.kind)]}
    text = slot.text or f"{game.kind_name(slot.kind, many=slot.max != 1)} by name or id."
    return {"description": text, "anyOf": [*one["anyOf"], {"type": "array", "items": one}, {"type": "null"}]}


def _objects(game: Game, kind: str) -> list[Schema]:
    """The long ways to write a pick: `{entry: name}`, and `{entry: name, picks: [...]}` where the entry has choices."""
    made = []
    for inner in _inner_kinds(game, kind):
        if inner is None:
            picks: Schema = {"type": ["array", "null"], "maxItems": 0}
        else:
            name = {"$ref": f"#/$defs/{inner}"}
            picks = {"anyOf": [name, {"type": "array", "items": name}, {"type": "null"}]}
        entry = {"$ref": f"#/$defs/{_subset(game, kind, inner)}", "description": "The entry by name or id."}
        made.append(
            {
                "type": "object",
                "required": ["entry"],
                "additionalProperties": False,
                "properties": {"entry": entry, "picks": {"description": "The choices inside the choice.", **picks}},
            }
        )
    return made


def _inner_kinds(game: Game, kind: str) -> list[str | None]:
    """The kinds of choices that entries of a kind have; None for entries without any."""
    entries = [entry for entry in game.entries if entry.kind == kind]
    return list(dict.fromkeys(entry.picks.kind if entry.picks else None for entry in entries))


def _subset(game: Game, kind: str, inner: str | None) -> str:
    """The name of the definition for the entries of a kind that have such choices."""
    return kind if len(_inner_kinds(game, kind)) == 1 else f"{kind} with {inner or 'no'} picks"


def _definitions(game: Game) -> dict[str, Schema]:
    made: dict[str, Schema] = {}
    for kind in _kinds(game):
        entries = [entry for entry in game.entries if entry.kind == kind]
        made[kind] = _names(game, kind, entries)
        for inner in _inner_kinds(game, kind):
            chosen = [entry for entry in entries if (entry.picks.kind if entry.picks else None) == inner]
            made[_subset(game, kind, inner)] = _names(game, kind, chosen)
    return made


def _names(game: Game, kind: str, entries: list[Entry]) -> Schema:
    """Every id and printed name for an editor to offer, and every other spelling that finds one of the entries."""
    offered = [name for entry in entries for name in (entry.id, entry.name)]
    found = [spelling for spelling, entry in game.names.get(kind, {}).items() if entry in entries]
    return {"description": f"{game.kind_name(kind)} by id or printed name.", **spelled(offered, found)}


def _kinds(game: Game) -> set[str]:
    slots = [slot for sheet in (game.model, game.list, game.group) for slot in sheet.slots.values()]
    inner = {entry.picks.kind for entry in game.entries if entry.picks}
    return {slot.kind for slot in slots} | inner


def _text(most: int, text: str) -> Schema:
    return {"description": text, "type": ["string", "number", "null"], "maxLength": most}


def _whole(least: int, most: int | None, text: str) -> Schema:
    ceiling = {} if most is None else {"maximum": most}
    return {"description": text, "type": ["integer", "null"], "minimum": least, **ceiling}


def _maybe(schema: Schema, text: str) -> Schema:
    return {"description": text, "anyOf": [*schema.get("anyOf", [schema]), {"type": "null"}]}
