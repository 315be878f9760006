"""A typeface of a template: files beside it, checked, embedded, with the usual type for what it lacks."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from font_roboto import font_files  # type: ignore[import-untyped]
from pypdf import PdfReader

from listbuilder.base.errors import CatalogueError, DocumentError
from listbuilder.loading.templates import Templates, load_templates
from listbuilder.printing.deck import CardOptions, make_batches
from listbuilder.printing.pages import PageOptions, print_batches
from listbuilder.printing.pdf_canvas import Properties
from listbuilder.printing.text_layout import Fonts
from tests.printing.test_cards import check_face
from tests.support.printing import TEMPLATES, faces, judge

ROWS = [{"rank": "I", "weapon": "Slug Pistol", "name": "Žižka ★"}]


def folder_with(folder: Path, font: str) -> Templates:
    """Templates that name a typeface, with two files beside them."""
    folder.mkdir(exist_ok=True)
    shutil.copy(font_files["RobotoThin"], folder / "Barn.ttf")
    shutil.copy(font_files["RobotoBlack"], folder / "Barn-Bold.ttf")
    (folder / "notes.ttf").write_text("no font", "utf-8")
    (folder / "type.yaml").write_text(f"font: {font}\n", "utf-8")
    return load_templates(folder)


def test_cards_are_set_in_it(tmp_path: Path) -> None:
    """All words are in the faces of the template, embedded; nothing leaves its place."""
    templates = folder_with(tmp_path / "templates", "{regular: Barn.ttf, bold: Barn-Bold.ttf}")
    fonts = Fonts(None, templates.symbols)
    fonts.use(templates.font)
    theme, size = templates.themes["ink"], templates.sizes["poker"]
    options = CardOptions(fonts, templates, templates.layouts["standard"], theme, size, templates.type["normal"])
    made = make_batches([judge({"game": "rogue-conflict", "models": ROWS})], options)
    for face in faces(made):
        check_face(face)
    data = print_batches(made, PageOptions(fonts, theme, templates.papers["a4"]), Properties("A title"))
    assert b"Roboto-Black" in data and b"Roboto-Thin" in data and b"Roboto-Medium" not in data
    assert "Žižka ★" in PdfReader(io.BytesIO(data)).pages[0].extract_text()


@pytest.mark.parametrize(
    ("font", "said"),
    [
        ("{regular: None.ttf}", "no file `None.ttf`"),
        ("{regular: notes.ttf}", "not a TrueType font"),
        ("{regular: ../../secret.ttf}", "not in the folder"),
        ("{regular: /etc/passwd}", "not in the folder"),
        ("{bold: Barn.ttf}", "regular"),
        ("{regular: Barn.ttf, blod: Barn.ttf}", "blod"),
    ],
)
def test_mistakes_have_file_and_line(tmp_path: Path, font: str, said: str) -> None:
    """A file that is not there, is no font or lies elsewhere is reported where it is named."""
    with pytest.raises(CatalogueError) as error:
        folder_with(tmp_path / "templates", font)
    finding = error.value.findings[0]
    assert said in finding.message and finding.file and finding.file.endswith("type.yaml") and finding.line == 1


def test_one_typeface_in_a_document(tmp_path: Path) -> None:
    """Lists of games with different typefaces are refused together."""
    templates = folder_with(tmp_path / "templates", "{regular: Barn.ttf}")
    fonts = Fonts()
    fonts.use(templates.font)
    with pytest.raises(DocumentError, match="different typefaces"):
        fonts.use(TEMPLATES.font)
