"""The edges of a sheet: names at the top and the foot of pages are whole, their lines apart and off the paper's rim."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from listbuilder.judging.validator import Report
from listbuilder.printing.marks import Text
from listbuilder.printing.sheet import LARGE, Sheet, SheetOptions, lay_out
from listbuilder.printing.sheet.sheet_head import foot_marks, top_marks
from listbuilder.printing.text_layout import Span
from listbuilder.ui.cli.app import app
from tests.support.printing import FONTS, MM, TEMPLATES, judge

A5 = SheetOptions(FONTS, TEMPLATES.themes["ink"], TEMPLATES.papers["a5"])
LARGE_A5 = A5._replace(body=LARGE + 1, floor=LARGE, contrast=7)
NAME = "A List Whose Name Somebody Typed Until It Was Eighty Letters Long, No Less!"
GREYS = "ink: '#000000', muted: '#303030', line: '#000000', tint: '#ffffff', shade: '#ffffff'"
THEME = f"themes: {{mine: {{name: Mine, {GREYS}, accent: '#7a1f1f'}}}}\n"


def long_list() -> Report:
    """A list with a long name and more models than a page holds."""
    rows = [{"rank": "I", "weapon": "Slug Pistol", "name": f"No. {n}"} for n in range(9)]
    return judge({"game": "rogue-conflict", "name": NAME, "player": "Somebody With Several Names", "models": rows})


def lines_of(marks: Sequence[object]) -> list[tuple[float, float]]:
    """The lines of some text: where each stands, and in which size."""
    return sorted({(mark.y, mark.size) for mark in marks if isinstance(mark, Text)})


def words_of(marks: Sequence[object]) -> str:
    """The words of some marks."""
    return " ".join(mark.text for mark in marks if isinstance(mark, Text))


def check_edges(sheet: Sheet) -> None:
    """Names are whole at both edges of the second page, no line is on another, and text keeps clear of them."""
    options, report = sheet.options, sheet.report
    above = top_marks(report, options, sheet.style, 1)
    below = foot_marks(report, options, sheet.style, 2, sheet.pages)
    assert NAME in words_of(above) and "Somebody With Several Names" in words_of(above)
    assert NAME in words_of(below) and f"page 2 of {sheet.pages}" in words_of(below)
    for (first, size), (second, _) in pairwise([*lines_of(above), *lines_of(below)]):
        assert second - first >= size
    paper = options.paper.height * MM
    assert lines_of(below)[-1][0] + 0.25 * options.foot_size <= paper - 6.35 * MM + 0.1
    text = [mark.y for one in sheet.placed if one.page == 1 for mark in one.marks if isinstance(mark, Text)]
    assert min(text) > lines_of(above)[-1][0] + options.running_size * 0.8
    assert max(text) < lines_of(below)[0][0] - options.foot_size


@pytest.mark.parametrize("options", [A5, LARGE_A5, LARGE_A5._replace(paper=TEMPLATES.papers["a4"])])
def test_names_are_whole_at_both_edges(options: SheetOptions) -> None:
    """On small paper and in large print, too."""
    sheet = lay_out(long_list(), options)
    assert sheet.pages > 1
    check_edges(sheet)


def test_room_for_page_numbers_is_for_booklets() -> None:
    """A foot goes to the margin; in a booklet its number stands there, and no word comes near it."""
    sheet = lay_out(long_list(), A5._replace(numbered=True))
    marks = foot_marks(sheet.report, sheet.options, sheet.style, 1, sheet.pages, 1234)
    number = next(mark for mark in marks if isinstance(mark, Text) and mark.text == "1234")
    ends = {True: 0.0, False: 0.0}
    for numbered in ends:
        for mark in foot_marks(sheet.report, sheet.options._replace(numbered=numbered), sheet.style, 1, sheet.pages):
            if isinstance(mark, Text):
                ends[numbered] = max(ends[numbered], mark.x + FONTS.width(mark.text, mark.style) * mark.size)
    assert ends[True] < number.x <= ends[False]


def test_a_theme_of_ones_own(tmp_path: Path) -> None:
    """`--theme` finds what `--templates` brings, as with cards; whoever saves ink is told that themes have no say."""
    runner, own, squad = CliRunner(), tmp_path / "mine", tmp_path / "squad.yaml"
    own.mkdir()
    (own / "themes.yaml").write_text(THEME, "utf-8")
    squad.write_text("game: rogue-conflict\nmodels: [{rank: I, weapon: Slug Pistol}]\n", "utf-8")
    for command in ("sheet", "cards"):
        out = tmp_path / f"{command}.pdf"
        said = [command, str(squad), "-o", str(out), "--templates", str(own), "--theme", "mine"]
        done = runner.invoke(app, [*said, "--allow-illegal"])
        assert done.exit_code == 0, done.output
        content = PdfReader(out).pages[0].get_contents()
        assert content is not None and b"0.4784 0.1216 0.1216 rg" in content.get_data()
        assert runner.invoke(app, [*said, "--allow-illegal", "--force", "--ink", "saver"]).exit_code == 2
    (own / "themes.yaml").write_text(THEME + "default: {theme: mine}\n", "utf-8")
    done = runner.invoke(app, ["sheet", str(squad), "-o", str(tmp_path / "x.pdf"), "--templates", str(own)])
    content = PdfReader(tmp_path / "x.pdf").pages[0].get_contents()
    assert content is not None and b"0.4784 0.1216 0.1216 rg" in content.get_data()


def test_savers_have_one_black(tmp_path: Path) -> None:
    """A sheet that saves ink has no grey: one theme for cards and sheets."""
    squad, out = tmp_path / "squad.yaml", tmp_path / "x.pdf"
    squad.write_text("game: rogue-conflict\nmodels: [{rank: I, weapon: Slug Pistol}]\n", "utf-8")
    done = CliRunner().invoke(app, ["sheet", str(squad), "-o", str(out), "--ink", "saver"])
    assert done.exit_code == 0, done.output
    content = PdfReader(out).pages[0].get_contents()
    assert content is not None and b"0 0 0 0.7" not in content.get_data()


def test_long_names_are_broken_behind_their_hyphens() -> None:
    """A word that no line holds is broken where it is joined, and anywhere only where it is not."""
    for word, room in (
        ("Featherstonehaugh-Cholmondeley", 12),
        ("Featherstonehaugh-Cholmondeley", 9.5),
        ("Aaaaaaaaaaaa", 3),
    ):
        lines = [" ".join(piece.text for piece in line) for line in FONTS.wrap([Span(word)], room)]
        assert "".join(lines) == word and all(FONTS.width(line) <= room for line in lines)
        assert word.startswith("A") or "Featherstonehaugh-" in lines
