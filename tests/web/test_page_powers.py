"""What the page can do beside building, in a real browser: print, compare, search, play, and the way back."""

from __future__ import annotations

from functools import reduce

import pytest

from listbuilder.building import additions, choices, find, open_bench, slots
from listbuilder.building.bench_json import choices_json
from listbuilder.loading import game_folders, load_game
from listbuilder.storage.reading import Document
from listbuilder.ui.web.page_files import FOLDER
from tests.support.browsing import BROWSER, MISSING, Visit, code_of, made, opened, shows, starter, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason=MISSING)]
GAMES = sorted(game_folders())
# Words as players type them: parts, several words, initials, a tag, a text, accents and hyphens, nonsense.
WORDS = ("", "a", "la", "ri la", "plasma r", "hl", "gf", "weapon", "move", "Ä", "e-c", "  ", "once", "zzz", "2", "in c")


def test_page_and_workbench_find_the_same(visit: Visit) -> None:
    """For the same words the page ranks and marks choices exactly as the workbench does, in every game."""
    page = visit.open()
    page.wait_for_selector("#paste")
    module = (FOLDER / "find.js").read_text("utf-8").replace("export ", "")
    ranked = f"""([choices, words]) => {{
      {module}
      return words.map((one) => found(choices, one).map((hit) => [hit.nth, hit.marks])); }}"""
    for id in GAMES:
        bench = open_bench(Document(starter(id), {}, None), load_game(id))
        within = [additions(bench)]
        within += [choices(bench, one.at, one.id) for one in slots(bench, ("models", 0)) if one.open]
        for several in within:
            asked = choices_json(several)["choices"]
            numbers = {builtin_id(one): nth for nth, one in enumerate(several.choices)}
            hits = [find(bench, words, several).hits for words in WORDS]
            wanted = [
                [[numbers[builtin_id(hit.choice)], [list(one) for one in hit.marks]] for hit in one] for one in hits
            ]
            assert page.evaluate(ranked, [asked, WORDS]) == wanted


def builtin_id(thing: object) -> int:
    """Which object it is."""
    return id(thing)


def test_print_gives_cards_and_sheet(visit: Visit) -> None:
    """One button makes cards and sheet; both are there to save and to open."""
    page = opened(visit.open(), starter("kill-team"))
    page.click("[data-key=print]")
    page.click("dialog >> text=For me")
    for name in ("cards", "sheet"):
        with page.expect_download() as found:
            page.click(f"a[download='{name}.pdf']")
        assert found.value.path().read_bytes().startswith(b"%PDF-")
    assert page.locator("dialog a[target=_blank]").count() == 2


def test_compare_and_go_back(visit: Visit) -> None:
    """Any step of the past is compared with now and gone back to."""
    page = opened(visit.open(), {"game": "constellation-warrior", "models": [{"unit": "Novice"}]})
    page.click("[data-key=go-models-0]")
    for number in (2, 3):
        page.click("[data-key=more-models-0-count]")
        shows(page, number)
    page.keyboard.press("d")
    page.click("dialog .choice >> nth=1")
    page.wait_for_selector("dialog >> text=8 → 24 points")
    page.click("text=Go back to this")
    shows(page, 1)
    assert page.locator("dialog").count() == 0


def test_way_back_closes_first(visit: Visit) -> None:
    """The browser's way back closes a dialog, then the row, and the list stays as it is."""
    page = opened(visit.open(), {"game": "constellation-warrior", "models": [{"unit": "Novice"}]})
    page.click("[data-key=go-models-0]")
    page.click("[data-key=more-models-0-count]")
    shows(page, 2)
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    for left in ("dialog", ".at"):
        page.go_back()
        page.wait_for_selector(left, state="detached")
    assert page.inner_text(".rows .name").startswith("2 × Novice")


def test_card_while_choosing(visit: Visit) -> None:
    """The card as it would be stands beside the choice that is looked at, and on a phone under it."""
    list_ = {"game": "rogue-conflict", "models": [{"rank": "I", "weapon": "Slug Pistol"}]}
    for width in (360, 1300):
        page = opened(visit.open(width=width), list_)
        page.click("[data-key=go-models-0]")
        page.click("[data-key=choose-models-0-armour]")
        page.wait_for_selector("dialog .choice")
        if width == 360:
            page.click("[aria-label='Card with Medium']")
        else:
            page.keyboard.press("ArrowDown")
        page.wait_for_selector("dialog .stats b:text-is('0 → 2')")
        choice = page.locator("dialog .choice:has-text('Medium')").bounding_box()
        card = page.locator("dialog .card").bounding_box()
        if width == 360:
            assert card["y"] >= choice["y"] + choice["height"]
        else:
            assert card["x"] >= choice["x"] + choice["width"]
        assert not code_of(page)


