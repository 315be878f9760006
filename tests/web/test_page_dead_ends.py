"""Building on the page without dead ends: whatever can be begun can be finished, and whatever is refused says why."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.loading import game_folders
from tests.support.browsing import (
    BROWSER,
    MISSING,
    Visit,
    at_first_row,
    axe_source,
    code_of,
    made,
    opened,
    starter,
    until,
    views,
)

GAMES = sorted(game_folders())
pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason=MISSING)]
PAIR = {"game": "stack-and-horde", "models": [{"unit": "fen-reeve"}, {"unit": "turfshield", "count": 2}]}
THREE = {"rank": "i", "weapon": "slug-pistol", "count": 3}
OVER = {"game": "rogue-conflict", "limit": 20, "models": [THREE]}


def changed(page: Any, before: str) -> None:
    """Wait until the list is another one."""
    until(page, "code => location.hash.slice(1) !== code", before)


def words_seen(page: Any) -> str:
    """Whatever is written on the page, in notices and dialogs."""
    return str(page.evaluate("document.body.innerText"))


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_first_choice_is_offered(visit: Visit, game: str) -> None:
    """In a new list something can be taken at once for every slot that must be filled, and nothing speaks of files."""
    page = visit.open()
    page.click(f"[data-key=new-{game}]")
    page.wait_for_selector("[data-key=add]")
    if page.locator("section[aria-label='The list']").count():
        page.wait_for_selector(".slot")
        for slot in page.locator(".slot:has-text('needs')").all():
            assert slot.locator(".offer").count()
    assert "`" not in words_seen(page)
    page.click("[data-key=add]")
    page.wait_for_selector("dialog .choice")
    assert page.locator("dialog .choice").first.get_attribute("data-standing") in ("fits", "warns", "needs")
    assert "`" not in words_seen(page)


def test_a_choice_that_needs_more_says_what(visit: Visit) -> None:
    """What is legal once more is added can be taken, and names what is still to do."""
    page = visit.open()
    page.click("[data-key=new-kill-team]")
    page.wait_for_selector(".slot")
    page.click("[aria-label='Choose team']")
    page.wait_for_selector("dialog .choice")
    first = page.locator("dialog .choice").first
    assert first.get_attribute("data-standing") == "needs"
    assert "needs more" in first.inner_text()
    assert "still to do" in first.inner_text()


def test_one_sort_of_group_is_added_at_once(visit: Visit) -> None:
    """With nothing to choose between, a group stands there after one tap, open."""
    page = opened(visit.open(), PAIR)
    page.click("[data-key=add-group]")
    page.wait_for_selector("h2:has-text('Group 1')")
    assert not page.locator("dialog").count()
    assert made(page)["groups"] == [{"name": "Group 1"}]


def test_a_leader_is_chosen_among_the_models(visit: Visit) -> None:
    """A model without a name of its own is chosen without typing: it gets one, joins, and one undo takes all back."""
    page = opened(visit.open(), PAIR)
    page.click("[data-key=add-group]")
    page.wait_for_selector("[id=field-groups-0-leader]")
    assert page.locator("[id=field-groups-0-leader] option").all_inner_texts() == [
        "none",
        "Fen Reeve",
        "2 × Turfshield",
    ]
    before = code_of(page)
    page.select_option("[id=field-groups-0-leader]", label="Fen Reeve")
    changed(page, before)
    assert made(page)["groups"][0]["leader"] == "Fen Reeve"
    assert made(page)["models"][0] == {"unit": "fen-reeve", "name": "Fen Reeve", "group": "Group 1"}
    page.click("[data-key=undo]")
    until(page, "code => location.hash.slice(1) === code", before)


def test_models_are_carried_without_names(visit: Visit) -> None:
    """Where a model names others, those without a name are there to be ticked."""
    page = at_first_row(visit.open(), PAIR)
    before = code_of(page)
    page.click("fieldset:has-text('carries') label:has-text('Turfshield') input")
    changed(page, before)
    assert made(page)["models"][0]["carries"] == ["Turfshield"]
    assert made(page)["models"][1]["name"] == "Turfshield"


def test_a_line_that_fails_stays(visit: Visit) -> None:
    """A typed model that can't be read stays in the field, with the reason above the choices."""
    page = opened(visit.open(), {"game": "rogue-conflict", "models": []})
    page.click("[data-key=add]")
    page.wait_for_selector("dialog .choice")
    page.fill("dialog .search", "zzz qqq 17")
    page.wait_for_selector("text=as a whole model")
    page.press("dialog .search", "Enter")
    until(page, "() => document.querySelector('dialog [role=alert]').textContent.length > 10")
    assert page.input_value("dialog .search") == "zzz qqq 17"
    assert page.locator("dialog [role=alert]").is_visible()


