"""Writing files: over nothing that the user did not give up, one winner of two, nothing left by a killed run."""

from __future__ import annotations

import ast
import errno
import os
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from listbuilder.base.errors import DocumentError
from listbuilder.lists import read_list
from listbuilder.lists.file_editor import edit_file
from listbuilder.storage.files import write_bytes, write_text
from listbuilder.ui.cli.app import app
from tests.support.paths import ROOT

PACKAGE = ROOT / "listbuilder"
GAME = "constellation-warrior"
LIST = f"game: {GAME}\nmodels:\n  - {{unit: Novice}} # first\n"


def run(*arguments: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, [str(one) for one in arguments])
    return result.exit_code, result.stdout + result.stderr


@pytest.fixture
def squad(tmp_path: Path) -> Path:
    path = tmp_path / "squad.yaml"
    path.write_text(LIST, "utf-8")
    return path


def writers(squad: Path, out: Path) -> list[tuple[str | Path, ...]]:
    """Every command that writes a file, told to write `out`."""
    return [
        ("export", squad, "--to", "text", "-o", out),
        ("export", squad, "--to", "code", "--qr", "-o", out),
        ("import", squad, "-o", out),
        ("fill", squad, "-o", out),
        ("validate", squad, "--report", out),
        ("cards", squad, "-o", out),
        ("sheet", squad, "-o", out),
    ]


@pytest.mark.parametrize("which", range(7))
def test_no_command_writes_over_a_file(squad: Path, tmp_path: Path, which: int) -> None:
    """A file that is there stays, and the command says how to replace it; --force does."""
    out = tmp_path / "out.svg"
    out.write_text("precious", "utf-8")
    code, said = run(*writers(squad, out)[which])
    assert code in (2, 3), said
    assert "--force" in said
    assert out.read_text("utf-8") == "precious"
    code, said = run(*writers(squad, out)[which], "--force")
    assert code in (0, 1), said
    assert out.read_bytes() != b"precious"


@pytest.mark.parametrize("which", range(7))
@pytest.mark.parametrize("alias", ["squad.yaml", "link.svg"])
def test_no_command_writes_over_its_own_input(squad: Path, tmp_path: Path, which: int, alias: str) -> None:
    """Not even with --force, and not through a link."""
    (tmp_path / "link.svg").symlink_to(squad)
    code, said = run(*writers(squad, tmp_path / alias)[which], "--force")
    assert code in (2, 3), said
    assert squad.read_text("utf-8") == LIST


def test_report_over_the_first_of_several_lists(squad: Path, tmp_path: Path) -> None:
    """`--report lists/*.yaml` takes the first list for the report's name; it is kept."""
    other = tmp_path / "other.yaml"
    other.write_text(LIST, "utf-8")
    code, _ = run("validate", "--report", squad, other, squad)
    assert code == 3
    assert squad.read_text("utf-8") == LIST


def test_no_other_file_that_is_read_is_written_over(squad: Path, tmp_path: Path) -> None:
    """A collection or a font is an input like the list itself."""
    owned = tmp_path / "owned.yaml"
    owned.write_text(f"game: {GAME}\nowned: {{}}\n", "utf-8")
    for arguments in (
        ("validate", squad, "--collection", owned, "--report", owned, "--force"),
        ("fill", squad, "--collection", owned, "-o", owned, "--force"),
        ("new", GAME, owned, "--random", "--collection", owned, "--force"),
        ("sheet", squad, "--font", owned, "-o", owned, "--force"),
        ("cards", squad, "--font", owned, "-o", owned, "--force"),
    ):
        code, said = run(*arguments)
        assert code in (2, 3), said
        assert owned.read_text("utf-8") == f"game: {GAME}\nowned: {{}}\n", arguments


def test_schemas_are_written_over_only_when_told(tmp_path: Path) -> None:
    """The schemas and the reference are files like any other."""
    assert run("schema", "--reference", tmp_path / "a.md")[0] == 0
    assert run("schema", "--reference", tmp_path / "a.md")[0] == 3
    assert run("schema", "--reference", tmp_path / "a.md", "--force")[0] == 0


@pytest.mark.slow
def test_two_new_files_at_once_have_one_winner(tmp_path: Path) -> None:
    """Of eight programs that write one new file at the same time, exactly one says that it did."""
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom listbuilder.storage.files import write_text\n"
        "time.sleep(max(0, float(sys.argv[2]) - time.time()))\n"
        "write_text(Path(sys.argv[1]), sys.argv[3])\n"
    )
    for number in range(5):
        path, start = tmp_path / f"{number}.yaml", str(time.time() + 0.7)
        running = [
            subprocess.Popen([sys.executable, "-P", "-c", code, path, start, str(one)], stderr=subprocess.DEVNULL)
            for one in range(8)
        ]
        codes = [one.wait() for one in running]
        assert codes.count(0) == 1
        assert path.read_text("utf-8") == str(codes.index(0))
    assert len(list(tmp_path.iterdir())) == 5


