"""The day on the players' pages: check-in, reports of both players, the clock, standings, and the code on a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from listbuilder.desk.folder import Desk, find_desk
from listbuilder.desk.player_pages.forms import SubmittedForm, read_form
from listbuilder.desk.player_pages.game_day import check_in_here, report_game, table_page
from listbuilder.desk.player_pages.personal import personal
from listbuilder.desk.rounds.round_clock import start_clock
from tests.support.browsing import BROWSER, MISSING, axe_source
from tests.support.desk_serving import Cup, make_cup, serving
from tests.support.desk_setup import LEGAL, OTHER, cup, data, lines, put, run

NOW = datetime(2099, 1, 1, 12, 0, tzinfo=UTC)
VP = [{"id": "vp", "name": "Victory Points"}]


def page_of(desk: Desk, id: str, now: datetime = NOW) -> str:
    """A player's page."""
    desk.refresh()
    return personal(desk, desk.entrant(id), "TOKEN", now).body.decode("utf-8")


def words(page: str) -> str:
    """The text of a page."""
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


def report(desk: Desk, id: str, seat: str = "", **fields: str) -> int:
    """Fill in the report on a player's page; the status of the answer."""
    found = re.search(r'name="seat" value="([^"]+)"', page_of(desk, id))
    form = SubmittedForm(fields={"seat": seat or (found[1] if found else ""), **fields}, files={})
    answer = report_game(desk, desk.entrant(id), "TOKEN", form, NOW)
    desk.refresh()
    return answer.status


def locked(folder: Path, players: int) -> Desk:
    """The event with a locked list of every player."""
    for at in range(1, players + 1):
        put(folder, f"p{at:02}.yaml", LEGAL if at % 2 else OTHER)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock", code=None)
    return find_desk(folder)


@pytest.fixture()
def two(tmp_path: Path) -> Desk:
    """An event of two players in its first round, where Victory Points are counted."""
    folder = cup(
        tmp_path / "cup", (("Mira Voss", ""), ("Tom Okafor", "")), counts=VP, rounds={"count": 2, "minutes": 90}
    )
    desk = locked(folder, 2)
    run(folder, "pair")
    desk.refresh()
    return desk


def test_equal_reports_count(two: Desk) -> None:
    """One report waits for the other; once both say the same, each from their side, it is the result."""
    assert report(two, "p01", own0="14", theirs0="9") == 303
    assert "You reported 14 : 9. It counts once Tom Okafor reports the same." in words(page_of(two, "p01"))
    assert "Mira Voss reported 9 : 14, your side first." in words(page_of(two, "p02"))
    assert not two.state.rounds[0].done
    assert report(two, "p02", own0="9", theirs0="14") == 303
    assert two.state.rounds[0].done
    assert "Report the result" not in page_of(two, "p01")
    assert "you are at place 2" in words(page_of(two, "p02"))
    assert [one["by"] for one in lines(two.root)][-2:] == ["p01", "p02"]
    assert data(two.root, "check")["ok"]


def test_different_reports_are_shown_to_both(two: Desk) -> None:
    """Nothing counts; both are told, either may report again, or the desk decides."""
    report(two, "p01", word="win")
    report(two, "p02", word="win")
    assert "You reported win : loss, Mira Voss reported loss : win." in words(page_of(two, "p02"))
    assert not two.state.rounds[0].done
    report(two, "p02", word="loss")
    assert two.state.rounds[0].done


def test_a_report_of_another_table_is_refused(two: Desk) -> None:
    """A page from before a new draw, a result that is there already, and nonsense record nothing."""
    before = len(lines(two.root))
    assert report(two, "p01", seat="1-1", word="win") == 409
    assert report(two, "p01", own0="many", theirs0="") == 409
    run(two.root, "score", 1, 3, 2)
    assert report(two, "p01", seat=f"{two.state.rounds[0].line}-1", word="win") == 409
    assert len(lines(two.root)) == before + 1


def test_a_report_from_before_a_swap_is_refused(tmp_path: Path) -> None:
    """The table is the same, but the page that the player opened was about another opponent."""
    folder = cup(tmp_path / "cup")
    desk = locked(folder, 4)
    run(folder, "pair")
    desk.refresh()
    table = desk.state.rounds[0].games[0]
    seat = re.search(r'name="seat" value="([^"]+)"', page_of(desk, table.one))
    assert seat
    run(folder, "pair", "--swap", table.two, desk.state.rounds[0].games[1].one, "--why", "club mates")
    assert report(desk, table.one, seat=seat[1], word="win") == 409
    assert report(desk, table.one, word="win") == 303


