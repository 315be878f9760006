"""The JSON Schemas of game files, event packs and card templates: read off their types, with hovers."""

from __future__ import annotations

from typing import Any

from listbuilder.catalogue import ENTRY_TYPES, Event, Game
from listbuilder.collection import CollectionFile
from listbuilder.documents.schemas.hovers import HOVERS
from listbuilder.documents.schemas.play_files import entry_keys, head_keys, play_definitions
from listbuilder.loader.effects.amounts import SETUP
from listbuilder.loader.patches import TARGETS
from listbuilder.templates import Templates

Schema = dict[str, Any]
DERIVED = (
    "fields",
    "prices",
    "uses-of",
    "all-grants",
    "places",
    "unknown",
    "said",
    "digest",
    "entries",
    "event",
    "given-keywords",
    "below",
    "play",
)
SHARED = frozenset({"currencies", "stats", "budgets", "kinds", "model", "list", "group", "mission", "card"})
SHARED |= {"formats", "grants", "headers", "match", "rules", "rulings", "ban", "without"}


LOOSE: dict[str, list[Schema]] = {
    "cost": [{"type": "object", "additionalProperties": {"type": "integer"}}],
    "picks": [{"$ref": "#/$defs/Slot"}],
    # A number may be the name of a value of the entry.
    "limit": [{"type": "string"}],
}
FLAT: dict[str, tuple[str, ...]] = {"Condition": (), "Count": ("where", "from", "inner", "part", "printed")}
NAMED: Schema = {
    "allOf": [
        {"$ref": "#/$defs/Entry"},
        {"type": "object", "properties": {"name": {"description": "The printed name."}}, "required": ["name"]},
    ]
}
NUMBER: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
SHORT: dict[str, list[Schema]] = {
    "Quantity": [NUMBER, {"enum": ["limit", "models", "rows", "picks", "groups", "entries"]}],
    "Change": [NUMBER, TEXT],
    "LimitChange": [NUMBER, {"$ref": "#/$defs/Change"}],
    "Given": [TEXT],
    "Offer": [TEXT],
}


def game_schema() -> Schema:
    """A game.yaml; what else may stand in a file of its own may stand here too, entries included."""
    made = _typed(Game, "Game")
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
    made = _typed(CollectionFile, "CollectionFile")
    kept = {"^x-": {"description": "Data of other tools: ignored and kept."}}
    return {**made, "title": "collection", "patternProperties": kept}


def entries_schema() -> Schema:
    """Any other file of a game folder: entries of one kind, or a part of game.yaml."""
    made = _typed_entries()
    game = _typed(Game, "Game")
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
    made = _typed(Event, "Event")
    extends = {"type": "string", "description": HOVERS["Event"]["extends"]}
    made["properties"] |= {"extends": extends, **_patches()}
    return made


def _patches() -> Schema:
    """What an overlay or an event changes in the game below it and takes out of it."""
    about = {one: {"type": "string", "description": f"The id of the {one} it is about."} for one in TARGETS}
    item = {"type": "object", "properties": about}
    return {key: {"type": "array", "items": item, "description": HOVERS[""][key]} for key in ("change", "remove")}


def template_schema() -> Schema:
    """A file of card sizes, papers, type and themes; each file says some of it."""
    made = _typed(Templates, "Templates")
    made.pop("required", None)
    about = "Card sizes, papers, type and themes; the files in templates/ are read together."
    return {**made, "title": "Card templates", "description": about}


def _typed(type_: type, name: str) -> Schema:
    """The schema that pydantic reads off a typed document, as people write it."""
    from pydantic import TypeAdapter

    made: Schema = TypeAdapter(type_).json_schema(by_alias=True)
    parts = {name: made, **made.get("$defs", {})}
    for part, schema in parts.items():
        if "properties" in schema:
            _explain(part, schema)
    for part in ("KeywordUse", "Entry"):
        made.get("$defs", {}).pop(part, None)
    if "FieldType" in parts:
        made["$defs"]["FieldType"] = _short(parts["FieldType"], [{**parts["FieldType"]["properties"]["type"]}])
    for name_, forms in SHORT.items():
        if name_ in parts and "$defs" in made and name_ in made["$defs"]:
            made["$defs"][name_] = _short(parts[name_], forms)
    for name_ in ("Condition", "Count"):
        if name_ in parts and name_ in made.get("$defs", {}):
            _beside(parts[name_], made["$defs"]["Quantity"]["anyOf"][-1], FLAT[name_])
    if "Form" in parts:
        made["$defs"]["Form"] = _form(parts["Form"])
    if "Selector" in parts:
        made["$defs"]["Selector"] = _selector(parts["Selector"])
    return made


def _beside(schema: Schema, quantity: Schema, keys: tuple[str, ...]) -> None:
    """Keys of a quantity that may stand beside those of what holds it."""
    for key, one in quantity["properties"].items():
        if key in keys or not keys:
            schema["properties"].setdefault(key, one)


def _explain(part: str, schema: Schema) -> None:
    """Leave out what is derived, and say what each key means; a single grant needs no list."""
    hovers = HOVERS.get(part, HOVERS[""])
    derived = DERIVED if part in ("Entry", "Game") else ()
    for key in derived:
        schema["properties"].pop(key, None)
    for key, one in schema["properties"].items():
        one.pop("title", None)
        if key in hovers:
            one["description"] = hovers[key]
    for key in ("grants", "ban", "allow"):
        if key in schema["properties"]:
            many = schema["properties"][key]
            text = {"description": many.pop("description", "")}
            schema["properties"][key] = {**text, "anyOf": [many["items"], many]}
    for key in ("entries", "offers"):
        each = schema["properties"].get(key, {}).get("additionalProperties")
        if isinstance(each, dict) and "items" in each:
            schema["properties"][key]["additionalProperties"] = {"anyOf": [each["items"], each]}
    if part == "Given":
        number = schema["properties"]["count"]
        text = {"description": number.pop("description", "")}
        schema["properties"]["count"] = {**text, "anyOf": [number, {"type": "string"}]}
    for key in SETUP if part in ("MissionRoll", "Piece", "Start") else ():
        if key in schema["properties"]:
            schema["properties"][key] = _or_name(schema["properties"][key])
    for key, forms in LOOSE.items():
        if part == "Entry" and key in schema["properties"]:
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
        one = _typed(type_, "Entry")
        properties |= one["properties"]
        definitions |= one["$defs"]
    properties.pop("kind")
    properties |= entry_keys()
    entry = {"type": "object", "properties": properties, "description": "An entry; `name` must be said."}
    keys: Schema = {
        "kind": {"type": "string", "description": HOVERS["EntryFile"]["kind"]},
        "defaults": {"$ref": "#/$defs/Entry", "description": HOVERS["EntryFile"]["defaults"]},
        "entries": {"type": "array", "items": NAMED},
    }
    keys["entries"]["description"] = HOVERS["EntryFile"]["entries"]
    return {"properties": keys, "$defs": {**play_definitions(), **definitions, "Entry": entry}}
