"""At the table, in a real browser: rounds, counters, wounds, both sides, odds, dice, rules, and a log to undo."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder import load_game, resolve
from listbuilder.lists import parse_list
from listbuilder.play.odds.circumstances import parse_circumstances
from listbuilder.play.odds.table import AttackFilter, odds_between
from listbuilder.storage.reading import Document
from tests.support.browsing import BROWSER, MISSING, Visit, code_of, opened, starter, until, visiting

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason=MISSING)]
ROGUES: dict[str, Any] = {
    "game": "rogue-conflict",
    "name": "Mine",
    "models": [
        {"name": "Ann", "rank": "II", "weapon": "Laser Pistol", "abilities": ["Quick Feet"]},
        {"name": "Bo", "rank": "I", "weapon": "Slug Pistol", "gear": ["Grappling Hook"]},
    ],
}
RATS = {**ROGUES, "name": "Harbour Rats", "models": [{"name": "Doe", "rank": "IV", "weapon": "Laser Rifle"}]}
HEAD = ".place-head b"
PRESSED = "[aria-pressed=true]"


@pytest.fixture(scope="module")
def shared() -> Iterator[Visit]:
    with visiting() as visit:
        yield visit


@pytest.fixture
def visit(shared: Visit) -> Iterator[Visit]:
    """The browser; a page that complains fails the test."""
    shared.complaints.clear()
    yield shared
    shared.close()
    shared.contexts.clear()
    assert shared.complaints == []


def played(visit: Visit, data: dict[str, Any] = ROGUES, **options: Any) -> Any:
    """A phone in play mode."""
    page = opened(visit.open(**options), data)
    page.click("[data-key=play]")
    page.wait_for_selector("[data-key=turn-more]")
    return page


def against(page: Any, source: str) -> None:
    """Open the opponent's list."""
    page.click("[data-key=tab-theirs]")
    page.fill("#opponent", source)
    page.click("[data-key=opponent-open]")
    page.wait_for_selector("[data-key=dismiss]")


def attacking(page: Any, attacker: str = "Ann", target: str = "Doe") -> None:
    """Choose who attacks whom, and wait for the odds."""
    page.click("[data-key=tab-attack]")
    page.select_option("#field-attacker", label=attacker)
    page.select_option("#field-target", label=target)
    page.wait_for_selector("[data-key=roll-attack]")


def force(data: dict[str, Any]) -> Any:
    return resolve(parse_list(Document(data, {}, None)), load_game(str(data["game"])))


def test_the_last_round_is_the_last(visit: Visit) -> None:
    """Rounds go up to the last one, where the button for the next is off, and when all are done it is over."""
    page = played(visit)
    for _ in range(3):
        page.click("[data-key=turn-more]")
    assert "Round 4 of 4" in page.inner_text(HEAD)
    assert page.is_disabled("[data-key=turn-more]")
    for name in ("Ann", "Bo"):
        page.click(f"[aria-label='{name} is activated']")
    assert "The last round is over." in page.inner_text(HEAD)


@pytest.mark.parametrize("width", [320, 360])
def test_a_long_name_of_a_round_has_its_own_line(visit: Visit, width: int) -> None:
    """On a narrow phone what is counted stands in one line, and all buttons below it in another."""
    page = played(visit, starter("kill-team"), width=width)
    name, *buttons = [page.locator(one).bounding_box() for one in (HEAD, "[data-key=build]", "[data-key=unmark]")]
    assert page.inner_text(HEAD).startswith("Turning point 1 of 4")
    assert name["height"] < 30
    assert {one["y"] for one in buttons} == {buttons[0]["y"]}
    assert buttons[0]["y"] >= name["y"] + name["height"]


