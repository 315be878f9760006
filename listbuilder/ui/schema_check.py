"""Check any document against its published schema: data with its lines goes in, findings with places come out.

For engine authors and for checks in repositories. It says whether a document has the right form; whether a list is
legal is for the validator to say.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from listbuilder.base.findings import Finding
from listbuilder.base.spelling import did_you_mean, spelled
from listbuilder.catalogue import Event, Game
from listbuilder.exchange.documents.force_document import is_force_document
from listbuilder.lists.document import LIST
from listbuilder.loading import shipped
from listbuilder.loading.templates import Templates
from listbuilder.storage.reading import Document, format_path, refuse_one
from listbuilder.ui.published_schemas import DOCUMENTS, published_list_schema

if TYPE_CHECKING:
    from jsonschema import ValidationError

Schema = dict[str, Any]
KINDS = ("list", *DOCUMENTS)
SAID = {f"listbuilder-{name}": name for name in DOCUMENTS}
MOST, SHOWN = 50, 8
TYPES = {"integer": "a whole number", "object": "keys with values", "array": "a list", "boolean": "true or false"}


def kind_of(document: Document, path: Path) -> str:
    """Which document a file is, by what is in it and where it lies; DocumentError when nothing tells."""
    data = document.data
    keys = set(data)
    if is_force_document(data):
        return "force"
    if (said := str(data.get("document"))) in SAID:
        return SAID[said]
    if {"lists", "summary"} <= keys:
        return "report"
    if {"same", "games", "points"} <= keys:
        return "difference"
    if "game" in keys:
        own = {one.name for one in fields(Event)} - LIST.all.keys()
        return "collection" if "owned" in keys else "event" if keys & own and not keys & LIST.rows.keys() else "list"
    if path.stem == "game" and "id" in keys:
        return "overlay" if "extends" in keys else "game"
    if "entries" in keys or "kind" in keys or (path.parent / "game.yaml").is_file():
        return "entries"
    if keys and keys <= {one.name for one in fields(Templates)}:
        return "template"
    hint = f"Say --as with one of {', '.join(KINDS)}."
    raise refuse_one("schema.kind", "nothing tells which document this is", hint, str(path), 1)


def schema_for(kind: str, document: Document, load: Callable[[str], Game]) -> Schema:
    """The published schema of a kind of document, as it lies there; that of a list is its game's."""
    if kind == "list":
        return published_list_schema(load(str(document.data.get("game"))))
    found: Schema = json.loads((shipped("schemas") / f"{kind}.schema.json").read_text("utf-8"))
    return found


def check_document(document: Document, schema: Schema) -> list[Finding]:
    """Everything in a document that does not fit a schema, in the order of its lines."""
    from jsonschema import Draft202012Validator
    from referencing import Registry

    registry: Registry[Any] = Registry()
    errors = Draft202012Validator(schema, registry=registry).iter_errors(document.data)
    found: dict[tuple[str, str], Finding] = {}
    more = 0
    for wrong in errors:
        for finding in _explained(_leaf(wrong), document):
            more += len(found) >= MOST
            if len(found) < MOST:
                found.setdefault((finding.where, finding.message), finding)
    listed = sorted(found.values(), key=lambda one: one.line or 0)
    rest = Finding(code="schema.value", message=f"And {more} more.", hint="Mend these first.", file=document.file)
    return [*listed, *([rest] if more else [])]


def _leaf(error: ValidationError) -> ValidationError:
    """The error that goes deepest, of those that a choice between schemas brings along."""
    while error.context:
        deepest = max(error.context, key=lambda one: len(one.absolute_path))
        if len(deepest.absolute_path) == len(error.absolute_path):
            return error
        error = deepest
    return error


def _all(error: ValidationError) -> Iterator[ValidationError]:
    """An error and those that it was made of."""
    yield error
    for one in error.context or ():
        yield from _all(one)


def _explained(error: ValidationError, document: Document) -> Iterator[Finding]:
    """An error in words, one for each key that it is about."""
    path = tuple(error.absolute_path)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        for key in error.instance:
            if key not in known and not key.startswith("x-"):
                hint = did_you_mean(key, known) or "Take it out, or begin it with x-."
                yield _finding("schema.key", f"Unknown key `{key}`.", hint, document, (*path, key))
    elif error.validator == "required":
        wanted: list[str] = [str(key) for key in cast("list[object]", error.validator_value)]
        for key in wanted:
            if key not in cast("dict[str, object]", error.instance):
                yield _finding("schema.missing", f"`{key}` is missing.", "Add it.", document, path)
    else:
        fact = f"`{format_path(path) or 'the document'}` can't be {spelled(error.instance)}."
        yield _finding("schema.value", fact, _hint(error), document, path)


def _hint(error: ValidationError) -> str:
    """What would fit: the nearest of the names there are, the names when they are few, or the type."""
    parts: list[tuple[Any, Any]] = [(one.validator, one.validator_value) for one in _all(error)]
    names = [str(name) for rule, value in parts if rule == "enum" for name in value if name is not None]
    near = did_you_mean(str(error.instance), names) if isinstance(error.instance, str | int) else ""
    if near or names:
        return near or f"Write one of {', '.join(names[:SHOWN])}{', …' if len(names) > SHOWN else ''}."
    types = [value for rule, value in parts if rule == "type"]
    words = [TYPES.get(word, word) for type_ in types for word in ([type_] if isinstance(type_, str) else type_)]
    shown = [word for word in dict.fromkeys(words) if word != "null"]
    return f"Write {' or '.join(shown)}." if shown else f"The schema says {parts[0][0]}: {spelled(parts[0][1])}."


def _finding(code: str, message: str, hint: str, document: Document, path: tuple[str | int, ...]) -> Finding:
    where, line = format_path(path), document.line(path)
    return Finding(code=code, message=message, hint=hint, where=where, file=document.file, line=line)
