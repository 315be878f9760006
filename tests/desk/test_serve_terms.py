"""When the page takes lists and when not: deadline, lock, the desk's clock; and what a broken or killed desk does."""

from __future__ import annotations

import hmac
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from listbuilder.desk.folder import find_desk
from listbuilder.desk.links import holder_of
from listbuilder.ui.web.desk_app import without_link
from listbuilder.ui.web.desk_worker import DeskWorker
from listbuilder.ui.web.worker import Answer, Request
from tests.desk.test_faults import Killed, failing, killed
from tests.support import fast_yaml
from tests.support.desk_serving import make_cup
from tests.support.desk_setup import ILLEGAL, LEGAL, OTHER, data, lines, run

pytestmark = pytest.mark.slow

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
DUE = "2099-05-01T20:00+00:00"


class Visitor:
    """A visitor of one player's pages, and the desk behind them, in this process."""

    def __init__(self, folder: Path, links: dict[str, str]) -> None:
        self.folder, self.links = folder, links
        self.worker = DeskWorker({"cup": find_desk(folder)})

    def ask(self, action: str, id: str = "p01", now: datetime | None = None, **fields: str) -> Answer:
        """The answer to a request."""
        body = urlencode(fields).encode()
        moment = (now or datetime.now(UTC)).isoformat()
        types = ("application/x-www-form-urlencoded",)
        return self.worker.answer(Request(action, self.links[id][3:], (("now", moment), ("event", "cup")), types, body))

    def send(self, tree: dict[str, Any], action: str = "hand-in", after: int = 0, **more: Any) -> Answer:
        """Hand a list in."""
        return self.ask(action, after=str(after), text=fast_yaml.dump(tree), **more)


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """An event with links."""
    return make_cup(tmp_path_factory.mktemp("terms") / "cup", lists={"due": DUE, "grace": "1h"})


@pytest.fixture
def visitor(start: tuple[Path, dict[str, str]], tmp_path: Path) -> Iterator[Visitor]:
    """A visitor of a copy of the event, which is whole at the end."""
    folder = shutil.copytree(start[0], tmp_path / "cup")
    yield Visitor(folder, start[1])
    assert data(folder, "check", code=None)["ok"]


def text(answer: Answer) -> str:
    """An answer as text."""
    return answer.body.decode()


def test_the_desks_clock_decides(visitor: Visitor) -> None:
    """In time until the grace is over, and not a second longer, whatever time a form or a list tells."""
    due = datetime.fromisoformat(DUE)
    late = visitor.send({**LEGAL, "x-at": "2000-01-01"}, now=due + timedelta(hours=1, seconds=1), at="2000-01-01T00:00")
    assert late.status == 403
    assert "That is over." in text(late)
    assert "<form" not in text(visitor.ask("personal", now=due + timedelta(hours=2)))
    assert visitor.send(LEGAL, now=due + timedelta(minutes=59)).status == 303
    assert not [line for line in lines(visitor.folder) if "came" in line]


def test_who_may_be_late_is_not(visitor: Visitor) -> None:
    """The desk lets one player be late, and says why; only that one."""
    after = datetime.fromisoformat(DUE) + timedelta(days=1)
    run(visitor.folder, "intake", "--player", "p02", "--late", "train was late")
    assert visitor.send(LEGAL, id="p02", now=after).status == 303
    assert visitor.send(LEGAL, id="p01", now=after).status == 403


def test_a_clock_that_was_set_back_is_noticed(visitor: Visitor) -> None:
    """Time does not run backwards: a clock behind the ledger takes nothing in."""
    answer = visitor.send(LEGAL, now=datetime(2020, 1, 1, tzinfo=UTC))
    assert answer.status == 403
    assert "The clock of the desk is wrong" in text(answer)


def test_lock_and_end_close_the_page(visitor: Visitor) -> None:
    """After the lock the page shows what is played, and takes nothing but from whom the desk lets."""
    visitor.send(LEGAL)
    run(visitor.folder, "approve", "p01")
    run(visitor.folder, "lock", code=1)
    assert visitor.send(OTHER, after=1).status == 403
    assert "It is locked: this is the list that you play." in text(visitor.ask("personal"))
    run(visitor.folder, "intake", "--player", "p02", "--late", "walk-in")
    assert visitor.send(OTHER, id="p02").status == 303
    run(visitor.folder, "close", code=None)
    assert "The event is over." in text(visitor.send(OTHER, id="p02", after=1))
    assert visitor.ask("receipt").status == 200


def test_who_left_or_was_forgotten(visitor: Visitor) -> None:
    """Who left can look, and hands nothing in; who was forgotten has no page."""
    visitor.send(LEGAL)
    run(visitor.folder, "drop", "p01")
    assert visitor.send(OTHER, after=1).status == 403
    assert visitor.ask("personal").status == 200
    run(visitor.folder, "forget", "p01")
    assert visitor.ask("personal").status == 404


