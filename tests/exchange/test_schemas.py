"""The JSON Schemas: as fresh as the code that makes them, valid themselves, and of one mind with the validator."""

from __future__ import annotations

import copy
import json
import pathlib
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from referencing import Registry

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.loading import game_folders, shipped
from listbuilder.storage.reading import read_file
from listbuilder.ui.cli.app import app
from tests.exchange.schema_files import schema_file
from tests.support.paths import ROOT

SCHEMAS = sorted(shipped("schemas").glob("*.json"))
STARTERS = [
    (game, path) for game, folder in game_folders().items() for path in sorted((folder / "lists").glob("*.yaml"))
]


def list_validator(game: str) -> Draft202012Validator:
    """A validator for the lists of a game that looks nothing up elsewhere."""
    return Draft202012Validator(schema_file(f"list-{game}"), registry=Registry())


def starter(game: str) -> dict[str, Any]:
    """A legal list of a game as data."""
    return copy.deepcopy(read_file(next(path for one, path in STARTERS if one == game)).data)


def test_files_are_what_the_code_makes(tmp_path: pathlib.Path) -> None:
    """`schema --write` makes exactly the files in schemas/, byte for byte."""
    result = CliRunner().invoke(app, ["schema", "--write", str(tmp_path)])
    assert result.exit_code == 0
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_text("utf-8") for path in SCHEMAS}


def test_each_game_and_document_has_one() -> None:
    """There is a schema for the lists of each game, for game files, events and reports."""
    wanted = {f"list-{game}" for game in game_folders()} | {"game", "event", "report"}
    assert wanted <= {path.name.removesuffix(".schema.json") for path in SCHEMAS}


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.stem)
def test_each_is_a_schema(path: pathlib.Path) -> None:
    """Each file says that it is of the draft 2020-12, is valid against it, and refers to its own definitions only."""
    schema = json.loads(path.read_text("utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(schema)
    assert {ref.partition("#/$defs/")[2] for ref in references(schema)} <= schema.get("$defs", {}).keys()


def references(node: object) -> list[str]:
    """Every `$ref` in a schema."""
    if isinstance(node, dict):
        own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return own + [ref for value in node.values() for ref in references(value)]
    return [ref for value in node for ref in references(value)] if isinstance(node, list) else []


@pytest.mark.parametrize("what", ["rogue-conflict", "Constellation Warrior", "event", "game", "report"])
def test_schema_command_prints_the_file(what: str) -> None:
    """`schema GAME` and `schema DOCUMENT` print what the file holds."""
    name = what if what in ("event", "game", "report") else f"list-{what.lower().replace(' ', '-')}"
    printed = CliRunner().invoke(app, ["schema", what]).stdout
    assert printed == (shipped("schemas") / f"{name}.schema.json").read_text("utf-8")


@pytest.mark.sample(10)
@pytest.mark.parametrize(("game", "path"), STARTERS, ids=lambda value: getattr(value, "stem", value))
def test_every_starter_list_fits_its_schema(game: str, path: pathlib.Path) -> None:
    """What the validator finds legal, an editor with the schema finds legal too."""
    assert list(list_validator(game).iter_errors(read_file(path).data)) == []


BREAK: dict[str, Any] = {
    "key": lambda data: data.update(modles=[]),
    "points": lambda data: data.update(points=0),
    "game": lambda data: data.update(game="chess"),
    "format": lambda data: data.update(format="huge"),
    "empty format": lambda data: data.update(format=""),
    "limit": lambda data: data.update(limit=-1),
    "true limit": lambda data: data.update(limit=True),
    "models": lambda data: data.update(models={}),
    "groups": lambda data: data.update(groups=[{"name": "A"}]),
    "long name": lambda data: data.update(name="x" * 81),
    "model key": lambda data: data["models"][0].update(wepon="Short"),
    "entry": lambda data: data["models"][0].update(weapon="Slug Pistl"),
    "entry in a list": lambda data: data["models"][0].update(abilities=["Pusch On"]),
    "nested entry": lambda data: data["models"][0].update(weapon=[["Short"]]),
    "count": lambda data: data["models"][0].update(count=0),
    "huge count": lambda data: data["models"][0].update(count=301),
    "half a count": lambda data: data["models"][0].update(count=1.5),
    "no row": lambda data: data["models"].append(None),
}


@pytest.mark.parametrize("game", ["constellation-warrior", "rogue-conflict"])
@pytest.mark.parametrize("what", BREAK)
def test_schema_and_validator_refuse_the_same(game: str, what: str) -> None:
    """A misspelt key or entry, or a value of the wrong kind, is an error for the editor and for the validator."""
    data = starter(game)
    BREAK[what](data)
    assert not list_validator(game).is_valid(data)
    if what != "game":
        assert not validate(resolve(read_list(data), load_game(game))).valid


KEEP: dict[str, Any] = {
    "other tools": lambda data: data.update({"x-tool": {"any": [1, None]}}),
    "model of other tools": lambda data: data["models"][0].update({"x-id": 7}),
    "printed game": lambda data: data.update(game=load_game(data["game"]).name),
    "numbers as names": lambda data: data.update(name=7, player=1.5),
    "printed format": lambda data: data.update(format=load_game(data["game"]).format(data["format"]).name),  # type: ignore[union-attr]
    "one as a list": lambda data: data["models"][0].update(weapon=[data["models"][0]["weapon"]]),
}


@pytest.mark.parametrize("game", ["constellation-warrior", "rogue-conflict"])
@pytest.mark.parametrize("what", KEEP)
def test_schema_and_validator_allow_the_same(game: str, what: str) -> None:
    """What the validator takes without a word, the schema takes as well."""
    data = starter(game)
    KEEP[what](data)
    assert validate(resolve(read_list(data), load_game(game))).valid
    assert [error.message for error in list_validator(game).iter_errors(data)] == []


def test_reference_is_what_the_code_makes() -> None:
    """The reference beside the author's guide is fresh."""
    from listbuilder.exchange.schemas.reference import reference

    assert (ROOT / "docs" / "design" / "REFERENCE.md").read_text("utf-8") == reference()


@pytest.mark.parametrize("path", sorted(shipped("templates").glob("*.yaml")), ids=lambda path: path.stem)
def test_templates_fit_their_schema(path: pathlib.Path) -> None:
    """The shipped card templates fit the template schema, and a misspelt key does not."""
    schema = schema_file("template")
    data = read_file(path).data
    Draft202012Validator(schema).validate(data)
    assert not Draft202012Validator(schema).is_valid({**data, "sizez": {}})
