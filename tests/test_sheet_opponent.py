"""The sheet in an opponent's hand: icons explained on every page, rules of all who may come, findings without paths."""

from __future__ import annotations

from pathlib import Path

import pytest
from printing import FONTS, ONE_EACH, STARTERS, TEMPLATES, judge, squeezed, starter

from listbuilder.printing.content import Items
from listbuilder.printing.entries import spread
from listbuilder.printing.marks import Text
from listbuilder.printing.reference import rules_content
from listbuilder.printing.sheet import LARGE, Sheet, SheetWishes, lay_out
from listbuilder.printing.spawned import spawned_force
from listbuilder.secrecy import conceal

WISHES = SheetWishes(FONTS, TEMPLATES.themes["ink"], TEMPLATES.papers["a4"])
LARGE_A5 = WISHES._replace(paper=TEMPLATES.papers["a5"], body=LARGE + 1, floor=LARGE, contrast=7)
FROST = next(path for path in STARTERS if path.stem == "first-frost")
SPAWNING = next(path for path in STARTERS if spawned_force(starter(path).force))


def words(sheet: Sheet, page: int | None = None) -> list[str]:
    """The texts of a sheet, or of one of its pages."""
    placed = (one for one in sheet.placed if page in (None, one.page))
    return [mark.text for one in placed for mark in one.marks if isinstance(mark, Text)]


@pytest.mark.parametrize("wishes", [WISHES, WISHES._replace(paper=TEMPLATES.papers["a5"])])
def test_icons_are_explained_where_models_stand(wishes: SheetWishes) -> None:
    """What icons mean stands at the head of the models, on each page that they go on to, and never alone."""
    for report in (starter(FROST), conceal(starter(FROST), "salt")):
        sheet = lay_out(report, wishes)
        for page in range(sheet.pages):
            said = words(sheet, page)
            assert ("MODELS" in said) == ("ranged" in said) == ("a use, to cross off" in said)


def test_a_long_legend_has_lines_of_its_own() -> None:
    """In large print on small paper the legend stands once, below the head, inside the margins."""
    sheet = lay_out(starter(FROST), LARGE_A5)
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
    found = squeezed(" ".join(words(lay_out(report, WISHES))))
    assert texts and all(squeezed(text) in found for text in texts)
    rules = rules_content(report.force, later).blocks[0]
    assert isinstance(rules, Items)
    assert texts <= {item.text for item in rules.items}


def test_findings_say_who_once() -> None:
    """A finding names its model once and no path in a file."""
    report = judge({"game": "kill-team", "models": [{"unit": "Mill Captain", "name": "Second"}, {"unit": "Foo"}]})
    found = " ".join(words(lay_out(report, WISHES)))
    assert "Error: Second has nothing under `weapons`" in found
    assert "models[" not in found.casefold()


def test_what_nobody_knows_has_no_numbers() -> None:
    """A model that the catalogue does not know has dashes for stats, not noughts that could be believed."""
    report = judge({"game": "kill-team", "models": [{"unit": "Foo"}]})
    stats = [stat.name for stat in report.force.game.stats.values()]
    said = words(lay_out(report, WISHES))
    assert said.count("–") == len(stats) and not {"0", '0"', "0+"} & set(said)


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_pages_do_not_begin_with_a_lonely_line(path: Path) -> None:
    """Each page but the first begins with the head of a section."""
    sheet = lay_out(starter(path), WISHES)
    for page in range(1, sheet.pages):
        assert words(sheet, page)[0].isupper()


def test_no_model_is_alone_on_a_page() -> None:
    """Type grows to fill pages, but not so far that one model goes over to the next."""
    sheet = lay_out(starter(FROST), WISHES)
    assert sheet.body > WISHES.body and sheet.pages == 2
    assert "MODELS" not in words(sheet, 1) and not sheet.lonely
    long = judge({"game": "kill-team", "models": [{"unit": "Mill Captain", "name": f"No. {n}"} for n in range(30)]})
    made = lay_out(long, WISHES)
    models = [sum(word.startswith("No. ") for word in words(made, page)) for page in range(made.pages)]
    assert made.lonely == (1 in models) and sum(models) >= 30


@pytest.mark.parametrize("path", STARTERS, ids=lambda path: path.stem)
def test_an_opponent_sees_what_is_no_secret(path: Path) -> None:
    """All that the list has but its secrets, and what these make room for, is on the sheet of the opponent."""
    report = starter(path)
    own = [pick for pick in report.force.entries if not pick.given_by]
    slots = {id: slot.max for id, slot in report.force.game.list.slots.items() if not slot.secret}
    kept = {id: most if isinstance(most, int) else len(own) for id, most in slots.items()}
    open_ = [pick for id, most in kept.items() for pick in [one for one in own if one.slot == id][:most]]
    seen = conceal(report, "salt").force
    assert {pick.entry.name for pick in spread(open_)} <= {pick.entry.name for pick in spread(seen.entries)}
    assert len(seen.models) == len(report.force.models)


@pytest.mark.parametrize("path", ONE_EACH, ids=lambda path: path.parts[-3])
def test_what_a_model_is_breaks_between_its_parts(path: Path) -> None:
    """No line on small paper begins with the dot between two of them."""
    said = words(lay_out(starter(path), WISHES._replace(paper=TEMPLATES.papers["a5"])))
    assert not [text for text in said if text.startswith("·")] and any("·" in text for text in said)
