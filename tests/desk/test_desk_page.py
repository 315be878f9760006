"""The organiser's page without a browser: its forms record the same lines as the commands, and stale ones nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from email.message import EmailMessage
from functools import partial
from html import unescape
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]
import pytest
import zxingcpp

from listbuilder.desk.folder import Desk, find_desk
from listbuilder.desk.organiser_pages import act, create, show
from listbuilder.desk.organiser_pages.actions import ACTIONS, Action, Outcome
from listbuilder.desk.organiser_pages.frame import PageRequest
from listbuilder.desk.player_pages.forms import FormError, SubmittedForm, read_form
from listbuilder.desk.player_pages.markup import PDF, HtmlResponse
from listbuilder.desk.rounds.player_results import report_result
from listbuilder.loading import load_game
from tests.support import fast_yaml
from tests.support.desk_page import FIELD, FORM
from tests.support.desk_setup import GAME, ILLEGAL, LEGAL, OTHER, cup, data, lines, put, run

NOW = datetime(2099, 1, 1, 12, 0, tzinfo=UTC)
SCREENS = ("/", "/players", "/lists", "/rounds", "/standings", "/print", "/log", "/event", "/screen")


def screen(desk: Desk, path: str, **query: str) -> str:
    """A screen as HTML."""
    desk.refresh()
    return show(PageRequest(desk=desk, now=NOW, path=path, query=query)).body.decode()


def words(page: str) -> str:
    """The text of a page."""
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


def fill(page: str, action: str, **fields: str) -> SubmittedForm:
    """The form of an action on a page with these fields; of several, the one whose hidden fields agree."""
    forms = [dict(FIELD.findall(inside)) for name, inside in FORM.findall(page) if name == action]
    hidden = next(one for one in forms if all(one[key] == value for key, value in fields.items() if key in one))
    return SubmittedForm(fields={**hidden, **fields}, files={})


def do(desk: Desk, path: str, action: str, query: Mapping[str, str] | None = None, **fields: str) -> HtmlResponse:
    """Open a screen, fill in a form, and send it."""
    form = fill(screen(desk, path, **(query or {})), action, **fields)
    return act(PageRequest(desk=desk, now=NOW), action, form)


@pytest.fixture()
def four(tmp_path: Path) -> Desk:
    """An event of four players: three with legal lists, one with an illegal one."""
    folder = cup(tmp_path / "cup", penalties=[{"id": "late", "name": "Late list", "points": -2}])
    for at in range(1, 5):
        put(folder, f"p0{at}.yaml", ILLEGAL if at == 4 else LEGAL if at % 2 else OTHER)
    run(folder, "intake", code=1)
    return find_desk(folder)


def locked(desk: Desk) -> Desk:
    """The event once lists are locked."""
    run(desk.root, "approve", "--all-legal")
    run(desk.root, "lock", code=None)
    desk.refresh()
    return desk


def test_lists_are_decided_on(four: Desk) -> None:
    """Approve, return with a message to copy, approve all, lock: one line each, as the commands write them."""
    assert do(four, "/lists", "approve", list="p01").status == 303
    back = do(four, "/list/p04", "return", list="p04", why="Two heroes.")
    assert back.place.startswith("/list/p04?first=")
    page = words(screen(four, "/list/p04"))
    assert "Message to jon.brook@example.org" in page
    assert "Two heroes." in page
    do(four, "/lists", "approve-all")
    found = do(four, "/lists", "lock")
    assert "Locked the lists" in words(screen(four, "/", **dict(re.findall(r"(\w+)=(\d+)", found.place))))
    assert [one["what"] for one in lines(four.root)][-5:] == ["approved", "returned", "approved", "approved", "locked"]
    assert data(four.root, "check")["ok"]


def test_a_stale_form_records_nothing(four: Desk) -> None:
    """A list was replaced, a result entered, a round drawn meanwhile: the page says so and shows what is now."""
    old = fill(screen(four, "/lists"), "approve", list="p01")
    put(four.root, "p01-v2.yaml", OTHER)
    run(four.root, "intake", "--player", "p01", four.root / "inbox" / "p01-v2.yaml")
    before = len(lines(four.root))
    answer = act(PageRequest(desk=four, now=NOW), "approve", old)
    assert answer.status == 409
    assert "nothing was recorded" in words(answer.body.decode())
    assert len(lines(four.root)) == before
    locked(four)
    draw = fill(screen(four, "/rounds"), "pair")
    assert act(PageRequest(desk=four, now=NOW), "pair", draw).status == 303
    four.refresh()
    assert act(PageRequest(desk=four, now=NOW), "pair", draw).status == 409
    result = fill(screen(four, "/rounds"), "score", table="1", word="one")
    run(four.root, "score", 1, "draw", "draw")
    four.refresh()
    assert act(PageRequest(desk=four, now=NOW), "score", result).status == 409
    assert four.state.rounds[0].games[0].words == ("draw", "draw")


def test_what_changes_elsewhere_does_not_make_a_form_stale(four: Desk) -> None:
    """Two organisers enter results of two tables from pages that were opened at the same time."""
    put(four.root, "p04-v2.yaml", LEGAL)
    run(four.root, "intake", "--player", "p04", four.root / "inbox" / "p04-v2.yaml")
    run(four.root, "approve", "p04")
    locked(four)
    do(four, "/rounds", "pair")
    page = screen(four, "/rounds")
    for table in ("1", "2"):
        assert act(PageRequest(desk=four, now=NOW), "score", fill(page, "score", table=table, word="one")).status == 303
        four.refresh()
    assert four.state.rounds[0].done


def test_a_precondition_is_checked_under_the_lock(four: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that writes between the check and the line makes a form stale, too."""
    sent = fill(screen(four, "/lists"), "approve", list="p01")
    whole = ACTIONS["approve"].act

    def late(desk: Desk, form: SubmittedForm, now: datetime) -> Outcome:
        run(desk.root, "approve", "p01")
        return whole(desk, form, now)

    monkeypatch.setitem(ACTIONS, "approve", Action(subject=ACTIONS["approve"].subject, act=late))
    assert act(PageRequest(desk=four, now=NOW), "approve", sent).status == 409
    assert sum(one["what"] == "approved" for one in lines(four.root)) == 1