@pytest.mark.parametrize("data", [OVER, {"game": "kill-team", "models": [{}]}], ids=["over", "empty"])
def test_ways_to_mend_always_answer(visit: Visit, data: dict[str, Any]) -> None:
    """Each error has ways to mend it, or sentences that say what to do."""
    page = opened(visit.open(1440, 900), data)
    page.wait_for_selector("[data-key^=fix-]")
    for way in [one.get_attribute("data-key") for one in page.locator("[data-key^=fix-]").all()]:
        page.click(f"[data-key={way}]")
        page.wait_for_selector("dialog .choice, dialog .dialog-body p:not([role=status])")
        assert "±0" not in page.inner_text("dialog")
        page.click("dialog .close")
        page.wait_for_selector("dialog", state="detached")


def test_what_is_wrong_already_is_said_once(visit: Visit) -> None:
    """Over the limit, the reason stands once above the choices and not at each of them."""
    page = opened(visit.open(), OVER)
    page.click("[data-key=add]")
    page.wait_for_selector("dialog .choice")
    assert page.inner_text("dialog").count("limit is 20") == 1
    assert page.inner_text("dialog .pick > p.warn").startswith("Whatever you take: ")


def test_what_fits_has_cheap_things_too(visit: Visit) -> None:
    """The dialog opens at once; what fits has different prices, and says so where nothing does."""
    page = opened(visit.open(), {"game": "rogue-conflict", "models": []})
    page.click("[data-key=fits]")
    page.wait_for_selector("dialog .choice")
    prices = {one.split("=")[0] for one in page.locator("dialog .price").all_inner_texts()}
    assert len(prices) >= 4
    page.click("dialog .close")
    full = opened(visit.open(), OVER)
    full.click("[data-key=fits]")
    full.wait_for_selector("dialog >> text=No points are left")


def test_no_line_around_what_is_only_read(visit: Visit) -> None:
    """After a list is opened and after a row is, by keyboard too, no heading has the line of the keyboard."""
    page = opened(visit.open(), starter("stack-and-horde"))
    outline = "() => getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(outline) == "none"
    page.keyboard.press("j")
    page.wait_for_selector(".card")
    assert page.evaluate(outline) == "none"
    page.keyboard.press("Tab")
    assert page.evaluate(outline) == "solid"


def test_undo_by_the_usual_keys(visit: Visit) -> None:
    """Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo."""
    page = at_first_row(visit.open(), PAIR)
    page.keyboard.press("c")
    until(page, "() => document.querySelectorAll('section[aria-label=Models] .rows > li').length === 3")
    for keys, count in (("Control+z", 2), ("Control+Shift+z", 3), ("Control+z", 2), ("Control+y", 3)):
        before = code_of(page)
        page.keyboard.press(keys)
        changed(page, before)
        assert len(made(page)["models"]) == count


def test_rows_carry_marks(visit: Visit) -> None:
    """A row with an error or a warning says so, in words and with a mark."""
    page = opened(visit.open(), {"game": "rogue-conflict", "models": [{"rank": "ii", "weapon": "slug-pistol"}, {}]})
    first, second = page.locator("section[aria-label=Models] .go").all_inner_texts()
    assert "warning" in first
    assert "error" in second


def test_categories_are_headings(visit: Visit) -> None:
    """Abilities stand under their categories, in the row and in the picker; a search has none."""
    page = at_first_row(visit.open(), {"game": "rogue-conflict", "models": [{"rank": "ii", "weapon": "slug-pistol"}]})
    page.wait_for_selector(".offers .category:text-is('Defensive')")
    page.click("[aria-label='Choose abilities']")
    page.wait_for_selector("dialog li.category h3:text-is('Defensive')")
    page.fill("dialog .search", "a")
    assert not page.locator("dialog li.category").count()


def test_what_is_never_taken_unfolds(visit: Visit) -> None:
    """What a slot never takes is counted, fetched when it is unfolded, and in sight when it is typed."""
    page = at_first_row(visit.open(), starter("kill-team"))
    page.click("[aria-label='Choose weapons']")
    page.wait_for_selector("dialog .choice")
    folded = page.locator("dialog summary:has-text('never takes')")
    count = int(folded.inner_text().split()[0])
    never = page.locator("dialog details .choice[data-standing=never]")
    assert count > never.count() == 0
    folded.click()
    never.first.wait_for()
    assert never.count() == count
    name = str(never.first.locator("span").first.inner_text())
    page.click("dialog .close")
    page.click("[aria-label='Choose weapons']")
    page.wait_for_selector("dialog .choice")
    page.fill("dialog .search", name)
    never.first.wait_for()  # unfolded, since nothing else has these words
    assert name in never.first.inner_text()


def test_a_full_slot_offers_something_else_instead(visit: Visit) -> None:
    """Where there is room for one and one is there, choosing swaps it."""
    page = at_first_row(
        visit.open(), {"game": "stack-and-horde", "models": [{"unit": "Fen Reeve", "modifiers": "Block"}]}
    )
    page.click("[aria-label='Choose Modifiers'], [aria-label='Choose modifiers']")
    page.wait_for_selector("dialog .choice[data-standing=held]")
    assert "Defense 9 → 6" in page.inner_text("dialog .choice[data-standing=held]")  # by its printed name
    before = code_of(page)
    page.locator("dialog .choice[data-standing=fits]").first.click()
    changed(page, before)
    assert len(made(page)["models"][0]["modifiers"]) == 1
    assert made(page)["models"][0]["modifiers"] != ["Block"]


