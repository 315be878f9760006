"""The JSON Schemas of what a game says about play: its terms, uses and effects, as people write them."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from typing import Any

from listbuilder.catalogue.effects.parts import Amount, Moment, Often, Spot, Thing, Who
from listbuilder.catalogue.effects.playbook import Book, Course, Play
from listbuilder.catalogue.effects.sequence import STEPS, Sequence, Summand
from listbuilder.catalogue.effects.terms import NumberTerm, Period, RollTerm, Term, Terms
from listbuilder.catalogue.effects.verbs import VERBS
from listbuilder.catalogue.query import Range, Selector
from listbuilder.exchange.documents.dump import PLACE

Schema = dict[str, Any]
NUMBER: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
DOES = "Do"
MANY: Schema = {"type": "array", "items": TEXT}
SHORT: dict[type, list[Schema]] = {
    Amount: [NUMBER, TEXT],
    Moment: [TEXT, MANY],
    NumberTerm: [NUMBER, TEXT],
    Often: [TEXT],
    Period: [TEXT],
    RollTerm: [TEXT, MANY],
    Sequence: [{"type": "array", "items": {"type": "object"}}],
    Spot: [TEXT],
    Summand: [NUMBER, TEXT],
    Term: [TEXT],
    Thing: [TEXT, {"$ref": "#/$defs/Selector"}],
    Who: [TEXT],
}
EFFECTS: Schema = {"anyOf": [{"$ref": "#/$defs/Effect"}, {"type": "array", "items": {"$ref": "#/$defs/Effect"}}]}


def play_definitions() -> Schema:
    """The records of play by name, for the caller to change, with their short forms; without selectors."""
    return deepcopy(_generated_definitions())


@cache
def _generated_definitions() -> Schema:
    """The records of play as pydantic reads them off their types."""
    from pydantic import TypeAdapter

    found: Schema = {}
    for type_ in (Play, Terms, Course, Sequence):
        made: Schema = _rename_verbs(TypeAdapter(type_).json_schema(by_alias=True))
        found |= made.pop("$defs")
        found[type_.__name__] = made
    effect = found[Play.__name__]["properties"]["effects"]["items"]
    for elsewhere in (Selector, Range, Play):
        found.pop(elsewhere.__name__)
    for schema in found.values():
        _add_short_forms(schema)
    for cls, forms in SHORT.items():
        found[cls.__name__] = {"anyOf": [*forms, found[cls.__name__]]}
    return {**found, "Effect": {"oneOf": effect["oneOf"]}}


def head_keys() -> Schema:
    """The keys of a game file."""
    uses = {"type": "object", "additionalProperties": {"$ref": "#/$defs/Use"}}
    return {
        "terms": {"$ref": "#/$defs/Terms", "description": "The words of play that the game declares."},
        "course": {"$ref": "#/$defs/Course", "description": "What holds for everybody, and who wins."},
        "sequences": {
            "type": "object",
            "additionalProperties": {"$ref": "#/$defs/Sequence"},
            "description": "What is calculated and rolled one after the other, such as an attack.",
        },
        "use": {**uses, "description": "How entries of each kind are used, unless they say otherwise."},
    }


def entry_keys() -> Schema:
    """The keys of an entry, or of a form of a keyword."""
    return {
        "use": {"$ref": "#/$defs/Use", "description": "How it is switched on."},
        "effects": {**EFFECTS, "description": "What it does in play."},
    }


def _rename_verbs(schema: Schema) -> Schema:
    """A schema with a prefix before the names of verbs, because other records have some of these names too."""
    # As text, because references stand at any depth.
    text = json.dumps(schema)
    for verb in VERBS.values():
        text = text.replace(f'"#/$defs/{verb.__name__}"', f'"#/$defs/{DOES}{verb.__name__}"')
    made: Schema = json.loads(text)
    verbs = {verb.__name__ for verb in VERBS.values()}
    made["$defs"] = {DOES + name if name in verbs else name: one for name, one in made["$defs"].items()}
    return made


def _add_short_forms(schema: Schema) -> None:
    """Allow a single item instead of a list of one."""
    for key, one in schema.get("properties", {}).items():
        one.pop("title", None)
        if key == "steps":
            one["items"] = {"anyOf": [{"$ref": f"#/$defs/{step.__name__}"} for step in STEPS.values()]}
        elif one.get("type") == "array" and key != "results":
            items = one.pop("items")
            held = EFFECTS if "oneOf" in items else items
            inner = held["items"] if held.get("type") == "array" else held
            if "oneOf" in inner:
                inner = EFFECTS
            each = {"anyOf": [inner, held]} if held.get("type") == "array" and inner is not EFFECTS else inner
            schema["properties"][key] = {
                "description": one["description"],
                "anyOf": [inner, {"type": "array", "items": each}],
            }
        elif key == "rows":
            one["additionalProperties"] = EFFECTS


# The JSON Schema of records of play as a force publishes them: in full, with typed values.


WRITTEN = ["DiceValue", "DistanceValue", "RollValue"]
VALUE: Schema = {"anyOf": [{"type": "integer"}, *({"$ref": f"#/$defs/{one}"} for one in WRITTEN)]}


def with_play(schema: Schema) -> Schema:
    """A schema with the schemas of play records in the places that it has for them."""
    from pydantic import TypeAdapter

    made: Schema = TypeAdapter(Book).json_schema(by_alias=True)
    definitions = {name: _open_record(name, one) for name, one in made["$defs"].items()}
    places = {name: _open(one) for name, one in made["properties"].items()}
    filled: Schema = _fill_play_places(schema, places)
    return {**filled, "$defs": {**definitions, **filled["$defs"]}}


def _fill_play_places(schema: Any, places: Schema) -> Any:
    """A schema with each place for play records replaced by their schema."""
    if isinstance(schema, list):
        return [_fill_play_places(one, places) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if PLACE in schema:
        kept = {key: one for key, one in schema.items() if key not in (PLACE, "default")}
        own = places[schema[PLACE]]
        return {**kept, "anyOf": own["anyOf"]} if "anyOf" in own else {**own, **kept}
    return {key: _fill_play_places(one, places) for key, one in schema.items()}


def _open_record(name: str, schema: Schema) -> Schema:
    """The schema of one record, which allows keys that later versions add."""
    made: Schema = _open(schema)
    if name == Selector.__name__:
        own = made["properties"].pop("fields")["additionalProperties"]
        made["additionalProperties"] = {**own, "description": "A word of the game's own, with the values that fit."}
    return made


def _open(schema: Any) -> Any:
    """A schema without titles and defaults, with values in their published form."""
    if isinstance(schema, list):
        return [_open(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    # Only printed values have examples, and 3 is one where a plain number may stand.
    if "examples" in schema:
        return VALUE if 3 in schema["examples"] else {"$ref": "#/$defs/DiceValue"}
    kept = {key: one for key, one in schema.items() if key not in ("title", "default", "additionalProperties")}
    if isinstance(schema.get("additionalProperties"), dict):
        kept["additionalProperties"] = schema["additionalProperties"]
    return {key: _open(one) if key != "description" else one for key, one in kept.items()}
