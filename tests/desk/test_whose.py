"""Whose something is: said later it is known from then on, and whoever is forgotten leaves no name behind unsaid."""

import io
import re
import zipfile
from collections.abc import Mapping
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from listbuilder.desk.event_setup import pack_text
from listbuilder.loading import game_folders, load_game
from listbuilder.loading.events import load_event
from tests.support import fast_yaml
from tests.support.desk_setup import LEGAL, OTHER, cup, data, lines, put, run


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event with a list of p01, a list that could be of two, and something that nobody can read."""
    folder = cup(tmp_path_factory.mktemp("whose") / "cup")
    put(folder, "p01.yaml", LEGAL)
    put(folder, "p01-or.yaml", {**LEGAL, "name": "Which"}, player="Tom Okafor")
    (folder / "inbox" / "broken.yaml").write_text("player: Mira Voss\nmodels: [\n", "utf-8")
    run(folder, "intake", code=1)
    return folder


def original(folder: Path, words: str) -> str:
    """The original that has these words in it."""
    found = [path.name for path in (folder / "arrived").iterdir() if words in path.read_text("utf-8")]
    return f"arrived/{found[0]}"


def test_the_same_list_is_nobodys_no_more(harbour: Path) -> None:
    """An arrival that turns out to be a list that is there already is not asked about again."""
    path = original(harbour, "Which")
    assert data(harbour, "status", code=1)["unowned"]
    assert data(harbour, "intake", "--player", "p01", harbour / path)["arrivals"][0]["verdict"] == "same"
    assert not data(harbour, "status", code=1)["unowned"]
    assert [one["what"] for one in lines(harbour)][-1] == "owned"


def test_what_cannot_be_read_is_given_to_a_player(harbour: Path) -> None:
    """The player hears of it, and it goes with the player."""
    path = original(harbour, "models: [")
    assert data(harbour, "status", code=1)["unread"]
    found = data(harbour, "intake", "--player", "p04", harbour / path, code=1)
    assert found["arrivals"][0]["player"] == "p04" and found["summary"]["messages"] == 1
    assert not data(harbour, "status", code=1)["unread"]
    assert data(harbour, "intake", "--player", "p04", harbour / path)["arrivals"][0]["verdict"] == "again"
    assert path in data(harbour, "forget", "p04")["gone"]
    assert "all is well" in run(harbour, "check").stdout


def test_forgotten_people_are_looked_for_in_what_came_together(tmp_path: Path) -> None:
    """A form's table and an archive with a mail in it name a player: both are said, and go when that is said."""
    folder = cup(tmp_path / "cup")
    inbox, code = folder / "inbox", "Novice\n"
    (inbox / "form.csv").write_text(f'Name,Your list\nMira Voss,"{code}"\nTom Okafor,"{code}Soldier\n"\n', "utf-8")
    mail = EmailMessage()
    mail["From"] = "mira.voss@example.org"
    mail.set_content("Hello")
    with zipfile.ZipFile(inbox / "all.zip", "w") as archive:
        archive.writestr("mira.eml", mail.as_bytes())
        archive.writestr("p02.yaml", fast_yaml.dump(OTHER))
    run(folder, "intake", code=None)
    told = data(folder, "forget", "p01")
    assert {Path(file).suffix for file in told["still"]} >= {".csv", ".zip"}
    again = data(folder, "forget", "p01", *(word for file in told["still"] for word in ("--original", file)))
    assert set(told["still"]) <= set(again["gone"])
    assert not [path for path in folder.rglob("*") if path.is_file() and b"Mira Voss" in path.read_bytes()]
    assert "all is well" in run(folder, "check").stdout
    kept = next(path.name for path in (folder / "arrived").iterdir())
    assert "is what p02 sent" in run(folder, "forget", "p03", "--original", kept, code=2).stderr


@pytest.mark.parametrize(("name", "fault"), [("list.yaml", "line 2"), ("logo.png", '"Here it is"')])
def test_what_is_attached_tells_why_a_mail_holds_no_list(tmp_path: Path, name: str, fault: str) -> None:
    """A player whose file is broken hears of the file, not of the greeting before it; a logo is beside the point."""
    folder = cup(tmp_path / "cup")
    mail = EmailMessage()
    mail["From"] = "mira.voss@example.org"
    mail.set_content("Here it is")
    mail.add_attachment(b"models:\n\t- x\n", maintype="application", subtype="octet-stream", filename=name)
    (folder / "inbox" / "mail.eml").write_bytes(mail.as_bytes())
    run(folder, "intake", code=1)
    assert fault in (folder / "out/messages/p01-unread.txt").read_text("utf-8")
    run(folder, "messages")
    assert fault in (folder / "out/messages/p01-unread.txt").read_text("utf-8")


