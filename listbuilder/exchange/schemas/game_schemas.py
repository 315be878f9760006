"""The JSON Schemas of game files, event packs and card templates, read off their types."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

from listbuilder.base.records import file_keys, yaml_key
from listbuilder.catalogue import (
    ENTRY_TYPES,
    Entry,
    Event,
    FieldType,
    Form,
    Game,
    KeywordUse,
    LimitChange,
    MissionRoll,
    Offer,
    Piece,
    Start,
)
from listbuilder.catalogue.grants import GivenEntry, NumberChange, ValueChange
from listbuilder.catalogue.query import Condition, Quantity, Selector
from listbuilder.catalogue.rules.count import Count as CountRule
from listbuilder.exchange.schemas.effect_schemas import entry_keys, head_keys, play_definitions
from listbuilder.judging.collection import CollectionFile
from listbuilder.loading.effects.amounts import SETUP
from listbuilder.loading.patches import TARGETS
from listbuilder.loading.raw_parts import HEAD
from listbuilder.loading.templates import Templates

Schema = dict[str, Any]
PATCHES = {
    "change": "What of the game below is changed: what it is about, and its new keys.",
    "remove": "What of the game below is gone.",
}
ENTRY_FILE = {
    "kind": "The kind of all entries in this file.",
    "defaults": "Copied to every entry that does not say otherwise.",
    "entries": "The entries, in printed order.",
}
# The keys of game.yaml that may stand in a file of their own.
SHARED = frozenset(map(yaml_key, file_keys(Game))) - set(HEAD)


LOOSE: dict[str, list[Schema]] = {
    "cost": [{"type": "object", "additionalProperties": {"type": "integer"}}],
    "picks": [{"$ref": "#/$defs/Slot"}],
    # A number may be the name of a value of the entry.
    "limit": [{"type": "string"}],
}
# The keys of a quantity that may stand beside those of a record that holds it; an empty tuple means all of them.
FLAT: dict[type, tuple[str, ...]] = {Condition: (), CountRule: ("where", "from", "inner", "part", "printed")}
NAMED: Schema = {
    "allOf": [
        {"$ref": "#/$defs/Entry"},
        {"type": "object", "properties": {"name": {"description": "The printed name."}}, "required": ["name"]},
    ]
}
NUMBER: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
SHORT: dict[type, list[Schema]] = {
    Quantity: [NUMBER, {"enum": ["limit", "models", "rows", "picks", "groups", "entries"]}],
    NumberChange: [NUMBER, TEXT],
    ValueChange: [NUMBER, TEXT],
    LimitChange: [NUMBER, {"$ref": f"#/$defs/{NumberChange.__name__}"}],
    GivenEntry: [TEXT],
    Offer: [TEXT],
}


def game_schema() -> Schema:
    """A game.yaml; what else may stand in a file of its own may stand here too, entries included."""
    made = _schema_of_type(Game)
    others = _typed_entries()
    made["$defs"] = {**others.pop("$defs"), **made["$defs"]}
    made["properties"] = {**made["properties"], **others["properties"], **head_keys(), **_patches()}
    return {**made, "title": "game.yaml", "description": "A game: what a list of it looks like."}


def overlay_schema() -> Schema:
    """The game.yaml of a folder that adds to another game: it says which, and only what differs."""
    made = game_schema()
    about = "A game.yaml that adds to another game: what it leaves out is as in that one."
    extends = {**made["properties"]["extends"], "type": "string"}
    extends.pop("anyOf", None)
    extends.pop("default", None)
    properties = {**made["properties"], "extends": extends}
    return {**made, "title": "overlay", "description": about, "properties": properties, "required": ["id", "extends"]}


def collection_schema() -> Schema:
    """What a player owns."""
    made = _schema_of_type(CollectionFile)
    kept = {"^x-": {"description": "Data of other tools: ignored and kept."}}
    return {**made, "title": "collection", "patternProperties": kept}


def entries_schema() -> Schema:
    """Any other file of a game folder: entries of one kind, or a part of game.yaml."""
    made = _typed_entries()
    game = _schema_of_type(Game)
    parts = {key: schema for key, schema in game["properties"].items() if key in SHARED}
    return {
        "title": "A file of a game folder",
        "description": "Entries of one kind, or a part of game.yaml in a file of its own.",
        "type": "object",
        "properties": {**made["properties"], **parts, **head_keys(), **_patches()},
        "additionalProperties": False,
        "$defs": {**game["$defs"], **made["$defs"]},
    }


def event_schema() -> Schema:
    """An organiser's event pack."""
    made = _schema_of_type(Event)
    extends = {"type": "string", "description": "Another pack, a file beside this one, that this one adds to."}
    made["properties"] |= {"extends": extends, **_patches()}
    return made


def _patches() -> Schema:
    """What an overlay or an event changes in the game below it and takes out of it."""
    about = {one: {"type": "string", "description": f"The id of the {one} it is about."} for one in TARGETS}
    item = {"type": "object", "properties": about}
    return {key: {"type": "array", "items": item, "description": text} for key, text in PATCHES.items()}


def template_schema() -> Schema:
    """A file of card sizes, papers, type and themes; each file says some of it."""
    made = _schema_of_type(Templates)
    made.pop("required", None)
    about = "Card sizes, papers, type and themes; the files in templates/ are read together."
    return {**made, "title": "Card templates", "description": about}


def _schema_of_type(type_: type) -> Schema:
    """The schema of a typed document, for the caller to change."""
    return deepcopy(_generated_schema(type_))


