"""The designer's window: what it says of a folder, again after each save, and in a real browser."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from listbuilder.loading import shipped
from listbuilder.ui.web.studio.studio_app import create_studio_app
from listbuilder.ui.web.studio.workshop import Workshop
from tests.support.browsing import BROWSER, MISSING, until

GAME = "constellation-warrior"
GAMES = sorted(path.parent.name for path in shipped("catalogue").glob("*/game.yaml"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game's folder that may be changed."""
    return Path(shutil.copytree(shipped("catalogue") / GAME, tmp_path / GAME))


def change(path: Path, old: str, new: str) -> None:
    """Save a file with one change; its time differs even on a coarse clock."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    later = path.stat().st_mtime_ns + 1_000_000_000
    os.utime(path, ns=(later, later))


@pytest.mark.parametrize("game", GAMES)
def test_shipped_games_are_shown_whole(game: str) -> None:
    """Every entry has a row with its file and line, every starter list a verdict."""
    shown = Workshop(shipped("catalogue") / game).document()
    assert shown["loaded"]
    assert shown["problems"] == []
    assert all(one["valid"] for one in shown["lists"])
    assert shown["lists"]
    rows = shown["table"]["rows"]
    assert [row["id"] for row in rows if row["line"] is None and row["file"] is None] == []
    assert {len(row["cells"]) for row in rows} == {len(shown["table"]["heads"])}
    assert shown["rules"]


def test_line_of_an_entry_is_where_it_stands(folder: Path) -> None:
    """The place of an entry is the line of the file that begins it."""
    rows = Workshop(folder).document()["table"]["rows"]
    row = next(one for one in rows if one["name"] == "Step")
    lines = (folder / row["file"]).read_text("utf-8").splitlines()
    assert "Step" in lines[row["line"] - 1]


def test_mistake_is_shown_with_its_line_and_the_last_game_stays(folder: Path) -> None:
    """While a file is wrong, the problem is shown and the game of before can still be looked at."""
    workshop = Workshop(folder)
    rows = workshop.document()["table"]["rows"]
    change(folder / "abilities.yaml", "    cost: 2\n", "    cots: 2\n")
    shown = workshop.document()
    assert not shown["loaded"]
    problem = shown["problems"][0]
    assert problem["file"] == "abilities.yaml"
    assert "cots" in (folder / "abilities.yaml").read_text("utf-8").splitlines()[problem["line"] - 1]
    assert shown["table"]["rows"] == rows
    change(folder / "abilities.yaml", "cots", "cost")
    assert workshop.document()["loaded"]


def test_changed_entries_are_named(folder: Path) -> None:
    """After a save, the entries that differ are named, so that the page can show their card."""
    workshop = Workshop(folder)
    assert workshop.document()["changed"] == []
    change(
        folder / "abilities.yaml", "Roll {dice:word} of your attack dice again.", "Roll {dice:word} attack dice again."
    )
    assert workshop.document()["changed"] == ["attack-re-rolls"]


def test_rules_without_text_are_said_in_words(folder: Path) -> None:
    """Nothing is shown by its id alone."""
    with (folder / "more.yaml").open("w", encoding="utf-8") as more:
        more.write("rules: [{kind: count, id: some, of: picks, where: {kind: ability}, max: 9}]\n")
    rules = Workshop(folder).document()["rules"]
    assert next(one["text"] for one in rules if one["id"] == "some") == "At most 9 abilities."


def test_what_changed_since_the_last_tag_is_counted(folder: Path) -> None:
    """The notes of `catalogue diff` by heading, against the newest git tag, and what the version must be raised to."""
    workshop = Workshop(folder)
    assert workshop.document()["release"] is None
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "One"], ["tag", "v1.0.0"]):
        subprocess.run([*git, *words], check=True)
    change(folder / "abilities.yaml", "    cost: 2\n", "    cost: 3\n")
    release = workshop.document()["release"]
    assert (release["tag"], release["version"], release["least"]) == ("v1.0.0", "1.0.0", "2.0.0")
    assert [(one["name"], len(one["notes"])) for one in release["headings"]] == [("Costs", 1)]
    change(folder / "game.yaml", "version: 1.0.0", "version: 2.0.0")
    assert workshop.document()["release"]["least"] is None


def test_illegal_starter_list_says_why(folder: Path) -> None:
    """A list that a change made illegal shows its findings."""
    workshop = Workshop(folder)
    change(folder / "abilities.yaml", "cost: 1\n", "cost: 41\n")
    bad = [one for one in workshop.document()["lists"] if not one["valid"]]
    assert bad
    assert any(finding["severity"] == "error" for finding in bad[0]["findings"])


@pytest.mark.parametrize("game", GAMES)
def test_card_of_an_entry_shows_it(game: str) -> None:
    """Models and their options have a card with their name on it, whether a starter list has them or not."""
    workshop = Workshop(shipped("catalogue") / game)
    workshop.look()
    assert workshop.game
    slots = workshop.game.model.slots.values()
    kinds = {slot.kind for slot in slots}
    entries = [one for one in workshop.game.entries if one.kind in kinds]
    drawn = {one.id: workshop.card(one.id) for one in entries[:: max(1, len(entries) // 8)]}
    # One entry may need another that a single choice can't bring.
    assert len([id for id, faces in drawn.items() if not faces]) <= 1
    assert all(face.startswith("<svg") for faces in drawn.values() for face in faces)


def test_entry_that_is_not_there_has_no_card(folder: Path) -> None:
    """An id of nothing gives no card."""
    workshop = Workshop(folder)
    workshop.look()
    assert workshop.card("nothing-of-that-name") == []


def test_only_files_of_the_folder_can_be_read(folder: Path) -> None:
    """Neither a file above the folder nor one that is no YAML is shown."""
    (folder.parent / "secret.yaml").write_text("a: 1\n", "utf-8")
    client = TestClient(create_studio_app(folder, (), ["testserver"]))
    assert client.get("/source", params={"file": "game.yaml"}).text == (folder / "game.yaml").read_text("utf-8")
    for name in ("../secret.yaml", str(folder.parent / "secret.yaml"), "", "lists"):
        assert client.get("/source", params={"file": name}).status_code == 404


def test_other_sites_are_refused(folder: Path) -> None:
    """A page of another site, or one under another name, can't look into the folder."""
    client = TestClient(create_studio_app(folder, (), ["testserver"]))
    assert client.get("/state").status_code == 200
    assert client.get("/state", headers={"origin": "https://example.org"}).status_code == 403
    assert client.get("/state", headers={"host": "example.org"}).status_code == 421


