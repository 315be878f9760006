"""Lists in tests/games/<game>/{legal,illegal} are judged as their own first lines say.

`# expect: code where; code where` names every error and warning; without it there must be none. `# points: 50` gives
the cost. Adding a case is adding a file.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder import load_game, read_list, resolve, validate
from listbuilder.judging.validator import Report
from tests.support.paths import TESTS

GAMES = TESTS / "games"
CASES = sorted(GAMES.glob("*/*/*.yaml"))


def judged(path: Path) -> Report:
    """The report on a list file."""
    document = read_list(path)
    return validate(resolve(document, load_game(document.game)))


def said(path: Path, word: str) -> str:
    """What a comment line such as `# points: 50` says, or nothing."""
    found = re.search(rf"^# {word}: *(.*)$", path.read_text("utf-8"), re.MULTILINE)
    return found[1].strip() if found else ""


def expected(path: Path) -> list[str]:
    """The findings that the file promises."""
    return sorted(part.strip() for part in said(path, "expect").split(";") if part.strip())


@pytest.mark.parametrize("path", CASES, ids=lambda path: str(path.relative_to(GAMES).with_suffix("")))
def test_case(path: Path) -> None:
    """The list belongs to its folder's game, and has the verdict, the findings and the points that it promises."""
    report = judged(path)
    found = [f"{one.code} {one.where}" for one in report.findings if one.severity != "info"]
    assert report.force.game.id == path.parents[1].name
    assert sorted(found) == expected(path)
    assert report.valid == (path.parent.name == "legal")
    if points := said(path, "points"):
        assert report.force.cost == int(points)


@pytest.mark.parametrize("game", sorted(path.name for path in GAMES.iterdir()))
def test_folders_hold_cases(game: str) -> None:
    """Every game here has legal and illegal cases, in folders of these names and nowhere else."""
    assert {path.name for path in (GAMES / game).iterdir()} == {"illegal", "legal"}
    assert all(any(folder.glob("*.yaml")) for folder in (GAMES / game).iterdir())
    assert set(GAMES.rglob("*.yaml")) == set(CASES)
