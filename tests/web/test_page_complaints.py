"""What players of other builders complain about most, row by row, and the tests that hold us to better.

Rows that are proven elsewhere are named in the table; the rest is proven here, in a real browser.
"""

from __future__ import annotations

import re
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from listbuilder.exchange.documents.judged import judge_list
from listbuilder.exchange.formats import write_list
from listbuilder.judging.validator import Referee
from listbuilder.loading import load_game
from listbuilder.storage.reading import Document
from listbuilder.ui.web.page_files import FOLDER
from tests.support.browsing import BROWSER, MISSING, Visit, made, opened, shows, starter, until, views
from tests.support.paths import TESTS
from tests.support.serving import running

needs_browser = pytest.mark.skipif(BROWSER is None, reason=MISSING)
COMPLAINTS = {
    "everything I made is gone": (
        "web/test_page.py::test_lists_are_kept",
        "web/test_page.py::test_two_tabs_ask",
        "web/test_page_complaints.py::test_storage_full_or_denied_is_said",
        "screen/test_builder.py::test_killed_in_the_middle_nothing_is_lost",
    ),
    "printing is cut off, wasteful, not on phones": (
        "web/test_page_powers.py::test_print_gives_cards_and_sheet",
        "web/test_service.py::test_prints",
    ),
    "an option is missing or grey and nobody says why": (
        "web/test_page.py::test_choices_show_reasons",
        "screen/test_builder.py::test_the_picker_tells_prices_totals_and_reasons",
    ),
    "no search or sort by price, tag or effect": (
        "web/test_page.py::test_search_ranks_and_marks",
        "web/test_page_powers.py::test_page_and_workbench_find_the_same",
        "web/test_page_complaints.py::test_choices_are_sorted_by_price",
    ),
    "how do I delete this": ("web/test_page_complaints.py::test_whatever_is_chosen_can_be_taken_out",),
    "I can't put models in my order": ("web/test_page.py::test_rows_move_copy_and_go",),
    "wounds and marks lost, or the phone falls asleep": (
        "web/test_page.py::test_play_marks_are_kept",
        "web/test_page_complaints.py::test_the_screen_stays_on",
    ),
    "still the old version after an update": ("web/test_page_complaints.py::test_an_update_leaves_nothing_old",),
    "text export lacks things": ("web/test_page_complaints.py::test_text_has_everything",),
    "loading an old list drops what is no longer legal": ("web/test_page_complaints.py::test_nothing_is_dropped",),
    "I changed the size and the limit stayed": ("web/test_page.py::test_format_takes_its_limit_along",),
    "totals differ between two views": ("web/test_page_complaints.py::test_totals_agree",),
    "no copy of a unit with its options": ("web/test_page_complaints.py::test_a_copy_has_its_options",),
    "only what I own": ("web/test_page.py::test_what_is_owned_is_told",),
    "no undo; back loses work; text on hover only; buttons off the phone; too bright": (
        "web/test_page.py::test_build_by_keyboard",
        "web/test_page_powers.py::test_way_back_closes_first",
        "web/test_page_powers.py::test_card_while_choosing",
        "web/test_page_complaints.py::test_nothing_is_off_the_screen",
        "web/test_page.py::test_axe_finds_nothing",
    ),
}
NOVICE = {"game": "constellation-warrior", "models": [{"unit": "Novice", "abilities": ["Warrior wall"]}]}


@pytest.mark.parametrize("complaint", COMPLAINTS)
def test_every_complaint_is_tested(complaint: str) -> None:
    """Each test that the table names is there."""
    for named in COMPLAINTS[complaint]:
        file, _, name = named.partition("::")
        assert re.search(rf"^def {name}\(", (TESTS / file).read_text("utf-8"), re.MULTILINE), named


FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
DENIED = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("wrong", [FULL, DENIED])
def test_storage_full_or_denied_is_said(visit: Visit, wrong: str) -> None:
    """Where nothing can be kept, building goes on, the bar says so, and the list is in the address all the same."""
    page = visit.open()
    page.add_init_script(wrong)
    page.reload()
    opened(page, NOVICE)
    page.fill("[data-key=list-name]", "Unkept")
    page.keyboard.press("Tab")
    page.wait_for_selector("#foot >> text=NOT kept")
    assert made(page)["name"] == "Unkept"
    page.click("[data-key=play]")
    page.click(".track button >> nth=0")
    page.wait_for_selector("#save >> text=could not be kept")


@pytest.mark.slow
@needs_browser
def test_choices_are_sorted_by_price(visit: Visit) -> None:
    """The picker sorts by price on demand, what fits first."""
    page = opened(visit.open(), {"game": "rogue-conflict", "models": [{"rank": "I", "weapon": "Slug Pistol"}]})
    page.click("[data-key=go-models-0]")
    page.click("[data-key=choose-models-0-gear]")
    page.select_option("dialog select", "price")
    prices = page.locator("dialog .choice[data-standing=fits] .price b").all_inner_texts()
    assert len(prices) > 5
    assert [int(one) for one in prices] == sorted(int(one) for one in prices)


@pytest.mark.slow
@needs_browser
def test_whatever_is_chosen_can_be_taken_out(visit: Visit) -> None:
    """Every pick has a button beside it that takes it out, every row one that removes it."""
    page = opened(visit.open(), NOVICE)
    page.click("[data-key=go-models-0]")
    page.click("[aria-label='Take out Warrior wall']")
    page.wait_for_selector("[aria-label='Take out Warrior wall']", state="detached")
    page.click("[data-key=this-Remove]")
    page.wait_for_selector("section[aria-label=Models] .rows > li", state="detached")
    assert not made(page).get("models")