def test_page_names_only_files_that_are_there(folder: Path) -> None:
    """Every file that the page and its script name is served."""
    client = TestClient(create_studio_app(folder, (), ["testserver"]))
    for name in ("", "studio.js", "studio.css", "dom.js", "back.js", "page.css", "icon.svg"):
        answer = client.get(f"/{name}")
        assert answer.status_code == 200
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert client.get("/workshop.py").status_code == 404


@contextmanager
def studio_of(folder: Path) -> Iterator[str]:
    """The address that `studio` prints, as long as it runs."""
    command = [sys.executable, "-P", "-m", "listbuilder", "studio", str(folder), "--no-open", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout
    try:
        yield process.stdout.readline().split()[-1]
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait(60)
        process.stdout.close()


@pytest.fixture
def page() -> Iterator[Any]:
    """A page of a desktop browser, with all that it complained about."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(60_000)
        yield page
        browser.close()


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason=MISSING)
def test_browser_follows_each_save(folder: Path, page: Any) -> None:
    """A mistake appears with its line, which opens; once mended it is gone; a changed entry shows its card."""
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    with studio_of(folder) as url:
        page.goto(url)
        page.get_by_text("The game is sound.", exact=True).wait_for()
        change(folder / "abilities.yaml", "    cost: 2\n", "    cots: 2\n")
        page.get_by_text("The game can't be loaded.").wait_for()
        page.locator(".findings .place").first.click()
        assert "cots" in page.locator(".source .here").inner_text()
        page.get_by_role("button", name="Close").click()
        change(folder / "abilities.yaml", "cots", "cost")
        page.get_by_text("The game is sound.", exact=True).wait_for()
        change(folder / "abilities.yaml", "Roll {dice:word} of your attack dice", "Roll {dice:word} attack dice")
        page.get_by_alt_text("Card with Attack Re-Rolls", exact=True).wait_for()
        until(page, "() => document.querySelector('.faces img').naturalWidth > 100")
        page.get_by_role("searchbox", name="Find").fill("step")
        page.get_by_role("button", name="Step", exact=True).click()
        page.get_by_alt_text("Card with Step", exact=True).wait_for()
        assert page.locator("tbody tr").count() < 10
    assert complaints == []


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason=MISSING)
def test_browser_sorts_both_ways_with_what_is_missing_last(folder: Path, page: Any) -> None:
    """The cheapest first, then the dearest; an entry without a cost is never on top."""
    cells = "rows => rows.map(row => row.children[2].innerText)"
    with studio_of(folder) as url:
        page.goto(url)
        heading = page.locator("thead th").nth(2).get_by_role("button")
        for down in (False, True):
            heading.click()
            costs = [one.strip() for one in page.locator("tbody tr").evaluate_all(cells)]
            numbers = [int(one) for one in costs if one]
            assert numbers == sorted(numbers, reverse=down)
            assert "" in costs
            assert costs[: len(numbers)] == [str(one) for one in numbers]
