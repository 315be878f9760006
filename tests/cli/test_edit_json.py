"""`--json` of edits, `undo` and `diff`: what changed, as documents that fit their published schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from listbuilder.ui.cli.app import app
from listbuilder.ui.published_schemas import published_schema

LIST = """# mine
game: constellation-warrior
name: Band
format: small
models:
  - {unit: Soldier, name: Ada}
  - {unit: Novice}
"""


@pytest.fixture(autouse=True)
def band(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list in a folder of its own, with notes for `undo` beside it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    Path("band.yaml").write_text(LIST, "utf-8")
    return tmp_path


def run(document: str, *words: str, code: int = 0) -> Any:
    """What a command prints as JSON, which fits the schema of that document."""
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == code, result.output + result.stderr
    data = json.loads(result.stdout)
    wrong = list(Draft202012Validator(published_schema(document)).iter_errors(data))
    assert wrong == []
    return data


def test_a_change_says_model_total_and_findings() -> None:
    """The model with its price before and after, the total, what is new among the findings and what is solved."""
    data = run("edit", "set", "band.yaml", "Ada", "weapon=Long")
    assert data["did"] == "Changed"
    assert data["keys"] == ["weapon"]
    (row,) = data["rows"]
    assert (row["kind"], row["where"], row["number"], row["name"]) == ("model", "models[0]", 1, "Ada")
    assert row["cost"] == {"before": 16, "after": 24}
    assert data["points"] == {"before": 24, "after": 32}
    assert [one["code"] for one in data["new"]] == ["points.over"]
    assert data["list"]["valid"] is False
    data = run("edit", "set", "band.yaml", "Ada", "weapon=")
    assert (data["new"], [one["code"] for one in data["solved"]]) == ([], ["points.over"])
    assert data["list"]["valid"] is True


def test_models_that_come_and_go() -> None:
    """An added model cost nothing before; one that is gone costs nothing now; older findings are counted."""
    data = run("edit", "add", "band.yaml", "Hero", "Hero")
    assert [(one["number"], one["cost"]) for one in data["rows"]] == [
        (3, {"before": None, "after": 30}),
        (4, {"before": None, "after": 30}),
    ]
    data = run("edit", "remove", "band.yaml", "1")
    assert data["rows"][0]["cost"] == {"before": 16, "after": None}
    data = run("edit", "move", "band.yaml", "3", "1")
    assert data["older"] == 1
    data = run("edit", "set", "band.yaml", "list", "name=Gang")
    assert data["rows"][0]["kind"] == "list"
    data = run("edit", "set", "band.yaml", "list", "name=Gang")
    assert (data["did"], data["rows"]) == ("Nothing", [])


def test_undo_has_the_difference() -> None:
    """`undo` and `redo` say what differs now and how many steps there are each way."""
    run("edit", "add", "band.yaml", "Novice")
    data = run("undo", "undo", "band.yaml")
    assert (data["did"], data["undo"], data["redo"]) == ("Took back", 0, 1)
    assert [(one["change"], one["model"]) for one in data["difference"]["models"]] == [("removed", "Novice")]
    assert run("undo", "redo", "band.yaml")["list"]["models"] == 3


def test_difference() -> None:
    """`diff --json` fits its schema, whether or not the lists differ."""
    Path("other.yaml").write_text(LIST.replace("Novice", "Hero, count: 2"), "utf-8")
    data = run("difference", "diff", "band.yaml", "other.yaml", code=1)
    assert data["points"] == {"before": 24, "after": 76}
    assert run("difference", "diff", "band.yaml", "band.yaml")["same"] is True


def test_schema_check_knows_them() -> None:
    """`schema check` tells these documents from others, and `validate` says that they are no lists."""
    for name, words in (("edit", ["add", "band.yaml", "Novice"]), ("undo", ["undo", "band.yaml"])):
        Path(f"{name}.json").write_text(json.dumps(run(name, *words)), "utf-8")
    Path("diff.json").write_text(json.dumps(run("difference", "diff", "band.yaml", "band.yaml")), "utf-8")
    result = CliRunner().invoke(app, ["schema", "check", "edit.json", "undo.json", "diff.json"])
    assert result.exit_code == 0, result.stderr
    left = CliRunner().invoke(app, ["validate", ".", "--json"])
    assert {Path(one["file"]).name for one in json.loads(left.stdout)["summary"]["left_out"]} >= {
        "edit.json",
        "undo.json",
        "diff.json",
    }
