"""The worst lists anyone could bring: long names, many rules, long rules, odd numbers; and images of all sorts."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from listbuilder.base.errors import DocumentError
from listbuilder.printing.art import Gallery
from listbuilder.printing.marks import Box
from listbuilder.printing.png import ink_of_pages
from tests.printing.test_cards import check_face
from tests.support.printing import SIZES, batches, faces, flowing, judge, pdf_of, squeezed, texts

WORDS = ("moves", "attack", "within", "friend", "enemy", "dice", "damage", "cover", "round", "model", "range")
NAMES = ["Žižka z Trocnova a Kalicha, Hejtman Táborů, Nepřemožený Slepý Jednooký Generál", "Ωmega Жук", "W" * 80, "Bob"]
GAME = """
id: wordy
name: Wordy Game
edition: "1"
version: 1.0.0
text: Long.
stats:
  hp: {name: HP, base: 12, boxes: true}
  mv: {name: Movement Allowance, base: 6, suffix: '"'}
  dod: {name: Dodge, base: 3}
model:
  slots:
    unit: {kind: unit, min: 1, max: 1}
    weapons: {kind: weapon, max: 6}
    abilities: {kind: ability, max: 20}
formats:
  - {id: standard, name: Standard, limit: 5000}
rules:
  - {kind: points, id: points-limit, source: Building, max: limit}
"""


def rule_text(length: int, start: int) -> str:
    """Words until the text is that long."""
    found: list[str] = []
    while len(" ".join(found)) < length:
        found.append(WORDS[(start * 7 + len(found) * 5) % len(WORDS)])
    return f"Rule {length + start} says {' '.join(found)}."


def entries(kind: str, rows: list[str]) -> str:
    """A file of entries."""
    return "\n".join([f"kind: {kind}", "entries:", *(f"  - {{{row}}}" for row in rows)])


@pytest.fixture(scope="module")
def wordy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose rules are too long for any card, and which declares no card of its own."""
    root = tmp_path_factory.mktemp("games")
    folder = root / "wordy"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME, "utf-8")
    units = [
        f"name: Unit Number {n}, text: {rule_text(120, n)}, stats: {{hp: {hp}}}" for n, hp in enumerate((7, 24, 99))
    ]
    weapons = [
        f"name: Very Long Weapon Name {n}, text: {rule_text(100, n)}, range: '24\"', damage: 2d6+3" for n in range(6)
    ]
    abilities = [
        f"name: Ability Called {n}, text: {rule_text(900 if n % 5 == 0 else 200, n)}, uses: {n % 4 + 1} per game"
        for n in range(20)
    ]
    (folder / "units.yaml").write_text(entries("unit", units), "utf-8")
    (folder / "weapons.yaml").write_text(entries("weapon", weapons), "utf-8")
    (folder / "abilities.yaml").write_text(entries("ability", abilities), "utf-8")
    return root


def worst_list() -> dict[str, Any]:
    """Four models with everything there is, under names as long as names may be."""
    models = [
        {
            "unit": f"Unit Number {at % 3}",
            "name": name,
            "weapons": [f"Very Long Weapon Name {n}" for n in range(6)],
            "abilities": [f"Ability Called {n}" for n in range(20 if at % 2 else 12)],
        }
        for at, name in enumerate(NAMES)
    ]
    return {
        "game": "wordy",
        "name": "A List Whose Name Somebody Typed Until It Was Eighty Letters Long, No Less!",
        "models": models,
    }


@pytest.mark.sample(2)
@pytest.mark.parametrize("size", SIZES)
def test_worst_list_fits_at_every_size(wordy: Path, size: str) -> None:
    """Every line is inside, above the floor and clear of the others, and every rule is there in full."""
    report = judge(worst_list(), (wordy,))
    assert report.valid
    made = batches(report, size=size)
    for face in faces(made):
        check_face(face)
    found = flowing(made)
    for model in report.force.models:
        assert all(squeezed(pick.entry.text) in found for pick in model.entries)
    assert max(ink_of_pages(pdf_of(report, size=size), 100)) <= 0.13


