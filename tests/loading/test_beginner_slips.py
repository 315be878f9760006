"""Slips of somebody who knows YAML and is new to games: each gets the message that is kept beside it.

`slips/beginner` is what `catalogue new` writes; `slips/beginner.txt` has an edit of it per line, and what is said.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from listbuilder.storage.yaml_reader import unquoted
from tests.loading.test_catalogue_slips import HERE, Slip, check, read_slips

SLIPS = read_slips("beginner.txt")


def test_there_are_many() -> None:
    """None of them twice; the game that they spoil is right."""
    assert len(set(SLIPS)) == len(SLIPS) >= 60
    assert check(HERE / "beginner") == ()


@pytest.mark.parametrize("slip", SLIPS, ids=[f"{one.old[:30]} {one.new[-30:]}" for one in SLIPS])
def test_a_slip_gets_its_message(slip: Slip, tmp_path: Path) -> None:
    """File, line, fact and hint, word by word; `fine` is what may be written so."""
    folder = tmp_path / "beginner"
    shutil.copytree(HERE / "beginner", folder)
    text = (folder / slip.file).read_text("utf-8")
    assert slip.old in text
    (folder / slip.file).write_text(text.replace(slip.old, slip.new, 1), "utf-8")
    said = [f"{Path(one.file or '').name}:{one.line}: {one.message} {one.hint}".strip() for one in check(folder)]
    assert (said or ["fine"]) == list(slip.says)


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("{text: A: b}", '{text: "A: b"}'),
        ("{text: The #1 man.}", '{text: "The #1 man."}'),
        ("{name: 'Cap'n', cost: 2}", '{name: "Cap\'n", cost: 2}'),
        ("{text: Don't worry.}", None),
        ("{text: 'It''s: fine'}", None),
        ("text: A: b", None),
        ('{text: "Go" and fight}', "{text: '\"Go\" and fight'}"),
        ("{text: [may] fight, cost: 2}", '{text: "[may] fight", cost: 2}'),
        ("{text: At most {max}., cost: 2}", '{text: "At most {max}.", cost: 2}'),
        ("{tags: [a, b], stats: {hp: 2}}", None),
        ('{text: "fine", cost: 2}', None),
    ],
)
def test_marks_between_braces_name_themselves(line: str, mended: str | None) -> None:
    """The line is shown with the text in quotes; texts that are read as they stand are left alone."""
    found = unquoted(line)
    assert (found[1] if found else None) == mended


@pytest.mark.parametrize("start", ["\t- {name", "  -\t{name"])
def test_a_tab_names_itself(start: str, tmp_path: Path) -> None:
    """Before the dash and behind it."""
    folder = tmp_path / "beginner"
    shutil.copytree(HERE / "beginner", folder)
    text = (folder / "units.yaml").read_text("utf-8")
    (folder / "units.yaml").write_text(text.replace("  - {name", start, 1), "utf-8")
    [found] = check(folder)
    assert (found.line, found.message) == (3, "line 3 is indented with a tab; YAML wants spaces")


def test_a_list_among_the_files_of_a_game_is_told_where_lists_belong(tmp_path: Path) -> None:
    """One finding with its file and line, and none about each of its keys."""
    folder = tmp_path / "beginner"
    shutil.copytree(HERE / "beginner", folder)
    (folder / "mine.yaml").write_text("name: Mine\ngame: beginner\nmodels: []\n", "utf-8")
    [found] = check(folder)
    assert (Path(found.file or "").name, found.line) == ("mine.yaml", 2)
    assert "`lists`" in found.hint