def test_everybody_is_ready_in_the_next_round(visit: Visit) -> None:
    """Models are ready again, what is used per round is there again, wounds stay; undo brings all back."""
    page = played(visit, starter("demihuman-combat", 3))
    ready = int(page.inner_text(f"{HEAD} small").split()[0])
    page.click("[aria-label='Mother Lock is activated']")
    page.click("[aria-label='Behind Me, per round 1']")
    page.click("[aria-label='HP'] button >> nth=0")
    assert f"{ready - 1} ready" in page.inner_text(HEAD)
    page.click("[data-key=turn-more]")
    assert f"{ready} ready" in page.inner_text(HEAD)
    assert page.locator(PRESSED).count() == 1
    page.click("[data-key=unmark]")
    assert page.locator(PRESSED).count() == 3
    assert "Round 1" in page.inner_text(HEAD)


def test_what_the_list_has_is_crossed_off_too(visit: Visit) -> None:
    """Equipment of the whole list has its card above the models, with boxes; the log says what was used."""
    page = played(visit, starter("kill-team"))
    summary = page.locator("[data-key=own-] > summary")
    assert "Explosive Grenades" in summary.text_content()
    summary.click()
    page.click('[data-key="/list/uses/Frag Grenade#1"]')
    page.wait_for_selector(f'[data-key="/list/uses/Frag Grenade#1"]{PRESSED}')
    page.click("[data-key=tab-log]")
    assert "Frag Grenade 0 of 1" in page.text_content(".log")


def test_a_model_has_one_of_its_orders(visit: Visit) -> None:
    """What a game lets a model choose between is marked beside its activation: one takes the place of the other."""
    page = played(visit, starter("kill-team"))
    model = page.locator(".sheets article").filter(has=page.locator("[data-key$='/activated']")).first
    for word in ("engaged", "concealed"):
        model.get_by_role("button", name=f": {word}").click()
        assert model.locator(f".stances {PRESSED}").all_text_contents() == [word]
    model.get_by_role("button", name=": concealed").click()
    assert model.locator(f".stances {PRESSED}").count() == 0


def test_only_the_named_use_is_there_again(visit: Visit) -> None:
    """A use whose name begins with that of a renewed one stays used up."""
    page = played(visit)
    made = page.evaluate(
        """() => import("./tally.js").then(({ nextRound }) => nextRound(
          { marks: { "a/uses/Aim": 1, "a/uses/Aim/2": 1, "a/uses/Aim High": 1 }, log: [] },
          { mine: { prefix: "", view: { counters: [], models: [{ id: "a", renewed: ["Aim"] }] } } }))"""
    )
    assert made == {"turn": 2, "a/uses/Aim": None, "a/uses/Aim/2": None}


def test_nothing_that_can_wait_is_asked_at_the_table(visit: Visit) -> None:
    """After many edits a copy is offered while building, not over the sheets; "Activated" can be tapped on the card."""
    page = opened(visit.open(), ROGUES)
    for nth in range(10):
        before = code_of(page)
        page.fill("[data-key=list-name]", f"Mine {nth}")
        page.keyboard.press("Tab")
        until(page, "code => location.hash.slice(1) !== code", before)
    page.wait_for_selector("#save:has-text('only in this browser')")
    page.click("[data-key=play]")
    page.click("[aria-label='Ann is activated']")
    page.wait_for_selector("article.done[aria-label=Ann]")
    assert not page.locator("#save").count()


def test_casualties_are_folded(visit: Visit) -> None:
    """Who has no health left is folded away, is not waited for, and can be looked at still."""
    page = played(visit)
    page.click("article[aria-label=Bo] [aria-label='HP 1']")
    page.wait_for_selector("summary:has-text('Bo: out')")
    assert "1 ready" in page.inner_text(HEAD)
    assert not page.is_visible("[data-key='bo/boxes/HP#1']")
    page.click("summary:has-text('Bo: out')")
    page.click("[data-key='bo/boxes/HP#1']")
    page.wait_for_selector("article[aria-label=Bo]")


