"""A list that names its game and nothing else is judged, printed and exported like any other."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder import import_force
from listbuilder.exchange.formats import TARGETS
from listbuilder.loading import game_folders
from tests.support.cli import invoke

GAMES = sorted(game_folders())


@pytest.fixture(params=GAMES)
def bare(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A list file of one line, for each game."""
    path = tmp_path / "bare.yaml"
    path.write_text(f"game: {request.param}\n", "utf-8")
    return path


def test_it_is_judged(bare: Path) -> None:
    """The verdict says that there are no models."""
    result = invoke("validate", bare)
    assert result.exit_code in (0, 1)
    assert "0 models" in result.stdout
    assert invoke("match", bare, bare).exit_code == result.exit_code


@pytest.mark.sample(5)
@pytest.mark.parametrize("options", [["sheet"], ["sheet", "--secret"], ["sheet", "--large-print"], ["cards"]])
def test_it_is_printed(options: list[str], bare: Path, tmp_path: Path) -> None:
    """A sheet and cards come out, whole."""
    out = tmp_path / "out.pdf"
    assert invoke(*options, bare, "--allow-illegal", "-o", out).exit_code == 0
    assert out.read_bytes().startswith(b"%PDF-")


@pytest.mark.sample(15)
@pytest.mark.parametrize("format", TARGETS)
def test_it_is_exported(format: str, bare: Path) -> None:
    """Every format has something to say."""
    result = invoke("export", bare, "--to", format, "--allow-illegal")
    assert result.exit_code == 0
    assert result.stdout.strip()


def test_it_is_kept_as_it_is(bare: Path) -> None:
    """Tidying and comparing change nothing, and an engine can have it."""
    before = bare.read_text("utf-8")
    assert invoke("fmt", bare).exit_code == 0
    assert bare.read_text("utf-8") == before
    assert invoke("diff", bare, bare).exit_code == 0
    assert import_force(bare, allow_illegal=True).models == ()
