"""Handing a list in on the page: the verdict, the receipt, what the desk holds, and what everybody sees."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest
import zxingcpp

from listbuilder.exchange.formats.qr import write_qr
from tests.support import fast_yaml
from tests.support.desk_serving import WEB, Cup, make_cup, serving, words
from tests.support.desk_setup import ILLEGAL, LEGAL, OTHER, data, lines, run, sign


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cup]:
    """An event whose pages are served."""
    folder, links = make_cup(tmp_path_factory.mktemp("pages") / "cup", lists={"due": "2099-05-01T20:00+02:00"})
    with serving(folder, "--allow-host", "lists.example.org") as (service, log):
        yield Cup(folder, service, links, log)


def versions(cup: Cup, id: str) -> list[int]:
    """The versions of a player's list that the ledger knows."""
    return [line["version"] for line in lines(cup.folder) if line["what"] == "judged" and line["player"] == id]


def test_a_list_goes_all_the_way(cup: Cup) -> None:
    """Checked, handed in, approved, verified: the receipt on page and sheet is the one that the desk knows."""
    assert "Nothing yet." in words(cup.get("p01"))
    checked = cup.send("p01", "check", LEGAL)
    assert checked.status_code == 200
    assert "Your list is legal." in words(checked)
    assert versions(cup, "p01") == []
    done = WEB.post(f"{cup.link('p02')}/hand-in", files={"after": (None, "0"), "text": (None, fast_yaml.dump(LEGAL))})
    assert (done.status_code, done.headers["location"]) == (303, f"{cup.links['p02']}/receipt")
    receipt = cup.get("p02", "/receipt")
    token = next(word for word in words(receipt).split() if word.startswith("LBR1"))
    assert zxing(cup.get("p02", "/sheet.pdf").content) == [token]
    assert data(cup.folder, "verify", token, code=1)["why"] == "It was handed in and never approved."
    run(cup.folder, "approve", "p02")
    assert data(cup.folder, "verify", token)["verdict"] == "COMPARE"
    assert "The desk approved it." in words(cup.get("p02"))


def zxing(pdf: bytes) -> list[str]:
    """The QR codes on the first page of a PDF."""
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=3).to_pil()
    return [one.text for one in zxingcpp.read_barcodes(page)]


def test_illegal_lists_are_told_what_to_mend(cup: Cup) -> None:
    """An illegal list has its findings with hints, is handed in only when that is meant, and comes back with words."""
    told = cup.send("p03", "hand-in", ILLEGAL)
    assert "60 points, but the limit is 50: 10 too many." in words(told)
    assert "→ Take something out" in words(told)
    assert "Hand in all the same" in words(told)
    assert versions(cup, "p03") == []
    cup.send("p04", "anyway", ILLEGAL)
    assert versions(cup, "p04") == [1]
    run(cup.folder, "return", "p04", "--why", "Too <many> heroes")
    page = cup.get("p04")
    assert "The desk gave it back. Why: Too <many> heroes" in words(page)
    assert "Too &lt;many&gt; heroes" in page.text
    assert "10 too many" in words(page)


def test_unreadable_text_is_kept_nowhere(cup: Cup) -> None:
    """What is no list, or has names that nobody knows, is said, and nothing arrives."""
    before = len(lines(cup.folder))
    told = cup.send("p05", "hand-in", {"game": LEGAL["game"], "models": [{"unit": "Expret"}]})
    assert "Did you mean Expert?" in words(told)
    assert cup.send("p06", "hand-in", "no list at all").status_code == 422
    assert cup.send("p07", "check", "").status_code == 422
    assert len(lines(cup.folder)) == before


def test_many_ways_to_bring_a_list(cup: Cup, tmp_path: Path) -> None:
    """Text, a share code, the builder's link, a file and a picture of a QR code are all one list."""
    code = "LB1" + _code(tmp_path).removeprefix("LB1")
    assert "Your list is legal." in words(cup.send("p08", "check", code))
    link = f"https://lists.example.org/build/#{code}"
    assert "Your list is legal." in words(cup.send("p09", "check", link))
    raw = fast_yaml.dump(LEGAL).encode()
    told = cup.send("p10", "check", "", files={"file": ("../../etc/x.yaml", raw)})
    assert "Your list is legal." in words(told)
    told = cup.send("p11", "check", "", files={"file": ("qr.png", write_qr(code, "png"))})
    assert "Your list is legal." in words(told)
    assert code in told.text
    both = cup.send("p12", "check", LEGAL, files={"file": ("x.yaml", raw)})
    assert "There is a text and a file." in words(both)


def _code(folder: Path) -> str:
    from click.testing import CliRunner

    from listbuilder.ui.cli.app import app

    (folder / "a.yaml").write_text(fast_yaml.dump(LEGAL), "utf-8")
    return CliRunner().invoke(app, ["export", str(folder / "a.yaml"), "--to", "code"]).stdout.strip()