def test_new_leaves_nothing_half_written(tmp_path: Path) -> None:
    """Killed at any moment, a write leaves the whole new file, the whole old one or none; the next cleans up."""
    path = tmp_path / "squad.yaml"
    code = (
        "import sys\nfrom pathlib import Path\nfrom listbuilder.storage.files import write_text\n"
        "for number in range(100_000):\n"
        "    write_text(Path(sys.argv[1]), str(number % 10) * 50_000, replace=True)\n"
    )
    for number in range(12):
        running = subprocess.Popen([sys.executable, "-P", "-c", code, path])
        while not path.exists():
            time.sleep(0.005)
        time.sleep(0.05 + 0.003 * number)
        running.send_signal(signal.SIGKILL)
        running.wait()
        text = path.read_text("utf-8")
        assert len(text) == 50_000
        assert len(set(text)) == 1
    write_text(tmp_path / "other.yaml", "new")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["other.yaml", "squad.yaml"]


def test_leftovers_go_and_files_of_others_stay(tmp_path: Path) -> None:
    """Only what looks like ours and nobody holds is taken away."""
    left, foreign = tmp_path / ".listbuilder-0a1b2c.tmp", tmp_path / ".other.tmp"
    left.write_text("half", "utf-8")
    foreign.write_text("theirs", "utf-8")
    write_text(tmp_path / "a.yaml", "new")
    assert sorted(one.name for one in tmp_path.iterdir()) == [".other.tmp", "a.yaml"]


def test_leftover_that_got_its_name_goes_with_the_first_edit(squad: Path, tmp_path: Path) -> None:
    """A file whose writer was killed before its other name was gone is edited, and the other name goes."""
    os.link(squad, tmp_path / ".listbuilder-0a1b2c.tmp")
    edit_file(squad, lambda editor: editor.assign(("name",), "Mine"))
    assert "name: Mine" in squad.read_text("utf-8")
    assert [one.name for one in tmp_path.iterdir()] == ["squad.yaml"]


def test_disk_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a file can't have two names it appears all the same, whole, once, and with its mode."""

    def unknown(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", unknown)
    path = tmp_path / "seal.json"
    write_bytes(path, b"first", private=True)
    with pytest.raises(DocumentError, match="exists already"):
        write_bytes(path, b"second")
    monkeypatch.setattr("listbuilder.storage.files.check_target", lambda *_, **__: None)
    with pytest.raises(DocumentError, match="exists already"):
        write_bytes(path, b"third")
    assert path.read_bytes() == b"first"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["seal.json"]


def test_edit_that_is_killed_leaves_no_lock(squad: Path, tmp_path: Path) -> None:
    """A program killed while it holds the lock hinders nobody, and nothing stays beside the file."""
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom listbuilder.lists.file_editor import edit_file\n"
        "def change(editor):\n    print('in', flush=True)\n    time.sleep(60)\n"
        "edit_file(Path(sys.argv[1]), change)\n"
    )
    running = subprocess.Popen([sys.executable, "-P", "-c", code, squad], stdout=subprocess.PIPE)
    assert running.stdout is not None
    running.stdout.readline()
    running.kill()
    running.wait()
    running.stdout.close()
    edit_file(squad, lambda editor: editor.assign(("name",), "Mine"))
    assert "name: Mine" in squad.read_text("utf-8")
    assert [one.name for one in tmp_path.iterdir()] == ["squad.yaml"]


def test_owner_and_mode_are_kept(squad: Path) -> None:
    """Editing changes the content and nothing else about a file."""
    squad.chmod(0o604)
    if os.geteuid() == 0:
        os.chown(squad, 1234, 2345)
    before = squad.stat()
    edit_file(squad, lambda editor: editor.assign(("name",), "Mine"))
    after = squad.stat()
    assert (after.st_uid, after.st_gid, stat.S_IMODE(after.st_mode)) == (before.st_uid, before.st_gid, 0o604)


