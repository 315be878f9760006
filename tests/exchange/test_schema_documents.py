"""The schemas of documents other than lists: every real document fits its schema, and every key explains itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from referencing import Registry

from listbuilder import import_force, judge_many
from listbuilder.exchange.documents.force_document import dump_force
from listbuilder.loading import shipped
from listbuilder.loading.folders import CASES
from listbuilder.storage.reading import CATALOGUE_LIMITS, read_file
from listbuilder.ui.cli.app import app
from listbuilder.ui.published_schemas import DOCUMENTS
from tests.exchange.schema_files import schema_file

FILES = sorted(path for path in shipped("catalogue").glob("*/*.yaml") if path.name != CASES)
STARTERS = sorted(shipped("catalogue").glob("*/lists/*.yaml"))


@lru_cache(maxsize=8)
def validator(name: str) -> Draft202012Validator:
    """The validator of a document's schema, which looks nothing up elsewhere."""
    return Draft202012Validator(schema_file(name), registry=Registry())


def errors(name: str, data: Any) -> list[str]:
    """What a schema has against a document."""
    return [f"{list(error.path)}: {error.message[:200]}" for error in validator(name).iter_errors(data)]


@pytest.mark.sample(25)
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_game_files(path: Path) -> None:
    """Every file of every game fits the schema that an editor would use for it."""
    data = read_file(path, limits=CATALOGUE_LIMITS).data
    assert errors("game" if path.name == "game.yaml" else "entries", data) == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("game", {"id": "a", "name": "A", "edition": "1", "version": "1.0.0"}),
        ("game", {"id": "a", "name": "A", "edition": "1", "version": "1.0.0", "text": "", "statz": {}}),
        ("entries", {"kind": "gear", "entries": [{"cost": 5}]}),
        ("entries", {"kind": "gear", "entries": [{"name": "A", "cost": "five"}]}),
        ("entries", {"rulez": []}),
        ("event", {"name": "Cup"}),
        ("event", {"name": "Cup", "game": "a", "limits": 5}),
        ("event", {"name": "Cup", "game": "a", "rules": [{"kind": "nonsense", "id": "a"}]}),
        ("force", {"document": "listbuilder-force"}),
    ],
)
def test_mistakes(name: str, data: dict[str, Any]) -> None:
    """What is missing, misspelt or of the wrong type is an error in the editor."""
    assert errors(name, data)


def test_event_packs() -> None:
    """An event pack with rules in their short forms fits."""
    rules = [{"kind": "points", "id": "p", "max": "limit"}, {"kind": "count", "id": "c", "of": "models", "max": 5}]
    assert errors("event", {"name": "Cup", "game": "a", "limit": 100, "rules": rules, "without": ["x"]}) == []


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_forces(path: Path) -> None:
    """Every force fits the published schema, also after a trip through JSON."""
    assert errors("force", json.loads(json.dumps(dump_force(import_force(path))))) == []


def test_force_schema_refuses_less() -> None:
    """A force that lacks any of its keys, or a model that does, no longer fits."""
    force, document = validator("force"), dump_force(import_force(STARTERS[0]))
    assert force.is_valid(document)
    for key in document:
        assert not force.is_valid({name: value for name, value in document.items() if name != key})
    for key in document["models"][0]:
        model = {name: value for name, value in document["models"][0].items() if name != key}
        assert not force.is_valid({**document, "models": [model]})


def test_reports() -> None:
    """What `validate --json` prints fits, for good lists and bad ones."""
    printed = CliRunner().invoke(app, ["validate", str(STARTERS[0].parent), "--json"]).stdout
    assert errors("report", json.loads(printed)) == []
    verdicts = list(judge_many([b"\xff", {"game": "chess"}, STARTERS[0]]))
    summary = {"lists": 3, "valid": 1, "errors": 2, "warnings": 0}
    assert errors("report", {"lists": verdicts, "summary": summary}) == []


def keys(node: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every key that a schema describes, with its own schema."""
    if isinstance(node, list):
        for item in node:
            yield from keys(item, path)
    elif isinstance(node, dict):
        properties = node.get("properties")
        if isinstance(properties, dict):
            yield from ((f"{path}.{name}", one) for name, one in properties.items())
        for name, item in node.items():
            yield from keys(item, f"{path}.{name}" if name not in ("properties", "items", "$defs") else path)


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_every_key_has_a_hover(name: str) -> None:
    """Each key of each document says in an editor what it means."""
    assert [path for path, schema in keys(schema_file(name)) if not schema.get("description")] == []
