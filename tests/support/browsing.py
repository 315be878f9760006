"""A real browser for tests of the page: Debian's Chromium or another by its usual names, driven by Playwright."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from listbuilder.exchange.formats.code import read_code
from listbuilder.loading import shipped
from listbuilder.storage.reading import read_file
from listbuilder.ui.web.page_files import page_headers, page_of
from listbuilder.ui.web.page_look import GameCover
from tests.support.serving import running

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = os.environ.get("LISTBUILDER_BROWSER") or next((path for name in NAMES if (path := shutil.which(name))), None)
MISSING = "no browser: install chromium, or name one in LISTBUILDER_BROWSER"


class Visit:
    """A page that is open in a browser, and everything it complained about."""

    def __init__(self, browser: Any, url: str) -> None:
        self.browser, self.url = browser, url
        self.complaints: list[str] = []
        self.contexts: list[Any] = []

    def open(self, width: int = 360, height: int = 740, code: str = "", **options: Any) -> Any:
        """Another browser with nothing stored, at the builder."""
        context = self.browser.new_context(viewport={"width": width, "height": height}, **options)
        self.contexts.append(context)
        return self.tab(context, code)

    def with_events(self, game: str, names: Iterable[str], width: int = 360) -> Any:
        """Another browser, whose page knows a game by a hostile name, and events of it that nobody else knows."""
        file = page_of([GameCover(game, "<b>A game</b>")], dict.fromkeys(names, game)).files[""]
        context = self.browser.new_context(viewport={"width": width, "height": 740})
        headers = page_headers(file, packed=False)
        context.route("**/build/", lambda route: route.fulfill(body=file.body, headers=headers))
        self.contexts.append(context)
        return self.tab(context)

    def tab(self, context: Any, code: str = "") -> Any:
        """Another tab of a browser."""
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda message: self.complain(message))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"{self.url}/build/{'#' + code if code else ''}")
        return page

    def complain(self, message: Any) -> None:
        """Note an error on the console; a service that is gone or refuses a list is meant."""
        if message.type == "error" and "net::ERR_" not in message.text and "status of 409" not in message.text:
            self.complaints.append(message.text)

    def close(self) -> None:
        """Close every browser that was opened."""
        for context in self.contexts:
            context.close()


@contextmanager
def visiting(catalogue: Path | None = None) -> Iterator[Visit]:
    """A service and a browser, for tests that open pages; with more games where a folder of them is given."""
    from playwright.sync_api import sync_playwright

    more = f"import os; os.environ['LISTBUILDER_CATALOGUE'] = {str(catalogue)!r}\n" if catalogue else ""
    with running(seconds=20, before=more) as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        try:
            yield Visit(browser, service.url)
        finally:
            browser.close()


def until(page: Any, script: str, arg: object = None) -> None:
    """Wait until a function in the page is true; asked from outside, since the page's own policy forbids `eval`."""
    end = time.monotonic() + 60
    while not holds(page, script, arg):
        assert time.monotonic() < end, f"never true: {script}"
        page.wait_for_timeout(30)


def holds(page: Any, script: str, arg: object) -> bool:
    """Whether a function in the page is true; not while the page is being loaded anew."""
    from playwright.sync_api import Error

    try:
        return bool(page.evaluate(script, arg))
    except Error as error:
        if "context was destroyed" not in str(error):
            raise
        return False


def shows(page: Any, count: int) -> None:
    """Wait until the first row, which is open, says how many it stands for."""
    until(page, "n => (/^\\d+(?= ×)/.exec(document.querySelector('[data-key=place]').textContent) || 1) == n", count)


def starter(game: str, nth: int = 0) -> dict[str, Any]:
    """A starter list of a game."""
    return dict(read_file(sorted((shipped("catalogue") / game / "lists").glob("*.yaml"))[nth]).data)


def opened(page: Any, data: dict[str, Any] | str) -> Any:
    """A page with a list open that was pasted on the first page, as data or as text."""
    page.wait_for_selector("#paste")
    page.fill("#paste", data if isinstance(data, str) else json.dumps(data))
    page.click("button:text-is('Open')")
    page.wait_for_selector("[data-key=add]")
    return page


def at_first_row(page: Any, data: dict[str, Any] | str) -> Any:
    """A page with a list open, at its first row."""
    opened(page, data).click("[data-key=go-models-0]")
    page.wait_for_selector(".card")
    return page


def views(page: Any, data: dict[str, Any]) -> Iterator[str]:
    """Every view of a page, by its name while it stands open."""
    page.wait_for_selector("[data-key^=new-]")
    yield "home"
    opened(page, data)
    yield "list"
    page.click("[data-key=go-models-0]")
    page.wait_for_selector(".card")
    yield "row"
    for view, key, shows in (("picker", "a", ".choice"), ("share", "s", "#share-text"), ("keys", "?", "kbd")):
        page.keyboard.press(key)
        page.wait_for_selector("dialog .dialog-body")
        if page.locator("dialog >> text=For me").count():
            yield "for whom"
            page.click("dialog >> text=For me")
        page.wait_for_selector(f"dialog {shows}")
        yield view
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("t")
    page.wait_for_selector("[data-key=turn-more]")
    yield "play"
    page.click("[data-key=tab-theirs]")
    page.fill("#opponent", json.dumps(data))
    page.click("[data-key=opponent-open]")
    page.wait_for_selector("[data-key=dismiss]")
    yield "their sheets"
    page.click("[data-key=tab-attack]")
    for field in ("#field-attacker", "#field-target"):
        page.select_option(field, index=1)
    page.wait_for_selector("[data-key=roll-attack]")
    page.click("[data-key=circumstances] > summary")
    page.click("[data-key=roll-attack]")
    page.click("[data-key=steps]")
    page.wait_for_selector("[data-key=steps]", state="detached")
    yield "attack"
    page.click("[data-key=tab-rules]")
    page.wait_for_selector("[data-key=rules-search]")
    page.click("[data-key=mission]")
    page.wait_for_selector("section[aria-label=Mission] .card")
    yield "rules"
    page.click("[data-key=tab-log]")
    page.wait_for_selector("[data-key=clear]")
    yield "log"


def code_of(page: Any) -> str:
    """The share code in the address."""
    return str(page.evaluate("location.hash.slice(1)"))


def made(page: Any) -> Any:
    """The list in the address."""
    return read_code(code_of(page)).data


def axe_source() -> str:
    """The accessibility checks that run in a page."""
    found = find_spec("axe_playwright_python")
    assert found and found.origin
    return (Path(found.origin).parent / "axe.min.js").read_text("utf-8")
