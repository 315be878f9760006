"""`catalogue test`: the cases beside a game, reported like pytest reports tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.judging.game_cases import run_cases
from listbuilder.loading import game_folders, load_folder
from tests.support.cli import run

LIST = "lists/first-list.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new game."""
    run("catalogue", "new", "my-game", "--like", "squads", cwd=tmp_path)
    return tmp_path / "my-game"


@pytest.mark.parametrize("id", sorted(game_folders()))
def test_the_cases_of_the_games_pass(id: str) -> None:
    """Every game has boundary lists of its own, legal and not, and they are judged as expected."""
    folder = game_folders()[id]
    results = list(run_cases(folder, load_folder(folder)))
    assert len(results) >= 8
    assert {bool(one.case.codes) for one in results} == {True, False}
    assert [(one.case.name, one.expected, one.got) for one in results if not one.passed] == []


def test_cases_that_pass_and_fail_are_reported(folder: Path) -> None:
    """Dots, then each failure with its place, what was expected and what came out, and a summary."""
    cases = f"""cases:
  - {{name: The first, list: {LIST}, total: 51, stats: {{Ada: {{hp: 6}}}}, warnings: []}}
  - name: Wrong total
    list: {{models: [{{unit: Captain}}]}}
    total: 21
    stats: {{Captain: {{hp: 4, charm: 1}}, Nobody: {{hp: 1}}}}
  - {{name: No leader, list: {{models: [{{unit: Recruit}}]}}, codes: [count.under]}}
  - {{name: Not noticed, list: {{models: [{{unit: Recruit}}]}}, codes: [count.over]}}
  - {{name: No file, list: lists/none.yaml}}
"""
    (folder / "tests.yaml").write_text(cases, "utf-8")
    told = run("catalogue", "test", folder, code=1).output
    assert f"{folder}/tests.yaml .F.FF" in told
    assert f"{folder}/tests.yaml:3: Wrong total" in told
    assert "  expected: legal, total 21, Captain: hp 4, Captain: charm 1, Nobody: hp 1" in told
    assert "  got:      legal, total 20, Captain: hp 5, Captain: no charm, Nobody: no such model" in told
    assert "  expected: not legal: count.over\n  got:      not legal: count.under\n  count.under: A squad" in told
    assert "there is no such file" in told
    assert "3 failed, 2 passed in " in told


def test_mistakes_in_cases_are_reported_with_their_lines(folder: Path) -> None:
    """Keys that nothing reads, and values of the wrong form."""
    (folder / "tests.yaml").write_text("cases:\n  - {name: A, list: x, totla: 3}\n  - {list: {}, codes: 3}\n", "utf-8")
    told = run("catalogue", "test", folder, code=3).output
    assert "tests.yaml:2: Unknown key `totla`. Did you mean total?" in told
    assert "tests.yaml:3: `name` is missing." in told


def test_a_list_is_recorded_after_asking(folder: Path) -> None:
    """`--add` shows the verdict of today; a yes writes it, anything else writes nothing."""
    outside = folder.parent / "over.yaml"
    outside.write_text("game: my-game\nname: 'Two: leaders'\nmodels: [{unit: Captain, count: 2}]\n", "utf-8")
    assert "Nothing is recorded." in run("catalogue", "test", "--add", folder / LIST, stdin="n\n").output
    assert not (folder / "tests.yaml").exists()
    assert "First Squad: legal, 51 points." in run("catalogue", "test", "--add", folder / LIST, stdin="y\n").output
    run("catalogue", "test", "--add", outside, "--yes")
    text = (folder / "tests.yaml").read_text("utf-8")
    assert f"  - {{name: First Squad, list: {LIST}, total: 51}}\n" in text
    assert "codes: [count.over]" in text
    assert "2 passed of 2 cases" in run("catalogue", "test", folder).output
    run("catalogue", "check", folder)
