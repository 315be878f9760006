"""What the published page is measured by: bytes and time to the first answer, then an edit and a list of choices.

The judge's times are processor time of its own thread, so that other work on the machine does not count.
"""

from __future__ import annotations

import gzip
import os
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder.loading import game_folders
from listbuilder.ui.web.site.site_writer import SiteOptions, publish_site, write_site
from tests.support.browsing import BROWSER, starter

__all__ = ["PageFigures", "page_figures"]

# A cheap phone against a desktop computer, as browsers' own tools simulate it.
THROTTLE = 4
AGAIN = 10
THREAD = "DedicatedWorker"
ASK = "([path, body]) => import('./api.js').then(({ post }) => post(path, body))"


class PageFigures(NamedTuple):
    """Megabytes and seconds to the first answer, seconds to a kept list later, milliseconds for an edit and choices."""

    packed: float
    first: float
    later: float
    edit: float
    choices: float


class Quiet(SimpleHTTPRequestHandler):
    """A host of plain files that writes no log."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


def page_figures() -> PageFigures:
    """Measure all of it in Chromium, with every shipped game on the page."""
    from playwright.sync_api import sync_playwright

    files = publish_site(SiteOptions(tuple(game_folders())))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_site(Path(folder) / "site", files)
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=f"{folder}/site"))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
        page.set_default_timeout(120_000)
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
        tree = starter("kill-team")
        ask(page, "open", tree)
        first = THROTTLE * worker_seconds()
        edit = milliseconds(page, "apply", tree, edit={"do": "set", "at": [], "key": "name", "value": "Other"})
        choices = max(milliseconds(page, "additions", starter(game)) for game in game_folders())
        later = reopened(page)
        browser.close()
        server.shutdown()
    return PageFigures(packed_bytes(files) / 1e6, first, later, edit, choices)


def packed_bytes(files: dict[str, bytes]) -> int:
    """What a visitor's browser loads before the first answer, packed as web servers send it."""
    loaded = {name: body for name, body in files.items() if not name.startswith(("print.", "site.json", "LICENCES"))}
    return sum(len(body if name.endswith(".gz") else gzip.compress(body)) for name, body in loaded.items())


def worker_seconds() -> float:
    """The processor time of the judge's thread."""
    ticks = 0
    for comm in Path("/proc").glob("[0-9]*/task/[0-9]*/comm"):
        try:
            if comm.read_text().strip() == THREAD:
                fields = comm.with_name("stat").read_text().rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
        except OSError:
            continue  # it has ended meanwhile
    return ticks / os.sysconf("SC_CLK_TCK")


def ask(page: Any, question: str, tree: dict[str, Any], **more: Any) -> None:
    """One question of the page to its judge."""
    page.evaluate(ASK, [f"/bench/{question}", {"list": tree, **more}])


def milliseconds(page: Any, question: str, tree: dict[str, Any], **more: Any) -> float:
    """What a question takes once its game is loaded."""
    ask(page, question, tree, **more)
    start = worker_seconds()
    for _ in range(AGAIN):
        ask(page, question, tree, **more)
    return (worker_seconds() - start) / AGAIN * 1000


def reopened(page: Any) -> float:
    """Seconds until a kept list can be used on a later visit, with the page's own thread slowed down."""
    page.locator("[data-key^=starters-]").first.click()
    page.locator("dialog button.go").first.click()
    page.locator("[data-key=list-name]").fill("Kept")
    page.locator("[data-key=list-name]").blur()
    page.get_by_text("kept in this browser").wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
    start = time.perf_counter()
    page.reload(wait_until="commit")
    page.locator("[data-key=add]").wait_for()
    return time.perf_counter() - start