def test_counters_of_both_sides(visit: Visit) -> None:
    """Points and declared resources are counted for both sides; a round brings what the game says."""
    page = played(visit, {"game": "constellation-warrior", "models": [{"unit": "Novice"}]})
    texts = page.locator(".counters .step > span").all_text_contents()
    assert texts == ["My VP 0", "Their VP 0", "My cosmos 2", "Their cosmos 2", "My delay 1", "Their delay 1"]
    page.click("[aria-label='Their VP more']")
    page.click("[aria-label='My cosmos less']")
    page.click("[data-key=turn-more]")
    page.reload()
    page.wait_for_selector(".counters")
    texts = page.locator(".counters .step > span").all_text_contents()
    assert texts == ["My VP 0", "Their VP 1", "My cosmos 3", "Their cosmos 4", "My delay 1", "Their delay 1"]


def test_conditions_and_reminders(visit: Visit) -> None:
    """A condition is put on a model and named; reminders are of this list, with who has what."""
    page = played(visit)
    page.click("[data-key=phases] > summary")
    assert "Quick Feet Ann" in page.inner_text("[data-key=phases]")
    page.click("article[aria-label=Ann] summary:has-text('Conditions')")
    name = page.locator("[aria-label='Conditions of Ann'] button >> nth=0").inner_text()
    page.click("[aria-label='Conditions of Ann'] button >> nth=0")
    page.wait_for_selector(f"article[aria-label=Ann] summary:has-text('{name}')")


def test_the_log_is_undone_step_by_step(visit: Visit) -> None:
    """Everything that was done is in the log in words, also after a reload, and is undone from the last."""
    page = played(visit)
    page.click("[aria-label='My VP more']")
    page.click("article[aria-label=Ann] [aria-label='HP'] button >> nth=1")
    page.click("[data-key=turn-more]")
    page.reload()
    page.wait_for_selector("[data-key=tab-log]")
    page.click("[data-key=tab-log]")
    told = page.locator(".log li").all_inner_texts()
    assert told[0] == "1. Round 2 begins"
    assert told[1].startswith("1. Ann: HP ")
    assert told[2] == "1. My VP 1"
    for left in (2, 1, 0):
        page.click("[data-key=unmark]")
        assert page.locator(".log li").count() == left
    assert page.is_disabled("[data-key=unmark]")
    page.click("[data-key=tab-mine]")
    assert "My VP 0" in page.text_content(".counters")


@pytest.mark.parametrize("form", ["code", "link", "text"])
def test_the_opponent_from_a_link(visit: Visit, form: str) -> None:
    """The opponent's list opens from a code, a link or a text; their wounds are marked, and kept through a reload."""
    other = opened(visit.open(), RATS)
    other.fill("[data-key=list-name]", "Rats")
    other.keyboard.press("Tab")
    until(other, "() => location.hash.length > 9")
    code = code_of(other)
    page = played(visit)
    against(page, {"code": code, "link": f"{visit.url}/build/#{code}", "text": json.dumps(RATS)}[form])
    assert not page.is_visible("article[aria-label=Ann]")
    page.click(".side-theirs article[aria-label=Doe] [aria-label='HP'] button >> nth=2")
    page.reload()
    page.wait_for_selector("[data-key=tab-theirs]")
    assert page.is_visible("article[aria-label=Ann]") and not page.is_visible("article[aria-label=Doe]")
    page.click("[data-key=tab-theirs]")
    assert page.locator(f".side-theirs .track {PRESSED}").count() == 3
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("[data-key=build]")
    page.wait_for_selector("[data-key=add]")
    assert "Doe" not in page.inner_text("main")


def test_both_sheets_stand_side_by_side(visit: Visit) -> None:
    """On a wide screen both sides are in sight, beside each other."""
    page = played(visit, width=1300)
    against(page, json.dumps(RATS))
    mine, theirs = (page.locator(f"article[aria-label={name}]").bounding_box() for name in ("Ann", "Doe"))
    assert mine["x"] + mine["width"] <= theirs["x"]
    assert abs(mine["y"] - theirs["y"]) < 20


