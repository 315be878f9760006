"""`catalogue check`: what is only said before a release, what to do next, and waiting for a save."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import pytest
from click.exceptions import Exit

from listbuilder.ui.cli import catalogue_check
from listbuilder.ui.cli.catalogue_check import saved, wait_for_save, watch_folder
from tests.support.cli import run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new game."""
    run("catalogue", "new", "my-game", "--like", "squads", cwd=tmp_path)
    return tmp_path / "my-game"


def edit(path: Path, old: str, new: str) -> None:
    """Change a file."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_digits_in_texts_are_an_info_before_the_first_release(folder: Path) -> None:
    """From version 1.0.0 on they are a problem."""
    edit(folder / "units.yaml", "Gives the orders", "Gives 3 orders")
    assert "info: " in (told := run("catalogue", "check", folder).output)
    assert "'3' is a number in words only" in told
    edit(folder / "game.yaml", "version: 0.1.0", "version: 1.0.0")
    assert "'3' is a number in words only" in run("catalogue", "check", folder, code=3).output


def test_many_digits_are_one_line_beyond_a_handful(folder: Path) -> None:
    """`--coverage` lists them all."""
    rows = "".join(f"  - {{name: Thing {'abcdefgh'[at]}, text: Gives {at + 2} orders}}\n" for at in range(8))
    (folder / "more.yaml").write_text(f"kind: unit\nentries:\n{rows}", "utf-8")
    told = run("catalogue", "check", folder).output
    assert told.count("is a number in words only") == 5
    assert "info: 3 more texts with numbers in words only; --coverage lists all." in told
    assert run("catalogue", "check", folder, "--coverage").output.count("is a number in words only") == 8


def test_a_name_in_another_script_gets_an_id(folder: Path) -> None:
    """It can be named in a list as it is printed."""
    edit(folder / "units.yaml", "name: Veteran", "name: Воин")
    (folder / "lists" / "two.yaml").write_text("game: my-game\nmodels: [{unit: Captain}, {unit: Воин}]\n", "utf-8")
    assert "2 of 2 starter lists legal" in run("catalogue", "check", folder).output


def test_the_check_ends_with_the_next_step(folder: Path) -> None:
    """Whatever state a game is in."""
    starter = folder / "lists" / "first-list.yaml"
    assert (
        f"Next: record a list as a case: `listbuilder catalogue test --add {starter}`."
        in run("catalogue", "check", folder).output
    )
    run("catalogue", "test", "--add", starter, "--yes")
    proof = f"Next: prove what it allows: `listbuilder catalogue prove {folder}`."
    assert proof in run("catalogue", "check", folder).output
    edit(starter, "Captain", "Recruit")
    assert "Next: correct the starter lists above" in run("catalogue", "check", folder, code=1).output
    starter.unlink()
    (folder / "tests.yaml").unlink()
    assert "Next: write a list: " in run("catalogue", "check", folder).output
    edit(folder / "units.yaml", "cost: 20", "points: 20")
    assert "Next: correct these" in run("catalogue", "check", folder, code=3).output


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ("total: ", "totl: ", 3, "Unknown key `totl`. Did you mean total?"),
        ("total: ", "total: 1", 1, "expected: legal, total 1"),
        ("total: ", "stats: {Captain: {hitpoints: 3}}, total: ", 1, "Captain: no hitpoints"),
    ],
)
def test_a_wrong_case_is_no_clean_game(folder: Path, old: str, new: str, code: int, says: str) -> None:
    """The check runs the cases too, and shows those that fail."""
    run("catalogue", "test", "--add", folder / "lists" / "first-list.yaml", "--yes")
    edit(folder / "tests.yaml", old, new)
    assert says in " ".join(run("catalogue", "check", folder, code=code).output.split())


def test_watching_waits_for_a_save(folder: Path) -> None:
    """It looks again and again until a file differs; without a terminal it is refused."""
    looks: list[float] = []

    def sleep(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 3:
            edit(folder / "units.yaml", "cost: 20", "cost: 2000")

    wait_for_save(folder, saved(folder), sleep)
    assert len(looks) == 3
    assert "only a terminal" in run("catalogue", "check", folder, "--watch", code=2).output


def test_what_a_watch_says_is_shown_before_it_waits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Output is buffered until a command ends, and this one does not."""

    class Terminal(StringIO):
        flushed = ""

        def isatty(self) -> bool:
            return True

        def flush(self) -> None:
            self.flushed = self.getvalue()

    def stop(folder: Path, before: object) -> None:
        raise KeyboardInterrupt

    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(catalogue_check, "wait_for_save", stop)
    with pytest.raises(Exit):
        watch_folder(folder, lambda: 0)
    assert "Ctrl-C stops" in terminal.flushed
