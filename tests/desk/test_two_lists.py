"""Players who bring several lists: each is handed in, decided, sealed and checked by itself; the player plays."""

from __future__ import annotations

import json
import re
import shutil
from datetime import UTC, datetime
from email.message import EmailMessage
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from listbuilder.desk.folder import Desk, find_desk
from listbuilder.desk.links import list_at
from listbuilder.desk.player_pages.forms import SubmittedForm
from listbuilder.desk.player_pages.personal import hand_in, personal
from listbuilder.desk.player_pages.public import public
from listbuilder.desk.seal import seal_code
from tests.desk.test_hostile import forge
from tests.support import fast_yaml
from tests.support.desk_setup import GAME, ILLEGAL, LEGAL, OTHER, cup, data, lines, put, run

THIRD = {"game": GAME, "models": [{"unit": "Soldier"}]}


def two(folder: Path, **lists: Any) -> Path:
    """A cup whose players bring two lists each."""
    return cup(folder, lists={"each": 2, **lists})


def fill(folder: Path, players: int = 4) -> None:
    """Both lists of the first players, handed in."""
    for number in range(1, players + 1):
        put(folder, f"p{number:02}-1.yaml", LEGAL)
        put(folder, f"p{number:02}-2.yaml", OTHER)
    run(folder, "intake")


def words(folder: Path) -> dict[str, str]:
    """Where every list stands."""
    return {one["player"]: one["status"] for one in data(folder, "status", code=None)["players"]}


def test_the_pack_is_checked(tmp_path: Path) -> None:
    """A wrong key is told with the right one, and rules across one list are in vain."""
    folder = cup(tmp_path / "cup", lists={"each": 2, "onec": ["unit"]})
    assert "Did you mean once?" in run(folder, "check", code=3).output
    for said, told in (
        ({"each": 2, "once": ["unti"]}, "unit"),
        ({"once": ["unit"]}, "each: 2"),
        ({"each": 2, "once": ["unit"], "same": ["unit"]}, "Take it out"),
        ({"each": 10}, "at most 9"),
    ):
        folder = cup(tmp_path / told.replace(" ", ""), lists=said)
        assert told in run(folder, "check", code=3).output


def test_each_list_goes_its_own_way(tmp_path: Path) -> None:
    """Two lists are handed in, judged, approved, locked and verified one by one."""
    folder = two(tmp_path / "cup")
    put(folder, "p01-1.yaml", LEGAL)
    put(folder, "p01 list 2.yaml", ILLEGAL)
    put(folder, "any.yaml", OTHER, player="Tom Okafor, list 2")
    arrived = data(folder, "intake", code=1)["arrivals"]
    assert {one["player"]: one["verdict"] for one in arrived} == {
        "p01": "legal",
        "p01-2": "illegal",
        "p02-2": "legal",
    }
    assert not any(one["together"] for one in arrived)
    told = data(folder, "status", code=1)
    assert told["handed-in"] == {"p01": [2, 2], "p02": [1, 2], "p03": [0, 2], "p04": [0, 2]}
    assert "p02 (1 of 2)" in run(folder, "status", code=1).output
    run(folder, "approve", "--all-legal")
    run(folder, "return", "p01")
    assert words(folder) == {
        **dict.fromkeys(["p03", "p03-2", "p04", "p04-2", "p02"], "nothing"),
        "p01": "approved",
        "p01-2": "returned",
        "p02-2": "approved",
    }
    locked = data(folder, "lock", code=1)
    assert locked["locked"] == ["p01", "p02-2"]
    assert locked["missing"] == ["p01-2", "p02", "p03", "p03-2", "p04", "p04-2"]
    seals = (folder / "out" / "seals.txt").read_text("utf-8")
    assert "p02-2" in seals
    found = data(folder, "verify", "p02-2")
    assert (found["verdict"], found["player"]) == ("COMPARE", "p02-2")
    assert "p01-1 or p01-2" in run(folder, "verify", "p01", code=2).output
    assert data(folder, "verify", "p01-1")["verdict"] == "COMPARE"
    assert not data(folder, "check")["findings"]


