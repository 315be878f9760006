"""What an organiser and a player run into on the night before: each thing once went wrong, or was not said."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner

from listbuilder.ui.cli.app import app
from tests.support import fast_yaml
from tests.support.desk_setup import GAME, ILLEGAL, LEGAL, OTHER, cup, data, lines, put, run, sign


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    """An event with four players."""
    return cup(tmp_path / "cup")


def text_of(folder: Path, name: str) -> str:
    """A message."""
    return (folder / "out/messages" / f"{name}.txt").read_text("utf-8")


def verdicts(folder: Path, *words: object) -> dict[str, str]:
    """What an intake says, by name."""
    return {one["label"]: one["verdict"] for one in data(folder, "intake", *words, code=None)["arrivals"]}


def test_players_written_by_hand_are_known_at_once(folder: Path) -> None:
    """A second Mira Voss in the file makes a list of Mira Voss doubtful in the very next command."""
    file = folder / "players.yaml"
    file.write_text(file.read_text("utf-8") + "  - {id: mira2, name: Mira Voss}\n", "utf-8")
    put(folder, "list.yaml", LEGAL, player="Mira Voss")
    put(folder, "mira2.yaml", OTHER)
    assert verdicts(folder) == {"list.yaml": "whose", "mira2.yaml": "legal"}


def test_table_of_a_list_is_no_form(folder: Path, tmp_path: Path) -> None:
    """What `export --to csv` writes is one list, though it has columns called list and name."""
    put(folder, "p01.yaml", {**LEGAL, "name": "Red"})
    table = CliRunner().invoke(app, ["export", str(folder / "inbox/p01.yaml"), "--to", "csv"]).stdout
    (folder / "inbox/p01.yaml").unlink()
    (folder / "inbox/p01.csv").write_text(table, "utf-8", newline="")
    assert verdicts(folder) == {"p01.csv": "legal"}


def test_messages_say_what_helps(folder: Path) -> None:
    """A list for another game hears that and nothing else, an empty file that it is empty, a slip where it stands."""
    put(folder, "p01.yaml", {"game": "rogue-conflict", "models": [{"rank": "I", "weapon": "Slug Pistol"}]})
    (folder / "inbox/p02.txt").write_text("", "utf-8")
    put(folder, "p03.yaml", {**LEGAL, "models": [{"unit": "Expert", "weapn": "Long"}]})
    put(folder, "p04.yaml", ILLEGAL)
    run(folder, "intake", code=1)
    run(folder, "return", "p04")
    assert text_of(folder, "p01-unread").count("error:") == 1
    assert "This contains no list." in text_of(folder, "p02-unread")
    assert "models[0].weapn" in text_of(folder, "p03-unread") and "Did you mean weapon?" in text_of(
        folder, "p03-unread"
    )
    assert "Hero" in text_of(folder, "p04-returned").partition("as we read it")[2]
    assert "Ask the player" not in "".join(path.read_text("utf-8") for path in (folder / "out/messages").glob("*.txt"))


def mail(sender: str, *lists: str) -> bytes:
    """A mail with lists."""
    made = EmailMessage()
    made["From"] = sender
    made.set_content("Here you are.")
    for at, one in enumerate(lists):
        made.add_attachment(one.encode(), maintype="text", subtype="plain", filename=f"{at}.yaml")
    return made.as_bytes()


def test_doubtful_lists_are_approved_by_name_only(tmp_path: Path) -> None:
    """Late, known by its sender only, one of two at once: `--all-legal` leaves them alone and says why."""
    folder = cup(tmp_path / "cup", lists={"due": "2026-05-01T20:00+02:00"})
    novice, soldier = (f"game: {GAME}\nmodels: [{{unit: {unit}}}]\n" for unit in ("Novice", "Soldier"))
    (folder / "inbox/a.eml").write_bytes(mail("mira.voss@example.org", novice))
    (folder / "inbox/p02-1.yaml").write_text(novice, "utf-8")
    (folder / "inbox/p02-2.yaml").write_text(soldier, "utf-8")
    put(folder, "p03.yaml", LEGAL)
    run(folder, "intake", "--at", "2026-05-01T12:00+02:00")
    put(folder, "p04.yaml", LEGAL)
    run(folder, "intake")
    assert any("approve --all-legal" in step for step in data(folder, "status", code=1)["next"])
    found = data(folder, "approve", "--all-legal")
    assert [one["player"] for one in found["approved"]] == ["p03"]
    assert {one["player"]: one["why"] for one in found["left"]} == {
        "p01": ["only the sender says whose it is"],
        "p02": ["came together with another list"],
        "p04": ["late"],
    }
    assert "listbuilder event approve p01 p02 p04" in data(folder, "status", code=1)["next"]
    assert len(data(folder, "approve", "p01", "p02", "p04")["approved"]) == 3


def test_messages_can_be_made_again(folder: Path) -> None:
    """Without `out/` everybody's message comes back, and who has no list is reminded; nothing is noted."""
    put(folder, "p01.yaml", LEGAL)
    put(folder, "p02.yaml", ILLEGAL)
    (folder / "inbox/p03.txt").write_text("I will come.", "utf-8")
    run(folder, "intake", code=1)
    run(folder, "approve", "p01")
    run(folder, "return", "p02", "--why", "Two heroes.")
    before = {path.name: path.read_bytes() for path in (folder / "out/messages").glob("p*")}
    ledger = (folder / "ledger.jsonl").read_bytes()
    for path in (folder / "out/messages").iterdir():
        path.unlink()
    found = {one["player"]: one["kind"] for one in data(folder, "messages")["messages"]}
    assert found == {"p01": "approved", "p02": "returned", "p03": "unread", "p04": "reminder"}
    for name in ("p01-approved.txt", "p02-returned.txt", "p03-unread.txt"):
        assert (folder / "out/messages" / name).read_bytes() == before[name]
    assert (folder / "ledger.jsonl").read_bytes() == ledger


