"""Names, keys, labels and file names are one line of letters that can be seen, wherever they are printed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.base.characters import HIDDEN, foreign_letter, on_one_line, visible
from listbuilder.base.errors import CatalogueError, DocumentError, UnknownGameError
from listbuilder.base.values import ascii_id, slug
from listbuilder.lists import read_list
from listbuilder.loading import check_folder, game_folders, load_game
from listbuilder.storage.reading import read_text
from tests.support.cli import run

LIST = 'game: rogue-conflict\nname: "{name}"\nmodels:\n  - {{rank: I, weapon: Slug Pistol, name: "{model}"}}\n'
FORGED = "Good\\n  Rogue Conflict. 1 of 250 points, 1 model: legal.\\nother.yaml: Bad"
INVISIBLE = [
    "\u00ad",
    "\u034f",
    "\u3164",
    "\u115f",
    "\u2800",
    "\u180e",
    "\uffa0",
    "\U000e0041",
    "\U000e0100",
    "\u200b",
    "\U0001d159",
    "\ufffc",
]


@pytest.mark.parametrize("place", ["name", "model"])
@pytest.mark.parametrize("command", [("validate",), ("match", "b.yaml"), ("diff", "b.yaml"), ("deploy",)])
def test_name_of_two_lines_prints_no_verdict(tmp_path: Path, place: str, command: tuple[str, ...]) -> None:
    """A line break in a name is a mistake in the file, and no line of the output is what it forged."""
    values = {"name": "Mine", "model": "Tod", place: FORGED}
    (tmp_path / "a.yaml").write_text(LIST.format(**values), "utf-8")
    (tmp_path / "b.yaml").write_text(LIST.format(name="Mine", model="Tod"), "utf-8")
    done = run(command[0], "a.yaml", *command[1:], cwd=tmp_path, code=None)
    assert done.exit_code in (2, 3)
    forged = [
        line for line in (done.stdout + done.stderr).splitlines() if line.strip().startswith("Rogue Conflict. 1 of")
    ]
    assert not forged


def test_line_break_in_a_name_is_named(tmp_path: Path) -> None:
    """The finding says where it is, and the name that is kept is one line."""
    document = read_list(LIST.format(name=FORGED, model="a\\tb").encode())
    assert [(one.code, one.where) for one in document.problems] == [
        ("key.line", "name"),
        ("key.line", "models[0].name"),
    ]
    assert document.name is not None
    assert len(document.name.splitlines()) == 1


def test_notes_of_two_lines_are_one_line_of_a_difference(tmp_path: Path) -> None:
    """What changed takes one line a key, whatever the notes and the data of other tools have in them."""
    for name, text in (("a", "one\\n+ 9 × Tod, 900: Big Gun"), ("b", "two")):
        rows = f'models:\n  - {{rank: I, weapon: Slug Pistol, notes: "{text}"}}\n'
        (tmp_path / f"{name}.yaml").write_text(f'game: rogue-conflict\nx-a: "{text}"\nnotes: "{text}"\n{rows}', "utf-8")
    done = run("diff", "a.yaml", "b.yaml", cwd=tmp_path, code=None)
    assert done.exit_code == 1
    assert "Big Gun" in done.stdout
    assert not any(line.startswith("+") for line in done.stdout.splitlines()), done.stdout


def test_game_that_only_looks_known_names_the_letter(tmp_path: Path) -> None:
    """A list of a game that there is not is told which letter is another."""
    with pytest.raises(UnknownGameError, match=r"the о is not the Latin letter .* U\+043E"):
        load_game("rоgue-conflict")


def test_notes_may_have_several_lines() -> None:
    """Notes are for reading; other tools' data is theirs."""
    text = 'game: rogue-conflict\nnotes: "one\\ntwo"\nx-tool: "a\\nb"\nmodels: []\n'
    document = read_list(text.encode())
    assert not document.problems
    assert document.notes == "one\ntwo"


