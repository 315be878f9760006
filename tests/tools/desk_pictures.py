"""Write the pictures of the organiser's page, taken in a real browser. `make pictures` runs this."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from listbuilder.desk.folder import find_desk
from tests.support.browsing import BROWSER
from tests.support.desk_page import DeskPage, desk_page, visit
from tests.support.desk_serving import serving
from tests.support.desk_setup import ILLEGAL, LEGAL, OTHER, cup, data, put, run
from tests.support.paths import ROOT

PEOPLE = ("Ada Lind", "Bo Rask", "Cleo Marsh", "Dana Voss", "Eli Stone", "Flo Reyes", "Gus Tamm", "Ines Paar")
LAPTOP, PHONE = (960, 620), (360, 640)
GAP, COLOURS = 16, 48


def main() -> None:
    """An evening of eight players, looked at as it goes on."""
    with tempfile.TemporaryDirectory() as room, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        folder = cup(
            Path(room) / "club-night",
            tuple((name, "") for name in PEOPLE),
            name="Club Night",
            counts=[{"id": "vp", "name": "Victory Points"}],
            rounds={"count": 3, "minutes": 60},
        )
        for at in range(1, 9):
            put(
                folder, f"p{at:02}.yaml", {**(ILLEGAL if at == 4 else LEGAL if at % 2 else OTHER), "name": f"Band {at}"}
            )
        run(folder, "intake", code=1)
        with desk_page(folder) as served:
            page = window(browser, LAPTOP)
            page.goto(served.link)
            page.wait_for_url("**/")
            save("desk-list", [shot(page, served, "/list/p04")])
            put(folder, "p04-2.yaml", {**OTHER, "name": "Band 4"})
            run(folder, "intake")
            save("desk-today", [shot(page, served, "/")])
            play(folder)
            players = phones(browser, folder)
            save("desk-round", [shot(page, served, "/rounds")])
            save("desk-screen", [shot(page, served, "/screen")])
            save("desk-phones", [*players, organiser_phone(page, served)])
        browser.close()


def play(folder: Path) -> None:
    """The first round, with two results and one that the players see differently."""
    run(folder, "approve", "--all-legal")
    run(folder, "lock")
    run(folder, "check-in", "--all")
    run(folder, "pair")
    run(folder, "clock", "start")
    run(folder, "score", 1, 14, 9)


def phones(browser: Any, folder: Path) -> list[bytes]:
    """The page of a player before and after the report."""
    links = data(folder, "links", "--url", "http://cup.example")["links"]
    id = find_desk(folder).state.rounds[0].games[1].one
    with serving(folder) as (service, _):
        place = next(one["link"] for one in links if one["player"] == id).removeprefix("http://cup.example")
        page = window(browser, PHONE)
        page.goto(service.url + place)
        first = page.screenshot()
        page.fill("#own0", "12")
        page.fill("#theirs0", "7")
        page.click("button:text-is('Report')")
        return [first, page.screenshot()]


def organiser_phone(page: Any, served: DeskPage) -> bytes:
    """The organiser's page as narrow as a phone."""
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    return shot(page, served, "/rounds")


def window(browser: Any, size: tuple[int, int]) -> Any:
    """A page in light colours."""
    width, height = size
    return browser.new_context(viewport={"width": width, "height": height}, color_scheme="light").new_page()


def shot(page: Any, served: DeskPage, path: str) -> bytes:
    """A screen; it does not show where the event of the picture was."""
    visit(page, served.url + path)
    page.evaluate(
        "[...document.querySelectorAll('dt')].filter(one => one.textContent == 'Folder')"
        ".forEach(one => one.nextSibling.textContent = '/home/ada/club-night')"
    )
    found: bytes = page.screenshot()
    return found


def save(name: str, shots: list[bytes]) -> None:
    """Put pictures side by side, in few colours."""
    pictures = [Image.open(io.BytesIO(one)).convert("RGB") for one in shots]
    width = sum(one.width for one in pictures) + GAP * (len(pictures) - 1)
    whole = Image.new("RGB", (width, pictures[0].height), "#c8ced4")
    for nth, one in enumerate(pictures):
        whole.paste(one, (sum(other.width + GAP for other in pictures[:nth]), 0))
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(ROOT / ".pictures" / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