def test_which_list_it_is_is_never_guessed(tmp_path: Path) -> None:
    """Where nothing says which list it is, or two things disagree, the desk asks, and takes the answer."""
    folder = two(tmp_path / "cup")
    put(folder, "p01.yaml", LEGAL)
    put(folder, "p02-1.yaml", {**OTHER, "name": "List 2"})
    put(folder, "p03-3.yaml", THIRD)
    arrived = data(folder, "intake", code=1)["arrivals"]
    assert [one["verdict"] for one in arrived] == ["whose"] * 3
    assert arrived[0]["lists"] == ["p01-1", "p01-2"]
    assert "list 1 and list 2" in arrived[1]["doubt"]
    assert "list 3" in arrived[2]["doubt"]
    run(folder, "intake", "--player", "p01-2", folder / "arrived" / "001.yaml")
    run(folder, "intake", "--player", "p02", "--list", "1", folder / "arrived" / "002.yaml")
    assert "no list 3" in run(folder, "intake", "--player", "p03", "--list", "3", code=2).output
    assert "is not list 1" in run(folder, "intake", "--player", "p03-2", "--list", "1", code=2).output
    assert words(folder)["p01-2"] == words(folder)["p02"] == "legal"


def test_a_mail_and_a_form_say_which_list_it_is(tmp_path: Path) -> None:
    """The subject of a mail, and the columns of a form that asks for two."""
    folder = two(tmp_path / "cup")
    mail = "From: mira.voss@example.org\nSubject: List 2\n\ngame: {}\nmodels: [{{unit: Novice}}]\n"
    (folder / "inbox" / "a.eml").write_text(mail.format(GAME), "utf-8")
    one, two_ = (f"game: {GAME}\nmodels: [{{unit: {unit}}}]" for unit in ("Soldier", "Expert"))
    (folder / "inbox" / "b.csv").write_text(f'Name,List 1,List 2\nTom Okafor,"{one}","{two_}"\n', "utf-8")
    arrived = data(folder, "intake")["arrivals"]
    assert [one["player"] for one in arrived] == ["p01-2", "p02", "p02-2"]


def test_two_attachments_and_one_who_is_late(tmp_path: Path) -> None:
    """A mail with both lists is two arrivals, neither in doubt; who may be late may be so with every list."""
    folder = two(tmp_path / "cup", due="2020-01-01T20:00+00:00")
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "mira.voss@example.org", "My lists"
    for number, tree in ((1, LEGAL), (2, OTHER)):
        mail.add_attachment(fast_yaml.dump(tree).encode(), "text", "yaml", filename=f"list {number}.yaml")
    (folder / "inbox" / "a.eml").write_bytes(mail.as_bytes())
    run(folder, "intake", "--player", "p01", "--late", "train", folder / "inbox" / "a.eml")
    allowed = [line["player"] for line in lines(folder) if line["what"] == "late-allowed"]
    assert allowed == ["p01", "p01-2"]
    assert words(folder)["p01"] == words(folder)["p01-2"] == "legal"
    assert not any(one.together or one.late for id in allowed for one in find_desk(folder).state.lists[id].versions)


def test_a_list_that_is_here_already_needs_no_number(tmp_path: Path) -> None:
    """The very list that the desk has is that list, whatever it is called; and a player is reminded once of all."""
    folder = two(tmp_path / "cup")
    fill(folder, 1)
    put(folder, "p01 again.yaml", {**OTHER, "notes": "sent twice"})
    found = data(folder, "intake")["arrivals"][0]
    assert (found["verdict"], found["player"]) == ("same", "p01-2")
    run(folder, "messages")
    letters = sorted(one.name for one in (folder / "out" / "messages").glob("*-reminder.txt"))
    assert letters == ["p02-reminder.txt", "p03-reminder.txt", "p04-reminder.txt"]
    assert "no list 1 or 2 of yours" in (folder / "out" / "messages" / letters[0]).read_text("utf-8")


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ({"once": ["unit"]}, "is also in the other list (Mira Voss"),
        ({"same": ["unit"]}, "they must be the same"),
    ],
)
def test_the_lists_of_a_player_are_judged_beside_each_other(tmp_path: Path, terms: Any, told: str) -> None:
    """What only one may have, and what both must have; said before either is approved, and held afterwards."""
    folder = two(tmp_path / "cup", **terms)
    wrong = THIRD if "same" in terms else LEGAL
    put(folder, "p01-1.yaml", LEGAL)
    put(folder, "p01-2.yaml", wrong)
    assert any(one["shared"] for one in data(folder, "intake")["arrivals"])
    run(folder, "approve", "p01-1")
    assert "not legal" in run(folder, "approve", "p01-2", code=2).output
    run(folder, "return", "p01-2")
    assert told in (folder / "out" / "messages" / "p01-2-returned.txt").read_text("utf-8")
    fine = LEGAL if "same" in terms else THIRD
    put(folder, "p01-2.yaml", {**fine, "notes": "anew"})
    run(folder, "intake")
    run(folder, "approve", "p01")
    assert words(folder)["p01-2"] == "approved"
    run(folder, "lock", code=1)


