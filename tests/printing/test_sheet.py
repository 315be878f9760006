"""The sheet: a stranger can play against it. Profiles, costs, whole pages, rules once, paper of several sizes."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from click.testing import CliRunner
from PIL import ImageFilter
from pypdf import PdfReader

from listbuilder.base.errors import DocumentError
from listbuilder.judging.force import Pick
from listbuilder.judging.validator import Report
from listbuilder.printing.check_code import share_text
from listbuilder.printing.entry_items import with_inner_picks
from listbuilder.printing.marks import MM, Text
from listbuilder.printing.model_cards import tables_of
from listbuilder.printing.pdf_canvas import Properties
from listbuilder.printing.png import pages_of
from listbuilder.printing.reference_cards import rules_in_use
from listbuilder.printing.sheet import LARGE, Sheet, lay_out, print_sheets
from listbuilder.ui.cli.app import app
from tests.support.printing import (
    FONTS,
    ONE_EACH,
    STARTERS,
    TEMPLATES,
    judge,
    squeezed,
    starter,
    starter_pages,
    starter_sheet,
)
from tests.support.printing import SHEET_OPTIONS as OPTIONS

FROST = next(path for path in STARTERS if path.stem == "first-frost")
RIDERS = next(path for path in STARTERS if path.stem == "heron-riders")
VIALS = next(path for path in STARTERS if path.stem == "vial-street-irregulars")


def made(report: Report, **options: Any) -> Sheet:
    """The sheet of a list, laid out."""
    return lay_out(report, OPTIONS._replace(**options))


def pages(report: Report, **options: Any) -> list[str]:
    """The text of each page as a PDF reader gives it."""
    asked = OPTIONS._replace(**options)
    pdf = print_sheets([lay_out(report, asked)], asked, Properties("A title"))
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def texts(sheet: Sheet) -> list[tuple[int, Text]]:
    """Every text of a sheet with its page."""
    return [(one.page, mark) for one in sheet.placed for mark in one.marks if isinstance(mark, Text)]


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_every_weapon_has_its_profile(path: Path) -> None:
    """Behind each weapon stand its values as they are on that model, in the columns of the card's tables."""
    report = starter(path)
    found = squeezed(" ".join(starter_pages(path)))
    game = report.force.game
    rows: list[tuple[Pick, str]] = [
        (pick, slot) for model in report.force.rows for slot in tables_of(game) for pick in model.slots.get(slot, ())
    ]
    for pick, slot in rows:
        columns = [id for id in tables_of(game)[slot].columns if any(one.field(id) is not None for one, _ in rows)]
        values = ["–" if (value := pick.field(id)) is None else str(value) for id in columns]
        assert squeezed(pick.entry.name + "".join(values)) in found
        assert all(squeezed(tables_of(game)[slot].columns[id]) in found for id in columns)


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_everything_on_a_model_is_named(path: Path) -> None:
    """Options, keywords of units, weapons of the list, groups: each by its printed name."""
    report = starter(path)
    found = squeezed(" ".join(starter_pages(path)))
    assert "Nooptions" not in found
    for pick in with_inner_picks(
        [*report.force.entries, *(one for model in report.force.rows for one in model.entries)]
    ):
        assert squeezed(pick.entry.name) in found
    for model in report.force.rows:
        for pick in model.entries:
            assert all(squeezed(use.printed) in found for use in pick.entry.keyword_uses if not use.implied_by)
    assert all(squeezed(group.name) in found for group in report.force.groups)


def test_what_a_player_asks_across_the_table() -> None:
    """Action points, uses, thresholds, who carries whom, squads and their orders, changed stats, parts of a cost."""
    frost, riders, vials = (squeezed(" ".join(pages(starter(path)))) for path in (FROST, RIDERS, VIALS))
    for words in ("Alarm Peal 1 AP 1 per game", "Injured at 4 Wounds or less", "With less than half its wounds left"):
        assert squeezed(words) in frost
    for words in ("Needle carries it", "Carries Lady Teasel", "Leader: Lady Teasel", "Combat 8 = 5 + 3 Mighty Blow"):
        assert squeezed(words) in riders
    for words in ('MV 8" = 6" + 2 raised', "Points Rank II 10, Slug Pistol 10, Pulse Grenade 5"):
        assert squeezed(words) in vials


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_pages_are_worth_their_paper(path: Path) -> None:
    """No page but the last is half empty for want of trying, none has a rule or two alone, all stays inside."""
    sheet = starter_sheet(path)
    found = texts(sheet)
    assert {page for page, _ in found} == set(range(sheet.pages))
    assert sheet.pages == 1 or sheet.full > 0.25
    assert all(mark.y < OPTIONS.bottom + 1 and mark.x >= OPTIONS.margin - 0.1 for _, mark in found)
    assert all(mark.size >= 7 for _, mark in found)