def test_lock_keeps_what_was_not_sent_yet(folder: Path) -> None:
    """A second lock leaves the messages of the first; what shows a list is gone after either."""
    for at, tree in enumerate((LEGAL, OTHER, ILLEGAL), 1):
        put(folder, f"p0{at}.yaml", tree)
    run(folder, "intake", code=1)
    run(folder, "return", "p03")
    run(folder, "approve", "--all-legal")
    run(folder, "lock", code=1)
    run(folder, "lock", code=1)
    names = {path.name for path in (folder / "out/messages").glob("*.txt")}
    assert {"p01-locked.txt", "p02-locked.txt", "p03-missing.txt", "p04-missing.txt"} <= names
    assert "p03-returned.txt" not in names


def test_result_of_who_left_before_the_first(folder: Path) -> None:
    """Who leaves before their first game was scored has no place yet; the result is noted all the same."""
    put(folder, "p01.yaml", LEGAL)
    put(folder, "p02.yaml", OTHER)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock", code=1)
    drawn = data(folder, "pair")["games"][0]["players"]
    run(folder, "drop", drawn[1])
    assert "before none" in run(folder, "score", 1, "win", "loss").stdout


def test_what_is_no_list_is_said_shortly(folder: Path) -> None:
    """`verify` of some long text says that it is no list, in a few lines."""
    put(folder, "p01.yaml", LEGAL)
    run(folder, "intake")
    run(folder, "approve", "p01")
    text = folder / "notes.txt"
    text.write_text("\n".join(f"seal number {at} of many" for at in range(60)), "utf-8")
    told = run(folder, "verify", text, code=3).output
    assert told.count("is nothing in") <= 3 and "more of this kind" in told


def test_an_earlier_version_can_count(tmp_path: Path) -> None:
    """The desk lets an earlier version count: it is locked, and the later one waits no more."""
    folder = cup(tmp_path / "cup")
    for tree in (LEGAL, OTHER):
        put(folder, "p01.yaml", tree)
        run(folder, "intake")
    assert data(folder, "approve", "p01", "--version", "1")["approved"][0]["version"] == 1
    found = data(folder, "status", code=1)["players"][0]
    assert (found["status"], found["version"], found["doubts"]) == ("approved", 1, [])
    assert not data(folder, "approve", "--all-legal")["approved"]
    assert "version 1) is approved" in (folder / "out/messages/p01-approved.txt").read_text("utf-8")
    run(folder, "messages")
    assert "version 1) is approved" in (folder / "out/messages/p01-approved.txt").read_text("utf-8")
    run(folder, "lock", code=1)
    assert next(one for one in lines(folder) if one["what"] == "locked")["lists"][0][:2] == ["p01", 1]
    assert data(folder, "verify", "p01")["version"] == 1
    run(folder, "approve", "p01", "--version", "2")
    run(folder, "lock", code=1)
    assert data(folder, "verify", "p01")["version"] == 2
    for words in (("p01", "p02", "--version", "1"), ("--all-legal", "--version", "1"), ("p01", "--version", "9")):
        run(folder, "approve", *words, code=2)


