"""The JSON Schemas of what a game says about play: its terms, uses and effects, as people write them."""

from __future__ import annotations

import json
from typing import Any

from listbuilder.catalogue.effects.course import Course
from listbuilder.catalogue.effects.sequence import STEPS, Sequence
from listbuilder.catalogue.effects.terms import Terms
from listbuilder.catalogue.effects.use import Play
from listbuilder.catalogue.effects.verbs import VERBS
from listbuilder.documents.schemas.play_hovers import PLAY_HOVERS

Schema = dict[str, Any]
NUMBER: Schema = {"type": "integer"}
TEXT: Schema = {"type": "string"}
DOES = "Do"
MANY: Schema = {"type": "array", "items": TEXT}
SHORT: dict[str, list[Schema]] = {
    "Amount": [NUMBER, TEXT],
    "Moment": [TEXT, MANY],
    "NumberTerm": [NUMBER, TEXT],
    "Often": [TEXT],
    "Period": [TEXT],
    "RollTerm": [TEXT, MANY],
    "Sequence": [{"type": "array", "items": {"type": "object"}}],
    "Spot": [TEXT],
    "Summand": [NUMBER, TEXT],
    "Term": [TEXT],
    "Thing": [TEXT, {"$ref": "#/$defs/Selector"}],
    "Who": [TEXT],
}
EFFECTS: Schema = {"anyOf": [{"$ref": "#/$defs/Effect"}, {"type": "array", "items": {"$ref": "#/$defs/Effect"}}]}


def play_definitions() -> Schema:
    """The records of play by name, with their short forms; selectors are defined elsewhere."""
    from pydantic import TypeAdapter

    found: Schema = {}
    for type_ in (Play, Terms, Course, Sequence):
        made: Schema = _renamed(TypeAdapter(type_).json_schema(by_alias=True))
        found |= made.pop("$defs")
        found[type_.__name__] = made
    effect = found["Play"]["properties"]["effects"]["items"]
    for name in ("Selector", "Range", "Play"):
        found.pop(name)
    for name, schema in found.items():
        _explain(name, schema)
    definitions = {name: _short(name, schema) for name, schema in found.items()}
    return {**definitions, "Effect": {"oneOf": effect["oneOf"]}}


def head_keys() -> Schema:
    """The keys of a game file."""
    uses = {"type": "object", "additionalProperties": {"$ref": "#/$defs/Use"}}
    return {
        "terms": {"$ref": "#/$defs/Terms", "description": "The words of play that the game declares."},
        "course": {"$ref": "#/$defs/Course", "description": "What holds for everybody, and who wins."},
        "sequences": {
            "type": "object",
            "additionalProperties": {"$ref": "#/$defs/Sequence"},
            "description": "What is reckoned and rolled one after the other, such as an attack.",
        },
        "use": {**uses, "description": "How entries of each kind are used, unless they say otherwise."},
    }


def entry_keys() -> Schema:
    """The keys of an entry, or of a form of a keyword."""
    return {
        "use": {"$ref": "#/$defs/Use", "description": "How it is switched on."},
        "effects": {**EFFECTS, "description": "What it does in play."},
    }


def _renamed(schema: Schema) -> Schema:
    """A schema with the verbs under names that nothing else has: grants have changes too."""
    text = json.dumps(schema)
    for verb in VERBS.values():
        text = text.replace(f'"#/$defs/{verb.__name__}"', f'"#/$defs/{DOES}{verb.__name__}"')
    made: Schema = json.loads(text)
    verbs = {verb.__name__ for verb in VERBS.values()}
    made["$defs"] = {DOES + name if name in verbs else name: one for name, one in made["$defs"].items()}
    return made


def _explain(name: str, schema: Schema) -> None:
    """Say what each key means; one thing needs no list."""
    hovers = PLAY_HOVERS[name.removeprefix(DOES)]
    for key, one in schema.get("properties", {}).items():
        one.pop("title", None)
        one["description"] = hovers[key]
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


def _short(name: str, schema: Schema) -> Schema:
    """A record with the short forms it may be written in."""
    return {"anyOf": [*SHORT[name], schema]} if name in SHORT else schema
