"""A list that names its game and nothing else is judged, printed and exported like any other."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from listbuilder import import_force
from listbuilder.cli.app import app
from listbuilder.formats import TARGETS
from listbuilder.loader import game_folders

GAMES = sorted(game_folders())


@pytest.fixture(params=GAMES)
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A list file of one line, for each game."""
    path = tmp_path / "bare.yaml"
    path.write_text(f"game: {request.param}\n", "utf-8")
    return path


def run(*args: object) -> Result:
    """Run a command; anything but a clean exit is raised."""
    result = CliRunner().invoke(app, [str(arg) for arg in args])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_it_is_judged(bare: Path) -> None:
    """The verdict says that there are no models."""
    result = run("validate", bare)
    assert result.exit_code in (0, 1)
    assert "0 models" in result.stdout
    assert run("match", bare, bare).exit_code == result.exit_code


@pytest.mark.parametrize("options", [["sheet"], ["sheet", "--secret"], ["sheet", "--large-print"], ["cards"]])
def test_it_is_printed(options: list[str], bare: Path, tmp_path: Path) -> None:
    """A sheet and cards come out, whole."""
    out = tmp_path / "out.pdf"
    assert run(*options, bare, "--allow-illegal", "-o", out).exit_code == 0
    assert out.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("format", TARGETS)
def test_it_is_exported(format: str, bare: Path) -> None:
    """Every format has something to say."""
    result = run("export", bare, "--to", format, "--allow-illegal")
    assert result.exit_code == 0
    assert result.stdout.strip()


def test_it_is_kept_as_it_is(bare: Path) -> None:
    """Tidying and comparing change nothing, and an engine can have it."""
    before = bare.read_text("utf-8")
    assert run("fmt", bare).exit_code == 0
    assert bare.read_text("utf-8") == before
    assert run("diff", bare, bare).exit_code == 0
    assert import_force(bare, allow_illegal=True).models == ()
