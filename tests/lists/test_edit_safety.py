"""Two editors at once, a full disk, a file that changed meanwhile: nothing is lost and nothing is torn."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.lists import read_list
from listbuilder.lists.file_editor import Editor, edit_file
from listbuilder.storage.edit_history import digest, write_unchanged

LIST = "game: rogue-conflict\nmodels:\n  - {rank: I, weapon: Slug Pistol, count: 1} # counted\n"
COUNT_UP = """
import sys
from pathlib import Path
from listbuilder.lists.file_editor import edit_file
def change(editor):
    editor.assign(("models", 0, "count"), editor.at(("models", 0, "count")) + 1)
for _ in range(int(sys.argv[2])):
    edit_file(Path(sys.argv[1]), change)
"""


def test_two_editors_lose_nothing(tmp_path: Path) -> None:
    """Four programs that each count up 25 times in one file leave it at 101, with its comment and nothing beside it."""
    path = tmp_path / "a.yaml"
    path.write_text(LIST, "utf-8")
    running = [subprocess.Popen([sys.executable, "-P", "-c", COUNT_UP, str(path), "25"]) for _ in range(4)]
    assert [one.wait() for one in running] == [0, 0, 0, 0]
    assert read_list(path).models[0].count == 101
    assert path.read_text("utf-8") == LIST.replace("count: 1", "count: 101")
    assert [one.name for one in tmp_path.iterdir()] == ["a.yaml"]


def test_write_over_another_editors_work_is_refused(tmp_path: Path) -> None:
    """A file that somebody else wrote between reading and writing is left as they wrote it."""
    path = tmp_path / "a.yaml"
    path.write_text(LIST, "utf-8")

    def change(editor: Editor) -> None:
        editor.assign(("models", 0, "count"), 7)
        path.write_text(LIST.replace("Slug", "Laser"), "utf-8")

    with pytest.raises(DocumentError, match="changed on disk since it was read"):
        edit_file(path, change)
    assert "Laser" in path.read_text("utf-8")
    assert [one.name for one in tmp_path.iterdir()] == ["a.yaml"]


def test_digest_guards_a_write(tmp_path: Path) -> None:
    """The same guard for programs that keep a file open for long."""
    path = tmp_path / "a.yaml"
    path.write_text(LIST, "utf-8")
    write_unchanged(path, LIST + "limit: 9\n", digest(LIST.encode()))
    with pytest.raises(DocumentError):
        write_unchanged(path, LIST, digest(LIST.encode()))


def test_power_cut_in_mid_write_keeps_the_old_file(tmp_path: Path) -> None:
    """When the disk refuses half-way, the old content is intact and no temporary file stays."""
    path = tmp_path / "a.yaml"
    path.write_text(LIST + "# " + "x" * 6000 + "\n", "utf-8")
    before = path.read_bytes()

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))

    code = "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n" + COUNT_UP
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, str(path), "1"],
        preexec_fn=limit,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "can't be written" in done.stderr
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["a.yaml"]


def test_unreadable_file_is_left_alone(tmp_path: Path) -> None:
    """A file that is no list raises, and is not touched."""
    path = tmp_path / "a.yaml"
    path.write_text("game: [\n", "utf-8")
    with pytest.raises(DocumentError):
        edit_file(path, lambda editor: None)
    assert path.read_text("utf-8") == "game: [\n"


def test_link_stays_a_link(tmp_path: Path) -> None:
    """Editing through a link changes the file it leads to, and keeps the file's permissions."""
    target, link = tmp_path / "real.yaml", tmp_path / "link.yaml"
    target.write_text(LIST, "utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    edit_file(link, lambda editor: editor.assign(("models", 0, "count"), 2))
    assert link.is_symlink()
    assert read_list(target).models[0].count == 2
    assert target.stat().st_mode & 0o777 == 0o640
