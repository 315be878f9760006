"""Events on the page, in a real browser: whatever is judged there is judged for the event that the player chose."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from listbuilder.ui.cli.app import app
from tests.support.browsing import BROWSER, MISSING, Visit, opened, until

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason=MISSING)]
GAME = "constellation-warrior"
LIST = f"game: {GAME}\nname: Band\nmodels: [{{unit: Expert, weapon: Long}}, {{unit: Novice}}]\n"
CUP = f"name: Roof Cup\ngame: {GAME}\nban: [{{entry: expert}}]\n"
VERDICT = "#foot .sum"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list, and an event where it is not legal."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.yaml").write_text(LIST, "utf-8")
    (tmp_path / "cup.yaml").write_text(CUP, "utf-8")
    return tmp_path


@contextmanager
def built(*words: str, port: int = 0) -> Iterator[str]:
    """The address that `build --web` prints, as long as it is served."""
    command = [sys.executable, "-P", "-m", "listbuilder", "build", "--web", "--no-open", "--port", str(port), *words]
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
def chromium() -> Iterator[Any]:
    """A browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def page_at(chromium: Any, url: str) -> Iterator[Any]:
    """A phone at an address; nothing may be complained about."""
    address, _, code = url.partition("/build/")
    visit = Visit(chromium, address)
    yield visit.open(code=code.removeprefix("#"))
    assert visit.complaints == []
    visit.close()


def says(page: Any, words: str) -> None:
    """Wait for words in the verdict, and see that they are there to stay once the service has answered."""
    # As an expression, which tells "Legal" from "Not legal".
    page.wait_for_selector(f"{VERDICT} >> text=/{re.escape(words)}/")
    page.wait_for_load_state("networkidle")
    assert words in page.inner_text(VERDICT)


def event(page: Any) -> str:
    """The event that is chosen."""
    return str(page.input_value("[data-key=event]"))


@pytest.mark.parametrize("given", [True, False], ids=["file", "paste"])
def test_page_says_what_validate_says(folder: Path, chromium: Any, given: bool) -> None:
    """A list that `validate --event` calls not legal is not legal on the page of `build --web --event`, ever."""
    judged = CliRunner().invoke(app, ["validate", "list.yaml", "--event", "cup.yaml"])
    assert "NOT LEGAL" in judged.stdout
    words = ["--event", "cup.yaml", *(["list.yaml"] if given else [])]
    with built(*words) as url, page_at(chromium, url) as page:
        if not given:
            opened(page, LIST)
        says(page, "Not legal: 1 error")
        assert event(page) == "Roof Cup"
        page.reload()
        if given:
            says(page, "Not legal: 1 error")
        page.goto("about:blank")
        page.goto(url)
        if not given:
            opened(page, LIST)
        says(page, "Not legal: 1 error")


def test_choice_of_an_event_is_kept(folder: Path, chromium: Any) -> None:
    """Whoever chooses no event, or one, finds that chosen after a reload."""
    with built("list.yaml", "--event", "cup.yaml") as url, page_at(chromium, url) as page:
        says(page, "Not legal")
        for name, words in (("", "Legal"), ("Roof Cup", "Not legal")):
            page.select_option("[data-key=event]", name)
            says(page, words)
            page.reload()
            says(page, words)
            assert event(page) == name


def test_undo_is_judged_for_the_event(folder: Path, chromium: Any) -> None:
    """What was judged before an event was chosen does not come back with an undo, nor with a comparison."""
    with built("list.yaml", "--event", "cup.yaml") as url, page_at(chromium, url) as page:
        says(page, "Not legal")
        page.select_option("[data-key=event]", "")
        says(page, "Legal")
        page.fill("[data-key=list-name]", "Renamed")
        page.keyboard.press("Tab")
        until(page, "() => !document.querySelector('[data-key=undo]').disabled")
        page.select_option("[data-key=event]", "Roof Cup")
        says(page, "Not legal")
        page.click("[data-key=undo]")
        until(page, "() => document.querySelector('[data-key=list-name]').value === 'Band'")
        says(page, "Not legal")
        page.click("[data-key=redo]")
        until(page, "() => document.querySelector('[data-key=list-name]').value === 'Renamed'")
        says(page, "Not legal")


def test_event_that_the_service_does_not_know(folder: Path, chromium: Any) -> None:
    """A list of an event says so where it can't be judged for it, and is never called legal there."""
    with built("list.yaml", "--event", "cup.yaml") as url, page_at(chromium, url) as page:
        says(page, "Not legal")
        code = page.url.partition("#")[2]
    with built() as other, page_at(chromium, f"{other}#{code}") as page:
        says(page, "not judged for Roof Cup")
        assert page.locator("#foot .good").count() == 0
        assert page.inner_text("[data-key=event] option:checked") == "Roof Cup, not known here"
        page.reload()
        says(page, "not judged for Roof Cup")
        page.select_option("[data-key=event]", "")
        says(page, "Legal")


def test_event_of_another_game_is_refused(folder: Path) -> None:
    """No page opens for a list and an event that has no say in it."""
    (folder / "list.yaml").write_text("game: rogue-conflict\nmodels: [{rank: I, weapon: slug-pistol}]\n", "utf-8")
    result = CliRunner().invoke(app, ["build", "--web", "--no-open", "list.yaml", "--event", "cup.yaml"])
    assert result.exit_code == 2