def test_a_form_has_room_for_many_counts() -> None:
    """Ten counts are twenty numbers."""
    body = "&".join(f"{side}{at}=1" for at in range(10) for side in ("own", "theirs")).encode()
    assert read_form(["application/x-www-form-urlencoded"], body).fields["theirs9"] == "1"


def test_a_player_checks_in(two: Desk) -> None:
    """The page has the button once lists are locked, and the line is by the player; twice is once."""
    assert "I am here" in page_of(two, "p01")
    form = SubmittedForm(fields={}, files={})
    for _ in range(2):
        assert check_in_here(two, two.entrant("p01"), "TOKEN", form, NOW).status == 303
        two.refresh()
    assert "You are checked in." in words(page_of(two, "p01"))
    assert [one["by"] for one in lines(two.root) if one["what"] == "checked-in"] == ["p01"]
    run(two.root, "drop", "p02")
    two.refresh()
    assert check_in_here(two, two.entrant("p02"), "TOKEN", form, NOW).status == 409


def test_the_clock_is_on_the_page(two: Desk) -> None:
    """How long the round lasts, when it ends once it runs, and that it is over."""
    assert "The round lasts 90 minutes." in words(page_of(two, "p01"))
    start_clock(two, NOW)
    assert "The round ends at 13:30; 80:00 are left." in words(page_of(two, "p01", NOW + timedelta(minutes=10)))
    assert "The time is over." in words(page_of(two, "p01", NOW + timedelta(minutes=91)))


def test_the_code_on_a_table(two: Desk) -> None:
    """A phone that knows no link sees who plays, under the names they agreed to; other tables are empty."""
    assert "Mira Voss plays Tom Okafor." in words(table_page(two, "1", NOW).body.decode()) or (
        "Tom Okafor plays Mira Voss." in words(table_page(two, "1", NOW).body.decode())
    )
    assert table_page(two, "2", NOW).status == 404
    assert table_page(two, "x", NOW).status == 404


@pytest.fixture(scope="module")
def sixteen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    """An event of 16 whose pages are served, before its first round."""
    folder, links = make_cup(tmp_path_factory.mktemp("phones") / "cup", counts=VP, rounds={"count": 2, "minutes": 90})
    run(folder, "drop", "p17")
    for at in range(18, 27):
        run(folder, "drop", f"p{at}")
    locked(folder, 16)
    with serving(folder) as (service, log):
        yield Cup(folder, service, links, log)


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason=MISSING)
def test_16_phones_at_once(sixteen: Cup) -> None:
    """All check in at the same moment, then all report; every line is there. The code on a table knows its phone."""
    from playwright.sync_api import sync_playwright

    folder = sixteen.folder
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        phones = {f"p{at:02}": phone(browser) for at in range(1, 17)}
        for id, page in phones.items():
            page.goto(sixteen.link(id))
        at_once(phones, "form[action$='/here'] button", "text=You are checked in.")
        run(folder, "pair")
        games = find_desk(folder).state.rounds[0].games
        for id, page in phones.items():
            page.reload()
            first = id in [game.one for game in games]
            page.fill("#own0", "12" if first else "7")
            page.fill("#theirs0", "7" if first else "12")
        at_once(phones, "form[action$='/report'] .main", "text=/It counts once|The desk noted/")
        state = find_desk(folder).state
        assert all(game.scores == ((12,), (7,)) for game in state.rounds[0].games)
        page = phones[games[0].one]
        page.goto(f"{sixteen.service.url}/t/{games[0].table}")
        assert page.url == sixteen.link(games[0].one)
        page.click("summary >> text=Standings")
        page.evaluate(axe_source() + "; null")
        assert page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        stranger = phone(browser)
        stranger.goto(f"{sixteen.service.url}/t/{games[0].table}")
        assert "plays" in stranger.inner_text("main")
        browser.close()
    assert data(folder, "check")["ok"]
    assert sixteen.links["p01"] not in sixteen.log.read_text("utf-8")


def phone(browser: Any) -> Any:
    """A browser of its own on a phone, without scripts of pages."""
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.set_default_timeout(60_000)
    return page


def at_once(phones: dict[str, Any], button: str, shows: str) -> None:
    """Press a button on every phone without waiting, then wait until each page shows it was done."""
    for page in phones.values():
        page.evaluate("button => setTimeout(() => document.querySelector(button).click(), 300)", button)
    for page in phones.values():
        page.wait_for_selector(shows)
