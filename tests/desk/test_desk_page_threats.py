"""The threats of the organiser's page over HTTP: keys, cookies, other sites, other hosts, hostile files."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from listbuilder.desk.folder import find_desk
from tests.support.desk_page import DeskPage, Organiser, desk_page
from tests.support.desk_setup import LEGAL, cup, data, lines, put, run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DeskPage]:
    """The page of an event with hostile originals."""
    folder = cup(tmp_path_factory.mktemp("threats") / "cup")
    put(folder, "p01.yaml", LEGAL)
    (folder / "inbox" / "p02.html").write_text("<script>alert(1)</script><p>Two heroes", "utf-8")
    (folder / "inbox" / "p03.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "utf-8")
    run(folder, "intake", code=1)
    with desk_page(folder) as found:
        yield found


@pytest.fixture(scope="module")
def desk(served: DeskPage) -> Organiser:
    """The browser that used the link in the terminal."""
    return Organiser(served.url, served.link)


def test_a_key_works_once(served: DeskPage, desk: Organiser) -> None:
    """The key becomes a session that scripts can't read and other sites don't send; used, it opens nothing."""
    assert "Today" in desk.see("/")
    with httpx.Client(base_url=served.url) as other:
        assert other.get(served.link).status_code == 403
        assert other.get(f"/?key={'x' * 24}").status_code == 403
        assert other.get("/?key=").status_code == 403
        assert not other.cookies
    again = desk.web.post("/invite", headers={"origin": served.url})
    link = again.text.partition('value="http')[2].partition('"')[0]
    with httpx.Client(base_url=served.url) as other:
        first = other.get(f"http{link}")
        cookie = first.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert first.headers["referrer-policy"] == "no-referrer"
        assert "Today" in other.get("/").text


def test_nothing_is_seen_without_a_session(served: DeskPage) -> None:
    """Every screen, file and form is refused; only the style and the script are for everybody."""
    with httpx.Client(base_url=served.url) as stranger:
        for path in ("/", "/players", "/lists", "/list/p01", "/log", "/screen", "/original/1", "/changes", "/nothing"):
            assert stranger.get(path).status_code == 403
        for path in ("/do/check-in", "/invite"):
            assert stranger.post(path, headers={"origin": served.url}).status_code == 403
        assert stranger.get("/organiser.js").status_code == 200
        forged = {"cookie": f"listbuilder-desk-{served.url.rpartition(':')[2]}=x"}
        assert stranger.get("/", headers=forged).status_code == 403


def test_other_hosts_and_sites_are_refused(served: DeskPage, desk: Organiser) -> None:
    """DNS rebinding and forms of other sites, also of other ports of this computer, record nothing."""
    folder = served.out.parent / "cup"
    before = lines(folder)
    for host in ("evil.example", "evil.example:80", served.url.removeprefix("http://") + ".evil.example"):
        assert desk.web.get("/", headers={"host": host}).status_code == 421
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", served.url.replace("http", "https")):
        answer = desk.web.post("/do/check-in", data={"player": "p01"}, headers={"origin": origin})
        assert answer.status_code == 403
        assert desk.web.post("/invite", headers={"origin": origin}).status_code == 403
    assert desk.web.post("/do/check-in", data={"player": "p01"}).status_code == 403
    assert lines(folder) == before


def test_a_form_without_its_stamp_records_nothing(served: DeskPage, desk: Organiser) -> None:
    """A form that was made up is stale; unknown actions and bodies are refused."""
    folder = served.out.parent / "cup"
    before = lines(folder)
    assert desk.post("check-in", {"player": "p01"}).status_code == 409
    assert desk.post("check-in", {"player": "p01", "stamp": "0" * 16, "back": "/players"}).status_code == 409
    assert desk.post("forget", {"player": "p01"}).status_code == 404
    odd = desk.web.post("/do/check-in", content=b"{}", headers={"origin": served.url, "content-type": "text/plain"})
    assert odd.status_code == 400
    assert lines(folder) == before


def test_originals_are_never_pages(served: DeskPage, desk: Organiser) -> None:
    """What strangers sent is saved as bytes, in a sandbox, and is no picture unless it is one."""
    for number in find_desk(served.out.parent / "cup").state.arrivals:
        answer = desk.web.get(f"/original/{number}")
        assert answer.headers["content-type"] == "application/octet-stream"
        assert answer.headers["content-disposition"] == "attachment"
        assert "sandbox" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert desk.web.get(f"/picture/{number}").status_code == 404
    for path in ("/original/../ledger.jsonl", "/original/%2e%2e%2fevent.yaml", "/original/9999"):
        assert desk.web.get(path).status_code == 404


def test_answers_are_private(served: DeskPage, desk: Organiser) -> None:
    """Nothing is cached, framed or loaded from elsewhere, and no page runs what is not ours."""
    answer = desk.web.get("/lists")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["cache-control"] == "no-store"


def test_the_log_names_nobody_and_no_key(served: DeskPage, desk: Organiser) -> None:
    """Neither keys nor sessions nor names nor what was typed stand in the log."""
    page = desk.see("/players")
    desk.send(page, "sign-up", names="Zacharias Quill, Mill, z@example.org")
    log = served.log.read_text("utf-8")
    secret = [served.key, *desk.web.cookies.values(), "Quill", "example.org"]
    assert not any(one in log for one in secret)
    assert all(json.loads(line)["event"] for line in log.splitlines())


def test_kills_and_second_writers(tmp_path: Path) -> None:
    """While a page is used, its processes are killed and commands write too: what was answered is in the ledger."""
    folder = cup(tmp_path / "cup")
    acknowledged = []
    with desk_page(folder) as page:
        browser = Organiser(page.url, page.link)
        for at in range(12):
            name = f"Walk-in {'ABCDEFGHIJKL'[at]}"
            before = browser.see("/players")
            killer = threading.Timer(0.02 * at, kill_children, [page.process])
            killer.start()
            answer = browser.send(before, "sign-up", names=name) if "sign-up" in before else None
            killer.join()
            if answer is not None and "1 player added" in answer.text:
                acknowledged.append(name)
            run(folder, "check-in", "p01", code=None)
    names = [one.name for one in find_desk(folder).players.values()]
    assert acknowledged
    assert set(acknowledged) <= set(names)
    assert len(names) == len(set(names))
    assert data(folder, "check")["ok"]


def kill_children(process: int) -> None:
    """Kill the worker processes of a page."""
    for pid in Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split():
        with suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
