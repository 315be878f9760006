"""`undo` and `redo`: edits go back to the letter, nothing that others wrote is lost, and the notes stay small."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.lists.file_editor import edit_file
from listbuilder.loading import game_folders
from listbuilder.storage import edit_history
from listbuilder.ui.cli.app import app
from tests.lists.test_edit import ODD
from tests.support.cli import run
from tests.support.effort import rounds

TEXT = ODD.replace("  - [] # no model at all\n", "")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder for each test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A list file with comments in odd places."""
    path = tmp_path / "odd.yaml"
    path.write_text(TEXT, "utf-8")
    return path


EDITS = [
    ("set", "Jax", "rank=V"),
    ("add", "I", "Slug Pistol"),
    ("remove", "2"),
    ("move", "1", "2"),
    ("copy", "Jax"),
    ("set", "list", "name=Other", "limit="),
]


@settings(max_examples=rounds(25, 8), deadline=None)
@given(st.lists(st.sampled_from(EDITS), min_size=1, max_size=6), st.integers(1, 6))
def test_any_edits_go_back_and_forth_to_the_letter(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[str, ...]], some: int
) -> None:
    """Each state of the file comes back exactly, in one step or in many, and forward again."""
    path = tmp_path_factory.mktemp("list") / "list.yaml"
    path.write_text(TEXT, "utf-8")
    states = [path.read_bytes()]
    for name, *words in edits:
        CliRunner().invoke(app, [name, str(path), *words])
        if path.read_bytes() != states[-1]:
            states.append(path.read_bytes())
    times = min(some, len(states) - 1)
    if times:
        run("undo", path, "--times", times)
        assert path.read_bytes() == states[-1 - times]
        run("redo", path, "--times", times)
        assert path.read_bytes() == states[-1]
    for wanted in reversed(states[:-1]):
        run("undo", path)
        assert path.read_bytes() == wanted
    run("undo", path, code=2)


def test_undo_says_what_came_back(odd: Path) -> None:
    """The difference, the verdict and how far one can still go are printed."""
    run("set", odd, "Jax", "rank=V")
    run("add", odd, "I", "Slug Pistol")
    out = run("undo", odd, "--times", "2").stdout
    assert f"Undid 2 edits of {odd}; 2 to redo." in out
    assert "rank: V → IV" in out
    assert "3 models" not in out
    assert "points, 5 models: " in out


@pytest.mark.parametrize(
    ("command", "game", "starter"),
    [
        (("fmt", "LIST"), "rogue-conflict", "blue-dossier"),
        (("fill", "LIST", "--take", "1"), "rogue-conflict", "blue-dossier"),
        (("upgrade", "LIST"), "rogue-conflict", "blue-dossier"),
        (("deploy", "LIST", "--take", "1"), "demihuman-combat", "chimney-court"),
    ],
)
def test_every_command_that_edits_can_be_taken_back(
    tmp_path: Path, command: tuple[str, ...], game: str, starter: str
) -> None:
    """Whatever changes a list in its file leaves a note for `undo`."""
    path = tmp_path / "list.yaml"
    text = (game_folders()[game] / "lists" / f"{starter}.yaml").read_text("utf-8")
    models = text.replace("deploy: false", "deploy: true").replace("models:", "catalogue: 0.0.1\nlimit: 900\nmodels:")
    path.write_text(models, "utf-8")
    CliRunner().invoke(app, [str(path) if word == "LIST" else word for word in command])
    assert path.read_text("utf-8") != models, command
    run("undo", path)
    assert path.read_text("utf-8") == models


def test_more_than_is_known_is_refused_as_a_whole(odd: Path) -> None:
    """Asked for three where there are two, nothing is taken back and the number is said."""
    run("set", odd, 2, "count=4")
    run("set", odd, 2, "count=5")
    now = odd.read_bytes()
    assert "Only 2 edits" in run("undo", odd, "--times", "3", code=2).stderr
    assert odd.read_bytes() == now
    assert "No edit" in run("redo", odd, code=2).stderr


def test_what_others_wrote_is_not_lost(odd: Path) -> None:
    """A file changed by hand since is left alone; --force replaces it, and `redo` has the change by hand again."""
    run("set", odd, 2, "count=4")
    odd.write_text(odd.read_text("utf-8") + "# by hand\n", "utf-8")
    by_hand = odd.read_bytes()
    said = run("undo", odd, code=2).stderr
    assert "changed by something else" in said
    assert "--force" in said
    assert odd.read_bytes() == by_hand
    run("undo", odd, "--force")
    assert odd.read_text("utf-8") == TEXT
    run("redo", odd)
    assert odd.read_bytes() == by_hand


