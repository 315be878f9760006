"""The JSON Schema of a game's lists, made from its slots and fields so that an editor completes every name.

It accepts exactly the lists in which the reader and the resolver find every key, value and name understood, as far as
JSON Schema can say it. What it can't: the sum of all counts, one stat or key under two spellings, `1.0` (which JSON
takes for `1`), names respelt with letters beyond ASCII, a cost in brackets beside a name, and the limits on a file as a
whole (size, nesting, hidden characters).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from listbuilder.base.spelling import either_case
from listbuilder.base.values import slug
from listbuilder.catalogue import Entry, Game, RowSchema, Slot
from listbuilder.catalogue.printed_names import form_pattern
from listbuilder.lists.document import GROUP, LIST, MAX_PICKS, ROW, OwnKey, OwnKeys

# Names in a schema: the ids and printed names that an editor offers, and a pattern for every other way to spell
# them.


# Every ASCII sign that is no letter or digit, with and without the apostrophe, which slugs leave out.
SIGN, GAP = r"[\t\n -/:-@\[-`{-~]", r"[\t\n -&(-/:-@\[-`{-~]"
SLUG = re.compile("[a-z0-9]+(?:-[a-z0-9]+)*")


def name_schema(offered: Iterable[str], understood: Iterable[str]) -> Schema:
    """A name: one that is offered, or any spelling of one that is understood."""
    names = list(dict.fromkeys(offered))
    known = dict.fromkeys([*understood, *map(slug, names)])
    slugs = [name for name in known if SLUG.fullmatch(name)]
    numbers = [int(name) for name in slugs if re.fullmatch("0|[1-9][0-9]{0,8}", name)]
    others = [name for name in known if not SLUG.fullmatch(name) and slug(name) not in known]
    listed = {"enum": [*names, *(name for name in others if name not in names), *numbers]}
    if not slugs:
        return listed
    pattern = f"^{SIGN}*(?:{'|'.join(_slug_pattern(name) for name in sorted(slugs))}){SIGN}*$"
    # A sign in front of a number is dropped like any other; editors need not offer it.
    negative = [{"type": "integer", "minimum": -number, "maximum": -number} for number in numbers if number]
    return {"anyOf": [listed, {"type": "string", "pattern": pattern}, *negative]}


def _slug_pattern(name: str) -> str:
    """A pattern for one slug."""
    words = ["'*".join(either_case(char) for char in word) for word in name.split("-")]
    return f"'*{GAP}{SIGN}*".join(words)


Schema = dict[str, Any]
Inside = tuple[tuple[str, str], ...]


def list_schema(game: Game) -> Schema:
    """A 2020-12 schema for list files of one game."""
    return {
        "title": f"{game.name} list",
        "description": f"A list file for {game.titled}, catalogue {game.version}.",
        "type": "object",
        "required": ["game"],
        "properties": {**_list_keys(game), **_keys(game, game.list)},
        "patternProperties": {"^x-": {"description": "Data of other tools: ignored and kept."}},
        "additionalProperties": False,
        "$defs": dict(sorted(_definitions(game).items())),
    }


def _list_keys(game: Game) -> Schema:
    formats = name_schema([one.id for one in game.formats], [one.name for one in game.formats])
    made = _own(LIST, game.points, "list")
    made["game"] |= {"type": "string", **name_schema([game.id], [])}
    made["format"] = _maybe(formats, made["format"]["description"])
    made["models"] |= _rows(game, game.model, ROW, "model")
    made["groups"] |= _rows(game, game.group, GROUP, "group")
    if not (game.group.slots or game.group.fields):
        made["groups"]["maxItems"] = 0
    return made


def _rows(game: Game, sheet: RowSchema, own: OwnKeys, what: str) -> Schema:
    row = {
        "type": "object",
        "properties": {**_own(own, game.points, what), **_keys(game, sheet)},
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
        "number": {"type": ["integer", "null"], "minimum": key.least, "maximum": key.most},
        "rows": {"type": ["array", "null"], "maxItems": key.most},
    }
    return shapes.get(key.holds, {})


def _keys(game: Game, sheet: RowSchema) -> Schema:
    slots = {key: _slot(game, slot) for id, slot in sheet.slots.items() for key in (id, *slot.aliases)}
    return {**slots, **{id: field.schema(id, game) for id, field in sheet.fields.items()}}


def _slot(game: Game, slot: Slot) -> Schema:
    text = slot.text or f"{game.kind_name(slot.kind, many=slot.max != 1)} by name or id."
    return {"description": text, **_picks(slot.kind)}


def _picks(kind: str) -> Schema:
    """One pick of a kind or several; `none` declines what the row has if nothing is said."""
    one = {"$ref": f"#/$defs/{kind} pick"}
    return {"anyOf": [one, {"type": "array", "items": one}, {"const": "none"}, {"type": "null"}]}


def _pick(game: Game, kind: str) -> Schema:
    """The ways to write a pick: a name, or `{entry: name}` with how many, what was rolled, and the picks inside it."""
    made: list[Schema] = [{"$ref": f"#/$defs/{kind}"}]
    for inside in _insides(game, kind):
        entry = {"$ref": f"#/$defs/{_subset(game, kind, inside)}", "description": "The entry by name or id."}
        number = {"type": "integer", "minimum": 1, "maximum": MAX_PICKS, "description": "How many of it."}
        rolled = {"type": ["integer", "null"], "description": "The number that was rolled for it."}
        seed = {"type": ["integer", "null"], "description": "The seed of that roll."}
        picks = {"description": "The choices inside the choice.", **_inner(inside)}
        made.append(
            {
                "type": "object",
                "required": ["entry"],
                "additionalProperties": False,
                "properties": {"entry": entry, "count": number, "picks": picks, "rolled": rolled, "seed": seed},
            }
        )
    return {"anyOf": made}


def _inner(inside: Inside) -> Schema:
    """The choices inside a choice: a list where it has one slot for them, by slot where it has several."""
    if not inside:
        return {"type": ["array", "null"], "maxItems": 0}
    if inside[0][0] == "picks":
        return _picks(inside[0][1])
    return {
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": {id: _picks(kind) for id, kind in inside},
    }


def _inside(entry: Entry) -> Inside:
    return tuple((id, slot.kind) for id, slot in entry.picks.items())


def _insides(game: Game, kind: str) -> list[Inside]:
    """The sorts of choices that entries of a kind have; nothing for entries without any."""
    return list(dict.fromkeys(_inside(entry) for entry in game.entries if entry.kind == kind))


def _subset(game: Game, kind: str, inside: Inside) -> str:
    """The name of the definition for the entries of a kind that have such choices."""
    if len(_insides(game, kind)) == 1:
        return kind
    return f"{kind} with {' and '.join(one for _, one in inside) or 'no'} picks"


def _definitions(game: Game) -> dict[str, Schema]:
    made: dict[str, Schema] = {}
    for kind in _kinds(game):
        entries = [entry for entry in game.entries if entry.kind == kind]
        made[kind] = _names(game, kind, entries)
        made[f"{kind} pick"] = _pick(game, kind)
        for inside in _insides(game, kind):
            chosen = [entry for entry in entries if _inside(entry) == inside]
            made[_subset(game, kind, inside)] = _names(game, kind, chosen)
    return made


def _names(game: Game, kind: str, entries: list[Entry]) -> Schema:
    """Every id and printed name for an editor to offer, and every other spelling that finds one of the entries."""
    offered = [name for entry in entries for name in (entry.id, entry.name)]
    found = [spelling for spelling, entry in game.names.get(kind, {}).items() if entry in entries]
    made = name_schema(offered, found)
    if forms := [form for entry in entries if entry in game.with_forms.get(kind, ()) for form in entry.forms]:
        shapes = [{"type": "string", "pattern": form_pattern(one.form, one.values)} for one in forms]
        made = {"anyOf": [*made.get("anyOf", [made]), *shapes]}
    return {"description": f"{game.kind_name(kind)} by id or printed name.", **made}


def _kinds(game: Game) -> set[str]:
    slots = [slot for sheet in (game.model, game.list, game.group) for slot in sheet.slots.values()]
    inner = {slot.kind for entry in game.entries for slot in entry.picks.values()}
    return {slot.kind for slot in slots} | inner


def _maybe(schema: Schema, text: str) -> Schema:
    return {"description": text, "anyOf": [*schema.get("anyOf", [schema]), {"type": "null"}]}