def test_fewer_lists_than_came_and_ids_that_mean_a_list_are_refused(tmp_path: Path) -> None:
    """A pack that asks for fewer lists than are here, and a player who is called as a list is."""
    folder = two(tmp_path / "cup")
    fill(folder, 1)
    pack = (folder / "event.yaml").read_text("utf-8")
    (folder / "event.yaml").write_text(pack.replace("each: 2", "each: 1"), "utf-8")
    assert "each: 2" in run(folder, "check", code=3).output
    assert "has handed in list 2" in run(folder, "approve", "--all-legal", code=3).output
    (folder / "event.yaml").write_text(pack, "utf-8")
    run(folder, "approve", "--all-legal")
    people = (folder / "players.yaml").read_text("utf-8")
    (folder / "players.yaml").write_text(people + "  - {id: p02-2, name: Ann}\n", "utf-8")
    assert "list 2 of p02" in run(folder, "approve", "--all-legal", code=3).output


def test_a_second_list_may_be_asked_for_later(tmp_path: Path) -> None:
    """What came while one list was asked for is the first one."""
    folder = cup(tmp_path / "cup")
    put(folder, "p01.yaml", LEGAL)
    run(folder, "intake")
    run(folder, "approve", "p01")
    pack = (folder / "event.yaml").read_text("utf-8")
    (folder / "event.yaml").write_text(pack + "lists: {each: 2}\n", "utf-8")
    put(folder, "p01-2.yaml", OTHER)
    run(folder, "intake")
    assert words(folder)["p01"] == "approved"
    assert words(folder)["p01-2"] == "legal"
    assert [line["each"] for line in lines(folder) if line["what"] == "pack" and "each" in line] == [2]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cup of four with two lists each, the first round drawn."""
    folder = two(tmp_path_factory.mktemp("two") / "cup")
    fill(folder)
    run(folder, "approve", "--all-legal")
    run(folder, "lock")
    run(folder, "pair")
    return folder


@pytest.fixture
def drawn(played: Path, tmp_path: Path) -> Path:
    """A copy of that cup."""
    return Path(shutil.copytree(played, tmp_path / "copy"))


def test_what_is_played_is_noted_corrected_and_taken_back(drawn: Path) -> None:
    """Which list each plays is a line of the ledger; said again it is a correction, and undo takes it back."""
    assert "listbuilder event score --lists 1 1 2" in data(drawn, "status")["next"]
    games = data(drawn, "score", "--lists", "1", "1", "2", "2", "2", "2")["games"]
    assert [one["lists"] for one in games] == [
        [games[0]["players"][0], f"{games[0]['players'][1]}-2"],
        [f"{id}-2" for id in games[1]["players"]],
    ]
    data(drawn, "score", "--lists", "1", "2", "1")
    assert "list 2" in (drawn / "out" / "round-1.html").read_text("utf-8")
    run(drawn, "undo", lines(drawn)[-1]["seq"])
    run(drawn, "score", "1", "win", "loss", "2", "draw", "draw")
    run(drawn, "standings")
    results = json.loads((drawn / "out" / "results.json").read_text("utf-8"))
    assert results["games"][0]["lists"] == games[0]["lists"]
    assert not data(drawn, "check")["findings"]


def test_what_can_not_be_played_is_refused(drawn: Path) -> None:
    """There is no list 3, no table 9, and a list that is not locked is not played."""
    assert "has no list 3" in run(drawn, "score", "--lists", "1", "1", "3", code=2).output
    assert "no game at table 9" in run(drawn, "score", "--lists", "9", "1", "1", code=2).output


def test_a_swap_ends_what_was_said_of_a_game(drawn: Path) -> None:
    """Who sits down in another's place has not said what they play; taken back, the old pair has."""
    game = data(drawn, "score", "--lists", "1", "1", "2")["games"][0]
    other = next(one for one in ("p01", "p02", "p03", "p04") if one not in game["players"])
    run(drawn, "pair", "--swap", game["players"][0], other, "--why", "late")
    swapped = lines(drawn)[-1]["seq"]
    assert "listbuilder event score --lists 1 1 2" in data(drawn, "status")["next"]
    run(drawn, "undo", swapped)
    assert "listbuilder event score --lists 2 1 2" in data(drawn, "status")["next"]


