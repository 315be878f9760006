"""Every schema has an identity and a version, and passes the strict mode of Ajv where node has it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from listbuilder.loading import load_game, shipped
from tests.support.paths import TESTS

SCHEMAS = sorted(shipped("schemas").glob("*.json"))
AJV = TESTS / "ajv"


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name.removesuffix(".schema.json"))
def test_each_has_an_identity(path: Path) -> None:
    """`$id` has the name of the file and the version, which `$comment` says in words."""
    schema = json.loads(path.read_text("utf-8"))
    name = path.name.removesuffix(".schema.json")
    version = schema["$comment"].removeprefix("version ")
    assert schema["$id"] == f"urn:listbuilder:{name}:{version}"
    if name.startswith("list-"):
        assert version == load_game(name.removeprefix("list-")).version


def test_ajv_takes_them_in_strict_mode() -> None:
    """No unknown keyword, no mixed types, no keyword beside a type that it says nothing about."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    if not (AJV / "node_modules" / "ajv" / "dist" / "2020.js").is_file():
        pytest.skip("Ajv is not installed: npm install --prefix tests/ajv")
    done = subprocess.run(["node", AJV / "strict.mjs", *SCHEMAS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