@pytest.mark.parametrize("name", ["two\nlines.yaml", "esc\x1b[31m.yaml", "dir\u202e.yaml", "soft\u00ad.yaml"])
def test_file_name_prints_on_one_line(tmp_path: Path, name: str) -> None:
    """A file's name never breaks a line nor hides in it: not in reports, not in errors, not in usage errors."""
    (tmp_path / name).write_text(LIST.format(name="Mine", model="Tod"), "utf-8")
    (tmp_path / f"bad {name}").write_text("game: [", "utf-8")
    for arguments in (
        ("validate", name),
        ("validate", f"bad {name}"),
        ("validate", f"none {name}"),
        ("fmt", f"none {name}"),
        ("export", name, "--to", "text", "-o", name),
        ("validate", name, f"--{name}"),
        ("show", name),
        ("games", "--catalogue", name),
        (name,),
    ):
        done = run(*arguments, cwd=tmp_path, code=None)
        said = done.stdout + done.stderr
        assert not HIDDEN.search(said), arguments
        if "\n" in name:
            assert not any(line.startswith("lines.yaml") for line in said.splitlines()), (arguments, said)


@pytest.mark.parametrize("hidden", INVISIBLE)
def test_what_cannot_be_seen_is_refused(hidden: str) -> None:
    """Invisible characters are refused by name, in values and in keys, and shown when printed."""
    for text in (f"a: x{hidden}y", f"a{hidden}b: x", f"a: 1 # {hidden}"):
        with pytest.raises(DocumentError) as caught:
            read_text(text)
        assert caught.value.findings[0].code == "file.control-character"
        assert f"U+{ord(hidden):04X}" in caught.value.findings[0].message
    assert visible(f"x{hidden}y").isascii()


@given(st.text())
def test_one_line_is_one_line(text: str) -> None:
    """Whatever goes in, one line comes out, and nothing in it hides."""
    shown = on_one_line(text)
    assert len(shown.splitlines()) <= 1
    assert not HIDDEN.search(shown)


@pytest.mark.parametrize("name", ["日本slug-pistol", "slug-пistol", "ж Slug Pistol", "Slug Pistol日"])
def test_letters_that_vanish_make_no_match(name: str) -> None:
    """A name with letters that have no plain form is not the name without them."""
    game = load_game("rogue-conflict")
    assert game.find("weapon", "Slug Pistol")
    assert game.find("weapon", "Slúg “Pistol”")
    assert game.find("weapon", name) is None


def test_ids_of_latin_letters_are_ascii() -> None:
    """Letters of Latin alphabets have a plain form."""
    assert slug("Søren Æsir's Łódź Straße") == "soren-aesirs-lodz-strasse"


@given(st.text(max_size=80) | st.text("./\\:*?~-_ aA1", max_size=20))
def test_id_that_a_file_may_be_called(name: str) -> None:
    """Whatever a name has in it, its id leads to no other folder and is taken by every disk."""
    assert re.fullmatch("[a-z0-9][a-z0-9-]*", ascii_id(name, "card"))


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ("T\u043ed", "\u043e"),
        ("Slug Pist\u043el", "\u043e"),
        ("\u0430 Tod", "\u0430"),
        ("\u0391lpha", "\u0391"),
        ("T\u2c9fd", "\u2c9f"),
        ("\ua4d4od", "\ua4d4"),
        ("\u13a2od", "\u13a2"),
        ("T\U0001d428d", "\U0001d428"),
        ("\uff34od", "\uff34"),
        ("do\u0261", "\u0261"),
        ("\U0001d413\U0001d428\U0001d41d", None),
        ("A\ufb20", None),
        ("Отряд Alpha", None),
        ("日本 Team", None),
        ("Žižka", None),
        ("Тор", None),
    ],
)
def test_letter_that_passes_for_another(text: str, letter: str | None) -> None:
    """A letter of another script is found where it pretends, and languages are left alone."""
    assert foreign_letter(text) == letter


def test_confusable_name_gets_a_warning_that_names_the_letter(tmp_path: Path) -> None:
    """The list stays legal; the reader is told."""
    (tmp_path / "a.yaml").write_text(LIST.format(name="Mine", model="T\u043ed"), "utf-8")
    done = run("validate", "a.yaml", cwd=tmp_path, code=None)
    assert done.exit_code == 0, done.stdout
    assert "Cyrillic small letter o, U+043E" in done.stdout
    assert "[name.letters]" in done.stdout


def test_name_in_a_catalogue_is_one_line(tmp_path: Path) -> None:
    """An entry's name of two lines is a mistake of the catalogue."""
    folder = tmp_path / "constellation-warrior"
    shutil.copytree(game_folders()["constellation-warrior"], folder)
    (folder / "more.yaml").write_text('kind: unit\nentries:\n  - name: "Two\\nlines"\n', "utf-8")
    with pytest.raises(CatalogueError) as caught:
        check_folder(folder)
    assert [one.line for one in caught.value.findings if "one line" in one.message] == [3]
