"""Every threat to the pages where lists are handed in, over loopback: nobody gets in, nothing leaks, nothing breaks."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.support import fast_yaml
from tests.support.desk_serving import WEB, Cup, make_cup, serving, words
from tests.support.desk_setup import GAME, LEGAL, OTHER, data, lines, put, run

pytestmark = pytest.mark.slow

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
SECRET = "The Secret Band"


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    """An event whose pages are served; at the end its folder is whole and its log gives nothing away."""
    folder, links = make_cup(tmp_path_factory.mktemp("threats") / "cup", lists={"due": "2099-05-01T20:00+02:00"})
    with serving(folder) as (service, log):
        yield Cup(folder, service, links, log)
    assert data(folder, "check")["findings"] == []
    logged = log.read_text("utf-8")
    assert not [one for one in links.values() if one.removeprefix("/l/") in logged]
    assert SECRET not in logged
    assert "Expert" not in logged
    assert '"failure"' not in logged
    assert all(isinstance(json.loads(line), dict) for line in logged.splitlines())


def versions(cup: Cup, id: str) -> list[int]:
    """The versions of a player's list that the ledger knows."""
    return [line["version"] for line in lines(cup.folder) if line["what"] == "judged" and line["player"] == id]


def test_links_that_open_nothing_are_all_alike(cup: Cup) -> None:
    """A link that never was, one that was replaced, one taken back, and nonsense get the same answer."""
    old = cup.link("p01")
    run(cup.folder, "links", "p01")
    run(cup.folder, "links", "p02", "--revoke")
    token = cup.links["p03"]
    near = token[:-2] + ("4" if token[-2] != "4" else "8") + token[-1]
    others = ["/l/" + "0" * 26, "/l/x", "/l/%00", "/l/%F0%9F%98%80", "/l/..%5c..", near, f"/l/{'A' * 5000}"]
    answers = [WEB.get(old), cup.get("p02"), *(WEB.get(cup.service.url + one) for one in others)]
    assert {one.status_code for one in answers} == {404}
    assert len({one.text for one in answers}) == 1
    assert len({tuple(key for key in one.headers if key != "date") for one in answers}) == 1
    assert cup.get("p03").status_code == 200


def test_a_link_opens_one_player(cup: Cup) -> None:
    """Nobody sees or hands in for another, whatever a form says."""
    cup.send("p04", "hand-in", {**LEGAL, "name": SECRET})
    fields = {"after": (None, "0"), "player": (None, "p04"), "text": (None, fast_yaml.dump({**OTHER, "player": "p04"}))}
    assert WEB.post(f"{cup.link('p05')}/hand-in", files=fields).status_code == 303
    assert versions(cup, "p04") == [1]
    assert versions(cup, "p05") == [1]
    for page in ("", "/receipt"):
        assert SECRET in cup.get("p04", page).text
        assert SECRET not in cup.get("p05", page).text
    assert SECRET not in WEB.get(cup.service.url).text


def test_replay_does_nothing(cup: Cup) -> None:
    """A form sent twice is one list; one of an older page can't take the place of a newer list."""
    assert cup.send("p06", "hand-in", LEGAL).status_code == 303
    assert cup.send("p06", "hand-in", LEGAL).status_code == 303
    assert cup.send("p06", "hand-in", OTHER, after=1).status_code == 303
    assert cup.send("p06", "hand-in", LEGAL).status_code == 409
    assert versions(cup, "p06") == [1, 2]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Content-Type": "text/plain"}, 400),
        ({"Content-Type": "application/json"}, 400),
    ],
)
def test_other_sites_send_nothing(cup: Cup, headers: dict[str, str], status: int) -> None:
    """A page elsewhere can't hand in for a player, even one that knows the link."""
    body = b"after=0&text=" + fast_yaml.dump(LEGAL).encode().replace(b"\n", b"%0A")
    own = {"Content-Type": "application/x-www-form-urlencoded"}
    while (answer := WEB.post(f"{cup.link('p07')}/hand-in", content=body, headers=own | headers)).status_code == 429:
        time.sleep(0.2)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert versions(cup, "p07") == []