def test_a_newer_version_waits_after_an_earlier_one_was_chosen(tmp_path: Path) -> None:
    """What comes after the decision waits for one of its own."""
    folder = cup(tmp_path / "cup")
    for tree in (LEGAL, OTHER):
        put(folder, "p01.yaml", tree)
        run(folder, "intake")
    run(folder, "approve", "p01", "--version", "1")
    put(folder, "p01.yaml", {**OTHER, "models": [{"unit": "Novice"}]})
    run(folder, "intake")
    assert data(folder, "status", code=1)["players"][0]["status"] == "legal"
    assert data(folder, "approve", "p01")["approved"][0]["version"] == 3


@pytest.mark.parametrize(
    "names",
    [
        ("p01-v1.yaml", "p01-final.yaml"),
        ("p01-v9.yaml", "p01-v10.yaml"),
        ("p01-draft.yaml", "p01.yaml"),
        ("p01-v2.yaml", "p01-neu.yaml"),
        ("p01 final.yaml", "p01 final (2).yaml"),
        ("p01-final.yaml", "p01-final-final.yaml"),
        ("p01_old.yaml", "p01_1.yaml"),
    ],
)
def test_the_newest_file_is_the_newest_version(tmp_path: Path, names: tuple[str, str]) -> None:
    """Files of one player are read in the order of their versions, not of their letters, and that is said."""
    folder = cup(tmp_path / "cup")
    put(folder, names[0], LEGAL)
    put(folder, names[1], OTHER)
    told = run(folder, "intake").stdout
    found = [one for one in told.splitlines() if "version 2" in one]
    assert len(found) == 1 and names[1] in found[0] and "newest" in found[0]


@pytest.mark.parametrize("kind", ["eml", "mbox"])
def test_the_mail_that_was_sent_last_is_the_newest_version(tmp_path: Path, kind: str) -> None:
    """Mails are read in the order in which they were sent."""
    folder = cup(tmp_path / "cup")
    head = "From: mira.voss@example.org\nDate: {}\nSubject: x\n\n"
    mails = {
        "a": head.format("Fri, 01 May 2026 19:00:00 +0200") + fast_yaml.dump({**OTHER, "player": "p01"}),
        "b": head.format("Fri, 01 May 2026 16:59:00 +0000") + fast_yaml.dump({**LEGAL, "player": "p01"}),
    }
    if kind == "eml":
        for name, text in mails.items():
            (folder / "inbox" / f"{name}.eml").write_text(text, "utf-8")
    else:
        (folder / "inbox" / "all.mbox").write_text("".join(f"From x\n{one}\n" for one in mails.values()), "utf-8")
    run(folder, "intake")
    assert "Novice" in (folder / "lists/p01/2.yaml").read_text("utf-8").title()


def test_what_forget_deletes_can_be_made_again_after_the_end(tmp_path: Path) -> None:
    """An event that is closed writes all of `out/` again, seals included."""
    folder = cup(tmp_path / "cup", rounds={"count": 1})
    put(folder, "p01.yaml", LEGAL)
    put(folder, "p02.yaml", OTHER)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    run(folder, "lock", code=1)
    sign(folder)
    run(folder, "pair")
    for command in ("reveal", "publish", "standings", "meta"):
        run(folder, command, code=None)
    before = {path.name for path in (folder / "out").iterdir()}
    run(folder, "close")
    run(folder, "forget", "p03")
    for command in ("publish", "standings", "meta", "messages", "lock"):
        run(folder, command, code=None)
    assert {path.name for path in (folder / "out").iterdir()} == before
    assert "p01" in (folder / "out/seals.txt").read_text("utf-8")
    assert lines(folder)[-1]["what"] == "forgotten"
    assert "all is well" in run(folder, "check").stdout
