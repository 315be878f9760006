"""Editing keeps what the player wrote: comments, order and quoting stay, only what was asked for changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.lists import read_list
from listbuilder.lists.file_editor import Editor
from tests.support.cli import run
from tests.support.effort import rounds

ODD = """\
# top
game: rogue-conflict   # the game
name: 'Odd: one'       # quoted
models:  # here they come
  # first
  - name: Jax # a name
    rank: IV
    raise: {mv: 2, # fast
            dod: 2}
    gear: # two of them
      - Medkit # m
      # between
      - "Grappling Hook"
  # second
  - {rank: I, weapon: slug-pistol, count: 3} # three

  # third
  - # odd
    rank: II
    # below
    weapon: Laser Rifle
    notes: |
      Two
      lines
  - [] # no model at all
# end
limit: 250 # agreed
"""
COMMENTS = [line.partition("#")[2] for line in ODD.splitlines() if "#" in line]


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A list file with comments in odd places."""
    path = tmp_path / "odd.yaml"
    path.write_text(ODD.replace("  - [] # no model at all\n", ""), "utf-8")
    return path


def test_set_changes_one_value_and_nothing_else(odd: Path) -> None:
    """A changed count is the only difference between the two texts."""
    before = odd.read_text("utf-8")
    run("set", odd, 2, "count=4")
    assert odd.read_text("utf-8") == before.replace("count: 3", "count: 4")


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        (["1", "gear+=Energy Blade"], '"Grappling Hook"\n', '"Grappling Hook"\n      - Energy Blade\n'),
        (["Jax", "gear-=grappling hook"], '      - "Grappling Hook"\n', ""),
        (["models[0]", "raise+=mv:1"], "{mv: 2, #", "{mv: 3, #"),
        (["jax", "raise-=mv"], "{mv: 2, # fast\n            dod: 2}", "{# fast\n            dod: 2}"),
        (["2", "weapon="], "weapon: slug-pistol, ", ""),
        (["3", "rank=V"], "rank: II", "rank: V"),
        (["3", "name=No: 5"], "Laser Rifle\n", "Laser Rifle\n"),
        (["list", "limit=300", "player=Ann"], "limit: 250 #", "limit: 300 #"),
        (["list", "name="], "name: 'Odd: one'       # quoted\n", ""),
    ],
)
def test_set_touches_only_its_place(odd: Path, words: list[str], old: str, new: str) -> None:
    """Each way to write a change alters its own place in the text."""
    before = odd.read_text("utf-8")
    run("set", odd, *words)
    after = odd.read_text("utf-8")
    assert before != after
    assert new in after if new else old not in after
    lost = [line for line in before.splitlines() if line not in after.splitlines()]
    assert len(lost) <= 2


def test_remove_keeps_the_comments_around(odd: Path) -> None:
    """Taking out a model takes its own lines, and no comment above it or below it."""
    run("remove", odd, "models[1]")
    after = odd.read_text("utf-8")
    assert "slug-pistol" not in after
    assert all(comment in after for comment in ("# first", "# second", "# third", "# odd", "# end"))


def test_remove_one_by_one_from_the_end_keeps_the_comments(odd: Path) -> None:
    """Comments that were left by one model stay when the model above goes too."""
    for number in (3, 2):
        run("remove", odd, number)
    after = odd.read_text("utf-8")
    assert all(comment in after for comment in ("# first", "# second", "# third", "# end"))


def test_move_takes_the_comments_along(odd: Path) -> None:
    """A model that moves brings the comment lines right above it; moved back, the file is as it was."""
    before = odd.read_text("utf-8")
    run("move", odd, 3, 1)
    after = odd.read_text("utf-8")
    assert after.index("# third") < after.index("# first")
    assert sorted(after.split()) == sorted(before.split())
    run("move", odd, 1, 3)
    assert odd.read_text("utf-8") == before


def test_copy_follows_its_model_without_its_name(odd: Path) -> None:
    """A copy comes right behind, has no name unless given one, and takes changes."""
    run("copy", odd, "Jax", "name=Max", "gear=Medkit")
    models = read_list(odd).models
    assert [row.name for row in models[:2]] == ["Jax", "Max"]
    assert models[1].keys["gear"] == ["Medkit"]
    run("copy", odd, 1)
    assert read_list(odd).models[1].name is None


def test_add_prints_total_and_findings(odd: Path) -> None:
    """An illegal list is written like any other, with its total and what is wrong with it."""
    result = run("add", odd, "rank=V", 'weapon="Heavy Plasma Lancer"'.replace('"', ""), "gear=Medkit,Energy Blade")
    assert "NOT LEGAL" in result.output
    assert "points" in result.output
    row = read_list(odd).models[-1]
    assert row.keys == {"rank": "V", "weapon": "Heavy Plasma Lancer", "gear": ["Medkit", "Energy Blade"]}