def test_a_new_draw_knows_nothing_of_what_was_played_in_the_old_one(drawn: Path) -> None:
    """A draw that is taken back takes along what was said of its games."""
    run(drawn, "score", "--lists", "1", "1", "2", "2", "1", "1")
    run(drawn, "undo", next(line["seq"] for line in lines(drawn) if line["what"] == "paired"))
    run(drawn, "pair")
    assert find_desk(drawn).state.rounds[0].games[0].lists == ("", "")
    assert "listbuilder event score --lists 1 1 2" in data(drawn, "status")["next"]


def test_teams_play_with_several_lists(tmp_path: Path) -> None:
    """On the boards of a match too; another board keeps what was said of it when one changes."""
    folder = cup(tmp_path / "cup", lists={"each": 2}, teams={"size": 2, "boards": {"by": "seat"}})
    people = (folder / "players.yaml").read_text("utf-8")
    for at, team in enumerate(("Red", "Red", "Blue", "Blue"), 1):
        people = people.replace(f"{{id: p0{at},", f"{{id: p0{at}, team: {team},")
    (folder / "players.yaml").write_text(people, "utf-8")
    fill(folder)
    run(folder, "approve", "--all-legal")
    run(folder, "lock")
    run(folder, "pair")
    run(folder, "score", "--lists", "1", "2", "1", "2", "1", "2")
    page = (folder / "out" / "round-1.html").read_text("utf-8")
    assert page.count(", list 2 (") == 2
    assert all(any(game.lists) for game in find_desk(folder).state.rounds[0].games)
    assert not data(folder, "check")["findings"]


def test_shares_of_games_won_are_those_of_the_list_that_was_played(tmp_path: Path) -> None:
    """Of two lists the one that was played has the game; a game of which nobody said it counts for none."""
    people = tuple((f"Player {at}", "") for at in range(12))
    folder = cup(tmp_path / "cup", people, lists={"each": 2, "show": {"round": "everybody"}})
    fill(folder, 12)
    run(folder, "approve", "--all-legal")
    run(folder, "lock")
    games = data(folder, "pair")["games"]
    for game in games[1:]:
        run(folder, "score", "--lists", game["table"], "1", "2")
    for game in games:
        run(folder, "score", game["table"], "win", "loss")
    run(folder, "reveal")
    found = data(folder, "meta")
    assert (found["lists"], found["unsaid"]) == (24, 1)
    won = {one["name"]: (one["lists"], one["games"], one["won"]) for one in found["taken"]}
    assert won["Expert"] == (12, 5, 1.0)
    assert won["Novice"] == (12, 5, 0.0)
    assert "1 game not counted" in run(folder, "meta").output


def test_reports_show_both_lists(drawn: Path) -> None:
    """The status in every form, the public lists, slips and seals name each list."""
    for ending in (".html", ".csv", ".json", ".md"):
        file = drawn / f"status{ending}"
        run(drawn, "status", "--report", file)
        text = file.read_text("utf-8")
        assert "Mira Voss, list 1" in text and "Mira Voss, list 2" in text
    data(drawn, "score", "--lists", "1", "1", "1")
    shown = data(drawn, "reveal")
    assert sorted(shown["lists"]) == sorted(f"p0{at}{more}" for at in range(1, 5) for more in ("", "-2"))
    assert sorted(shown["to"]) == ["p01", "p02", "p03", "p04"]
    letter = (drawn / "out" / "messages" / "p01-opponent.txt").read_text("utf-8")
    assert "List 1" in letter and "List 2" in letter


def test_who_leaves_or_is_forgotten_takes_both_lists_along(drawn: Path) -> None:
    """Both lists of a player are dropped, come back, and are deleted together."""
    run(drawn, "drop", "p01")
    assert (words(drawn)["p01"], words(drawn)["p01-2"]) == ("dropped", "dropped")
    assert "p01" not in data(drawn, "status")["handed-in"]
    run(drawn, "drop", "p01", "--back")
    assert words(drawn)["p01-2"] == "locked"
    assert "There is no player" in run(drawn, "drop", "p01-2", code=2).output
    gone = data(drawn, "forget", "p01")
    assert not (drawn / "lists" / "p01").exists() and not (drawn / "lists" / "p01-2").exists()
    assert "lists/p01-2/" in str(gone)
    assert words(drawn)["p01-2"] == "gone"
    assert not data(drawn, "check")["findings"]