def test_faces_are_numbered(wordy: Path) -> None:
    """Cards that flow on say which face of how many they are, from ten on just which; each has its model's name."""
    made = [face for face in faces(batches(judge(worst_list(), (wordy,)))) if "Bob" in face.title]
    assert len(made) > 2
    for at, face in enumerate(made, 1):
        wanted = {f"{at}/{len(made)}", *([str(at)] if at >= 10 else [])}
        assert wanted & {mark.text for mark in texts(face)}
        assert "Bob" in [mark.text for mark in texts(face)]


def test_more_than_anyone_crosses_off(wordy: Path) -> None:
    """Ninety-nine points are a number and a line to write on; twenty-four are twenty-four boxes."""
    for unit, boxes in (("Unit Number 1", 24), ("Unit Number 2", 0)):
        made = batches(judge({"game": "wordy", "models": [{"unit": unit}]}, (wordy,)))
        found = [mark for face in faces(made) for mark in face.marks if isinstance(mark, Box) and mark.tick]
        assert len(found) == boxes


def test_blank_names_and_white_space(wordy: Path) -> None:
    """Tabs and line breaks in notes are spaces; nothing is drawn for a name that is only white space."""
    row = {"unit": "Unit Number 0", "name": "A B", "notes": "one\ttwo\nthree"}
    made = batches(judge({"game": "wordy", "name": "  ", "models": [row]}, (wordy,)))
    words = [mark.text for face in faces(made) for mark in texts(face)]
    assert "A B" in words
    assert "one two three" in " ".join(words)


def test_card_too_small_is_refused(wordy: Path) -> None:
    """A card that can't hold name, stats and a few lines is an error that says so, never a wrong card."""
    with pytest.raises(DocumentError, match="too small"):
        batches(judge(worst_list(), (wordy,)), size="token")


def test_rules_elsewhere(wordy: Path) -> None:
    """With `appendix` the cards name the rules and the appendix has each once; with `none` nobody has them."""
    report = judge(worst_list(), (wordy,))
    text = squeezed(rule_text(200, 1))
    assert flowing(batches(report, rules="appendix")).count(text) == 1
    assert flowing(batches(report, rules="none")).count(text) == 0
    assert "Ability" in flowing(batches(report, rules="none"))


def picture(path: Path, format: str = "PNG", size: tuple[int, int] = (40, 30)) -> Path:
    """A small image on disk."""
    Image.new("RGB", size, "grey").save(path, format)
    return path


@pytest.mark.parametrize("format", ["PNG", "JPEG"])
def test_art(tmp_path: Path, format: str) -> None:
    """A PNG or JPEG beside the list is taken, in its proportions."""
    picture(tmp_path / "face.img", format)
    art = Gallery(str(tmp_path / "list.yaml"), {}).named("face.img")
    assert (art.width, art.height) == (40, 30)


def test_art_is_on_the_card(tmp_path: Path) -> None:
    """An image named in a list is embedded in the PDF."""
    picture(tmp_path / "face.png")
    path = tmp_path / "list.yaml"
    path.write_text("game: rogue-conflict\nmodels: [{rank: I, weapon: Slug Pistol, art: face.png}]\n", "utf-8")
    assert b"/Subtype /Image" in pdf_of(judge(path))


def test_art_that_is_refused(tmp_path: Path) -> None:
    """Images elsewhere on the disk, devices, other files and huge ones are refused, each with its reason."""
    folder = tmp_path / "lists"
    folder.mkdir()
    picture(tmp_path / "outside.png")
    (folder / "text.png").write_text("no image", "utf-8")
    picture(folder / "anim.png", "GIF")
    (folder / "link.png").symlink_to(tmp_path / "outside.png")
    file = str(folder / "list.yaml")
    for name in ("../outside.png", "/dev/zero", "text.png", "anim.png", "link.png", "none.png", "\0", "."):
        with pytest.raises(DocumentError) as error:
            Gallery(file, {}).named(name)
        assert error.value.findings[0].code == "print.art"
    with pytest.raises(DocumentError):
        Gallery("<stdin>", {}).named("face.png")
    bomb = io.BytesIO()
    Image.new("1", (20000, 20000)).save(bomb, "PNG")
    (folder / "bomb.png").write_bytes(bomb.getvalue())
    with pytest.raises(DocumentError):
        Gallery(file, {}).named("bomb.png")