def test_answers_stay_with_their_reader(cup: Cup) -> None:
    """No cache, no cookie, no referrer elsewhere, no script, no frame, nothing from elsewhere, no search engine."""
    for path in ("", "/receipt", "/sheet.pdf", "/check"):
        answer = cup.get("p08", path)
        headers = answer.headers
        assert headers["cache-control"] == "no-store"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["x-robots-tag"] == "noindex, nofollow"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src" not in policy
        assert "unsafe" not in policy
        assert "set-cookie" not in headers
        assert "access-control-allow-origin" not in headers
        assert not re.search(r"(?:src|href|action)=\"(?:https?:)?//", answer.text)
    assert "Disallow: /" in WEB.get(f"{cup.service.url}/robots.txt").text
    refused = WEB.get(cup.service.url, headers={"Host": "evil.example"})
    assert refused.headers["cache-control"] == "no-store"


def test_hostile_words_are_only_words(cup: Cup) -> None:
    """Markup in names is shown, never obeyed, on every page that shows it; what hides is made visible."""
    tree = {"game": GAME, "name": HOSTILE, "models": [{"unit": "Novice", "name": HOSTILE}]}
    pages = [cup.send("p09", "check", tree), cup.send("p10", "hand-in", tree)]
    pages += [cup.get("p10"), cup.get("p10", "/receipt"), cup.send("p11", "check", HOSTILE)]
    pages.append(cup.send("p12", "check", {"game": GAME, "models": [{"unit": HOSTILE}]}))
    for page in pages:
        assert "<script" not in page.text
        assert "<img" not in page.text
    assert "&lt;script&gt;" in cup.get("p10").text
    assert "\u202e" not in cup.send("p13", "check", {"game": GAME, "models": [{"unit": "a\u202eb"}]}).text


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"%PDF-1.7", b"\x1f\x8b\x08", b"\xd0\xcf\x11\xe0"])
def test_archives_and_the_like_are_refused(cup: Cup, start: bytes) -> None:
    """Files that hold other files are not opened here."""
    while True:
        told = cup.send("p14", "hand-in", "", files={"file": ("list.yaml", start + b"\0" * 100)})
        if told.status_code != 429:
            break
        time.sleep(0.2)
    assert "A file of this kind can't be handed in here." in words(told)


@pytest.mark.parametrize(
    "text",
    [
        "models: " + "[" * 5_000,
        "a: &a [x]\nb: [*a, *a]",
        "game: constellation-warrior\nmodels:\n" + "  - {unit: Novice, count: 999999999}\n" * 50,
        "game: constellation-warrior\nmodels:\n" + "  - {unit: Novice}\n" * 9_000,
        "\x00\x01\x02",
        "!!python/object/apply:os.system ['true']",
        "LB1" + "A" * 100_000,
    ],
)
def test_hostile_lists_get_an_answer(cup: Cup, text: str) -> None:
    """Whatever comes in, an answer comes out, and the service goes on."""
    while (answer := cup.send("p15", "check", text)).status_code == 429:
        time.sleep(0.2)
    assert answer.status_code in (200, 413, 422)
    assert cup.get("p16").status_code == 200


@pytest.mark.parametrize(
    ("type_", "body"),
    [
        ("multipart/form-data; boundary=x", b""),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\n--x--\r\n"),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nabc'),
        ("multipart/form-data", b"--x--"),
        ("multipart/form-data; boundary=" + "x" * 200, b"--x--"),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n\xff\r\n--x--'),
        ("application/x-www-form-urlencoded", b"text=1&text=2"),
        ("application/x-www-form-urlencoded", b"text=%ff"),
        ("application/x-www-form-urlencoded", b"&".join(b"f%d=1" % at for at in range(99))),
    ],
)
def test_broken_forms_are_refused(cup: Cup, type_: str, body: bytes) -> None:
    """What is no form of ours is said to be none."""
    send = {"content": body, "headers": {"content-type": type_}}
    while (answer := WEB.post(f"{cup.link('p17')}/check", **send)).status_code == 429:  # type: ignore[arg-type]
        time.sleep(0.2)
    assert answer.status_code == 400
    assert "form" in words(answer)


def test_too_much_is_refused_in_words(cup: Cup) -> None:
    """A body over the limit is refused with a page."""
    answer = WEB.post(f"{cup.link('p18')}/check", content=b"x" * 9_000_000)
    assert (answer.status_code, answer.headers["content-type"]) == (413, "text/html; charset=utf-8")