def test_add_group_and_first_model(tmp_path: Path) -> None:
    """Groups and models are added to a file that has none yet."""
    path = tmp_path / "new.yaml"
    path.write_text("game: stack-and-horde\n", "utf-8")
    run("add", path, "Fen Reeve", "name=Tod", "group=Van")
    run("add", path, "group", "name=Van", "kind=stack", "leader=Tod")
    run("set", path, "Van", "tactic=rally")
    document = read_list(path)
    assert document.models[0].keys == {"unit": "Fen Reeve", "group": "Van"}
    assert document.groups[0].keys == {"kind": "stack", "leader": "Tod", "tactic": "Rally"}


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["wepon=Laser Rifle"], "weapon"),
        (["weapon=Lazer Rifle"], "Laser Rifle"),
        (["count=0"], "1 to 300"),
        (["count=2.5"], "1 to 300"),
        (["raise=hq:2"], "hp"),
        (["raise=hp:x"], "number"),
        (["name=a\x1b[31mb"], "Remove"),
        (["Laser Rifel"], "Laser Rifle"),
    ],
)
def test_what_cannot_be_understood_is_refused(odd: Path, words: list[str], hint: str) -> None:
    """An unknown key or name, or a value of the wrong form, exits with 2, says what is near, and changes nothing."""
    before = odd.read_bytes()
    assert hint in run("set", odd, 1, *words, code=2).stderr
    assert odd.read_bytes() == before


@pytest.mark.parametrize("word", ["Jaxx", "9", "0", "models[7]", ""])
def test_unknown_model_is_refused(odd: Path, word: str) -> None:
    """A model that is not there exits with 2 and changes nothing."""
    before = odd.read_bytes()
    run("set", odd, word, "count=2", code=2)
    assert odd.read_bytes() == before


def test_ambiguous_name_is_refused(odd: Path) -> None:
    """Two models of one name are told apart by their numbers, never guessed."""
    run("set", odd, 2, "name=Jax")
    said = run("set", odd, "jax", "count=2", code=2).stderr
    assert '"jax" could be 1 (Jax: IV) or 2 (Jax: I, slug-pistol)' in said
    assert "its number, such as 1" in said


def test_json_stays_json(tmp_path: Path) -> None:
    """A JSON file is JSON after every edit, with its indentation and key order."""
    path = tmp_path / "a.json"
    path.write_text(
        '{\n    "game": "rogue-conflict",\n    "models": [{"weapon": "Slug Pistol", "rank": "I"}]\n}\n', "utf-8"
    )
    run("set", path, 1, "gear=Medkit")
    run("add", path, "rank=I", "weapon=slug-pistol")
    text = path.read_text("utf-8")
    assert json.loads(text)["models"][0] == {"weapon": "Slug Pistol", "gear": ["Medkit"], "rank": "I"}
    assert text.startswith('{\n    "game"')


def test_line_endings_and_other_indents_stay(tmp_path: Path) -> None:
    """Windows line ends and lists without indentation are kept."""
    path = tmp_path / "win.yaml"
    path.write_bytes(b"game: rogue-conflict\r\nmodels:\r\n- rank: I\r\n  weapon: Slug Pistol\r\n- rank: II # two\r\n")
    run("add", path, "rank=I", "weapon=Laser Rifle")
    run("set", path, 1, "gear=Medkit")
    raw = path.read_bytes()
    assert raw.count(b"\r\n") == raw.count(b"\n")
    assert b"- rank: II # two\r\n- rank: I\r\n  weapon: Laser Rifle" in raw


VALUES = st.sampled_from(["A", ["A", "B"], ["B"], [], 3, True, "no: #x", {"hp": 1}, {"hp": 1, "mv": 2}, "it's", ""])
STEPS = st.tuples(st.sampled_from("abcdefg"), st.integers(0, 9), st.integers(0, 9), VALUES)


@settings(max_examples=rounds(150, 40), deadline=None)
@given(st.lists(STEPS, min_size=1, max_size=8), st.booleans())
def test_any_edits_say_what_they_should(steps: list[tuple[str, int, int, object]], trailing: bool) -> None:
    """Whatever is changed in whatever order, the text says exactly what the values say, or nothing is written."""
    editor = Editor((ODD if trailing else ODD.rstrip("\n")).encode())
    for kind, one, two, value in steps:
        models = editor.tree["models"]
        assert isinstance(models, list)
        at, to = one % len(models), two % len(models)
        if kind == "a":
            editor.move(("models",), at, to)
        elif kind == "b" and len(models) > 1:
            editor.drop(("models", at))
        elif kind == "c":
            editor.insert(("models",), at, {"rank": "I", "gear": value})  # type: ignore[dict-item]
        elif isinstance(models[at], dict):
            key = ("gear", "raise", "weapon", "new")[two % 4]
            editor.assign(("models", at, key), value, ["rank", "weapon", "gear"])  # type: ignore[arg-type]
    text = editor.text()
    for comment in ("# top", "# the game", "# here they come", "# end", "# agreed", "# first", "# second", "# third"):
        assert comment in text
