"""Reports of an event in every form: pages in a real browser, print, tables, data, and XML that CI servers read."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from listbuilder.desk.reports.field import bars, histogram, rates
from tests.desk.test_rounds import play, ready
from tests.support.browsing import BROWSER, MISSING, axe_source
from tests.support.desk_setup import data, run
from tests.support.pdfua import failures

HOSTILE = "<img src=x onerror=alert(1)> =1+1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of seven players after its only round, with everything written that is for others."""
    made = ready(tmp_path_factory.mktemp("pages") / "cup", 7, rounds={"count": 1})
    players = made / "players.yaml"
    players.write_text(players.read_text("utf-8").replace("Player Aa", f"'{HOSTILE}'"), "utf-8")
    play(made, random.Random(3))
    run(made, "reveal")
    run(made, "publish", "--pdf")
    run(made, "meta")
    (made / "changed.yaml").write_text((made / "event.yaml").read_text("utf-8") + "ban: [{entry: novice}]\n", "utf-8")
    for command, more in (
        ("status", ()),
        ("standings", ()),
        ("meta", ()),
        ("impact", ("--pack", made / "changed.yaml")),
    ):
        for ending in ("html", "pdf", "csv", "json", "md"):
            run(made, command, *more, "--report", made / f"{command}.{ending}", code=None)
    return made


PAGES = ("out/standings", "out/round-1", "out/lists", "out/field", "status", "impact")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser for all pages."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason=MISSING)
@pytest.mark.parametrize("name", PAGES)
def test_pages_in_a_browser(name: str, folder: Path, browser: Any) -> None:
    """On a phone and a desktop, in light and dark, nothing is wider than the window, runs, loads or is out of reach."""
    for width, scheme in ((360, "dark"), (1200, "light")):
        context = browser.new_context(viewport={"width": width, "height": 740}, color_scheme=scheme, bypass_csp=True)
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.on("dialog", lambda _: pytest.fail("a script ran"))
        page.goto((folder / f"{name}.html").as_uri())
        assert len(asked) == 1 and page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate(axe_source())
        found = page.evaluate("axe.run().then(result => result.violations.map(one => one.id))")
        assert found == []
        assert page.locator("img, script").count() == 0
        context.close()


def test_print_has_every_row(folder: Path) -> None:
    """A report as PDF has its title, every player and the head of the ledger, in text that can be searched."""
    for command in ("status", "standings", "meta", "impact"):
        reader = PdfReader(folder / f"{command}.pdf")
        # A word that is wider than its column is broken, never cut.
        text = "".join("".join(page.extract_text() for page in reader.pages).split())
        rows = list(csv.reader((folder / f"{command}.csv").read_text("utf-8").splitlines()))
        for row in rows[1:]:
            for word in row[1].lstrip("'").split():
                assert word in text, (command, word)
        assert not failures((folder / f"{command}.pdf").read_bytes())
    assert data(folder, "standings")["head"] in PdfReader(folder / "standings.pdf").pages[-1].extract_text()
    assert not failures((folder / "out/lists.pdf").read_bytes())
    lists = PdfReader(folder / "out/lists.pdf")
    assert len(lists.outline) == 7 and "Novice" in lists.pages[-1].extract_text()


def test_every_form_says_the_same(folder: Path) -> None:
    """Table, data and text name the same players in the same order; no cell is a formula."""
    standings = json.loads((folder / "standings.json").read_text("utf-8"))["standings"]
    rows = list(csv.reader((folder / "standings.csv").read_text("utf-8").splitlines()))[1:]
    assert [row[1] for row in rows] == [one["name"] for one in standings]
    text = (folder / "standings.md").read_text("utf-8")
    assert [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| ")][1:] == [
        f"| {one['rank']}" for one in standings
    ]
    run(folder, "standings", "--report", folder / "x.xml", code=2)


def test_out_can_be_made_again(folder: Path) -> None:
    """Without out/ its pages come back, draws too."""
    before = {path.name for path in (folder / "out").iterdir()} - {"seals.txt", "messages"}
    for path in (folder / "out").iterdir():
        if path.name in before:
            path.unlink()
    for words in (("standings",), ("publish", "--pdf"), ("meta",)):
        run(folder, *words)
    assert before <= {path.name for path in (folder / "out").iterdir()}


def test_plots_say_what_they_show() -> None:
    """Each plot is well-formed, has a text for those who do not see it, and nothing in a name is markup."""
    drawn = [
        bars("Taken", [("A <b> & c", 3), ("D", 0)], 4),
        histogram("Costs", [10, 12, 12, 49], "points"),
        rates("Won", [("A", 0.5, 10), ("B", 1.0, 3), ("C", 0.0, 1)]),
    ]
    told = []
    for one in drawn:
        root = ElementTree.fromstring(one)
        assert root.get("role") == "img"
        told.append(root.findtext("{http://www.w3.org/2000/svg}title") or "")
    assert "A <b> & c in 3 of 4 lists" in told[0]
    assert "10–19 points: 3" in told[1] and "40–49 points: 1" in told[1]
    assert "A 50% of 10 games, between 24% and 76%" in told[2] and "B 100% of 3 games, between 44% and 100%" in told[2]
