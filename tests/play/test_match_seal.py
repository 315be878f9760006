"""A blind exchange between two players: the code gives nothing away, and opens for what was sealed alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from listbuilder.loading import shipped
from listbuilder.ui.cli.app import app
from tests.support import fast_yaml

SOURCE = min((shipped("catalogue") / "kill-team" / "lists").glob("*.yaml"))


def run(*words: object, code: int = 0) -> Result:
    """A command that must end as it should."""
    done = CliRunner().invoke(app, ["match", *map(str, words)])
    assert done.exit_code == code, done.output
    return done


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A list with a secret choice."""
    path = tmp_path / "mine.yaml"
    path.write_bytes(SOURCE.read_bytes())
    return path


def test_seal_and_open(mine: Path, tmp_path: Path) -> None:
    """The code opens the file, typed in any way; another code does not, and the file is for its owner only."""
    found = json.loads(run("seal", mine, "--json").stdout)
    file = Path(found["file"])
    assert len(found["code"]) == 26 and file.stat().st_mode & 0o077 == 0
    typed = "-".join(found["code"].lower()[at : at + 4] for at in range(0, 26, 4))
    assert "MATCH" in run("open", file, typed).stdout
    assert "CHANGED" in run("open", file, "0" * 26, code=1).stdout
    run("seal", mine, code=3)
    other = json.loads(run("seal", mine, "-o", tmp_path / "two.json", "--json").stdout)
    assert other["code"] != found["code"]


def test_some_slots_alone(mine: Path) -> None:
    """Of a list with --slots only those are in the file; spelling and order make no difference to the proof."""
    found = json.loads(run("seal", mine, "--slots", "tac-op", "--slots", "primary-op", "--json").stdout)
    data = json.loads(Path(found["file"]).read_text("utf-8"))
    assert set(data["list"]) == {"game", "tac-op", "primary-op"}
    data["list"]["tac-op"] = str(data["list"]["tac-op"]).upper()
    Path(found["file"]).write_text(json.dumps(data), "utf-8")
    assert "MATCH" in run("open", found["file"], found["code"]).stdout
    Path(found["file"]).unlink()
    assert "Did you mean tac-op?" in run("seal", mine, "--slots", "tac-opp", code=2).stderr


def test_changed_choice_is_seen(mine: Path) -> None:
    """Another choice in the file is not what was sealed, whatever else is right."""
    ops = fast_yaml.load(SOURCE.read_text("utf-8"))
    found = json.loads(run("seal", mine, "--json").stdout)
    data = json.loads(Path(found["file"]).read_text("utf-8"))
    assert data["list"]["primary-op"] == ops["primary-op"]
    data["list"]["primary-op"] = "Kill" if ops["primary-op"] != "Kill" else "Tac"
    Path(found["file"]).write_text(json.dumps(data), "utf-8")
    run("open", found["file"], found["code"], code=1)


def test_wrong_files_and_words(mine: Path, tmp_path: Path) -> None:
    """A file that opens nothing, a missing code, and options without `seal` are refused."""
    other = tmp_path / "x.json"
    other.write_text('{"document": "other"}', "utf-8")
    run("open", other, "A" * 26, code=3)
    run("open", other, code=2)
    run(mine, mine, "--slots", "plan", code=2)