def test_edit_behind_a_change_by_hand_goes_back_to_it(odd: Path) -> None:
    """Only the edit is taken back, not what was written by hand before it; going further is refused."""
    run("set", odd, 2, "count=4")
    odd.write_text(odd.read_text("utf-8") + "# by hand\n", "utf-8")
    by_hand = odd.read_bytes()
    run("set", odd, 2, "count=5")
    run("undo", odd)
    assert odd.read_bytes() == by_hand
    run("undo", odd, code=2)
    assert odd.read_bytes() == by_hand


def test_new_edit_ends_what_can_be_made_again(odd: Path) -> None:
    """After an edit there is nothing to redo, and the file stays as that edit left it."""
    run("set", odd, 2, "count=4")
    four = odd.read_bytes()
    run("undo", odd)
    run("set", odd, 2, "count=5")
    five = odd.read_bytes()
    assert five == four.replace(b"count: 4", b"count: 5") != four
    assert "No edit" in run("redo", odd, code=2).stderr
    assert odd.read_bytes() == five


def test_edit_that_never_reached_the_disk_is_forgotten(odd: Path) -> None:
    """A program killed between its note and its write leaves `undo` as it was before."""
    run("set", odd, 2, "count=4")
    four = odd.read_bytes()
    assert edit_history.record_edit(odd, four, b"never written")
    run("undo", odd)
    assert odd.read_text("utf-8") == TEXT


def test_file_put_back_by_hand_is_settled(odd: Path) -> None:
    """A file that is back already where its notes say it is not is simply there."""
    run("set", odd, 2, "count=4")
    run("set", odd, 2, "count=5")
    odd.write_text(TEXT, "utf-8")
    run("undo", odd, code=2)
    run("set", odd, 2, "count=6")
    run("undo", odd)
    assert odd.read_text("utf-8") == TEXT


def test_notes_that_cannot_be_written_stop_no_edit(odd: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a state folder the edit is made all the same, and says that it can't be taken back."""
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    for words in (("set", odd, 2, "count=4"), ("fmt", odd)):
        before = odd.read_text("utf-8")
        assert "can't be taken back" in run(*words).stderr
        assert odd.read_text("utf-8") != before
    assert "can't be taken back" not in run("fmt", odd).stderr
    assert "No edit" in run("undo", odd, code=2).stderr


@pytest.mark.parametrize("junk", ["", "{", '{"back": 5, "forward": []}', '{"back": [["@", 1]], "forward": []}', "[]"])
def test_broken_notes_are_none(odd: Path, state: Path, junk: str) -> None:
    """A record that can't be read is no reason to fail."""
    run("set", odd, 2, "count=4")
    (record,) = (state / "listbuilder" / "undo").glob("*.json")
    record.write_text(junk, "utf-8")
    assert "No edit" in run("undo", odd, code=2).stderr
    run("set", odd, 2, "count=5")
    run("undo", odd)


def test_notes_are_bounded(odd: Path, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither many edits of one list nor edits of many lists fill the disk."""
    monkeypatch.setattr(edit_history, "MOST_FILES", 5)
    monkeypatch.setattr(edit_history, "MOST_STEPS", 4)
    for count in range(4, 12):
        run("set", odd, 2, f"count={count}")
    (record,) = (state / "listbuilder" / "undo").glob("*.json")
    assert len(json.loads(record.read_bytes())["back"]) == 4
    monkeypatch.setattr(edit_history, "MOST_BYTES", 1200)
    run("set", odd, 2, "count=20")
    assert 0 < len(json.loads(record.read_bytes())["back"]) < 4
    for number in range(9):
        one = tmp_path / f"{number}.yaml"
        one.write_text(TEXT, "utf-8")
        edit_file(one, lambda editor: editor.assign(("limit",), 99))
    assert len(list((state / "listbuilder" / "undo").iterdir())) == 5
    assert (state / "listbuilder" / "undo").stat().st_mode & 0o077 == 0


def test_links_are_one_file(odd: Path, tmp_path: Path) -> None:
    """An edit through a link is taken back through the file itself."""
    link = tmp_path / "link.yaml"
    link.symlink_to(odd)
    run("set", link, 2, "count=4")
    run("undo", odd)
    assert odd.read_text("utf-8") == TEXT
    assert link.is_symlink()


def test_broken_file_comes_back_by_force(odd: Path) -> None:
    """A file that something broke beyond reading can still be brought back; there is nothing to list then."""
    run("set", odd, 2, "count=4")
    odd.write_bytes(b"\xff\xfe: [")
    run("undo", odd, code=2)
    out = run("undo", odd, "--force").stdout
    assert "can't be checked" in out
    assert odd.read_text("utf-8") == TEXT
    assert "not text" in run("redo", odd, code=2).stderr