@cache
def _generated_schema(type_: type) -> Schema:
    """The schema that pydantic reads off a typed document, as people write it."""
    from pydantic import TypeAdapter

    made: Schema = TypeAdapter(type_).json_schema(by_alias=True)
    definitions: Schema = made.get("$defs", {})
    _add_short_forms(Entry.__name__ if issubclass(type_, Entry) else type_.__name__, made)
    for part, schema in definitions.items():
        _add_short_forms(part, schema)
    # The loader makes the uses of keywords; the entry is that of `_typed_entries`, with the keys of every kind.
    for unwritten in (KeywordUse, Entry):
        definitions.pop(unwritten.__name__, None)
    for cls, change in CHANGES.items():
        if cls.__name__ in definitions:
            definitions[cls.__name__] = change(definitions[cls.__name__])
    for cls, forms in SHORT.items():
        if cls.__name__ in definitions:
            definitions[cls.__name__] = _short(definitions[cls.__name__], forms)
    for cls, beside in FLAT.items():
        if cls.__name__ in definitions:
            _add_quantity_keys(definitions[cls.__name__], definitions[Quantity.__name__]["anyOf"][-1], beside)
    return made


def _add_quantity_keys(schema: Schema, quantity: Schema, keys: tuple[str, ...]) -> None:
    """Keys of a quantity that may stand beside those of what holds it."""
    for key, one in quantity["properties"].items():
        if key in keys or not keys:
            schema["properties"].setdefault(key, one)


def _add_short_forms(part: str, schema: Schema) -> None:
    """Add the short forms that a part's keys may be written in; a single grant or default needs no list."""
    if "properties" not in schema:
        return
    for one in schema["properties"].values():
        one.pop("title", None)
    for key in ("grants", "ban", "allow", "default"):
        if "items" in schema["properties"].get(key, {}):
            many = schema["properties"][key]
            text = {"description": many.pop("description", "")}
            schema["properties"][key] = {**text, "anyOf": [many["items"], many]}
    for key in ("entries", "offers"):
        each = schema["properties"].get(key, {}).get("additionalProperties")
        if isinstance(each, dict) and "items" in each:
            schema["properties"][key]["additionalProperties"] = {"anyOf": [each["items"], each]}
    if part == GivenEntry.__name__:
        number = schema["properties"]["count"]
        text = {"description": number.pop("description", "")}
        schema["properties"]["count"] = {**text, "anyOf": [number, {"type": "string"}]}
    for key in SETUP if part in {cls.__name__ for cls in (MissionRoll, Piece, Start)} else ():
        if key in schema["properties"]:
            schema["properties"][key] = _or_name(schema["properties"][key])
    for key, forms in LOOSE.items():
        if part == Entry.__name__ and key in schema["properties"]:
            one = schema["properties"][key]
            schema["properties"][key] = {"description": one.pop("description", ""), "anyOf": [*forms, one]}


def _or_name(schema: Schema) -> Schema:
    """A number of a set-up, or several: each may be the name of a constant of the game or of a value of the mission."""
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            return {**schema, key: _or_name(schema[key])}
    kept = {key: one for key, one in schema.items() if key in ("description", "default")}
    number = {key: one for key, one in schema.items() if key not in kept}
    return {**kept, "anyOf": [*number.get("anyOf", [number]), TEXT]}


def _short(schema: Schema, forms: list[Schema]) -> Schema:
    """A part that may be written in short forms."""
    return {"description": schema.get("description", ""), "anyOf": [*forms, dict(schema)]}


def _form(schema: Schema) -> Schema:
    """The values of a keyword's form stand beside its text."""
    kinds = schema["properties"].pop("values")["additionalProperties"]
    own = {**schema["properties"], **entry_keys()}
    return {**schema, "properties": own, "additionalProperties": {**kinds, "description": "What this value is."}}


def _selector(schema: Schema) -> Schema:
    """Selectors take one value for a list of one, a number for a range, and the game's own fields as words."""
    words: Schema = {}
    scalar = {"type": ["string", "integer", "boolean"]}
    for key, one in schema["properties"].items():
        text = {"description": one.get("description", "")}
        if key == "cost":
            words[key] = {**text, "anyOf": [{"type": "integer"}, *one["anyOf"]]}
        elif one.get("type") == "array":
            words[key] = {**text, "anyOf": [one["items"], {"type": "array", "items": one["items"]}]}
        elif key != "fields":
            words[key] = one
    own = {"anyOf": [scalar, {"type": "array", "items": scalar}]}
    return {**schema, "properties": words, "additionalProperties": own}


def _typed_entries() -> Schema:
    """`kind`, `defaults` and `entries`: an entry may have the keys of any kind, and those that its game declares."""
    properties: Schema = {}
    definitions: Schema = {}
    for type_ in ENTRY_TYPES.values():
        one = _schema_of_type(type_)
        properties |= one["properties"]
        definitions |= one["$defs"]
    properties.pop("kind")
    properties |= entry_keys()
    entry = {"type": "object", "properties": properties, "description": "An entry; `name` is required."}
    file_keys: Schema = {
        "kind": {"type": "string", "description": ENTRY_FILE["kind"]},
        "defaults": {"$ref": "#/$defs/Entry", "description": ENTRY_FILE["defaults"]},
        "entries": {"type": "array", "items": NAMED, "description": ENTRY_FILE["entries"]},
    }
    return {"properties": file_keys, "$defs": {**play_definitions(), **definitions, "Entry": entry}}


def _field_type(schema: Schema) -> Schema:
    """A type of field alone is a field of that type."""
    return _short(schema, [dict(schema["properties"]["type"])])


CHANGES: dict[type, Callable[[Schema], Schema]] = {FieldType: _field_type, Form: _form, Selector: _selector}
