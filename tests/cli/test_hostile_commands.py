"""Commands with lists and words that nobody would write: an answer of one kind or the other, in moments."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from listbuilder.lists.document import MAX_NAME, MAX_ROWS
from listbuilder.ui.cli.app import app
from tests.support.work import counted

MODELS = [{"rank": "I", "weapon": "Slug Pistol"}]


def run(*args: object) -> Result:
    """Run a command, which must foresee how it ends."""
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    assert result.exit_code in (0, 1, 2, 3), (result.output, result.exception)
    return result


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A list with as many models and groups as one may have."""
    path = tmp_path_factory.mktemp("crowd") / "crowd.yaml"
    tree: dict[str, Any] = {"game": "stack-and-horde", "models": [{"unit": "Reedspear"}] * MAX_ROWS}
    tree["groups"] = [{"name": f"G{number}", "kind": "stack"} for number in range(MAX_ROWS)]
    path.write_text(json.dumps(tree), "utf-8")
    return path


@pytest.mark.parametrize("words", [["Reedspear"], ["groups", "name=Late"]])
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_one_model_too_many(words: list[str], more: list[str], crowd: Path, tmp_path: Path) -> None:
    """A row behind the most that a list may have is written, and it is said that nobody judges it."""
    path = tmp_path / "list.json"
    path.write_bytes(crowd.read_bytes())
    result = run("add", path, *words, *more)
    if result.exit_code == 0 and not more:
        assert "not judged, as the list has too many" in " ".join(result.output.split())


def test_name_that_no_list_may_have() -> None:
    """A random list under a name that is too long is refused, and not looked for in vain."""
    with counted() as work:
        result = run("new", "stack-and-horde", "--random", "--name", "x" * (MAX_NAME + 1))
    assert result.exit_code == 2
    assert f"at most {MAX_NAME} letters" in " ".join(result.output.split())
    assert work.calls < 1_000_000


def test_one_command_called_many_times() -> None:
    """A program may call the same command as often as it likes: nothing piles up."""
    once = vars(app).copy()
    for _ in range(3):
        assert app.main(["--version"], standalone_mode=False) == 0
    assert vars(app) == once


@pytest.mark.sample(8)
@pytest.mark.parametrize("columns", ["0", "1", "2", "5", "21", "-3", "x", "9" * 30])
@pytest.mark.parametrize("words", [["games"], ["--help"], ["odds", "--help"], ["event", "status", "--help"]])
def test_a_terminal_of_any_width_will_do(words: list[str], columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever COLUMNS says, commands and their help work."""
    monkeypatch.setenv("COLUMNS", columns)
    assert CliRunner().invoke(app, words).exit_code == 0


def test_file_of_a_game_may_have_any_name(tmp_path: Path) -> None:
    """A name that is no text, as systems allow, makes no difference to what is in the file."""
    folder = tmp_path / "deluxe"
    folder.mkdir()
    (folder / "game.yaml").write_text("id: deluxe\nextends: rogue-conflict\n", "utf-8")
    for text, fine in (("kind: gear\nentries: [{name: Spoon, cost: 1}]\n", True), ("kind: [\n", False)):
        Path(os.fsdecode(os.fsencode(folder) + b"/\xff.yaml")).write_text(text, "utf-8")
        result = CliRunner().invoke(app, ["show", "deluxe", "spoon", "--catalogue", str(tmp_path)])
        assert result.exit_code == (0 if fine else 3), result.output
        assert fine or "\\udcff.yaml" in result.stderr
