"""The cache: believed only when it is one's own and holds what was put in; otherwise as good as not there."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from listbuilder.loading import APART, game_folders
from listbuilder.storage import cache
from tests.support.paths import ROOT

LIST = "game: {game}\nmodels:\n  - {{unit: Novice}}\n"
GAME = "constellation-warrior"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of our own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "listbuilder"


def only(home: Path, start: str = "") -> Path:
    """The one file in the cache."""
    return next(one for one in home.iterdir() if one.name != cache.SECRET and one.name.startswith(start))


def points(path: Path) -> tuple[int, int]:
    """The exit code and the points that `validate` says."""
    command = [sys.executable, "-P", "-m", "listbuilder", "validate", str(path), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, json.loads(done.stdout)["lists"][0]["points"]["total"]


def test_what_goes_in_comes_out(home: Path) -> None:
    """And the folder is for its owner alone."""
    assert cache.load("a") is None
    cache.store("a", b"data")
    assert cache.load("a") == b"data"
    assert cache.load("b") is None
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


@pytest.mark.parametrize("change", ["alter", "cut", "rename", "secret", "writable", "owner", "folder", "empty"])
def test_what_is_strange_is_ignored(home: Path, change: str) -> None:
    """Altered, cut off, put under another name, of another owner or open to others: none of it is believed."""
    cache.store("a", b"data")
    kept = only(home)
    if change == "alter":
        kept.write_bytes(kept.read_bytes()[:-1] + b"X")
    elif change == "cut":
        kept.write_bytes(kept.read_bytes()[:20])
    elif change == "empty":
        kept.write_bytes(b"")
    elif change == "rename":
        cache.store("b", b"other")
        shutil.copy(home / f"b{cache.SUFFIX}", kept)
    elif change == "secret":
        (home / cache.SECRET).write_bytes(b"0" * cache.SECRET_SIZE)
    elif change == "writable":
        kept.chmod(0o666)
    elif os.geteuid() == 0:
        os.chown(kept if change == "owner" else home, 4321, 4321)
    else:
        pytest.skip("only root can give files away")
    assert cache.load("a") is None
    if change != "folder":
        cache.store("a", b"again")
        assert cache.load("a") in (b"again", None)


@pytest.mark.parametrize("what", ["fifo", "folder", "link"])
@pytest.mark.parametrize("name", ["a.cache", "secret"])
def test_what_is_no_file_is_never_waited_for(home: Path, what: str, name: str) -> None:
    """A pipe, a folder or a link in a file's place is as good as nothing."""
    cache.store("a", b"data")
    path = home / name
    path.unlink()
    if what == "fifo":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero")
    assert cache.load("a") is None
    cache.store("a", b"data")


def test_cache_stays_small(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest go, by number and by size, and so does what others left there."""
    monkeypatch.setattr(cache, "MOST_FILES", 5)
    for number in range(12):
        cache.store(f"n{number}", b"x")
        os.utime(home / f"n{number}{cache.SUFFIX}", (number, number))
    assert len(list(home.iterdir())) <= 6
    assert cache.load("n11") == b"x"
    monkeypatch.setattr(cache, "MOST_BYTES", 1000)
    cache.store("large", b"x" * 900)
    assert cache.load("large")
    assert sum(one.stat().st_size for one in home.iterdir()) < 1100


def test_folder_that_cannot_be_written(home: Path) -> None:
    """A cache that can't be is only slower."""
    home.parent.write_text("no folder", "utf-8")
    cache.store("a", b"data")
    assert cache.load("a") is None


@pytest.mark.slow
def test_forged_game_is_not_believed(home: Path, tmp_path: Path) -> None:
    """A compiled game with every cost at 0 changes no verdict."""
    squad = tmp_path / "squad.yaml"
    squad.write_text(LIST.format(game=GAME), "utf-8")
    before = points(squad)
    assert before[1] > 0
    kept = only(home, "game-")
    seal, data = kept.read_bytes()[:64], kept.read_bytes()[64:]
    forged = data.replace(b'"cost":', b'"cost":0,"was":')
    assert forged != data
    for content in (seal + forged, forged, b"\0" * 64 + forged):
        kept.write_bytes(content)
        assert points(squad) == before


def test_folder_name_is_part_of_the_key(home: Path, tmp_path: Path) -> None:
    """The same files under another name are judged anew: an id that is not its folder's name stays a mistake."""
    shutil.copytree(game_folders()[GAME], tmp_path / "games" / "second")
    squad = tmp_path / "squad.yaml"
    squad.write_text(LIST.format(game=GAME), "utf-8")
    assert points(squad)[0] in (0, 1)
    squad.write_text(LIST.format(game="second"), "utf-8")
    command = [sys.executable, "-P", "-m", "listbuilder", "validate", str(squad)]
    command += ["--catalogue", str(tmp_path / "games")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 3, done.stdout


def test_only_rooms_behind_the_loader_are_left_out_of_the_key() -> None:
    """Whatever has a part in making games is counted, so that no other version's game is read."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = linter["contracts"][0]["layers"]
    assert APART - {"__pycache__", "shipped"} == set(layers[: layers.index("loading")])