def test_a_list_of_another_game_is_no_opponent(visit: Visit) -> None:
    """It is said which game the list is for, and nothing changes."""
    page = played(visit)
    page.click("[data-key=tab-theirs]")
    page.fill("#opponent", "game: constellation-warrior\nmodels: [{unit: Novice}]")
    page.click("[data-key=opponent-open]")
    page.wait_for_selector("#refused:has-text('Constellation Warrior')")
    assert page.is_visible("#opponent")


def test_all_bars_have_one_scale(visit: Visit) -> None:
    """A bar is as long as its chance, whatever stands beside it."""
    page = played(visit)
    against(page, json.dumps(RATS))
    attacking(page)
    bars = page.locator(".bars.odds li").evaluate_all(
        "rows => rows.map(row => [row.querySelector('i').offsetWidth / row.querySelector('.trough').offsetWidth, "
        "parseFloat(row.querySelector('.cost').textContent)])"
    )
    assert len(bars) > 4
    assert all(abs(100 * length - chance) < 2 for length, chance in bars)


def test_odds_are_those_of_the_command(visit: Visit) -> None:
    """The bars have the numbers of `listbuilder odds`; circumstances that are tapped count, and so do wounds."""
    page = played(visit)
    against(page, json.dumps(RATS))
    attacking(page)

    def wanted(*words: str) -> list[str]:
        found = odds_between(force(ROGUES), force(RATS), parse_circumstances(words), AttackFilter("1", None, "1"))
        one = found.attacks[0]
        assert one.to_target
        chances = [one.hit, one.to_target.wound, one.to_target.out, *(each.chance for each in one.to_target.damage)]
        return [f"{chance.decimal * 100:.2f} %" for chance in chances]

    shown = "() => [...document.querySelectorAll('.odds .cost')].map((one) => one.textContent)"
    assert page.evaluate(shown) == wanted()
    page.click("[data-key=circumstances] > summary")
    page.click("[data-key='with-target.half-cover']")
    page.wait_for_selector("[data-key='with-target.half-cover'][aria-pressed=true]")
    assert page.evaluate(shown) == wanted("target.half-cover") != wanted()
    page.click("[data-key='with-target.half-cover']")
    page.wait_for_selector("[data-key='with-target.half-cover'][aria-pressed=false]")
    page.click("[data-key=tab-theirs]")
    page.click(".side-theirs [aria-label='HP 3']")
    attacking(page, "Bo")
    attacking(page)
    page.wait_for_selector("summary:has-text('target: hp=2')")
    until(page, f"wanted => JSON.stringify(({shown})()) === JSON.stringify(wanted)", wanted("target.hp=2"))


def test_an_attack_with_own_dice(visit: Visit) -> None:
    """The attack is shown step by step; dice are typed over; the damage goes onto the target and into the log."""
    page = played(visit)
    against(page, json.dumps(RATS))
    attacking(page)
    page.click("[data-key=roll-attack]")
    page.wait_for_selector("[data-key=step]")
    assert page.locator(".steps li").count() == 1
    page.click("[data-key=step]")
    page.fill("[data-key=die-1-0]", "20")
    page.keyboard.press("Tab")
    until(page, "() => /Attack roll +20/.test(document.querySelector('.steps').innerText)")
    page.click("[data-key=steps]")
    page.wait_for_selector("[data-key=die-3-0]")
    page.fill("[data-key=die-3-0]", "3")
    page.keyboard.press("Tab")
    until(page, "() => /damage +.3 6/.test(document.querySelector('.steps').innerText)")
    lost = page.evaluate(
        "() => /Target loses (\\d+)/.exec(document.querySelector('[aria-label=\"Roll it\"]').textContent)[1]"
    )
    page.click("[data-key=wound]")
    page.click("[data-key=tab-log]")
    assert page.locator(".log li >> nth=0").inner_text() == f"1. Doe loses {lost}"
    page.click("[data-key=tab-theirs]")
    assert page.locator(f".side-theirs .track {PRESSED}").count() == int(lost)


