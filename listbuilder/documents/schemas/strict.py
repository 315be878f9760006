"""A schema made ready to be published: with its identity and version, and in a form that strict checkers take.

Ajv's strict mode refuses several types under one `type` (but for `null` beside one other) and keywords that do not fit
the type they stand by. Generated schemas are put into that form here, once, whatever made them.
"""

from __future__ import annotations

import re
from typing import Any

Schema = dict[str, Any]
DRAFT = "https://json-schema.org/draft/2020-12/schema"
# The keywords that speak of one type of value only.
FITTING = {
    "string": ("maxLength", "minLength", "pattern", "format"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    "object": ("properties", "patternProperties", "additionalProperties", "required", "propertyNames", "minProperties"),
    "array": ("items", "prefixItems", "maxItems", "minItems", "uniqueItems"),
}
FITTING["integer"] = FITTING["number"]
MAPS = ("properties", "patternProperties", "$defs")


def publish_schema(name: str, version: str, schema: Schema) -> Schema:
    """A schema under its name and version."""
    head = {"$schema": DRAFT, "$id": f"urn:listbuilder:{name}:{version}", "$comment": f"version {version}"}
    return {**head, **{key: value for key, value in _strict(schema).items() if key not in head}}


def _strict(node: Any) -> Any:
    """A schema, and every schema inside it, in strict form."""
    if isinstance(node, list):
        return [_strict(one) for one in node]
    if not isinstance(node, dict):
        return node
    made = {
        key: {word: _strict(one) for word, one in value.items()} if key in MAPS else _inner(key, value)
        for key, value in node.items()
    }
    made.pop("discriminator", None)
    if "properties" in made and "patternProperties" in made:
        made["patternProperties"] = _without(made["properties"], made["patternProperties"])
    types = made.get("type")
    if isinstance(types, list) and (len(types) > 2 or (len(types) == 2 and "null" not in types)):
        return _apart(made, types)
    return made


def _inner(key: str, value: Any) -> Any:
    """The value of a keyword; examples and names to choose from are data and stay as they are."""
    return value if key in ("enum", "const", "examples", "default", "required") else _strict(value)


def _without(names: Schema, patterns: Schema) -> Schema:
    """Patterns for keys that leave out those which are named: these say the same and more."""
    made: Schema = {}
    for pattern, schema in patterns.items():
        found = [re.escape(name) for name in names if re.search(pattern, name)]
        made[f"^(?!(?:{'|'.join(found)})$){pattern.removeprefix('^')}" if found else pattern] = schema
    return made


def _apart(node: Schema, types: list[str]) -> Schema:
    """A schema for several types as one for each, every keyword beside the type that it is about."""
    moved = {word for words in FITTING.values() for word in words} & node.keys()
    kinds = [{"type": kind, **{word: node[word] for word in FITTING.get(kind, ()) if word in node}} for kind in types]
    rest = {key: value for key, value in node.items() if key not in moved and key not in ("type", "anyOf")}
    both = [{"anyOf": kinds}, {"anyOf": node["anyOf"]}] if "anyOf" in node else []
    return {**rest, "allOf": both} if both else {**rest, "anyOf": kinds}
