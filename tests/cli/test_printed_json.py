"""`--json` of the commands that look at a list: each prints a document that fits its published schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from listbuilder.storage.reading import read_text
from listbuilder.ui.cli.app import app
from listbuilder.ui.cli.common import NO_LISTS
from listbuilder.ui.published_schemas import published_schema
from listbuilder.ui.schema_check import KINDS, kind_of
from tests.support.lists_made import GAMES

BAND = "game: constellation-warrior\nname: Band\nformat: small\nmodels:\n  - {unit: Soldier, name: Ada}\n"
OVER = BAND + "  - {unit: Hero}\n"
TEAM = """game: demihuman-combat
name: Gang
models:
  - {unit: Mother Lock}
  - {unit: Silt}
  - {unit: Newt, count: 2}
"""
SECRET = """game: kill-team
name: Team
team: Salvage Crew
scouting: Equip
models: []
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Some lists in a folder of their own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    for name, text in (("band", BAND), ("over", OVER), ("team", TEAM), ("secret", SECRET)):
        Path(f"{name}.yaml").write_text(text, "utf-8")
    return tmp_path


VERSIONS = {"fill": "1.1", "mission": "1.1"}


def run(document: str, *words: str, code: int = 0) -> Any:
    """What a command prints as JSON: it fits the schema of that document, and `schema check` knows which it is."""
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == code, result.output + result.stderr
    data = json.loads(result.stdout)
    assert list(Draft202012Validator(published_schema(document)).iter_errors(data)) == []
    assert (data["document"], data["schema"]) == (f"listbuilder-{document}", VERSIONS.get(document, "1.0"))
    assert kind_of(read_text(result.stdout, file="printed.json"), Path("printed.json")) == document
    return data


def test_fill() -> None:
    """The ways with what they add and cost; after one is taken, the verdict on what is in the file then."""
    data = run("fill", "fill", "band.yaml", "--most", "2")
    assert (data["left"], data["taken"], data["list"]["points"]["total"]) == (14, None, 16)
    first = data["ways"][0]
    assert first["points"]["total"] - 16 == first["points"]["change"] > 0
    assert {one["do"] for one in first["changes"]} <= {"add", "put"}
    taken = run("fill", "fill", "band.yaml", "--take", "1")
    assert (taken["taken"], taken["list"]["points"]["total"]) == (1, first["points"]["total"])


def test_mend() -> None:
    """The fewest changes that make a list legal, and what was tried."""
    data = run("mend", "mend", "over.yaml", code=1)
    assert (data["list"]["valid"], data["all_single_changes_tried"], data["taken"]) == (False, True, None)
    assert all(len(way["changes"]) == 1 and way["points"]["change"] <= 0 for way in data["ways"])
    assert run("mend", "mend", "over.yaml", "--take", "1")["list"]["valid"] is True


def test_deploy() -> None:
    """Each way by the places of its models, or why there is none."""
    data = run("deploy", "deploy", "team.yaml", code=0)
    assert data["decided"] is False
    assert data["options"][0]["models"][0]["where"] == "models[0]"
    Path("team.yaml").write_text(TEAM + "mission: Rescue\nrole: defender\n", "utf-8")
    data = run("deploy", "deploy", "team.yaml", code=1)
    assert (data["options"], bool(data["reasons"])) == ([], True)


def test_match() -> None:
    """Both verdicts, and a line for each thing that is compared."""
    data = run("match", "match", "band.yaml", "over.yaml", code=1)
    assert [one["valid"] for one in data["lists"]] == [True, False]
    assert next(one["numbers"] for one in data["lines"] if one["name"] == "Models") == [1, 2]
    assert data["sides"] == ["Band, A", "Band, B"]


@pytest.mark.parametrize("game", GAMES)
def test_mission(game: str) -> None:
    """A roll of every game, and every mission there is."""
    data = run("mission", "mission", game, "--seed", "7")
    assert len(data["drawn"]) == data["roll"]["draw"]
    if data["drawn"]:
        listed = run("mission", "mission", game, "--list")
        assert all(one in listed["missions"] for one in data["drawn"])
        assert (listed["drawn"], listed["roll"]) == ([], data["roll"])


def test_upgrade() -> None:
    """What changed, whether it was written, and the verdict."""
    data = run("upgrade", "upgrade", "band.yaml", "--dry-run")
    assert ([one["kind"] for one in data["changes"]], data["written"]) == (["version"], False)
    data = run("upgrade", "upgrade", "band.yaml")
    assert (data["written"], data["list"]["valid"]) == (True, True)
    assert run("upgrade", "upgrade", "band.yaml")["changes"] == []


def test_reveal() -> None:
    """Whether the seals fit, and what was secret."""
    result = CliRunner().invoke(app, ["export", "secret.yaml", "--to", "json", "--secret", "--reveal", "opens.json"])
    assert result.exit_code == 0, result.output
    data = run("revealed", "reveal", "opens.json")
    (seal,) = data["seals"]
    assert (seal["fits"], seal["same_catalogue"], seal["secrets"]) == (True, True, ["scouting: Equip"])
    assert run("revealed", "reveal", "opens.json", "--seal", "00", code=1)["missing"] == ["00"]
    kept = json.loads(Path("opens.json").read_text("utf-8"))
    assert list(Draft202012Validator(published_schema("reveal")).iter_errors(kept)) == []


def test_file_that_opens_seals_lies_beside_lists() -> None:
    """`sheet --secret` writes it there, so a folder with one in it is no worse for it."""
    CliRunner().invoke(app, ["export", "secret.yaml", "--to", "json", "--secret", "--reveal", "opens.json"])
    Path("secret.yaml").unlink()
    Path("over.yaml").unlink()
    result = CliRunner().invoke(app, ["validate", "."])
    assert (result.exit_code, "opens.json: this is a file that opens seals" in result.stdout) == (0, True)


def test_folder_says_what_each_document_is() -> None:
    """None of these is a list, and `validate` of a folder can say what each is instead."""
    assert {*KINDS} - {"list"} == {*NO_LISTS}