@pytest.mark.parametrize("game", GAMES)
def test_play_has_what_the_game_has(visit: Visit, game: str) -> None:
    """Play mode has boxes for what wears away, rounds, the game's conditions and its reference, and keeps marks."""
    page = opened(visit.open(), starter(game))
    page.click("[data-key=play]")
    page.wait_for_selector("[data-key=turn-more]")
    page.click("[data-key=turn-more]")
    assert " 2" in page.inner_text(".place-head b")
    page.click("article .card .track button >> nth=0")
    assert page.locator(".track button[aria-pressed=true]").count() == 1
    shown = (
        page.locator("article:has(.card) >> nth=0").locator("[aria-label^='Conditions of'] button").all_text_contents()
    )
    kinds = load_game(game).card.token_kinds
    assert shown == [one.name for one in load_game(game).entries if one.kind in kinds]
    page.click("[data-key=tab-rules]")
    assert page.locator("section[aria-label=Rules] details").count() >= 4
    page.reload()
    page.wait_for_selector(".track button[aria-pressed=true]")
    assert " 2" in page.inner_text(".place-head b")
    until(page, "() => !document.querySelector('#refused')")


def test_typing_goes_on_while_answers_come(visit: Visit) -> None:
    """What is being typed when the page is drawn anew stays, and counts when the field is left."""
    page = opened(visit.open(), {"game": "constellation-warrior", "models": [{"unit": "Novice"}]})
    page.click("[data-key=go-models-0]")
    page.wait_for_selector("[data-key=more-models-0-count]")
    page.evaluate("() => document.querySelector('[data-key=more-models-0-count]').click()")
    page.focus("[data-key=field-models-0-name]")
    page.keyboard.type("Ada")
    shows(page, 2)
    page.keyboard.type(" L")
    page.keyboard.press("Tab")
    until(page, "() => document.querySelector('[data-key=place]').textContent.includes('Ada L')")
    assert made(page)["models"] == [{"unit": "novice", "name": "Ada L", "count": 2}]


@pytest.mark.parametrize("width", [320, 360])
def test_the_head_takes_two_lines(visit: Visit, width: int) -> None:
    """With a format, a limit and an event to choose, a phone's head is two lines of controls, none cut off."""
    page = opened(
        visit.with_events("constellation-warrior", ["The Harbour Cup"], width), starter("constellation-warrior")
    )
    controls = [
        one.bounding_box() for one in page.locator("#head button, #head input, #head select").all() if one.is_visible()
    ]
    assert len(controls) == 6
    assert len({round(one["y"]) for one in controls}) == 2
    assert max(one["x"] + one["width"] for one in controls) <= width
    assert min(one["width"] for one in controls) >= 44


def test_numbers_are_typed_and_tapped_fast(visit: Visit) -> None:
    """A number is typed or stepped; steps start from what is shown, and none is lost however fast they come."""
    page = opened(visit.open(), {"game": "rogue-conflict", "models": [{"rank": "V", "weapon": "Slug Pistol"}]})
    page.click("[data-key=go-models-0]")
    page.fill("[data-key=number-models-0-raise-hp]", "3")
    page.keyboard.press("Tab")
    page.evaluate("() => [1, 2, 3].forEach(() => document.querySelector('[data-key=more-models-0-raise-mv]').click())")
    page.fill("[data-key=number-models-0-count]", "2")
    page.click("[data-key=more-models-0-count]")
    shows(page, 3)
    until(page, "() => document.querySelector('.raises').closest('.slot').textContent.includes('6 of 8')")
    assert made(page)["models"] == [
        {"rank": "v", "weapon": "slug-pistol", "raise": {"hp": 3, "mv": 3}, "count": 3},
    ]


# What is set on a row or the list: game, row, control, and what it makes of which place in the list.
SETTINGS: dict[str, tuple[str, str, str, tuple[str | int, ...], object]] = {
    "carriers": (
        "stack-and-horde",
        "go-models-9",
        "fieldset input >> nth=0",
        ("models", 9, "carries"),
        ["Osbert Quill"],
    ),
    "deployment": (
        "demihuman-combat",
        "go-models-0",
        "[id=field-models-0-deploy]",
        ("models", 0, "deploy"),
        False,
    ),
    "equipment": ("kill-team", "go-list", "[data-key^=drop-equipment] >> nth=0", ("equipment", 0), "ammo-cache"),
    "picks inside picks": (
        "kill-team",
        "go-list",
        ".inner [data-key^=drop-] >> nth=0",
        ("equipment", 3, "picks"),
        ["krak-grenade"],
    ),
    "missions": ("demihuman-combat", "go-list", "[data-offer=Rescue]", ("mission",), "rescue"),
    "raises": ("rogue-conflict", "go-models-1", "[aria-label^='Lower MV']", ("models", 1, "raise", "mv"), 1),
    "levels": ("stack-and-horde", "go-models-9", "[data-key=more-models-9-level]", ("models", 9, "level"), 2),
    "groups": ("stack-and-horde", "add-group", "[data-key=place]", ("groups", 2), {"name": "Group 1"}),
}


@pytest.mark.parametrize("what", SETTINGS)
def test_settings_are_made_and_drawn(visit: Visit, what: str) -> None:
    """Whatever can be set is set by one tap, and the page is drawn anew to its foot."""
    game, key, control, at, value = SETTINGS[what]
    page = opened(visit.open(), starter(game))
    page.click(f"[data-key={key}]")
    page.wait_for_selector(control)
    page.click(control)
    page.wait_for_selector("#foot >> text=kept in this browser")
    assert reduce(lambda inside, step: inside[step], at, made(page)) == value
