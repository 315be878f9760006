"""Mails, mailboxes, archives, answers to forms and printed sheets: all are taken in, none can do harm."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from email.message import EmailMessage
from pathlib import Path

import pytest
from click.testing import CliRunner

from listbuilder.ui.cli.app import app
from tests.support import fast_yaml
from tests.support.desk_setup import ILLEGAL, LEGAL, OTHER, cup, data, lines, run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An event with four players."""
    return cup(tmp_path / "cup")


def mail(sender: str, text: str, *files: tuple[str, bytes], charset: str = "utf-8") -> bytes:
    """A mail as a program sends it."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, "desk@example.org", "My list"
    made["Date"] = "Thu, 30 Apr 2026 18:02:00 +0200"
    made.set_content(text, charset=charset)
    for name, content in files:
        made.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return made.as_bytes()


def arrivals(folder: Path, *words: object, code: int = 0) -> list[dict[str, object]]:
    """What an intake made of what came."""
    found: list[dict[str, object]] = data(folder, "intake", *words, code=code)["arrivals"]
    return found


def listed(tree: Mapping[str, object], **more: object) -> bytes:
    """A list as a file."""
    return fast_yaml.dump({**tree, **more}).encode()


def test_mail_with_an_attachment(folder: Path) -> None:
    """The list in a mail is its attachment; the sender is a hint, and said to be only that."""
    raw = mail("Mira <MIRA.voss@example.org>", "Hello,\nhere it is.\n", ("my list.yaml", listed(LEGAL)))
    (folder / "inbox" / "m.eml").write_bytes(raw)
    found = arrivals(folder)
    assert len(found) == 1 and found[0]["player"] == "p01" and found[0]["verdict"] == "legal"
    assert found[0]["sender"] is True and str(found[0]["label"]).startswith("mail of 2026-04-30 18:02")
    assert (folder / "arrived" / "001.eml").read_bytes() == raw
    assert "only the sender says" in run(folder, "status", code=1).stdout
    assert "mira" not in (folder / "ledger.jsonl").read_text("utf-8").lower()


def test_mail_with_the_list_in_its_text(folder: Path) -> None:
    """A list in the text of a mail is read, whatever its encoding and the talk around it; a stranger's is nobody's."""
    text = (
        "Hi! Here is mine, naïve as it is:\n\nConstellation Warrior\nMy Band\n- Novice\n- Soldier\n\n-- \nCheers, Tom\n"
    )
    (folder / "inbox" / "a.eml").write_bytes(mail("tom.okafor@example.org", text, charset="latin-1"))
    (folder / "inbox" / "b.eml").write_bytes(mail("x@example.org", "Constellation Warrior\n- Expert\n"))
    first, second = arrivals(folder, code=1)
    assert (first["player"], first["verdict"]) == ("p02", "legal"), first
    assert second["verdict"] == "whose" and "x@example.org" in str(second["doubt"])


def test_sender_and_list_disagree(folder: Path) -> None:
    """A mail of one player with the list of another is asked about."""
    raw = mail("mira.voss@example.org", "For a friend.", ("l.yaml", listed(LEGAL, player="Tom Okafor")))
    (folder / "inbox" / "m.eml").write_bytes(raw)
    assert arrivals(folder, code=1)[0]["doubt"] == "could be p01 or p02"


def test_mailbox(folder: Path) -> None:
    """Every mail of a mailbox is an arrival, and the mailbox itself is kept; a second time nothing is new."""
    mails = [
        mail("mira.voss@example.org", "See file.", ("l.yaml", listed(LEGAL))),
        mail("tom.okafor@example.org", "Constellation Warrior\n- Novice\n"),
        mail("ines.paar@example.org", "Sorry, I can't come.\n"),
    ]
    box = b"".join(b"From x@example.org Thu Apr 30 18:02:00 2026\n" + one + b"\n" for one in mails)
    (folder / "all.mbox").write_bytes(box)
    found = arrivals(folder, folder / "all.mbox", code=1)
    assert [(one["player"], one["verdict"]) for one in found] == [("p01", "legal"), ("p02", "legal"), ("p03", "unread")]
    assert (folder / "arrived" / "001.mbox").read_bytes() == box
    before = len(lines(folder))
    assert {one["verdict"] for one in arrivals(folder, folder / "all.mbox")} == {"again"}
    assert len(lines(folder)) == before and data(folder, "check")["ok"]


def archive(*files: tuple[str, bytes]) -> bytes:
    """An archive of some files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files:
            made.writestr(name, content)
    return out.getvalue()


