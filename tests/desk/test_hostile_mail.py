"""Mails with heads that no mail should have are taken in like others: what they bring is read, and nothing fails."""

from __future__ import annotations

import io
import os
import zipfile
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from listbuilder.base.errors import DocumentError
from listbuilder.desk.intake.parcels import Parcel
from listbuilder.desk.intake.unpacking import MOST_PARTS, sender_of, unpack
from tests.support import fast_yaml
from tests.support.desk_setup import LEGAL, OTHER, cup, data, put

BODY = b"\n\ngame: rogue-conflict\n"
HEADS = {
    "day that is no day": b"From: a@b.c\nDate: Mon, 16 Nov 99999999999 10:00:00 +0000",
    "zone beyond all": b"From: a@b.c\nDate: Mon, 16 Nov 2026 10:00:00 +99999999999900",
    "group of senders": b"From: a: b:c;, <a@b.c>\nDate: x",
    "sender in quotes": b'From: "" <a@b.c>\nDate: x',
    "encoding with a NUL": b'From: a@b.c\nContent-Type: text/plain; charset="a\x00b"',
    "bytes in the sender": b"From: \xff\xfe <a@b.c>",
    "no heads": b"",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_mail_is_taken_in(head: bytes) -> None:
    """The text of the mail comes out."""
    found = unpack(Parcel(label="mail", raw=head + BODY, suffix=".eml"))
    assert found
    assert b"game: rogue-conflict" in found[0].raw


def test_sender_is_read() -> None:
    """The address stands among what is said around it."""
    raw = b"From: =?utf-8?q?J=C3=B6rg?=\n <joerg@example.org>" + BODY
    found = unpack(Parcel(label="mail", raw=raw, suffix=".eml")) or []
    assert [one.sender for one in found] == ["joerg@example.org"]


@pytest.mark.parametrize(
    ("heads", "sender"),
    [
        (b'From: "mira@example.org" <evil@example.net>', "evil@example.net"),
        (b"From: (mira@example.org) evil@example.net", "evil@example.net"),
        (b"From: =?utf-8?q?mira@example.org?= <evil@example.net>", "evil@example.net"),
        (b"From: Mira Voss <Mira@Example.org>", "Mira@Example.org"),
        (b"From: mira@example.org <mira@example.org>", "mira@example.org"),
        (b"From: mira@example.org <evil@example.net>", ""),
        (b"From: mira@example.org, evil@example.net", ""),
        (b"From: mira@example.org)evil@example.net", ""),
        (b"From: mira@example.org\nFrom: evil@example.net", ""),
        (b"From: undisclosed:;", ""),
        (b"Reply-To: mira@example.org\nSender: mira@example.org", ""),
    ],
)
def test_one_address_is_the_sender(heads: bytes, sender: str) -> None:
    """Names and comments are no address, and of several addresses none is the sender."""
    mail = message_from_bytes(heads + BODY, policy=default)
    assert isinstance(mail, EmailMessage)
    assert sender_of(mail) == sender


def nested(depth: int, kind: str = "mixed") -> bytes:
    """A mail with parts inside parts."""
    opened = b"".join(
        b'Content-Type: multipart/%s; boundary="%d"\n\n--%d\n' % (kind.encode(), at, at) for at in range(depth)
    )
    return b"From: mira.voss@example.org\n" + opened + b"Content-Type: text/plain\n\nNovice\n"


HOSTILE = {
    "nested.eml": nested(1500),
    "disguised.eml": nested(1500).replace(b"Content-Type: multipart", b"Content-Type: () multipart"),
    "below-the-count.eml": nested(150),
    "forwards.eml": b"From: a@b.c\n" + b"Content-Type: message/rfc822\n\n" * 3000 + b"\nNovice\n",
    "long-head.eml": b"From: a@b.c\nContent-Type: text/plain; " + b"a=b; " * 50_000 + b"\n\nNovice\n",
    "long-name.eml": b'From: a@b.c\nContent-Disposition: attachment; filename="' + b"x" * 90_000 + b'"\n\nNovice\n',
    "brackets.eml": b"From: " + b"(" * 60_000 + BODY,
    "words.eml": b"From: " + b"=?utf-8?q?" * 9_000 + BODY,
    "broken.zip": b"PK\x03\x04" + bytes(64),
    "not-a-zip.docx": b"PK",
    "empty.eml": b"",
    "empty.mbox": b"",
    "bad-base64.eml": b"From: a@b.c\nContent-Transfer-Encoding: base64\n\n====\x00====",
    "unknown-transfer.eml": b"From: a@b.c\nContent-Transfer-Encoding: x-uuencode\n\nbegin 666 x\n\xff\nend\n",
    "bad-filename.eml": b"From: a@b.c\nContent-Disposition: x; filename*=utf-8''%ff%; filename*0*=\"\n\nNovice\n",
}


@pytest.mark.slow
def test_bad_arrivals_stop_no_others(tmp_path: Path) -> None:
    """Every hostile file is named in the answer, and the lists before and behind it are taken in."""
    folder = cup(tmp_path / "cup")
    put(folder, "0-p01.yaml", LEGAL)
    for name, raw in HOSTILE.items():
        (folder / "inbox" / name).write_bytes(raw)
    put(folder, "z-p02.yaml", OTHER)
    found = {one["label"]: one for one in data(folder, "intake", code=1)["arrivals"]}
    assert found["0-p01.yaml"]["verdict"] == found["z-p02.yaml"]["verdict"] == "legal"
    assert [name for name in HOSTILE if not any(label.startswith(name) for label in found)] == []
    assert "parts nested" in found["nested.eml"]["findings"][0]["message"]
    assert data(folder, "check")["ok"]


def test_parts_beyond_the_limit_are_said() -> None:
    """A mail of very many parts is read as far as the limit, and the rest is not passed over in silence."""
    parts = b"".join(b"--x\n\nhello\n" for _ in range(MOST_PARTS + 5))
    raw = b'From: a@b.c\nContent-Type: multipart/mixed; boundary="x"\n\n' + parts + b"--x--\n"
    found = unpack(Parcel(label="mail", raw=raw, suffix=".eml")) or []
    assert len(found) == MOST_PARTS + 1
    assert found[-1].problem is not None


def test_too_many_mails_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mailbox or a table that is longer than the limit is refused as a whole, never cut."""
    monkeypatch.setattr("listbuilder.desk.intake.unpacking.MOST_MAILS", 3)
    with pytest.raises(DocumentError, match="4 mails"):
        unpack(Parcel(label="box", raw=b"From x\n\nhi\n" * 4, suffix=".mbox"))
    with pytest.raises(DocumentError, match="4 rows"):
        unpack(Parcel(label="form", raw=b"Name,List\n" + b"Mira,Novice\n" * 4, suffix=".csv"))


def test_one_bad_file_of_an_archive_is_named(tmp_path: Path) -> None:
    """A damaged file and an archive in the archive are named; the other lists of the archive are taken in."""
    folder, held = cup(tmp_path / "cup"), io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("p01.yaml", fast_yaml.dump(LEGAL))
        archive.writestr("torn.yaml", "damage me please")
        archive.writestr("more.zip", b"PK")
        archive.writestr("p02.yaml", fast_yaml.dump(OTHER))
    raw = held.getvalue().replace(b"damage me please", b"DAMAGE me please")
    (folder / "inbox" / "all.zip").write_bytes(raw)
    found = {one["label"]: one["verdict"] for one in data(folder, "intake", code=1)["arrivals"]}
    assert found == {
        "all.zip: p01.yaml": "legal",
        "all.zip: torn.yaml": "unread",
        "all.zip: more.zip": "unread",
        "all.zip: p02.yaml": "legal",
    }
    assert not list((folder / "inbox").iterdir()), "the archive itself is kept, so it leaves the inbox"


def test_mails_in_mails_end(tmp_path: Path) -> None:
    """Mails attached to mails are opened a few deep only, and the rest is named."""
    folder, raw = cup(tmp_path / "cup"), fast_yaml.dump(LEGAL).encode()
    for at in range(8):
        mail = EmailMessage()
        mail["From"] = "mira.voss@example.org"
        mail.add_attachment(
            raw, maintype="application", subtype="octet-stream", filename=f"{at}.eml" if at else "p01.yaml"
        )
        raw = mail.as_bytes()
    (folder / "inbox" / "mail.eml").write_bytes(raw)
    found = data(folder, "intake", code=1)["arrivals"]
    assert "nested in more than" in str(found)


def test_links_and_pipes_in_the_inbox_are_not_opened(tmp_path: Path) -> None:
    """A link could lead to anybody's file, and a pipe would wait for ever: each is named and left where it is."""
    folder, inbox = cup(tmp_path / "cup"), tmp_path / "cup" / "inbox"
    (tmp_path / "secret.yaml").write_text(fast_yaml.dump(LEGAL), "utf-8")
    (inbox / "p01.yaml").symlink_to(tmp_path / "secret.yaml")
    (inbox / "p02.yaml").symlink_to(folder / "players.yaml")
    (inbox / "p03.yaml").symlink_to(tmp_path / "nothing")
    (inbox / "loop").symlink_to(inbox)
    os.mkfifo(inbox / "p04.yaml")
    found = {one["label"]: one["findings"][0] for one in data(folder, "intake", code=1)["arrivals"]}
    assert set(found) == {"p01.yaml", "p02.yaml", "p03.yaml", "p04.yaml", "loop"}
    assert all("link" in found[name]["message"] for name in ("p01.yaml", "p02.yaml", "p03.yaml", "loop"))
    assert "pipe" in found["p04.yaml"]["message"]
    assert not list((folder / "arrived").iterdir())
    named = data(folder, "intake", inbox / "p01.yaml", code=1)["arrivals"]
    assert named[0]["verdict"] == "unread"


PLAIN = "Constellation Warrior\nExpert, Long, Swift shooter\nNovice\n"
PAGES = {
    "breaks": "<html><body><p>Constellation Warrior<br>Expert, Long, Swift shooter<br>Novice</p></body></html>",
    "a piece of a page": "<div>Constellation Warrior</div><div>Expert, Long, Swift shooter</div><div>Novice<br></div>",
    "words before the first tag": "Constellation Warrior<br>Expert, Long, Swift shooter<br>Novice",
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
@pytest.mark.parametrize("text", [PLAIN, None], ids=["both", "page alone"])
def test_mails_as_pages_are_one_list(tmp_path: Path, page: str, text: str | None) -> None:
    """A mail that says its list as a page is read, and one that says it twice is one arrival."""
    folder, mail = cup(tmp_path / "cup"), EmailMessage()
    mail["From"] = "mira.voss@example.org"
    if text is not None:
        mail.set_content(text)
        mail.add_alternative(page, subtype="html")
    else:
        mail.set_content(page, subtype="html")
    (folder / "inbox" / "mail.eml").write_bytes(mail.as_bytes())
    found = data(folder, "intake")["arrivals"]
    assert [(one["verdict"], one["player"], one["number"]) for one in found] == [("legal", "p01", 1)]
