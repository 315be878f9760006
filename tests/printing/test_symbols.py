"""Symbols in names: drawn like letters, said in words where nobody drew them, never a reason to refuse a deck."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from listbuilder.base.errors import CatalogueError
from listbuilder.printing.pages import PageOptions, print_batches
from listbuilder.printing.pdf_canvas import Properties
from listbuilder.printing.sheet import lay_out, print_sheets
from listbuilder.printing.sheet.sheet_options import SheetOptions
from listbuilder.printing.symbol_font import SYMBOLS, sign_name
from listbuilder.printing.text_layout import Fonts
from tests.printing.test_card_layouts import own
from tests.printing.test_cards import check_face
from tests.support.printing import TEMPLATES, batches, faces, judge, pdf_of

DRAWN = [char for one in TEMPLATES.symbols.values() for char in one.words]


def named(name: str) -> Any:
    """A list of one model with a name."""
    return judge({"game": "rogue-conflict", "models": [{"name": name, "rank": "I", "weapon": "Slug Pistol"}]})


def words(pdf: bytes) -> str:
    """What readers find in a PDF."""
    return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def test_symbols_are_drawn_and_found() -> None:
    """Names with symbols print on cards and sheets, and whoever searches for the symbol finds it."""
    report = named("★ Bob ⚔ 🔥")
    assert "★ Bob ⚔ 🔥" in words(pdf_of(report))
    for face in faces(batches(report)):
        check_face(face)
    options = SheetOptions(Fonts(), TEMPLATES.themes["ink"], TEMPLATES.papers["a4"])
    assert "★ Bob ⚔ 🔥" in words(print_sheets([lay_out(report, options)], options, Properties("A title")))


def test_every_drawing_is_for_a_character_of_its_own() -> None:
    """No character is drawn in two ways."""
    assert len(DRAWN) == len(set(DRAWN)) > 150


@pytest.mark.parametrize(
    ("name", "said"),
    [("🐉", "(dragon)"), ("🇬🇧", "GB"), ("❤️", "❤"), ("🧙‍♂️", "(mage)♂"), ("👍🏽", "(thumbs up sign)")],
)
def test_what_nobody_drew_is_said(name: str, said: str) -> None:
    """A symbol without a drawing is its name in words; signs that only change another are left out."""
    assert f"Bob {said}" in " ".join(words(pdf_of(named(f"Bob {name}"))).split())


def test_letters_are_not_symbols() -> None:
    """Letters have no words to stand for them."""
    assert sign_name("名") is None and sign_name("ש") is None


def test_the_same_list_has_the_same_bytes() -> None:
    """Symbols get their numbers from their order in the document alone."""
    report = named("☠ Bob ★")
    pdf_of(named("★"))
    sheets = PageOptions(Fonts(), TEMPLATES.themes["ink"], TEMPLATES.papers["a4"])
    assert pdf_of(report) == print_batches(batches(report), sheets, Properties("A title"))


def test_templates_may_draw_more(tmp_path: Path) -> None:
    """A symbol of a template is used where it is the only one that has the character; a word is no character."""
    made = own(tmp_path, "symbols: {dragon: {words: [🐉], paths: [M 1 1 L 23 12 L 1 23 Z]}}")
    fonts = Fonts(symbols=made.symbols)
    assert fonts.face_of("🐉", "regular") == SYMBOLS
    assert fonts.width("🐉") < Fonts().width("🐉")
    with pytest.raises(CatalogueError) as error:
        own(tmp_path, "symbols: {dragon: {words: [dragon], paths: [M 1 1 L 23 12 L 1 23 Z]}}")
    assert "not one character" in error.value.findings[0].message and error.value.findings[0].line == 1