def test_the_last_one_counts_and_may_be_an_older_one(cup: Cup) -> None:
    """A list may be replaced until the deadline, and the first one may come back; each is a version."""
    for after, tree in enumerate((LEGAL, OTHER, LEGAL)):
        while cup.send("p13", "hand-in", tree, after).status_code == 429:
            time.sleep(0.2)
    assert versions(cup, "p13") == [1, 2, 3]
    assert "Version 3" in words(cup.get("p13"))
    assert data(cup.folder, "check")["findings"] == []


def test_public_page_has_what_was_published(cup: Cup) -> None:
    """Everybody sees the event, and files that the desk wrote for the public; nobody sees the rest of `out/`."""
    page = WEB.get(f"{cup.service.url}/")
    assert "Harbour Cup" in words(page)
    assert "Player A." not in page.text
    run(cup.folder, "standings")
    run(cup.folder, "approve", "--all-legal")
    assert "/published/standings.html" in WEB.get(f"{cup.service.url}/").text
    assert WEB.get(f"{cup.service.url}/published/standings.html").status_code == 200
    assert (cup.folder / "out" / "messages" / "messages.csv").is_file()
    for name in ("messages", "messages.csv", "results.json", "..%2fplayers.yaml", "%2e%2e/players.yaml", "lists.html"):
        assert WEB.get(f"{cup.service.url}/published/{name}").status_code == 404, name


def test_messages_about_links_are_private(cup: Cup, tmp_path: Path) -> None:
    """A table for a mail merge that only its owner can read; the folder has no link in it."""
    table = tmp_path / "links.csv"
    run(cup.folder, "links", "p25", "--url", "https://lists.example.org", "-o", table)
    assert table.stat().st_mode & 0o77 == 0
    token = table.read_text("utf-8").partition("https://lists.example.org/l/")[2][:26]
    assert WEB.get(f"{cup.service.url}/l/{token}").status_code == 200
    assert WEB.get(f"{cup.service.url}/l/{token.lower()}").status_code == 200
    everything = b"".join(one.read_bytes() for one in cup.folder.rglob("*") if one.is_file())
    assert token.encode() not in everything
    assert cup.get("p25").status_code == 404


def test_signed_receipt_on_the_page(cup: Cup) -> None:
    """A desk with a key shows a receipt that anybody can check, and its public key."""
    cup.send("p20", "hand-in", LEGAL)
    sign(cup.folder)
    shown = words(cup.get("p20", "/receipt"))
    token = next(word for word in shown.split() if word.startswith("LBS1"))
    public = WEB.get(f"{cup.service.url}/published/desk.pub")
    assert public.headers["content-type"] == "text/plain; charset=utf-8"
    (cup.folder.parent / "their.pub").write_text(public.text, "utf-8")
    told = data(cup.folder.parent, "verify", token, "--key", cup.folder.parent / "their.pub")
    assert told["verdict"] == "SIGNED"
    for name in ("desk.key", "desk.secret"):
        assert WEB.get(f"{cup.service.url}/published/{name}").status_code == 404


def test_behind_a_proxy(cup: Cup) -> None:
    """A proxy that ends TLS passes the name on by which browsers know the page; forms from there are its own."""
    host, form = {"Host": "lists.example.org"}, {"after": (None, "0"), "text": (None, fast_yaml.dump(LEGAL))}
    assert cup.get("p21", headers=host).status_code == 200
    for origin, status in (("https://lists.example.org", 200), ("https://lists.example.org.evil.example", 403)):
        answer = WEB.post(f"{cup.link('p21')}/check", files=form, headers={**host, "Origin": origin})
        assert answer.status_code == status


@pytest.mark.slow
def test_backup_while_lists_come_in(cup: Cup, tmp_path: Path) -> None:
    """A copy taken while players hand in is a whole event, for its owner alone, and goes on by itself."""
    with ThreadPoolExecutor(4) as many:
        sent = [many.submit(cup.send, f"p{at}", "hand-in", {**LEGAL, "name": str(at)}) for at in (22, 23, 24)]
        for number in range(3):
            run(cup.folder, "backup", tmp_path / f"copy-{number}")
        assert [one.result().status_code for one in sent] == [303] * 3
    for number in range(3):
        copy = tmp_path / f"copy-{number}"
        assert copy.stat().st_mode & 0o777 == 0o700
        assert data(copy, "check", code=None)["findings"] == []
    assert data(tmp_path / "copy-0", "status", "p02", code=None)["players"]
    assert "exists already" in run(cup.folder, "backup", tmp_path / "copy-0", code=3).output
    assert "lies in the folder itself" in run(cup.folder, "backup", cup.folder / "out" / "copy", code=3).output
