"""Killed at any step, a full disk, copies that went apart: nothing is lost, everything is named, work goes on."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder.desk.closing import forget
from listbuilder.desk.folder import Desk
from listbuilder.ui.cli.app import app
from tests.support.desk_setup import GAME, LEGAL, OTHER, cup, data, lines, put, run

CALLS = ("write", "fsync", "link", "replace")
WRITE = os.write


class Killed(BaseException):
    """The end of a process, as far as a test can have it."""


def failing(at: int, fault: Callable[[str, tuple[Any, ...]], None]) -> dict[str, Callable[..., Any]]:
    """The calls that reach the disk, of which the one with this number fails."""
    count = [0]
    real = {name: getattr(os, name) for name in CALLS}

    def wrap(name: str) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            count[0] += 1
            if count[0] == at:
                fault(name, args)
            return real[name](*args, **more)

        return call

    return {name: wrap(name) for name in CALLS}


def killed(name: str, args: tuple[Any, ...]) -> None:
    """Write half of it, then end."""
    if name == "write":
        WRITE(args[0], args[1][: len(args[1]) // 2])
    raise Killed


def full(name: str, args: tuple[Any, ...]) -> None:
    """The disk is full."""
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with three lists in its inbox."""
    folder = cup(tmp_path_factory.mktemp("faults") / "cup")
    for id, tree in (("p01", LEGAL), ("p02", OTHER), ("p03", {**OTHER, "limit": 49})):
        put(folder, f"{id}.yaml", tree)
    run(folder, "check")  # the game is in the cache now, whose writes may fail
    return folder


def broken(folder: Path, at: int, fault: Callable[[str, tuple[Any, ...]], None], *words: str) -> int | None:
    """Run a command of which one call fails; its exit code, or None where it was killed."""
    with pytest.MonkeyPatch.context() as patch:
        for name, call in failing(at, fault).items():
            patch.setattr(os, name, call)
        try:
            done = CliRunner().invoke(app, ["event", *words, "--folder", str(folder)])
        except Killed:
            return None
    if isinstance(done.exception, Killed):
        return None
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code


@pytest.mark.sample(3)
@pytest.mark.parametrize("at", range(1, 26, 2))
def test_intake_killed_at_any_call(at: int, start: Path, tmp_path: Path) -> None:
    """Wherever an intake ends, the folder is whole, and the next intake takes in what is left, once."""
    folder = shutil.copytree(start, tmp_path / "cup", symlinks=True)
    broken(folder, at, killed, "intake")
    assert data(folder, "check")["ok"]
    run(folder, "intake", code=None)
    words = [one["status"] for one in data(folder, "status", code=1)["players"]]
    assert words == ["legal", "legal", "legal", "nothing"]
    versions = [one for one in lines(folder) if one["what"] == "judged"]
    assert len(versions) == 3 and data(folder, "check")["findings"] == []


@pytest.mark.sample(3)
@pytest.mark.parametrize("at", range(1, 13))
def test_new_killed_at_any_call(at: int, tmp_path: Path) -> None:
    """Wherever the making of a folder ends, the same command makes it whole."""
    folder, words = tmp_path / "cup", ("new", str(tmp_path / "cup"), "--game", GAME)
    with pytest.MonkeyPatch.context() as patch:
        for name, call in failing(at, killed).items():
            patch.setattr(os, name, call)
        with suppress(Killed):
            CliRunner().invoke(app, ["event", *words])
    ledger = folder / "ledger.jsonl"
    if not (ledger.is_file() and b"\n" in ledger.read_bytes()):
        run(folder, *words)
    run(folder, "intake")
    assert data(folder, "check")["findings"] == []


def test_leftovers_go_with_the_next_command(start: Path, tmp_path: Path) -> None:
    """What a killed run left in the folders that others are given, or that people are deleted from, does not stay."""
    folder = shutil.copytree(start, tmp_path / "cup", symlinks=True)
    left = [folder / part / ".listbuilder-0a1b2c.tmp" for part in ("arrived", "out", "out/messages", "judge/messages")]
    for one in left:
        one.parent.mkdir(parents=True, exist_ok=True)
        one.write_text("half a message", "utf-8")
    assert data(folder, "check")["findings"] == []
    run(folder, "drop", "p04")
    assert [one for one in left if one.exists()] == []


@pytest.mark.parametrize("at", [1, 4, 7, 10, 12])
def test_full_disk(at: int, start: Path, tmp_path: Path) -> None:
    """A full disk is said, with exit code 3; what was there is intact, and later all goes on."""
    folder = shutil.copytree(start, tmp_path / "cup", symlinks=True)
    assert broken(folder, at, full, "intake") == 3
    assert data(folder, "check")["ok"]
    run(folder, "intake", code=None)
    assert [one["status"] for one in data(folder, "status", code=1)["players"]][:3] == ["legal"] * 3


