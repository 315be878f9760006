"""The sheet in an opponent's hand: icons explained on every page, rules of all who may come, findings without paths."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from listbuilder.judging.force import Contribution
from listbuilder.judging.secrecy import conceal
from listbuilder.printing.card_content import Items
from listbuilder.printing.entry_items import with_inner_picks
from listbuilder.printing.marks import Box, Text
from listbuilder.printing.model_cards import spawned_force
from listbuilder.printing.reference_cards import rules_content
from listbuilder.printing.sheet import LARGE, Sheet, SheetOptions, lay_out
from listbuilder.printing.sheet.roster import sum_words
from tests.support import fast_yaml
from tests.support.printing import (
    FONTS,
    MM,
    ONE_EACH,
    STARTERS,
    TEMPLATES,
    judge,
    squeezed,
    starter,
    starter_sheet,
)
from tests.support.printing import SHEET_OPTIONS as OPTIONS

LARGE_A5 = OPTIONS._replace(paper=TEMPLATES.papers["a5"], body=LARGE + 1, floor=LARGE, contrast=7)
FROST = next(path for path in STARTERS if path.stem == "first-frost")
SPAWNING = next(path for path in STARTERS if spawned_force(starter(path).force))


def words(sheet: Sheet, page: int | None = None) -> list[str]:
    """The texts of a sheet, or of one of its pages."""
    placed = (one for one in sheet.placed if page in (None, one.page))
    return [mark.text for one in placed for mark in one.marks if isinstance(mark, Text)]


def yaml_of(path: Path) -> dict[str, Any]:
    """A list as it is written."""
    return dict(fast_yaml.load(path.read_text("utf-8")))


@pytest.mark.parametrize("options", [OPTIONS, OPTIONS._replace(paper=TEMPLATES.papers["a5"])])
def test_icons_are_explained_where_models_stand(options: SheetOptions) -> None:
    """What icons mean stands at the head of the models, on each page that they go on to, and never alone."""
    for report in (starter(FROST), conceal(starter(FROST), "salt")):
        sheet = lay_out(report, options)
        for page in range(sheet.pages):
            said = words(sheet, page)
            assert ("MODELS" in said) == ("ranged" in said) == ("a use, to cross off" in said)


def test_a_long_legend_has_lines_of_its_own() -> None:
    """In large print on small paper the legend stands once, below the head, inside the margins."""
    sheet = starter_sheet(FROST, LARGE_A5)
    marks = [mark for one in sheet.placed for mark in one.marks if isinstance(mark, Text)]
    assert words(sheet).count("ranged") == 1
    edge = LARGE_A5.margin + LARGE_A5.width
    assert all(mark.x + FONTS.width(mark.text, mark.style) * mark.size <= edge + 1 for mark in marks)


def test_models_that_come_later_have_their_rules() -> None:
    """Each thing that a model has which comes into play later is explained, on the sheet and in the cards' appendix."""
    report = starter(SPAWNING)
    later = spawned_force(report.force)
    assert later
    texts = {pick.text for model in later.rows for pick in model.entries if pick.text and not pick.entry.flavour}
    found = squeezed(" ".join(words(lay_out(report, OPTIONS))))
    assert texts and all(squeezed(text) in found for text in texts)
    rules = rules_content(report.force, later).blocks[0]
    assert isinstance(rules, Items)
    assert texts <= {item.text for item in rules.items}


def test_findings_say_who_once() -> None:
    """A finding names its model once and no path in a file."""
    report = judge({"game": "kill-team", "models": [{"unit": "Mill Captain", "name": "Second"}, {"unit": "Foo"}]})
    found = " ".join(words(lay_out(report, OPTIONS)))
    assert "Error: Second has nothing under weapons" in found
    assert "models[" not in found.casefold() and "`" not in found


def test_what_nobody_knows_has_no_numbers() -> None:
    """A model that the catalogue does not know has dashes for stats, not noughts that could be believed."""
    report = judge({"game": "kill-team", "models": [{"unit": "Foo"}]})
    stats = [stat.name for stat in report.force.game.stats.values()]
    said = words(lay_out(report, OPTIONS))
    assert said.count("–") == len(stats) and not {"0", '0"', "0+"} & set(said)


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_pages_do_not_begin_with_a_lonely_line(path: Path) -> None:
    """Each page but the first begins with the head of a section."""
    sheet = starter_sheet(path)
    for page in range(1, sheet.pages):
        assert words(sheet, page)[0].isupper()