def test_what_was_typed_is_kept(four: Desk) -> None:
    """A refused form comes back with its words, and with the reason."""
    answer = do(four, "/list/p01", "return", list="p01", why=" ")
    assert answer.status == 422
    assert "is legal" in words(answer.body.decode())
    text = do(four, "/lists", "intake", player="p09", text="game: nothing\n<b>")
    assert text.status == 422
    assert "&lt;b&gt;</textarea>" in text.body.decode()


def test_lists_are_taken_in_and_given_an_owner(four: Desk) -> None:
    """A pasted list nobody is named in is asked about, and then belongs to the player who was chosen."""
    answer = do(four, "/lists", "intake", text=fast_yaml.dump({**OTHER, "name": "Strays"}))
    assert "whose is it?" in words(answer.body.decode())
    number = next(str(one.number) for one in four.state.arrivals.values() if not one.player)
    do(four, "/lists", "assign", arrival=number, player="p03")
    assert four.state.entrants["p03"].versions[-1].number == 2


def test_an_owner_is_proposed_and_never_chosen(four: Desk) -> None:
    """Nobody stands in the choice by himself; who is named in the text does, until the organiser decides."""
    do(four, "/lists", "intake", text=fast_yaml.dump({**OTHER, "name": "Strays"}))
    assert " selected" not in screen(four, "/lists").partition('id="owner-')[2].partition("</select>")[0]
    do(four, "/lists", "intake", text=f"{fast_yaml.dump({**LEGAL, 'name': 'More'})}# Greetings, Ines Paar\n")
    assert '<option value="p03" selected>' in screen(four, "/lists").partition('id="owner-6')[2]