@pytest.mark.slow
@needs_browser
def test_the_screen_stays_on(visit: Visit) -> None:
    """Play mode asks that the screen stays on, asks again when the page is back in sight, and lets go at the end."""
    page = visit.open()
    page.add_init_script(
        "window.locks = []; const lock = { release: () => locks.push('off') };"
        "const request = async () => { locks.push('on'); return lock; };"
        "Object.defineProperty(navigator, 'wakeLock', { value: { request } });"
    )
    page.reload()
    opened(page, NOVICE)
    page.click("[data-key=play]")
    page.wait_for_selector("[data-key=build]")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    until(page, "() => locks.length === 2")
    page.click("[data-key=build]")
    assert page.evaluate("locks") == ["on", "on", "off"]


@pytest.mark.slow
@needs_browser
def test_text_has_everything(visit: Visit) -> None:
    """The text to share is the one that `export --to text` writes, and the QR code is there."""
    data = starter("kill-team")
    page = opened(visit.open(), data)
    page.click("[data-key=share]")
    page.click("dialog >> text=For me")
    page.wait_for_selector("#share-text")
    judged = judge_list(Document(data, {}, None), Referee(load_game("kill-team")))
    assert page.input_value("#share-text") == write_list(judged, "text")
    assert page.locator("dialog img.qr").count() == 1


@pytest.mark.slow
@needs_browser
def test_nothing_is_dropped(visit: Visit) -> None:
    """What the game does not know, what is too much and what other tools wrote stays in the list through edits."""
    odd = {"unit": "Novice", "abilities": ["Warrior wall", "Moon walk"], "x-tool": {"a": 1}}
    page = opened(visit.open(), {"game": "constellation-warrior", "models": [odd, {"unit": "Old Sage"}], "x-seen": 3})
    page.wait_for_selector("#foot >> text=Not legal")
    page.click("[data-key=go-models-0]")
    page.click("[data-key=more-models-0-count]")
    shows(page, 2)
    kept = made(page)
    assert kept["x-seen"] == 3
    assert kept["models"][0]["x-tool"] == {"a": 1}
    assert [str(one).lower().replace("-", " ") for one in kept["models"][0]["abilities"]] == [
        "warrior wall",
        "moon walk",
    ]
    assert kept["models"][1] == {"unit": "Old Sage"}


@pytest.mark.slow
@needs_browser
def test_totals_agree(visit: Visit) -> None:
    """The bar, the picker, the rows and the bars say the same sum."""
    page = opened(visit.open(width=1300), dict(NOVICE, models=[{"unit": "Expert"}, {"unit": "Novice", "count": 2}]))
    rows = sum(int(one) for one in page.locator("section[aria-label=Models] .rows .cost").all_inner_texts())
    bars = [int(one) for one in page.locator(".bars >> nth=0").locator(".cost").all_inner_texts()]
    assert page.inner_text("#foot .sum b").startswith(f"{rows} of ")
    assert sum(bars) == rows
    page.keyboard.press("a")
    assert page.inner_text("dialog .total").startswith(f"{rows} of ")


@pytest.mark.slow
@needs_browser
def test_a_copy_has_its_options(visit: Visit) -> None:
    """A copy of a row has all that the row has."""
    page = opened(visit.open(), NOVICE)
    page.click("[data-key=go-models-0]")
    page.click("[data-key=this-Copy]")
    until(page, "() => document.querySelectorAll('section[aria-label=Models] .rows > li').length === 2")
    one, other = made(page)["models"]
    assert one == other


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize(("width", "type_"), [(320, 16), (360, 27), (640, 32), (768, 16)])
def test_nothing_is_off_the_screen(visit: Visit, width: int, type_: int) -> None:
    """No view scrolls sideways and no button is cut off, on small screens and with large type; nothing moves for who
    wants none."""
    page = visit.open(width=width, reduced_motion="reduce")
    wide = []
    for view in views(page, starter("kill-team")):
        page.evaluate("size => document.documentElement.style.setProperty('font-size', `${size}px`)", type_)
        assert page.evaluate("document.getAnimations().length") == 0, view
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(view)
        cut = "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
        assert page.locator("button:visible").evaluate_all(cut) == [], view
    assert wide == []


@contextmanager
def version(folder: Path, port: int) -> Iterator[str]:
    """A service with a page of its own, at a port that stays the same."""
    before = (
        "from pathlib import Path; import listbuilder.ui.web.page_files as files, listbuilder.ui.web.server as server; "
        f"files.FOLDER = Path({str(folder)!r}); old = server.listen\n"
        f"server.listen = lambda host, _: old(host, {port})\n"
    )
    with running(seconds=20, before=before) as service:
        yield service.url


@pytest.mark.slow
@needs_browser
def test_an_update_leaves_nothing_old(visit: Visit, tmp_path: Path) -> None:
    """After an update the page says so, and one press later every file is new and no old one is kept."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tmp_path / "page"
    shutil.copytree(FOLDER, folder)
    version_of = (
        "() => [document.querySelector('meta[name=listbuilder-page]').content, getComputedStyle(document.body).order]"
    )
    with version(folder, port) as url:
        page = Visit(visit.browser, url).open()
        page.wait_for_selector("[data-key^=new-]")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        first = page.evaluate(version_of)
    with (folder / "page.css").open("a", encoding="utf-8") as styles:
        styles.write("body { order: 7; }\n")
    with version(folder, port):
        page.reload()
        page.wait_for_selector("#version")
        assert page.evaluate(version_of) == first
        page.click("#version button")
        until(page, "() => getComputedStyle(document.body).order === '7'")
        assert page.evaluate(version_of)[0] != first[0]
        until(page, "() => caches.keys().then((names) => names.length === 1)")
        assert page.evaluate("caches.keys()") == [f"listbuilder-page-{page.evaluate(version_of)[0]}"]
    page.context.close()