def test_twenty_lists_an_hour(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who hands in all the time has to wait; the ledger knows, so that a restart forgets nothing."""
    monkeypatch.setattr("listbuilder.desk.player_pages.personal.MOST_AN_HOUR", 2)
    now = datetime.now(UTC)
    assert [visitor.send(tree, after=at, now=now).status for at, tree in enumerate((LEGAL, OTHER, LEGAL))] == [
        303,
        303,
        429,
    ]
    again = Visitor(visitor.folder, visitor.links)
    assert again.send(LEGAL, after=2, now=now).status == 429
    assert again.send(LEGAL, after=2, now=now + timedelta(minutes=61)).status == 303


def test_ways_to_mend(visitor: Visitor) -> None:
    """A button does what it says; one of an older page, whose words fit nothing any more, does nothing."""
    told = text(visitor.send(ILLEGAL, "check"))
    way = told.partition('name="fix" value="')[2].partition('"')[0]
    assert way == "replace Hero of model 1 (Hero) by Expert"
    mended = text(visitor.send(ILLEGAL, "mend", fix=way))
    assert "Your list is legal." in mended
    assert "unit: Expert" in mended
    assert "60 points" in text(visitor.send(ILLEGAL, "mend", fix="do something else"))
    assert "Your list is legal." in text(visitor.send(LEGAL, "mend", fix=way))


def test_every_link_is_compared_in_full(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """However near a link is to a real one, as many comparisons are made, each by the one that takes equal time."""
    desk = find_desk(visitor.folder)
    counted: list[int] = []
    real = hmac.compare_digest

    def compare(one: str, two: str) -> bool:
        counted.append(1)
        return real(one, two)

    monkeypatch.setattr(hmac, "compare_digest", compare)
    for token in (visitor.links["p01"][3:], visitor.links["p26"][3:], "0" * 26, "x", ""):
        counted.clear()
        holder_of(desk, token)
        assert len(counted) == 26


def test_a_player_without_link_has_no_page(visitor: Visitor) -> None:
    """No token opens the page of somebody who has no link."""
    run(visitor.folder, "links", "p01", "--revoke")
    desk = find_desk(visitor.folder)
    assert desk.entrant("p01").link == ""
    assert holder_of(desk, "") is None
    assert visitor.ask("personal").status == 404


@pytest.mark.parametrize(
    ("name", "content"),
    [("event.yaml", "name: [\n"), ("players.yaml", "players: 3\n"), ("ledger.jsonl", "{}\n"), ("desk.secret", None)],
)
def test_a_broken_folder_gives_nothing_away(visitor: Visitor, name: str, content: str | None) -> None:
    """While the folder can't be read, visitors are told to tell the organiser, and no more."""
    path = visitor.folder / name
    before = path.read_bytes()
    path.unlink() if content is None else path.write_text(content, "utf-8")
    for answer in (visitor.ask("personal"), visitor.send(LEGAL)):
        assert answer.status == 503
        assert "Tell the organiser." in text(answer)
        assert str(visitor.folder) not in text(answer)
    path.write_bytes(before)
    assert visitor.ask("personal").status == 200


@pytest.mark.parametrize("at", range(1, 14, 2))
def test_hand_in_killed_at_any_call(at: int, visitor: Visitor) -> None:
    """Wherever the clerk ends, the folder is whole, and the player hands in again: one list, one receipt."""
    with pytest.MonkeyPatch.context() as patch:
        for name, call in failing(at, killed).items():
            patch.setattr(os, name, call)
        with suppress(Killed):
            visitor.send(LEGAL)
    assert data(visitor.folder, "check")["ok"]
    again = Visitor(visitor.folder, visitor.links)
    assert again.send(LEGAL).status == 303
    assert len([line for line in lines(visitor.folder) if line["what"] == "judged"]) == 1
    assert again.ask("receipt").status == 200


def test_links_are_not_logged() -> None:
    """A path stands in the log without its link."""
    assert without_link("/l/ABC/hand-in") == "/l/…/hand-in"
    assert without_link("/l/ABC") == "/l/…"
    assert without_link("/published/lists.html") == "/published/lists.html"
    assert without_link("/published/round-3.html") == "/published/round-3.html"
    assert [without_link(path) for path in ("/", "/style.css", "/robots.txt")] == ["/", "/style.css", "/robots.txt"]


@pytest.mark.parametrize(
    "path",
    [
        "//l/{0}",
        "/L/{0}",
        "/L/{0}/hand-in",
        "/l//{0}",
        "/l/x/{0}",
        "/l/{0}/{0}",
        "/./l/{0}",
        "/{0}",
        "/l{0}",
        "/published/{0}",
        "/published/{0}.html",
        "/published/l/{0}",
        "/style.css/{0}",
        "/l/{0}\n",
        "/l/x\n{0}",
        "http://cup.example/l/{0}",
        "{0}",
    ],
)
def test_mistyped_links_stay_out_of_the_log(path: str) -> None:
    """A link that was pasted wrongly still opens once it is corrected, so no form of it is logged."""
    token = "0123456789ABCDEFGHJKMNPQRS"
    for one in (token, token.lower()):
        assert one not in without_link(path.format(one))
