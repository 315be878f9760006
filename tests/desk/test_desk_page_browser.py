"""The organiser's page in a real browser: a cup of 16 from the page alone, on a phone too, and two organisers."""

from __future__ import annotations

import os
import re
import signal
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.desk.folder import find_desk
from tests.support import fast_yaml
from tests.support.browsing import BROWSER, MISSING, axe_source
from tests.support.desk_page import DeskPage, desk_page, visit
from tests.support.desk_setup import ILLEGAL, LEGAL, OTHER, cup, data, lines, run

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason=MISSING)]

NAMES = [f"Player {'ABCDEFGHIJKLMNOP'[at]}" for at in range(16)]
TABLES, ROUNDS = 8, 2


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A real browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


class Tab:
    """A page of a browser, and what was wrong with it."""

    def __init__(self, browser: Any, served: DeskPage, width: int, scheme: str = "light") -> None:
        self.context = browser.new_context(viewport={"width": width, "height": 740}, color_scheme=scheme)
        self.page, self.served, self.width = self.context.new_page(), served, width
        self.page.set_default_timeout(30_000)
        self.wrong: list[str] = []
        self.page.on("console", lambda message: self.complain(message))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def complain(self, message: Any) -> None:
        """Note what the browser objects to; a form that is refused is meant."""
        if message.type == "error" and "status of 4" not in message.text:
            self.wrong.append(message.text)

    def open(self, path: str) -> None:
        """Go to a screen."""
        visit(self.page, self.served.url + path)

    def enter(self, link: str) -> None:
        """Come in by a link with a key, which does not stay in the address."""
        self.page.goto(link)
        self.page.wait_for_url("**/")

    def look(self, view: str) -> None:
        """The screen passes axe and is no wider than the window."""
        self.page.evaluate(axe_source() + "; null")
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
        self.wrong += [f"{view}: {one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        self.wrong += [f"{view}: {wide} wide"] if wide > self.width else []

    def done(self) -> None:
        """An action was recorded."""
        self.page.wait_for_selector(".notice >> text=Recorded.")


def create(tab: Tab) -> None:
    """An event, from the form."""
    tab.enter(tab.served.link)
    tab.look("set up")
    tab.page.fill("#name", "Harbour Cup")
    tab.page.select_option("#game", "constellation-warrior")
    tab.page.fill("#rounds", str(ROUNDS))
    tab.page.select_option("#scores", "yes")
    tab.page.click("text=Create the event")
    tab.page.wait_for_url("**/players")


def archive(path: Path) -> Path:
    """Sixteen lists as somebody saved them from a mailbox; one is not legal."""
    with zipfile.ZipFile(path, "w") as made:
        for at in range(16):
            tree = ILLEGAL if at == 3 else LEGAL if at % 2 else OTHER
            made.writestr(f"p{at + 1:02}.yaml", fast_yaml.dump({**tree, "name": f"List {at}"}))
    return path


def gather(tab: Tab) -> None:
    """Players and lists; one list is returned and replaced."""
    page = tab.page
    page.fill("#names", "\n".join(NAMES))
    page.select_option("#consent", "yes")
    page.click("button:text-is('Sign up')")
    page.wait_for_selector("text=16 players added")
    tab.look("players")
    tab.open("/lists")
    page.set_input_files("#file", archive(tab.served.out.parent / "lists.zip"))
    page.click("button:text-is('Take in')")
    page.wait_for_selector("text=16 arrivals.")
    tab.look("lists")
    page.click("a:text-is('Player D')")
    assert page.inner_text("section >> nth=1").count("unit: Hero") == 2
    page.fill("#why", "Two heroes.")
    page.click("button:text-is('Return')")
    tab.done()
    assert "Two heroes." in page.input_value("#message")
    tab.look("returned list")
    tab.open("/lists")
    page.select_option("#whose", "p04")
    page.fill("#text", fast_yaml.dump({**LEGAL, "name": "Second try"}))
    page.click("button:text-is('Take in')")
    page.wait_for_selector("text=1 arrival.")


def start(tab: Tab) -> None:
    """Approve, lock and check in, all from the page of today and the players."""
    page = tab.page
    tab.open("/")
    page.click("text=Approve 16 legal lists")
    tab.done()
    page.click("text=Lock 16 lists")
    tab.done()
    tab.look("today")
    tab.open("/players")
    page.click("text=Check in 16 players")
    tab.done()


def play(tab: Tab, number: int) -> None:
    """A round: draw, clock, results."""
    page = tab.page
    tab.open("/rounds")
    page.click(f"text=Draw round {number}")
    tab.done()
    page.click("text=Start the clock")
    tab.done()
    tab.look(f"round {number}")
    for table in range(1, TABLES + 1):
        page.fill(f"#t{number}-{table}-a0", str(10 + table))
        page.fill(f"#t{number}-{table}-b0", str(table))
        page.press(f"#t{number}-{table}-b0", "Enter")
        page.wait_for_selector(f".notice >> text=Result of table {table}")
    page.wait_for_selector("text=Every table has its result.")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_a_cup_of_16(browser: Any, tmp_path: Path, width: int, scheme: str) -> None:
    """From nothing to the standings with the page alone; every screen passes axe and fits; the ledger is sound."""
    with desk_page(tmp_path / "cup") as served:
        tab = Tab(browser, served, width, scheme)
        create(tab)
        gather(tab)
        start(tab)
        for number in range(1, ROUNDS + 1):
            play(tab, number)
        for path in ("/", "/players", "/player/p01", "/standings", "/print", "/log", "/event", "/screen"):
            tab.open(path)
            tab.look(path)
        tab.open("/print")
        tab.page.click("text=Write the public pages")
        tab.page.wait_for_selector("text=standings.html")
        tab.context.close()
        assert not tab.wrong
    folder = tmp_path / "cup"
    assert data(folder, "check")["ok"]
    assert len(find_desk(folder).state.rounds) == ROUNDS
    assert len(data(folder, "standings")["standings"]) == 16
    assert served.key not in served.log.read_text("utf-8")


def test_two_organisers_and_a_keyboard(browser: Any, tmp_path: Path) -> None:
    """A second browser comes in by a link of the first. What one does the other sees, and nobody overwrites anybody."""
    with desk_page(tmp_path / "cup") as served:
        one, two = Tab(browser, served, 1280), Tab(browser, served, 1280)
        create(one)
        one.open("/event")
        one.page.click("text=Let another browser in")
        two.enter(one.page.input_value("#link"))
        one.open("/players")
        one.page.fill("#names", "Ada Lind\nBo Rask")
        # From the names to the button with the keyboard alone.
        one.page.focus("#names")
        for key in ("Tab", "ArrowDown", "Tab", "Enter"):
            one.page.keyboard.press(key)
        one.page.wait_for_selector("text=2 players added")
        two.open("/players")
        one.open("/players")
        two.page.wait_for_selector("[aria-label='Check Ada Lind in']")
        one.page.click("[aria-label='Check Bo Rask in']")
        one.done()
        # The other page shows it by itself.
        two.page.wait_for_selector("text=1 checked in today")
        two.page.wait_for_selector("[aria-label='Check Bo Rask in']", state="detached")
        # A page that someone is typing on says so and stays.
        two.open("/player/p01")
        two.page.fill("#url-link", "http://typed.example")
        one.page.click("[aria-label='Check Ada Lind in']")
        one.done()
        two.page.wait_for_selector("#changed >> text=Something has changed")
        assert two.page.input_value("#url-link") == "http://typed.example"
        before = len(lines(served.out.parent / "cup"))
        two.page.click("text=Drops out of later rounds")
        two.page.wait_for_selector("[role=alert] >> text=nothing was recorded")
        assert len(lines(served.out.parent / "cup")) == before
        two.page.click("text=Drops out of later rounds")
        two.page.wait_for_selector(".notice >> text=dropped out")
        for tab in (one, two):
            tab.context.close()
            assert not tab.wrong


def test_the_projector_shows_every_table(browser: Any, tmp_path: Path) -> None:
    """Nobody scrolls on a wall: the clock and all tables are in sight, for a cup of 16 and for one of 60."""
    for number, size in ((16, (1280, 720)), (60, (1920, 1080))):
        folder = cup(
            tmp_path / f"cup{number}", tuple((f"Player {at:02}", "") for at in range(number)), lists={"each": 0}
        )
        run(folder, "pair")
        with desk_page(folder) as served:
            tab = Tab(browser, served, size[0])
            tab.page.set_viewport_size({"width": size[0], "height": size[1]})
            tab.enter(served.link)
            tab.open("/screen")
            tab.look("projector")
            last = tab.page.locator(".shown > li").last.bounding_box()
            assert tab.page.locator(".shown > li").count() == number // 2
            assert tab.page.evaluate("document.querySelector('.shown').getBoundingClientRect().bottom") <= size[1], last
            tab.context.close()
            assert not tab.wrong


def test_many_open_pages_do_not_block_each_other(browser: Any, tmp_path: Path) -> None:
    """A browser has six connections to a site; pages that wait for changes leave some of them to the others."""
    folder = cup(tmp_path / "cup", lists={"each": 0})
    with desk_page(folder) as served:
        tab = Tab(browser, served, 1280)
        tab.enter(served.link)
        pages = [tab.context.new_page() for _ in range(9)]
        for page in pages:
            visit(page, f"{served.url}/players")
        run(folder, "check-in", "p01")
        for page in pages:
            page.wait_for_selector("text=1 checked in today")
        tab.context.close()


def test_a_page_says_that_the_desk_is_gone(browser: Any, tmp_path: Path) -> None:
    """Killed, the desk leaves pages that say so; what was recorded is there when it starts again."""
    folder = cup(tmp_path / "cup", lists={"each": 0})
    with desk_page(folder, -signal.SIGKILL) as served:
        tab = Tab(browser, served, 1280)
        tab.enter(served.link)
        os.kill(served.process, signal.SIGKILL)
        tab.page.wait_for_selector("#changed >> text=The desk does not answer")
        tab.context.close()
    assert data(folder, "check")["ok"]


def test_a_stranger_gets_nowhere(browser: Any, tmp_path: Path) -> None:
    """A form on another site, and a frame around the page, reach nothing, even in the organiser's own browser."""
    with desk_page(tmp_path / "cup") as served:
        tab = Tab(browser, served, 1280)
        create(tab)
        tab.page.fill("#names", "Ada Lind")
        tab.page.select_option("#consent", "no")
        tab.page.click("button:text-is('Sign up')")
        tab.page.wait_for_selector("text=1 player added")
        stamp = re.findall(r'name="stamp" value="(\w+)"', tab.page.content())[0]
        evil = tmp_path / "evil.html"
        evil.write_text(
            f'<form method="post" action="{served.url}/do/check-in"><input name="player" value="p01">'
            f'<input name="stamp" value="{stamp}"><button>Win a prize</button></form>'
            f'<iframe src="{served.url}/"></iframe>',
            "utf-8",
        )
        before = lines(tmp_path / "cup")
        visit(tab.page, evil.as_uri())
        assert "Harbour Cup" not in tab.page.frames[1].content()
        tab.page.click("button")
        tab.page.wait_for_selector("text=Not done")
        assert lines(tmp_path / "cup") == before
        assert tab.page.evaluate("document.cookie") == ""
        tab.context.close()