@pytest.mark.parametrize(
    "path", ["/l/", "/l", "/l/a/b/c", "//l/x", "/published/", "/published/..", "/../ledger.jsonl", "/ledger.jsonl"]
)
def test_no_path_leads_into_the_folder(cup: Cup, path: str) -> None:
    """Addresses are looked up, never made into paths."""
    request = f"GET {path} HTTP/1.1\r\nHost: {cup.service.url[7:]}\r\nConnection: close\r\n\r\n"
    answer = cup.service.raw(request.encode())
    assert answer.startswith(b"HTTP/1.1 404 ")
    assert b"Traceback" not in answer


def test_one_try_a_second(cup: Cup) -> None:
    """A link that is used all the time has to wait, then is refused; others go on."""
    with ThreadPoolExecutor(8) as many:
        found = list(many.map(lambda _: cup.send("p19", "check", LEGAL), range(8)))
    codes = sorted(one.status_code for one in found)
    assert 1 <= codes.count(200) <= 4
    assert codes[-1] == 429
    assert "retry-after" in next(one for one in found if one.status_code == 429).headers
    assert cup.send("p20", "check", LEGAL).status_code == 200


def test_everybody_at_once_loses_nothing(cup: Cup) -> None:
    """Players who hand in at once, beside the desk that takes lists in, each have theirs; the folder is whole."""
    ids = [f"p{at}" for at in range(21, 25)]
    put(cup.folder, "p26.yaml", OTHER)
    command = [sys.executable, "-P", "-m", "listbuilder", "event", "intake", "--folder", str(cup.folder)]
    with ThreadPoolExecutor(8) as many, subprocess.Popen(command, stdout=subprocess.DEVNULL) as desk:
        found = list(many.map(lambda one: cup.send(one, "hand-in", {**LEGAL, "name": one}), ids))
    assert desk.returncode == 0
    assert [one.status_code for one in found] == [303] * len(ids)
    assert [versions(cup, id) for id in [*ids, "p26"]] == [[1]] * (len(ids) + 1)
    assert data(cup.folder, "check")["findings"] == []


def test_who_goes_away_has_handed_in(cup: Cup) -> None:
    """A phone that loses its network after the form was sent does not lose the list."""
    boundary = "--x\r\nContent-Disposition: form-data; name="
    body = f'{boundary}"after"\r\n\r\n0\r\n{boundary}"text"\r\n\r\n{fast_yaml.dump(LEGAL)}\r\n--x--\r\n'.encode()
    head = (
        f"POST {cup.links['p25']}/hand-in HTTP/1.1\r\nHost: {cup.service.url[7:]}\r\nContent-Length: {len(body)}\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\n\r\n"
    )
    before = time.monotonic()
    with socket.create_connection(cup.service.address, timeout=60) as connection:
        connection.sendall(head.encode() + body)
        while versions(cup, "p25") == [] and time.monotonic() < before + 0.15:
            time.sleep(0.01)
    while versions(cup, "p25") == [] and time.monotonic() < before + 60:
        time.sleep(0.05)
    assert versions(cup, "p25") == [1]


def test_pages_do_not_wait_for_what_is_printed(tmp_path: Path) -> None:
    """Thirty clients ask for one PDF that takes for ever, and all other pages are there at once."""
    folder, links = make_cup(tmp_path / "cup", lists={"due": "2099-05-01T20:00+02:00"})
    endless = "import time, listbuilder.ui.web.desk_worker as work\nwork.sheet = lambda *_: time.sleep(600)"
    with ExitStack() as stack:
        service, log = stack.enter_context(serving(folder, before=endless))
        cup, (id, link) = Cup(folder, service, links, log), next(iter(links.items()))
        assert cup.send(id, "hand-in", LEGAL).status_code == 303
        for _ in range(30):
            one = stack.enter_context(socket.create_connection(service.address, timeout=60))
            one.sendall(f"GET {link}/sheet.pdf HTTP/1.1\r\nHost: {service.url[7:]}\r\n\r\n".encode())
        # A print is given up after fifteen seconds, so whoever waits for one waits longer than this.
        assert WEB.get(service.url, timeout=60).status_code == 200
        assert cup.get(id, timeout=60).status_code == 200
        assert cup.send(id, "check", LEGAL, after=1, timeout=60).status_code == 200
