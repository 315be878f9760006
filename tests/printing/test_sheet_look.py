"""The look of a sheet: the colour and emblem of the cards, large stats in the same columns, no colour for savers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from listbuilder.loading.templates import contrast
from listbuilder.printing.marks import Box, Figure, Text
from listbuilder.printing.pdf_canvas import Properties
from listbuilder.printing.png import ink_of_pages
from listbuilder.printing.sheet import LARGE, Sheet, print_sheets
from listbuilder.printing.sheet.sheet_head import foot_marks, top_marks
from listbuilder.printing.text_layout import Fonts
from listbuilder.ui.cli.app import app
from tests.support.printing import (
    FONTS,
    MM,
    ONE_EACH,
    STARTERS,
    TEMPLATES,
    batches,
    starter,
    starter_sheet,
)
from tests.support.printing import SHEET_OPTIONS as OPTIONS

SAVER = OPTIONS._replace(fonts=Fonts(lighter=True), theme=TEMPLATES.themes["mono"])
FROST = next(path for path in STARTERS if path.stem == "first-frost")
DENSE = next(path for path in STARTERS if path.stem == "rustline-runners")
PAPERS = {
    "a4": OPTIONS,
    "a5": OPTIONS._replace(paper=TEMPLATES.papers["a5"]),
    "large": OPTIONS._replace(body=LARGE + 1, floor=LARGE, contrast=7),
    "saver": SAVER,
}


def marks(sheet: Sheet, sort: type[Any]) -> list[Any]:
    """The marks of one sort of a sheet, with those at the top and foot of its pages."""
    around = [
        *top_marks(sheet.report, sheet.options, sheet.style, 1),
        *foot_marks(sheet.report, sheet.options, sheet.style, 1, 1),
    ]
    every = [*around, *(mark for one in sheet.placed if not one.alt for mark in one.marks)]
    return [mark for mark in every if isinstance(mark, sort)]


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_models_wear_what_their_cards_wear(path: Path) -> None:
    """Every colour and every emblem of the cards of models is on the sheet of their list."""
    report = starter(path)
    cards = [card.front for card in batches(report)[0].cards][: len(report.force.rows)]
    emblems = [next(one for one in face.marks if isinstance(one, Figure) and one.side > 3 * MM) for face in cards]
    worn = {(one.path, one.colour) for one in marks(starter_sheet(path), Figure)}
    assert {(one.path, one.colour) for one in emblems} <= worn


@pytest.mark.sample(4)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_nothing_lies_over_another(path: Path, paper: str) -> None:
    """No two lines of text on a page touch, and colours stand out from the paper."""
    options = PAPERS[paper]
    sheet, wide = starter_sheet(path, options), options.fonts.width
    for page in range(sheet.pages):
        boxes = [
            (mark.x, mark.y - 0.7 * mark.size, mark.x + wide(mark.text, mark.style) * mark.size, mark.y, mark)
            for one in sheet.placed
            if one.page == page
            for mark in one.marks
            if isinstance(mark, Text)
        ]
        boxes.sort(key=lambda box: box[1])
        for at, (left, _, right, low, mark) in enumerate(boxes):
            for other in boxes[at + 1 :]:
                if other[1] >= low - 0.05:
                    break
                apart = other[0] >= right - 0.05 or other[2] <= left + 0.05
                assert apart, (mark.text, other[4].text)
    least = 7 if paper == "large" else 4.5
    assert all(contrast(mark.colour, "#ffffff") >= least for mark in marks(sheet, Text) if mark.colour[0] == "#")


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_stats_stand_in_columns(path: Path) -> None:
    """The middle of a stat is in the same place for all models, and its value is half as large again as text."""
    report = starter(path)
    sheet = starter_sheet(path)
    names = {stat.name for stat in report.force.game.stats.values()}
    labels = [mark for mark in marks(sheet, Text) if mark.text in names and mark.style == "medium"]
    middles = {
        name: [mark.x + FONTS.width(name, "medium") * mark.size / 2 for mark in labels if mark.text == name]
        for name in names
    }
    assert all(max(found) - min(found) < 0.1 * MM for found in middles.values())
    for label in labels:
        middle = label.x + FONTS.width(label.text, "medium") * label.size / 2
        above = [
            mark
            for mark in marks(sheet, Text)
            if 0 < label.y - mark.y < 2 * label.size
            and abs(mark.x + FONTS.width(mark.text, "bold") * mark.size / 2 - middle) < 0.5
        ]
        assert any(mark.size >= 1.4 * sheet.body and mark.style == "bold" for mark in above), label


@pytest.mark.parametrize("path", [*ONE_EACH, DENSE], ids=lambda path: path.stem)
def test_whoever_saves_ink_has_no_colour(path: Path) -> None:
    """No colour and little ink; in colour no page is darker than the cards may be."""
    sheet = starter_sheet(path, SAVER)
    colours = {mark.colour for mark in (*marks(sheet, Text), *marks(sheet, Figure))}
    colours |= {mark.fill for mark in marks(sheet, Box) if mark.fill}
    assert colours <= {"ink", "muted", "paper"}
    assert not [mark for mark in marks(sheet, Box) if mark.fill], "fills take ink"
    assert max(ink_of_pages(print_sheets([sheet], SAVER, Properties("A title")))) <= 0.06
    full = print_sheets([starter_sheet(path)], OPTIONS, Properties("A title"))
    assert max(ink_of_pages(full, 60)) <= 0.13


def test_every_page_says_whose_it_is(tmp_path: Path) -> None:
    """The name of the list is at the top of the second page as on the first; a look of one's own is taken."""
    own = tmp_path / "mine"
    own.mkdir()
    (own / "look.yaml").write_text(
        "look: {accent: {by: [team], otherwise: '#7a1f1f'}, emblem: {by: [game]}}\n", "utf-8"
    )
    out = tmp_path / "sheet.pdf"
    done = CliRunner().invoke(app, ["sheet", str(FROST), "-o", str(out), "--templates", str(own)])
    assert done.exit_code == 0, done.output
    pages = PdfReader(out).pages
    assert all(page.extract_text().startswith("First Frost") for page in pages) and len(pages) > 1
    content = pages[0].get_contents()
    assert content is not None and b"0.4784 0.1216 0.1216 rg" in content.get_data()


def test_the_inks_of_the_command_line(tmp_path: Path) -> None:
    """`--ink saver` writes no operator for a colour."""
    out = tmp_path / "plain.pdf"
    assert CliRunner().invoke(app, ["sheet", str(FROST), "-o", str(out), "--ink", "saver"]).exit_code == 0
    for page in PdfReader(out).pages:
        content = page.get_contents()
        assert content is not None and b" rg" not in content.get_data() and b" RG" not in content.get_data()


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_lighter_faces_are_measured(path: Path) -> None:
    """Values of savers stand in the middle of their columns as they are drawn, and keep inside the margins."""
    report = starter(path)
    sheet, wide = starter_sheet(path, SAVER), SAVER.fonts.width
    assert any(wide(stat.name, "bold") != FONTS.width(stat.name, "bold") for stat in report.force.game.stats.values())
    found = marks(sheet, Text)
    assert all(mark.x + wide(mark.text, mark.style) * mark.size <= SAVER.margin + SAVER.width + 1 for mark in found)
    labels = [one for one in found if one.style == "medium" and one.tag == "RH"]
    for label, value in ((one, found[found.index(one) + 1]) for one in labels):
        middles = [mark.x + wide(mark.text, mark.style) * mark.size / 2 for mark in (label, value)]
        assert middles[0] == pytest.approx(middles[1], abs=0.01)
    assert labels or not report.force.rows