def test_a_huge_attachment_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is larger than any list is not passed over in silence."""
    monkeypatch.setattr("listbuilder.desk.intake.unpacking.ONE", 1 << 20)
    folder = cup(tmp_path / "cup")
    mail = EmailMessage()
    mail["From"] = "mira.voss@example.org"
    mail.set_content("Here it is")
    mail.add_attachment(bytes(2 << 20), maintype="application", subtype="pdf", filename="book.pdf")
    (folder / "inbox" / "mail.eml").write_bytes(mail.as_bytes())
    assert "larger than 1 MB" in " ".join(run(folder, "intake", code=1).stdout.split())


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", sorted(game_folders(())))
def test_every_example_of_a_new_pack_is_one(game: str, tmp_path: Path) -> None:
    """Whoever takes a # away has a pack that can be read, in every game; what needs another pack aside."""
    text = pack_text(load_game(game), "Cup")
    examples = [one for one in re.findall(r"^# ([a-z]+: .*)$", text, re.MULTILINE) if "../" not in one]
    counts = next(one for one in examples if one.startswith("counts"))
    assert len(examples) > 12
    for example in examples:
        key = example.partition(":")[0]
        if key == "extends":
            continue
        kept = "".join(line for line in text.splitlines(keepends=True) if not line.startswith(f"{key}:"))
        needs = f"{counts}\n" if key in ("order", "result") else ""
        path = tmp_path / f"{key}.yaml"
        path.write_text(f"{kept}\n{example}\n{needs}", "utf-8")
        assert load_event(path, ()).event


VICTIM, STRANGER = "mira.voss@example.org", "evil@example.net"


def mail_from(sender: str, tree: Mapping[str, object], name: str = "list.yaml", subject: str = "My list") -> bytes:
    """A mail with a list attached."""
    mail = EmailMessage()
    mail["From"], mail["Subject"] = sender, subject
    mail.set_content("Here it is")
    mail.add_attachment(fast_yaml.dump(dict(tree)).encode(), maintype="text", subtype="yaml", filename=name)
    return mail.as_bytes()


def wrapped(sender: str, raw: bytes, name: str) -> bytes:
    """A mail that carries a file."""
    mail = EmailMessage()
    mail["From"] = sender
    mail.set_content("See the file")
    mail.add_attachment(raw, maintype="application", subtype="octet-stream", filename=name)
    return mail.as_bytes()


def zipped(files: dict[str, bytes]) -> bytes:
    """An archive of some files."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, raw in files.items():
            archive.writestr(name, raw)
    return held.getvalue()


def rfc822(sender: str, raw: bytes) -> bytes:
    """A mail that forwards another one."""
    mail = EmailMessage()
    mail["From"] = sender
    mail.set_content("Forwarded")
    mail.add_attachment(message_from_bytes(raw, policy=default))
    return mail.as_bytes()


NAMED = {**OTHER, "player": "Mira Voss"}
FORM = f'Name,Email,List\nMira Voss,{STRANGER},"Novice\nSoldier\n"\n'.encode()
BLANK = b'Name,Email,List\nMira Voss,,"Novice\nSoldier\n"\n'
CLAIMS = {
    "attachment": ("a.eml", mail_from(STRANGER, OTHER, "p01-final.yaml")),
    "player": ("a.eml", mail_from(STRANGER, NAMED)),
    "id as player": ("a.eml", mail_from(STRANGER, {**OTHER, "player": "p01"})),
    "file of the mail": ("p01.eml", mail_from(STRANGER, OTHER)),
    "name of the sender": ("a.eml", mail_from(f'"{VICTIM}" <{STRANGER}>', NAMED)),
    "two senders": ("a.eml", mail_from(f"{VICTIM}, {STRANGER}", NAMED)),
    "no sender": (
        "a.eml",
        b"Subject: List\n\ngame: constellation-warrior\nplayer: Mira Voss\nmodels: [{unit: novice}]\n",
    ),
    "reply to": ("a.eml", b"Reply-To: mira.voss@example.org\n" + mail_from(STRANGER, NAMED)),
    "lookalike": ("a.eml", mail_from("mira.voss@example.org", NAMED).replace(b"mira.voss@", b"mira.vo\xc5\xbfs@")),
    "mail in a mail": ("a.eml", wrapped(STRANGER, mail_from(VICTIM, NAMED), "old.eml")),
    "forwarded": ("a.eml", rfc822(STRANGER, mail_from(VICTIM, NAMED))),
    "archive in a mail": ("a.eml", wrapped(STRANGER, zipped({"p01.yaml": fast_yaml.dump(OTHER).encode()}), "x.zip")),
    "mailbox": ("a.mbox", b"From x\n" + mail_from(STRANGER, NAMED)),
    "mail in an archive": ("a.zip", zipped({"p01.eml": mail_from(STRANGER, NAMED)})),
    "row of a form": ("form.csv", FORM),
    "row without an address": ("form.csv", BLANK),
}


@pytest.mark.sample(8)
@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("approved", [True, False], ids=["approved before", "first"])
def test_a_stranger_replaces_no_list(tmp_path: Path, claim: str, approved: bool) -> None:
    """A list in a player's name from another address is flagged, and only approved by name."""
    folder = cup(tmp_path / "cup")
    if approved:
        put(folder, "p01.yaml", LEGAL)
        run(folder, "intake")
        run(folder, "approve", "--all-legal")
    name, raw = CLAIMS[claim]
    (folder / "inbox" / name).write_bytes(raw)
    found = data(folder, "intake", code=None)["arrivals"]
    assert len(found) == 1 and found[0]["player"] == "p01" and found[0]["unsupported"], found
    assert found[0]["replaces"] == approved
    assert not data(folder, "approve", "--all-legal")["approved"]
    assert "not the player's" in run(folder, "status", code=1).stdout.replace("\n", " ")
    run(folder, "lock", code=None)
    locked = next(one for one in lines(folder) if one["what"] == "locked")
    assert [row[:2] for row in locked["lists"]] == ([["p01", 1]] if approved else [])


