"""An event's folder is for its owner alone, and no link in it leads the desk elsewhere."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest

from tests.support.desk_setup import LEGAL, OTHER, cup, data, put, run, sign


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with everything that a desk writes, made where others may read new files."""
    before = os.umask(0o022)
    try:
        folder = cup(tmp_path_factory.mktemp("private") / "cup", rounds={"count": 1})
        put(folder, "p01.yaml", LEGAL)
        put(folder, "p02.yaml", OTHER)
        run(folder, "intake")
        run(folder, "approve", "--all-legal")
        run(folder, "lock", code=1)
        sign(folder)
        run(folder, "pair")
        for command in (("standings",), ("publish",), ("booklet",), ("meta",), ("messages",)):
            run(folder, *command, code=None)
    finally:
        os.umask(before)
    return folder


def test_nobody_else_can_read_anything(harbour: Path) -> None:
    """Every folder is 0700 and every file 0600 or less, whatever the mask was."""
    paths = [harbour, *harbour.rglob("*")]
    assert len(paths) > 30
    assert [str(path) for path in paths if path.stat().st_mode & 0o077] == []
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths if path.is_dir()} == {0o700}


def test_a_file_that_others_could_read_is_closed_when_it_is_written(harbour: Path, tmp_path: Path) -> None:
    """What was written by hand stays open until the desk writes it, and `check` warns about an open folder."""
    folder = shutil.copytree(harbour, tmp_path / "cup")
    (folder / "players.yaml").chmod(0o644)
    (folder / "signup.csv").write_text("Name,Email\nAda Lind,ada@example.org\n", "utf-8")
    run(folder, "players", folder / "signup.csv")
    assert stat.S_IMODE((folder / "players.yaml").stat().st_mode) == 0o600
    assert data(folder, "check", code=None)["findings"] == []
    folder.chmod(0o755)
    assert "chmod -R go=" in data(folder, "check")["findings"][0]["hint"]


LINKED = ["event.yaml", "players.yaml", "ledger.jsonl", "desk.secret", "desk.key", "desk.lock"]
LINKED += ["arrived/001.yaml", "lists/p01/1.yaml", "lists/p01/1.salt", "lists/p01", "lists", "out", "out/seals.txt"]
LINKED += ["out/messages", "judge", "arrived", "inbox", "out/standings.html", "messages", "ledger.torn"]


@pytest.mark.sample(10)
@pytest.mark.parametrize("name", LINKED)
@pytest.mark.parametrize("dangling", [False, True], ids=["leads somewhere", "dangling"])
def test_links_are_followed_neither_to_read_nor_to_write(
    harbour: Path, tmp_path: Path, name: str, dangling: bool
) -> None:
    """A link in the place of anything of the event is named, and what it leads to stays as it is."""
    folder, elsewhere = shutil.copytree(harbour, tmp_path / "cup"), tmp_path / "elsewhere"
    path = folder / name
    if path.exists() and not dangling:
        shutil.move(path, elsewhere)
    elif not dangling:
        elsewhere.write_text("precious", "utf-8")
    else:
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    path.symlink_to(elsewhere)
    before = snapshot(elsewhere)
    for command in (("status",), ("lock",), ("standings",), ("publish",), ("messages",), ("backup", tmp_path / "b")):
        told = run(folder, *command, code=3)
        assert f"{name} is a link" in " ".join(told.stderr.split())
    assert snapshot(elsewhere) == before


def snapshot(path: Path) -> dict[str, bytes]:
    """The files at a place."""
    some = [path, *path.rglob("*")] if path.is_dir() else [path]
    return {str(one): one.read_bytes() for one in some if one.is_file()}


@pytest.mark.parametrize("name", ["event.yaml", "players.yaml", "desk.secret", "desk.lock", "out/seals.txt"])
def test_pipes_are_not_waited_for(harbour: Path, tmp_path: Path, name: str) -> None:
    """A pipe in the place of a file is named."""
    folder = shutil.copytree(harbour, tmp_path / "cup")
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)
    assert f"{name} is a link, a pipe" in " ".join(run(folder, "check", code=3).stderr.split())


@pytest.mark.parametrize("name", ["ledger.jsonl", "desk.lock"])
def test_a_file_with_two_names_is_not_written_in_its_place(harbour: Path, tmp_path: Path, name: str) -> None:
    """What is written in its place has one name, or another file would change with it."""
    folder, other = shutil.copytree(harbour, tmp_path / "cup"), tmp_path / "other"
    path = folder / name
    if not path.exists():
        path.write_text("precious", "utf-8")
    os.link(path, other)
    before = other.read_bytes()
    assert "another name" in " ".join(run(folder, "drop", "p03", code=3).stderr.split())
    assert other.read_bytes() == before


def test_strange_things_in_the_inbox_stop_no_command(harbour: Path, tmp_path: Path) -> None:
    """Players may reach the inbox: what lies there stops neither the desk nor a backup."""
    folder = shutil.copytree(harbour, tmp_path / "cup")
    os.mkfifo(folder / "inbox" / "pipe.yaml")
    (folder / "inbox" / "link.yaml").symlink_to("/etc/passwd")
    run(folder, "status", code=None)
    run(folder, "backup", tmp_path / "copy")
    assert list((tmp_path / "copy" / "inbox").iterdir()) == []
    assert data(folder, "intake", code=1)["summary"]["unread"] == 2
