"""Preview: cards as PNG and SVG, pages of sheets as PNG, and `--open`, which writes nothing where the user is."""

from __future__ import annotations

import io
import re
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from listbuilder.base.values import slug
from listbuilder.printing.pdf_canvas import Properties
from listbuilder.printing.sheet import SheetOptions, lay_out, page_face, print_sheets
from listbuilder.printing.svg import face_svg
from listbuilder.ui.cli.app import app
from tests.support.printing import FONTS, ONE_EACH, TEMPLATES, batches, faces, squeezed, starter, texts

RUNNER = CliRunner()
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_svg_has_the_same_words_in_the_same_places(path: Path) -> None:
    """Each face is well-formed XML of its size, every text of it where it is in print, and loads nothing."""
    for face in faces(batches(starter(path))):
        svg = face_svg(face, FONTS, TEMPLATES.themes["ink"])
        root = ElementTree.fromstring(svg)
        assert root.get("width") == "63.00mm" and root.get("height") == "88.00mm"
        found = [(one.text, one.get("x"), one.get("y")) for one in root.iter(f"{SVG}text")]
        assert found == [(one.text or None, f"{one.x:.2f}", f"{one.y:.2f}") for one in texts(face)]
        assert root.findtext(f"{SVG}title") == face.title
        for one in root.iter(f"{SVG}path"):
            assert re.fullmatch(r"(?:[MLC](?:-?[\d.e-]+ ?)+|Z ?)+", one.get("d") or ""), one.get("d")
        assert "NaN" not in svg and not re.search(r'(href|src)="(?!data:)', svg)


def test_hostile_names_are_text() -> None:
    """What looks like markup in a name is text in the picture."""
    face = next(faces(batches(starter(ONE_EACH[0]))))._replace(title="<script>&\x00")
    root = ElementTree.fromstring(face_svg(face, FONTS, TEMPLATES.themes["ink"]))
    assert root.findtext(f"{SVG}title") == "<script>&"


def test_files(tmp_path: Path) -> None:
    """Pictures are numbered and named after their cards, backs too; a sheet has one for each page."""
    folder = tmp_path / "out"
    done = RUNNER.invoke(app, ["cards", str(ONE_EACH[0]), "--svg", str(folder), "--backs", "--tokens"])
    assert done.exit_code == 0, done.output
    names = sorted(one.name for one in folder.iterdir())
    assert all(re.fullmatch(r"\d{3}-[a-z0-9][a-z0-9-]*\.svg", name) for name in names)
    assert any(name.endswith("-back.svg") and len(name) > 12 for name in names)
    tokens = [name.partition("-")[2] for name in names if "token" in name]
    assert tokens and len(set(tokens)) == len(tokens)
    pages = tmp_path / "pages"
    done = RUNNER.invoke(app, ["sheet", str(ONE_EACH[0]), "--png", str(pages), "--svg", str(pages)])
    assert done.exit_code == 0, done.output
    title = slug(starter(ONE_EACH[0]).force.document.title)
    assert {one.name for one in pages.iterdir()} == {f"001-{title}-page-1.png", f"001-{title}-page-1.svg"}


def test_pages_as_svg_have_all_the_words() -> None:
    """A page of a sheet as a picture has every text of that page, head and foot too, in its size."""
    options = SheetOptions(FONTS, TEMPLATES.themes["ink"], TEMPLATES.papers["a4"])
    for path in ONE_EACH:
        sheet = lay_out(starter(path), options)
        pdf = PdfReader(io.BytesIO(print_sheets([sheet], options, Properties("A title"))))
        for page in range(sheet.pages):
            root = ElementTree.fromstring(face_svg(page_face(sheet, page), FONTS, TEMPLATES.themes["ink"]))
            assert root.get("width") == "210.00mm" and root.get("height") == "297.00mm"
            said = "".join(one.text or "" for one in root.iter(f"{SVG}text"))
            assert Counter(squeezed(said)) == Counter(squeezed(pdf.pages[page].extract_text()))


@pytest.mark.parametrize("command", ["cards", "sheet"])
def test_open(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is shown; without -o nothing is left in the folder. Where nothing can show it, the path is said."""
    opened: list[str] = []

    def launch(path: str) -> int:
        opened.append(path)
        return 0

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(click, "launch", launch)
    monkeypatch.setenv("DISPLAY", ":0")
    assert RUNNER.invoke(app, [command, str(ONE_EACH[0]), "--open"]).exit_code == 0
    assert Path(opened[0]).read_bytes().startswith(b"%PDF") and not list(tmp_path.iterdir())
    assert RUNNER.invoke(app, [command, str(ONE_EACH[0]), "-o", "x.pdf", "--open"]).exit_code == 0
    assert opened[1] == "x.pdf"
    monkeypatch.setattr(click, "launch", lambda path: 3)
    done = RUNNER.invoke(app, [command, str(ONE_EACH[0]), "--open"])
    assert done.exit_code == 0 and "look at it there" in done.output
    if sys.platform == "linux":
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "WSL_INTEROP"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setattr(click, "launch", lambda path: pytest.fail("there is no screen"))
        assert "look at it there" in RUNNER.invoke(app, [command, str(ONE_EACH[0]), "--open"]).output
    assert RUNNER.invoke(app, [command, str(ONE_EACH[0])]).exit_code == 2