def test_any_entry_can_be_the_target(visit: Visit) -> None:
    """Odds need no opponent's list: anything of the game can be attacked."""
    page = played(visit)
    page.click("[data-key=tab-attack]")
    page.select_option("#field-attacker", label="Ann")
    page.select_option("#field-target", value="any/")
    page.click("dialog .choice >> nth=2")
    page.wait_for_selector("[data-key=roll-attack]")
    assert page.locator(".odds li").count() > 3


def test_what_has_no_odds_says_so(visit: Visit) -> None:
    """A grenade whose damage has no odds, and a model without an attack, are named with the reason."""
    unarmed = {**ROGUES, "models": [{"name": "Cy", "rank": "I"}, {"name": "Di", "rank": "I"}]}
    page = played(visit, unarmed)
    page.click("[data-key=tab-attack]")
    page.select_option("#field-attacker", label="Cy")
    page.select_option("#field-target", label="Di")
    page.wait_for_selector("[aria-label=Attack] .bad")
    assert "anything to attack with" in page.inner_text("[aria-label=Attack] .bad")


def test_dice_of_the_game(visit: Visit) -> None:
    """The game's own kinds of dice are rolled, as many as wanted."""
    page = played(visit)
    page.click("[data-key=tab-attack]")
    assert page.locator("[data-key^=dice-]").all_inner_texts() == ["d20", "d6"]
    page.fill("[data-key=many]", "4")
    page.click("[data-key=dice-d6]")
    page.wait_for_selector(".thrown li")
    assert page.locator(".thrown li").inner_text().startswith("4d6 ")


def test_rules_are_searched_and_missions_rolled(visit: Visit) -> None:
    """Rules are found by words, names first; a mission has its text and seed, and is kept."""
    page = played(visit)
    page.click("[data-key=tab-rules]")
    page.wait_for_selector("section[aria-label=Rules] details")
    page.locator("[data-key=rules-search]").press_sequentially("half cover")
    until(page, "() => document.querySelectorAll('section[aria-label=Rules] details').length === 0")
    assert page.locator("section[aria-label=Rules] p b >> nth=0").inner_text() == "Half Cover"
    page.click("[data-key=mission]")
    page.wait_for_selector("section[aria-label=Mission] .card")
    text = page.inner_text("section[aria-label=Mission]")
    assert "Scoring" in text and "Seed" in text
    page.reload()
    page.click("[data-key=tab-rules]")
    page.wait_for_selector("section[aria-label=Mission] .card")
    assert page.inner_text("section[aria-label=Mission]") == text


def test_play_goes_on_without_the_service(visit: Visit) -> None:
    """What was opened once is played without the service: marks, the other side, the rules that are kept."""
    page = played(visit)
    against(page, json.dumps(RATS))
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("[data-key=tab-theirs]")
    page.click("[data-key=tab-theirs]")
    page.click(".side-theirs .track button >> nth=0")
    assert page.locator(f".side-theirs .track {PRESSED}").count() == 1
    page.click("[data-key=tab-rules]")
    page.wait_for_selector("section[aria-label=Rules] details")


@pytest.mark.parametrize("game", ["kill-team", "stack-and-horde", "demihuman-combat", "constellation-warrior"])
def test_every_game_attacks(visit: Visit, game: str) -> None:
    """In every game an attack is chosen, has odds, is rolled to the end and fits the screen."""
    page = played(visit, starter(game), width=320)
    page.click("[data-key=tab-attack]")
    page.select_option("#field-attacker", index=1)
    page.select_option("#field-target", index=2)
    page.wait_for_selector("[data-key=roll-attack]")
    page.click("[data-key=roll-attack]")
    page.click("[data-key=steps]")
    page.wait_for_selector("[aria-label='Roll it'] [role=status]")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