@pytest.mark.parametrize("at", range(1, 5))
def test_lock_killed_at_any_call(at: int, start: Path, tmp_path: Path) -> None:
    """A lock happened or it did not; a second try ends well either way."""
    folder = shutil.copytree(start, tmp_path / "cup", symlinks=True)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    broken(folder, at, killed, "lock")
    assert data(folder, "check")["ok"]
    run(folder, "lock", code=1)
    assert sum(one["what"] == "locked" for one in lines(folder)) == 1
    assert (folder / "out" / "seals.txt").is_file()


def test_copies_that_went_apart(start: Path, tmp_path: Path) -> None:
    """Two copies of a folder that both went on make a fork when they are put together; nothing more is written."""
    one = shutil.copytree(start, tmp_path / "one", symlinks=True)
    two = shutil.copytree(start, tmp_path / "two", symlinks=True)
    run(one, "intake")
    run(two, "intake")
    common = len((start / "ledger.jsonl").read_bytes())
    with (one / "ledger.jsonl").open("ab") as ledger:
        ledger.write((two / "ledger.jsonl").read_bytes()[common:])
    found = data(one, "check", code=3)["findings"][0]
    assert found["code"] == "desk.fork" and found["line"]
    before = (one / "ledger.jsonl").read_bytes()
    run(one, "approve", "--all-legal", code=3)
    assert (one / "ledger.jsonl").read_bytes() == before


def test_torn_line_is_said_and_set_aside(start: Path, tmp_path: Path) -> None:
    """After a torn line `check` warns, the next command sets it aside and goes on."""
    folder = shutil.copytree(start, tmp_path / "cup", symlinks=True)
    with (folder / "ledger.jsonl").open("ab") as ledger:
        ledger.write(b'{"at":"2026-05-01T20:00:00+00:00","by":"de')
    found = data(folder, "check")
    assert found["ok"] and [one["code"] for one in found["findings"]] == ["desk.torn"]
    run(folder, "intake")
    assert data(folder, "check")["findings"] == [] and (folder / "ledger.torn").is_file()


@pytest.fixture(scope="module")
def drawn(start: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same event with its lists locked and a round drawn."""
    folder = shutil.copytree(start, tmp_path_factory.mktemp("drawn") / "cup", symlinks=True)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock", code=1)
    run(folder, "pair")
    return folder


STEPS: dict[str, tuple[str, ...]] = {
    "score": ("score", "1", "win", "loss"),
    "drop": ("drop", "p02"),
    "forget": ("forget", "p02"),
    "standings": ("standings",),
    "reveal": ("reveal",),
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("at", [1, 2, 4])
@pytest.mark.parametrize("step", STEPS)
def test_any_step_killed(step: str, at: int, drawn: Path, tmp_path: Path) -> None:
    """Wherever a step of the day ends, the ledger is whole; the step happened or it did not, and can be done again."""
    folder = shutil.copytree(drawn, tmp_path / "cup", symlinks=True)
    before = len(lines(folder))
    broken(folder, at, killed, *STEPS[step])
    found = data(folder, "check", code=None)
    assert not [one for one in found["findings"] if one["code"] in ("desk.ledger", "desk.fork")]
    assert len([line for line in (folder / "ledger.jsonl").read_bytes().split(b"\n") if line]) >= before
    run(folder, *STEPS[step], code=None)
    assert data(folder, "check", code=None)["ok"], found["findings"]


def test_signups_at_once_lose_nobody(start: Path, tmp_path: Path) -> None:
    """Whoever signs up, or is forgotten, while another command has read the players already, is not undone by it."""
    folder = shutil.copytree(start, tmp_path / "cup", symlinks=True)
    one, other = Desk(folder), Desk(folder)
    assert list(one.players) == list(other.players) == ["p01", "p02", "p03", "p04"]
    (tmp_path / "form.csv").write_text("Name,Email\nZoe Quill,zoe@example.org\n", "utf-8")
    run(folder, "players", tmp_path / "form.csv")
    made = one.sign_up(b"Name,Email\nKim Vale,kim@example.org\n", {}, "form.csv", datetime.now(UTC))
    assert made.added == ("p06",)
    forget(other, "p02", [], datetime.now(UTC))
    names = [player.name for player in Desk(folder).players.values()]
    assert names == ["Mira Voss", "Ines Paar", "Jon Brook", "Zoe Quill", "Kim Vale"]
    assert [line["player"] for line in lines(folder) if line["what"] == "player"][-2:] == ["p05", "p06"]
    assert data(folder, "check")["ok"]