def test_type_does_not_spread_models() -> None:
    """Type grows to fill pages, but not so far that models go over to the next."""
    sheet = starter_sheet(FROST)
    assert sheet.body > OPTIONS.body and sheet.pages == 2
    assert "MODELS" not in words(sheet, 1) and sheet.before_rules == 1


@pytest.mark.sample(8)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("number", [*range(13, 31), 60])
def test_no_model_is_alone_on_a_page(paper: str, number: int) -> None:
    """The last model of many takes the one before it along to the next page."""
    rows = [{"unit": "Mill Captain", "name": f"No. {n}"} for n in range(number)]
    made = lay_out(judge({"game": "kill-team", "models": rows}), OPTIONS._replace(paper=TEMPLATES.papers[paper]))
    models = [len({word for word in words(made, page) if word.startswith("No. ")}) for page in range(made.pages)]
    assert 1 not in models and sum(models) >= number


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_the_head_is_no_hole(path: Path) -> None:
    """Beside the QR code stand choices, notes, or boxes to cross off who is out: little of it stays white."""
    for sheet in (starter_sheet(path), lay_out(judge(yaml_of(path) | {"notes": ""}), OPTIONS)):
        code = next(one for one in sheet.placed if one.alt)
        low = max(mark.y + mark.height for mark in code.marks if isinstance(mark, Box))
        beside = [mark for mark in sheet.placed[0].marks if isinstance(mark, Text)]
        assert low - max(mark.y for mark in beside) < 22 * MM


SUMS = [
    ([("raised", "add", 2, 1)], "6 + 2 raised"),
    ([("Block", "add", -2, 1), ("Guard", "add", -1, 1), ("Block", "add", -2, 1)], "6 − 4 Block ×2 − 1 Guard"),
    ([("Boots", "add", 1, 1), ("Elite", "times", 2, 1)], "(6 + 1 Boots) × 2 Elite"),
    ([("Elite", "times", 2, 2)], "6 × 4 Elite"),
    ([("Plate", "set", 4, 1), ("Mud", "set", 2, 1), ("Boots", "add", 1, 1)], "4 Plate + 1 Boots instead of 6"),
    ([("Flu", "times", Fraction(1, 4), 1)], "6 × 1/4 Flu, rounded up"),
    ([("Mud", "add", -9, 1), ("Courage", "least", 1, 1), ("Pride", "least", 0, 1)], "6 − 9 Mud, at least 1 Courage"),
    ([("Mud", "add", -1, 1), ("Courage", "least", 1, 1), ("Cap", "most", 4, 1)], "6 − 1 Mud, at most 4 Cap"),
    ([("Late", "times", 2, 1, 1), ("Boots", "add", 1, 1)], "(6 + 1 Boots) × 2 Late"),
]


@pytest.mark.parametrize(("changes", "words"), SUMS, ids=[words for _, words in SUMS])
def test_sums_in_words(changes: list[Any], words: str) -> None:
    """What made a number what it is reads like a sum, in the order that it is reckoned in."""
    assert sum_words("6", 6, [Contribution(*one) for one in changes], up=True) == words


@pytest.mark.sample(8)
@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_an_opponent_sees_what_is_no_secret(path: Path) -> None:
    """All that the list has but its secrets, and what these make room for, is on the sheet of the opponent."""
    report = starter(path)
    own = [pick for pick in report.force.entries if not pick.given_by]
    slots = {id: slot.max for id, slot in report.force.game.list.slots.items() if not slot.secret}
    kept = {id: most if isinstance(most, int) else len(own) for id, most in slots.items()}
    open_ = [pick for id, most in kept.items() for pick in [one for one in own if one.slot == id][:most]]
    seen = conceal(report, "salt").force
    assert {pick.entry.name for pick in with_inner_picks(open_)} <= {
        pick.entry.name for pick in with_inner_picks(seen.entries)
    }
    assert len(seen.models) == len(report.force.models)


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_what_a_model_is_breaks_between_its_parts(path: Path) -> None:
    """No line on small paper begins with the dot between two of them."""
    said = words(starter_sheet(path, OPTIONS._replace(paper=TEMPLATES.papers["a5"])))
    assert not [text for text in said if text.startswith("·")] and any("·" in text for text in said)


def test_boxes_are_of_the_name_before_them() -> None:
    """No comma comes between who may fall and the box for that."""
    said = words(lay_out(judge(yaml_of(next(one for one in STARTERS if one.stem == "blue-dossier"))), OPTIONS), 0)
    assert "The Auditor" in said and "The Auditor," not in said