def test_file_of_another_owner_is_refused(squad: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the owner can't be kept, the file is left alone."""

    def not_allowed(*_: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    found = os.stat_result((*squad.stat()[:4], squad.stat().st_uid + 1, *squad.stat()[5:]))
    monkeypatch.setattr(os, "fchown", not_allowed)
    monkeypatch.setattr("listbuilder.storage.files._stat", lambda path: found)
    with pytest.raises(DocumentError, match="belongs to somebody else"):
        write_text(squad, "new", replace=True)
    assert squad.read_text("utf-8") == LIST
    assert [one.name for one in tmp_path.iterdir()] == ["squad.yaml"]


def test_full_disk(squad: Path, tmp_path: Path) -> None:
    """A command on a full disk says so, with code 3, and leaves the list and the folder as they were."""
    squad.write_text(LIST + "# " + "x" * 6000 + "\n", "utf-8")
    before = squad.read_bytes()
    code = (
        "import resource, signal, sys\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))\n"
        "sys.argv = ['listbuilder', *sys.argv[1:]]\n"
        "from listbuilder.ui.cli.app import main\nmain()\n"
    )
    for arguments in (["add", squad, "unit=Novice"], ["sheet", squad, "-o", tmp_path / "b.pdf"]):
        command = [sys.executable, "-P", "-c", code, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 3, done.stderr
        assert "can't be written" in done.stderr
    assert squad.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["squad.yaml"]


def test_only_one_module_writes_files() -> None:
    """Everything else hands its bytes to `files`, or to the cache; what a command prints on is no file."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text("utf-8")
        if re.search(r"os\.(replace|rename)\(|[pP]ath\.write_(bytes|text)\(|mkstemp|NamedTemporaryFile", source):
            found.add(path.relative_to(PACKAGE).as_posix())
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("open", "os.fdopen") and len(node.args) > 1:
                mode = node.args[1]
                if isinstance(mode, ast.Constant) and set(str(mode.value)) & set("wax"):
                    found.add(path.relative_to(PACKAGE).as_posix())
    assert found == {"storage/files.py", "ui/cli/terminal.py"}


def test_unwritable_names(tmp_path: Path) -> None:
    """A folder that is not there, a NUL and a name that is too long are refused with the reason."""
    for name in ("no/such/a.yaml", "a\0b.yaml", "x" * 300):
        with pytest.raises(DocumentError, match="can't be written"):
            write_text(tmp_path / name, "new")
    assert not list(tmp_path.iterdir())


ADD = "from listbuilder.ui.cli.app import main\nimport sys\nsys.argv = ['listbuilder', *sys.argv[1:]]\nmain()\n"


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-P", "-c", ADD, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_commands_at_once_lose_nothing(squad: Path, tmp_path: Path) -> None:
    """Ten `add`s, a `fill` and a `fmt` of one file at the same time: all ten models are there in the end."""
    names = [f"Nr{number}" for number in range(10)]
    running = [start("add", squad, "unit=Novice", f"name={name}") for name in names[:5]]
    running += [start("fill", squad, "--take", "1"), start("fmt", squad), start("deploy", squad, "--take", "1")]
    running += [start("add", squad, "unit=Novice", f"name={name}") for name in names[5:]]
    for one in running:
        _, said = one.communicate(timeout=120)
        assert one.returncode in (0, 1, 2), said
    text = squad.read_text("utf-8")
    assert [name for name in names if text.count(f"name: {name}") != 1] == []
    assert "# first" in text
    assert [one.name for one in tmp_path.iterdir()] == ["squad.yaml"]


@pytest.mark.slow
def test_edits_that_are_killed_lose_nothing(squad: Path, tmp_path: Path) -> None:
    """After every kill the file is a whole list with the comment in it, and the next edit works and cleans up."""
    code = (
        "import sys\nfrom pathlib import Path\nfrom listbuilder.lists.file_editor import edit_file\n"
        "def change(editor):\n"
        "    editor.assign(('limit',), editor.tree.get('limit', 0) + 1)\n"
        "    editor.insert(('models',), 1, {'unit': 'Novice', 'notes': 'x' * 400})\n"
        "    if len(editor.at(('models',))) > 50:\n"
        "        editor.drop(('models', 1))\n"
        "print('on', flush=True)\n"
        "while True:\n    edit_file(Path(sys.argv[1]), change)\n"
    )
    limit = 0
    for number in range(15):
        running = subprocess.Popen([sys.executable, "-P", "-c", code, squad], stdout=subprocess.PIPE)
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(0.1 + 0.01 * number)
        running.kill()
        running.wait()
        running.stdout.close()
        found = read_list(squad)
        assert not found.problems
        assert (found.limit or 0) >= limit
        limit = found.limit or 0
        assert "# first" in squad.read_text("utf-8")
    assert limit > 0
    edit_file(squad, lambda editor: editor.assign(("name",), "Last"))
    assert [one.name for one in tmp_path.iterdir()] == ["squad.yaml"]


def test_read_only_file_is_left_alone(squad: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever took the right to write from a file meant it, though the folder would let us replace it."""
    squad.chmod(0o444)
    real_open, real_access = os.open, os.access
    # For root nothing is read-only; this is what everybody else is told.
    monkeypatch.setattr(
        os, "open", lambda path, flags, *rest, **more: refuse(path, flags, real_open(path, flags, *rest, **more), squad)
    )
    monkeypatch.setattr(
        os, "access", lambda path, mode: mode != os.W_OK or (Path(path) != squad and real_access(path, mode))
    )
    for change in (
        lambda: edit_file(squad, lambda editor: editor.assign(("name",), "X")),
        lambda: write_text(squad, "new", replace=True),
    ):
        with pytest.raises(DocumentError, match="read-only"):
            change()
    assert squad.read_text("utf-8") == LIST


def refuse(path: object, flags: int, handle: int, squad: Path) -> int:
    """What `open` gives to somebody who may not write to the file."""
    if str(path) == str(squad) and flags & os.O_RDWR:
        os.close(handle)
        raise PermissionError(13, "Permission denied")
    return handle
