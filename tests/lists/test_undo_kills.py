"""`undo`, `redo` and edits that are killed, meet others or a full disk: what could be had before can be had after."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from listbuilder.base.errors import EditError
from listbuilder.lists.file_editor import edit_file
from listbuilder.storage import edit_history
from listbuilder.storage.files import write_error
from tests.lists.test_undo import TEXT, odd, state
from tests.support.cli import run

__all__ = ["odd", "state"]


class Killed(BaseException):
    """The end of a process, as far as a test can have it."""


def walked(path: Path) -> list[bytes]:
    """All contents that `undo` and `redo` lead to, from the first to the last; the file ends where it was."""
    now, found = path.read_bytes(), [path.read_bytes()]
    for back in (True, False):
        steps = 0
        with pytest.raises(EditError):
            while True:
                edit_history.undo_redo(path, 1, back=back, force=False)
                steps += 1
                found.insert(0 if back else len(found), path.read_bytes())
        for _ in range(steps):
            edit_history.undo_redo(path, 1, back=not back, force=False)
        assert path.read_bytes() == now
    return found


@pytest.mark.sample(4)
@pytest.mark.parametrize("before", [False, True], ids=["behind", "before"])
@pytest.mark.parametrize("at", [1, 2])
@pytest.mark.parametrize("word", ["edit", "undo", "undo 2", "redo", "redo 2"])
def test_killed_at_any_write_nothing_is_lost(
    odd: Path, monkeypatch: pytest.MonkeyPatch, word: str, at: int, before: bool
) -> None:
    """Whatever is killed before or behind a write, every content can be had again that could be had before."""
    for count in (4, 5, 4, 6, 7):
        run("set", odd, 2, f"count={count}")
    run("undo", odd, "--times", 2)
    known, now, calls, replace = walked(odd), odd.read_bytes(), [0], os.replace

    def killed(*files: str) -> None:
        calls[0] += 1
        if calls[0] == at and before:
            raise Killed
        replace(*files)
        if calls[0] == at:
            raise Killed

    monkeypatch.setattr(os, "replace", killed)
    with pytest.raises(Killed):
        if word == "edit":
            edit_file(odd, lambda editor: editor.assign(("limit",), 99))
        else:
            edit_history.undo_redo(odd, int(word[5:] or 1), back=word.startswith("undo"), force=False)
    monkeypatch.setattr(os, "replace", replace)
    edited = word == "edit" and odd.read_bytes() != now
    assert walked(odd) == ([*known[: known.index(now, 3) + 1], odd.read_bytes()] if edited else known)
    assert calls == [at]


def test_edits_of_others_while_one_is_taken_back(odd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as the file is written others may edit it; the notes on that edit stay."""
    run("set", odd, 2, "count=4")
    write = edit_history.write_unchanged

    def and_another(path: Path, text: str, digest: str) -> None:
        write(path, text, digest)
        monkeypatch.setattr(edit_history, "write_unchanged", write)
        edit_file(path, lambda editor: editor.assign(("limit",), 99))

    monkeypatch.setattr(edit_history, "write_unchanged", and_another)
    run("undo", odd)
    assert "limit: 99" in odd.read_text("utf-8")
    run("undo", odd)
    assert odd.read_text("utf-8") == TEXT


def test_nothing_is_taken_back_that_could_not_be_made_again(odd: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk an `undo` leaves the file alone, and says what can't be written."""
    run("set", odd, 2, "count=4")
    now = odd.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise write_error(edit_history.record_path(odd), "can't be written: No space left on device", "")

    with monkeypatch.context() as patch:
        patch.setattr(edit_history, "write_bytes", full)
        assert f"{edit_history.record_path(odd)} can't be written" in run("undo", odd, code=3).stderr
    assert odd.read_bytes() == now
    run("undo", odd)