def test_what_is_owned_is_counted_by_tapping(visit: Visit) -> None:
    """Taps count what is owned; the list is judged with it, it is kept, and can be counted down again."""
    page = opened(visit.open(), {"game": "rogue-conflict", "models": [{"rank": "i", "weapon": "slug-pistol"}]})
    page.fill("[data-key=list-name]", "Kept")
    page.keyboard.press("Tab")
    until(page, "() => location.hash.length > 9")
    page.click("[data-key=collect]")
    page.click("dialog summary:has-text('Weapons')")
    page.click("dialog [aria-label='One Laser Rifle more']")
    page.wait_for_selector("dialog summary:has-text('1 owned')")
    page.click("dialog .close")
    page.wait_for_selector("#foot >> text=2 warnings")
    page.reload()
    page.wait_for_selector("#foot >> text=2 warnings")
    page.click("[data-key=collect]")
    assert page.input_value("dialog [aria-label='Laser Rifle owned']") == "1"
    page.click("dialog [aria-label='One Slug Pistol more']")
    page.click("dialog .close")
    until(page, "() => document.querySelector('#foot').textContent.includes('1 warning')")


def test_print_has_options_and_a_picture(visit: Visit) -> None:
    """Colours, paper and size are chosen before printing, with the first card to look at; buttons stand apart."""
    page = opened(visit.open(), starter("constellation-warrior"))
    page.click("[data-key=print]")
    page.wait_for_selector("dialog img.preview")
    first = page.get_attribute("dialog img.preview", "src")
    assert page.evaluate("() => document.querySelector('img.preview').decode().then(() => true)")
    page.select_option("[data-key=print-theme]", "mono")
    until(page, "src => ![null, src].includes(document.querySelector('img.preview')?.src ?? null)", first)
    page.select_option("[data-key=print-paper]", "letter")
    page.wait_for_selector("dialog >> text=Drawing", state="detached")
    page.wait_for_selector("dialog img.preview")
    assert page.input_value("[data-key=print-theme]") == "mono"
    one, other = (page.locator("dialog a.button").nth(nth).bounding_box() for nth in (0, 1))
    assert other["x"] - one["x"] - one["width"] >= 8
    with page.expect_download() as found:
        page.click("text=Cards (PDF)")
    assert b"/MediaBox [ 0 0 612" in found.value.path().read_bytes()


@pytest.mark.parametrize(("width", "columns"), [(360, 1), (740, 2), (1280, 3)])
def test_the_width_is_used(visit: Visit, width: int, columns: int) -> None:
    """Columns for list, choices and card as there is room; on a wide screen the first row is open from the start."""
    page = opened(visit.open(width, 360 if width == 740 else 900), starter("stack-and-horde"))
    if width < 900:
        page.click("[data-key=go-models-0]")
    page.wait_for_selector(".card")
    lefts = (
        "() => [...document.querySelectorAll('.panes > *')].filter(one => one.offsetWidth).map(one => one.offsetLeft)"
    )
    assert len(set(page.evaluate(lefts))) == columns
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_large_type_leaves_room_for_names(visit: Visit) -> None:
    """At twice the size on the smallest phone, names and the sum have lines of their own, and nothing sticks out."""
    page = visit.open(320)
    page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    names = ".go .name, .choice > span:first-child, #foot .sum"
    for view in views(page, starter("stack-and-horde")):
        narrow = page.evaluate(
            """(names) => [...document.querySelectorAll(names)]
            .filter((one) => one.offsetParent && one.offsetWidth < 120).map((one) => one.textContent)""",
            names,
        )
        assert narrow == [], view
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, view


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1440])
def test_axe_finds_nothing_in_dialogs(visit: Visit, scheme: str, width: int) -> None:
    """Print, what is owned, what fits, ways to mend and a picker with headings pass axe, light and dark."""
    page = opened(visit.open(width, 740, color_scheme=scheme), {**OVER, "models": [{"rank": "ii"}, THREE]})
    wrong: list[str] = []

    def check(view: str, shows: str) -> None:
        page.wait_for_selector(shows)
        page.evaluate(axe_source() + "; null")
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        wrong.extend(f"{view}: {one['id']}: {one['nodes'][0]['html'][:200]}" for one in found)
        if page.locator("dialog").count():
            page.keyboard.press("Escape")
            page.wait_for_selector("dialog", state="detached")

    page.keyboard.press("p")
    check("print", "dialog img.preview")
    page.click("[data-key=collect]")
    page.click("dialog summary >> nth=1")
    check("owned", "dialog details[open]")
    page.keyboard.press("w")
    check("fits", "dialog .dialog-body p:not([role=status])")
    page.keyboard.press("F")
    check("ways", "dialog .choice")
    if width < 900:
        page.click("[data-key=go-models-0]")
    check("row", ".offers .category")
    page.click("[aria-label='Choose abilities']")
    check("picker", "dialog li.category")
    assert wrong == []