def test_archive(folder: Path) -> None:
    """The lists in an archive are taken in; names in it lead nowhere."""
    raw = archive(
        ("p01.yaml", listed(LEGAL)),
        ("../../p02.yaml", listed(OTHER)),
        ("__MACOSX/x", b""),
        ("p03.yaml", listed(ILLEGAL)),
    )
    (folder / "inbox" / "lists.zip").write_bytes(raw)
    found = arrivals(folder, code=1)
    assert [(one["player"], one["verdict"]) for one in found] == [
        ("p01", "legal"),
        ("p02", "legal"),
        ("p03", "illegal"),
    ]
    assert not (folder.parent / "p02.yaml").exists() and not (folder.parent.parent / "p02.yaml").exists()


def test_archives_are_bounded(folder: Path) -> None:
    """A bomb, a crowd, a damaged and a locked archive each end with an answer."""
    (folder / "inbox" / "bomb.zip").write_bytes(archive(("a.yaml", b"\0" * (100 << 20))))
    (folder / "inbox" / "crowd.zip").write_bytes(archive(*((f"{at}.yaml", b"x") for at in range(600))))
    (folder / "inbox" / "torn.zip").write_bytes(archive(("a.yaml", listed(LEGAL)))[:60])
    found = arrivals(folder, code=1)
    assert {one["verdict"] for one in found} == {"unread"} and len(found) == 3


def test_answers_to_a_form(folder: Path) -> None:
    """A form's export has a row a player: by name and contact, with the list or its code in a cell."""
    file = folder / "l.yaml"
    file.write_bytes(listed(LEGAL))
    code = CliRunner().invoke(app, ["export", str(file), "--to", "code"]).stdout.strip()
    rows = [
        "Timestamp,Your name,E-Mail,Army list",
        f"1,Mira Voss,mira.voss@example.org,{code}",
        '2,Tom Okafor,,"Constellation Warrior\n- Novice\n- Novice"',
        "3,Nobody Known,who@example.org,Constellation Warrior",
        "4,Ines Paar,,",
    ]
    (folder / "form.csv").write_text("\n".join(rows) + "\n", "utf-8")
    found = arrivals(folder, folder / "form.csv", code=1)
    assert [(one["player"], one["verdict"]) for one in found][:2] == [("p01", "legal"), ("p02", "legal")]
    assert len(found) == 3 and found[2]["verdict"] in ("unread", "whose")


def test_printed_sheet(folder: Path, tmp_path: Path) -> None:
    """A PDF that we printed is read by its QR code; any other can't be read, and says so."""
    file = tmp_path / "p01.yaml"
    file.write_bytes(listed(LEGAL))
    done = CliRunner().invoke(app, ["sheet", str(file), "-o", str(tmp_path / "p01.pdf")])
    assert done.exit_code == 0, done.output
    assert arrivals(folder, tmp_path / "p01.pdf")[0]["verdict"] == "legal"
    (tmp_path / "p02.pdf").write_bytes(b"%PDF-1.4 nothing")
    assert arrivals(folder, tmp_path / "p02.pdf", code=1)[0]["verdict"] == "unread"


def test_hostile_mails_end(folder: Path) -> None:
    """Mails with deep parts, wrong encodings and hidden signs in names end with an answer."""
    deep = EmailMessage()
    deep.set_content("x")
    for _ in range(60):
        outer = EmailMessage()
        outer.make_mixed()
        outer.attach(deep)
        deep = outer
    (folder / "inbox" / "a.eml").write_bytes(deep.as_bytes())
    (folder / "inbox" / "b.eml").write_bytes(b"Content-Type: text/plain; charset=nonsense\n\n\xff\xfe")
    (folder / "inbox" / "c.eml").write_bytes(b"")
    name = "evil\u202eexe.yaml"
    (folder / "inbox" / "d.eml").write_bytes(mail("x@example.org", "x", (name, b"game: [")))
    found = arrivals(folder, code=1)
    assert len(found) == 4 and {one["verdict"] for one in found} == {"unread"}
    assert "\u202e" not in run(folder, "status", code=1).stdout
