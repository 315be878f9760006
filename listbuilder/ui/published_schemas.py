"""All JSON Schemas: lists, game files, overlays, events, collections, templates, forces, and what `--json` prints.

Written to `schemas/`, checked to be fresh. Each is read off its types, and has a name, a version and an `$id`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from listbuilder.building.suggestions import FILL, MEND, FillDocument, MendDocument
from listbuilder.catalogue import Game
from listbuilder.exchange.documents.difference import DIFFERENCE, Difference
from listbuilder.exchange.documents.edit_document import EDIT, EditDocument
from listbuilder.exchange.documents.force_document import force_schema
from listbuilder.exchange.documents.force_records import RULES, SCHEMA
from listbuilder.exchange.documents.list_documents import UNDO, UPGRADE, UndoDocument, UpgradeDocument
from listbuilder.exchange.documents.odds_document import ODDS, OddsDocument
from listbuilder.exchange.documents.report_document import REPORT, ReportDocument, Verdict
from listbuilder.exchange.documents.reveal_document import REVEAL, REVEALED, RevealedDocument, RevealFile
from listbuilder.exchange.documents.rules_document import rules_schema
from listbuilder.exchange.schemas.effect_schemas import with_play
from listbuilder.exchange.schemas.game_schemas import (
    collection_schema,
    entries_schema,
    event_schema,
    game_schema,
    overlay_schema,
    template_schema,
)
from listbuilder.exchange.schemas.list_schema import list_schema
from listbuilder.play.play_documents import DEPLOY, MATCH, MISSION, DeployDocument, MatchDocument, MissionDocument

# A schema made ready to be published: with its identity and version, and in a form that strict checkers take.


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


Schema = dict[str, Any]
FILES = "1.0"


def report_schema() -> Schema:
    """What `validate --json` prints."""
    return _titled(ReportDocument, "report")


def verdict_schema() -> Schema:
    """The verdict on one list."""
    return _typed(Verdict)


def _typed(type_: type) -> Schema:
    from pydantic import TypeAdapter

    made: Schema = TypeAdapter(type_).json_schema(by_alias=True, mode="serialization")
    return made


def _titled(type_: type, name: str) -> Schema:
    made = _typed(type_)
    return {**(with_play(made) if "EngineEntry" in made.get("$defs", {}) else made), "title": f"listbuilder {name}"}


PRINTED: dict[str, tuple[str, type]] = {
    "deploy": (DEPLOY, DeployDocument),
    "difference": (DIFFERENCE, Difference),
    "edit": (EDIT, EditDocument),
    "fill": (FILL, FillDocument),
    "match": (MATCH, MatchDocument),
    "mend": (MEND, MendDocument),
    "mission": (MISSION, MissionDocument),
    "odds": (ODDS, OddsDocument),
    "report": (REPORT, ReportDocument),
    "reveal": (REVEAL, RevealFile),
    "revealed": (REVEALED, RevealedDocument),
    "undo": (UNDO, UndoDocument),
    "upgrade": (UPGRADE, UpgradeDocument),
}
"""What commands print with `--json`, and the file that opens seals."""
FILE_KINDS: dict[str, tuple[str, Callable[[], Schema]]] = {
    "collection": (FILES, collection_schema),
    "entries": (FILES, entries_schema),
    "event": (FILES, event_schema),
    "force": (SCHEMA, force_schema),
    "game": (FILES, game_schema),
    "overlay": (FILES, overlay_schema),
    "rules": (RULES, rules_schema),
    "template": (FILES, template_schema),
}
DOCUMENTS = tuple(sorted({*PRINTED, *FILE_KINDS}))


def published_schema(name: str) -> Schema:
    """The schema of a document, ready for others."""
    if name in PRINTED:
        version, type_ = PRINTED[name]
        return publish_schema(name, version, _titled(type_, name))
    version, make = FILE_KINDS[name]
    return publish_schema(name, version, make())


def published_list_schema(game: Game) -> Schema:
    """The schema of a game's lists, ready for others; its version is the catalogue's."""
    return publish_schema(f"list-{game.id}", game.version, list_schema(game))


def author_schemas(game: Game) -> dict[str, str]:
    """The schemas that the author of a game needs in an editor, by file name, as text."""
    return schema_files(("entries", "game"), [game])


def all_schemas(games: list[Game]) -> dict[str, str]:
    """Every schema by file name, as text."""
    return schema_files(DOCUMENTS, games)


def schema_files(documents: Iterable[str], games: list[Game]) -> dict[str, str]:
    """The schemas of documents and of the lists of games by file name, as text."""
    made = {f"{name}.schema.json": published_schema(name) for name in documents}
    made |= {f"list-{game.id}.schema.json": published_list_schema(game) for game in games}
    return {name: json.dumps(schema, ensure_ascii=False, indent=2) + "\n" for name, schema in made.items()}
