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
from listbuilder.lists.own_keys import LIST, ROW, OwnKey, OwnKeys

__all__ = ["list_schema"]

Schema = dict[str, Any]


def list_schema(game: Game) -> Schema:
    """A 2020-12 schema for list files of one game."""
    return {
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
    made = _own(LIST, game.points, "list")
    made["game"] |= {"type": "string", **spelled([game.id], [])}
    made["format"] = _maybe(formats, made["format"]["description"])
    made["models"] |= _rows(game, game.model, "model")
    made["groups"] |= _rows(game, game.group, "group")
    if not (game.group.slots or game.group.fields):
        made["groups"]["maxItems"] = 0
    return made


def _rows(game: Game, sheet: Sheet, what: str) -> Schema:
    row = {
        "type": "object",
        "properties": {**_own(ROW, game.points, what), **_keys(game, sheet)},
        "patternProperties": {"^x-": {"description": "Data of other tools: ignored and kept."}},
        "additionalProperties": False,
    }
    return {"items": row}


def _own(keys: OwnKeys, points: str, what: str) -> Schema:
    """The keys that lists of every game have, by what they hold."""
    words = {"points": points, "what": what}
    return {key: {"description": one.text.format(**words), **_shape(one)} for key, one in keys.all.items()}


def _shape(key: OwnKey) -> Schema:
    shapes: dict[str, Schema] = {
        "text": {"type": ["string", "number", "null"], "maxLength": key.most},
        "number": {"type": ["integer", "null"], "minimum": 1, "maximum": key.most},
        "rows": {"type": ["array", "null"], "maxItems": key.most},
    }
    return shapes.get(key.holds, {})


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


def _maybe(schema: Schema, text: str) -> Schema:
    return {"description": text, "anyOf": [*schema.get("anyOf", [schema]), {"type": "null"}]}
