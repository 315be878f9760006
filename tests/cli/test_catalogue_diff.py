"""`catalogue diff`: release notes from two versions of a game, and the version number that they ask for."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from listbuilder.exchange.documents.game_difference import compare_games, least_version, level_of
from listbuilder.loading import check_folder
from tests.support.cli import run

SHIELD = "  - {name: Shield, cost: 3, grants: {stats: {hp: 1}}, text: Takes the first blow.}\n"
EDITS = [
    ("units.yaml", "cost: 20", "cost: 25", "Costs", "Captain: 20 points → 25 points", "major"),
    ("units.yaml", "hp: 4", "hp: 6", "Stats", "Veteran: HP 4 → 6", "minor"),
    ("units.yaml", "name: Recruit", "name: Rookie, aliases: [recruit]", "Renamed", "Recruit is now Rookie", "minor"),
    ("units.yaml", "name: Recruit", "id: recruit, name: Rookie", "Renamed", "Recruit is now Rookie", "minor"),
    ("units.yaml", "cheap", "quick", "Texts", "Recruit: Keen and quick.", "patch"),
    ("units.yaml", "tags: [leader]", "tags: [leader, old]", "Options", "Captain: tags leader → leader, old", "major"),
    ("weapons.yaml", '18"', '20"', "Options", 'Bow: range 18" → 20"', "minor"),
    ("weapons.yaml", "entries:\n", "entries:\n  - {name: Sling, text: Small.}\n", "New", "Sling (Weapon)", "minor"),
    ("game.yaml", "limit: 100", "limit: 90", "Rules", "Standard: limit 100 → 90", "major"),
    ("game.yaml", "max: 8", "max: 9", "Rules", "A squad has at most 9 models. (before: A squad has at most 8", "major"),
    ("game.yaml", "gear, max: 2", "gear, max: 1", "Options", "gear of the model: changed", "major"),
    ("game.yaml", "base: 6", "base: 7", "Stats", "MV: usually 6 → 7", "minor"),
    ("gear.yaml", SHIELD, "", "Gone", "Shield (Gear)", "major"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new game."""
    run("catalogue", "new", "my-game", "--like", "squads", cwd=tmp_path)
    return tmp_path / "my-game"


@pytest.mark.sample(4)
@pytest.mark.parametrize(("file", "old", "new", "heading", "text", "level"), EDITS)
def test_every_sort_of_change_is_told(
    file: str, old: str, new: str, heading: str, text: str, level: str, folder: Path
) -> None:
    """One edit is one note, under its heading, and asks for its part of the version number."""
    before = check_folder(folder)
    written = (folder / file).read_text("utf-8")
    assert old in written
    (folder / file).write_text(written.replace(old, new, 1), "utf-8")
    notes = compare_games(before, check_folder(folder))
    assert [note.heading for note in notes] == [heading]
    assert text in notes[0].text
    assert level_of(notes) == level


@pytest.mark.parametrize(
    ("version", "level", "least"),
    [
        ("1.2.3", "major", "2.0.0"),
        ("1.2.3", "minor", "1.3.0"),
        ("1.2.3", "patch", "1.2.4"),
        ("0.2.3", "major", "0.3.0"),
        ("0.2.3", "patch", "0.2.4"),
    ],
)
def test_the_least_version_follows_from_the_changes(version: str, level: str, least: str) -> None:
    """SemVer for data."""
    assert least_version(version, level) == least  # type: ignore[arg-type]


def test_notes_name_lists_that_are_no_longer_legal(folder: Path) -> None:
    """Starter lists of the old version are judged by the new one; the version must be raised with it."""
    shutil.copytree(folder, folder.parent / "old" / "my-game")
    head = (folder / "game.yaml").read_text("utf-8").replace("max: 8", "max: 2")
    (folder / "game.yaml").write_text(head, "utf-8")
    told = run("catalogue", "diff", "old/my-game", "my-game", code=1, cwd=folder.parent).output
    assert "- First Squad (first-list.yaml) is no longer legal: A squad has at most 2 models." in told
    assert "Raise `version` from 0.1.0 to 0.2.0 or more" in told
    (folder / "game.yaml").write_text(head.replace("version: 0.1.0", "version: 0.2.0"), "utf-8")
    assert "Version 0.2.0 fits" in run("catalogue", "diff", "old/my-game", "my-game", cwd=folder.parent).output
    assert "Nothing changed" in run("catalogue", "diff", folder, folder).output


def test_revisions_of_a_folder_are_compared(folder: Path) -> None:
    """`DIR@REV` and `REV1..REV2 DIR`, also where the folder is not the top of its repository."""

    def git(*words: str) -> None:
        own = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *own, *words], cwd=folder.parent, check=True, capture_output=True)

    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "One")
    units = (folder / "units.yaml").read_text("utf-8")
    (folder / "units.yaml").write_text(units.replace("cost: 20", "cost: 21"), "utf-8")
    git("commit", "-qam", "Two")
    for words in (["my-game@HEAD~1", "my-game"], ["HEAD~1..HEAD", "my-game"], ["HEAD~1..", "my-game"]):
        told = run("catalogue", "diff", *words, code=1, cwd=folder.parent).output
        assert "Captain: 20 points → 21 points" in told
        assert "First Squad (first-list.yaml) costs 52 points instead of 51" in told
    assert "not a valid" in run("catalogue", "diff", "my-game@none", "my-game", code=2, cwd=folder.parent).output
    assert "is not the folder" in run("catalogue", "diff", "nowhere", "my-game", code=2, cwd=folder.parent).output
