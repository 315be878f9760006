"""The published force as JSON, and back: what `export --to engine` prints. Its schema is made from the same records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from listbuilder.base.errors import DocumentError
from listbuilder.base.findings import Finding
from listbuilder.exchange.documents.dump import dump
from listbuilder.exchange.documents.force_records import DOCUMENT, SCHEMA, EngineForce
from listbuilder.exchange.documents.publish import publish
from listbuilder.judging.validator import Report
from listbuilder.storage.data_reader import read_mapping
from listbuilder.storage.reading import CATALOGUE_LIMITS, Tree

if TYPE_CHECKING:
    from pydantic import TypeAdapter

MAX_FINDINGS = 20
AGAIN = "Export the list again with `export --to engine`."


def force_document(report: Report) -> dict[str, Any]:
    """The force of a judged list as plain data."""
    return dump_force(publish(report))


def dump_force(force: EngineForce) -> dict[str, Any]:
    """A published force as plain data, every key in its place whether or not it says anything."""
    made: dict[str, Any] = dump(force)
    extras = made.pop("extras")
    return {**made, **extras}


def is_force_document(data: Mapping[str, object]) -> bool:
    """Whether data says that it is a published force."""
    return data.get("document") == DOCUMENT


def force_from_document(data: Mapping[str, object]) -> EngineForce:
    """The force that a document holds, or DocumentError with everything that does not fit the schema.

    Nothing is judged again: use it for documents of your own, and `import_force` for those of strangers.
    """
    import json

    from pydantic import ValidationError

    if not isinstance(data, Mapping):
        raise _force_error("force.shape", f"A published force is a mapping, not {type(data).__name__}.", "")
    tree = read_mapping(data, limits=CATALOGUE_LIMITS).data
    _check_version(tree)
    extras = {key: value for key, value in tree.items() if key.startswith("x-")}
    try:
        return _adapter().validate_json(json.dumps({**tree, "extras": extras}), strict=True)
    except ValidationError as error:
        problems = error.errors(include_url=False, include_input=False)[:MAX_FINDINGS]
        findings = tuple(
            _problem("force.shape", item["msg"], ".".join(str(step) for step in item["loc"])) for item in problems
        )
        raise DocumentError(f"The document is no published force: {findings[0].message}", findings) from error


def _check_version(tree: Mapping[str, Tree]) -> None:
    major = SCHEMA.partition(".")[0]
    if not is_force_document(tree):
        raise _force_error("force.shape", f"`document` must be {DOCUMENT}.", "document")
    if str(tree.get("schema")).partition(".")[0] != major:
        raise _force_error(
            "force.version", f"`schema` is {tree.get('schema')!r}; this program reads {major}.x.", "schema"
        )


def _force_error(code: str, message: str, where: str) -> DocumentError:
    return DocumentError.of(code, message, AGAIN, where=where)


def _problem(code: str, message: str, where: str) -> Finding:
    return Finding(code=code, message=message, hint=AGAIN, where=where)


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[EngineForce]:
    from pydantic import TypeAdapter

    return TypeAdapter(EngineForce)


def force_schema() -> dict[str, Any]:
    """The JSON Schema of a published force, version and all."""
    from listbuilder.exchange.schemas.effect_schemas import with_play

    made = with_play(_adapter().json_schema(mode="serialization"))
    del made["properties"]["extras"]
    made["required"].remove("extras")
    properties = {**made["properties"], "schema": {**made["properties"]["schema"], "examples": [SCHEMA]}}
    return {
        **made,
        "title": "listbuilder force",
        "properties": properties,
        "patternProperties": {"^x-": {"description": "Data of other tools: ignored and kept."}},
    }