def test_heads_are_repeated() -> None:
    """Every page says whose models they are; each model has the words of its stats, each page the head of its part."""
    long = judge({"game": "kill-team", "models": [{"unit": "Mill Captain", "name": f"No. {n}"} for n in range(60)]})
    sheet = made(long)
    found = texts(sheet)
    assert sheet.pages > 2
    for page in range(sheet.pages):
        words = [mark.text for where, mark in found if where == page]
        assert "MODELS" in words or "RULES IN USE" in words
        if models := [word for word in words if re.fullmatch(r"No\. \d+", word)]:
            assert words.count("Wounds") == len(models) and words.count("MODELS") == 1


def test_rules_stand_once() -> None:
    """Each rule in use has its text once, whoever has it."""
    for path in ONE_EACH:
        found = squeezed(" ".join(starter_pages(path)))
        for rule in rules_in_use(starter(path).force):
            assert found.count(squeezed(rule.text)) == 1 or len(rule.text) < 30


def test_a_list_without_models_prints() -> None:
    """An empty list is still a list, and its sheet says so."""
    assert "This list has none." in pages(judge({"game": "kill-team", "name": "Nobody"}))[0]


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_small_paper(path: Path) -> None:
    """On A5 nothing leaves the page and no type is under the floor."""
    options = OPTIONS._replace(paper=TEMPLATES.papers["a5"])
    sheet = starter_sheet(path, options)
    for _, mark in texts(sheet):
        right = mark.x + FONTS.width(mark.text, mark.style) * mark.size
        assert options.margin - 0.1 <= mark.x and right <= 148 * MM - options.margin + 0.6
        assert mark.y <= options.bottom + 1 and mark.size >= 6.5


def test_one_page_or_none() -> None:
    """A list that fits in smaller type is put on one page; one that does not is refused with what to do."""
    assert starter_sheet(FROST).pages == 2
    assert made(starter(FROST), one_page=True).pages == 1
    long = judge({"game": "kill-team", "models": [{"unit": "Mill Captain", "name": f"No. {n}"} for n in range(60)]})
    with pytest.raises(DocumentError) as error:
        made(long, one_page=True)
    assert "--one-page" in error.value.findings[0].hint


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_a_phone_reads_the_code(path: Path) -> None:
    """At 150 dots an inch and somewhat blurred, the code is still the list."""
    pdf = print_sheets([starter_sheet(path)], OPTIONS, Properties("A title"))
    image = next(iter(pages_of(pdf, 150, grey=True))).filter(ImageFilter.GaussianBlur(0.9))
    assert [one.text for one in zxingcpp.read_barcodes(image)] == [share_text(starter(path))]


def test_the_judge_sees_sources_and_the_seal(tmp_path: Path) -> None:
    """The opponent's sheet has a seal and no secrets; the judge's has both, the salt, and sections of the rulebook."""
    runner, theirs, ours = CliRunner(), tmp_path / "opponent.pdf", tmp_path / "judge.pdf"
    assert runner.invoke(app, ["sheet", str(FROST), "-o", str(theirs), "--secret"]).exit_code == 0
    opens = tmp_path / "opponent.reveal.json"
    done = runner.invoke(app, ["sheet", str(FROST), "-o", str(ours), "--judge", "--reveal", str(opens)])
    assert done.exit_code == 0, done.output
    shown, whole = (squeezed(" ".join(page.extract_text() for page in PdfReader(one).pages)) for one in (theirs, ours))
    (reveal,) = json.loads(opens.read_text("utf-8"))["lists"]
    assert reveal["seal"] in shown and reveal["salt"] not in shown and "BartheGate" not in shown
    assert reveal["seal"] in whole and reveal["salt"] in whole and "BartheGate" in whole
    assert starter(FROST).force.meaning in whole and starter(FROST).force.game.digest in whole
    assert "UniversalEquipment" in whole and "UniversalEquipment" not in shown
    other = runner.invoke(app, ["sheet", str(RIDERS), "-o", str(tmp_path / "x.pdf"), "--judge", "--reveal", str(opens)])
    assert other.exit_code == 0
    pages_of_it = PdfReader(tmp_path / "x.pdf").pages
    assert "Nosealfits" in squeezed(" ".join(page.extract_text() for page in pages_of_it))


def test_a_judge_hides_nothing(tmp_path: Path) -> None:
    """A sheet is for the opponent or for the judge, not for both."""
    done = CliRunner().invoke(app, ["sheet", str(FROST), "-o", str(tmp_path / "x.pdf"), "--judge", "--secret"])
    assert done.exit_code == 2 and not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_large_print(path: Path) -> None:
    """No type is under 12 points, rules stand in one column, and all stays on the paper."""
    options = OPTIONS._replace(body=LARGE + 1, floor=LARGE)
    assert options.rule_columns == 1
    found = texts(starter_sheet(path, options))
    assert min(mark.size for _, mark in found) >= 12
    assert all(options.margin - 0.1 <= mark.x and mark.y <= options.bottom + 1 for _, mark in found)
    assert all(
        mark.x + FONTS.width(mark.text, mark.style) * mark.size <= 210 * MM - options.margin + 1 for _, mark in found
    )