def forged(folder: Path, what: str, **said: Any) -> str:
    """What `check` says of a line that no desk wrote, with a checksum that holds."""
    path = folder / "ledger.jsonl"
    whole = path.read_bytes()
    row = {"at": "2026-05-01T20:00:00+02:00", "by": "desk", "what": what, **said}
    path.write_bytes(forge([*lines(folder), row]))
    told = run(folder, "check", code=None).output
    path.write_bytes(whole)
    return " ".join(told.split())


def test_forged_lines_are_named(drawn: Path) -> None:
    """Lines about lists that are not there, of players as if they were lists, and of odd numbers of lists."""
    last = next(line for line in lines(drawn) if line["what"] == "paired")
    sit = {"round": 1, "draw": last["seq"], "table": 1}
    unknown, odd = "refers to something that no earlier line has", "has an invalid value under"
    assert unknown in forged(drawn, "plays", **sit, lists=["p01-3", "p02"])
    assert unknown in forged(drawn, "approved", player="p01-3", version=1)
    assert unknown in forged(drawn, "approved", player="p01-2", version=7)
    assert unknown in forged(drawn, "dropped", player="p01-2")
    assert unknown in forged(drawn, "penalty", player="p01-2", penalty="late", round=1)
    assert unknown in forged(drawn, "player", player="p01-2")
    assert odd in forged(drawn, "plays", **sit, lists=["p01"])
    assert odd in forged(drawn, "plays", **{**sit, "table": "1"}, lists=["p01", "p02"])
    assert odd in forged(drawn, "pack", digest="0" * 64, each=10)
    assert odd in forged(drawn, "pack", digest="0" * 64, each=True)
    assert "lacks `draw`" in forged(drawn, "plays", round=1, table=1, lists=["p01", "p02"])
    assert "something is wrong" not in forged(drawn, "plays", **sit, lists=["p01", "p01-2"])


def visit(desk: Desk, token: str, form: SubmittedForm | None = None) -> str:
    """The words of a page that a link leads to, or where it sends the visitor on to."""
    found = list_at(desk, token)
    assert found is not None
    now = datetime(2099, 1, 1, tzinfo=UTC)
    made = hand_in(desk, found, token, form, now) if form else personal(desk, found, token, now)
    return made.place or unescape(" ".join(re.sub(r"<[^>]+>", " ", made.body.decode("utf-8")).split()))


def test_each_list_has_its_page_and_its_receipt(tmp_path: Path) -> None:
    """By one link a player hands in each list; pages say what is here, and judge them beside each other."""
    folder = two(tmp_path / "cup", once=["unit"])
    link = data(folder, "links", "p01", "--url", "http://cup")["links"][0]["link"].removeprefix("http://cup/l/")
    desk = find_desk(folder)
    assert "You bring 2 lists; the desk has 0 of them." in visit(desk, link)
    sent = SubmittedForm(fields={"after": "0", "text": fast_yaml.dump(LEGAL)}, files={})
    assert visit(desk, f"{link}.1", sent) == f"/l/{link}.1/receipt"
    anyway = visit(find_desk(folder), f"{link}.2", sent)
    assert anyway == f"/l/{link}.2/receipt"
    shown = visit(find_desk(folder), link)
    assert shown.count("warning : Expert is also in the other list") == 2
    run(folder, "approve", "p01-1")
    desk = find_desk(folder)
    told = visit(desk, f"{link}.2", sent)
    assert "This is for list 2." in told and "is also in the other list (Mira Voss, list 1)" in told
    other = SubmittedForm(fields={"after": "1", "text": fast_yaml.dump(OTHER)}, files={})
    assert visit(desk, f"{link}.2", other) == f"/l/{link}.2/receipt"
    desk = find_desk(folder)
    seals = {seal_code(desk.state.lists[id].versions[-1].seal) for id in ("p01", "p01-2")}
    shown = visit(desk, link)
    assert len(seals) == 2 and all(f"Receipt {seal}" in shown for seal in seals)
    assert "List 1: what the desk has" in shown and "Replace list 2" in shown
    assert list_at(desk, f"{link}.3") is None
    assert "4 players, 2 lists of 8 handed in." in public(desk).body.decode("utf-8")