def test_several_files_are_taken_in_by_age(four: Desk) -> None:
    """The newest becomes the last version, whatever the order in which the browser sends them."""
    files = [(f"p03-v{number}.yaml", fast_yaml.dump({**LEGAL, "name": f"V{number}"})) for number in (10, 9)]
    marks = [f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n{raw}' for name, raw in files]
    body = "".join(f"--B\r\n{one}\r\n" for one in marks) + "--B--\r\n"
    types = ["multipart/form-data; boundary=B"]
    with pytest.raises(FormError, match="twice"):
        read_form(types, body.encode())
    sent = read_form(types, body.encode(), 2)
    hidden = fill(screen(four, "/lists"), "intake").fields
    answer = act(PageRequest(desk=four, now=NOW), "intake", replace(sent, fields=hidden))
    text = words(answer.body.decode())
    assert "2 arrivals." in text and text.index("p03-v9.yaml") < text.index("p03-v10.yaml")


def test_a_list_that_can_not_be_read_says_why(four: Desk) -> None:
    """Beside what arrived, with the message to copy; the lists lead there."""
    do(four, "/players", "sign-up", names="Ada Lind", consent="no")
    do(four, "/lists", "intake", player="p05", text="Two dragons and a cake")
    assert 'href="/list/p05"' in screen(four, "/lists")
    shown = words(screen(four, "/list/p05"))
    assert "Why it can't be read" in shown and "Two dragons and a cake" in shown and "Message to" in shown


def test_a_mail_is_shown_as_its_reader_sees_it(four: Desk) -> None:
    """Decoded, with its sender; what it holds twice stands there once."""
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Zoë Müller <zoe@example.org>", "Liste für Samstag"
    mail.set_content("Grüße von der Weser", cte="base64")
    mail.add_alternative("<p>Grüße von der Weser</p>", subtype="html", cte="base64")
    mail.add_attachment(fast_yaml.dump(LEGAL), filename="mine.yaml", cte="base64")
    put_in = SubmittedForm(
        fields=fill(screen(four, "/lists"), "intake").fields, files={}, uploads=(("a.eml", bytes(mail)),)
    )
    act(PageRequest(desk=four, now=NOW), "intake", put_in)
    shown = words(screen(four, "/lists"))
    assert "From: Zoë Müller <zoe@example.org>" in shown and "Subject: Liste für Samstag" in shown
    assert shown.count("Grüße von der Weser") == 1 and "unit: Expert" in shown


def test_a_flood_of_mails_does_not_stop_the_page(four: Desk) -> None:
    """Of many arrivals of nobody, the first are shown in full, the others as files."""
    for at in range(12):
        (four.root / "inbox" / f"junk{at}.txt").write_text(f"Buy {at} watches now\n", "utf-8")
    run(four.root, "intake", code=None)
    page = screen(four, "/lists")
    assert page.count("Not a list that can be read (arrival") == page.count("watches now") == 10
    assert "2 more arrivals" in words(page) and "/original/16" in page


def test_originals_are_files_of_the_desk(four: Desk, tmp_path: Path) -> None:
    """A link or a pipe that lies in the place of an original is neither followed nor waited for."""
    (tmp_path / "secret").write_text("the key of the safe", "utf-8")
    file = four.arrived / four.state.arrivals[1].file
    for put_there in (partial(file.symlink_to, tmp_path / "secret"), partial(os.mkfifo, file)):
        file.unlink()
        put_there()
        assert "can't be read" in words(screen(four, "/list/p01"))
        assert show(PageRequest(desk=four, now=NOW, path="/original/1")).status == 404


def test_a_list_that_came_too_late_is_not_pasted_twice(four: Desk) -> None:
    """It waits with a field for the reason, and is not called unreadable."""
    run(four.root, "drop", "p04")
    locked(four)
    do(four, "/players", "sign-up", names="Wanda Late", consent="yes")
    do(four, "/lists", "intake", player="p05", text=fast_yaml.dump(LEGAL))
    shown = words(screen(four, "/lists"))
    assert "Not taken in, because lists are locked" in shown and "can't be read" not in shown
    do(four, "/lists", "assign", player="p05", late="walked in")
    assert four.state.entrants["p05"].last is not None
    assert "Not taken in" not in words(screen(four, "/lists"))


def test_what_one_player_reported_is_filled_in(tmp_path: Path) -> None:
    """The organiser only saves it; different reports are filled in from neither."""
    folder = cup(tmp_path / "cup", counts=[{"id": "vp", "name": "Victory Points"}], lists={"each": 0})
    desk = find_desk(folder)
    do(desk, "/rounds", "pair")
    game = desk.state.rounds[0].games[0]
    report_result(desk, game.one, "14", "9", NOW)
    page = screen(desk, "/rounds")
    assert 'id="t1-1-a0" value="14"' in page and 'id="t1-1-b0" value="9"' in page
    report_result(desk, game.two, "9", "9", NOW)
    assert 'id="t1-1-a0" value=""' in screen(desk, "/rounds")


def test_links_lead_to_where_pages_are_served(four: Desk) -> None:
    """The page proposes the address of this computer in its network, and says the command that serves it."""
    asked = PageRequest(desk=four, now=NOW, path="/players", pages="http://192.168.7.3:8080")
    page = show(asked).body.decode()
    assert 'value="http://192.168.7.3:8080"' in page
    assert f"listbuilder event serve {four.root} --host 0.0.0.0 --allow-host 192.168.7.3:8080" in words(page)
    assert "0.0.0.0" not in screen(four, "/players")


def test_players_sign_up_check_in_and_leave(four: Desk) -> None:
    """One player a line, with what they agreed to; check-in and drop are lines of the ledger."""
    do(four, "/players", "sign-up", names="Ana Lind, Mill, ana@example.org\nBo Rask\n", consent="yes")
    found = next(one for one in four.players.values() if one.name == "Ana Lind")
    assert (found.club, found.contact, found.consent) == ("Mill", "ana@example.org", ("name", "list"))
    do(four, "/players", "check-in", player="p02")
    assert "1 checked in today" in words(screen(four, "/players"))
    do(four, "/player/p03", "drop", player="p03", returns="no")
    assert [one["what"] for one in lines(four.root)][-2:] == ["checked-in", "dropped"]


def test_a_link_is_shown_once(four: Desk) -> None:
    """The link is on the answer and nowhere else, and an address that is none is refused."""
    answer = do(four, "/player/p01", "link", player="p01", url="http://192.168.1.20:8080")
    link = re.search(r"http://192\.168\.1\.20:8080/l/[A-Z0-9-]+", answer.body.decode())
    assert link is not None
    assert link[0] not in screen(four, "/player/p01")
    assert do(four, "/player/p01", "link", player="p01", url="javascript:alert(1)").status == 422
    assert do(four, "/players", "links", url="http://cup.example").type == PDF


def test_a_round_is_run(four: Desk) -> None:
    """Draw, clock, a pairing by hand, results, a penalty after its preview, standings, undo."""
    put(four.root, "p04-v2.yaml", LEGAL)
    run(four.root, "intake", "--player", "p04", four.root / "inbox" / "p04-v2.yaml")
    run(four.root, "approve", "p04")
    locked(four)
    do(four, "/rounds", "pair")
    one = four.state.rounds[0].games[0]
    other = four.state.rounds[0].games[1]
    assert do(four, "/rounds", "meet", one=one.one, two=other.two, why="").status == 422
    do(four, "/rounds", "meet", one=one.one, two=other.two, why="one car")
    assert {four.state.rounds[0].games[0].one, four.state.rounds[0].games[0].two} == {one.one, other.two}
    do(four, "/rounds", "clock", step="set", minutes="90")
    do(four, "/rounds", "clock", step="start")
    assert 'data-left="5400"' in screen(four, "/screen")
    do(four, "/rounds", "score", table="1", word="one")
    do(four, "/rounds", "score", table="2", word="draw")
    page = screen(four, "/player/p01", penalty="late")
    assert "What changes" in words(page)
    act(PageRequest(desk=four, now=NOW), "penalty", fill(page, "penalty", player="p01"))
    assert four.state.entrants["p01"].faults[0].id == "late"
    assert "Jon Brook" in words(screen(four, "/standings"))
    do(four, "/log", "undo", line=str(len(four.chain.lines)))
    assert not four.state.entrants["p01"].faults
    do(four, "/rounds", "pair")
    page = screen(four, "/player/p01", penalty="late", at="1")
    assert "Give: Late list, round 1" in words(page)
    act(PageRequest(desk=four, now=NOW), "penalty", fill(page, "penalty", player="p01"))
    assert four.state.entrants["p01"].faults[0].round == 1


def test_a_walk_in_is_seated(four: Desk) -> None:
    """Sign up after the draw, hand in late, approve, lock, and take the seat of somebody who did not come."""
    run(four.root, "drop", "p04")
    locked(four)
    do(four, "/rounds", "pair")
    do(four, "/players", "sign-up", names="Wanda Late")
    do(four, "/lists", "intake", player="p05", late="walked in", text=fast_yaml.dump(LEGAL))
    do(four, "/lists", "approve", list="p05")
    do(four, "/lists", "lock")
    game = four.state.rounds[0].games[0]
    assert "Wanda Late (p05)" in words(screen(four, "/rounds"))
    assert do(four, "/rounds", "swap", one=game.one, two="p05", why="did not come").status == 303
    four.refresh()
    assert four.state.rounds[0].games[0].one == "p05"
    assert data(four.root, "check")["ok"]


def test_players_reports_are_shown(four: Desk) -> None:
    """Different reports of one game stand on the page and among the next steps."""
    locked(four)
    do(four, "/rounds", "pair")
    game = four.state.rounds[0].games[0]
    for id in (game.one, game.two):
        report_result(four, id, "win", "loss", NOW)
    assert "They reported different results." in words(screen(four, "/rounds"))
    assert "Decide 1 result" in words(screen(four, "/"))


def test_matches_without_boards_say_what_to_do(tmp_path: Path) -> None:
    """Captains choose who meets whom; until then no table has a result, and the page says what is missing."""
    folder = cup(tmp_path / "cup", teams={"size": 2, "boards": {"by": "choice"}}, lists={"each": 0})
    tree = fast_yaml.load((folder / "players.yaml").read_text("utf-8"))
    for at, player in enumerate(tree["players"]):
        player["team"] = "AB"[at // 2]
    (folder / "players.yaml").write_text(fast_yaml.dump(tree), "utf-8")
    desk = find_desk(folder)
    do(desk, "/rounds", "pair")
    for path in ("/", "/rounds"):
        assert "event pair --boards 1" in words(screen(desk, path))
    assert "Every table has its result" not in words(screen(desk, "/rounds"))


def test_prints_and_publications(four: Desk) -> None:
    """Every print is a PDF; publishing names the files."""
    locked(four)
    do(four, "/rounds", "pair")
    page = screen(four, "/print")
    for what in ("booklet", "pairings", "results", "slips", "standings"):
        assert act(PageRequest(desk=four, now=NOW), "print", fill(page, "print", what=what)).body.startswith(b"%PDF")
    assert "standings.html" in words(do(four, "/print", "publish").body.decode())


def test_an_event_that_ended_has_no_forms(four: Desk) -> None:
    """Only what still works is offered: prints, pages, and the log with the way back."""
    locked(four)
    do(four, "/rounds", "pair")
    do(four, "/print", "close")
    for path in ("/", "/players", "/player/p01", "/lists", "/list/p01", "/rounds", "/standings"):
        assert "/do/" not in screen(four, path), path
    assert "undo its end in the log" in words(screen(four, "/"))
    do(four, "/log", "undo", line=str(len(four.chain.lines)))
    assert "/do/score" in screen(four, "/rounds")


def test_tables_have_codes(four: Desk) -> None:
    """The codes that are printed lead to the pages of the tables."""
    answer = do(four, "/print", "tables", url="http://cup.example")
    document = pypdfium2.PdfDocument(answer.body)
    found = zxingcpp.read_barcodes(document[0].render(scale=3).to_pil())
    assert sorted(one.text for one in found) == ["http://cup.example/t/1", "http://cup.example/t/2"]


def test_the_pack_is_changed_or_stays(four: Desk) -> None:
    """A pack that can't be loaded is refused with its lines, and the old one stays."""
    old = four.pack_file.read_text("utf-8")
    refused = do(four, "/event", "pack", pack=old + "\nnonsense: 1\n")
    assert refused.status == 422
    assert f"Not done. Line {old.count(chr(10)) + 2}: Unknown key `nonsense`" in words(refused.body.decode())
    assert four.pack_file.read_text("utf-8") == old
    assert do(four, "/event", "pack", pack=old.replace("count: 3", "count: 4")).status == 303
    assert four.event.rounds is not None
    assert four.event.rounds.count == 4
    assert data(four.root, "check")["ok"]


def test_hostile_names_and_mails_stay_text(tmp_path: Path) -> None:
    """Markup in names of players, clubs and lists, in reasons and in originals is shown as text on every screen."""
    evil = '<script>alert("x")</script><img src=x onerror=alert(1)>"\'>'
    folder = cup(tmp_path / "cup", ((evil.replace(",", ""), "Mill"), ("Tom Okafor", "")), name=f"Cup {evil}")
    put(folder, "p01.yaml", {**LEGAL, "name": evil})
    put(folder, "p02.yaml", {**ILLEGAL, "name": evil})
    run(folder, "intake", code=1)
    run(folder, "return", "p02", "--why", evil)
    desk = find_desk(folder)
    pages = [screen(desk, path) for path in (*SCREENS, "/list/p01", "/list/p02", "/player/p01", "/player/p02")]
    assert all(page.count("<script") == 1 and 'src="/organiser.js"' in page for page in pages)
    assert not any("<img" in page or 'onerror=alert(1)>"' in page for page in pages)
    assert sum("&lt;script&gt;" in page for page in pages) == len(pages)


@pytest.mark.parametrize(
    "path", ["/nothing", "/list/", "/list/p99", "/player/../x", "/original/1/2", "/original/..", "/picture/99"]
)
def test_other_paths_lead_nowhere(four: Desk, path: str) -> None:
    """What is no screen is not found."""
    assert show(PageRequest(desk=four, now=NOW, path=path)).status == 404


def test_a_form_comes_back_to_a_screen_only(four: Desk) -> None:
    """An address elsewhere as the way back is not followed."""
    sent = fill(screen(four, "/players"), "check-in", player="p01")
    for back in ("//evil.example/", "https://evil.example/", "\\\\evil.example"):
        fields = {**sent.fields, "back": back}
        answer = act(PageRequest(desk=four, now=NOW), "check-in", SubmittedForm(fields=fields, files={}))
        assert answer.place in ("/", "") or answer.status == 409
        four.refresh()


def test_an_event_is_created_by_the_form(tmp_path: Path) -> None:
    """Format, missions, a bracket and no lists are what the pack says; nonsense is refused with the form as it was."""
    games = {GAME: load_game(GAME)}
    fields = {"game": GAME, "name": "Club Night", "rounds": "2", "minutes": "60", "lists": "none", "cut": "4"}
    wrong = create(tmp_path / "cup", games, (), SubmittedForm(fields={**fields, "rounds": "many"}, files={}), NOW)
    assert 'value="Club Night"' in wrong.body.decode()
    assert not (tmp_path / "cup").exists()
    made = create(tmp_path / "cup", games, (), SubmittedForm(fields=fields, files={}), NOW)
    assert made.place == "/players"
    desk = find_desk(tmp_path / "cup")
    assert desk.event.rounds is not None
    assert (desk.event.rounds.count, desk.event.rounds.cut, desk.event.lists.each) == (2, 4, 0)


def test_a_cup_without_lists_and_with_a_bracket(tmp_path: Path) -> None:
    """Rounds begin at once; after them the page draws semifinals and a final, without a button for a draw."""
    folder = cup(tmp_path / "cup", lists={"each": 0}, rounds={"count": 1, "cut": 4}, result={"win": 3})
    desk = find_desk(folder)
    assert "This event is played without lists." in words(screen(desk, "/lists"))
    for title in ("Round 1", "Round 2, semifinals", "Round 3, final"):
        do(desk, "/", "pair")
        page = screen(desk, "/rounds")
        assert title in words(page)
        assert ('value="draw"' in page) == (title == "Round 1")
        for game in desk.state.rounds[-1].games:
            do(desk, "/rounds", "score", table=str(game.table), word="one")
    assert "Show the final standings" in words(screen(desk, "/"))
    assert "Final:" in words(screen(desk, "/standings"))
    assert data(folder, "check")["ok"]