def test_a_forged_sender_replaces_no_approved_list(tmp_path: Path) -> None:
    """A sender can be forged: what would replace an approved list waits for a word, whoever seems to send it."""
    folder = cup(tmp_path / "cup")
    (folder / "inbox" / "one.eml").write_bytes(mail_from(VICTIM, {**LEGAL, "player": "Mira Voss"}))
    assert not data(folder, "intake")["arrivals"][0]["unsupported"]
    assert data(folder, "approve", "--all-legal")["approved"][0]["version"] == 1
    (folder / "inbox" / "two.eml").write_bytes(mail_from(VICTIM, NAMED))
    assert "version 1 stays approved" in " ".join(run(folder, "intake").stdout.split())
    left = data(folder, "approve", "--all-legal")
    assert not left["approved"] and "would be replaced" in left["left"][0]["why"][0]
    assert data(folder, "approve", "p01")["approved"][0]["version"] == 2


def test_what_the_desk_says_replaces_an_approved_list(tmp_path: Path) -> None:
    """Whose a list is that the desk names by --player is no question any more."""
    folder = cup(tmp_path / "cup")
    put(folder, "p01.yaml", LEGAL)
    run(folder, "intake")
    run(folder, "approve", "--all-legal")
    path = tmp_path / "new.yaml"
    path.write_text(fast_yaml.dump(OTHER), "utf-8")
    assert data(folder, "intake", "--player", "p01", path)["arrivals"][0]["replaces"] == 0
    assert data(folder, "approve", "--all-legal")["approved"][0]["version"] == 2


def test_nobody_hears_of_a_strangers_unreadable_mail(tmp_path: Path) -> None:
    """What can't be read and names a player from another address is nobody's."""
    folder = cup(tmp_path / "cup")
    (folder / "inbox" / "a.eml").write_bytes(wrapped(STRANGER, b"models:\n\t- x\n", "p01.yaml"))
    found = data(folder, "intake", code=1)
    assert found["arrivals"][0]["player"] == "" and not found["summary"]["messages"]


def test_two_players_who_seem_to_send_one_list_are_asked_about(tmp_path: Path) -> None:
    """A player who attaches another player's mail makes it nobody's."""
    folder = cup(tmp_path / "cup")
    (folder / "inbox" / "a.eml").write_bytes(wrapped("tom.okafor@example.org", mail_from(VICTIM, NAMED), "old.eml"))
    assert data(folder, "intake", code=1)["arrivals"][0]["doubt"] == "could be p01 or p02"


def test_forget_reaches_the_words_of_the_desk(tmp_path: Path) -> None:
    """What the desk said about a person, or with the name, is deleted; the ledger never had it and still verifies."""
    folder = cup(tmp_path / "cup", rounds={"count": 1})
    for at, tree in enumerate((LEGAL, OTHER, LEGAL, OTHER), 1):
        put(folder, f"p0{at}.yaml", {**tree, "name": f"List {at}"})
    run(folder, "intake")
    run(folder, "return", "p01", "--why", "Mira, your brother Karl wrote to us")
    assert "Karl" in (folder / "out/messages/p01-returned.txt").read_text("utf-8")
    run(folder, "messages")
    assert "Karl" in (folder / "out/messages/p01-returned.txt").read_text("utf-8")
    run(folder, "undo", len(lines(folder)), "--why", "Karl was wrong")
    run(folder, "return", "p02", "--why", "Ask mira voss about it")
    run(folder, "return", "p03", "--why", "Sign it")
    run(folder, "intake", "--player", "p01", "--late", "Karl was ill", code=None)
    found = data(folder, "forget", "p01")
    assert sum(one.startswith("reasons/") for one in found["gone"]) == 4 and found["lines"] == []
    left = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert b"Karl" not in left and b"mira voss" not in left.lower() and b"Sign it" in left
    assert "all is well" in run(folder, "check").stdout
    path = next((folder / "reasons").iterdir())
    path.write_text(path.read_text("utf-8").replace("Sign", "Burn"), "utf-8")
    assert "is not the reason" in " ".join(run(folder, "check", code=3).stdout.split())
