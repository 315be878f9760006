"""Input without an end: pipes, devices and files that would keep a reader busy for ever are refused at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.base.errors import CatalogueError, DocumentError
from listbuilder.loading import check_folder, folders, game_folders, load_game
from listbuilder.storage.reading import CATALOGUE_LIMITS, read_text

GAME = "constellation-warrior"
LIST = f"game: {GAME}\nmodels: [{{unit: Novice}}]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "games" / "warriors"
    shutil.copytree(game_folders()[GAME], made)
    return made


@pytest.mark.parametrize("what", ["fifo", "device", "folder", "nowhere"])
def test_catalogue_with_something_that_is_no_file(folder: Path, what: str) -> None:
    """The file is named; nobody waits for it."""
    odd = folder / "x.yaml"
    if what == "fifo":
        os.mkfifo(odd)
    elif what == "folder":
        odd.mkdir()
    else:
        odd.symlink_to("/dev/zero" if what == "device" else "/nowhere")
    with pytest.raises(CatalogueError) as caught:
        load_game("warriors", [folder.parent])
    assert "x.yaml" in str(caught.value.findings[0].file)
    with pytest.raises(CatalogueError) as caught:
        check_folder(folder)
    assert "x.yaml" in str(caught.value.findings[0].file)


def test_game_of_too_many_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game is so many files and no more."""
    monkeypatch.setattr(folders, "MOST_FILES", 20)
    for number in range(30):
        (folder / f"more-{number}.yaml").write_text("rules: []\n", "utf-8")
    with pytest.raises(CatalogueError, match="at most"):
        load_game("warriors", [folder.parent])


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "arguments",
    [
        ("validate", "-"),
        ("export", "-"),
        ("diff", "-", "a.yaml"),
        ("diff", "a.yaml", "-"),
        ("import", "-"),
        ("cards", "-", "-o", "b.pdf"),
        ("sheet", "-", "-o", "b.pdf"),
        ("deploy", "-"),
        ("match", "-", "a.yaml"),
    ],
)
def test_endless_stdin(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """No more is read than a list may have, and closed stdin is no surprise."""
    (tmp_path / "a.yaml").write_text(LIST, "utf-8")
    command = [sys.executable, "-P", "-m", "listbuilder", *arguments]
    with open("/dev/zero", "rb") as zero:
        done = subprocess.run(
            command, stdin=zero, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False
        )
    assert done.returncode == 3, done.stderr
    closed = ["sh", "-c", 'exec "$@" <&-', "sh", *command]
    done = subprocess.run(closed, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False)
    assert done.returncode == 3, done.stderr
    assert "stdin" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("start", ["", "a: 1\n...\n", "# x\n\n"])
def test_directives_are_refused_at_once(start: str) -> None:
    """Three megabytes of `%TAG` lines are refused at the first; `%YAML` is what it always was."""
    lines = "".join(f"%TAG !a{number}! tag:x,{number}:\n" for number in range(100_000))
    with pytest.raises(DocumentError, match="directive"):
        read_text(f"{start}{lines}---\na: 1\n", limits=CATALOGUE_LIMITS)
    assert read_text("%YAML 1.1\n---\na: 1\n").data == {"a": 1}
