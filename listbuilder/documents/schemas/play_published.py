"""The JSON Schema of records of play as a force publishes them: in full, with typed values."""

from __future__ import annotations

from typing import Any

from listbuilder.catalogue.effects.playbook import Book
from listbuilder.documents.lean import PLACE
from listbuilder.documents.schemas.hovers import HOVERS
from listbuilder.documents.schemas.play_hovers import PLAY_HOVERS

Schema = dict[str, Any]
WRITTEN = ["DiceValue", "DistanceValue", "RollValue"]
VALUE: Schema = {"anyOf": [{"type": "integer"}, *({"$ref": f"#/$defs/{one}"} for one in WRITTEN)]}


def with_play(schema: Schema) -> Schema:
    """A schema with the records of play put in where it has a place for them."""
    from pydantic import TypeAdapter

    made: Schema = TypeAdapter(Book).json_schema(by_alias=True)
    definitions = {name: _lean(name, one) for name, one in made["$defs"].items()}
    places = {name: _open(one) for name, one in made["properties"].items()}
    filled: Schema = _filled(schema, places)
    return {**filled, "$defs": {**definitions, **filled["$defs"]}}


def _filled(schema: Any, places: Schema) -> Any:
    """A schema with each place for records of play taken by their schema."""
    if isinstance(schema, list):
        return [_filled(one, places) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if PLACE in schema:
        kept = {key: one for key, one in schema.items() if key not in (PLACE, "default")}
        own = places[schema[PLACE]]
        return {**kept, "anyOf": own["anyOf"]} if "anyOf" in own else {**kept, **own}
    return {key: _filled(one, places) for key, one in schema.items()}


def _lean(name: str, schema: Schema) -> Schema:
    """One record: open to what later versions add, each key explained."""
    hovers = PLAY_HOVERS.get(name) or HOVERS.get(name, HOVERS[""])
    made: Schema = _open(schema)
    if name == "Selector":
        own = made["properties"].pop("fields")["additionalProperties"]
        made["additionalProperties"] = {**own, "description": "A word of the game's own, with the values that fit."}
    for key, one in made.get("properties", {}).items():
        one["description"] = hovers[key]
    return made


def _open(schema: Any) -> Any:
    """A schema without titles and defaults, with values in their published form."""
    if isinstance(schema, list):
        return [_open(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "examples" in schema:
        return VALUE if 3 in schema["examples"] else {"$ref": "#/$defs/DiceValue"}
    kept = {key: one for key, one in schema.items() if key not in ("title", "default", "additionalProperties")}
    if isinstance(schema.get("additionalProperties"), dict):
        kept["additionalProperties"] = schema["additionalProperties"]
    return {key: _open(one) if key != "description" else one for key, one in kept.items()}
