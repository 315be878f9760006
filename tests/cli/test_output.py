"""What the commands print: plain in a pipe, within the width of a terminal, the same every time, and nothing lost."""

from __future__ import annotations

import json
import os
import pathlib
import pty
import re
import subprocess
import sys
from functools import cache

import pytest

from listbuilder.loading import game_folders, load_game
from tests.support.cli import invoke
from tests.support.terminals import ESCAPES, columns, in_terminal, start

SHAPE = {"kind", "id", "name", "cost", "category", "tags", "text", "source"}
BAD = """\
game: rogue-conflict
name: Everything wrong at once
points: 0
models:
  - {name: Žižka of the Seventeenth Company, rank: IV, weapon: Slug Pistl, abilities: [Push On, Vault, Inspire]}
  - {rank: V, weapon: [Slug Pistol, Laser Rifle], gear: [Medkit, Medkit], raise: {dr: 1, hp: 40}}
"""
WIDE = "game: rogue-conflict\nname: 漢字\nmodels:\n  - {name: 漢字 漢字 漢字 漢字 漢字 漢字 漢字 漢字, rank: IV}\n"


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder with a legal list, one with many findings and one in wide letters."""
    folder = tmp_path_factory.mktemp("lists")
    starter = game_folders()["rogue-conflict"] / "lists" / "blue-dossier.yaml"
    (folder / "good.yaml").write_text(starter.read_text("utf-8"), "utf-8")
    (folder / "bad.yaml").write_text(BAD, "utf-8")
    (folder / "wide.yaml").write_text(WIDE, "utf-8")
    return folder


SCREENS = [
    ("games",),
    ("show", "rogue-conflict"),
    ("show", "rogue-conflict", "gear"),
    ("show", "rogue-conflict", "tactical-pockets"),
    ("show", "constellation-warrior", "abilities"),
    ("show", "demihuman-combat", "units"),
    ("show", "kill-team", "Tide Call"),
    ("rules",),
    ("rules", "spread"),
    ("rules", "rogue-conflict"),
    ("validate", "good.yaml"),
    ("validate", "bad.yaml"),
    ("validate", "wide.yaml"),
    ("validate", "good.yaml", "bad.yaml"),
]


@cache
def piped(folder: pathlib.Path, *args: str) -> str:
    """What a command prints into a pipe."""
    done = start(folder, *args, FORCE_COLOR="1")
    assert done.stderr == b""
    return done.stdout.decode()


@pytest.mark.sample(4)
@pytest.mark.parametrize("args", SCREENS, ids=" ".join)
def test_terminal_of_80_columns(lists: pathlib.Path, args: tuple[str, ...]) -> None:
    """No line is wider than the terminal, and no word of the piped output is missing from it."""
    text = ESCAPES.sub("", in_terminal(lists, 80, *args))
    assert text.split() == piped(lists, *args).split()
    assert [line for line in text.split("\n") if columns(line) > 80] == []


@pytest.mark.sample(4)
@pytest.mark.parametrize("args", SCREENS, ids=" ".join)
def test_terminal_of_40_columns_loses_nothing(lists: pathlib.Path, args: tuple[str, ...]) -> None:
    """Every word of the piped output is there in a narrow terminal too, and only words that are too long stick out."""
    text = ESCAPES.sub("", in_terminal(lists, 40, *args))
    assert text.split() == piped(lists, *args).split()
    assert [line for line in text.split("\n") if columns(line) > 40 and len(line.split()) > 1] == []


def test_columns_that_do_not_fit_go_below_in_line_with_their_heads(lists: pathlib.Path) -> None:
    """In a narrow terminal a wide table is folded: heads and cells alike, so that each number is below its name."""
    lines = ESCAPES.sub("", in_terminal(lists, 40, "show", "demihuman-combat", "units")).split("\n")
    assert lines[1].split() == ["DURABILITY", "WILLPOWER", "HEIGHT"]
    assert lines[4].startswith("Magistrate Rook  25")
    for head, cell in zip(("DURABILITY", "WILLPOWER", "HEIGHT"), "242", strict=True):
        assert lines[5][lines[1].index(head)] == cell


@pytest.mark.sample(3)
@pytest.mark.parametrize("args", SCREENS, ids=" ".join)
def test_pipe_gets_plain_text(lists: pathlib.Path, args: tuple[str, ...]) -> None:
    """No escape byte in a pipe."""
    text = piped(lists, *args)
    assert text
    assert "\x1b" not in text


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_terminal_without_colours(lists: pathlib.Path, environment: dict[str, str]) -> None:
    """A terminal that has no colours, or whose user wants none, gets no escape byte."""
    text = in_terminal(lists, 80, "validate", "bad.yaml", **environment)
    assert "NOT LEGAL" in text
    assert "\x1b" not in text


def test_colour_in_a_terminal(lists: pathlib.Path) -> None:
    """The verdict is coloured where colours may be used, and every colour is switched off again."""
    text = in_terminal(lists, 80, "validate", "bad.yaml")
    assert "\x1b[31;1mNOT LEGAL\x1b[0m" in text
    assert all(line.endswith("\x1b[0m") or line.count("\x1b[") % 2 == 0 for line in text.split("\n"))


def test_messages_in_a_file_have_no_colour(tmp_path: pathlib.Path) -> None:
    """With stdout in a terminal and stderr in a file, the file is plain."""
    command = [sys.executable, "-m", "listbuilder", "show", "rogue-conflict", "nosuchthing"]
    kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    master, slave = pty.openpty()
    with (tmp_path / "messages").open("wb") as messages:
        subprocess.run(command, stdout=slave, stderr=messages, env={**kept, "TERM": "xterm"}, check=False, timeout=60)
    os.close(slave)
    os.close(master)
    text = (tmp_path / "messages").read_text("utf-8")
    assert "nothing called" in text
    assert "\x1b" not in text


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "args", [("validate", ".", "--json"), ("validate", "."), ("show", "rogue-conflict", "--json"), ("schema", "game")]
)
def test_same_bytes_every_time(lists: pathlib.Path, tmp_path: pathlib.Path, args: tuple[str, ...]) -> None:
    """Neither the hash seed nor whether the game was compiled before changes a byte."""
    home = str(tmp_path)
    first = start(lists, *args, PYTHONHASHSEED="0", XDG_CACHE_HOME=home)
    second = start(lists, *args, PYTHONHASHSEED="1", XDG_CACHE_HOME=home)
    assert first.stdout
    assert (first.returncode, first.stdout) == (second.returncode, second.stdout)


def test_json_alone_on_stdout(lists: pathlib.Path) -> None:
    """Even with a file that is not there, stdout is one JSON document; messages go to stderr."""
    done = start(lists, "validate", "nosuch.yaml", "good.yaml", "--json")
    assert done.returncode == 3
    assert [one["valid"] for one in json.loads(done.stdout)["lists"]] == [False, True]
    wrong = start(lists, "validate", "good.yaml", "--json", "--event", "nosuch.yaml")
    assert wrong.returncode == 3
    assert json.loads(wrong.stdout)["error"]["findings"][0]["code"] == "file.missing"
    assert b"nosuch.yaml" in wrong.stderr


@pytest.mark.parametrize("args", [("validate", "wide.yaml"), ("validate", "wide.yaml", "--json")])
def test_ascii_output(lists: pathlib.Path, args: tuple[str, ...]) -> None:
    """A stream that knows only ASCII gets everything in escaped form."""
    plain, ascii_only = start(lists, *args), start(lists, *args, PYTHONIOENCODING="ascii")
    assert ascii_only.returncode == plain.returncode
    assert ascii_only.stdout.isascii()
    assert ascii_only.stderr == b""
    if "--json" in args:
        assert json.loads(ascii_only.stdout) == json.loads(plain.stdout)


@pytest.mark.sample(4)
@pytest.mark.parametrize("redirect", [">&-", "> /dev/full", "| true"])
@pytest.mark.parametrize("command", ["validate good.yaml", "show rogue-conflict --json", "games"])
def test_output_that_cannot_be_written(lists: pathlib.Path, command: str, redirect: str) -> None:
    """A reader who leaves ends the command quietly; a closed stream or a full disk is said once, with code 3."""
    line = f"{sys.executable} -m listbuilder {command} {redirect}"
    done = subprocess.run(["bash", "-c", line], cwd=lists, capture_output=True, timeout=60, check=False)
    said = done.stderr.decode().splitlines()
    if redirect == "| true":
        assert said == []
        return
    assert done.returncode == 3
    reason = "No space left on device" if "full" in redirect else "Bad file descriptor"
    assert said == [f"The output can't be written: {reason}."]


@pytest.mark.sample(1)
@pytest.mark.parametrize("redirect", ["2> /dev/full", "2>&-"])
@pytest.mark.parametrize(("command", "code"), [("add good.yaml x=1", 2), ("diff good.yaml none.yaml", 3)])
def test_message_that_cannot_be_written(lists: pathlib.Path, command: str, code: int, redirect: str) -> None:
    """Where nobody can be told why, the exit code says it all the same."""
    line = f"{sys.executable} -m listbuilder {command} {redirect}"
    assert subprocess.run(["bash", "-c", line], cwd=lists, timeout=60, check=False).returncode == code


@pytest.mark.parametrize("game", ["constellation-warrior", "rogue-conflict"])
def test_show_json_has_every_entry(game: str) -> None:
    """`show GAME --json` has the keys of the contract and all that the catalogue holds."""
    document = json.loads(invoke("show", game, "--json").stdout)
    assert set(document) == {"game", "entries"}
    assert document["game"]["id"] == game
    book = load_game(game)
    assert [(one["kind"], one["id"]) for one in document["entries"]] == [(one.kind, one.id) for one in book.entries]
    assert all(set(one) >= SHAPE and type(one["cost"]) is int for one in document["entries"])


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("gear",), ["Medkit", "Grappling Hook"]),
        (("weapons",), ["Slug Pistol", "Heavy Plasma Lancer"]),
        (("medkit",), ["Medkit", "1d6+3", "id medkit"]),
        (("Laser", "Rifle"), ["Laser Rifle", "id laser-rifle"]),
        (("MEDKIT",), ["id medkit"]),
        (("negative condition",), ["Medkit"]),
        (("--search", "poison"), ["Poison Rounds", "Poison Grenade"]),
        (("gear", "--search", "poison"), ["Poison Grenade"]),
    ],
)
def test_show_finds_kinds_entries_and_words(words: tuple[str, ...], found: list[str]) -> None:
    """A kind, an id, a printed name in any case or words of the text lead to the entries meant."""
    result = invoke("show", "Rogue Conflict", *words)
    assert result.exit_code == 0
    assert [one for one in found if one not in result.stdout] == []


def test_show_suggests_the_nearest_name() -> None:
    """A misspelt entry or game exits with 2 and asks whether the right one was meant."""
    for args, meant in ((("rogue-conflict", "medkitt"), "Medkit"), (("rouge-conflict",), "rogue-conflict")):
        result = invoke("show", *args)
        assert result.exit_code == 2
        assert f"Did you mean {meant}?" in result.stderr


def test_show_searches_only_what_was_named() -> None:
    """`--search` with an entry that is not there finds nothing, rather than searching everything."""
    assert invoke("show", "rogue-conflict", "nosuchthing", "--search", "poison").exit_code == 2


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("spread", ["kind: spread", "spread.over"]),
        ("points.over", ["cost more than the limit", "kind: points"]),
        ("room.under", ["must be filled"]),
        ("key.unknown", ["Nothing reads this key"]),
        ("rogue-conflict", ["one-per-category", "Rulings"]),
        ("Constellation Warrior", ["quarter-ranged"]),
    ],
)
def test_rules_explains(topic: str, said: list[str]) -> None:
    """A rule kind, a finding code and a game are each explained."""
    result = invoke("rules", topic)
    assert result.exit_code == 0
    assert [one for one in said if one not in result.stdout] == []


def test_qr_code_is_never_broken(lists: pathlib.Path) -> None:
    """A terminal that is too narrow for a QR code hears its width and another way; others get it."""
    args = ("export", "good.yaml", "--to", "code", "--qr")
    narrow = " ".join(ESCAPES.sub("", in_terminal(lists, 40, *args)).split())
    found = re.search(r"this QR code is (\d+) columns wide and the terminal has 40: .*-o code\.svg", narrow)
    assert found
    assert "█" not in narrow
    for width in (int(found[1]), int(found[1]) + 20):
        wide = [line for line in in_terminal(lists, width, *args).split("\n") if "█" in line]
        assert {len(line) for line in wide} == {int(found[1])}
    assert "█" in start(lists, *args).stdout.decode()
